/**
 * The grammar of llama.cpp for the JSON that a schema allows. Where a keyword says more than a grammar can, the grammar is
 * wider than the schema: answers are checked against the schema afterwards in any case.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";

/** Counted repetitions are written out by llama.cpp. More of them than these, all together, are left uncounted. */
const REPETITIONS_MAX = 2_000;
const DEPTH_MAX = 64;

const BASE: Readonly<Record<string, string>> = {
  ws: '" "?',
  value: "object | array | string | number | boolean | null",
  object: '"{" ws ( member ( "," ws member )* )? ws "}"',
  member: 'string ws ":" ws value',
  array: '"[" ws ( value ( "," ws value )* )? ws "]"',
  string: '"\\"" char* "\\""',
  char: '[^"\\\\\\x00-\\x1F\\x7F] | "\\\\" ( ["\\\\/bfnrt] | "u" hex hex hex hex )',
  hex: "[0-9a-fA-F]",
  integer: '"-"? ( "0" | [1-9] [0-9]{0,20} )',
  number: 'integer ( "." [0-9]{1,24} )? ( [eE] [-+]? [0-9]{1,3} )?',
  boolean: '"true" | "false"',
  null: '"null"',
  date: '[0-9] [0-9] [0-9] [0-9] "-" [01] [0-9] "-" [0-3] [0-9]',
  time: '[0-2] [0-9] ":" [0-5] [0-9] ":" [0-5] [0-9] ( "." [0-9]+ )? ( "Z" | [-+] [0-2] [0-9] ":" [0-5] [0-9] )',
};
const FORMATS: Readonly<Record<string, string>> = {
  date: '"\\"" date "\\""',
  time: '"\\"" time "\\""',
  "date-time": '"\\"" date "T" time "\\""',
};
const TYPES = new Set(["object", "array", "string", "integer", "number", "boolean", "null"]);

/** In GBNF. The rule `root` is one JSON value that the schema allows, properties in the order of the schema. */
export function jsonGrammar(schema: JsonObject): string {
  return new GrammarWriter(schema).text();
}

class GrammarWriter {
  readonly #root: JsonObject;
  readonly #rules = new Map<string, string>();
  /** The rules of what `$ref` points at. */
  readonly #referred = new Map<string, string>();
  #repetitions = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  text(): string {
    const root = this.#expression(this.#root, 0);
    const made = [...this.#rules].map(([name, body]) => `${name} ::= ${body}`);
    const base = Object.entries(BASE).map(([name, body]) => `${name} ::= ${body}`);
    return [`root ::= ${root}`, ...made, ...base].join("\n");
  }

