/**
 * Fits the scores of the semantic cache and counts its errors on development data; writes weights.ts, label-trees.ts and
 * shipped-prior.ts in src/core/semantic-cache/trust.
 *
 *     bun scripts/train/cache/fit.ts --vectors FOLDER --data FOLDER [--only calls | --only nones | --only labels]
 *
 * `--vectors`: where vectors of sentences are kept between runs. `--data`: the files of README.md. `--only`: what was fitted for
 * the others stays.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Path } from "#core/semantic-cache/known-answer.ts";
import type { Prior, PriorCount } from "#core/semantic-cache/trust/bound.ts";
import { scoreOf, type Weights } from "#core/semantic-cache/trust/score.ts";
import { SHIPPED_PRIOR } from "#core/semantic-cache/trust/shipped-prior.ts";
import { standingOf } from "#core/semantic-cache/trust/standing.ts";
import { Forest, type Trees } from "#core/semantic-cache/trust/trees.ts";
import { WEIGHTS } from "#core/semantic-cache/trust/weights.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { slotSwap } from "../../eval/cache/slot-swap.ts";
import { linesOf } from "../../eval/data-sets.ts";
import { fitTrees } from "./boosting.ts";
import { CALL_FOLDS, type CallQuery, callQueries } from "./call-queries.ts";
import { FOLDS, type LabelQuery, labelQueries } from "./label-queries.ts";
import { type Labelled, labelSets } from "./label-texts.ts";
import { fitLogistic, type Row } from "./logistic.ts";
import { labelPartitions, type NoneQuery, noneQueries, type Partition, swapPartition } from "./none-queries.ts";
import { SentenceVectors } from "./sentence-vectors.ts";

/** Of slot-swap. Figures that are reported come from others; 42 and 77 are reported everywhere. */
const SLOT_SWAP_SEEDS = [201, 202, 203, 204, 205, 206, 301, 302, 303, 304, 305, 306] as const;
/** Where stretches of scores begin: narrow where the choice is. */
const EDGES_OF_CALLS = [
  0, 0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.965, 0.98, 0.985, 0.99, 0.9925, 0.995, 0.998, 0.999, 0.9995,
] as const;
/** Scores of labels hardly come over 0.998, and many are a little lower. */
const EDGES_OF_LABELS = [
  0, 0.3, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.825, 0.85, 0.875, 0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.955, 0.96, 0.965,
  0.97, 0.975, 0.98, 0.9825, 0.985, 0.9875, 0.99, 0.9925, 0.995,
] as const;
const EDGES_OF_NONES = [
  0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.96, 0.97, 0.975, 0.98, 0.985, 0.99, 0.9925, 0.995, 0.998,
] as const;
const EDGES: Prior["edges"] = {
  template: EDGES_OF_CALLS,
  rewording: EDGES_OF_CALLS,
  none: EDGES_OF_NONES,
  label: EDGES_OF_LABELS,
};
/** Of the squared weights of standardised features. */
const PENALTY = 3;
const OUT = join(import.meta.dir, "../../../src/core/semantic-cache/trust");

/** What an owner may set. */
const ERROR_BOUNDS = [0.005, 0.01, 0.02, 0.05, 0.1] as const;
/** Of the answered ones of a set: how many could be right at best. */
const WRONG_SHARE_MAX = 0.01;

type WeightsByPath = Readonly<Record<Exclude<Path, "label">, Weights>>;
type CallWeights = Pick<WeightsByPath, "template" | "rewording">;

const PARTS = ["labels", "calls", "nones"] as const;
type Part = (typeof PARTS)[number];
const PATHS_OF: Readonly<Record<Part, readonly Path[]>> = {
  labels: ["label"],
  calls: ["template", "rewording"],
  nones: ["none"],
};

interface Fitted {
  readonly counts: readonly PriorCount[];
  /** Of labels none: their trees are written at once. */
  readonly weights: Partial<WeightsByPath>;
}

function fittedCalls(calls: readonly CallQuery[]): CallWeights {
  const candidates = calls.flatMap((query) => query.candidates).filter(({ isSameWords }) => !isSameWords);
  const of = (path: Path) => candidates.filter((candidate) => candidate.path === path);
  return { template: weightsFrom(of("template")), rewording: weightsFrom(of("rewording")) };
}

function weightsFrom(rows: readonly Row[]): Weights {
  return fitLogistic(rows, namesIn(rows), PENALTY);
}

function fittedLabels(queries: readonly LabelQuery[]): Trees {
  const rows = queries.flatMap(({ candidates }) => candidates);
  return fitTrees(rows, namesIn(rows));
}

function namesIn(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap(({ features }) => Object.keys(features)))].sort();
}

