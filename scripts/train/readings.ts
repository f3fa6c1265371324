/**
 * What the product's own decoder makes of queries with given weights: one line a query, with the best tools by words and
 * meaning, what was read of each, and whether the call would be right. evaluate.py works on these lines.
 *
 *     bun scripts/train/readings.ts MODEL.onnx OUT.jsonl bfcl FOLDER
 *     bun scripts/train/readings.ts MODEL.onnx OUT.jsonl snips FOLDER
 *     bun scripts/train/readings.ts MODEL.onnx OUT.jsonl held HELD.jsonl TOOLS.jsonl
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ONNX_RUNTIME, SENTENCE_EMBEDDER_PATH, TOKENIZER_PATH } from "#models/embedded/assets.ts";
import { bm25, coverage } from "#models/embedded/bm25.ts";
import { JointModel, type JointReading } from "#models/embedded/joint-model.ts";
import { openOnnxRuntime } from "#models/embedded/native-runtime.ts";
import { assembled } from "#models/embedded/parameter-value.ts";
import { valuesFrom } from "#models/embedded/parameter-values.ts";
import { SentenceModel } from "#models/embedded/sentence-model.ts";
import { ToolSimilarity } from "#models/embedded/tool-similarity.ts";
import { WordPiece } from "#models/embedded/wordpiece.ts";
import { linesOf } from "../eval/data-sets.ts";
import { heldQueries, type Query } from "./held-queries.ts";
import { bfclQueries, snipsQueries } from "./measured-queries.ts";

/** Tools that are read for each query: more than the product reads, to try other ways of choosing. */
const READ_MAX = 3;
const SIMILARITY_WEIGHT = 10;
const NOW = new Date("2026-06-01T12:00:00Z");

interface Models {
  readonly joint: JointModel;
  readonly similarity: ToolSimilarity;
}

async function openModels(path: string): Promise<Models> {
  const runtime = openOnnxRuntime(ONNX_RUNTIME, mkdtempSync(join(tmpdir(), "readings-")));
  const tokenizer = new WordPiece(await Bun.file(TOKENIZER_PATH).json());
  const sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), tokenizer);
  const similarity = new ToolSimilarity((text) => sentences.embed(text));
  return { joint: new JointModel(await runtime.open(path), tokenizer), similarity };
}

function statedOfRequired({ parameters }: JointReading): number {
  const required = parameters.filter(({ parameter }) => parameter.isRequired);
  return required.length === 0 ? 1 : required.reduce((sum, { stated }) => sum + stated, 0) / required.length;
}

/** What is known of one query, as a line. */
function lineOf(query: Query, { joint, similarity }: Models): string {
  const words = query.tools.length > 1 ? bm25(query.text, query.tools) : [0];
  const near = similarity.of(query.text, query.tools);
  const score = (index: number) => (words[index] ?? 0) + SIMILARITY_WEIGHT * (near[index] ?? 0);
  const best = [...query.tools.keys()].sort((a, b) => score(b) - score(a)).slice(0, READ_MAX);
  const candidates = best.flatMap((index) => {
    const tool = query.tools[index];
    if (!tool) return [];
    const reading = joint.read(query.text, tool);
    const isGold = tool.name === query.gold;
    const parameters = isGold && query.isRight ? assembled(valuesFrom(query.text, reading, NOW)) : {};
    return {
      isGold,
      isRight: isGold && query.isRight ? query.isRight(index, parameters) : null,
      slots: isGold && query.countSlots ? query.countSlots(parameters) : null,
      words: words[index] ?? 0,
      similarity: near[index] ?? 0,
      relevance: reading.relevance,
      coverage: coverage(query.text, tool),
      required: statedOfRequired(reading),
    };
  });
  const { part, text, gold, tools } = query;
  const slotsWanted = query.countSlots?.({}).missed ?? null;
  return JSON.stringify({ part, text, gold, tools: tools.length, slotsWanted, candidates });
}

function queriesOf(kind: string, first: string, second: string): readonly Query[] {
  if (kind === "bfcl") return bfclQueries(first);
  return kind === "snips" ? snipsQueries(first) : heldQueries(linesOf(first), linesOf(second));
}

async function main([model = "", out = "", kind = "", first = "", second = ""]: readonly string[]): Promise<void> {
  const models = await openModels(model);
  const queries = queriesOf(kind, first, second);
  writeFileSync(out, `${queries.map((query) => lineOf(query, models)).join("\n")}\n`);
}

if (import.meta.main) await main(process.argv.slice(2));
