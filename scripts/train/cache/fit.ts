/**
 * Fits the weights of the semantic cache and counts its errors on development data; writes weights.ts and
 * shipped-prior.ts in src/core/semantic-cache/trust.
 *
 *     bun scripts/train/cache/fit.ts --vectors FOLDER --data FOLDER SLOT_SWAP_FOLDER…
 *
 * `--vectors`: where vectors of sentences are kept between runs. `--data`: banking77.jsonl, clinc150.jsonl and
 * gptcache_mock_pairs.json. Each slot-swap folder: tools.json, seed.jsonl and probe.jsonl, see
 * slot-swap-folders.ts.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Path } from "#core/semantic-cache/knowledge.ts";
import type { Prior } from "#core/semantic-cache/trust/bound.ts";
import { scoreOf, type Weights } from "#core/semantic-cache/trust/score.ts";
import { isCommonWord } from "#models/embedded/vocabulary.ts";
import { type CallQuery, callQueries } from "./call-queries.ts";
import { type LabelQuery, labelQueries, pairQueries } from "./label-queries.ts";
import { fitLogistic, type Row } from "./logistic.ts";
import { SentenceVectors } from "./sentence-vectors.ts";

/** Where stretches of scores begin: narrow where the choice is. */
const EDGES = [
  0, 0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.965, 0.98, 0.985, 0.99, 0.9925, 0.995, 0.998, 0.999, 0.9995,
] as const;
/** Of the squared weights of standardised features. */
const PENALTY = 3;
const OUT = join(import.meta.dir, "../../../src/core/semantic-cache/trust");

type WeightsByPath = Readonly<Record<Path, Weights>>;

interface Data {
  readonly calls: readonly CallQuery[];
  readonly labels: readonly LabelQuery[];
}

function fitted({ calls, labels }: Data): WeightsByPath {
  const candidates = calls.flatMap((query) => query.candidates).filter(({ isSameWords }) => !isSameWords);
  const of = (path: Path) => candidates.filter((candidate) => candidate.path === path);
  return {
    template: weightsFrom(of("template")),
    rewording: weightsFrom(of("rewording")),
    label: weightsFrom(labels.flatMap((query) => query.candidates)),
  };
}

function weightsFrom(rows: readonly Row[]): Weights {
  const names = [...new Set(rows.flatMap(({ features }) => Object.keys(features)))].sort();
  return fitLogistic(rows, names, PENALTY);
}

/** What the best candidate of each query turns out to be, by weights that were fitted on other queries. */
async function priorOf(data: Data, byFold: readonly WeightsByPath[]): Promise<Prior> {
  const counts = new Map<string, { path: Path; bin: number; observed: number; wrong: number }>();
  const count = (path: Path, score: number, isRight: boolean) => {
    const bin = EDGES.findLastIndex((edge) => score >= edge);
    const known = counts.get(`${path} ${bin}`) ?? { path, bin, observed: 0, wrong: 0 };
    known.observed += 1;
    known.wrong += Number(!isRight);
    counts.set(`${path} ${bin}`, known);
  };
  for (const query of data.calls) {
    const best = bestOf(query.candidates, (one) =>
      one.isSameWords ? 1 : scoreOf(one.features, (byFold[query.fold] as WeightsByPath)[one.path]),
    );
    if (best && (await query.looksRight(best.candidate, best.score)))
      count(best.candidate.path, best.score, best.candidate.isRight);
  }
  for (const query of data.labels) {
    const best = bestOf(query.candidates, (one) => scoreOf(one.features, (byFold[query.fold] as WeightsByPath).label));
    if (best) count("label", best.score, best.candidate.isRight);
  }
  const sorted = [...counts.values()].sort((one, other) => one.path.localeCompare(other.path) || one.bin - other.bin);
  return { edges: EDGES, counts: sorted };
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
  return `/** Written by scripts/train/cache/fit.ts: what the scores are made of. */
import type { Path } from "../knowledge.ts";
import type { Weights } from "./score.ts";

export const WEIGHTS: Readonly<Record<Path, Weights>> = ${rounded};
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
  const { values, positionals } = parseArgs({
    options: { vectors: { type: "string" }, data: { type: "string" } },
    allowPositionals: true,
  });
  if (!values.vectors || !values.data || positionals.length === 0) throw new Error("see the head of this script");
  const vectors = new SentenceVectors(values.vectors);
  const calls: CallQuery[] = [];
  for (const folder of positionals) calls.push(...(await callQueries(folder, vectors, isCommonWord)));
  const labelled = await labelQueries(values.data, vectors, isCommonWord);
  const labels = [...labelled, ...(await pairQueries(values.data, vectors, isCommonWord))];
  const data = { calls, labels };
  const without = (fold: number): Data => ({
    calls: calls.filter((query) => query.fold !== fold),
    labels: labels.filter((query) => query.fold !== fold),
  });
  const prior = await priorOf(data, [fitted(without(0)), fitted(without(1))]);
  writeFileSync(join(OUT, "weights.ts"), weightsSource(fitted(data)));
  writeFileSync(join(OUT, "shipped-prior.ts"), priorSource(prior));
  for (const { path, bin, observed, wrong } of prior.counts) console.log(path, EDGES[bin], `${wrong}/${observed}`);
}

if (import.meta.main) await main();
