import type { OpenApiDocument } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";
import { html, inline, type Markup } from "./markup.ts";

type Components = OpenApiDocument["components"];

/** What a reference points to; the value itself when it is none. */
export function resolved(components: Components, value: JsonSchema): JsonSchema {
  const [, kind, name] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(String(value.$ref ?? "")) ?? [];
  if (kind === undefined || name === undefined) return value;
  return components[kind as keyof Components][name] ?? {};
}

/** The fields of an object, with types, limits and meanings; what is inside of them below each. */
export function fieldsView(components: Components, given: JsonSchema): Markup {
  const schema = insideOf(components, given);
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  if (properties.length === 0) return html``;
  const required = new Set((schema.required ?? []) as readonly string[]);
  return html`<dl class="fields">${properties.map(([name, field]) => fieldView(components, name, field, required.has(name)))}</dl>`;
}

function fieldView(components: Components, name: string, field: JsonSchema, required: boolean): Markup {
  const meaning = describes(components, field);
  const inner = fieldsView(components, field);
  const need = required ? html`<span class="required">required</span>` : html``;
  const limits = limitsOf(components, field);
  return html`<div><dt><code class="name">${name}</code> <span class="type">${typeOf(components, field)}</span> ${need}</dt>
<dd>${meaning === "" ? "" : html`<p>${inline(meaning)}</p>`}${limits === "" ? "" : html`<p class="limits">${limits}</p>`}${
    inner.html === "" ? "" : html`<details><summary>Fields of <code>${name}</code></summary>${inner}</details>`
  }</dd></div>`;
}

/** A field in one line, for a table. */
export interface FieldRow {
  /** From the outermost object, as in `tools[].name`. */
  readonly name: string;
  readonly type: string;
  readonly limits: string;
  readonly meaning: string;
  readonly required: boolean;
}

/** The fields of an object and of what is inside of them, each once, outer ones first. */
export function fieldRowsOf(components: Components, given: JsonSchema, outer = ""): readonly FieldRow[] {
  const schema = insideOf(components, given);
  const required = new Set((schema.required ?? []) as readonly string[]);
  return Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(([key, field]) => {
    const type = typeOf(components, field);
    const name = `${outer}${key}`;
    const inner = fieldRowsOf(components, field, `${name}${type.startsWith("array") ? "[]" : ""}.`);
    const row = { name, type, limits: limitsOf(components, field), meaning: describes(components, field) };
    return [{ ...row, required: required.has(key) }, ...inner];
  });
}

/** The object that a schema comes down to: an item of a list, a value of a map, the part that is not null. */
function insideOf(components: Components, given: JsonSchema): JsonSchema {
  const schema = resolved(components, given);
  const inner = schema.items ?? schema.additionalProperties;
  if (schema.properties === undefined && isSchema(inner)) return insideOf(components, inner);
  const options = (schema.anyOf as readonly JsonSchema[] | undefined)?.filter(({ type }) => type !== "null");
  return options?.[0] ? insideOf(components, options[0]) : schema;
}

function describes(components: Components, field: JsonSchema): string {
  return String(field.description ?? resolved(components, field).description ?? "");
}

/** As in `array of object`. */
export function typeOf(components: Components, given: JsonSchema): string {
  const schema = resolved(components, given);
  const { type, items, anyOf, format, const: literal } = schema;
  if (Array.isArray(anyOf)) return anyOf.map((option: JsonSchema) => typeOf(components, option)).join(" or ");
  if (type === "array" && isSchema(items)) return `array of ${typeOf(components, items)}`;
  if (literal !== undefined) return JSON.stringify(literal);
  const name = Array.isArray(type) ? type.join(" or ") : String(type ?? "any");
  return format === undefined ? name : `${name}, ${String(format)}`;
}

/** As in `1–500 characters`. */
export function limitsOf(components: Components, given: JsonSchema): string {
  const schema = resolved(components, given);
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, pattern, enum: values, not } = schema;
  const said = [
    range(minLength, maxLength, "characters"),
    range(minItems, maxItems, "items"),
    range(minimum, maximum, ""),
    Array.isArray(values) ? `one of ${values.map((value) => JSON.stringify(value)).join(", ")}` : "",
    pattern === undefined ? "" : `matches ${String(pattern)}`,
    isSchema(not) ? `not ${JSON.stringify(not.const)}` : "",
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ];
  return said.filter((words) => words !== "").join(" · ");
}

function range(min: unknown, max: unknown, unit: string): string {
  if (min === undefined && max === undefined) return "";
  const count = (value: unknown) => Number(value).toLocaleString("en");
  const words = max === undefined ? `at least ${count(min)}` : `${count(min ?? 0)}–${count(max)}`;
  return `${words} ${unit}`.trim();
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
