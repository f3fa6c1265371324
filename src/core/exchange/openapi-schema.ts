import { contentHashOf, isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { mapSchemas } from "../schema/keywords.ts";
import { isList, textOr, textsOr } from "./json-fields.ts";
import { modernKeywords } from "./older-schema.ts";
import type { References } from "./openapi-references.ts";
import { Unusable } from "./unusable.ts";

/** What describes a schema without restricting anything: beside a `$ref` it stands for this use of it. */
const WORDS = new Set([
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "example",
  "examples",
]);
/** What OpenAPI adds for documents and for XML. */
const OPENAPI_ONLY = new Set(["discriminator", "xml", "externalDocs", "example"]);
/** Objects with nothing but these can be laid over one another. */
const SIMPLE = new Set([...WORDS, "type", "properties", "required"]);

/** Reads the schemas of one operation: references are replaced by what they point at, `allOf` of plain objects by one object. */
export class OpenApiSchemas {
  readonly #references: References;
  /** In 3.0 whatever stands beside a `$ref` does not count; from 3.1 on it does. */
  readonly #isBesideCounted: boolean;
  readonly #cut = new Set<string>();
  readonly #open = new Set<string>();
  #parts = 0;

  constructor(references: References, version: string) {
    this.#references = references;
    this.#isBesideCounted = !version.startsWith("3.0");
  }

  /** The references that refer to themselves, and were cut where they do. */
  get cut(): readonly string[] {
    return [...this.#cut];
  }

  /** The schema as JSON Schema of draft 2020-12 that refers to nothing. Throws an Unusable for one that cannot be that. */
  read(schema: JsonObject): JsonObject {
    this.#parts += 1;
    if (this.#parts > LIMITS.schemaPartsMax)
      throw new Unusable(`its parameters have more than ${LIMITS.schemaPartsMax} parts`);
    return typeof schema.$ref === "string" ? this.#referred(schema.$ref, schema) : this.#own(schema);
  }

  #referred(reference: string, { $ref: _, ...beside }: JsonObject): JsonObject {
    const target = this.#references.target(reference);
    if (target === true) return this.#own(beside);
    if (!isJsonObject(target)) throw new Unusable(`it refers to ${reference}, which is no schema`);
    if (this.#open.has(reference)) {
      this.#cut.add(reference);
      const { type, description } = { ...target, ...beside };
      return modernKeywords({ ...(type !== undefined && { type }), ...(description !== undefined && { description }) });
    }
    this.#open.add(reference);
    const read = this.read(target);
    this.#open.delete(reference);
    const words = Object.entries(beside).filter(([keyword]) => WORDS.has(keyword) || keyword === "nullable");
    const rules = Object.entries(beside).filter(
      ([keyword]) => !WORDS.has(keyword) && keyword !== "nullable" && !keyword.startsWith("x-"),
    );
    if (!this.#isBesideCounted || rules.length === 0)
      return modernKeywords({ ...read, ...this.#plain(Object.fromEntries(words)) });
    return merged([read, this.#own(beside)]) ?? { allOf: [read, this.#own(beside)] };
  }

  #own(schema: JsonObject): JsonObject {
    return modernKeywords(flattened(this.#plain(schema)));
  }

  /** Without what only OpenAPI knows, and with every schema in it read. */
  #plain(schema: JsonObject): JsonObject {
    const entries = Object.entries(schema).filter(
      ([keyword]) => !OPENAPI_ONLY.has(keyword) && !keyword.startsWith("x-"),
    );
    return Object.fromEntries(
      entries.map(([keyword, value]) => {
        if (value === undefined) return [keyword, value];
        const known = keyword === "items" && isList(value) ? "prefixItems" : keyword;
        return [keyword, mapSchemas(known, value, (inner) => this.read(inner))];
      }),
    );
  }
}

/** A schema whose `allOf` says no more than one object could say, as that object. */
function flattened(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  if (!isList(allOf) || !allOf.every(isJsonObject)) return schema;
  const [only] = allOf;
  const hasRules = Object.keys(rest).some((keyword) => !WORDS.has(keyword) && keyword !== "nullable");
  if (allOf.length === 1 && only && !hasRules) return { ...only, ...rest };
  const { nullable, ...own } = rest;
  const one = merged([...allOf, own]);
  return one === null ? schema : { ...one, ...(nullable !== undefined && { nullable }) };
}

/** Plain objects as one, the later's words before the earlier's; null where they are not plain, or contradict each other. */
function merged(schemas: readonly JsonObject[]): JsonObject | null {
  const properties = new Map<string, JsonValue>();
  const required = new Set<string>();
  let words: JsonObject = {};
  for (const schema of schemas) {
    const { type, properties: own, required: needed, ...rest } = schema;
    if (type !== undefined && type !== "object") return null;
    if (!Object.keys(schema).every((keyword) => SIMPLE.has(keyword))) return null;
    for (const [name, property] of Object.entries(isJsonObject(own) ? own : {})) {
      const known = properties.get(name);
      if (property === undefined) continue;
      if (known !== undefined && contentHashOf(known) !== contentHashOf(property)) return null;
      properties.set(name, property);
    }
    for (const name of textsOr(needed)) required.add(name);
    words = { ...words, ...rest };
  }
  if (properties.size === 0) return null;
  return {
    type: "object",
    ...words,
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
  };
}

/** The name that a reference ends with: `#/components/schemas/Pet` is Pet. */
export function nameOfReference(reference: string): string {
  return textOr(reference.split("/").at(-1));
}
