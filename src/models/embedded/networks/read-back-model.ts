/**
 * The read-back network: one pass over a sentence and a finished call in words says whether exactly that call is asked for.
 * Layout: [CLS] sentence [SEP] [T] tool : description [P] name : value … [O] name that is open … [SEP], with the joint
 * extractor's marks; scripts/train/read-back/layout.py repeats it.
 */

import type { CallWords } from "../read-back/call-words.ts";
import type { InferenceSession } from "./inference-session.ts";
import { KeptPasses } from "./kept-passes.ts";
import type { WordReading } from "./word-reading.ts";
import type { WordVectors } from "./word-vectors.ts";
import { CLS, SEP, type WordPiece } from "./wordpiece.ts";

const TOOL_MARK = 2;
const SAID_MARK = 3;
const OPEN_MARK = 4;

/** What the network was trained with; more is cut. */
const SENTENCE_TOKENS_MAX = 72;
const TOOL_TOKENS_MAX = 24;
const SAID_TOKENS_MAX = 28;
const OPEN_TOKENS_MAX = 5;
const SAID_MAX = 12;
const OPEN_MAX = 8;
const INPUT_TOKENS_MAX = 224;

/** Whoever says how likely it is that a call is asked for. */
export interface CallVerifier {
  /** Log-odds that exactly this is asked for, now, of these things. */
  verdict(sentence: string, call: CallWords): number;
}

/** Blocks its thread for 2–10 ms a verdict, by the number of tokens. */
export class ReadBackModel implements CallVerifier {
  readonly #session: InferenceSession;
  readonly #tokenizer: WordPiece;
  readonly #words: WordVectors;
  readonly #kept: KeptPasses;

  constructor(session: InferenceSession, { tokenizer, words }: WordReading, kept = new KeptPasses()) {
    this.#session = session;
    this.#kept = kept;
    this.#tokenizer = tokenizer;
    this.#words = words;
  }

  verdict(sentence: string, { tool, said, open }: CallWords): number {
    const before = [CLS, ...this.#ids(sentence, SENTENCE_TOKENS_MAX), SEP];
    const call = [
      ...[TOOL_MARK, ...this.#ids(tool, TOOL_TOKENS_MAX)],
      ...said.slice(0, SAID_MAX).flatMap((one) => [SAID_MARK, ...this.#ids(one, SAID_TOKENS_MAX)]),
      ...open.slice(0, OPEN_MAX).flatMap((one) => [OPEN_MARK, ...this.#ids(one, OPEN_TOKENS_MAX)]),
    ];
    const ids = [...[...before, ...call].slice(0, INPUT_TOKENS_MAX - 1), SEP];
    const [verdict] = this.#kept.said("read-back", [before.length, ...ids], () => this.#pass(ids, before.length));
    if (verdict === undefined) throw new Error("the read-back network gave no verdict");
    return verdict;
  }

  #pass(ids: readonly number[], before: number): Float32Array {
    const said = this.#session.run(this.#words.inputsOf(ids, before), { verdict: null }, {}).verdict?.data;
    return said ?? new Float32Array();
  }

  #ids(text: string, idsMax: number): readonly number[] {
    return this.#tokenizer.encode(text, idsMax).ids;
  }
}
