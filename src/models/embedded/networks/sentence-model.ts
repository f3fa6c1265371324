import { Tensor } from "onnxruntime-common";
import type { InferenceSession } from "./inference-session.ts";
import { CLS, SEP, type WordPiece } from "./wordpiece.ts";

export const SENTENCE_DIMENSIONS = 384;
/** What the model was trained for; a longer text is cut. */
const TOKENS_MAX = 256;

/** A network that turns a text into a unit vector. Blocks its thread for 1–15 ms. */
export class SentenceModel {
  readonly #session: InferenceSession;
  readonly #tokenizer: WordPiece;

  constructor(session: InferenceSession, tokenizer: WordPiece) {
    this.#session = session;
    this.#tokenizer = tokenizer;
  }

  /** One text at a time: on one thread only texts of as many tokens are faster together, and padding would cost time. */
  embed(text: string): Float32Array {
    const ids = [CLS, ...this.#tokenizer.encode(text, TOKENS_MAX - 2).ids, SEP];
    const count = ids.length;
    const shape = [1, count];
    const outputs = this.#session.run(
      {
        input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
        attention_mask: new Tensor("int64", new BigInt64Array(count).fill(1n), shape),
        token_type_ids: new Tensor("int64", new BigInt64Array(count), shape),
      },
      { last_hidden_state: null },
      {},
    );
    const hidden = outputs.last_hidden_state;
    if (!hidden) throw new Error("the sentence embedder gave no last_hidden_state");
    return unitMean(hidden.data);
  }
}

/** Of the rows that the network gives: one for each token, or that of [CLS] alone, as it was trained. */
function unitMean(hidden: Float32Array): Float32Array {
  const sum = new Float64Array(SENTENCE_DIMENSIONS);
  for (let row = 0; row < hidden.length; row += SENTENCE_DIMENSIONS) {
    for (let d = 0; d < SENTENCE_DIMENSIONS; d += 1) sum[d] = (sum[d] ?? 0) + (hidden[row + d] ?? 0);
  }
  const length = Math.hypot(...sum) || 1;
  return Float32Array.from(sum, (value) => value / length);
}
