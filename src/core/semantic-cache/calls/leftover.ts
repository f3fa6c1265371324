/** Words that only one of two sentences has, the values left out. */
import { isOneSlip, slipsOf } from "../../reading/slips.ts";
import type { Sentence } from "../words/words.ts";
import type { KnownEntry } from "./entries.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";

export interface Leftover {
  readonly asked: readonly string[];
  /** Where in the sentence each of those stands. */
  readonly askedAt: readonly number[];
  readonly known: readonly string[];
  /** How many words were taken for misspelt ones. */
  readonly slips: number;
}

/** `parameterAt`: of each position of the sentence that a value takes, the parameter. */
export function leftoverOf(
  entry: KnownEntry,
  sentence: Sentence,
  parameterAt: ReadonlyMap<number, string>,
  knowledge: ToolKnowledge,
): Leftover {
  const restAt = [...sentence.words.keys()].filter((at) => !parameterAt.has(at));
  const rest = restAt.map((at) => sentence.words[at] ?? "");
  const own = entry.template.anchors;
  const known = without(own, rest).map((at) => own[at] ?? "");
  const { anchors } = knowledge.lexiconOf(entry.template.tool);
  const isFirm = (near: string) => anchors.of(near) > 0 && knowledge.isFirmAnchor(near);
  const asked: string[] = [];
  const askedAt: number[] = [];
  let slips = 0;
  for (const index of without(rest, own)) {
    const word = rest[index] ?? "";
    const here = known.findIndex((other) => areSlips(word, other, knowledge));
    const meant = here >= 0 ? [] : slipsOf(word, knowledge.isWord, isFirm);
    const likeliest = meant.toSorted((one, other) => anchors.of(other) - anchors.of(one))[0];
    if (here >= 0 || likeliest !== undefined) slips += 1;
    if (here >= 0) known.splice(here, 1);
    else {
      asked.push(likeliest ?? word);
      askedAt.push(restAt[index] ?? 0);
    }
  }
  return { asked, askedAt, known, slips };
}

const SLIP_LETTERS_MIN = 4;

/** One is the other, misspelt: at least one is no word of the language. */
function areSlips(one: string, other: string, { isWord }: ToolKnowledge): boolean {
  if (Math.min(one.length, other.length) < SLIP_LETTERS_MIN || (isWord(one) && isWord(other))) return false;
  return /^[a-z]+$/.test(one) && isOneSlip(one, other);
}

/** Positions of the words that the others do not have, or not as often. */
function without(words: readonly string[], others: readonly string[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...words.keys()].filter((at) => {
    const word = words[at] ?? "";
    const count = counts.get(word) ?? 0;
    if (count > 0) counts.set(word, count - 1);
    return count === 0;
  });
}
