/** What speaks for each class, and what speaks for any class at all. */
import type { SimilarExample } from "#core/ports/models.ts";
import { type Kinship, softmaxInPlace } from "./linear-model.ts";

/** Examples that vote. */
export const NEIGHBOURS = 40;
/** How fast a neighbour's vote falls with its distance. */
const VOTE_WIDTH = 0.05;
/** What a class that no neighbour votes for has, in votes of the farthest neighbour. */
const SILENT_VOTE = 0.5;
const NEAREST = 5;
/** Below this a probability says no more than that it is small. */
const LOG_MIN = -14;

export type Neighbour = Pick<SimilarExample, "of" | "similarity">;

/** Pieces of evidence for a class: the linear model's, the neighbours', and one that is the same for every class. */
export const CLASS_PIECES = 3;

/** Those that vote, nearest first. */
export function nearestOf(neighbours: readonly Neighbour[]): readonly Neighbour[] {
  const similarities = Float32Array.from(neighbours, ({ similarity }) => similarity).sort();
  const from = similarities[Math.max(0, similarities.length - NEIGHBOURS)] ?? -1;
  const near = neighbours.filter(({ similarity }) => similarity >= from - 1e-6);
  return near.sort((one, other) => other.similarity - one.similarity).slice(0, NEIGHBOURS);
}

/** The evidence for each class, one after the other, `CLASS_PIECES` numbers each. */
export function classEvidence(logits: Float32Array, neighbours: readonly Neighbour[], kinship: Kinship): Float32Array {
  const linear = kinship === "one" ? logProbabilities(logits) : logits;
  const votes = logVotes(neighbours, logits.length);
  const evidence = new Float32Array(logits.length * CLASS_PIECES);
  for (let c = 0; c < logits.length; c += 1) {
    evidence[c * CLASS_PIECES] = linear[c] as number;
    evidence[c * CLASS_PIECES + 1] = votes[c] as number;
    evidence[c * CLASS_PIECES + 2] = kinship === "one" ? 0 : 1;
  }
  return evidence;
}

/** The weighed evidence of each class. */
export function weighed(evidence: Float32Array, weights: readonly number[]): Float32Array {
  const pieces = weights.length;
  const sums = new Float32Array(evidence.length / pieces);
  for (let c = 0; c < sums.length; c += 1) {
    let sum = 0;
    for (let piece = 0; piece < pieces; piece += 1)
      sum += (weights[piece] as number) * (evidence[c * pieces + piece] as number);
    sums[c] = sum;
  }
  return sums;
}

/**
 * What speaks for any class at all; the first piece is always 1. `scores` is the weighed evidence of the classes, `toLabel` how near
 * the text is to the words of a class.
 */
export function fitEvidence(
  logits: Float32Array,
  scores: Float32Array,
  neighbours: readonly Neighbour[],
  toLabel: (c: number) => number,
): readonly number[] {
  const nearest = neighbours.slice(0, NEAREST).map(({ similarity }) => similarity);
  const near = nearest.reduce((sum, similarity) => sum + similarity, 0) / Math.max(1, nearest.length);
  const [first, second] = topTwo(scores);
  const lead = Math.min(first - second, 6) / 3;
  return [1, 4 * (nearest[0] ?? 0), 4 * near, topTwo(logits)[0] / 4, lead, 4 * toLabel(scores.indexOf(first))];
}

function topTwo(values: Float32Array): readonly [number, number] {
  let [first, second] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value > first) [first, second] = [value, first];
    else if (value > second) second = value;
  }
  return [first, second === Number.NEGATIVE_INFINITY ? first - 6 : second];
}

function logProbabilities(logits: Float32Array): Float32Array {
  const shares = logits.slice();
  softmaxInPlace(shares);
  return shares.map((share) => Math.max(LOG_MIN, Math.log(share)));
}

function logVotes(neighbours: readonly Neighbour[], classes: number): Float32Array {
  const strength = (similarity: number) => Math.exp((similarity - 1) / VOTE_WIDTH);
  const silent = SILENT_VOTE * strength(neighbours.at(-1)?.similarity ?? 0);
  const votes = new Float32Array(classes).fill(silent);
  for (const { of, similarity } of neighbours) votes[of] = (votes[of] ?? 0) + strength(similarity);
  const total = votes.reduce((sum, vote) => sum + vote, 0);
  return votes.map((vote) => Math.log(vote / total));
}
