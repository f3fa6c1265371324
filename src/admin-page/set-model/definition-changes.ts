/** How one definition of a set differs from another, field by field. */
import { objectOf } from "../json-text.ts";

export interface DefinitionChange {
  readonly kind: "added" | "changed" | "removed";
  /** From the outside in: tools and classes by their names. */
  readonly place: readonly string[];
  /** Undefined where nothing stood. */
  readonly before: unknown;
  readonly after: unknown;
}

/** In the order of the fields. Tools and classes are the same where their names are. */
export function definitionChanges(before: object, after: object): readonly DefinitionChange[] {
  return differences(before, after, []);
}

function differences(before: unknown, after: unknown, place: readonly string[]): readonly DefinitionChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (before === undefined) return [{ kind: "added", place, before, after }];
  if (after === undefined) return [{ kind: "removed", place, before, after }];
  const [one, other] = [partsOf(before), partsOf(after)];
  if (!one || !other) return [{ kind: "changed", place, before, after }];
  const names = new Set([...one.keys(), ...other.keys()]);
  const within = [...names].flatMap((name) => differences(one.get(name), other.get(name), [...place, name]));
  // What differs and has the same parts has them in another order.
  return within.length === 0 && Array.isArray(before)
    ? [{ kind: "changed", place, before: [...one.keys()], after: [...other.keys()] }]
    : within;
}

/** Null for what is one thing: a text, a number, a list of such. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (!Array.isArray(value)) {
    const object = objectOf(value);
    return object && new Map(Object.entries(object));
  }
  const named = value.map((item) => [nameOf(item), item] as const);
  const parts = new Map(named.flatMap(([name, item]) => (name === null ? [] : [[name, item] as const])));
  return parts.size > 0 && parts.size === value.length ? parts : null;
}

function nameOf(item: unknown): string | null {
  const { name, label } = objectOf(item) ?? {};
  const known = name ?? label;
  return typeof known === "string" ? known : null;
}
