/**
 * Before a call is given out it is read back: is exactly this asked for, now, of these things? What the network says of it and
 * how well the tool fits the sentence are the answer's confidence together, and decide between the call and none.
 */
import type { DraftCall } from "#core/ports/models.ts";
import { sigmoid } from "#core/vectors.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { CallVerifier } from "../networks/read-back-model.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { PlainCallRequest } from "../worker/worker-protocol.ts";
import { type CallWords, callInWords, sentenceInWords } from "./call-words.ts";

/**
 * What scripts/train/read-back/fit.py prints for the shipped network: fitted on what the product called for 1,722 requests to
 * 20 trades that the network never saw.
 */
const WEIGHTS = { verdict: 0.688, fits: 0.26 };
const CONSTANT = -0.375;
/** Under this nothing is called. */
export const CALLED_MIN = 0.4;
/** Confidences that are all or nothing would say more than anybody knows. */
const EDGE = 1e-4;

export interface FinishedCall {
  readonly request: Pick<PlainCallRequest, "query" | "history" | "now">;
  readonly tool: ReadableTool;
  /** `confidence`: that the tool is meant at all. */
  readonly call: Pick<DraftCall, "parameters" | "confidence">;
  /** As `callInWords` has it. */
  readonly elsewhere: ReadonlySet<Parameter>;
}

/** 0–1: that exactly this is asked for. */
export function likelihood(verifier: CallVerifier, { request, tool, call, elsewhere }: FinishedCall): number {
  const before = request.history.map(({ query }) => query);
  const words = callInWords(tool, call.parameters, request.now, elsewhere);
  const verdict = verifier.verdict(sentenceInWords(request.query, before), words);
  return sigmoid(WEIGHTS.verdict * verdict + WEIGHTS.fits * logOdds(call.confidence) + CONSTANT);
}

function logOdds(probability: number): number {
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
