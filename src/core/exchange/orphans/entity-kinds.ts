import type { JsonObject } from "../../json.ts";
import type { Entity } from "./assistant.ts";

/**
 * What the kinds that come with the platforms are here, by their names in lower case without `@`, `sys.` and punctuation.
 * A kind of several (a date, a time or a span of both) is a text: its words are the value.
 */
const KINDS: Readonly<Record<string, JsonObject>> = {
  number: { type: "number" },
  numberinteger: { type: "integer" },
  numbersequence: { type: "string" },
  cardinal: { type: "number" },
  ordinal: { type: "integer" },
  ordinalv2: { type: "integer" },
  percentage: { type: "number" },
  age: { type: "number" },
  quantitynumber: { type: "number" },
  quantityordinal: { type: "integer" },
  quantitypercentage: { type: "number" },
  date: { type: "string", format: "date" },
  email: { type: "string", format: "email" },
  generalemail: { type: "string", format: "email" },
  url: { type: "string", format: "uri" },
  generalurl: { type: "string", format: "uri" },
  bool: { type: "boolean" },
  boolean: { type: "boolean" },
  float: { type: "number" },
};

/** The entity that comes with a platform under this name, as in `@sys.number` or `Quantity.Number`; null for no such. */
export function builtInEntity(name: string): Entity | null {
  const key = name
    .toLowerCase()
    .replace(/^.*\bsys\./, "")
    .replace(/[^a-z0-9]/g, "");
  const schema = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined;
  return schema ? { schema, values: new Map(), isClosed: false } : null;
}

/** A text that one of these expressions matches whole. */
export function patternEntity(expressions: readonly string[]): Entity {
  const [only = ""] = expressions;
  const pattern =
    expressions.length === 1 ? `^(?:${only})$` : `^(?:${expressions.map((one) => `(?:${one})`).join("|")})$`;
  return { schema: { type: "string", pattern }, values: new Map(), isClosed: false };
}

/** Gathers values with other words for them; what is empty or says the same twice is left out. */
export class ValueList {
  readonly #values = new Map<string, Set<string>>();

  add(value: string, others: readonly string[]): void {
    const clean = value.trim();
    if (clean === "") return;
    const known = this.#values.get(clean) ?? new Set<string>();
    for (const other of others) if (other.trim() !== "" && other.trim() !== clean) known.add(other.trim());
    this.#values.set(clean, known);
  }

  get size(): number {
    return this.#values.size;
  }

  all(): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.#values].map(([value, others]) => [value, [...others]]));
  }
}
