/** A query with its slips of the finger mended, as far as the tools that are searched have the words that were meant. */
import { ENGLISH } from "../english/english.ts";
import { type IsWord, type Slip, slipBetween, slipsOf } from "../reading/slips.ts";
import { stemOf } from "../reading/word-forms.ts";
import { languageOf } from "../spoken-language/detection.ts";
import type { SearchedSet } from "./tool-index.ts";
import { searchStem } from "./tool-words.ts";
import { CountedWords, wordId } from "./worded-tools.ts";

/** In small letters, and no part of a name, a number, an address, a path or a quotation: those are meant as they are written. */
const PLAIN_WORD = /(?<![\p{L}\p{N}_.@/\\#$'’"“-])[a-z]{4,16}(?![\p{L}\p{N}_@/\\'’"”-]|\.\p{L})/gu;
/** The first so many of a query are looked at: more are of another language, or of a flood. */
const DOUBTFUL_WORDS_MAX = 4;
/** A wrong letter in a shorter word mostly makes another word. */
const WRONG_LETTER_MIN = 7;

interface Meant {
  readonly word: string;
  readonly slip: Slip | null;
  /** As `WordedTools` has it. */
  readonly id: number;
}

/** A word of the query that no dictionary has. */
interface Doubtful {
  readonly start: number;
  /** The word itself first. */
  readonly meant: readonly [Meant, ...Meant[]];
}

/** The words of an English query that may be slips; mostly none, and then no tool has to be asked. */
export function doubtfulWords(query: string, isWord: IsWord): readonly Doubtful[] {
  if (languageOf(query) !== ENGLISH.locale) return [];
  return [...query.matchAll(PLAIN_WORD)]
    .filter(({ 0: word }) => !isFormOfWord(word, isWord))
    .slice(0, DOUBTFUL_WORDS_MAX)
    .map(({ 0: word, index: start }) => {
      const near = slipsOf(word, isWord, (other) => mayBeMeant(word, other));
      return { start, meant: [meantAs(word, word), ...near.map((one) => meantAs(one, word))] };
    });
}

/**
 * In steps, one for each set: the query with each doubtful word replaced by the one that was meant. That is a word of the tools, where none
 * of them has what is written: exchanged letters before others, then what more tools have.
 */
export function* spelledAsTools(
  query: string,
  doubtful: readonly Doubtful[],
  sets: readonly SearchedSet[],
): Generator<void, string> {
  const counted = new CountedWords(doubtful.flatMap(({ meant }) => meant.map(({ id }) => id)));
  for (const { words } of sets) {
    words.countInto(counted);
    yield;
  }
  let spelled = query;
  // From behind, so that the places before stay where they are.
  for (const { start, meant } of doubtful.toReversed()) {
    const [written, ...others] = meant;
    const best = counted.toolsWith(written.id) > 0 ? undefined : likeliest(others, counted);
    if (best) spelled = spelled.slice(0, start) + best.word + spelled.slice(start + written.word.length);
  }
  return spelled;
}

/** Dictionaries have few words with their endings. */
function isFormOfWord(word: string, isWord: IsWord): boolean {
  const stem = stemOf(word, ENGLISH.endings.ofForms);
  return isWord(word) || isWord(stem) || isWord(`${stem}e`);
}

/** Hardly anybody misses the first letter. */
function mayBeMeant(written: string, other: string): boolean {
  const slip = slipBetween(written, other);
  if (slip === null || written[0] !== other[0]) return false;
  return slip !== "wrong letter" || written.length >= WRONG_LETTER_MIN;
}

function meantAs(word: string, written: string): Meant {
  return { word, slip: slipBetween(written, word), id: wordId(searchStem(word)) };
}

function likeliest(meant: readonly Meant[], counted: CountedWords): Meant | undefined {
  const isExchanged = ({ slip }: Meant) => Number(slip === "exchanged letters");
  const toolsWith = ({ id }: Meant) => counted.toolsWith(id);
  return meant
    .filter((one) => toolsWith(one) > 0)
    .toSorted((one, other) => isExchanged(other) - isExchanged(one) || toolsWith(other) - toolsWith(one))[0];
}
