/** Names in capitals: where one begins and where it ends. */
import { ENGLISH } from "../../english/english.ts";
import type { Range } from "../calls/template-parse.ts";
import type { Sentence } from "./words.ts";

const { insideNames } = ENGLISH.littleWords;

/**
 * What capitals say of some words as a value: "of its own" when they begin and end with one and no neighbour has one,
 * "cut" when a neighbour has one too or only a middle word has, "none" when they say nothing.
 */
export function capitalsAround(sentence: Sentence, { from, to }: Range): "of its own" | "cut" | "none" {
  if (sentence.isShouted || !hasCapitals(sentence)) return "none";
  const first = isCapital(sentence, from);
  const last = isCapital(sentence, to - 1);
  const before = from > 1 && isCapital(sentence, from - 1);
  const after = to < sentence.words.length && isCapital(sentence, to);
  if (first && last) return before || after ? "cut" : "of its own";
  const inside = sentence.words.slice(from, to).some((_, at) => isCapital(sentence, from + at));
  if (!inside) return "none";
  return insideNames.has(sentence.words[from] ?? "") || insideNames.has(sentence.words[to - 1] ?? "") ? "none" : "cut";
}

/** Whether any word but the first has a capital of its own. */
function hasCapitals(sentence: Sentence): boolean {
  return sentence.words.some((word, at) => at > 0 && word !== "i" && isCapital(sentence, at));
}

function isCapital({ text, words, starts }: Sentence, at: number): boolean {
  return words[at] !== "i" && /^[\p{Lu}\d]/u.test(text.slice(starts[at], (starts[at] ?? 0) + 2));
}
