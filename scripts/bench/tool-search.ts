/**
 * What a search among 20,000 tools takes of one core, and what a tool takes of memory.
 *
 *     bun scripts/bench/tool-search.ts DATA_FOLDER
 *
 * The tools are those of the trades in `train/everyday`, over and over under other names, with vectors a little beside their own. Rounds of the
 * whole search, of its ranking alone and of the embedding alone take turns, so that whatever else the machine does is in all three.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LIMITS } from "#core/limits.ts";
import { atOnce } from "#core/steps.ts";
import { ranking } from "#core/tool-search/ranking.ts";
import { type SearchedSet, searchedSet, ToolIndex } from "#core/tool-search/tool-index.ts";
import { ONNX_RUNTIME, SENTENCE_EMBEDDER_PATH } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { SENTENCE_DIMENSIONS, SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { RoughTable } from "#storage/embedded/rough-table.ts";
import { readEveryday } from "../eval/everyday-data.ts";
import { randomFrom } from "../eval/statistics.ts";

const ROUNDS = 60;
const WARMING_ROUNDS = 10;
const NOISE = 0.02;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Wall and CPU milliseconds of the process. */
function timed(work: () => void): { readonly wallMs: number; readonly cpuMs: number } {
  const [before, startedMs] = [process.cpuUsage(), performance.now()];
  work();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1_000 };
}

const [data] = process.argv.slice(2);
if (!data) throw new Error("usage: bun scripts/bench/tool-search.ts DATA_FOLDER");
const folder = mkdtempSync(join(tmpdir(), "dragoman-bench-"));
const reading = await openWordReading();
const runtime = openOnnxRuntime(ONNX_RUNTIME, folder);
const sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), reading.tokenizer);
const trades = readEveryday(join(data, "train", "everyday"));
const random = randomFrom(7);
const index = new ToolIndex(new RoughTable(SENTENCE_DIMENSIONS));
const [heapBefore] = [process.memoryUsage().rss];
const sets: SearchedSet[] = [];
const known = new Map<string, Float32Array>();
let indexingMs = 0;
for (let copy = 0; index.tools < LIMITS.searchedToolsMax; copy += 1) {
  for (const { name, tools } of trades) {
    const some = tools.slice(0, LIMITS.searchedToolsMax - index.tools);
    if (some.length === 0) break;
    const renamed = some.map((tool) => ({ ...tool, name: `${tool.name}_${copy}` }));
    const startedMs = performance.now();
    const { set, texts } = atOnce(searchedSet(`${name}-v${copy}`, 1, renamed));
    index.add(set, texts);
    indexingMs += performance.now() - startedMs;
    sets.push(set);
    for (const [at, text] of index.take(texts.length).entries()) {
      const key = `${name} ${at}`;
      const own = known.get(key) ?? sentences.embed(text.text);
      known.set(key, own);
      index.put(
        text,
        own.map((value) => value + NOISE * (random() - 0.5)),
      );
    }
  }
}
const queries = trades.flatMap(({ cases }) => cases.slice(0, 1).map(({ query }) => query));
const rank = (query: string, vector: Float32Array) => atOnce(ranking(query, sets, index.similarities(vector), 10));
const PARTS = ["whole", "embedding", "similarities", "ranking"] as const;
const none = () => ({ whole: [], embedding: [], similarities: [], ranking: [] });
const takes: Record<(typeof PARTS)[number], number[]> = none();
const walls: Record<(typeof PARTS)[number], number[]> = none();
for (let round = 0; round < ROUNDS + WARMING_ROUNDS; round += 1) {
  const query = queries[round % queries.length] ?? "";
  const vector = sentences.embed(query);
  const similarities = index.similarities(vector);
  const works = {
    whole: () => rank(query, sentences.embed(query)),
    embedding: () => sentences.embed(query),
    similarities: () => index.similarities(vector),
    ranking: () => atOnce(ranking(query, sets, similarities, 10)),
  };
  for (const name of PARTS) {
    const { cpuMs, wallMs } = timed(() => void works[name]());
    if (round < WARMING_ROUNDS) continue;
    takes[name].push(cpuMs);
    walls[name].push(wallMs);
  }
}
console.log(`${index.tools} tools in ${sets.length} sets, ${ROUNDS} rounds, medians`);
for (const name of PARTS)
  console.log(`${name}: ${median(takes[name]).toFixed(2)} ms of CPU, ${median(walls[name]).toFixed(2)} ms`);
console.log(`a tool is indexed in ${((1_000 * indexingMs) / index.tools).toFixed(0)} µs, without its vector`);
console.log(
  `a tool takes ${Math.round(index.bytes / index.tools)} bytes; the process grew by ${Math.round((process.memoryUsage().rss - heapBefore) / 2 ** 20)} MiB`,
);
rmSync(folder, { recursive: true, force: true });
