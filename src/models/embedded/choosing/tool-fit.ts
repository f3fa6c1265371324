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
 * What scripts/train/none/fit.ts prints for the shipped networks: fitted on 6,241 offers of tools to queries that no measured set
 * has and no network saw, the mean error of its probabilities 2.7 points on sources that it was not fitted on. Two are stated. `uncalledFor`: where a query asks how
 * things are, the fit leaves it to the ranker, which is right too seldom for whoever asks whether a door is locked. `given`, of which the
 * ranker leaves nothing in the fit: it is how a sentence is understood that goes on with the one before.
 */
const WEIGHTS = {
  relevance: 0.39,
  given: 0.3,
  explained: 1.15,
  uncalledFor: -8.7,
  deed: 0.37,
  ahead: 5.43,
  named: 3.04,
  taught: 10.83,
  rivals: 0.25,
  asked: 0.29,
};
const CONSTANT = -1.53;

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
    asked,
  };
}

/** 0–1: the probability that the tool is meant. */
export function confidenceOf(fit: Fit): number {
  const evidence = evidenceOf(fit);
  const names = Object.keys(evidence) as readonly Evidence[];
  return sigmoid(names.reduce((sum, name) => sum + WEIGHTS[name] * evidence[name], CONSTANT));
}