  #rule(body: string): string {
    const name = `r${this.#rules.size + 1}`;
    this.#rules.set(name, body);
    return name;
  }

  #expression(schema: JsonValue | undefined, depth: number): string {
    if (!isJsonObject(schema) || depth > DEPTH_MAX) return "value";
    if (typeof schema.$ref === "string") return this.#reference(schema.$ref, depth);
    if (schema.const !== undefined) return literal(schema.const);
    if (Array.isArray(schema.enum)) return alternatives(schema.enum.map(literal));
    if (Array.isArray(schema.allOf)) return this.#expression(this.#merged(schema, schema.allOf), depth + 1);
    const choices = schema.anyOf ?? schema.oneOf;
    // Beside properties of its own, alternatives mostly say which of them belong together.
    if (Array.isArray(choices) && schema.properties === undefined && schema.items === undefined) {
      return alternatives(choices.map((choice) => this.#expression(choice, depth + 1)));
    }
    const types = typesOf(schema);
    return types.length === 0 ? "value" : alternatives(types.map((type) => this.#typed(type, schema, depth)));
  }

  #typed(type: string, schema: JsonObject, depth: number): string {
    if (type === "object") return this.#object(schema, depth);
    if (type === "array") return this.#array(schema, depth);
    return type === "string" ? this.#string(schema) : type;
  }

  /** Each reference has a rule of its own, so that a schema may hold itself. */
  #reference(pointer: string, depth: number): string {
    const known = this.#referred.get(pointer);
    if (known !== undefined) return known;
    const target = this.#at(pointer);
    if (target === undefined) return "value";
    const name = `d${this.#referred.size + 1}`;
    this.#referred.set(pointer, name);
    this.#rules.set(name, this.#expression(target, depth + 1));
    return name;
  }

  /** Undefined for what is not inside the schema. */
  #at(pointer: string): JsonValue | undefined {
    if (!pointer.startsWith("#")) return undefined;
    const steps = pointer.slice(1).split("/").slice(1);
    return steps.reduce<JsonValue | undefined>((part, step) => {
      const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
      if (Array.isArray(part)) return part[Number(name)];
      return isJsonObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
    }, this.#root);
  }

  /** All at once as far as one schema can say it; what comes later counts more, and what stands outside most. */
  #merged({ allOf: _, ...schema }: JsonObject, parts: readonly JsonValue[]): JsonObject {
    const resolved = parts.map((part) =>
      isJsonObject(part) && typeof part.$ref === "string" ? this.#at(part.$ref) : part,
    );
    const all = [...resolved.map(asObject), schema];
    const properties = Object.assign({}, ...all.map((part) => asObject(part.properties))) as JsonObject;
    const named = Object.keys(properties).length === 0 ? {} : { properties };
    return { ...(Object.assign({}, ...all) as JsonObject), ...named };
  }

  #object(schema: JsonObject, depth: number): string {
    const properties = Object.entries(asObject(schema.properties)).filter(([, value]) => value !== false);
    const required = Array.isArray(schema.required) ? schema.required : [];
    const { additionalProperties, patternProperties } = schema;
    const isOpen =
      additionalProperties === undefined
        ? properties.length === 0 || patternProperties !== undefined
        : additionalProperties !== false || patternProperties !== undefined;
    const members = properties.map(([name, value]) => ({
      text: `${literal(name)} ws ":" ws ${this.#expression(value, depth + 1)}`,
      isRequired: required.includes(name),
    }));
    if (isOpen) {
      const value = patternProperties === undefined ? this.#expression(additionalProperties, depth + 1) : "value";
      const member = this.#rule(`string ws ":" ws ${value}`);
      return this.#braces(members, `${member} ( "," ws ${member} )*`);
    }
    return this.#braces(members, null);
  }

  /**
   * Two rules for each member: what may come from it on when nothing came before, and when something did. So the rules are as
   * many as the members, and not as many as their subsets.
   */
  #braces(members: readonly { readonly text: string; readonly isRequired: boolean }[], rest: string | null): string {
    let first = rest === null ? '""' : this.#rule(`( ${rest} )?`);
    let after = rest === null ? '""' : this.#rule(`( "," ws ${rest} )?`);
    for (const { text, isRequired } of members.toReversed()) {
      const member = this.#rule(text);
      first = this.#rule(isRequired ? `${member} ${after}` : `${member} ${after} | ${first}`);
      after = this.#rule(isRequired ? `"," ws ${member} ${after}` : `( "," ws ${member} )? ${after}`);
    }
    return this.#rule(`"{" ws ${first} ws "}"`);
  }

  #array(schema: JsonObject, depth: number): string {
    const { items, prefixItems, minItems, maxItems } = schema;
    if (!Array.isArray(prefixItems)) {
      const item = this.#rule(this.#expression(items, depth + 1));
      const [min, max] = [bound(minItems) ?? 0, bound(maxItems)];
      if (max === 0) return '"[" ws "]"';
      const more = this.#repeated(`( "," ws ${item} )`, Math.max(min - 1, 0), max === null ? null : max - 1);
      const all = `${item} ${more}`;
      return this.#rule(`"[" ws ${min > 0 ? all : `( ${all} )?`} ws "]"`);
    }
    const others = items === false ? '""' : `( "," ws ${this.#rule(this.#expression(items, depth + 1))} )*`;
    const places = prefixItems.map((item) => this.#rule(this.#expression(item, depth + 1)));
    const tail = places.slice(1).reduceRight((rest, place) => this.#rule(`( "," ws ${place} ${rest} )?`), others);
    return this.#rule(`"[" ws ( ${places[0] ?? "value"} ${tail} )? ws "]"`);
  }

  #string({ format, minLength, maxLength }: JsonObject): string {
    const formatted = typeof format === "string" ? FORMATS[format] : undefined;
    if (formatted !== undefined) return formatted;
    const [min, max] = [bound(minLength) ?? 0, bound(maxLength)];
    if (min === 0 && max === null) return "string";
    return this.#rule(`"\\"" ${this.#repeated("char", min, max)} "\\""`);
  }

  #repeated(item: string, min: number, max: number | null): string {
    const count = Math.max(min, max ?? 0);
    if ((min === 0 && max === null) || this.#repetitions + count > REPETITIONS_MAX) return `${item}*`;
    this.#repetitions += count;
    return `${item}{${min},${max ?? ""}}`;
  }
}

/** Of the seven; those that the other keywords speak of where none is named. */
function typesOf({ type, properties, additionalProperties, items, prefixItems }: JsonObject): readonly string[] {
  const named = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
  const known = named.filter((name) => TYPES.has(name));
  if (known.length > 0) return known;
  if (properties !== undefined || additionalProperties !== undefined) return ["object"];
  return items !== undefined || prefixItems !== undefined ? ["array"] : [];
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A whole number that is no less than 0; null for everything else. */
function bound(value: JsonValue | undefined): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function alternatives(expressions: readonly string[]): string {
  const different = [...new Set(expressions)];
  return different.length === 1 ? (different[0] as string) : `( ${different.join(" | ")} )`;
}

/** The JSON of the value, character for character. */
function literal(value: JsonValue): string {
  return `"${JSON.stringify(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
