/** What is wrong with a set, or worth a look, and where in it that is. */
import type { FindingWire } from "#http/schemas/lint-report.ts";
import { type JsonPath, pathInWords, pathOfPointer, pointerOf } from "../json-path.ts";
import { Refusal } from "../transport.ts";

export interface Note {
  /** `error`: so the set cannot be saved. */
  readonly severity: "error" | "hint" | "warning";
  readonly path: JsonPath;
  readonly message: string;
  /** What to write in its place, where that is known. */
  readonly instead: string | null;
}

export function noteOfFinding({ severity, path, message, instead }: FindingWire): Note {
  return { severity: severity === "warning" ? severity : "hint", path: pathOfPointer(path), message, instead };
}

/** Of what the server refused the set for; null for what is not about a set. */
export function noteOfRefusal(failure: unknown, set: { readonly signature: string }): Note | null {
  if (!(failure instanceof Refusal) || !SETS_OWN.has(failure.code)) return null;
  const { message } = failure;
  return { severity: "error", path: placeOf(failure, set), message, instead: null };
}

/** Codes by which a set is refused for what is in it. */
const SETS_OWN: ReadonlySet<string> = new Set([
  "bad_request",
  "validation_error",
  "tool_limit_reached",
  "class_limit_reached",
]);

/** The server names a field, behind the set's signature or without it, and within a schema a place that begins with `#/`. */
function placeOf({ message, details }: Refusal, set: { readonly signature: string }): JsonPath {
  const [field, problem] = Object.entries(details)[0] ?? [/`([^`]+)`/.exec(message)?.[1] ?? "", message];
  const prefix = `${set.signature}.`;
  const path = pathInWords(set, field.startsWith(prefix) ? field.slice(prefix.length) : field, ".");
  const [, inSchema] = /#\/(.*)/s.exec(problem) ?? [];
  if (inSchema === undefined || path.length === 0) return path;
  return [...path, ...pathInWords(path.reduce<unknown>(stepInto, set), inSchema, "/")];
}

function stepInto(value: unknown, step: string): unknown {
  return Reflect.get(Object(value), step);
}

/** Each note with the nearest field around its place; `fields` are pointers, "" among them. */
export function notesByField(
  notes: readonly Note[],
  fields: ReadonlySet<string>,
): ReadonlyMap<string, readonly Note[]> {
  const placed = new Map<string, Note[]>();
  for (const note of notes) {
    let path = note.path;
    while (path.length > 0 && !fields.has(pointerOf(path))) path = path.slice(0, -1);
    const pointer = pointerOf(path);
    placed.set(pointer, [...(placed.get(pointer) ?? []), note]);
  }
  return placed;
}
