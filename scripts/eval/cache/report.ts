/** The figures of the cache, beside their bars and beside a plain cosine cache: for people and for programs. */
import {
  hitsOf,
  type ProbeTallies,
  rightShareOf,
  type StreamTally,
  type Tally,
  wrongShareOf,
  wrongUpperOf,
} from "./score.ts";

export interface CosineFigures {
  readonly threshold: number;
  readonly probes: ProbeTallies;
  readonly stream: StreamTally;
  readonly pairs: Tally;
}

/** GPTCache's pairs under one error bound. */
export interface PairsFigure {
  readonly errorBound: number;
  readonly tally: Tally;
}

export interface HitLatency {
  readonly source: string;
  readonly n: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface CacheReport {
  readonly measuredAt: string;
  readonly binary: string;
  readonly cores: number;
  readonly tookSeconds: number;
  readonly seed: number;
  /** The share of wrong hits that the owner tolerates; the figures below are of this one. */
  readonly errorBound: number;
  readonly sizes: {
    readonly seeds: number;
    readonly seedsMissed: number;
    readonly probes: number;
    readonly stream: number;
  };
  readonly probes: ProbeTallies;
  readonly stream: StreamTally;
  readonly streamSources: Readonly<Record<string, Tally>>;
  /** Under the bound above first; none where the data has no pairs. */
  readonly pairs: readonly PairsFigure[];
  /** The probes under each bound, the one above first. */
  readonly curve: readonly { readonly errorBound: number; readonly all: Tally; readonly reword: Tally }[];
  readonly cosine: readonly CosineFigures[];
  readonly latency: readonly HitLatency[];
}

/** GPTCache's own on all its 999 pairs with the same embedder: its similarity, right, wrong. */
export const GPTCACHE = [
  { similarity: 0.95, right: 710, wrong: 44 },
  { similarity: 0.9, right: 886, wrong: 73 },
  { similarity: 0.8, right: 913, wrong: 83 },
] as const;
const GPTCACHE_PAIRS = 999;
/** Of the hits: as many may be wrong where pairs are compared. */
const PAIRS_WRONG_MAX = 0.01;

export interface BarLine {
  readonly what: string;
  readonly n: number;
  /** 0–1, or a count; null where nothing was measured. */
  readonly value: number | null;
  readonly bar: number;
  readonly kind: "at least" | "at most";
  readonly unit: "count" | "share";
}

export function reaches({ value, bar, kind }: BarLine): boolean {
  if (value === null) return false;
  return kind === "at least" ? value >= bar : value <= bar;
}

/** What the figures have to reach on data that nobody looked at. */
export function barLines({
  probes,
  stream,
  pairs,
}: Pick<CacheReport, "pairs" | "probes" | "stream">): readonly BarLine[] {
  const { all, reword, unseenWordings, swap, kinds } = probes;
  const atLeast = (what: string, { n }: Tally, value: number | null, bar: number): BarLine => {
    return { what, n, value, bar, kind: "at least", unit: "share" };
  };
  const atMost = (what: string, n: number, value: number | null, bar: number): BarLine => {
    return { what, n, value, bar, kind: "at most", unit: "share" };
  };
  const ofKinds = ["swap negation", "other antonym", "swap role", "swap retype"].map((kind) => {
    const tally = kinds[kind] ?? { n: 0, right: 0, wrong: 0 };
    return atMost(`${kind}: wrong`, tally.n, tally.n === 0 ? null : tally.wrong / tally.n, 0.005);
  });
  return [
    atMost("wrong calls of all hits", hitsOf(all), wrongShareOf(all), 0.003),
    atMost("their 95 % upper bound", hitsOf(all), wrongUpperOf(all), 0.005),
    atLeast("re-wordings hit", reword, rightShareOf(reword), 0.92),
    atLeast("unseen wordings hit", unseenWordings, rightShareOf(unseenWordings), 0.8),
    atLeast("swaps answered right", swap, rightShareOf(swap), 0.6),
    atMost("wrong of the swaps' hits", hitsOf(swap), wrongShareOf(swap), 0.005),
    ...ofKinds,
    atLeast("stream: right, of the ideal", stream, stream.repeated === 0 ? null : stream.right / stream.repeated, 0.93),
    atMost("stream: wrong", stream.n, stream.n === 0 ? null : stream.wrong / stream.n, 0.001),
    pairsLine(pairs),
  ];
}

function pairsLine(pairs: readonly PairsFigure[]): BarLine {
  const kept = pairs.filter(({ tally }) => (wrongShareOf(tally) ?? 0) <= PAIRS_WRONG_MAX);
  const best = kept.toSorted((one, other) => other.tally.right - one.tally.right)[0];
  const bound = best ? `, error bound ${percent(best.errorBound)} %` : "";
  return {
    what: `GPTCache's pairs: right where at most 1 % are wrong${bound}`,
    n: pairs[0]?.tally.n ?? 0,
    value: best?.tally.right ?? null,
    bar: 904,
    kind: "at least",
    unit: "count",
  };
}

export function cacheMarkdown(report: CacheReport): string {
  const { measuredAt, binary, cores, tookSeconds, seed, errorBound, sizes } = report;
  const minutes = (tookSeconds / 60).toFixed(0);
  const lines = [
    `Measured ${measuredAt.slice(0, 10)} with ${binary}, ${cores} cores, in ${minutes} minutes; seed ${seed}, error bound ${percent(errorBound)} %.`,
    `${sizes.seeds} seeds (${sizes.seedsMissed} answered otherwise than the oracle said), ${sizes.probes} probes, a stream of ${sizes.stream}. All figures in %.`,
    "",
    "| measure | n | figure | bar |  |",
    "| --- | --- | --- | --- | --- |",
    ...barLines(report).map(barRow),
    "",
    ...besideCosine(report),
    "",
    ...table("probes", report.probes.kinds),
    "",
    ...table("re-wordings by wording", { seen: report.probes.seenWordings, unseen: report.probes.unseenWordings }),
    "",
    ...table("re-wordings by noise", report.probes.noise),
    "",
    ...table("hits by source", report.probes.sources),
    "",
    ...table("stream: hits by source", report.streamSources),
    "",
    ...pairsTable(report),
    "",
    ...latencyTable(report.latency),
  ];
  return `${lines.join("\n")}\n`;
}

function barRow(line: BarLine): string {
  const shown = (value: number) => (line.unit === "count" ? String(value) : percent(value));
  const figure = line.value === null ? "–" : shown(line.value);
  const sign = line.kind === "at least" ? "≥" : "≤";
  return row([line.what, line.n, figure, `${sign} ${shown(line.bar)}`, reaches(line) ? "reached" : "not reached"]);
}

function besideCosine({ probes, stream, curve, cosine }: CacheReport): readonly string[] {
  const own = curve.map(({ errorBound, all, reword }, index) => {
    const only = index === 0;
    return designRow(
      `ours, bound ${percent(errorBound)} %`,
      all,
      reword,
      only ? probes.swap : null,
      only ? stream : null,
    );
  });
  const plain = cosine.map(({ threshold, probes, stream }) =>
    designRow(`cosine ≥ ${threshold.toFixed(2)}`, probes.all, probes.reword, probes.swap, stream),
  );
  const titles = [
    "design",
    "re-wordings hit",
    "wrong of all hits (95 % bound)",
    "swaps right",
    "wrong of swap hits",
    "stream right",
    "stream wrong",
  ];
  return [row(titles), row(titles.map(() => "---")), ...own, ...plain];
}

function designRow(name: string, all: Tally, reword: Tally, swap: Tally | null, stream: StreamTally | null): string {
  const of = (part: number, whole: number) => (whole === 0 ? "–" : percent(part / whole));
  return row([
    name,
    of(reword.right, reword.n),
    `${of(all.wrong, hitsOf(all))} (${percent(wrongUpperOf(all))})`,
    swap === null ? "" : of(swap.right, swap.n),
    swap === null ? "" : of(swap.wrong, hitsOf(swap)),
    stream === null ? "" : `${of(stream.right, stream.n)} of ${of(stream.repeated, stream.n)}`,
    stream === null ? "" : of(stream.wrong, stream.n),
  ]);
}

function table(title: string, tallies: Readonly<Record<string, Tally>>): readonly string[] {
  const rows = Object.entries(tallies).map(([name, tally]) => {
    const { n, right, wrong } = tally;
    const share = (part: number) => (n === 0 ? "–" : percent(part / n));
    const bound = hitsOf(tally) === 0 ? "–" : percent(wrongUpperOf(tally));
    return row([name, n, share(right), wrong, share(wrong), bound]);
  });
  const titles = [title, "n", "right", "wrong, count", "wrong", "wrong of hits, 95 % bound"];
  return [row(titles), row(titles.map(() => "---")), ...rows];
}

function pairsTable({ pairs, cosine }: CacheReport): readonly string[] {
  const ours = pairs.map(({ errorBound, tally }) =>
    row([`ours, error bound ${percent(errorBound)} %`, tally.right, tally.wrong, tally.n - hitsOf(tally)]),
  );
  const peers = GPTCACHE.map(({ similarity, right, wrong }) =>
    row([`GPTCache ${similarity.toFixed(2)}`, right, wrong, GPTCACHE_PAIRS - right - wrong]),
  );
  const plain = cosine.map(({ threshold, pairs: tally }) =>
    row([`cosine ≥ ${threshold.toFixed(2)}`, tally.right, tally.wrong, tally.n - hitsOf(tally)]),
  );
  const titles = [`GPTCache's ${pairs[0]?.tally.n ?? 0} pairs`, "right", "wrong", "missed"];
  return [row(titles), row(titles.map(() => "---")), ...ours, ...peers, ...plain];
}

function latencyTable(latency: readonly HitLatency[]): readonly string[] {
  const rows = latency.map(({ source, n, p50Ms, p95Ms }) => row([source, n, p50Ms.toFixed(1), p95Ms.toFixed(1)]));
  const titles = ["time of a request, as the client sees it", "n", "p50 ms", "p95 ms"];
  return [row(titles), row(titles.map(() => "---")), ...rows];
}

function row(cells: readonly (number | string)[]): string {
  return `| ${cells.join(" | ")} |`;
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
}
