/** Names and titles of several words amid what is said: no word of them means what it would mean alone. */
import { ENGLISH_WORDS } from "../spoken-language/common-english.ts";
import type { Glossary } from "./glossary.ts";
import type { SaidWord } from "./said-words.ts";

const ENGLISH: ReadonlySet<string> = new Set(ENGLISH_WORDS.split(" "));
/** What may stand in an English title without a capital. */
const IN_TITLE: ReadonlySet<string> = new Set("a an the of in on to for and or with at from".split(" "));
/** "Van den Berg": Dutch has no other use for the second. */
const BEHIND_VAN: ReadonlySet<string> = new Set(["den", "der", "ter", "ten"]);

export function withNames(words: readonly SaidWord[], text: string, glossary: Glossary): readonly SaidWord[] {
  const inside = new Set<number>();
  for (const [at, word] of words.entries()) {
    if (!word.isWord) continue;
    if (isInTitle(words, at, text, glossary) || isFamilyName(words, at, text, glossary)) inside.add(at);
    if (word.word === "van" && BEHIND_VAN.has(words[at + 1]?.word ?? ""))
      for (const one of [0, 1, 2]) inside.add(at + one);
  }
  if (inside.size === 0) return words;
  return words.map((word, at) => (inside.has(at) && word.isWord ? { ...word, isInName: true } : word));
}

/** The word before it or behind it where only a blank lies between. */
function beside(words: readonly SaidWord[], at: number, step: 1 | -1, text: string): SaidWord | undefined {
  const [one, other] = [words[at], words[at + step]];
  if (!one || !other?.isWord) return undefined;
  const [first, second] = step > 0 ? [one, other] : [other, one];
  return /^\s{1,3}$/.test(text.slice(first.end, second.start)) ? other : undefined;
}

function hasCapital({ text }: SaidWord): boolean {
  return /^\p{Lu}/u.test(text);
}

/** "Since You Saw", "Half a Life": English words with capitals one beside the other. */
function isInTitle(words: readonly SaidWord[], at: number, text: string, glossary: Glossary): boolean {
  const word = words[at] as SaidWord;
  const { hasCapitalNouns } = glossary.language;
  const before = beside(words, at, -1, text);
  const neighbours = [before, beside(words, at, 1, text)];
  const isEnglish = (one: SaidWord | undefined) =>
    one?.isNamed === true && ENGLISH.has(one.word) && !(hasCapitalNouns && glossary.isOwn(one.word));
  if (!hasCapital(word)) {
    const ends = [titleBeside(words, at, -1, text), titleBeside(words, at, 1, text)];
    const areEnglish = hasCapitalNouns ? ends.every(isEnglish) : ends.some(isEnglish);
    return IN_TITLE.has(word.word) && ends.every(isCapital) && areEnglish;
  }
  // "Das Foto Rock You Baby" begins with a noun.
  const begun = isCapital(before)
    ? before
    : IN_TITLE.has(before?.word ?? "")
      ? titleBeside(words, at, -1, text)
      : undefined;
  // "Gast in Zimmer 12" are two nouns.
  const isOfTwo = isCapital(before) || !hasCapitalNouns || !glossary.isOwn(before?.word ?? "");
  const isBegun = isCapital(begun) && (isOfTwo || isEnglish(begun) || isEnglish(word));
  const isNoun = glossary.exactly(word.word) !== null && (!ENGLISH.has(word.word) || glossary.isOwn(word.word));
  if (hasCapitalNouns && !isBegun && isNoun) return false;
  // "A Handful of Dust".
  if (isBegun && !isCapital(before)) return word.isNamed;
  return word.isNamed && neighbours.some(isCapital) && [word, ...neighbours].some(isEnglish);
}

/** The next word with a capital before or behind small words of a title: "Secret" and "Kingdom" of "Secret of the Kingdom". */
function titleBeside(words: readonly SaidWord[], at: number, step: 1 | -1, text: string): SaidWord | undefined {
  for (let from = at; ; from += step) {
    const next = beside(words, from, step, text);
    if (next === undefined || hasCapital(next) || !IN_TITLE.has(next.word)) return next;
  }
}

function isCapital(word: SaidWord | undefined): boolean {
  return word !== undefined && hasCapital(word);
}

/** "Jonas Baumann": what stands behind a name with a capital is a name, whatever it would mean alone; and "Marta" before one. */
function isFamilyName(words: readonly SaidWord[], at: number, text: string, glossary: Glossary): boolean {
  const word = words[at] as SaidWord;
  if (!hasCapital(word) || glossary.isOwn(word.word)) return false;
  const before = beside(words, at, -1, text);
  const behind = beside(words, at, 1, text);
  const isUnknown = (one: SaidWord | undefined) =>
    one !== undefined && hasCapital(one) && !glossary.isOwn(one.word) && glossary.of(one.word) === null;
  if (isUnknown(before)) return true;
  const isVerb = glossary.of(word.word)?.some((gloss) => gloss.isVerb) ?? false;
  return !glossary.language.hasCapitalNouns && !word.isNamed && !isVerb && behind?.isNamed === true;
}
