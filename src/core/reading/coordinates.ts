/** Geographical coordinates: "37.87 N, 119.54 W", "latitude 37.87 and longitude -119.54", "37.87, -119.54". */
import type { Span } from "../span.ts";

export type Axis = "latitude" | "longitude";

export interface Coordinate extends Span {
  readonly axis: Axis;
  readonly value: number;
}

interface NumberSaid extends Span {
  readonly value: number;
}

const NAMED_BEFORE = /\b(lat(?:itude)?|lng|lon(?:g(?:itude)?)?)\b\s*(?:=|:|of|is|at|around|approximately|about|\s)*$/i;
const NAMED_LONGEST_UNITS = 48;
const COMPASS_BEHIND = /^\s?°?\s?([NSEW])(?![\w'’-])/;
const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;
/** Fewer decimals are no place that anybody would write down. */
const DECIMALS = /\.\d{2,}$/;
const PAIR_GAP = /^\s*,\s*$/;

/** Every coordinate in the order of the text; numbers that are none are left out. */
export function coordinatesIn(text: string, numbers: readonly NumberSaid[]): readonly Coordinate[] {
  return numbers.flatMap((number, index) => {
    const axis = axisSaid(text, number) ?? axisInPair(text, number, numbers[index - 1], numbers[index + 1]);
    return axis ? [{ axis, start: number.start, end: number.end, value: number.value }] : [];
  });
}

function axisSaid(text: string, { start, end }: Span): Axis | null {
  const compass = COMPASS_BEHIND.exec(text.slice(end, end + 4))?.[1];
  if (compass !== undefined) return compass === "N" || compass === "S" ? "latitude" : "longitude";
  const name = NAMED_BEFORE.exec(text.slice(Math.max(0, start - NAMED_LONGEST_UNITS), start))?.[1];
  if (name === undefined) return null;
  return /^la/i.test(name) ? "latitude" : "longitude";
}

/** Two decimal numbers with a comma between them, the first of which may be a latitude. */
function axisInPair(
  text: string,
  number: NumberSaid,
  before: NumberSaid | undefined,
  behind: NumberSaid | undefined,
): Axis | null {
  if (behind && isPair(text, number, behind)) return "latitude";
  return before && isPair(text, before, number) ? "longitude" : null;
}

function isPair(text: string, first: NumberSaid, second: NumberSaid): boolean {
  const isDecimal = [first, second].every(({ start, end }) => DECIMALS.test(text.slice(start, end)));
  const isOnEarth = Math.abs(first.value) <= LATITUDE_MAX && Math.abs(second.value) <= LONGITUDE_MAX;
  return isDecimal && isOnEarth && PAIR_GAP.test(text.slice(first.end, second.start));
}

const NAME_OF_AXIS: readonly (readonly [Axis, RegExp])[] = [
  ["latitude", /^lat(?:itude)?$/],
  ["longitude", /^(?:lng|lon(?:g(?:itude)?)?)$/],
];

/** Which of the two a parameter of this name wants; null for neither. `words`: of the name, in small letters. */
export function axisWantedBy(words: readonly string[]): Axis | null {
  return NAME_OF_AXIS.find(([, name]) => words.some((word) => name.test(word)))?.[0] ?? null;
}

/** Whether a list of numbers with this description is a place on the map. */
export function wantsCoordinates(description: string): boolean {
  return /\blatitudes?\b.*\blongitudes?\b|\bcoordinates?\b/is.test(description);
}

/** Latitude and longitude, in the order in which they are said; null unless there is one of each. */
export function placeOf(coordinates: readonly Coordinate[]): readonly [Coordinate, Coordinate] | null {
  const [one, other, ...more] = coordinates;
  return one && other && more.length === 0 && one.axis !== other.axis ? [one, other] : null;
}
