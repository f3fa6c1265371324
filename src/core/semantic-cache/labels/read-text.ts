/** A labelled text as it is compared with others. */
import { ENGLISH } from "../../english/english.ts";
import type { IsWord } from "../../reading/slips.ts";
import { stemOf } from "../../reading/word-forms.ts";
import { isNumber } from "../words/canonical-numbers.ts";
import { readSentence, type Sentence } from "../words/words.ts";
import { type Negation, negationsIn } from "./negations.ts";
import { speltOf } from "./spelling.ts";

export interface ReadText {
  /** As `speltOf` gives it. */
  readonly spelt: string;
  /** Each once. */
  readonly words: readonly string[];
  /** Of the words, without the endings that grammar asks for; each once, in their order. */
  readonly stems: readonly string[];
  /** Words that are names of code and the like, in small letters: of such, none stands for another. */
  readonly names: readonly string[];
  /** Wherever it says "not". */
  readonly negations: readonly Negation[];
  /** Why no other words may share its label; null for plain English. */
  readonly closedBecause: Sentence["closedBecause"];
}

/** A number or a name of code has no stem. */
const PLAIN_WORD = /^\p{Ll}+$/u;
/** "v2.10" is the version 2.10. */
const VERSION = /\bv(?=\d+\.\d)/giu;
/** "Nonzero" is "non-zero". */
const WITH_NON = /\bnon(?!sense)(\p{L}{4,})/giu;

export function readText(text: string, isWord: IsWord): ReadText {
  const parted = text.replace(WITH_NON, (whole, word: string) => (isWord(word.toLowerCase()) ? `non-${word}` : whole));
  const sentence = readSentence(parted.replace(VERSION, ""), isWord);
  const words = distinctWords(sentence);
  return {
    spelt: speltOf(text),
    words,
    stems: [...new Set(words.map((word) => (PLAIN_WORD.test(word) ? stemOf(word, ENGLISH.endings.ofLabels) : word)))],
    names: namesIn(text),
    negations: negationsIn(sentence),
    closedBecause: sentence.closedBecause,
  };
}

/** Up to this, a number in words is a pronoun or an article as often. */
const SPOKEN_PRONOUNS_MAX = 12;

function distinctWords({ words, text, starts, ends }: Sentence): readonly string[] {
  const written = words.map((word, at) =>
    isNumber(word) && Number(word) <= SPOKEN_PRONOUNS_MAX && !/\d/.test(text.slice(starts[at], ends[at]))
      ? text.slice(starts[at], ends[at]).toLowerCase()
      : word,
  );
  return [...new Set(written)];
}

/** Something with a sign or a digit inside, with capitals inside, or in quotes for code. */
const NAME = /`[^`\s]+`|[\p{L}\p{N}]+(?:[_.][\p{L}\p{N}]+)+|\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{Lu}{2,}[\p{L}\p{N}]*/gu;

function namesIn(text: string): readonly string[] {
  const found = [...text.matchAll(NAME)].map(([name]) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""));
  return [...new Set(found)];
}
