/**
 * Before a call is given out it is read back: is exactly this asked for, now, of these things? What the network says of it and
 * how well the tool fits the sentence are the answer's confidence together, and decide between the call and none.
 */
import type { JsonObject } from "#core/json.ts";
import { sigmoid } from "#core/vectors.ts";
import { isDeed } from "../choosing/deeds.ts";
import { EXAMPLE_NEAR } from "../choosing/tool-fit.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { CallVerifier } from "../networks/read-back-model.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { PlainCallRequest } from "../worker/worker-protocol.ts";
import { asksBack, type CallWords, callInWords, sentenceInWords } from "./call-words.ts";

/**
 * What scripts/train/read-back/fit.py prints for the shipped network: fitted on what the product called for 1,722 requests to
 * 20 trades that the network never saw, and for 701 records, whose sentences it mostly knows beside right and changed calls but
 * not beside these. `taught` is stated: no such request has examples. One that says the same in other words outweighs a verdict
 * that is somewhat against it, and none that is sure.
 */
const WEIGHTS = { verdict: 0.514, fits: 0.307, taught: 5 };
const CONSTANT = -0.169;
/**
 * Under this nothing is called: a deed that nobody asked for weighs a little more than one that was asked for and is not done, and
 * what was looked up in vain less. Chosen on the totals of the everyday requests, so that of 360 no more are calls that nobody asked for
 * than before tools were ranked, which made calls surer than they were: 8 %.
 */
const LEAST = { deed: 0.62, lookup: 0.5, asked: 0.5 };
/** Confidences that are all or nothing would say more than anybody knows. */
const EDGE = 1e-4;

export interface FinishedCall {
  readonly request: Pick<PlainCallRequest, "query" | "history" | "now">;
  readonly tool: ReadableTool;
  /** What the sentence itself gives of the parameters. */
  readonly said: JsonObject;
  /** Both as `callInWords` has them. */
  readonly elsewhere: ReadonlySet<Parameter>;
  readonly lacking: readonly string[];
  /** 0–1: that the tool is meant at all. */
  readonly fits: number;
  /** −1 to 1: similarity of the nearest example of the tool; 0 without any. */
  readonly nearest: number;
  /** What is said in several turns as one sentence; null where it is one. */
  readonly asOne?: string | null;
  /** Whether only that sentence tells: a value was worked out, which no network can. */
  readonly isReckoned?: boolean;
}

export interface Judged {
  /** 0–1: that exactly this is asked for. */
  readonly confidence: number;
  /** Whether that is enough for it to be given, where it may be none as well. */
  readonly isEnough: boolean;
}

export function readBack(verifier: CallVerifier, call: FinishedCall): Judged {
  const { query, history, now } = call.request;
  const words = callInWords(call.tool, call.said, now, call);
  const { asOne = null, isReckoned = false } = call;
  const before = history.map((entry) => entry.query);
  // A sentence after others may go on with them or not: what either reading allows is asked for.
  const sentences = new Set([query, sentenceInWords(query, before)]);
  const apart = () => Math.max(...[...sentences].map((sentence) => verifier.verdict(sentence, words)));
  const together = asOne === null ? apart() : verifier.verdict(asOne, words);
  const verdict = asOne === null || isReckoned ? together : (apart() + together) / 2;
  const taught = Math.max(0, call.nearest - EXAMPLE_NEAR);
  const odds = WEIGHTS.verdict * verdict + WEIGHTS.fits * logit(call.fits) + WEIGHTS.taught * taught + CONSTANT;
  const confidence = sigmoid(odds);
  const least = asksBack(words) ? LEAST.asked : isDeed(call.tool) ? LEAST.deed : LEAST.lookup;
  return { confidence, isEnough: confidence >= least };
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
