import { invalid } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

/** What a file may nest; more is no definition of anything, and would exhaust whoever walks through it. */
const DEPTH_MAX = 200;

/**
 * Throws `validation_error` for a document that is nested too deeply to be read, or has what JSON can spell and nobody can hold: a number such
 * as "1e400" (".inf" in YAML), half a character ("\\ud800").
 */
export function checkDocument(document: JsonValue, place = "the file"): void {
  let level: readonly JsonValue[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) throw invalid(place, `is nested more than ${DEPTH_MAX} levels deep`);
    if (level.some((value) => typeof value === "number" && !Number.isFinite(value)))
      throw invalid(place, "has a number that is none, or beyond 1.79e308: write a smaller one, or leave it out");
    if (level.some((value) => typeof value === "string" && !value.isWellFormed()))
      throw invalid(place, "has half a character, a surrogate without the other one: write the text anew");
    level = level.flatMap(partsOf);
  }
}

/** Names, too. */
function partsOf(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value;
  return isJsonObject(value) ? (Object.entries(value).flat() as readonly JsonValue[]) : [];
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The text, or "" for anything else. */
export function textOr(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The object, or an empty one for anything else. */
export function objectOr(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The list, or an empty one for anything else. */
export function listOr(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : [];
}

/** The texts of a list; whatever else is in it is passed over. */
export function textsOr(value: JsonValue | undefined): readonly string[] {
  return listOr(value).filter((item) => typeof item === "string");
}
