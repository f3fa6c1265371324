/** Values that a schema of the document describes, and values that are nearly so. */
import fc from "fast-check";

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Longer ones are what other tests are about. */
const LENGTH_MAX = 24;
const ITEMS_MAX = 3;
const DEPTH_MAX = 6;

export type FollowReference = (reference: string) => JsonSchema;

/** A value of the schema. What it says by other keywords than these is left to chance. */
export function describedBy(schema: JsonSchema, follow: FollowReference, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === "string") return describedBy(follow(schema.$ref), follow, depth);
  if (depth > DEPTH_MAX) return fc.constant(null);
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = (schema.oneOf ?? schema.anyOf) as readonly JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => describedBy(choice, follow, depth + 1)));
  switch (schema.type) {
    case "object":
      return objectOf(schema, follow, depth);
    case "array":
      return fc.array(describedBy((schema.items ?? {}) as JsonSchema, follow, depth + 1), { maxLength: ITEMS_MAX });
    case "string":
      return textOf(schema);
    case "integer":
      return fc.integer({ min: Number(schema.minimum ?? -5), max: Number(schema.maximum ?? 1_000) });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(schema: JsonSchema, follow: FollowReference, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  if (properties.length === 0)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  const model = Object.fromEntries(properties.map(([name, value]) => [name, describedBy(value, follow, depth + 1)]));
  const requiredKeys = ((schema.required ?? []) as readonly string[]).filter((name) => name in model);
  return fc.record(model, { requiredKeys });
}

function textOf({ pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern, "u"), { maxLength: LENGTH_MAX });
  const shortest = Number(minLength ?? 0);
  const longest = Math.max(shortest, Math.min(LENGTH_MAX, Number(maxLength ?? LENGTH_MAX)));
  return fc.string({ unit: "grapheme", minLength: shortest, maxLength: longest });
}

/** The value with one thing in it, somewhere, put in the place of another, or with a field more. */
export function spoiled(value: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(value, []);
  return fc
    .tuple(fc.constantFrom(...places), fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: "binary" })))
    .map(([place, other]) => withAt(value, place, other));
}

type Place = readonly string[];

function placesIn(value: unknown, at: Place): readonly Place[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Object.entries(value).flatMap(([name, item]) => placesIn(item, [...at, name]));
  return Array.isArray(value) ? [at, ...inner] : [at, [...at, "unexpected"], ...inner];
}

function withAt(value: unknown, [name, ...rest]: Place, other: unknown): unknown {
  if (name === undefined) return other;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? withAt(item, rest, other) : item));
  const holder = value as Readonly<Record<string, unknown>>;
  return { ...holder, [name]: withAt(holder[name], rest, other) };
}
