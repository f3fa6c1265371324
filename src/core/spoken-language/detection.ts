/**
 * Which language a request is in, told by the words that people say to software every day. Requests are short: what tells long texts
 * apart, how often letters stand beside each other, is wrong too often for three words.
 */

import { ENGLISH } from "../english/english.ts";
import { tableWordsOf } from "../glossing/gloss-lines.ts";
import { DUTCH } from "../glossing/languages/dutch.ts";
import { FRENCH } from "../glossing/languages/french.ts";
import { GERMAN } from "../glossing/languages/german.ts";
import type { GlossWords } from "../glossing/languages/gloss-words.ts";
import { ITALIAN } from "../glossing/languages/italian.ts";
import { SPANISH } from "../glossing/languages/spanish.ts";
import { growingCache } from "../growing-cache.ts";
import { ALSO_IN_ENGLISH, ENGLISH_WORDS } from "./common-english.ts";
import { OTHER_WORDS } from "./other-words.ts";
import { UNDETERMINED } from "./read-languages.ts";

/** Longer texts tell it by their beginning. */
const UNITS_MAX = 2_000;
/** What a word counts that only its letters tell: "größer", "mañana". */
const LETTERS_COUNT = 0.6;
const ENDING_COUNT = 0.35;
/** What a word counts that begins with a capital as names do: titles are in any language. */
const IN_NAME_COUNT = 0.3;
/** The first word, which says what is to be done; and an English one that others borrow, as "playlist". */
const FIRST_COUNT = 1.5;
/** Where English has no such word: a title behind it is in any language. */
const FIRST_FOREIGN_COUNT = 2.5;
const FIRST_FOREIGN_LETTERS_MIN = 5;
const BORROWED_COUNT = 0.5;
/** "Rotate", "verse". */
const ALSO_END_ENGLISH: ReadonlySet<string> = new Set(["te", "se"]);
/** So much more must speak for another language than for English: a name or two is no language. */
const AHEAD_MIN = 0.5;
/** What speaks for another language altogether, at least, and of each word of the text. */
const SPOKEN_MIN = 0.5;
const SHARE_MIN = 0.15;
/** Of the letters, so that the text is in another script. */
const OTHER_SCRIPT_MIN = 0.5;

const LETTERS: readonly (readonly [language: string, pattern: RegExp])[] = [
  ["de", /[äöüß]/u],
  ["fr", /[êâîôûçœèù]|ées?$/u],
  ["es", /[ñáíú]/u],
  ["it", /[òì]$/u],
  ["da", /[åøæ]/u],
  ["pt", /[ãõ]/u],
  ["pl", /[ąęłńśźż]/u],
  ["tr", /[ışğ]/u],
  ["cs", /[ěřů]/u],
  ["ro", /[ățș]/u],
];
/** Endings and pairs of letters that English has, too, but seldom: they tell nothing alone. */
const ENDINGS: readonly (readonly [language: string, pattern: RegExp])[] = [
  ["de", /sch|ung$|keit$|lich$/u],
  ["fr", /eux$|eau|'qu[aeio]/u],
  ["es", /ción$|[aeo]r[lmt][aeo]s?$|dad$/u],
  ["it", /zion[ei]$|gli[aeo]?$|cch|zz|ggi|mente$|[aei]mi$|[ae]ll[ao]$/u],
  ["nl", /ij|aa|uu|oo[^dkrtmlnf]|sch|tje$|lijk|eeu|ieu/u],
];

interface Evidence {
  /** Of each word the languages that have it, and what it counts for each of them. */
  readonly words: ReadonlyMap<string, readonly string[]>;
}

let evidence: Evidence | null = null;

/** Made when it is first needed: some 8,000 words in a few milliseconds. */
function known(): Evidence {
  evidence ??= evidenceOf([
    ["en", ENGLISH_WORDS.split(" ")],
    ["de", tellingWordsOf(GERMAN)],
    ["fr", tellingWordsOf(FRENCH)],
    ["es", tellingWordsOf(SPANISH)],
    ["it", tellingWordsOf(ITALIAN)],
    ["nl", tellingWordsOf(DUTCH)],
    ...Object.entries(OTHER_WORDS).map(([language, words]) => [language, words.split(" ")] as const),
  ]);
  return evidence;
}

/** `lettersMin`: of the verb before its pronouns; Spanish has "pon" and "haz", and what Italian has as short are little words. */
const WITH_ENCLITICS: readonly (readonly [language: string, words: GlossWords, lettersMin: number])[] = [
  ["es", SPANISH, 3],
  ["it", ITALIAN, 4],
];

const TELLING_NOTHING: ReadonlySet<string> = new Set(ALSO_IN_ENGLISH.split(" "));

function tellingWordsOf(language: GlossWords): readonly string[] {
  return tableWordsOf(language).filter((word) => !TELLING_NOTHING.has(word));
}

function evidenceOf(lists: readonly (readonly [string, readonly string[]])[]): Evidence {
  const words = new Map<string, string[]>();
  for (const [language, list] of lists) {
    for (const word of new Set(list)) words.set(word, [...(words.get(word) ?? []), language]);
  }
  return { words };
}

/** Those that are answered at the same time: who answers a request, the cache and the log each ask in which language it is. */
const REMEMBERED_MAX = 64;
const remembered = growingCache<string, string>(REMEMBERED_MAX);

/** As ISO 639-1 or `UNDETERMINED`; English where nothing speaks for another language. Takes some 4 µs for a short text. */
export function languageOf(text: string): string {
  const said = text.slice(0, UNITS_MAX);
  const known = remembered.get(said);
  if (known !== undefined) return known;
  const language = languageIn(said);
  remembered.set(said, language);
  return language;
}

function languageIn(said: string): string {
  if (isInOtherScript(said)) return UNDETERMINED;
  const words = wordsOf(said);
  const scores = scoresOf(words);
  if (/[¿¡]/u.test(said)) add(scores, "es", 1);
  const english = scores.get("en") ?? 0;
  let [language, score] = ["en", Number.NEGATIVE_INFINITY];
  for (const [other, its] of scores) if (other !== "en" && its > score) [language, score] = [other, its];
  const isSpoken = score >= Math.max(SPOKEN_MIN, SHARE_MIN * words.length) && score >= english + AHEAD_MIN;
  return isSpoken ? language : "en";
}

interface SaidWord {
  readonly word: string;
  /** Within a sentence, as names do; in German nouns do, too. */
  readonly hasCapital: boolean;
}

/** No part of a code, and no single letter but "l'" and the like. */
const WORD = /(?<![\p{L}\p{N}_-])(?:\p{L}'\p{L}*|\p{L}{2,}(?:'\p{L}*)?|[aei])(?![\p{L}\p{N}_])/gu;

