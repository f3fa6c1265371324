/** What a text says "not" of, in whatever words. */
import { ENGLISH } from "../../english/english.ts";
import { isNegation, UNITS } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";

export interface Negation {
  readonly word: string;
  /** What it is said of, as far as one word tells; empty where none comes. */
  readonly of: string;
}

const { littleWords } = ENGLISH;

/** Words that hold a "not": "in absence of" is "without". */
const HOLDING_NOT: ReadonlySet<string> = new Set(
  (
    "non absence absent lack lacks lacked lacking unable unclear uncertain unsure impossible avoid avoids avoided avoiding " +
    "prevent prevents prevented preventing avert averts averted averting refrain refrains refrained refraining omit omits " +
    "omitted omitting forget"
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
/** Between "not" and what it is said of. */
const BETWEEN = new Set("a an the any be been being exactly quite really very so all that longer".split(" "));

export function negationsIn(sentence: Sentence): readonly Negation[] {
  const { words } = sentence;
  return words.flatMap((word, at) => {
    const isOne = saysNot(word) ? !isIdle(sentence, at) : isZero(sentence, at) || isTooMuch(words, at);
    return isOne ? [{ word, of: words.slice(at + 1).find((next) => !BETWEEN.has(next)) ?? "" }] : [];
  });
}

/** Whether a "not" there says nothing, or was said before. */
function isIdle({ words, text, ends }: Sentence, at: number): boolean {
  const word = words[at] ?? "";
  const before = words[at - 1] ?? "";
  const next = words[at + 1] ?? "";
  const behind = text[ends[at] ?? text.length] ?? "";
  // The "no" that an answer begins with goes together with its "not".
  if (at === 0 && word === "no" && (behind === "," || BEGINNINGS.has(next))) return true;
  if (isNegation(word) && TAKE_NOT_BACK.has(next)) return true;
  if (word === "forget" && isNegation(before)) return true;
  // Of "neither … nor" the first is enough.
  if (word === "nor" && words.slice(0, at).includes("neither")) return true;
  // What is named after what it is not has one name, however often that is said: "a non-stop train".
  if (word === "non" && words.slice(0, at).some((other, place) => other === "non" && words[place + 1] === next))
    return true;
  if (word !== "not" || before !== "or") return false;
  // "Whether or not it is", "whether it is there or not"; "whether it is lost or not found" does say something.
  const isEnd = next === "" || /^[^\p{L}\p{N}\s]/u.test(behind);
  const asks = (one: string) => words.slice(0, at).includes(one);
  return (
    words[at - 2] === "whether" || (asks("whether") && (isEnd || littleWords.own.has(next))) || (asks("if") && isEnd)
  );
}

/** "Zero copies" are none; a zero by itself is a number. */
function isZero({ words, text, starts, ends }: Sentence, at: number): boolean {
  const next = words[at + 1] ?? "";
  if (text.slice(starts[at], ends[at]).toLowerCase() !== "zero" || words[at - 1] === "non") return false;
  return /^\p{L}{3,}$/u.test(next) && !littleWords.own.has(next) && !UNITS.has(next);
}

const AMOUNTS = new Set(["much", "many", "few", "little"]);

/** "Too large to fit" does not fit. */
function isTooMuch(words: readonly string[], at: number): boolean {
  const until = AMOUNTS.has(words[at + 1] ?? "") ? at + 3 : at + 2;
  return words[at] === "too" && words[at + 1] !== "to" && words.slice(at + 2, until + 1).includes("to");
}
