/**
 * What a search among nearest neighbours costs and finds: comparing with every vector beside the graph, size by size; then
 * memory, saving, loading and turnover at the largest size. `bun scripts/bench/neighbours.ts [VECTORS] [FILE]`: FILE holds
 * vectors of 384 32-bit floats (sentences, say); beyond those, and without it, vectors are made up. Times are CPU times
 * where nothing else is said: on a busy machine nothing else can be compared.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "#core/examination/statistics.ts";
import type { NeighbourIndex } from "#core/ports/neighbours.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { HnswIndex } from "#storage/embedded/hnsw-index.ts";
import { loadHnswLibrary } from "#storage/embedded/hnsw-library.ts";
import { SavedGraphs } from "#storage/embedded/saved-graphs.ts";

const DIMENSIONS = 384;
const COUNT = 12;
const QUERIES = 200;
const SIZES = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 300_000, 1_000_000];
const TURNOVER_MAX = 60_000;
/** As in sentence embeddings, a few directions hold most of the differences; evenly spread vectors are no one's text. */
const FALL_OF_SPREAD = 0.7;
/** Far below the product's limit, so that the graph can be seen where the product has none yet. */
const EXACT_MAX = 500;

const [vectorsText = "100000", file] = process.argv.slice(2);
const vectorsMax = Number(vectorsText);
const sentences = file === undefined ? new Float32Array() : new Float32Array(readFileSync(file).buffer);
const sentencesCount = Math.max(0, Math.floor(sentences.length / DIMENSIONS) - QUERIES);

let state = 1;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return (state + 0.5) / 2 ** 32;
}

const spread = Float32Array.from({ length: DIMENSIONS }, (_, place) => (place + 1) ** -FALL_OF_SPREAD);
const sentence = (number: number) => sentences.subarray(number * DIMENSIONS, (number + 1) * DIMENSIONS);
const anySentence = () => sentence(Math.floor(random() * sentencesCount));

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

/** A sentence while there are any; then one that was moved as two others differ; without any, made up. */
function vectorOf(number: number): Float32Array {
  if (number < sentencesCount) return sentence(number);
  if (sentencesCount === 0) {
    return unit(spread.map((size) => size * Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())));
  }
  const [one, other, share] = [anySentence(), anySentence(), 0.2 + 0.3 * random()];
  return unit(anySentence().map((value, place) => value + share * ((one[place] ?? 0) - (other[place] ?? 0))));
}

const queryOf = (number: number) =>
  sentencesCount === 0 ? vectorOf(number) : sentence(sentencesCount + (number % QUERIES));

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Searches {
  readonly msMedian: number | null;
  readonly msP95: number | null;
  readonly found: readonly ReadonlySet<number>[];
}

function search(index: NeighbourIndex, queries: readonly Float32Array[]): Searches {
  const tookMs: number[] = [];
  const found = queries.map((query) => {
    const startedCpuMs = cpuMs();
    const nearest = index.nearest(query, COUNT);
    tookMs.push(cpuMs() - startedCpuMs);
    return new Set(nearest.map(({ id }) => id));
  });
  return { msMedian: percentile(tookMs, 50), msP95: percentile(tookMs, 95), found };
}

function compare(exact: NeighbourIndex, graph: NeighbourIndex): void {
  const queries = Array.from({ length: QUERIES }, (_, number) => queryOf(number));
  search(exact, queries.slice(0, 20));
  const truth = search(exact, queries);
  const seen = search(graph, queries);
  const hits = seen.found.reduce(
    (sum, found, query) => sum + [...found].filter((id) => truth.found[query]?.has(id)).length,
    0,
  );
  console.log(
    [
      `${exact.size} vectors: exact ${truth.msMedian?.toFixed(3)} ms (p95 ${truth.msP95?.toFixed(2)})`,
      `graph ${seen.msMedian?.toFixed(3)} ms (p95 ${seen.msP95?.toFixed(2)})`,
      `${(hits / QUERIES / COUNT).toFixed(4)} of the ${COUNT} nearest found`,
    ].join(", "),
  );
}

/** How long the work took, and the longest that others waited for their turn: on a busy machine also for other processes. */
async function watched<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  let longestMs = 0;
  let isDone = false;
  const startedAt = performance.now();
  const startedCpuMs = cpuMs();
  const watching = (async () => {
    while (!isDone) {
      const turnAt = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 1));
      longestMs = Math.max(longestMs, performance.now() - turnAt);
    }
  })();
  const result = await work();
  const tookMs = performance.now() - startedAt;
  isDone = true;
  await watching;
  const took = `${tookMs.toFixed(0)} ms, ${(cpuMs() - startedCpuMs).toFixed(0)} ms CPU`;
  console.log(`${name}: ${took}, longest pause ${longestMs.toFixed(1)} ms`);
  return result;
}

/** Changes one after the other; says what they cost, and the longest. */
function change(name: string, count: number, work: (number: number) => void): void {
  const tookMs: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const startedCpuMs = cpuMs();
    work(number);
    tookMs.push(cpuMs() - startedCpuMs);
  }
  const mean = tookMs.reduce((sum, value) => sum + value, 0) / count;
  const [p99, longest] = [percentile(tookMs, 99), tookMs.reduce((one, other) => Math.max(one, other), 0)];
  console.log(`${name}: ${mean.toFixed(3)} ms CPU each, p99 ${p99?.toFixed(2)}, longest ${longest.toFixed(1)} ms`);
}

const home = mkdtempSync(join(tmpdir(), "dragoman-neighbours-"));
try {
  const library = loadHnswLibrary(join(home, "runtime"));
  if (!library) throw new Error("the native library is not there: nothing to compare");
  const exact = new ExactIndex(DIMENSIONS);
  const graph = new HnswIndex(library, DIMENSIONS, null, EXACT_MAX);
  const emptyBytes = process.memoryUsage.rss();
  for (const size of SIZES.filter((size) => size <= vectorsMax)) {
    const first = exact.size;
    const vectors = (number: number) => vectorOf(first + number);
    change(`adding up to ${size}`, size - first, (number) => {
      const vector = vectors(number);
      graph.add(first + number, vector);
      exact.add(first + number, vector);
    });
    compare(exact, graph);
  }
  const residentBytes = process.memoryUsage.rss() - emptyBytes - exact.bytes;
  const perVector = (bytes: number) => `${(bytes / graph.size).toFixed(0)} bytes a vector`;
  console.log(`graph: ${perVector(graph.bytes)} by its own account, ${perVector(residentBytes)} resident`);

  const saved = new SavedGraphs({ library, folder: join(home, "indexes"), log: console.error });
  await watched("nothing, for comparison", () => Bun.sleep(300));
  await watched("saving", () => saved.save("all", graph));
  const loaded = await watched("loading", () => saved.load("all", DIMENSIONS));
  if (loaded?.size !== graph.size) throw new Error("what was saved was not loaded");
  loaded.release();

  const turnover = Math.min(TURNOVER_MAX, Math.ceil(graph.size * 0.6));
  change("replacing the oldest by new ones", turnover, (number) => {
    const vector = vectorOf(vectorsMax + number);
    for (const index of [exact, graph]) {
      index.remove(number);
      index.add(vectorsMax + number, vector);
    }
  });
  compare(exact, graph);
  console.log(`graph: ${perVector(graph.bytes)} by its own account`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