/** In small letters: "l'allarme" has a word of Italian and another one. */
function wordsOf(text: string): readonly SaidWord[] {
  const words: SaidWord[] = [];
  const read = text.replaceAll("’", "'");
  WORD.lastIndex = 0;
  for (let found = WORD.exec(read); found !== null; found = WORD.exec(read)) {
    const { 0: said, index } = found;
    const hasCapital =
      index > 0 && /^\p{Lu}/u.test(said) && !/[.!?¿¡:"]\s*$/u.test(text.slice(Math.max(0, index - 3), index));
    const word = said.toLowerCase();
    words.push({ word, hasCapital });
    const at = word.indexOf("'");
    if (at < 0) continue;
    for (const part of new Set([word.slice(0, at + 1), word.slice(at + 1)]))
      if (part !== "" && part !== word) words.push({ word: part, hasCapital });
  }
  return words;
}

/** A word that several languages have counts less for each. */
function scoresOf(words: readonly SaidWord[]): Map<string, number> {
  const scores = new Map<string, number>();
  let isFirst = true;
  for (const { word, hasCapital } of words) {
    const having = known().words.get(word);
    const isForeign = word.length >= FIRST_FOREIGN_LETTERS_MIN && having?.includes("en") === false;
    const first = isFirst ? (isForeign ? FIRST_FOREIGN_COUNT : FIRST_COUNT) : 1;
    const languages = having ?? (isFirst ? languagesOfDeed(word) : undefined);
    if (languages)
      for (const language of languages) {
        const named = hasCapital && language !== "de" ? IN_NAME_COUNT : 1;
        const borrowed = language === "en" && !ENGLISH.littleWords.own.has(word) && !isFirst ? BORROWED_COUNT : 1;
        add(scores, language, (first * named * borrowed) / languages.length);
      }
    else if (word.length > 2) {
      const counts = hasCapital ? IN_NAME_COUNT : 1;
      addLike(scores, word, LETTERS, LETTERS_COUNT * counts);
      addLike(scores, word, ENDINGS, ENDING_COUNT * counts);
    }
    isFirst = false;
  }
  return scores;
}

/** "Mostrami": those in which a verb has its pronouns at its end; undefined where there are none. */
function languagesOfDeed(word: string): readonly string[] | undefined {
  const languages = WITH_ENCLITICS.flatMap(([language, { enclitics }, lettersMin]) => {
    const isDeed = enclitics.some(
      (pronoun) =>
        !ALSO_END_ENGLISH.has(pronoun) &&
        word.endsWith(pronoun) &&
        word.length - pronoun.length >= lettersMin &&
        known().words.get(word.slice(0, -pronoun.length))?.includes(language),
    );
    return isDeed ? [language] : [];
  });
  return languages.length === 0 ? undefined : languages;
}

function addLike(scores: Map<string, number>, word: string, patterns: typeof LETTERS, count: number): void {
  const like = patterns.filter(([, pattern]) => pattern.test(word));
  for (const [language] of like) add(scores, language, count / like.length);
}

function add(scores: Map<string, number>, language: string, count: number): void {
  scores.set(language, (scores.get(language) ?? 0) + count);
}

function isInOtherScript(text: string): boolean {
  // All letters of ASCII are Latin: most texts have no others, and are not gone through letter by letter.
  if (/^[\0-\x7f]*$/.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters > 0 && latin < letters * OTHER_SCRIPT_MIN;
}