/** The best candidate of a query, judged by weights that were fitted on other queries. */
interface Judged {
  readonly path: Path;
  readonly bin: number;
  readonly isRight: boolean;
}

async function judgedCalls(calls: readonly CallQuery[]): Promise<readonly Judged[]> {
  const byFold = Array.from({ length: CALL_FOLDS }, (_, fold) =>
    fittedCalls(calls.filter((query) => query.fold !== fold)),
  );
  const judged: Judged[] = [];
  for (const query of calls) {
    const best = bestOf(query.candidates, (one) =>
      one.isSameWords ? 1 : scoreOf(one.features, (byFold[query.fold] as CallWeights)[one.path]),
    );
    if (best && (await query.looksRight(best.candidate, best.score)))
      judged.push({
        path: best.candidate.path,
        bin: binOf(best.candidate.path, best.score),
        isRight: best.candidate.isRight,
      });
  }
  return judged;
}

/** By weights that were fitted on the other sets of sentences. */
function judgedNones(queries: readonly NoneQuery[]): readonly (Judged & { readonly set: string })[] {
  const setOf = ({ source }: NoneQuery) => source.slice(0, source.indexOf("/"));
  return [...Map.groupBy(queries, setOf)].flatMap(([set, own]) => {
    const weights = weightsFrom(queries.filter((query) => setOf(query) !== set));
    return own.map(({ features, isRight }) => ({
      set,
      path: "none" as const,
      bin: binOf("none", scoreOf(features, weights)),
      isRight,
    }));
  });
}

interface JudgedLabel extends Judged {
  readonly set: string;
  readonly score: number;
}

function judgedLabels(queries: readonly LabelQuery[]): readonly JudgedLabel[] {
  return Array.from({ length: FOLDS }).flatMap((_, fold) => {
    const forest = new Forest(fittedLabels(queries.filter((query) => query.fold !== fold)));
    return queries
      .filter((query) => query.fold === fold)
      .flatMap(({ set, candidates }) => {
        const best = bestOf(candidates, ({ features }) => forest.scoreOf(features));
        if (!best) return [];
        const { score, candidate } = best;
        return [{ set, score, path: "label" as const, bin: binOf("label", score), isRight: candidate.isRight }];
      });
  });
}

function binOf(path: Path, score: number): number {
  return EDGES[path].findLastIndex((edge) => score >= edge);
}

function countsOf(judged: readonly Judged[]): readonly PriorCount[] {
  const counts = Map.groupBy(judged, ({ path, bin }) => `${path} ${String(bin).padStart(2, "0")}`);
  return [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, some]) => {
      const { path, bin } = some[0] as Judged;
      return { path, bin, observed: some.length, wrong: some.filter(({ isRight }) => !isRight).length };
    });
}

/** What a threshold that knows the answers would reach in each set. */
function bestOfSets(judged: readonly JudgedLabel[]): readonly string[] {
  return [...Map.groupBy(judged, ({ set }) => set)].map(([set, some]) => {
    let [right, wrong, best] = [0, 0, "none"];
    for (const { isRight, score } of [...some].sort((one, other) => other.score - one.score)) {
      if (isRight) right += 1;
      else wrong += 1;
      if (wrong <= WRONG_SHARE_MAX * (right + wrong))
        best = `${right} right, ${wrong} wrong from ${score.toFixed(3)} on`;
    }
    return `${set}, at most ${WRONG_SHARE_MAX} wrong: ${best}; all: ${right} right, ${wrong} wrong`;
  });
}

/** What of each set would be answered by a bound that knows the other sets only. */
function answeredOf(judged: readonly JudgedLabel[], limit: number): readonly string[] {
  return [...new Set(judged.map(({ set }) => set))].map((set) => {
    const others = countsOf(judged.filter((one) => one.set !== set));
    const nothing = { observed: 0, wrong: 0 };
    const stretches = EDGES.label.map((_, bin) => {
      return { before: others.find((count) => count.bin === bin) ?? null, own: nothing, all: nothing };
    });
    const { opensAt } = standingOf(stretches, limit);
    const answered = judged.filter((one) => one.set === set && opensAt !== null && one.bin >= opensAt);
    const wrong = answered.filter(({ isRight }) => !isRight).length;
    const from = opensAt === null ? "never" : EDGES.label[opensAt];
    return `${set}, bound ${limit}: from ${from} on ${answered.length - wrong} right, ${wrong} wrong`;
  });
}

function bestOf<Candidate>(candidates: readonly Candidate[], score: (candidate: Candidate) => number) {
  let best: { readonly candidate: Candidate; readonly score: number } | null = null;
  for (const candidate of candidates) {
    const own = score(candidate);
    if (best === null || own > best.score) best = { candidate, score: own };
  }
  return best;
}

