import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { holdingOf } from "./keywords.ts";

/** Relative `$id`s and references count from here. Nothing is ever fetched. */
const ROOT_URI = "https://schema.invalid/";

/** A schema that stands in another one. */
export interface PlacedSchema {
  readonly schema: JsonObject;
  /** As in `#/properties/city`. */
  readonly path: string;
}

interface Visit extends PlacedSchema {
  /** What relative references in it count from. */
  readonly base: string;
}

/** Of a path that an error names. */
const PATH_CHARACTERS_MAX = 200;

/**
 * All schemas within one, by where they stand and where their references lead. Made in one pass, in time linear in the schema.
 */
export class SchemaReferences {
  /** Every schema, the outermost first; those that only a reference makes one included. */
  readonly schemas: readonly PlacedSchema[];
  /** Those of them that any instance can come to: not the definitions that nothing refers to. */
  readonly used: readonly PlacedSchema[];
  /** The path of the first reference that an instance comes to and that leads nowhere, with what it says; null without one. */
  readonly dangling: { readonly path: string; readonly reference: string } | null = null;
  readonly #targets = new Map<JsonObject, JsonObject | boolean>();
  readonly #resources = new Map<string, JsonObject>();
  readonly #anchors = new Map<string, JsonObject>();
  readonly #bases = new Map<JsonObject, string>();

  constructor(root: JsonObject) {
    const schemas: Visit[] = [];
    this.#visit({ schema: root, path: "#", base: ROOT_URI }, schemas);
    this.#resources.set(ROOT_URI, root);
    // What a reference leads to may stand where no schema is looked for, and have references of its own.
    for (let at = 0; at < schemas.length; at += 1) {
      const { schema, path, base } = schemas[at] as Visit;
      if (typeof schema.$ref !== "string") continue;
      const target = this.#lookedUp(schema.$ref, base);
      if (target !== undefined) this.#targets.set(schema, target);
      if (isJsonObject(target) && !this.#bases.has(target)) this.#visit({ schema: target, path, base }, schemas);
    }
    this.schemas = schemas;
    this.used = this.#usedFrom({ schema: root, path: "#" });
    for (const { schema, path } of this.used) {
      if (typeof schema.$ref !== "string" || this.#targets.has(schema)) continue;
      this.dangling ??= { path, reference: schema.$ref };
    }
  }

  /** What the `$ref` of this schema leads to; undefined for a schema without one that leads anywhere. */
  targetOf(schema: JsonObject): JsonObject | boolean | undefined {
    return this.#targets.get(schema);
  }

  #usedFrom(root: PlacedSchema): readonly PlacedSchema[] {
    const used = new Map([[root.schema, root]]);
    for (const { schema, path } of used.values()) {
      const target = this.#targets.get(schema);
      const referred = isJsonObject(target) ? [{ schema: target, path }] : [];
      for (const held of [...heldBy(schema, path, "", DEFINITIONS), ...referred]) {
        if (!used.has(held.schema)) used.set(held.schema, held);
      }
    }
    return [...used.values()];
  }

  #visit(first: Visit, into: Visit[]): void {
    const waiting = [first];
    for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
      const { schema, path } = visit;
      if (this.#bases.has(schema)) continue;
      const base = baseOf(schema, visit.base);
      this.#bases.set(schema, base);
      if (base !== visit.base) this.#resources.set(base, schema);
      for (const anchor of [schema.$anchor, schema.$dynamicAnchor]) {
        if (typeof anchor === "string") this.#anchors.set(`${base}#${anchor}`, schema);
      }
      into.push({ schema, path, base });
      waiting.push(...heldBy(schema, path, base).reverse());
    }
  }

  #lookedUp(reference: string, base: string): JsonObject | boolean | undefined {
    const uri = uriOf(reference, base);
    if (uri === null) return undefined;
    const [resource = "", fragment = ""] = uri.split("#", 2);
    const root = this.#resources.get(resource);
    const pointer = decoded(fragment);
    if (root === undefined || pointer === "") return root;
    const target = pointer.startsWith("/") ? pointedAt(root, pointer) : this.#anchors.get(`${resource}#${pointer}`);
    return isJsonObject(target) || typeof target === "boolean" ? target : undefined;
  }
}

/** What stands here is used where something refers to it. */
const DEFINITIONS: ReadonlySet<string> = new Set(["$defs", "definitions"]);

function heldBy(schema: JsonObject, path: string, base: string, without: ReadonlySet<string> = new Set()): Visit[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const holding = without.has(keyword) ? null : holdingOf(keyword);
    // Of any form: what is none is told of when all schemas are known.
    if (holding === null || typeof value !== "object" || value === null) return [];
    const here = `${path}/${keyword}`.slice(-PATH_CHARACTERS_MAX);
    if (holding === "schema") return isJsonObject(value) ? [{ schema: value, path: here, base }] : [];
    return Object.entries(value).flatMap(([name, held]) =>
      isJsonObject(held) ? [{ schema: held, path: `${here}/${name}`, base }] : [],
    );
  });
}

function baseOf({ $id }: JsonObject, base: string): string {
  return typeof $id === "string" ? (uriOf($id, base)?.replace(/#$/, "") ?? base) : base;
}

function uriOf(reference: string, base: string): string | null {
  return URL.canParse(reference, base) ? new URL(reference, base).href : null;
}

/** What a JSON pointer points at (RFC 6901). */
function pointedAt(root: JsonObject, pointer: string): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(here)) here = (here as readonly JsonValue[])[Number(key)];
    else here = isJsonObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  }
  return here;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
