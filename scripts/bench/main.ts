/**
 * What a start, an answer and the executable cost, each as a ratio to a base that is measured in turns with it, in one table.
 *
 *     bun run bench [--check | --accept] [--gate] [--only TEXT] [--baseline FILE]
 *
 * `--check` holds the ratios against `baseline.json`, and ends with exit status 1 where one is worse by more than a tenth.
 * `--accept` writes them there. docs/how-to/measure.md has the rest.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Accepted, accept, type Baseline, complaintOf, figure, type Origin, verdictOf } from "./baseline.ts";
import { type Where, whereIs } from "./machine.ts";
import { type Measure, type Measured, measured } from "./measure.ts";
import { MEASURES } from "./measures.ts";
import { Stage } from "./stage.ts";

/** Neighbours make a ratio larger more often than smaller: what looks worse is measured again, and the best counts. */
const ATTEMPTS_MAX = 3;
const NAME_WIDTH = 42;
const BASE_WIDTH = 16;

type Purpose = "look" | "check" | "accept";

interface Options {
  readonly purpose: Purpose;
  readonly measures: readonly Measure[];
  readonly baselineFile: string;
}

/** Throws for what it does not know, and where nothing is left to measure. */
function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: "boolean", default: false },
      accept: { type: "boolean", default: false },
      gate: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      baseline: { type: "string", default: join(import.meta.dir, "baseline.json") },
    },
  });
  if (values.check && values.accept) throw new Error("--check and --accept exclude each other");
  const measures = MEASURES.filter(({ name, inGate }) => name.includes(values.only) && (inGate || !values.gate));
  if (measures.length === 0) throw new Error(`no measure has "${values.only}" in its name`);
  const purpose = values.check ? "check" : values.accept ? "accept" : "look";
  return { purpose, measures, baselineFile: values.baseline };
}

function baselineIn(file: string): Baseline {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Baseline) : {};
}

function origin(): Origin {
  const { exitCode, stdout } = Bun.spawnSync(["git", "rev-parse", "--short=12", "HEAD"], { stderr: "ignore" });
  const commit = exitCode === 0 ? stdout.toString().trim() : "unknown";
  return { measuredAt: new Date().toISOString(), commit, bun: Bun.version };
}

/** As often as the purpose wants it: once to look, the middle of three to accept, and to check the first that is not worse. */
async function take(
  { open, rounds }: Measure,
  stage: Stage,
  purpose: Purpose,
  isWorse: (ratio: number) => boolean,
): Promise<Measured> {
  const sides = await open(stage);
  const attempts = [await measured(sides, rounds)];
  const wantsMore = () =>
    purpose === "accept" || (purpose === "check" && attempts.every(({ ratio }) => isWorse(ratio)));
  while (attempts.length < ATTEMPTS_MAX && wantsMore()) attempts.push(await measured(sides, rounds));
  const sorted = attempts.toSorted((one, other) => one.ratio - other.ratio);
  return sorted[purpose === "accept" ? Math.floor(sorted.length / 2) : 0] as Measured;
}

function heading(): string {
  const columns = [
    "ours".padStart(18),
    "base".padStart(12),
    "ratio".padStart(9),
    "  quartiles      ",
    "recorded".padStart(9),
  ];
  return `${"".padEnd(NAME_WIDTH)}${"held against".padEnd(BASE_WIDTH)}${columns.join("")}`;
}

function row({ name, base, unit }: Measure, taken: Measured, recorded: Accepted | undefined, verdict: string): string {
  const range = `  ${figure(taken.low)}–${figure(taken.high)}`.padEnd(17);
  const columns = [
    `${figure(taken.ours)} ${unit}`.padStart(18),
    figure(taken.base).padStart(12),
    figure(taken.ratio).padStart(9),
    range,
    (recorded ? figure(recorded.ratio) : "–").padStart(9),
  ];
  return `${name.padEnd(NAME_WIDTH)}${base.padEnd(BASE_WIDTH)}${columns.join("")}  ${verdict}`;
}

/** Takes all measures that can be taken here, shows them, and returns why the check fails and what could be accepted. */
async function run({ purpose, measures }: Options, where: Where, baseline: Baseline) {
  const complaints: string[] = [];
  const taken = new Map<string, Record<string, Accepted>>();
  const stage = new Stage();
  try {
    console.log(heading());
    for (const measure of measures) {
      const place = where[measure.comparedOn];
      const why = measure.leftOut?.() ?? (place === null ? "this kernel does not count CPU time finely enough" : null);
      if (place === null || why !== null) {
        console.log(`${measure.name.padEnd(NAME_WIDTH)}left out: ${why}`);
        continue;
      }
      const { name } = measure;
      const now = await take(measure, stage, purpose, (ratio) => verdictOf(baseline, place, name, ratio) === "worse");
      console.log(row(measure, now, baseline[place]?.ratios[name], verdictOf(baseline, place, name, now.ratio)));
      const complaint = complaintOf(baseline, place, name, now.ratio);
      if (complaint !== null) complaints.push(complaint);
      taken.set(place, { ...taken.get(place), [name]: now });
    }
  } finally {
    await stage.close();
  }
  return { complaints, taken };
}

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  const before = baselineIn(options.baselineFile);
  const where = whereIs();
  const { complaints, taken } = await run(options, where, before);
  if (options.purpose === "check") {
    if (where.machine !== null && before[where.machine] === undefined)
      console.log(`no ratios were ever accepted on this machine (${where.machine}): only the others are compared`);
    if (complaints.length > 0) throw new Error(`worse than recorded:\n  ${complaints.join("\n  ")}`);
  }
  if (options.purpose === "accept") {
    let after = before;
    for (const [place, ratios] of taken) after = accept(after, place, origin(), ratios);
    writeFileSync(options.baselineFile, `${JSON.stringify(after, null, 2)}\n`);
  }
}

try {
  await main();
} catch (failure) {
  console.error(`bench: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
}
