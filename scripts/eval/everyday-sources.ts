/**
 * Everyday requests of any folder, by source: the mean over the sources, how far it moves by their choice, and against
 * an earlier run. For whoever improves the model on some sources and counts on others.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calibrationsOf } from "./calibration.ts";
import { openClockedServer } from "./clocked-server.ts";
import { inDigestOrder } from "./data-sets.ts";
import { type AnsweredSource, askEveryday, judgedIn, kindLines, refusalsIn, savedAnswers } from "./everyday.ts";
import { readEveryday } from "./everyday-data.ts";
import { breakdownLines, carriedOut, totalLines } from "./everyday-figures.ts";
import type { Judgement } from "./everyday-scoring.ts";
import type { Line } from "./line.ts";
import { Progress } from "./progress.ts";
import { reliabilityDiagram } from "./reliability-diagram.ts";
import { breakdownOf, refusedSentence } from "./report.ts";
import { type Mean, meanOf } from "./statistics.ts";

export interface EverydayOptions {
  readonly folder: string;
  /** Of how many sources only totals are written. */
  readonly heldBack: number;
  /** An `everyday.json` of before; null for none. */
  readonly against: string | null;
}

/** What became of the requests of one source, in shares, 0–1. */
export interface SourceShares {
  readonly name: string;
  readonly heldBack: boolean;
  readonly n: number;
  readonly shares: Readonly<Record<Judgement, number>>;
}

const MEASURES: readonly (readonly [name: string, judgement: Judgement])[] = [
  ["right", "right"],
  ["wrong executions", "wrong"],
  ["asked back", "asked"],
  ["none", "none"],
  ["part of several", "part"],
];

/** Writes `everyday.md`, `.json`, `.jsonl` and `.svg` into `out`, and returns the first. */
export async function measureSources(
  { folder, heldBack, against }: EverydayOptions,
  { out, limit }: { readonly out: string; readonly limit: number },
): Promise<string> {
  const before = against === null ? null : (JSON.parse(readFileSync(against, "utf8")) as { sources: SourceShares[] });
  const sources = readEveryday(folder);
  const held = heldBackOf(
    sources.map(({ name }) => name),
    heldBack,
  );
  const server = await openClockedServer();
  try {
    const asked = await askEveryday(server, sources, limit, new Progress());
    const shares = asked.sources.map((one) => sharesOf(one, held.has(one.source.name)));
    const lines = linesOf(asked.sources, held);
    const text = `${markdownOf(server.model, shares, before?.sources ?? null, lines)}\n${refusedSentence(refusalsIn(asked.sources))}\n`;
    const seen = asked.sources.filter(({ source }) => !held.has(source.name));
    const others = asked.sources.filter(({ source }) => held.has(source.name));
    const counted = others.length === 0 ? seen : others;
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, "everyday.md"), text);
    writeFileSync(join(out, "everyday.json"), `${JSON.stringify({ model: server.model, sources: shares, lines })}\n`);
    writeFileSync(join(out, "everyday.jsonl"), jsonLines(seen.flatMap(savedAnswers)));
    const calls = carriedOut(others.length === 0 ? "everyday calls" : "everyday calls, held back", judgedIn(counted));
    writeFileSync(join(out, "everyday.svg"), reliabilityDiagram(calibrationsOf(calls)));
    return text;
  } finally {
    await server.close();
  }
}

function jsonLines(items: readonly object[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join("");
}

/** Chosen by their names' digests, so that neither the alphabet nor chance decides. */
export function heldBackOf(names: readonly string[], count: number): ReadonlySet<string> {
  const ordered = inDigestOrder(names.map((text) => ({ text })));
  return new Set(ordered.slice(0, count).map(({ text }) => text));
}

function sharesOf(one: AnsweredSource, heldBack: boolean): SourceShares {
  const judged = judgedIn([one]);
  const share = (judgement: Judgement) =>
    judged.filter((each) => each.judgement === judgement).length / Math.max(1, judged.length);
  const shares = Object.fromEntries(MEASURES.map(([, judgement]) => [judgement, share(judgement)]));
  return { name: one.source.name, heldBack, n: judged.length, shares: shares as Record<Judgement, number> };
}

function linesOf(sources: readonly AnsweredSource[], held: ReadonlySet<string>): readonly Line[] {
  const isHeld = ({ source }: AnsweredSource) => held.has(source.name);
  const seen = sources.filter((one) => !isHeld(one));
  const halves: readonly (readonly [string, readonly AnsweredSource[]])[] =
    held.size === 0
      ? [["all", sources]]
      : [
          ["held back", sources.filter(isHeld)],
          ["the others", seen],
        ];
  return [
    ...halves.flatMap(([name, own]) => totalLines(name, judgedIn(own))),
    ...kindLines(judgedIn(seen)),
    ...sources.flatMap((one) =>
      breakdownLines(isHeld(one) ? `${one.source.name} (held back)` : one.source.name, judgedIn([one])),
    ),
  ];
}

export function markdownOf(
  model: string,
  sources: readonly SourceShares[],
  before: readonly SourceShares[] | null,
  lines: readonly Line[],
): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const head = (first: string) => [
    row([first, "sources", ...MEASURES.map(([name]) => name)]),
    row(["---", "---", ...MEASURES.map(() => "---")]),
  ];
  const groups = groupsOf(sources);
  const surely = lines.filter(({ kind }) => kind === "conditional" || kind === "conditional error");
  return `${[
    `Model ${model}, without the cache.`,
    "",
    ...head("mean over the sources ± its standard error, %"),
    ...groups.map(([name, own]) =>
      row([
        name,
        String(own.length),
        ...MEASURES.map(([, one]) => meanCell(meanOf(own.map((each) => each.shares[one])))),
      ]),
    ),
    ...(before === null
      ? []
      : [
          "",
          ...head("change against the earlier run ± its standard error, points"),
          ...groups.map(([name, own]) => {
            const pairs = pairsOf(own, before);
            const cells = MEASURES.map(([, one]) =>
              meanCell(meanOf(pairs.map(([now, then]) => now.shares[one] - then.shares[one]))),
            );
            return row([name, String(pairs.length), ...cells]);
          }),
        ]),
    "",
    ...surely.map(({ part, measure, value, n }) => `- ${part}: ${measure}: ${percent(value)} (of ${n})`),
    ...breakdownOf(lines),
  ].join("\n")}\n`;
}

function groupsOf(sources: readonly SourceShares[]): readonly (readonly [string, readonly SourceShares[]])[] {
  const held = sources.filter(({ heldBack }) => heldBack);
  if (held.length === 0) return [["all", sources]];
  return [
    ["held back", held],
    ["the others", sources.filter(({ heldBack }) => !heldBack)],
  ];
}

/** Sources of which both runs asked as many requests, so that a difference is none of the choice of sources. */
function pairsOf(
  now: readonly SourceShares[],
  before: readonly SourceShares[],
): readonly (readonly [SourceShares, SourceShares])[] {
  const byName = new Map(before.map((one) => [one.name, one]));
  return now.flatMap((one) => {
    const then = byName.get(one.name);
    return then?.n === one.n ? [[one, then] as const] : [];
  });
}

function meanCell(mean: Mean | null): string {
  if (mean === null) return "–";
  return mean.standardError === null ? percent(mean.mean) : `${percent(mean.mean)} ± ${percent(mean.standardError)}`;
}

function percent(value: number | null): string {
  return value === null ? "–" : (100 * value).toFixed(1);
}
