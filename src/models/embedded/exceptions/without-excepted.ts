/** "Pause P30, P31 and P32, all but P31": what is taken out of a list that the sentence itself writes out was never in it. */
import { ENGLISH } from "#core/english/english.ts";
import { overlaps, type Span } from "#core/span.ts";
import { type PartText, partOf } from "../requests/part-text.ts";
import { listItems, mentionOf, quotedSpans, trimmed, wholeName } from "../values/texts.ts";
import { type Exception, exceptingOf, exceptionBy, exceptionIn, wholeOf } from "./exception.ts";

const WORDS = ENGLISH.exceptions;

/** An item of more words is a part of the sentence. */
const ITEM_WORDS_MAX = 4;
/** Nobody excepts something of a longer list in one sentence. */
const ITEMS_MAX = 64;
/** Of two things one may be named again for any reason. */
const LIST_MIN = 3;
/** Other words come again by themselves. */
const NAME = /[\p{Lu}\d_-]/u;

/**
 * The text without the exception and what it takes out. Null where nothing is excepted, or what is excepted stands in no list of
 * the text.
 */
export function withoutExcepted(text: string): PartText | null {
  const exception = exceptionIn(text) ?? exceptionBy(text, WORDS.afterList);
  if (!exception) return null;
  // A comma before the exception is none of the list's.
  const items = listBefore(text, text.slice(0, exception.words.start).trimEnd().replace(/,$/, "").length);
  const named = namedItems(text, exception);
  const taken = named.map((span) => itemMeant(text, span, items));
  if (isBesideThem(text, exception, named)) return partOf(text, around([aroundException(text, exception)], text));
  if (items.length < 2 || taken.includes(null)) return null;
  const gone = new Set(taken as readonly Item[]);
  if (gone.size >= items.length) return null;
  const spans = [...gone].map((item) => withSeparator(item, items.indexOf(item)));
  return partOf(text, around([...spans, aroundException(text, exception)], text));
}

/**
 * "Remind Ann but not Ben", "mute 18 and 19, not 20": what is excepted is none of what stands before it, and written like that. It was never
 * asked for.
 */
function isBesideThem(text: string, exception: Exception, named: readonly Span[]): boolean {
  const end = text.slice(0, exception.words.start).trimEnd().replace(/,$/, "").length;
  const last = wordEnding(text, end);
  const writing = writingOf(text.slice(last.start, last.end));
  // "Leave J3 alone" says no more of it than that it is left.
  const [first] = named;
  const isLeft = exception.isKept === true && named.length === 1;
  const said = named.map((span) => text.slice(span.start, span.end));
  const things = isLeft && first ? said.map((words) => words.replace(/\s+\p{Ll}+$/u, "")) : said;
  const isNew = (thing: string) =>
    writingOf(thing) === writing && mentionOf(thing, text.slice(0, exception.words.start)) === null;
  return writing !== null && last.start > 0 && things.length > 0 && things.every(isNew);
}

/** How a name, a number or a code is written; null for other words. */
function writingOf(words: string): "code" | "name" | "number" | null {
  if (/^\d+$/u.test(words)) return "number";
  if (/^\p{Lu}[\p{Lu}\d_-]*\d[\p{Lu}\d_-]*$/u.test(words)) return "code";
  return /^\p{Lu}[\p{L}’'-]*(?:\s+\p{Lu}[\p{L}’'-]*)*$/u.test(words) ? "name" : null;
}

/**
 * Whether the text comes back to one thing of a list that it writes out: "restart A, B and C, only B must keep running". Whatever it
 * says of that one, it is not what it says of all.
 */
export function comesBackToOne(text: string): boolean {
  const items = listBefore(text, text.length);
  const end = items.at(-1)?.span.end ?? text.length;
  const behind = text.slice(end);
  if (items.length < LIST_MIN || behind.trim().length < 2) return false;
  const isAgain = (item: string) => NAME.test(item) && mentionOf(item, behind) !== null;
  const again = items.filter(({ span }) => isAgain(text.slice(span.start, span.end)));
  return again.length > 0 && again.length < items.length;
}

interface Item {
  readonly span: Span;
  /** What stands between it and the item before it, and the one behind it; null where there is none. */
  readonly before: Span | null;
  readonly behind: Span | null;
}

