/** Whether the tool that was chosen is meant at all, or none of those offered. */
import { sigmoid } from "#core/vectors.ts";

/** What speaks for a tool. */
export interface Fit {
  /** Log-odds by the joint model. */
  readonly relevance: number;
  /** 0–1: the query's words that the tool has. */
  readonly coverage: number;
  /** 0–1: how far the query states the required parameters; 1 where nothing is required. */
  readonly required: number;
  /** 0–1: how far the query gives that of the tool's parameters which it gives most surely; 1 where nothing is required. */
  readonly given: number;
  /** 0–1: the share of the query's words that the tool's own words and the values explain; 1 for a tool that takes nothing. */
  readonly explained: number;
  /** Whether the query asks how things are, and the tool changes them instead. */
  readonly isUncalledFor: boolean;
  /** Whether the query says what the tool does, in its own words or others for a deed of that kind. */
  readonly isDeedSaid: boolean;
  /** 0–1: the words of the tool's name that the query says. */
  readonly named: number;
  /** How much nearer in meaning it is to the query than the nearest other tool, −2 to 2; 0 for an only tool. */
  readonly ahead: number;
  /** −1 to 1: similarity of the nearest of its examples; 0 without any. */
  readonly nearest: number;
  /** Logarithm of its share of the choice, by the ranker. */
  readonly ofChoice: number;
  /** Log-odds that it is asked for, by the ranker. */
  readonly asked: number;
  /** Tools to choose from, this one included. */
  readonly tools: number;
}

/** The best of many tools is the right one more often than an only tool is; beyond these, more change nothing. */
const RIVALS_MAX = 8;
/** Any two requests to one owner may be so alike: an example no nearer than this says nothing. */
export const EXAMPLE_NEAR = 0.4;

/**
 * What scripts/train/none/fit.ts prints for the shipped networks: fitted on 9,254 offers of tools to queries that no measured set
 * has, the mean error of its probabilities 2.8 points on sources that it was not fitted on.
 */
const WEIGHTS = {
  relevance: 0.46,
  given: 0.41,
  explained: 0.94,
  uncalledFor: -9.45,
  deed: 0.63,
  ahead: 8.36,
  named: 3.7,
  taught: 10.19,
  rivals: 0.2,
  ofChoice: 0,
  asked: 0,
};
const CONSTANT = -1.98;

export type Evidence = keyof typeof WEIGHTS;

/** What the decision rests on: numbers that a person can check. */
export function evidenceOf({
  relevance,
  given,
  explained,
  isUncalledFor,
  isDeedSaid,
  ahead,
  named,
  nearest,
  ofChoice,
  asked,
  tools,
}: Fit): Readonly<Record<Evidence, number>> {
  return {
    relevance,
    given,
    explained,
    uncalledFor: Number(isUncalledFor),
    deed: Number(isDeedSaid),
    ahead,
    // An only tool is ahead of nothing: there, its own words count.
    named: tools === 1 ? named : 0,
    taught: Math.max(0, nearest - EXAMPLE_NEAR),
    rivals: Math.log(Math.min(RIVALS_MAX, tools)),
    ofChoice,
    asked,
  };
}

/** 0–1: the probability that the tool is meant. */
export function confidenceOf(fit: Fit): number {
  const evidence = evidenceOf(fit);
  const names = Object.keys(evidence) as readonly Evidence[];
  return sigmoid(names.reduce((sum, name) => sum + WEIGHTS[name] * evidence[name], CONSTANT));
}
