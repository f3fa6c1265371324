/** "Two lagers, 3 colas and a cider": things that are counted up, each with its number, where a tool takes one thing and one number. */
import { isWithin, overlaps, type Span } from "#core/span.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { type CountedItem, countedRows } from "../values/counted-items.ts";
import { type PartText, type Written, writtenOf } from "./part-text.ts";
import type { Piece } from "./request-pieces.ts";
import { holdsOne } from "./value-mentions.ts";

export interface CountedPart {
  readonly part: PartText;
  /** Where the number and the thing stand in the part. */
  readonly number: Span;
  readonly thing: Span;
}

/** One for each thing, with what is said of all; none where the text says anything besides a row of things. */
export function countedParts(query: string, pieces: readonly Piece[]): readonly CountedPart[] {
  const [row = [], ...others] = countedRows(query);
  const [first, last] = [row[0], row.at(-1)];
  if (!first || !last || others.length > 0 || row.length !== pieces.length) return [];
  if (!row.every(({ count }, at) => isWithin(count, pieces[at] as Piece))) return [];
  return row.map((own) => partFor(query, own, { start: first.count.start, end: last.item.end }));
}

function partFor(query: string, { count, item }: CountedItem, row: Span): CountedPart {
  const isSaid = /\d/u.test(query.slice(count.start, count.end)) || count.value > 1;
  const written: readonly Written[] = [
    { start: 0, end: row.start },
    // "A cider" is one.
    isSaid
      ? { start: count.start, end: count.end }
      : { start: count.start, end: count.end, words: String(count.value) },
    { start: count.end, end: item.end },
    { start: row.end, end: query.length },
  ];
  const part = writtenOf(query, written);
  const at = part.stretches.find(({ of }) => of.start === count.start)?.at ?? 0;
  const length = isSaid ? count.end - count.start : String(count.value).length;
  const thing = part.text.indexOf(query.slice(item.start, item.end), at + length);
  return { part, number: { start: at, end: at + length }, thing: { start: thing, end: thing + item.end - item.start } };
}

/** Whose values they are; null where one of the two is nobody's. */
export function parametersSaid(
  values: readonly ParameterValue[],
  { number, thing }: CountedPart,
): { readonly number: Parameter; readonly thing: Parameter } | null {
  const at = (place: Span, isOf: (parameter: Parameter) => boolean) =>
    values.find(({ parameter, span, why }) => {
      const isSaid = why === undefined && span !== null && overlaps(span, place);
      return isSaid && holdsOne(parameter) && isOf(parameter);
    })?.parameter;
  const counted = at(number, ({ type }) => type === "integer" || type === "number");
  const named = at(thing, ({ type }) => type === "string");
  return counted && named ? { number: counted, thing: named } : null;
}
