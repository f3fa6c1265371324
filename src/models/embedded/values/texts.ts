/** Stretches of text: their borders, quotes and items. Offsets are UTF-16 code units, ranges half-open. */
import { ENGLISH } from "#core/english/english.ts";
import type { Span } from "#core/span.ts";

const WORDS = ENGLISH.naming;

const QUOTED = /(?<!\w)['"`“‘]([^'"`”’]+)['"`”’](?!\w)/g;
const WORD_UNIT = /[\p{L}\p{N}_]/u;

/** What stands between quotation marks, without them. */
export function quotedSpans(text: string): readonly Span[] {
  return [...text.matchAll(QUOTED)].map((match) => ({
    start: match.index + 1,
    end: match.index + match[0].length - 1,
  }));
}

/** A period ends what is quoted if that is a sentence; behind a name it ends the sentence around it. */
const SENTENCE_WORDS_MIN = 4;

/** What is quoted, as it stands: with its article and its question mark. */
export function quotedExactly(text: string, quoted: Span): Span {
  const inner = text.slice(quoted.start, quoted.end);
  const [before = "", behind = ""] = [/^[\s*]+/.exec(inner)?.[0], /(?<![\s*,;:])[\s*,;:]+$/.exec(inner)?.[0]];
  const kept = inner.slice(before.length, inner.length - behind.length);
  const isSentence = /^\p{Lu}/u.test(kept) && kept.split(/\s+/).length >= SENTENCE_WORDS_MIN;
  const period = !isSentence && /[^.]\.$/.test(kept) ? 1 : 0;
  const [start, end] = [quoted.start + before.length, quoted.end - behind.length - period];
  return end > start ? { start, end } : trimmed(text, quoted);
}

/** Whether the span has a part of something quoted and goes on over its quotation mark. */
export function crossesQuotes(span: Span, quoted: readonly Span[]): boolean {
  return quoted.some(({ start, end }) => {
    const isApart = span.end < start || span.start > end;
    const isAround = span.start < start && span.end > end;
    const isWithin = span.start >= start - 1 && span.end <= end + 1;
    return !isApart && !isAround && !isWithin;
  });
}

/** Lists written out: `['a', 'b']`, or quoted items one after the other. */
export function quotedLists(text: string): readonly (readonly Span[])[] {
  const lists: Span[][] = [];
  for (const quoted of quotedSpans(text)) {
    const current = lists.at(-1);
    const last = current?.at(-1);
    const isNext = last && WORDS.listGap.test(text.slice(last.end + 1, quoted.start - 1));
    if (current && isNext) current.push(quoted);
    else lists.push([quoted]);
  }
  return lists.filter((items) => items.length > 1);
}

/** Between letters without a blank they are a part of an address: "ikea.com", "ann@example.org". */
const WITHIN_ADDRESS = /[.@]/;
const ADDRESS_UNIT = /[\p{Ll}\p{N}_]/u;

const RANGE_UNITS_MAX = 12;
/** "A1:B60" is one range of cells. */
const WITHIN_RANGE = /^[A-Z]{1,3}\d*:[A-Z]{1,3}\d*$/;

/** The span grown until it cuts no word in two, nor an address. */
export function wholeWords(text: string, span: Span): Span {
  const isWithinAddress = (at: number) =>
    WITHIN_ADDRESS.test(text.charAt(at)) &&
    ADDRESS_UNIT.test(text.charAt(at - 1)) &&
    ADDRESS_UNIT.test(text.charAt(at + 1));
  const isWithinRange = (at: number) => {
    if (text.charAt(at) !== ":" && text.charAt(at - 1) !== ":") return false;
    const before = /\S*$/.exec(text.slice(Math.max(0, at - RANGE_UNITS_MAX), at))?.[0] ?? "";
    const behind = /^[\w:]*/.exec(text.slice(at, at + RANGE_UNITS_MAX))?.[0] ?? "";
    return WITHIN_RANGE.test(before + behind);
  };
  const splits = (at: number) =>
    isWithinRange(at) ||
    (WORD_UNIT.test(text.charAt(at - 1)) && WORD_UNIT.test(text.charAt(at))) ||
    isWithinAddress(at) ||
    isWithinAddress(at - 1);
  let { start, end } = span;
  while (start > 0 && splits(start)) start -= 1;
  while (end < text.length && splits(end)) end += 1;
  return { start, end };
}

const NAME_BEFORE = /(?<=[a-z,;:] )(?:[A-Z][\w'’&.-]*\s+)+$/;
const NAME_BEHIND = /^(?:\s+[A-Z][\w'’&-]*)+/;

/** A postal address goes on with its country: "2020 Addison Street, Berkeley, CA" with ", USA". */
const COUNTRY_BEHIND = /^(?:,\s+[A-Z]{2,3}\b)+/;

/** The whole of a name of which the span has a part, as "Champions League" of "the UEFA Champions League"; null for no more. */
export function wholeName(text: string, span: Span): Span | null {
  const own = text.slice(span.start, span.end);
  const longest = (pattern: RegExp, from: string) => pattern.exec(from)?.[0].length ?? 0;
  if (own.includes(",")) {
    const behind = longest(COUNTRY_BEHIND, text.slice(span.end));
    return behind === 0 ? null : { start: span.start, end: span.end + behind };
  }
  const letter = longest(WORDS.letterBehind, text.slice(span.end));
  if (letter > 0) return { start: span.start, end: span.end + letter };
  if (!/^[A-Z]/.test(own)) return null;
  const before = longest(NAME_BEFORE, text.slice(0, span.start));
  const behind = /(?:^|\s)[A-Z]\S*$/.test(own) ? longest(NAME_BEHIND, text.slice(span.end)) : 0;
  return before + behind === 0 ? null : { start: span.start - before, end: span.end + behind };
}

/** "Museum of Modern Art" of "Modern Art": what a name is a part of may also be somebody's title; null where none is. */
export function nameOf(text: string, { start, end }: Span): Span | null {
  if (!/^[A-Z]/.test(text.slice(start, end))) return null;
  const before = WORDS.nameOfBefore.exec(text.slice(0, start))?.[0].length ?? 0;
  return before === 0 ? null : { start: start - before, end };
}

const REGION_BEHIND = new RegExp(
  `^(?:,\\s+(?!(?:${WORDS.openings})\\b)\\p{Lu}[\\p{L}\\p{N}'’.-]*(?:\\s+\\p{Lu}[\\p{L}'’.-]*)*){1,3}`,
  "u",
);

/** "El Gastor, Andalusia" of "El Gastor": a place with the town, state or country behind it; null where none is. */
export function placeWithRegion(text: string, { start, end }: Span): Span | null {
  if (!/^[\p{Lu}\d]/u.test(text.slice(start, end))) return null;
  const behind = REGION_BEHIND.exec(text.slice(end))?.[0].length ?? 0;
  return behind === 0 ? null : { start, end: end + behind };
}

/** A question mark with the sentence going on behind it belongs to what is quoted: "translate How are you? to French". */
const ENDS_MID_SENTENCE = /^[?!]\s+[a-z]/;

/** "D.C" of "D.C.", whose last period is no end of a sentence. */
const INITIALS = /(?:^|[\s,(])(?:\p{L}\.)+\p{L}$/u;

/** The span without blanks, closing punctuation, a leading article, and brackets or quotes that do not pair. */
export function trimmed(text: string, span: Span): Span {
  let { start, end } = span;
  const starts = (pattern: RegExp) => pattern.exec(text.slice(start, end))?.[0].length ?? 0;
  start += starts(/^[\s.,;:!?]+/);
  if (/^[^*].*[^*]\*\*$/s.test(text.slice(start, end))) end -= 2;
  end -= starts(ENDS_MID_SENTENCE.test(text.slice(end - 1, end + 3)) ? /(?<!\s)\s+$/ : /(?<![\s.,;:!?])[\s.,;:!?]+$/);
  if (text.charAt(end) === "." && INITIALS.test(text.slice(start, end))) end += 1;
  if (end - start > 1) start += starts(/^['"`“‘]/);
  if (!/\w'\w$/.test(text.slice(start, end))) end -= starts(/['"`”’]$/);
  start += starts(WORDS.articleInFront);
  for (const [open, close] of [
    ["(", ")"],
    ["[", "]"],
  ] as const) {
    const inner = text.slice(start, end);
    if (inner.split(open).length === inner.split(close).length) continue;
    if (inner.startsWith(open) || inner.startsWith(close)) start += 1;
    if (end > start && (inner.endsWith(open) || inner.endsWith(close))) end -= 1;
  }
  start += starts(/^\s+/);
  end -= starts(/(?<!\s)\s+$/);
  return end > start ? { start, end } : { start, end: start };
}

