/**
 * Before a call is given out it is read back: is exactly this asked for, now, of these things? What the network says of it and
 * how well the tool fits the sentence are the answer's confidence together, and decide between the call and none.
 */
import type { DraftCall } from "#core/ports/models.ts";
import { sigmoid } from "#core/vectors.ts";
import { none, type ReadCall } from "../call-reader.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { CallVerifier } from "../networks/read-back-model.ts";
import type { PlainCallRequest } from "../worker/worker-protocol.ts";
import { callInWords, sentenceInWords } from "./call-words.ts";

/**
 * What scripts/train/read-back/fit.py prints for the shipped network: fitted on what the product called for 1,722 requests to
 * 20 trades that the network never saw.
 */
const WEIGHTS = { verdict: 0.688, fits: 0.26 };
const CONSTANT = -0.375;
/** Under this nothing is called. */
const CALLED_MIN = 0.4;
/** Confidences that are all or nothing would say more than anybody knows. */
const FITS_EDGE = 1e-4;

/** For one request, whose answer is read several times to see which memories it needs: each call is read back once. */
export class ReadBack {
  readonly #verifier: CallVerifier;
  readonly #request: PlainCallRequest;
  readonly #sentence: string;
  readonly #verdicts = new Map<string, number>();

  constructor(verifier: CallVerifier, request: PlainCallRequest) {
    this.#verifier = verifier;
    this.#request = request;
    this.#sentence = sentenceInWords(
      request.query,
      request.history.map(({ query }) => query),
    );
  }

  /** The call with its likelihood as confidence, or none where it is not likely enough and the request leaves the choice. */
  judged({ isRemembered, elsewhere, ...call }: ReadCall, tools: readonly ReadableTool[]): DraftCall {
    const tool = call.tool === null ? undefined : tools[call.tool];
    // What the very same sentence meant before needs no second reading.
    if (!tool || isRemembered) return call;
    const words = callInWords(tool, call.parameters, this.#request.now, elsewhere);
    const name = JSON.stringify(words);
    const verdict = this.#verdicts.get(name) ?? this.#verifier.verdict(this.#sentence, words);
    this.#verdicts.set(name, verdict);
    const likely = likelihood(verdict, call.confidence);
    return likely >= CALLED_MIN || this.#request.mustCall
      ? { ...call, confidence: likely }
      : none(likely, this.#request.query);
  }
}

function likelihood(verdict: number, fits: number): number {
  const odds = Math.log(Math.max(fits, FITS_EDGE) / Math.max(1 - fits, FITS_EDGE));
  return sigmoid(WEIGHTS.verdict * verdict + WEIGHTS.fits * odds + CONSTANT);
}
