/**
 * Before a call is given out it is read back: is exactly this asked for, now, of these things? What the network says of it and
 * how well the tool fits the sentence are the answer's confidence together, and decide between the call and none.
 */

import { readSentence } from "#core/semantic-cache/words/words.ts";
import { sigmoid } from "#core/vectors.ts";
import { looksUp } from "../choosing/deeds.ts";
import { EXAMPLE_NEAR } from "../choosing/tool-fit.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { CallVerifier } from "../networks/read-back-model.ts";
import type { Certainty } from "../values/beam.ts";
import { isUrgency, withoutHaste } from "../values/urgencies.ts";
import type { PlainCallRequest } from "../worker/worker-protocol.ts";
import { type CallWords, asksBack as isAskingBack, sentenceInWords } from "./call-words.ts";
import type { Overlooked } from "./overlooked.ts";

/**
 * What scripts/train/read-back/fit.py prints for the shipped network: fitted on what the product called for 2,665 requests to
 * 30 trades that no network saw. `taught` is stated: no such request has examples. One that says the same in other words
 * outweighs a verdict that is somewhat against it, and none that is sure.
 */
const WEIGHTS = { verdict: 0.339, fits: 0.281, lead: 0.119, least: 0.353, asksBack: 0.246, taught: 5 };
const CONSTANT = -0.219;
/**
 * What scripts/train/confidence/fit.ts prints: fitted on 4,917 calls that the product made of 3,016 requests to 46 trades that no network saw, and of
 * BFCL, SNIPS and xSID, each hand counting the same. It is added as far as a tool's parameters say little of themselves: to tools of programs,
 * whose sentences say more than their calls hold and whose values are mostly texts, most of it says nothing.
 */
export const OVERLOOKED = {
  unused: -0.76,
  numberLeft: -0.29,
  named: 0.6,
  guessed: -0.69,
  texts: -0.3,
  covered: 1.87,
  constant: -0.64,
};
/** Added to the constant for what would be carried out: docs/measurements/choosing.md has what other numbers would do. */
export const CARRIED_OUT = -0.16;
/** Half a word that a value should have is as good as a whole one. */
const UNUSED_COUNTS = 2;
/**
 * Under this nothing is called: a deed that nobody asked for weighs half as much again as one that was asked for and is not done,
 * what was looked up in vain less, and what asks back does no harm until it is answered; but who is asked back for the sake of a look-up
 * mostly wanted something else: on trades that is worth the same from 0.4 to 0.7, and 0.65 was chosen on BFCL's irrelevance.
 * Of deeds anything from 0.55 to 0.65 is worth the same on the 30 trades; 0.66 was chosen on five everyday domains and six of the ten trades in
 * scripts/eval/trades, where of the calls between 0.65 and it four were wrong and one was right, and of those up to 0.67 one and seven. How many
 * of a query's words and numbers a call leaves unexplained says nothing there that the confidence does not.
 */
const ENOUGH = { deed: 0.66, lookup: 0.55, asked: 0.4, askedLookup: 0.65 };
/** A lead beyond this says no more, nor does a score under the other. */
const LEAD_MAX = 4;
const SCORE_MIN = -8;
/** Of values whose certainty nobody can tell: the mean of the others. */
const MEAN: Certainty = { lead: 2.91, least: -0.64 };
/** Confidences that are all or nothing would say more than anybody knows. */
const EDGE = 1e-4;

/** What speaks for a call beside its verdict. */
export interface Evidence {
  /** Log-odds that the tool is meant at all. */
  readonly fits: number;
  /** As of `Certainty`, 0 to 4. */
  readonly lead: number;
  /** As of `Certainty`, −8 to 0. */
  readonly least: number;
  /** It lacks what its tool requires, so that nothing would be carried out. */
  readonly asksBack: boolean;
  /** Null where nobody can tell. */
  readonly overlooked: Overlooked | null;
}

export interface FinishedCall {
  readonly request: Pick<PlainCallRequest, "query" | "history">;
  readonly tool: ReadableTool;
  /** What the sentence itself gives, and what is open. */
  readonly words: CallWords;
  readonly evidence: Evidence;
  /** −1 to 1: similarity of the nearest example of the tool; 0 without any. */
  readonly nearest: number;
  /** What is said in several turns as one sentence; null where it is one. */
  readonly asOne: string | null;
  /** Whether only that sentence tells: a value was worked out, which no network can. */
  readonly isReckoned: boolean;
}

export interface Judged {
  /** 0–1: that exactly this is asked for. */
  readonly confidence: number;
  /** Log-odds of the same by the network alone. */
  readonly verdict: number;
  /** Whether that is enough for it to be given, where it may be none as well. */
  readonly isEnough: boolean;
}

/** Under this confidence no other words for the same wish bring a call. */
const HOPELESS = 0.1;

