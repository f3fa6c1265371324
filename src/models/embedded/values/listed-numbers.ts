/** Lists of whole numbers as people say them: "501 through 505, just not 503", "7 8 and 9". */
import { ENGLISH } from "#core/english/english.ts";
import type { NumberMention } from "#core/reading/numbers.ts";
import type { Range } from "#core/reading/ranges.ts";
import type { Span } from "#core/span.ts";

const AROUND_UNITS_MAX = 32;
/** A longer range is hardly meant one by one. */
const LISTED_MAX = 100;

interface Said {
  readonly text: string;
  readonly numbers: readonly NumberMention[];
  readonly ranges: readonly Range[];
}

export interface NumberList extends Span {
  readonly values: readonly number[];
}

/**
 * The list that those numbers belong to: all that are enumerated with them, with what lies between the ends of a range, and without
 * what is taken out again. Null where that is no other list than they are.
 */
export function numberListOf(seeds: readonly NumberMention[], { text, numbers, ranges }: Said): NumberList | null {
  const isSeed = (span: Span) => seeds.some(({ start }) => start === span.start);
  const own = ranges.filter(({ low, high }) => (isSeed(low) || isSeed(high)) && isListed(low.value, high.value));
  const isInFigures = ({ start }: Span) => /\d/.test(text.charAt(start));
  const isWritten = seeds.some(isInFigures);
  // "the two outer lanes, 1 and 6": who writes some in figures and others in words has two lists.
  const rows = rowsOf(text, numbers).filter((row) => row.some(isSeed));
  const enumerated = rows.flat().filter((number) => isInFigures(number) === isWritten);
  const members = [...new Set([...enumerated, ...numbers.filter(isSeed)])];
  const ends = own.flatMap(({ low, high }) => [low.start, high.start]);
  const values = new Set<number>();
  const places: Span[] = [...own.flatMap(({ low, high }) => [low, high])];
  for (const { low, high } of own) for (let value = low.value; value <= high.value; value += 1) values.add(value);
  const left = numbers.filter((number) => isLeftOut(text, number) && !ends.includes(number.start));
  for (const member of members.toSorted((one, other) => one.start - other.start)) {
    if (ends.includes(member.start) || left.includes(member)) continue;
    values.add(member.value);
    places.push(member);
  }
  const taken = left.filter(({ value }) => values.delete(value));
  if (values.size === 0 || (own.length === 0 && taken.length === 0 && members.length === seeds.length)) return null;
  return {
    values: [...values],
    start: Math.min(...places.map(({ start }) => start)),
    end: Math.max(...places.map(({ end }) => end)),
  };
}

function isListed(low: number, high: number): boolean {
  return Number.isInteger(low) && Number.isInteger(high) && high - low < LISTED_MAX;
}

function isLeftOut(text: string, { start }: Span): boolean {
  return ENGLISH.ranges.leftOut.test(text.slice(Math.max(0, start - AROUND_UNITS_MAX), start));
}

/** Numbers that follow upon one another, with nothing, a comma or "and" between them. */
function rowsOf(text: string, numbers: readonly NumberMention[]): readonly (readonly NumberMention[])[] {
  const rows: NumberMention[][] = [];
  for (const number of numbers) {
    const last = rows.at(-1)?.at(-1);
    const between = last ? text.slice(last.end, number.start) : "";
    if (last && (/^\s+$/.test(between) || ENGLISH.enumerating.nextNumber.test(between))) rows.at(-1)?.push(number);
    else rows.push([number]);
  }
  return rows;
}
