import { forbiddenCharacterIn } from "./text.ts";

/** No definition or value that a person wrote comes near; far deeper ones would exhaust the stack of whoever walks them. */
export const JSON_DEPTH_MAX = 64;

/**
 * What JSON can spell and nothing behind this point can keep: endless numbers, prototypes, control characters, halves of
 * characters, and more than 64 levels. In words, with the place; null for a value that has none of it.
 */
export function faultIn(value: unknown): string | null {
  return faultAt(value, []);
}

/** `path` grows and shrinks on the way: copies of it would cost more than the check. */
function faultAt(value: unknown, path: (string | number)[]): string | null {
  const where = () => (path.length === 0 ? "the whole" : path.join(".").slice(0, 200));
  if (typeof value === "number") return Number.isFinite(value) ? null : `${where()} is too large a number`;
  if (typeof value === "string") {
    const character = forbiddenCharacterIn(value);
    return character && `${where()} contains the character ${character}`;
  }
  if (typeof value !== "object" || value === null) return null;
  if (path.length >= JSON_DEPTH_MAX) return `it is nested deeper than ${JSON_DEPTH_MAX} levels`;
  for (const [name, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (name === "__proto__") return `${where()} has a field named __proto__`;
    if (typeof name === "string" && forbiddenCharacterIn(name))
      return `${where()} has a field with a control character`;
    path.push(name);
    const fault = faultAt(item, path);
    path.pop();
    if (fault !== null) return fault;
  }
  return null;
}