function weightsSource(weights: WeightsByPath): string {
  const rounded = JSON.stringify(weights, (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(6)) : value,
  );
  return `/** Written by scripts/train/cache/fit.ts: what the scores of calls are made of. */
import type { Path } from "../known-answer.ts";
import type { Weights } from "./score.ts";

export const WEIGHTS: Readonly<Record<Exclude<Path, "label">, Weights>> = ${rounded};
`;
}

function treesSource(trees: Trees): string {
  return `/** Written by scripts/train/cache/fit.ts: what the scores of labels are made of. */
import type { Trees } from "./trees.ts";

export const LABEL_TREES: Trees = ${JSON.stringify(trees)};
`;
}

function priorSource(prior: Prior): string {
  return `/** Written by scripts/train/cache/fit.ts. */
import type { Prior } from "./bound.ts";

/**
 * What the development data showed of each path and stretch of scores, by weights that were fitted on other sentences.
 * Without a count a path stays shut until an app has seen enough of its own.
 */
export const SHIPPED_PRIOR: Prior = ${JSON.stringify(prior)};
`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { vectors: { type: "string" }, data: { type: "string" }, only: { type: "string" } },
  });
  const { data, only } = values;
  if (!values.vectors || !data || (only !== undefined && !PARTS.some((part) => part === only)))
    throw new Error("see the head of this script");
  const vectors = new SentenceVectors(values.vectors);
  const fit: Record<Part, typeof fitLabels> = { labels: fitLabels, calls: fitCalls, nones: fitNones };
  const counts: PriorCount[] = [];
  let weights = WEIGHTS;
  for (const part of PARTS) {
    if (only === undefined || only === part) {
      const fitted = await fit[part](data, vectors);
      counts.push(...fitted.counts);
      weights = { ...weights, ...fitted.weights };
    } else counts.push(...SHIPPED_PRIOR.counts.filter(({ path }) => PATHS_OF[part].includes(path)));
  }
  write("weights.ts", weightsSource(weights));
  write("shipped-prior.ts", priorSource({ edges: EDGES, counts }));
  for (const { path, bin, observed, wrong } of counts) console.log(path, EDGES[path][bin], `${wrong}/${observed}`);
}

/** Writes the trees. */
async function fitLabels(data: string, vectors: SentenceVectors): Promise<Fitted> {
  const labels: LabelQuery[] = [];
  for (const set of labelSets(data)) labels.push(...(await labelQueries(set, vectors, isCommonWord)));
  const judged = judgedLabels(labels);
  for (const line of bestOfSets(judged)) console.log(line);
  for (const limit of ERROR_BOUNDS) for (const line of answeredOf(judged, limit)) console.log(line);
  write("label-trees.ts", treesSource(fittedLabels(labels)));
  return { counts: countsOf(judged), weights: {} };
}

async function fitCalls(data: string, vectors: SentenceVectors): Promise<Fitted> {
  const calls: CallQuery[] = [];
  for (const seed of SLOT_SWAP_SEEDS) {
    calls.push(...(await callQueries(slotSwap(data, seed), vectors, isCommonWord)));
    console.log(`slot-swap ${seed}: ${calls.length} queries so far`);
  }
  return { counts: countsOf(await judgedCalls(calls)), weights: fittedCalls(calls) };
}

async function fitNones(data: string, vectors: SentenceVectors): Promise<Fitted> {
  const queries: NoneQuery[] = [];
  for (const partition of nonePartitions(data)) queries.push(...(await noneQueries(partition, vectors, isCommonWord)));
  const judged = judgedNones(queries);
  for (const [set, own] of Map.groupBy(judged, (one) => one.set))
    for (const { bin, observed, wrong } of countsOf(own)) console.log(set, EDGES.none[bin], `${wrong}/${observed}`);
  return { counts: countsOf(judged), weights: { none: weightsFrom(queries) } };
}

function nonePartitions(data: string): readonly Partition[] {
  const lines = (name: string) => linesOf<Labelled>(join(data, `${name}.jsonl`));
  const commands = linesOf<{ readonly text: string; readonly tool: string }>(join(data, "train/hwu64.jsonl"));
  return [
    ...labelPartitions("banking77", lines("banking77")),
    ...labelPartitions("clinc150", lines("clinc150")),
    ...labelPartitions(
      "hwu64",
      commands.map(({ text, tool }) => ({ text, label: tool })),
    ),
    ...SLOT_SWAP_SEEDS.map((seed) => swapPartition(slotSwap(data, seed), seed)),
  ];
}

/** As the house writes it. */
function write(name: string, source: string): void {
  const path = join(OUT, name);
  writeFileSync(path, source);
  Bun.spawnSync(["bunx", "biome", "check", "--write", path], { stdout: "ignore", stderr: "inherit" });
}

if (import.meta.main) await main();
