import { invalid } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

/** What a file may nest; more is no definition of anything, and would exhaust whoever walks through it. */
const DEPTH_MAX = 200;

/** Throws `validation_error` for a document that is nested too deeply to be read. */
export function checkDepth(document: JsonValue): void {
  let level: readonly JsonValue[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) throw invalid("the file", `is nested more than ${DEPTH_MAX} levels deep`);
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? (Object.values(value) as readonly JsonValue[]) : [],
    );
  }
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