export function readBack(verifier: CallVerifier, call: FinishedCall): Judged {
  const { tool, words, asOne, isReckoned, evidence } = call;
  const { query, history } = call.request;
  const before = history.map((entry) => entry.query);
  const taught = Math.max(0, call.nearest - EXAMPLE_NEAR);
  const enough = enoughFor({ looksUp: looksUp(tool), asksBack: evidence.asksBack });
  const judgedBy = (sentences: Iterable<string>): Judged => {
    const apart = () => Math.max(...[...sentences].map((sentence) => verifier.verdict(sentence, words)));
    const together = asOne === null ? apart() : verifier.verdict(asOne, words);
    const verdict = asOne === null || isReckoned ? together : (apart() + together) / 2;
    const confidence = sigmoid(oddsBy(verdict, evidence) + WEIGHTS.taught * taught + oddsByOverlooked(evidence));
    return { confidence, verdict, isEnough: confidence >= enough };
  };
  // A sentence after others may go on with them or not: what either reading allows is asked for.
  const said = new Set([query, sentenceInWords(query, before)]);
  const judged = judgedBy(said);
  if (judged.isEnough || judged.confidence < HOPELESS) return judged;
  // The network knows few of the phrases that people wrap around a wish.
  const plain = plainly(query, tool).filter((sentence) => !said.has(sentence));
  return plain.length === 0 ? judged : judgedBy([...said, ...plain]);
}

/** What people wrap around a wish says nothing of it, and to a tool that has no place for haste, no haste. */
function plainly(query: string, { parameters }: ReadableTool): readonly string[] {
  const calm = parameters.some(isUrgency) ? query : withoutHaste(query);
  const { starts, ends, endsPolitely } = readSentence(calm, () => true);
  const isWrapped = /[\p{L}\p{N}]/u.test(calm.slice(0, starts[0]));
  // Without its mark a question would be an order.
  const end = endsPolitely ? ends.at(-1) : calm.length;
  return isWrapped || endsPolitely ? [calm, calm.slice(starts[0], end)] : [calm];
}

/** Log-odds that exactly this is asked for, but for what examples say and what the call leaves over. `verdict`: log-odds by the network. */
export function oddsBy(verdict: number, { fits, lead, least, asksBack }: Evidence): number {
  return (
    WEIGHTS.verdict * verdict +
    WEIGHTS.fits * fits +
    WEIGHTS.lead * lead +
    WEIGHTS.least * least +
    WEIGHTS.asksBack * Number(asksBack) +
    CONSTANT
  );
}

/** Log-odds that are added for what a call leaves over; never less than 0 where that is nothing. */
function oddsByOverlooked({ overlooked, asksBack }: Evidence): number {
  if (overlooked === null) return 0;
  const { terse, ...numbers } = overlooked;
  const names = Object.keys(numbers) as readonly (keyof typeof numbers)[];
  const constant = OVERLOOKED.constant + (asksBack ? 0 : CARRIED_OUT);
  const sum = names.reduce((before, name) => before + OVERLOOKED[name] * numbers[name], constant);
  return terse * (sum < 0 ? sum * leftOver(numbers) : sum);
}

/** 0–1: how far anything is left over. A call that has all that was said is as sure as it was: "turn on the light in the kitchen" says no more. */
export function leftOver({ unused, numberLeft, guessed }: Omit<Overlooked, "terse">): number {
  return Math.min(1, UNUSED_COUNTS * unused + numberLeft + guessed);
}

/** How sure a call has to be to be given, where it may be none as well. */
export function enoughFor({ looksUp, asksBack }: { readonly looksUp: boolean; readonly asksBack: boolean }): number {
  if (looksUp) return asksBack ? ENOUGH.askedLookup : ENOUGH.lookup;
  return asksBack ? ENOUGH.asked : ENOUGH.deed;
}

/**
 * `fits`: 0–1, that the tool is meant at all. `certainty`: of the values that the sentence gives; null where nobody can tell. Bounded, so
 * that no single score outweighs the rest.
 */
export function evidenceOf({
  fits,
  certainty,
  overlooked = null,
  words,
}: {
  readonly fits: number;
  readonly certainty: Certainty | null;
  readonly overlooked?: Overlooked | null;
  readonly words: CallWords;
}): Evidence {
  const { lead, least } = certainty ?? MEAN;
  return {
    fits: logit(fits),
    lead: Math.min(lead, LEAD_MAX),
    least: Math.max(SCORE_MIN, Math.min(least, 0)),
    asksBack: isAskingBack(words),
    overlooked,
  };
}

export function logit(probability: number): number {
  return Math.log(Math.max(probability, EDGE) / Math.max(1 - probability, EDGE));
}

/** For one request, whose answer is read several times: what was read back once is remembered. */
export class VerdictsOnce implements CallVerifier {
  readonly #verifier: CallVerifier;
  readonly #verdicts = new Map<string, number>();

  constructor(verifier: CallVerifier) {
    this.#verifier = verifier;
  }

  verdict(sentence: string, call: CallWords): number {
    const name = JSON.stringify([sentence, call]);
    const verdict = this.#verdicts.get(name) ?? this.#verifier.verdict(sentence, call);
    this.#verdicts.set(name, verdict);
    return verdict;
  }
}
