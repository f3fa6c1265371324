/** Words that name a value which the schema does not allow: the parameter is missing, and no default hides it. */
import { ENGLISH } from "../english/english.ts";
import { isJsonObject, isListOf, isText, type JsonObject, type JsonValue } from "../json.ts";
import type { LocalTime } from "../local-time.ts";
import type { DraftUnfilled, WhyUnfilled } from "../ports/models.ts";
import { placesOf } from "../reading/places.ts";
import type { Tool } from "../toolset.ts";
import type { EvidenceMap } from "./evidence.ts";
import { evidenceMoved } from "./evidence-offsets.ts";

/** Every reason, in words for the reference. */
export const WHY_UNFILLED: Readonly<Record<WhyUnfilled, string>> = {
  not_an_option: "the schema enumerates the values, or names a list of them, and this is none",
  below_minimum: "it is less than the schema allows",
  above_maximum: "it is more than the schema allows",
  not_whole: "the schema wants a whole number, and in its unit this is a fraction",
  several: "all or several are named, and the schema takes one",
  unnamed: "it names none: any of them, or another one",
  change: "it says by how much something is to change, and the schema wants what it is to become",
  too_short: "it is shorter than the schema allows",
  too_long: "it is longer than the schema allows",
  not_allowed: "the schema rules it out in another way",
};

/** A type, as all that is stored: so the compiler sees that it is JSON. */
export type Unfilled = {
  /** Its path, as in `address.city`. */
  readonly parameter: string;
  readonly said: string;
  readonly why: WhyUnfilled;
  /** Half-open, where the query says it: in code points of the query as it was sent, or UTF-16 code units of the checked one. */
  readonly start?: number;
  readonly end?: number;
  /** Of a value that a list does not have, those that are most like it. Missing where there is no list, or none is alike. */
  readonly nearest?: readonly string[];
};

export function unfilledOf(draft: readonly DraftUnfilled[]): readonly Unfilled[] {
  return draft.map(({ parameter, said, why, span }) => ({ parameter, said, why, ...span }));
}

/** Of what a model proposed, the top-level values that did not fit the schema and that the query says as they stand. */
export function refusedIn(
  tool: Tool,
  proposed: JsonObject,
  kept: JsonObject,
  query: string,
  now: LocalTime,
): readonly Unfilled[] {
  const properties = isJsonObject(tool.parameters?.properties) ? tool.parameters.properties : {};
  return Object.entries(proposed).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isGone = !Object.hasOwn(kept, name) || kept[name] !== value;
    const why = isGone && isJsonObject(property) && value !== undefined ? whyRefused(value, property) : null;
    if (why === null || typeof value === "object" || value === undefined) return [];
    // As a text of its own: what the schema enumerates would hide what it does not.
    const [place] = placesOf({ name, value, property: {} }, query, now, ENGLISH);
    return place ? [{ parameter: name, said: query.slice(place.start, place.end), why, ...place }] : [];
  });
}

function whyRefused(value: JsonValue, property: JsonObject): WhyUnfilled | null {
  const { minimum, maximum, minLength, maxLength } = property;
  if (Array.isArray(property.enum) && !property.enum.includes(value)) return "not_an_option";
  if (typeof value === "number") {
    if (typeof minimum === "number" && value < minimum) return "below_minimum";
    if (typeof maximum === "number" && value > maximum) return "above_maximum";
    return property.type === "integer" && !Number.isInteger(value) ? "not_whole" : "not_allowed";
  }
  if (typeof value !== "string") return null;
  const { length } = [...value];
  if (typeof minLength === "number" && length < minLength) return "too_short";
  if (typeof maxLength === "number" && length > maxLength) return "too_long";
  return property.type === "string" ? "not_allowed" : null;
}

/** The same with places in another text, which has what was said at those places. `move`: as evidence is moved there. */
export function unfilledIn(
  unfilled: readonly Unfilled[],
  move: (evidence: EvidenceMap) => EvidenceMap,
): readonly Unfilled[] {
  if (unfilled.length === 0) return unfilled;
  const moved = move(
    Object.fromEntries(
      unfilled.map(({ start, end }, at) => [
        String(at),
        { kind: "query", ...(start !== undefined && end !== undefined && { start, end }) },
      ]),
    ),
  );
  return unfilled.map(({ parameter, said, why, nearest }, at) => {
    const { start, end } = moved[String(at)] ?? {};
    return {
      parameter,
      said,
      why,
      ...(nearest && { nearest }),
      ...(start !== undefined && end !== undefined && { start, end }),
    };
  });
}

/** For a query of the same words with other white space between them. */
export function unfilledMoved(unfilled: readonly Unfilled[], from: string, to: string): readonly Unfilled[] {
  return unfilledIn(unfilled, (evidence) => evidenceMoved(evidence, from, to)).map((one) => {
    const { start, end } = one;
    return start === undefined || end === undefined ? one : { ...one, said: to.slice(start, end) };
  });
}

export function isListOfUnfilled(stored: JsonValue | undefined): stored is readonly Unfilled[] & JsonValue {
  return isListOf(stored, (one): one is JsonValue => {
    const isWhole =
      isJsonObject(one) && isText(one.parameter) && isText(one.said) && isListOf(one.nearest ?? [], isText);
    return isWhole && typeof one.why === "string" && Object.hasOwn(WHY_UNFILLED, one.why);
  });
}
