/**
 * What a search among 20,000 tools takes of one core, and what a tool takes of memory.
 *
 *     bun scripts/bench/tool-search.ts DATA_FOLDER
 *
 * The tools are those of the trades in `train/everyday`, over and over under other names, with vectors a little beside their own; first
 * without examples, then with three each, as many as are compared by meaning. Rounds of the whole search and of each of its parts take
 * turns, so that whatever else the machine does is in all of them. Of the CPU time the tenth percentile is given, too: busy neighbours
 * make everything take longer.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "#core/examination/statistics.ts";
import { LIMITS } from "#core/limits.ts";
import { atOnce } from "#core/steps.ts";
import { doubtfulWords, spelledAsTools } from "#core/tool-search/query-spelling.ts";
import { ranking } from "#core/tool-search/ranking.ts";
import { type SearchedSet, searchedSet, ToolIndex } from "#core/tool-search/tool-index.ts";
import type { Tool } from "#core/toolset.ts";
import { besideEachOther } from "#models/embedded/labels/label-embedder.ts";
import {
  LABEL_EMBEDDER_PATH,
  ONNX_RUNTIME,
  SENTENCE_EMBEDDER_PATH,
  TOOL_SEARCH_MAPS_PATH,
} from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { SENTENCE_DIMENSIONS, SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { type SearchedText, searchMaps } from "#models/embedded/tool-search/search-map.ts";
import { RoughTable } from "#storage/embedded/rough-table.ts";
import { readEveryday } from "../eval/everyday-data.ts";
import { randomFrom } from "../eval/statistics.ts";

const ROUNDS = 60;
const WARMING_ROUNDS = 10;
const NOISE = 0.02;
const EXAMPLES_EACH = [0, 3];
/** `slips`: where the query has words that are none, which most have not; it comes on top of the whole. */
const PARTS = ["whole", "embedding", "similarities", "ranking", "slips"] as const;

type Embed = (text: string, kind: SearchedText) => Float32Array;
type Trade = ReturnType<typeof readEveryday>[number];

/** Wall and CPU milliseconds of the process. */
function timed(work: () => void): { readonly wallMs: number; readonly cpuMs: number } {
  const [before, startedMs] = [process.cpuUsage(), performance.now()];
  work();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1_000 };
}

/** Of a trade, under names that no other copy of it has. */
function copied({ tools, cases }: Trade, copy: number, examplesEach: number): readonly Tool[] {
  const queryAt = (at: number) => cases[at % cases.length]?.query ?? "";
  return tools.map((tool, at) => ({
    ...tool,
    name: `${tool.name}_${copy}`,
    examples: Array.from({ length: examplesEach }, (_, example) => queryAt(at * examplesEach + example)),
  }));
}

/** An index that is full, and its sets. */
function filled(trades: readonly Trade[], embed: Embed, examplesEach: number) {
  const random = randomFrom(7);
  const index = new ToolIndex(new RoughTable(SENTENCE_DIMENSIONS));
  const sets: SearchedSet[] = [];
  const known = new Map<string, Float32Array>();
  let indexingMs = 0;
  for (let copy = 0; index.tools < LIMITS.searchedToolsMax; copy += 1) {
    for (const trade of trades) {
      const tools = copied(trade, copy, examplesEach).slice(0, LIMITS.searchedToolsMax - index.tools);
      if (tools.length === 0) break;
      const startedMs = performance.now();
      const { set, texts } = atOnce(searchedSet(`${trade.name}-v${copy}`, 1, tools));
      index.add(set, texts);
      indexingMs += performance.now() - startedMs;
      sets.push(set);
      for (const [at, text] of index.take(texts.length).entries()) {
        const key = `${trade.name} ${at}`;
        const own = known.get(key) ?? embed(text.text, text.place.example === null ? "tool" : "request");
        known.set(key, own);
        index.put(
          text,
          own.map((value) => value + NOISE * (random() - 0.5)),
        );
      }
    }
  }
  return { index, sets, indexingMs };
}

function measure(trades: readonly Trade[], embed: Embed, examplesEach: number): void {
  const { index, sets, indexingMs } = filled(trades, embed, examplesEach);
  const queries = trades.flatMap(({ cases }) => cases.slice(0, 1).map(({ query }) => query));
  const slips = trades.flatMap(({ cases }) =>
    cases.flatMap(({ kind, query }) =>
      kind === "typo" && doubtfulWords(query, isCommonWord).length > 0 ? [query] : [],
    ),
  );
  const takes = new Map(PARTS.map((part) => [part, { cpuMs: [] as number[], wallMs: [] as number[] }]));
  for (let round = 0; round < ROUNDS + WARMING_ROUNDS; round += 1) {
    const query = queries[round % queries.length] ?? "";
    const misspelt = slips[round % slips.length] ?? "";
    const vector = embed(query, "request");
    const similarities = index.similarities(vector);
    const works = {
      whole: () => atOnce(ranking({ query, sets, similarities: index.similarities(embed(query, "request")) }, 10)),
      embedding: () => embed(query, "request"),
      similarities: () => index.similarities(vector),
      ranking: () => atOnce(ranking({ query, sets, similarities }, 10)),
      slips: () => atOnce(spelledAsTools(misspelt, doubtfulWords(misspelt, isCommonWord), sets)),
    };
    for (const [part, { cpuMs, wallMs }] of takes) {
      const took = timed(() => void works[part]());
      if (round < WARMING_ROUNDS) continue;
      cpuMs.push(took.cpuMs);
      wallMs.push(took.wallMs);
    }
  }
  console.log(`${index.tools} tools with ${examplesEach} examples each, in ${sets.length} sets, ${ROUNDS} rounds:`);
  for (const [part, { cpuMs, wallMs }] of takes) {
    const [p10, p50, wallP50] = [percentile(cpuMs, 10), percentile(cpuMs, 50), percentile(wallMs, 50)];
    const told = [p10, p50, wallP50].map((ms) => (ms ?? Number.NaN).toFixed(2));
    console.log(
      `  ${part.padEnd(12)} ${told[1]} ms of CPU in the median, ${told[0]} in the best tenth; ${told[2]} ms of time`,
    );
  }
  console.log(`  a tool is taken apart in ${((1_000 * indexingMs) / index.tools).toFixed(0)} µs, without its vectors`);
  console.log(`  a tool takes ${Math.round(index.bytes / index.tools)} bytes`);
}

const [data] = process.argv.slice(2);
if (!data) throw new Error("usage: bun scripts/bench/tool-search.ts DATA_FOLDER");
const folder = mkdtempSync(join(tmpdir(), "dragoman-bench-"));
try {
  const reading = await openWordReading();
  const runtime = openOnnxRuntime(ONNX_RUNTIME, folder);
  const sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), reading.tokenizer);
  const labels = new SentenceModel(await runtime.open(LABEL_EMBEDDER_PATH), reading.tokenizer);
  const maps = searchMaps(await Bun.file(TOOL_SEARCH_MAPS_PATH).arrayBuffer());
  const embed: Embed = (text, kind) => maps[kind].mapped(besideEachOther(labels.embed(text), sentences.embed(text)));
  const trades = readEveryday(join(data, "train", "everyday"));
  for (const examplesEach of EXAMPLES_EACH) measure(trades, embed, examplesEach);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
