/** How much of a query is explained by what a tool is about and by the values that it finds there. */

import { contentWords, isFiller } from "../name-words.ts";
import type { JointReading, ReadableTool } from "../networks/joint-model.ts";
import { ownWords } from "./bm25.ts";

const WORD = /[\p{L}\p{N}]+/gu;
/** Signs, single letters and what is unknown stand before it in the vocabulary, whose words follow by how common they are. */
const FIRST_WORD_ID = 1996;
/** The commonest words weigh nothing. */
const COMMONEST = 30;
/** Words that are spelt from pieces count as rare as the last ones that are not. */
const SPELT_RANK = 28_000;

/**
 * The share of the query's words, rare ones counting more, that the tool's name, description, parameters' names and options
 * have or that belong to a value: 0–1. Of a tool that takes nothing only its own few words could say, so that it is 1; it is
 * 0 where no word weighs anything.
 */
export function explainedShare(query: string, tool: ReadableTool, reading: JointReading): number {
  if (tool.parameters.length === 0) return 1;
  const own = ownWords(tool);
  const { starts, ends, ids } = reading.tokens;
  let all = 0;
  let explained = 0;
  let from = 0;
  for (const { 0: word, index } of query.matchAll(WORD)) {
    while (from < ids.length && (ends[from] ?? 0) <= index) from += 1;
    let to = from;
    while (to < ids.length && (starts[to] ?? 0) < index + word.length) to += 1;
    const weight = isFiller(word) ? 0 : rarity(ids.slice(from, to));
    if (weight === 0) continue;
    const isOwn = contentWords(word).some((stem) => own.has(stem));
    all += weight;
    explained += weight * (isOwn ? 1 : inValue(reading, from, to));
  }
  return all === 0 ? 0 : explained / all;
}

/** Logarithm of how much rarer a word of these tokens is than the commonest ones; 0 for those. */
function rarity(ids: readonly number[]): number {
  const [id = 0] = ids;
  const rank = ids.length > 1 ? SPELT_RANK : id - FIRST_WORD_ID + 1;
  return rank <= COMMONEST ? 0 : Math.log(rank / COMMONEST);
}

/** 0–1: how far the tokens belong to a value that the query gives, of whichever parameter. */
function inValue({ parameters }: JointReading, from: number, to: number): number {
  const each = parameters.map(({ stated, inside }) => {
    const sum = inside.subarray(from, to).reduce((total, share) => total + share, 0);
    return (stated * sum) / (to - from);
  });
  return Math.max(0, ...each);
}
