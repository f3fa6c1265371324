/**
 * Fits what tells the border between requests to two tools from other places where a sentence could be cut, and prints it, with
 * what it finds in the trades that are left out.
 *
 *     bun scripts/train/borders/fit.ts DATA_FOLDER
 *
 * DATA_FOLDER holds train/everyday/. The weights belong into src/models/embedded/requests/request-borders.ts.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGLISH } from "#core/english/english.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import { readSentence } from "#core/semantic-cache/words/words.ts";
import { sigmoid } from "#core/vectors.ts";
import { ToolChooser } from "#models/embedded/choosing/tool-choice.ts";
import { ToolSimilarity } from "#models/embedded/choosing/tool-similarity.ts";
import { JointModel } from "#models/embedded/networks/joint-model.ts";
import {
  JOINT_EXTRACTOR_PATH,
  ONNX_RUNTIME,
  RANKER_PATH,
  SENTENCE_EMBEDDER_PATH,
} from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { RankingModel } from "#models/embedded/networks/ranking-model.ts";
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { type BorderEvidence, borderEvidence, stretchOf } from "#models/embedded/requests/request-borders.ts";
import { piecesOf } from "#models/embedded/requests/request-pieces.ts";
import { TextReader } from "#models/embedded/requests/text-reader.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { type EverydayCase, type EverydaySource, readEveryday } from "../../eval/everyday-data.ts";
import { fitLogistic } from "../cache/logistic.ts";

const KINDS = new Set(["two", "plain", "list-values", "polite-long", "correction", "exception", "conditional"]);
/** More of them are read only in part. */
const PIECES_MAX = 6;
const PENALTY = 1;
const THRESHOLDS = [0.3, 0.4, 0.45, 0.5, 0.6];

interface Border {
  readonly evidence: BorderEvidence;
  readonly isRight: boolean;
}

interface Sentence {
  readonly asksTwoTools: boolean;
  readonly borders: readonly Border[];
}

const [data] = process.argv.slice(2);
if (!data) throw new Error("usage: bun scripts/train/borders/fit.ts DATA_FOLDER");
const runtime = openOnnxRuntime(ONNX_RUNTIME, mkdtempSync(join(tmpdir(), "borders-")));
const reading = await openWordReading();
const sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), reading.tokenizer);
const joint = new JointModel(await runtime.open(JOINT_EXTRACTOR_PATH), reading);
const ranker = new RankingModel(await runtime.open(RANKER_PATH), reading);
const vectors = new Map<string, Float32Array>();
const chooser = new ToolChooser({ joint, ranker, similarity: new ToolSimilarity(vectorOf) });

function vectorOf(text: string): Float32Array {
  const vector = vectors.get(text) ?? sentences.embed(text);
  vectors.set(text, vector);
  return vector;
}

function sentencesOf(source: EverydaySource): readonly Sentence[] {
  const tools = source.tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parameters: parametersOf(parameters && readSchema(parameters)),
  }));
  const now = { at: source.now, zone: source.timeZone as never };
  return source.cases
    .filter(({ kind, history }) => KINDS.has(kind) && history === undefined)
    .flatMap((one) => sentenceOf(one, new TextReader({ tools, joint, chooser, now })) ?? []);
}

/** Null where it cannot be cut, or has several calls of which nobody says where they begin. */
function sentenceOf({ query, calls = [] }: EverydayCase, reader: TextReader): Sentence | null {
  const pieces = piecesOf(query);
  const names = calls.map(({ tool }) => tool);
  const asksTwoTools = names.length === 2 && names[0] !== names[1];
  if (pieces.length < 2 || pieces.length > PIECES_MAX || (new Set(names).size > 1 && !asksTwoTools)) return null;
  const { words, takesBack } = readSentence(query, () => true);
  if (takesBack || words.some((word) => ENGLISH.polarity.negations.has(word))) return null;
  const whole = stretchOf(query, pieces, reader);
  const borders = pieces.slice(1).flatMap((_, index): readonly Border[] => {
    const before = stretchOf(query, pieces.slice(0, index + 1), reader);
    const behind = stretchOf(query, pieces.slice(index + 1), reader);
    if (!whole || !before || !behind || before.reading.tool === behind.reading.tool) return [];
    const isRight = asksTwoTools && before.reading.tool.name === names[0] && behind.reading.tool.name === names[1];
    return [{ evidence: borderEvidence(whole, before, behind), isRight }];
  });
  return { asksTwoTools, borders };
}

/** Half of the trades, by their names, so that neither the alphabet nor chance decides. */
function isLeftOut({ name }: EverydaySource): boolean {
  return Bun.hash.crc32(name) % 2 === 1;
}

const sources = readEveryday(join(data, "train", "everyday"));
const seen = sources.filter((source) => !isLeftOut(source)).flatMap(sentencesOf);
const others = sources.filter(isLeftOut).flatMap(sentencesOf);
const borders = seen.flatMap((sentence) => sentence.borders);
const names = Object.keys(borders[0]?.evidence ?? {}) as readonly (keyof BorderEvidence)[];
const fitted = fitLogistic(
  borders.map(({ evidence, isRight }) => ({ features: evidence, isRight })),
  names,
  PENALTY,
);
console.log(`${borders.length} borders of ${seen.length} sentences`);
console.log(`constant ${fitted.intercept.toFixed(2)}`);
for (const name of names) console.log(`${name} ${(fitted.weights[name] ?? 0).toFixed(2)}`);

function likely({ evidence }: Border): number {
  return sigmoid(names.reduce((sum, name) => sum + evidence[name] * (fitted.weights[name] ?? 0), fitted.intercept));
}

for (const threshold of THRESHOLDS) {
  const cut = others.flatMap((sentence) => {
    const [best] = sentence.borders.toSorted((one, other) => likely(other) - likely(one));
    return best && likely(best) >= threshold ? [{ sentence, best }] : [];
  });
  const [two, one] = [true, false].map((asks) => cut.filter(({ sentence }) => sentence.asksTwoTools === asks));
  const right = two?.filter(({ best }) => best.isRight).length;
  const all = others.filter(({ asksTwoTools }) => asksTwoTools).length;
  console.log(
    `left out, from ${threshold}: ${right} of ${all} sentences with two tools cut between them, ${one?.length} of ${others.length - all} others cut`,
  );
}
process.exit(0);
