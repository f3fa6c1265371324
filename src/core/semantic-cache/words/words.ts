/** A sentence as the cache compares it: words with their places, without case, contractions, politeness. */
import { ENGLISH } from "../../english/english.ts";
import { isPlainly } from "../../reading/own-language.ts";
import type { IsWord } from "../../reading/slips.ts";
import { spokenNumber } from "../../reading/spoken-numbers.ts";
import { languageOf } from "../../spoken-language/detection.ts";
import { canonicalNumber } from "./canonical-numbers.ts";
import { isPictograph, type Spoken, wishIn } from "./politeness.ts";
import { takesBack } from "./taken-back.ts";

export interface Sentence {
  readonly text: string;
  readonly words: readonly string[];
  /** Of each word, in UTF-16 code units of the text; words of one contraction share a place. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether most of it is in capitals, so that they say nothing. */
  readonly isShouted: boolean;
  /** Whether the speaker takes back or corrects what the sentence says: of which part, nobody can tell. */
  readonly takesBack: boolean;
  /** Whether politeness was cut off behind the words. */
  readonly endsPolitely: boolean;
  /** Why nothing but the very same words may share an answer with it; null for a plain English sentence. */
  readonly closedBecause: "language" | "look-alike letters" | null;
}

/**
 * In this order: addresses, links, names with underscores or dots, dates and times in digits, ordinals, codes, numbers,
 * words, and any other sign that says something. Nothing but white space and plain punctuation falls through.
 */
const PIECE = new RegExp(
  [
    "(?<address>[\\p{L}\\p{N}][\\p{L}\\p{N}._%+\\-]*@[\\p{L}\\p{N}](?:[\\p{L}\\p{N}.\\-]*[\\p{L}\\p{N}])?|https?://[^\\s]*[\\p{L}\\p{N}/])",
    "(?<name>[\\p{L}\\p{N}]+(?:_[\\p{L}\\p{N}]+)+|\\p{L}[\\p{L}\\p{N}]+(?:\\.\\p{L}[\\p{L}\\p{N}]+)+)",
    "(?<joined>\\d+(?:[-/:]\\d+)+)",
    "(?<ordinal>\\d+(?:st|nd|rd|th)(?![\\p{L}\\p{N}]))",
    "(?<code>\\p{L}+\\d[\\p{L}\\p{N}]*|\\d+\\p{L}+\\d[\\p{L}\\p{N}]*)",
    "(?<number>(?<![\\p{L}\\p{N})])-?(?:\\d{1,3}(?:,\\d{3})+(?![\\d,])(?:\\.\\d+)?|\\d+(?:\\.\\d+)*)|\\d+(?:\\.\\d+)*)",
    "(?<meridiem>[ap]\\.m\\.?(?![\\p{L}]))",
    "(?<word>[\\p{L}\\p{M}]+(?:['’‘´`][\\p{L}\\p{M}]+)*)",
    "(?<sign>'s(?![\\p{L}])|(?<=\\d\\s*)[-–*/^!](?=\\s*\\d)|[%&#@*]|[^\\s\\p{P}\\p{M}])",
  ].join("|"),
  "giu",
);

const { contractions, littleWords, spellings } = ENGLISH;

