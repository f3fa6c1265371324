/** No definition or value that a person wrote comes near; far deeper ones would exhaust the stack of whoever walks them. */
export const JSON_DEPTH_MAX = 64;

/** Names and positions from the outside in. */
export type JsonPath = readonly (string | number)[];

/** What JSON can spell and nothing behind whoever reads it can keep. `name`: of a field of the object at the path. */
export interface JsonFault {
  readonly kind: "number" | "text" | "name" | "prototype" | "depth";
  readonly path: JsonPath;
}

/**
 * The first endless number, prototype, level below the 64th, or text that is none in a value that was parsed; null where
 * there is none. One pass; `isText` says which texts may be kept.
 */
export function jsonFaultIn(value: unknown, isText: (text: string) => boolean): JsonFault | null {
  return faultAt(value, isText, []);
}

/** `path` grows and shrinks on the way: copies of it would cost more than the check. */
function faultAt(value: unknown, isText: (text: string) => boolean, path: (string | number)[]): JsonFault | null {
  if (typeof value === "string") return isText(value) ? null : { kind: "text", path };
  if (typeof value === "number") return Number.isFinite(value) ? null : { kind: "number", path };
  if (typeof value !== "object" || value === null) return null;
  if (path.length >= JSON_DEPTH_MAX) return { kind: "depth", path };
  for (const [name, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (name === "__proto__") return { kind: "prototype", path };
    if (typeof name === "string" && !isText(name)) return { kind: "name", path };
    path.push(name);
    const fault = faultAt(item, isText, path);
    if (fault !== null) return fault;
    path.pop();
  }
  return null;
}
