/** Places in JSON: the names and positions from the outside in. */
import { objectOf } from "./json-text.ts";

/** Positions in lists are written as numbers are. */
export type JsonPath = readonly string[];

/** As in `/tools/3/description` (RFC 6901). */
export function pointerOf(path: JsonPath): string {
  return path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function pathOfPointer(pointer: string): JsonPath {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Undefined where nothing stands. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce(within, value);
}

function within(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return value[positionIn(value, step) ?? -1];
  const object = objectOf(value);
  return object && Object.hasOwn(object, step) ? object[step] : undefined;
}

function positionIn(list: readonly unknown[], step: string): number | null {
  return /^(0|[1-9]\d*)$/.test(step) && Number(step) < list.length ? Number(step) : null;
}

/**
 * The value with another one at the path; undefined takes away what stands there. Everything else stays as it is, the order of names
 * too. Objects that are missing on the way are made; where the path leads into anything else, nothing changes.
 */
export function withValueAt(value: unknown, path: JsonPath, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  const inner = () => withValueAt(within(value, step), rest, next);
  if (Array.isArray(value)) {
    const position = positionIn(value, step);
    if (position === null) return value;
    const replaced = inner();
    return replaced === undefined ? value.toSpliced(position, 1) : value.with(position, replaced);
  }
  const object = value === undefined ? {} : objectOf(value);
  if (!object) return value;
  const replaced = inner();
  if (replaced !== undefined) return { ...object, [step]: replaced };
  if (value === undefined) return undefined;
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== step));
}

/**
 * The place that a text spells, as far as there is such a place: names may hold the separator themselves, and what follows is prose.
 * Of names that begin alike the longest counts.
 */
export function pathInWords(value: unknown, words: string, separator: "." | "/"): JsonPath {
  const names = Array.isArray(value) ? value.map((_, index) => String(index)) : Object.keys(objectOf(value) ?? {});
  const ends = (rest: string) => rest === "" || rest.startsWith(separator) || /^[\s,:;`)]/.test(rest);
  const spelled = names.filter((name) => words.startsWith(name) && ends(words.slice(name.length)));
  const [longest] = spelled.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return [];
  const rest = words.slice(longest.length);
  return [
    longest,
    ...(rest.startsWith(separator) ? pathInWords(within(value, longest), rest.slice(1), separator) : []),
  ];
}