/** The items of the last list that stands before the place: "A, B and C" of "pause A, B and C now". */
function listBefore(text: string, place: number): readonly Item[] {
  const quoted = quotedSpans(text);
  const separators = [...text.slice(0, place).matchAll(ENGLISH.naming.listSeparator)]
    .map(({ 0: words, index }) => ({ start: index, end: index + words.length }))
    .filter((span) => !quoted.some((other) => overlaps(other, span)));
  const isItem = (from: Span, to: Span) => {
    const words = text.slice(from.end, to.start).trim();
    return words !== "" && words.split(/\s+/).length <= ITEM_WORDS_MAX && !/[.:!?;]\s/.test(words);
  };
  let best: readonly Span[] = [];
  let run: Span[] = [];
  for (const separator of separators) {
    const last = run.at(-1);
    if (last && !isItem(last, separator)) run = [];
    run.push(separator);
    if (run.length >= best.length) best = [...run];
  }
  return itemsBetween(text, best, place);
}

function itemsBetween(text: string, separators: readonly Span[], place: number): readonly Item[] {
  const [first] = separators;
  const last = separators.at(-1);
  if (!first || !last) return [];
  const lead = wordEnding(text, first.start);
  const inner = separators
    .slice(1)
    .map((next, at) => trimmed(text, { start: separators[at]?.end ?? 0, end: next.start }));
  const tail = wordBeginning(text, last.end, place);
  const spans = [lead, ...inner, ...(tail ? [tail] : [])];
  if (spans.length > ITEMS_MAX) return [];
  return spans.map((span, at) => ({ span, before: separators[at - 1] ?? null, behind: separators[at] ?? null }));
}

/** The word or the name that ends at the place. */
function wordEnding(text: string, end: number): Span {
  const start = end - (/\S+$/.exec(text.slice(0, end))?.[0].length ?? 0);
  return wholeName(text, { start, end }) ?? { start, end };
}

function wordBeginning(text: string, start: number, place: number): Span | null {
  const words = /^\s*(?:(?:the|a|an)\s+)?[^\s,.;:!?]+(?:\.[^\s,.;:!?]+)*/.exec(text.slice(start, place))?.[0] ?? "";
  const span = trimmed(text, { start, end: start + words.length });
  if (span.end === span.start) return null;
  const name = wholeName(text, span) ?? span;
  return name.end > place ? span : name;
}

/** The parts of what is excepted, each without the words that only point at it. */
function namedItems(text: string, { excepted }: Exception): readonly Span[] {
  return listItems(text, excepted).map((item) => {
    const said = text.slice(item.start, item.end);
    const end = item.start + (/\s+(?:one|ones|of (?:them|those|these)|of course)$/i.exec(said)?.index ?? said.length);
    return { start: item.start, end };
  });
}

/** The item of the list that is named so, by its words or by its place in the list. */
function itemMeant(text: string, { start, end }: Span, items: readonly Item[]): Item | null {
  const words = text.slice(start, end);
  const at = WORDS.ordinals.findIndex((pattern) => new RegExp(`^(?:very )?(?:${pattern})$`, "i").test(words));
  if (at >= 0) return items[at] ?? null;
  if (WORDS.last.test(words)) return items.at(-1) ?? null;
  if (WORDS.middle.test(words)) return items.length % 2 === 1 ? (items[(items.length - 1) / 2] ?? null) : null;
  // "the search one" of "Autumn Search", and "Paz" of "Paz who is at work".
  const isNamed = (item: string) => mentionOf(words, item) !== null || mentionOf(item, words)?.start === 0;
  const named = items.filter(({ span }) => isNamed(text.slice(span.start, span.end)));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** The item with what joins it to the others: the first one's stands behind it. */
function withSeparator({ span, before, behind }: Item, at: number): Span {
  if (at === 0) return { start: span.start, end: behind?.end ?? span.end };
  return { start: before?.start ?? span.start, end: span.end };
}

/** The exception with the words for all of the list that stand before it. */
function aroundException(text: string, exception: Exception): Span {
  const { start, end } = wholeOf(exception);
  const words = text.slice(exception.words.start, exception.words.end);
  // "all of these columns but": what stands between says what they are, and stays.
  const from = WORDS.groupAhead.test(words) ? start : exceptingOf(text, exception).start;
  const group = WORDS.group.exec(text.slice(0, from));
  return { start: group ? group.index : from, end };
}

/** What stands between and around the spans, each without the blanks in front. */
function around(spans: readonly Span[], text: string): readonly Span[] {
  const ordered = spans.toSorted((one, other) => one.start - other.start);
  const ends = [...ordered.map(({ start }) => start), text.length];
  return [0, ...ordered.map(({ end }) => end)].flatMap((from, at) => {
    const end = ends[at] ?? 0;
    const start = from + (/^\s*/.exec(text.slice(from, end))?.[0].length ?? 0);
    return end > start ? [{ start, end }] : [];
  });
}
