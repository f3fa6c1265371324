/**
 * The edge to the store, which holds JSON. What is written are types that the compiler knows to be JSON, as they are; what
 * is read is looked at here, and only here. Null for what is damaged or of another version: as if it were not there.
 */
import {
  isContentHash,
  isJsonObject,
  isListOf,
  isNumber,
  isPosition,
  isText,
  type JsonObject,
  type JsonValue,
} from "../json.ts";
import type { Path } from "./known-answer.ts";
import type { Lesson } from "./lesson.ts";
import type { Origin } from "./origin.ts";

/** What stands in the store as an answer. */
export type Stored<Answer extends JsonObject> = {
  readonly answer: Answer;
  /** Words that an answer may have copied: with another case they would have made another answer. */
  readonly literals: readonly { readonly position: number; readonly text: string }[];
  readonly dependsOnClock: boolean;
};

const PATHS: Readonly<Record<Path, true>> = { template: true, rewording: true, none: true, label: true };

/** `read`: of the answer itself, see `Reuse`. */
export function storedIn<Answer extends JsonObject>(
  { answer, literals, dependsOnClock }: JsonObject,
  read: (stored: JsonValue | undefined) => Answer | null,
): Stored<Answer> | null {
  if (!isListOf(literals, isLiteral) || typeof dependsOnClock !== "boolean") return null;
  const known = read(answer);
  return known && { answer: known, literals, dependsOnClock };
}

export function lessonIn(stored: JsonValue): Lesson | null {
  if (!isJsonObject(stored)) return null;
  const { kind, tool, parameters, defaultsApplied, dependsOnClock, class: position } = stored;
  if (kind === "label") return isPosition(position) ? { kind, class: position } : null;
  if (kind !== "call" || !isPosition(tool) || !isJsonObject(parameters)) return null;
  if (!isListOf(defaultsApplied, isText) || typeof dependsOnClock !== "boolean") return null;
  return { kind, tool, parameters, defaultsApplied, dependsOnClock };
}

export function originIn(stored: JsonValue): Origin | null {
  if (!isJsonObject(stored) || !isJsonObject(stored.subject)) return null;
  // An answer given by an older version tells of no kin.
  const { id, kin = [], path, bin, score, known, given } = stored;
  const { contentHash, name } = stored.subject;
  if (!isNumber(id) || !isListOf(kin, isNumber) || !isPath(path) || !isNumber(bin) || !isNumber(score)) return null;
  if (!isText(known) || !isJsonObject(given) || !isContentHash(contentHash) || !isText(name)) return null;
  return { id, kin, path, subject: { contentHash, name }, bin, score, known, given };
}

function isLiteral(value: JsonValue): value is Stored<JsonObject>["literals"][number] {
  return isJsonObject(value) && isNumber(value.position) && isText(value.text);
}

function isPath(value: JsonValue | undefined): value is Path {
  return isText(value) && Object.hasOwn(PATHS, value);
}
