/**
 * How well intents that were held back from training are told apart by their names alone, and what their scores mean: the
 * temperature at which confidence says how often the best label is right, and the similarity at which any label fits.
 *
 *     bun scripts/train/embedder/held-labels.ts LABELS.onnx SENTENCES.onnx HELD.jsonl
 */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder } from "#core/ports/models.ts";
import { dot } from "#core/vectors.ts";
import { textsOf } from "#models/embedded/labels/class-texts.ts";
import { LabelEmbedder } from "#models/embedded/labels/label-embedder.ts";
import { meanVector, scoresApart, WORDS_WEIGHT } from "#models/embedded/labels/label-scores.ts";
import { LabelWords } from "#models/embedded/labels/label-words.ts";
import { ONNX_RUNTIME, TOKENIZER_PATH } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { SENTENCE_DIMENSIONS, SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { WordPiece } from "#models/embedded/networks/wordpiece.ts";
import { linesOf } from "../../eval/data-sets.ts";

const TEMPERATURES = [0.03, 0.035, 0.04, 0.045, 0.05, 0.055, 0.06, 0.065, 0.07, 0.08] as const;
const BINS = 10;

interface HeldIntent {
  readonly label: string;
  readonly texts: readonly string[];
}

interface Answered {
  /** For each label, as they are compared with one another. */
  readonly scores: readonly number[];
  /** For each label, by itself. */
  readonly similarities: readonly number[];
  readonly right: number;
}

async function openEmbedder(labels: string, sentences: string): Promise<Pick<Embedder, "embed">> {
  const runtime = openOnnxRuntime(ONNX_RUNTIME, mkdtempSync(join(tmpdir(), "held-labels-")));
  const tokenizer = new WordPiece(await Bun.file(TOKENIZER_PATH).json());
  const [own, other] = await Promise.all(
    [labels, sentences].map(async (path): Promise<Embedder> => {
      const model = new SentenceModel(await runtime.open(path), tokenizer);
      const embed = async (texts: readonly string[]) => texts.map((text) => model.embed(text));
      return { id: path, dimensions: SENTENCE_DIMENSIONS, embed };
    }),
  );
  return new LabelEmbedder(own as Embedder, other as Embedder);
}

async function answersTo(
  intents: readonly HeldIntent[],
  embedder: Pick<Embedder, "embed">,
): Promise<readonly Answered[]> {
  const labels: Float32Array[] = [];
  for (const { label } of intents) labels.push(meanVector(await embedder.embed(textsOf({ label }))));
  const words = new LabelWords(intents.map(({ label }) => label));
  const answers: Answered[] = [];
  for (const [right, { texts }] of intents.entries()) {
    for (const [index, vector] of (await embedder.embed(texts)).entries()) {
      const likeness = words.likenessTo(texts[index] as string);
      const similarities = labels.map((label, at) => dot(vector, label) + WORDS_WEIGHT * (likeness[at] ?? 0));
      answers.push({ scores: scoresApart(vector, likeness, labels), similarities, right });
    }
  }
  return answers;
}

function bestOf(scores: readonly number[]): number {
  return scores.reduce((top, score, at) => (score > (scores[top] ?? 0) ? at : top), 0);
}

/** In points of a hundred. */
function calibrationError(answers: readonly Answered[], temperature: number): number {
  const gaps = new Array<number>(BINS).fill(0);
  for (const { scores, right } of answers) {
    const best = bestOf(scores);
    const total = scores.reduce((sum, score) => sum + Math.exp((score - (scores[best] ?? 0)) / temperature), 0);
    const bin = Math.min(BINS - 1, Math.floor(BINS / total));
    gaps[bin] = (gaps[bin] ?? 0) + 1 / total - (best === right ? 1 : 0);
  }
  return (100 * gaps.reduce((sum, gap) => sum + Math.abs(gap), 0)) / answers.length;
}

/** The similarity to the best label that as many texts of the set stay under as texts of no label in it rise above. */
function evenFit(answers: readonly Answered[]): number {
  const inside = answers.map(({ similarities }) => Math.max(...similarities));
  const outside = answers.map(({ similarities, right }) => Math.max(...similarities.filter((_, at) => at !== right)));
  const over = (values: readonly number[], border: number) => values.filter((value) => value >= border).length;
  const borders = [...inside].sort((one, other) => one - other);
  return borders.find((border) => over(inside, border) <= answers.length - over(outside, border)) ?? 1;
}

const [labels, sentences, held] = process.argv.slice(2);
if (!labels || !sentences || !held)
  throw new Error("usage: bun scripts/train/embedder/held-labels.ts LABELS.onnx SENTENCES.onnx HELD.jsonl");
const answers = await answersTo(linesOf<HeldIntent>(held), await openEmbedder(labels, sentences));
const right = answers.filter(({ scores, right }) => bestOf(scores) === right).length;
console.log(`right label ${((100 * right) / answers.length).toFixed(1)} % of ${answers.length}`);
for (const temperature of TEMPERATURES)
  console.log(`temperature ${temperature}: calibration error ${calibrationError(answers, temperature).toFixed(1)}`);
console.log(`any label fits from ${evenFit(answers).toFixed(3)}`);
