/**
 * Fuzzes every parser of the product, guided by the branches that an input takes.
 *
 *   bun scripts/fuzz.ts [--target NAME] [--minutes N] [--tries N] [--seed N] [--grow]
 *   bun scripts/fuzz.ts --target NAME --replay BASE64
 *
 * `--minutes` of the processor for all targets together (default 1), and at most so many `--tries` for each: what a seed gives is the same
 * everywhere then, and a slower machine only sees less of it. With `--grow` the corpus in `test/fuzz/corpus` is written anew, and inputs that broke
 * something are added to `test/fuzz/regressions`. A finding is printed as base64, with the command that shows it again. Exit status 1 with one.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countBranches } from "../test/fuzz/engine/branches.ts";
import { keep, keptInputs, lineOf } from "../test/fuzz/engine/corpus.ts";
import { type Found, fuzz, type Outcome } from "../test/fuzz/engine/fuzzer.ts";
import type { Target } from "../test/fuzz/engine/target.ts";
import { tried, triedClosely } from "../test/fuzz/engine/trial.ts";

/** Of an input that is being read: longer, and it never ends. */
const STUCK_MS = 60_000;
/** Before an input in the shared file: how many were tried, the number of the target, and the input's length. */
const HEAD_BYTES = 12;
const SHARED_BYTES = 1 << 20;
/** Of one target: what breaks it in more ways is mended first. */
const FINDINGS_MAX = 5;

const { values: options } = parseArgs({
  options: {
    target: { type: "string" },
    minutes: { type: "string", default: "1" },
    tries: { type: "string", default: "Infinity" },
    seed: { type: "string", default: "1" },
    grow: { type: "boolean", default: false },
    replay: { type: "string" },
    // Of the process that does the work, which may hang or die: where it says what it reads.
    inside: { type: "string" },
  },
});

if (options.inside !== undefined) await work(options.inside);
else if (options.replay !== undefined) await replay(options.replay);
else await watch();

/** Starts the work in a process of its own, and ends it when an input takes it for good. */
async function watch(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-fuzz-"));
  const shared = join(folder, "input");
  writeFileSync(shared, new Uint8Array(SHARED_BYTES));
  const child = Bun.spawn([process.execPath, import.meta.path, ...process.argv.slice(2), "--inside", shared], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  let lastTries = -1;
  let stuck = false;
  const looking = setInterval(() => {
    const tries = readFileSync(shared).readUInt32LE(0);
    stuck = tries === lastTries && tries > 0;
    lastTries = tries;
    if (stuck) child.kill("SIGKILL");
  }, STUCK_MS);
  const status = await child.exited;
  clearInterval(looking);
  if (stuck || child.signalCode !== null) {
    const { TARGETS } = await import("../test/fuzz/targets/all.ts");
    const bytes = readFileSync(shared);
    const target = TARGETS[bytes.readUInt32LE(4)];
    const input = bytes.subarray(HEAD_BYTES, HEAD_BYTES + bytes.readUInt32LE(8));
    const why = stuck ? `no end after ${STUCK_MS / 1_000} s` : `the process died of ${child.signalCode}`;
    if (target) tell(target, { input, error: new Error(why) });
  }
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = status === 0 ? 0 : 1;
}

async function work(shared: string): Promise<void> {
  const opened = countBranches();
  const { TARGETS } = await import("../test/fuzz/targets/all.ts");
  const chosen = TARGETS.filter(({ name }) => options.target === undefined || name === options.target);
  if (chosen.length === 0)
    throw new Error(`there is no target ${options.target}: ${TARGETS.map(({ name }) => name).join(", ")}`);
  const said = Bun.mmap(shared);
  const head = new DataView(said.buffer, said.byteOffset);
  let tries = 0;
  let found = 0;
  for (const target of chosen) {
    const reader = await target.open();
    const outcome = await fuzz({
      target,
      reader,
      branches: opened(),
      corpus: keptInputs("corpus", target.name),
      regressions: keptInputs("regressions", target.name),
      seed: Number(options.seed),
      msMax: (Number(options.minutes) * 60_000) / chosen.length,
      triesMax: Number(options.tries),
      findingsMax: FINDINGS_MAX,
      trying(input) {
        tries += 1;
        head.setUint32(0, tries, true);
        head.setUint32(4, TARGETS.indexOf(target), true);
        head.setUint32(8, input.length, true);
        said.set(input.subarray(0, SHARED_BYTES - HEAD_BYTES), HEAD_BYTES);
      },
    });
    await reader.close?.();
    report(target, outcome);
    found += outcome.found.length;
    if (options.grow) grow(target, outcome);
  }
  process.exit(found === 0 ? 0 : 1);
}

function report({ name }: Target, { tries, branchesBefore, branchesAfter, branchesThere, found }: Outcome): void {
  const share = ((100 * branchesAfter) / branchesThere).toFixed(0);
  console.log(
    `${name.padEnd(22)}${String(tries).padStart(8)} tries  branches ${branchesBefore} → ${branchesAfter} of ${branchesThere} (${share} %)`,
  );
  for (const finding of found) tell({ name }, finding);
}

function tell({ name }: Pick<Target, "name">, { input, error }: Found): void {
  const base64 = Buffer.from(input).toString("base64");
  console.log(`failed: fuzzing ${name}: ${error.message.slice(0, 500)}`);
  console.log(`  input: ${lineOf(input).slice(0, 500)}`);
  console.log(`  bun scripts/fuzz.ts --target ${name} --replay '${base64}'`);
}

function grow({ name }: Target, { corpus, found }: Outcome): void {
  keep("corpus", name, corpus);
  if (found.length > 0)
    keep("regressions", name, [...keptInputs("regressions", name), ...found.map(({ input }) => input)]);
}

/** Shows what one input does, with the stack of what it throws. */
async function replay(base64: string): Promise<void> {
  const { TARGETS } = await import("../test/fuzz/targets/all.ts");
  const target = TARGETS.find(({ name }) => name === options.target);
  if (!target) throw new Error("--replay needs the --target that reads it");
  const reader = await target.open();
  const input = Buffer.from(base64, "base64");
  const { finding, ms } = await tried(target, reader, input);
  const error = finding ?? (await triedClosely(target, reader, input, true));
  await reader.close?.();
  console.log(
    `${input.length} bytes, ${ms.toFixed(1)} ms: ${error === null ? "all that must hold holds" : error.stack}`,
  );
  process.exit(error === null ? 0 : 1);
}
