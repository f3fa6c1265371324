/** How often a text says "not", in whatever words. */
import { isNegation } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";

/** Words that hold a "not": "in absence of" is "without". */
const HOLDING_NOT: ReadonlySet<string> = new Set(
  (
    "non absence absent lack lacks lacked lacking unable unclear uncertain unsure impossible avoid avoids avoided avoiding " +
    "prevent prevents prevented preventing omit omits omitted omitting forget"
  ).split(" "),
);

/** Whether it says "not", by itself or within. */
export function saysNot(word: string): boolean {
  return isNegation(word) || HOLDING_NOT.has(word);
}

/** After these, "not" says nothing of what comes: "not only", "do not forget to". */
const TAKE_NOT_BACK = new Set(["only", "just", "merely", "solely", "forget"]);
/** After an answer's "no", the sentence itself begins. */
const BEGINNINGS = new Set("i you he she it we they there this that these those".split(" "));

export function negationsIn({ words, text, ends }: Sentence): number {
  let count = 0;
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? "";
    const next = words[at + 1] ?? "";
    // The "no" that an answer begins with goes together with its "not".
    const isAnswer = at === 0 && word === "no" && (text[ends[0] ?? 0] === "," || BEGINNINGS.has(next));
    const isTakenBack = isNegation(word) && TAKE_NOT_BACK.has(next);
    const takesBack = word === "forget" && isNegation(before);
    // Of "neither … nor" the first is enough.
    const isSecond = word === "nor" && words.slice(0, at).includes("neither");
    if (saysNot(word) && !isAnswer && !isTakenBack && !takesBack && !isSecond) count += 1;
  }
  return count;
}