/** Where the items of "a, b and c" stand. */
export function listItems(text: string, span: Span): readonly Span[] {
  const items: Span[] = [];
  let start = span.start;
  const inner = text.slice(span.start, span.end);
  for (const separator of inner.matchAll(WORDS.listSeparator)) {
    items.push({ start, end: span.start + separator.index });
    start = span.start + separator.index + separator[0].length;
  }
  items.push({ start, end: span.end });
  return items.map((item) => trimmed(text, item)).filter((item) => item.end > item.start);
}

/** As many letters stand behind an apostrophe in the place of a word: "we'll". */
const SHORTENED_MAX = 2;

/** A mention of the words as a whole, whatever the case, `_` and `-` taken as blanks; null when there is none. */
export function mentionOf(words: string, text: string): Span | null {
  const pattern = words
    .trim()
    .split(/[\s_\-./]+/)
    .filter((word) => word !== "")
    .map((word) => RegExp.escape(word))
    .join("[\\s_\\-./]*");
  if (pattern === "") return null;
  // The "s" of "let's" and the "m" of "I'm" are no words; behind "l'" stands one.
  const begin = words.trim().length <= SHORTENED_MAX ? "(?<!\\p{L}['’])" : "";
  const match = new RegExp(`(?<![\\p{L}\\p{N}_])${begin}${pattern}(?![\\p{L}\\p{N}_])`, "iu").exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : null;
}

const MEASURE_OF = new RegExp(`^(?:${ENGLISH.numbers.measures})\\s+(?:of\\s+)?(?=\\S)`, "iu");

/** "Metacam" of "mg Metacam" and of "mg of Metacam". */
export function withoutMeasure(text: string, { start, end }: Span): Span {
  const unit = MEASURE_OF.exec(text.slice(start, end))?.[0] ?? "";
  return { start: start + unit.length, end };
}

/** A code may be written "#123". */
export function withoutHash(text: string, { start, end }: Span): Span {
  return { start: text.charAt(start) === "#" ? start + 1 : start, end };
}
