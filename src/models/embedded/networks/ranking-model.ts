/**
 * The ranker: one pass over a sentence and several tools says which of them it means, having all of them before it.
 * Layout: [CLS] sentence [SEP] [T] name : description : parameters [T] … [SEP], with the joint extractor's mark;
 * scripts/train/ranking/layout.py repeats it.
 */

import { humanised } from "../name-words.ts";
import type { InferenceSession } from "./inference-session.ts";
import type { ReadableTool } from "./joint-model.ts";
import { KeptPasses } from "./kept-passes.ts";
import type { WordReading } from "./word-reading.ts";
import type { WordVectors } from "./word-vectors.ts";
import { CLS, SEP, type WordPiece } from "./wordpiece.ts";

const TOOL_MARK = 2;

/** What the network was trained with; more is cut. */
const SENTENCE_TOKENS_MAX = 72;
const TOOL_TOKENS_MAX = 20;
const WHOLE_TOKENS_MAX = 27;
const INPUT_TOKENS_MAX = 320;
/** Tools that one pass holds. */
export const RANKED_MAX = 8;

/** Where the scores of one tool stand in a row of the model's output. */
const RANK = 0;
const ASKED = 1;
const SCORES_PER_TOOL = 2;

/** What the sentence says of one tool beside the others. */
export interface ToolRank {
  /** Logarithm of the share that this tool has of the choice among all that stood there: at most 0. */
  readonly ofChoice: number;
  /** Log-odds that it is asked for at all. */
  readonly asked: number;
}

export interface ToolRanker {
  /** In the order of the tools, of which there are at most `RANKED_MAX`. */
  rank(sentence: string, tools: readonly ReadableTool[]): readonly ToolRank[];
}

/** Blocks its thread for 3–15 ms, by the number of tools. */
export class RankingModel implements ToolRanker {
  readonly #session: InferenceSession;
  readonly #tokenizer: WordPiece;
  readonly #words: WordVectors;
  readonly #sides = new WeakMap<ReadableTool, readonly number[]>();
  readonly #kept: KeptPasses;

  constructor(session: InferenceSession, { tokenizer, words }: WordReading, kept = new KeptPasses()) {
    this.#session = session;
    this.#kept = kept;
    this.#tokenizer = tokenizer;
    this.#words = words;
  }

  rank(sentence: string, tools: readonly ReadableTool[]): readonly ToolRank[] {
    // Without a mark there is nothing to work out, which the runtime does not survive.
    if (tools.length === 0) return [];
    const before = [CLS, ...this.#ids(sentence, SENTENCE_TOKENS_MAX), SEP];
    const sides = tools.slice(0, RANKED_MAX).flatMap((tool) => this.#sideOf(tool));
    const ids = [...[...before, ...sides].slice(0, INPUT_TOKENS_MAX - 1), SEP];
    return ranksOf(this.#kept.said("ranker", [before.length, ...ids], () => this.#pass(ids, before.length)));
  }

  #pass(ids: readonly number[], before: number): Float32Array {
    const scores = this.#session.run(this.#words.inputsOf(ids, before), { scores: null }, {}).scores?.data;
    if (!scores) throw new Error("the ranking network gave no scores");
    return scores;
  }

  #sideOf(tool: ReadableTool): readonly number[] {
    const known = this.#sides.get(tool);
    if (known) return known;
    const does = this.#ids(`${humanised(tool.name)} : ${tool.description}`, TOOL_TOKENS_MAX);
    const names = tool.parameters.map(({ path, name }) => humanised(path[0]?.key ?? name));
    const takes = names.length === 0 ? [] : this.#ids(`: ${[...new Set(names)].join(", ")}`, WHOLE_TOKENS_MAX);
    const side = [TOOL_MARK, ...[...does, ...takes].slice(0, WHOLE_TOKENS_MAX)];
    this.#sides.set(tool, side);
    return side;
  }

  #ids(text: string, idsMax: number): readonly number[] {
    return this.#tokenizer.encode(text, idsMax).ids;
  }
}

function ranksOf(scores: Float32Array): readonly ToolRank[] {
  const count = scores.length / SCORES_PER_TOOL;
  const of = (tool: number, kind: number) => scores[tool * SCORES_PER_TOOL + kind] ?? 0;
  const ranks = Array.from({ length: count }, (_, tool) => of(tool, RANK));
  const top = Math.max(...ranks);
  const all = top + Math.log(ranks.reduce((sum, rank) => sum + Math.exp(rank - top), 0));
  return ranks.map((rank, tool) => ({ ofChoice: rank - all, asked: of(tool, ASKED) }));
}
