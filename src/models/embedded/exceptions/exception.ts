/** "Everywhere except in the kitchen": what a sentence takes out of what it named. */
import { ENGLISH } from "#core/english/english.ts";
import { overlaps, type Span } from "#core/span.ts";
import { quotedSpans, trimmed } from "../values/texts.ts";

export interface Exception {
  /** "all the rooms but", "except in". */
  readonly words: Span;
  /** What is excepted, one or several. */
  readonly excepted: Span;
  /** Whether it is said what becomes of it: "but keep the hall on" may be a request of its own. */
  readonly isKept?: boolean;
}

/** Words that go on with what is excepted, and do not end it. */
const WITHIN: ReadonlySet<string> = new Set([
  "and",
  "or",
  "but",
  "in",
  "on",
  "at",
  "by",
  "for",
  "from",
  "that",
  "this",
]);
const NEXT_PART = ENGLISH.clauseEnds.words.filter((word) => !WITHIN.has(word));
/** A place or a time behind what is excepted is said of all. */
const NEXT_PLACE = [...WITHIN].filter(
  (word) => ENGLISH.clauseEnds.words.includes(word) && !/^(?:and|or|but)$/.test(word),
);
const ENDS = new RegExp(`[.;:!?](?:\\s|$)|,|\\s(?:${[...NEXT_PART, ...NEXT_PLACE].join("|")})\\s`, "iu");

const ENDS_OF_POINTED = new RegExp(`[.;:!?](?:\\s|$)|,|\\s(?:${NEXT_PART.join("|")})\\s`, "iu");
const POINTED = /^\s*(?:(?:the\s+)?ones?|that|those)\s*$/i;

/** The first exception of the text that is said as such; null where there is none. What is quoted says nothing. */
export function exceptionIn(text: string): Exception | null {
  const { plain, behindAll, kept } = ENGLISH.exceptions;
  const known = exceptionBy(text, plain) ?? keptIn(text, kept);
  return known ?? exceptionBy(text, behindAll);
}

function keptIn(text: string, pattern: RegExp): Exception | null {
  const exception = exceptionBy(text, pattern);
  return exception && { ...exception, isKept: true };
}

/** As `exceptionIn`, by these words, the last ones of which stand before what is excepted. */
export function exceptionBy(text: string, pattern: RegExp): Exception | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const words = { start: match.index, end: match.index + match[0].length };
  const behind = text.slice(words.end);
  const first = ENDS.exec(behind)?.index ?? behind.length;
  // "The one in the hall" goes on to where it is.
  const end = POINTED.test(behind.slice(0, first)) ? (ENDS_OF_POINTED.exec(behind)?.index ?? behind.length) : first;
  const excepted = trimmed(text, { start: words.end, end: words.end + end });
  const isQuoted = quotedSpans(text).some((quoted) => overlaps(quoted, words));
  return isQuoted || excepted.end === excepted.start ? null : { words, excepted };
}

/** From the first of the words that say so to the end of what is excepted. */
export function wholeOf({ words, excepted }: Exception): Span {
  return { start: words.start, end: excepted.end };
}

/** As `wholeOf`, without the words for all that stand before the "but". */
export function exceptingOf(text: string, { words, excepted }: Exception): Span {
  const said = text.slice(words.start, words.end);
  const last = /(?:,\s*)?\b(?:but|bar|save)\s+$/i.exec(said)?.[0] ?? said;
  return { start: words.end - last.length, end: excepted.end };
}
