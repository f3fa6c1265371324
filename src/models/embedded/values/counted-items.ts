/** "five burgers and two cokes": things with their numbers, for lists of objects. */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { overlaps, type Span } from "#core/span.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { trimmed } from "./texts.ts";

const WORDS = ENGLISH.enumerating;

export interface CountedItem {
  readonly count: Span & { readonly value: number };
  readonly item: Span;
}

/** Where the last thing of an enumeration ends. */
const { words: CLAUSE_ENDS, subjects: SUBJECTS } = ENGLISH.clauseEnds;
const ENDS_ITEM = new RegExp(`\\s+(?:${[...CLAUSE_ENDS, ...SUBJECTS].join("|")})\\b|[.?!;](?:\\s|$)|$`, "i");
const ITEM_UNITS_MAX = 60;

/**
 * Values for every object of a list, where the text enumerates things with their numbers and the list's objects have one
 * text and one number; otherwise the values as they are. A thing that was found is one of those enumerated.
 */
export function withCountedItems(
  text: string,
  values: readonly ParameterValue[],
  parameters: readonly Parameter[],
): readonly ParameterValue[] {
  const lists = new Set(parameters.flatMap(({ path }) => (path.at(-2)?.isList ? [keyOf(path)] : [])));
  return [...lists].reduce((known, list) => {
    const fields = parameters.filter(({ path }) => path.at(-2)?.isList && keyOf(path) === list);
    const thing = fields.filter(({ type, choices }) => type === "string" && choices.length === 0);
    const number = fields.filter(({ type }) => type === "integer" || type === "number");
    const [named, counted] = [thing[0], number[0]];
    if (!named || !counted || thing.length > 1 || number.length > 1) return known;
    const found = known.find(({ parameter }) => parameter === named)?.span;
    const row = found && countedRows(text).find((items) => items.some(({ item }) => overlaps(item, found)));
    if (!row) return known;
    const others = known.filter(({ parameter }) => parameter !== named && parameter !== counted);
    return [...others, ...row.flatMap((item, index) => valuesOf(text, item, index, named, counted))];
  }, values);
}

/**
 * "Two lattes and a tea": whoever takes one thing and one number has those that belong together, the number's thing in place of another one's.
 */
export function withOwnCounts(text: string, values: readonly ParameterValue[]): readonly ParameterValue[] {
  const numbers = values.filter(({ value, span }) => typeof value === "number" && span !== null);
  const rows = numbers.length === 0 ? [] : countedRows(text);
  if (rows.length === 0) return values;
  return values.map((value) => {
    const { span, parameter } = value;
    const isText = typeof value.value === "string" && parameter.type === "string" && parameter.choices.length === 0;
    const row = isText && span && rows.find((items) => items.some(({ item }) => overlaps(item, span)));
    if (!row) return value;
    const isSaid = ({ count }: CountedItem) => numbers.some((number) => number.span && overlaps(number.span, count));
    const [counted, ...others] = row.filter(isSaid);
    const isItsOwn = row.every((one) => one === counted || !overlaps(one.item, span));
    if (!counted || others.length > 0 || isItsOwn) return value;
    return { ...value, value: text.slice(counted.item.start, counted.item.end), span: counted.item };
  });
}

function valuesOf(
  text: string,
  { count, item }: CountedItem,
  index: number,
  named: Parameter,
  counted: Parameter,
): readonly ParameterValue[] {
  const fixed = { dependsOnClock: false, item: index };
  return [
    { parameter: named, value: text.slice(item.start, item.end), span: item, ...fixed },
    { parameter: counted, value: count.value, span: { start: count.start, end: count.end }, ...fixed },
  ];
}

/** Enumerations of at least two things, each with its number in front. */
export function countedRows(text: string): readonly (readonly CountedItem[])[] {
  const rows: CountedItem[][] = [];
  const numbers = [...numbersIn(text, ENGLISH), ...singlesIn(text)].toSorted((one, other) => one.start - other.start);
  let isOpen = false;
  for (const [index, { start, end, value }] of numbers.entries()) {
    const upTo = Math.min(numbers[index + 1]?.start ?? text.length, end + ITEM_UNITS_MAX);
    const between = text.slice(end, upTo);
    const separator = WORDS.separator.exec(between);
    const isLast = separator === null || numbers[index + 1] === undefined;
    const length = isLast ? (ENDS_ITEM.exec(between)?.index ?? between.length) : separator.index;
    const item = trimmed(text, withoutQuotes(text, { start: end, end: end + length }));
    const isItem = item.end > item.start && /^\s+/.test(between);
    if (isItem) {
      const counted = { count: { start, end, value }, item };
      if (isOpen) rows.at(-1)?.push(counted);
      else rows.push([counted]);
    }
    isOpen = isItem && !isLast;
  }
  return rows.filter((items) => items.length > 1);
}

/** "and a cola" is one of them. */
function singlesIn(text: string): readonly CountedItem["count"][] {
  return [...text.matchAll(WORDS.single)].map(({ index, 0: match, 1: article = "" }) => {
    const end = index + match.length;
    return { start: end - article.length, end, value: 1 };
  });
}

function withoutQuotes(text: string, { start, end }: Span): Span {
  const inner = /['"“‘`]([^'"”’`]+)['"”’`]/.exec(text.slice(start, end));
  return inner ? { start: start + inner.index + 1, end: start + inner.index + inner[0].length - 1 } : { start, end };
}

function keyOf(path: Parameter["path"]): string {
  return path
    .slice(0, -1)
    .map(({ key }) => JSON.stringify(key))
    .join(".");
}
