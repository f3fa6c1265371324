/** What a schema's `pattern` says of the way a value is written, to find it where people write it another way. */
import type { Span } from "../span.ts";
import { isMoney } from "./currencies.ts";
import type { LanguageTables } from "./language.ts";
import { spokenForms } from "./spoken-numbers.ts";

export interface FormedText extends Span {
  /** As the pattern wants it. */
  readonly value: string;
}

interface Pattern {
  readonly source: string;
  test(text: string): boolean;
}

const WORDS_MAX = 3;
/** Spelling costs dozens of tries, and a text may be long. */
const STRETCHES_MAX = 24;
const SEPARATORS = ["-", "", "_", "/", ".", " ", ":", "#"];
/** Letters and signs at the start of an anchored pattern: `BK-` of `^BK-[0-9]+$`. */
const PREFIX = /^\^\(?([A-Za-z]+[-_/#:. ]?|[#])(?=[[\\(])/;
const CHUNKS = /[A-Za-z]+|\d+/g;
const WORD = /[^\s,;!?"“”()]+/g;

/**
 * The stretches of the text that fit the pattern as they stand, or in another case, with other separators, or with the
 * letters that each value begins with: "bk 99" and "booking number 99" for `^BK-[0-9]+$`. What stands there is copied or
 * spelled otherwise, never made up: without a digit in it, a word stays what it is. `isNamed`: whether the words before a
 * bare number say that it is the one.
 */
export function formedBy(text: string, pattern: Pattern, isNamed: (span: Span) => boolean): readonly FormedText[] {
  const words = [...text.matchAll(WORD)].map((match) => {
    const written = match[0].replace(/^['’]|[.:'’]+$/g, "");
    const start = match.index + (match[0].startsWith("'") || match[0].startsWith("’") ? 1 : 0);
    return { start, end: start + written.length };
  });
  const asWritten = words.filter(({ start, end }) => pattern.test(text.slice(start, end)));
  if (asWritten.length > 0) return asWritten.map(({ start, end }) => ({ start, end, value: text.slice(start, end) }));
  for (let count = WORDS_MAX; count > 0; count -= 1) {
    const stretches = words.flatMap(({ start }, index) => {
      const end = words[index + count - 1]?.end;
      return end !== undefined && /\d/.test(text.slice(start, end)) ? [{ start, end }] : [];
    });
    const found = stretches.slice(0, STRETCHES_MAX).flatMap((span) => {
      const value = spelled(text.slice(span.start, span.end), pattern, isNamed(span));
      return value === null ? [] : [{ ...span, value }];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** The stretch as the pattern wants it; null where that would be another text. */
function spelled(written: string, pattern: Pattern, isNamed: boolean): string | null {
  const chunks = written.match(CHUNKS) ?? [];
  const prefix = PREFIX.exec(pattern.source)?.[1] ?? "";
  const letters = chunks.filter((chunk) => /[A-Za-z]/.test(chunk));
  const isKnown = (chunk: string) => pattern.source.toLowerCase().includes(chunk.toLowerCase());
  // "12 may" is no "12MAY": words are put together only where the pattern itself has the letters, or a name stands before.
  const isOneText = isNamed || letters.every((chunk) => isKnown(chunk) || /^[A-Z]+$/.test(chunk));
  if (/\s/.test(written) && !isOneText) return null;
  const joined = SEPARATORS.flatMap((separator) => [chunks.join(separator), writtenTogether(chunks, separator)]);
  const isBare = chunks.length === 1;
  const prefixed = letters.length === 0 && prefix !== "" && (!isBare || isNamed) ? [prefix + written] : [];
  return [written, ...joined, ...prefixed].flatMap(cases).find((form) => pattern.test(form)) ?? null;
}

/** `ab-12cd` of "ab 12 cd": a separator behind the first part only. */
function writtenTogether([first = "", ...others]: readonly string[], separator: string): string {
  return first + separator + others.join("");
}

function cases(form: string): readonly string[] {
  return [form, form.toUpperCase(), form.toLowerCase()];
}

const ONLY_DIGITS = /^\^?(?:\\d|\[0-9\])\{(\d{1,2})\}\$?$/;

/** How many digits a text must have: "Last four digits of the card", "6-digit code", `^[0-9]{4}$`; null where nothing says so. */
export function digitsWanted(description: string, pattern: string, language: LanguageTables): number | null {
  const byPattern = ONLY_DIGITS.exec(pattern)?.[1];
  if (byPattern !== undefined) return Number(byPattern);
  const count = language.numbers.digitsWanted.exec(description)?.[1]?.toLowerCase();
  if (count === undefined) return null;
  return spokenForms(language).small.get(count) ?? Number(count);
}

const YEAR_UNITS_MAX = 20;

function isYear(text: string, { start, end }: Span, { dates }: LanguageTables): boolean {
  const before = text.slice(Math.max(0, start - YEAR_UNITS_MAX), start);
  return /^(?:19|20)\d\d$/.test(text.slice(start, end)) && dates.beforeYear.test(before);
}

/** Digits alone, so many of them: not those of an amount, a longer number or a date. */
export function digitsIn(text: string, count: number, language: LanguageTables): readonly Span[] {
  const form = new RegExp(`(?<![\\w.,/:-])\\d{${count}}(?![\\w/:]|[.,-]\\d|\\s?%)`, "g");
  return [...text.matchAll(form)]
    .map(({ 0: digits, index }) => ({ start: index, end: index + digits.length }))
    .filter((span) => !isMoney(text, span, language) && !isYear(text, span, language));
}
