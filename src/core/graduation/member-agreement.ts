/**
 * How often the model inside says what the language model says, of the calls of one tool or the texts of one class, and from which
 * confidence on that is often enough. Both are answers here.
 *
 * The bound holds at all times, however often it is looked at: it is a test by betting. Against the claim that the agreement p is at
 * most the bar b, some alternatives q above b each hold the likelihood ratio of the answers, which no such p lets grow on average; the mean
 * of the alternatives reaches 1/a at any time at all with a probability of at most a (Ville's inequality). See Waudby-Smith and Ramdas,
 * "Estimating means of bounded random variables by betting", 2024, section 4. Each confidence from which answers may be counted is a claim
 * of its own, and a is divided among them (Bonferroni).
 */

import type { SlipStep } from "../ports/graduation-store.ts";

/** Of one stretch of confidences: questions of which both models' answers are known. */
export interface Tally {
  readonly observed: number;
  readonly agreed: number;
}

/** What is known of one tool or class. */
export interface Standing extends Tally {
  /** The least confidence from which on the model inside answers alone; null while it does not. */
  readonly opensAt: number | null;
  /** Of the answers from there on, or where it is null of all: the least agreement that has not been ruled out, 0–1. */
  readonly lower: number;
  /** Answers from there on. */
  readonly counted: Tally;
}

/** Where the stretches of confidences begin. */
export const EDGES = [0, 0.5, 0.7, 0.8, 0.9, 0.95] as const;

/** Of the streams of answers, the share in which a tool or class may ever be let go alone with less agreement than the bar. */
export const BROKEN_SHARE_MAX = 0.05;

/** Alternatives above the bar: each halves twice what is missing of 1, and the last is 1 itself. */
const ALTERNATIVES = 20;
const HALVING = Math.SQRT1_2;

/** Steps of the search for the lower bound: to a thousandth of a thousandth. */
const BOUND_STEPS = 20;

/** The stretch of a confidence. */
export function stretchOf(confidence: number): number {
  return Math.max(
    0,
    EDGES.findLastIndex((edge) => confidence >= edge),
  );
}

/** How the tallies of the stretches stand to the bar, 0–1 without both ends. */
export function standingOf(tallies: readonly Tally[], bar: number): Standing {
  const tails = EDGES.map((_, from) => sumOf(tallies.slice(from)));
  const open = tails.findIndex((tail) => isAbove(tail, bar));
  const all = tails[0] as Tally;
  const counted = open < 0 ? all : (tails[open] as Tally);
  return { ...all, opensAt: open < 0 ? null : (EDGES[open] as number), lower: lowerBound(counted), counted };
}

/** Whether it has been shown that more than the bar agree. */
function isAbove(tally: Tally, bar: number): boolean {
  return logBet(tally, bar) >= Math.log(EDGES.length / BROKEN_SHARE_MAX);
}

/** The largest bar that they have been shown to be above. */
function lowerBound(tally: Tally): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < BOUND_STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (isAbove(tally, middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The logarithm of what has become of 1 that was put on more than the bar. */
function logBet({ observed, agreed }: Tally, bar: number): number {
  const disagreed = observed - agreed;
  const held: number[] = [];
  for (let at = 1; at <= ALTERNATIVES + 1; at += 1) {
    const missing = at > ALTERNATIVES ? 0 : (1 - bar) * HALVING ** at;
    if (missing === 0 && disagreed > 0) continue;
    const lost = disagreed === 0 ? 0 : disagreed * Math.log(missing / (1 - bar));
    held.push(agreed * Math.log((1 - missing) / bar) + lost);
  }
  const top = Math.max(...held);
  const sum = held.reduce((all, one) => all + Math.exp(one - top), 0);
  return top + Math.log(sum / (ALTERNATIVES + 1));
}

function sumOf(tallies: readonly Tally[]): Tally {
  const sum = { observed: 0, agreed: 0 };
  for (const { observed, agreed } of tallies) {
    sum.observed += observed;
    sum.agreed += agreed;
  }
  return sum;
}

/** Verified answers that agree less than this many times as well as the bar asks are what a slip looks like. */
const SLIPPED_TIMES = 5;
/** Of the logarithm of the likelihood ratio. */
const SLIP_AT = Math.log(500);

/**
 * How far one verified answer speaks for a slip: the logarithm of the likelihood ratio of an agreement that misses the bar five times as
 * often. Summed up and never below 0 (Page's CUSUM, 1954): with four in a row that disagree it is a slip; an agreement at the bar is
 * taken for one in some ten thousand verified answers.
 */
export function slipStepOf(agrees: boolean, bar: number): SlipStep {
  const missing = Math.min(0.99, SLIPPED_TIMES * (1 - bar));
  return { step: Math.log(agrees ? (1 - missing) / bar : missing / (1 - bar)), slippedAt: SLIP_AT };
}

/** The sum with one answer more, and whether it is a slip: then it begins anew. */
export function slipAfter(
  sum: number,
  { step, slippedAt }: SlipStep,
): { readonly sum: number; readonly hasSlipped: boolean } {
  const after = Math.max(0, sum + step);
  return after >= slippedAt ? { sum: 0, hasSlipped: true } : { sum: after, hasSlipped: false };
}