interface Piece {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Reads a sentence; costs some ten microseconds for a short one. */
export function readSentence(text: string, isWord: IsWord): Sentence {
  const pieces = withNumbers(piecesOf(text), text);
  const spoken = spokenIn(pieces, text);
  const [from, to] = wishIn(spoken, isWord);
  const kept = pieces.slice(from, to);
  const words = kept.map(({ word }) => word);
  return {
    text,
    words,
    starts: kept.map(({ start }) => start),
    ends: kept.map(({ end }) => end),
    isShouted: isShouted(kept.map(({ start, end }) => text.slice(start, end))),
    takesBack: takesBack(spoken, text),
    endsPolitely: to < pieces.length,
    closedBecause: hasLookAlikes(text)
      ? "look-alike letters"
      : isPlainly(
            ENGLISH,
            pieces.map(({ word }) => word),
            words,
          ) && languageOf(text) === ENGLISH.locale
        ? null
        : "language",
  };
}

function spokenIn(pieces: readonly Piece[], text: string): readonly Spoken[] {
  const written = pieces.map(({ start, end }) => text.slice(start, end));
  const isLoud = isShouted(written);
  const capitals = written.filter((word, at) => at > 0 && /^\p{Lu}/u.test(word)).length;
  // Where most words have a capital, it makes no name of one.
  const isTitled = capitals > written.length * TITLED_SHARE_MIN;
  const gapBefore = (at: number) => text.slice(pieces[at - 1]?.end ?? 0, pieces[at]?.start);
  const isInside = (at: number) => at > 0 && !/[.!?;:\n]/.test(gapBefore(at));
  return pieces.map((piece, at) => ({
    // "in Witt, OK" ends with a state.
    word: at > 0 && !isLoud && isOtherInCapitals(piece, text) ? "" : piece.word,
    isParted: /[^\s'"’”-]/.test(gapBefore(at)) || isPictograph(pieces[at - 1]?.word ?? ""),
    isNamed: !isTitled && isInside(at) && /^\p{Lu}\p{Ll}/u.test(written[at] ?? ""),
  }));
}
const TITLED_SHARE_MIN = 0.6;

/** The words of a value, compared like those of a sentence, with nothing left out. */
export function wordsOfValue(value: string): readonly string[] {
  return withNumbers(piecesOf(value), value).map(({ word }) => word);
}

/** Whether the word is another one for standing in capitals, in a sentence that does not. */
export function standsInCapitals({ text, words, starts, ends, isShouted }: Sentence, at: number): boolean {
  if (isShouted) return false;
  return isOtherInCapitals({ word: words[at] ?? "", start: starts[at] ?? 0, end: ends[at] ?? 0 }, text);
}

function isOtherInCapitals({ word, start, end }: Piece, text: string): boolean {
  return littleWords.otherInCapitals.has(word) && /^\p{Lu}{2,3}$/u.test(text.slice(start, end));
}

const SHOUTED_SHARE_MIN = 0.6;

function isShouted(written: readonly string[]): boolean {
  const words = written.filter((word) => /\p{L}{2}/u.test(word));
  const loud = words.filter((word) => /\p{Lu}{2}/u.test(word) && word.slice(1) === word.slice(1).toUpperCase());
  return words.length > 0 && loud.length / words.length >= SHOUTED_SHARE_MIN;
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const isLoud = text === text.toUpperCase();
  const said = text.replace(EMOTICON, (face) => " ".repeat(face.length));
  for (const match of said.matchAll(PIECE)) {
    const [piece] = match;
    const start = match.index;
    const end = start + piece.length;
    const lower = piece.toLowerCase();
    const { word, number, meridiem } = match.groups ?? {};
    if (contractions.hesitations.has(piece) || (contractions.hesitations.has(lower) && (start === 0 || isLoud)))
      continue;
    if (word !== undefined)
      addWord(pieces, contractions.chatted.get(piece) ?? lower.replace(/[’‘´`]/g, "'"), start, end);
    else if (number !== undefined) pieces.push({ word: canonicalNumber(lower), start, end });
    else if (meridiem !== undefined) pieces.push({ word: lower.startsWith("a") ? "am" : "pm", start, end });
    else pieces.push({ word: contractions.chatted.get(piece) ?? lower, start, end });
  }
  return pieces.flatMap((piece, at) => {
    // "Id like": behind other words, an id is one.
    const isWould = piece.word === "id" && contractions.wished.has(pieces[at + 1]?.word ?? "");
    return isWould
      ? [
          { ...piece, word: "i" },
          { ...piece, word: "would" },
        ]
      : [piece];
  });
}

/** A face made of signs at the end: ":P". */
const EMOTICON = /(?<=\s)(?:[:;=]['-]?[()DPpOo|/\\*]+|[xX]D+|\^_*\^)(?=[^\p{L}\p{N}]*$)/gu;

function addWord(pieces: Piece[], word: string, start: number, end: number): void {
  const whole = contractions.whole.get(word);
  if (whole) for (const part of whole) pieces.push({ word: part, start, end });
  else if (word.length > 3 && word.endsWith("n't")) {
    pieces.push({ word: word.slice(0, -3), start, end }, { word: "not", start, end });
  } else if (word.length > 2 && word.endsWith("'s")) {
    const base = word.slice(0, -2);
    if (contractions.beforeIs.has(base)) pieces.push({ word: base, start, end }, { word: "is", start, end });
    else pieces.push({ word: base, start, end: end - 2 }, { word: "'s", start: end - 2, end });
  } else pieces.push({ word: spellings.get(word) ?? word, start, end });
}

/** Words that spell a number become that number; they must stand next to each other, with a blank or a hyphen between. */
function withNumbers(pieces: readonly Piece[], text: string): readonly Piece[] {
  const read: Piece[] = [];
  for (let at = 0; at < pieces.length; ) {
    const first = pieces[at] as Piece;
    const wordAt = (index: number) => {
      const piece = pieces[index];
      const before = pieces[index - 1];
      if (!piece || (index > at && before && !/^[\s-]$/.test(text.slice(before.end, piece.start)))) return null;
      return piece.word;
    };
    const number = spokenNumber(wordAt, at, ENGLISH);
    if (!number) read.push(first);
    else {
      const last = pieces[at + number.length - 1] ?? first;
      read.push({ word: String(number.value), start: first.start, end: last.end });
    }
    at += number?.length ?? 1;
  }
  return read;
}

/** Letters of two scripts in one word, or characters that nobody sees: what looks the same need not be the same. */
function hasLookAlikes(text: string): boolean {
  if (/^[\t\n -~]*$/.test(text)) return false;
  if (/\p{Cf}/u.test(text.replace(/\p{Extended_Pictographic}[\u200d\ufe0f]*/gu, ""))) return true;
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const scripts = SCRIPTS.filter((script) => script.test(word)).length;
    if (scripts > 1 || /[\p{N}--[0-9²³¹½¼¾]]/v.test(word)) return true;
    if (/[\u{ff00}-\u{ffef}\u{1d400}-\u{1d7ff}]/u.test(word)) return true;
  }
  return false;
}
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\p{L}--\p{Script=Latin}--\p{Script=Cyrillic}--\p{Script=Greek}]/v,
];
