/** What somebody said in several turns of one call, as one sentence: what goes on with it needs more than the last turn. */
import type { JsonValue } from "#core/json.ts";
import type { Span } from "#core/span.ts";
import { overlaps } from "#core/span.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { spoken } from "./moments.ts";

/** A sentence with what was answered. */
export interface Turn {
  readonly query: string;
  readonly values: readonly ParameterValue[];
}

/** Where a text says a value of a parameter. */
export type FindPlaces = (text: string, parameter: Parameter, value: JsonValue) => readonly Span[];

/** Of a longer one the end, which is new, might not be read any more. In UTF-16 code units. */
const LENGTH_MAX = 300;

/**
 * "Set the bathroom to 21 degrees" for "set the hall to 21 degrees" and "same for the bathroom": each turn changes the words of the
 * sentence before. What has no place there stands behind it. The last turn alone where all together are too long.
 */
export function saidAsOne([first, ...later]: readonly [Turn, ...Turn[]], placesIn: FindPlaces): string {
  let text = first.query;
  let before = first;
  for (const turn of later) {
    text = changedBy(text, before, turn, placesIn);
    before = turn;
  }
  return text.length > LENGTH_MAX ? before.query : text;
}

function changedBy(text: string, before: Turn, turn: Turn, placesIn: FindPlaces): string {
  const known = new Map(before.values.map(({ parameter, value }) => [parameter, value] as const));
  const changed = turn.values.filter(({ parameter, value }) => !Bun.deepEquals(known.get(parameter), value));
  const edits = changed.map(({ parameter, value }) => {
    const old = known.get(parameter);
    const [place] = old === undefined ? [] : placesIn(text, parameter, old);
    const [said] = placesIn(turn.query, parameter, value);
    const words = said ? turn.query.slice(said.start, said.end) : wordsOf(value);
    return place && words !== null ? { place, words } : null;
  });
  const inPlace = edits
    .filter((edit) => edit !== null)
    .sort((one, other) => other.place.start - one.place.start)
    .filter(({ place }, at, all) => !all.slice(0, at).some((other) => overlaps(other.place, place)));
  const edited = inPlace.reduce(
    (sentence, { place, words }) => sentence.slice(0, place.start) + words + sentence.slice(place.end),
    text,
  );
  return inPlace.length === changed.length ? edited : `${edited}. ${turn.query}`;
}

/** Null for what nobody would say so. */
export function wordsOf(value: JsonValue): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? (spoken(value) ?? value) : null;
}
