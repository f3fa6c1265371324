/** How well each class fits a text while nothing is learned: by embeddings, and a little by the words of its label. */

import type { SimilarExample } from "#core/ports/models.ts";
import { dot, sigmoid } from "#core/vectors.ts";

export interface LabelScore {
  /** Position of the best class. */
  readonly class: number;
  /** 0–1: the probability of that class among the classes. */
  readonly confidence: number;
  /** 0–1: the probability that any class fits at all. */
  readonly fits: number;
  /** The class that comes next, and its probability among the classes; null where there is no other. */
  readonly next: { readonly class: number; readonly confidence: number } | null;
}

/** The class that is likeliest after the best; null where there is no other. */
export function nextTo(best: number, probabilities: ArrayLike<number>): LabelScore["next"] {
  let next = -1;
  for (let of = 0; of < probabilities.length; of += 1) {
    if (of !== best && (next < 0 || (probabilities[of] as number) > (probabilities[next] as number))) next = of;
  }
  return next < 0 ? null : { class: next, confidence: probabilities[next] as number };
}

/** How fast a neighbour's vote falls with its distance. */
const VOTE_WIDTH = 0.05;
/** The label counts as much as one and a half examples, and never nothing. */
const LABEL_EXAMPLES = 1.5;
const LABEL_WEIGHT_MIN = 0.2;
/**
 * Calibrated on BANKING77 and CLINC150, so that confidence says how often the best class is right; intents held back from
 * the embedder's training agree (scripts/train/embedder/held-labels.ts). The more the label weighs, the wider the scores
 * are spread.
 */
const TEMPERATURE = { label: 0.055, examples: 0.05, perLabelWeight: 0.035 } as const;
/**
 * The similarity at which half of the texts belong to no class, and how sharply that changes. `label`: where as many held-back
 * intents are refused as texts of others pass (scripts/train/embedder/held-labels.ts); `examples`: the same of CLINC150 with five
 * examples a class.
 */
const FITS = { label: 0.39, examples: 0.52, width: 0.05 } as const;

/** How much it counts that text and label have words in common, beside the 1 of their embeddings. */
export const WORDS_WEIGHT = 0.06;
/** How much of what all labels of a set have in common is taken away: without it the plainest label is near to every text. */
const COMMON_TAKEN = 0.3;

/** Mean of the vectors, of length one. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] as number) + (vector[at] as number);
  }
  return ofLengthOne(sum);
}

/** Loops, since it is done for hundreds of classes while everybody waits: methods of arrays take twenty times as long. */
function ofLengthOne(values: Float64Array): Float32Array {
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) squares += (values[at] as number) ** 2;
  const length = Math.sqrt(squares) || 1;
  const scaled = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += 1) scaled[at] = (values[at] as number) / length;
  return scaled;
}

export interface Scored {
  readonly vector: Float32Array;
  /** For each label, 0–1: how much of its wording the text has. */
  readonly likeness: Float32Array;
  /** The owner's examples nearest to the text. */
  readonly similar: readonly SimilarExample[];
  /** Positions of the labels that the text denies; not all of them. */
  readonly denied: readonly number[];
}

/** As odds: how much likelier any other class is than one that the text denies. */
const DENIED_ODDS = 9;

/**
 * `examplesPerClass` is how many examples a class has in the mean: the more there are, the less the label itself says
 * beside them. `classVectors` needs at least one.
 */
export function scoreLabels(
  { vector: text, likeness, similar, denied }: Scored,
  classVectors: readonly Float32Array[],
  examplesPerClass: number,
): LabelScore {
  const labels = classVectors.map((vector, index) => dot(text, vector) + WORDS_WEIGHT * (likeness[index] ?? 0));
  const hasExamples = similar.length > 0;
  const labelWeight = hasExamples ? Math.max(LABEL_WEIGHT_MIN, LABEL_EXAMPLES / Math.max(1, examplesPerClass)) : 1;
  // The label votes as an example too: a class that has none must not lose for that alone.
  const votes = labels.map((similarity) => Math.exp((similarity - 1) / VOTE_WIDTH));
  for (const { of, similarity } of similar) votes[of] = (votes[of] ?? 0) + Math.exp((similarity - 1) / VOTE_WIDTH);
  const temperature = hasExamples ? TEMPERATURE.examples + TEMPERATURE.perLabelWeight * labelWeight : TEMPERATURE.label;
  // Where there are examples, they say how the owner's callers deny things.
  const scores = hasExamples
    ? labels.map((similarity, index) => labelWeight * similarity + VOTE_WIDTH * Math.log(votes[index] ?? 0))
    : behindOthers(scoresApart(text, likeness, classVectors), denied, temperature * Math.log(DENIED_ODDS));
  const best = scores.reduce((top, score, index) => (score > (scores[top] ?? 0) ? index : top), 0);
  const total = scores.reduce((sum, score) => sum + Math.exp((score - (scores[best] ?? 0)) / temperature), 0);
  const next = nextTo(best, scores);
  return {
    class: best,
    confidence: 1 / total,
    fits: fitsAny(labels, similar),
    next: next && { ...next, confidence: Math.exp((next.confidence - (scores[best] ?? 0)) / temperature) / total },
  };
}

/** The scores, those that are denied at least `distance` behind the best of the others. */
function behindOthers(scores: readonly number[], denied: readonly number[], distance: number): readonly number[] {
  if (denied.length === 0) return scores;
  const best = Math.max(...scores.filter((_, at) => !denied.includes(at)));
  return scores.map((score, at) => (denied.includes(at) ? Math.min(score, best - distance) : score));
}

/** How well each class fits where none has examples; exported for what TEMPERATURE is fitted with. */
export function scoresApart(
  text: Float32Array,
  likeness: Float32Array,
  classVectors: readonly Float32Array[],
): readonly number[] {
  return apartOf(classVectors).map(
    ({ vector, ofCommon }, index) => dot(text, vector) - ofCommon + WORDS_WEIGHT * (likeness[index] ?? 0),
  );
}

/** A class without a part of what it has in common with all others of its set. */
interface Apart {
  /** Of length one. */
  readonly vector: Float32Array;
  /** How much of it still is common: what that part of a text would add. */
  readonly ofCommon: number;
}

const remembered = new WeakMap<readonly Float32Array[], readonly Apart[]>();

function apartOf(classVectors: readonly Float32Array[]): readonly Apart[] {
  const known = remembered.get(classVectors);
  if (known) return known;
  const common = meanVector(classVectors);
  const rest = new Float64Array(common.length);
  const made = classVectors.map((own) => {
    for (let at = 0; at < rest.length; at += 1) rest[at] = (own[at] as number) - COMMON_TAKEN * (common[at] as number);
    const vector = ofLengthOne(rest);
    return { vector, ofCommon: COMMON_TAKEN * dot(common, vector) };
  });
  remembered.set(classVectors, made);
  return made;
}

function fitsAny(labels: readonly number[], similar: readonly SimilarExample[]): number {
  const label = Math.max(...labels) - FITS.label;
  const example = Math.max(-1, ...similar.map(({ similarity }) => similarity)) - FITS.examples;
  return sigmoid(Math.max(label, example) / FITS.width);
}
