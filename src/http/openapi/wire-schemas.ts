import { KindGuard, type TSchema } from "@sinclair/typebox";
import * as aliases from "../schemas/alias.ts";
import * as banks from "../schemas/bank.ts";
import * as batches from "../schemas/batch-request.ts";
import * as chatCompletions from "../schemas/chat-completion.ts";
import * as chatModels from "../schemas/chat-model.ts";
import * as classifications from "../schemas/classification.ts";
import * as classificationSets from "../schemas/classification-set.ts";
import * as examinations from "../schemas/examination.ts";
import * as feedback from "../schemas/feedback-given.ts";
import * as health from "../schemas/health-status.ts";
import * as ledger from "../schemas/ledger-page.ts";
import * as personas from "../schemas/persona.ts";
import * as resolutions from "../schemas/resolution.ts";
import * as tokens from "../schemas/token.ts";
import * as toolSearch from "../schemas/tool-search.ts";
import * as toolsets from "../schemas/toolset.ts";
import * as valueLists from "../schemas/value-list.ts";
import { withLimits } from "./field-limits.ts";
import type { JsonSchema } from "./json-schema.ts";

/** Every file of shapes that routes take and give. */
const SHAPES = {
  ...tokens,
  ...toolSearch,
  ...toolsets,
  ...classificationSets,
  ...aliases,
  ...examinations,
  ...resolutions,
  ...classifications,
  ...batches,
  ...chatCompletions,
  ...chatModels,
  ...banks,
  ...personas,
  ...valueLists,
  ...feedback,
  ...ledger,
  ...health,
};

const REF = "#/components/schemas/";

/** The shapes that validate, by the names of their exports: `ToolsetResource` is a Toolset. Equal shapes are one: an optional field is a copy of its schema. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SHAPES).flatMap(([name, value]) =>
    KindGuard.IsObject(value) && Object.keys(value.properties).length > 0
      ? [[JSON.stringify(value), name.replace(/Resource$/, "")] as const]
      : [],
  ),
);

/** The name under which a shape stands in `components.schemas`; null for one that has none. */
export function nameOf(schema: TSchema): string | null {
  return NAMES.get(JSON.stringify(schema)) ?? null;
}

/** A shape where it is used: by reference when it has a name. */
export function used(schema: TSchema): JsonSchema {
  return documented(JSON.parse(JSON.stringify(schema)) as JsonSchema, "");
}

/** Every shape that these use, themselves included, by name. */
export function componentsOf(schemas: readonly TSchema[]): Readonly<Record<string, JsonSchema>> {
  const byName = new Map([...NAMES].map(([text, name]) => [name, JSON.parse(text) as JsonSchema]));
  const found = new Map<string, JsonSchema>();
  const follow = (schema: JsonSchema) => {
    for (const [, name = ""] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const shape = byName.get(name);
      if (found.has(name) || !shape) continue;
      const component = inner(shape, name);
      found.set(name, component);
      follow(component);
    }
  };
  for (const schema of schemas) follow(used(schema));
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @param field as in `ToolBody.name`, or only `name` in a shape without a name. */
function documented(schema: JsonSchema, field: string): JsonSchema {
  const name = NAMES.get(JSON.stringify(schema));
  return name === undefined ? inner(schema, field) : { $ref: REF + name };
}

function inner(schema: JsonSchema, field: string): JsonSchema {
  const { properties, patternProperties, items, anyOf, ...rest } = schema;
  const within = field.split(".")[0] ?? "";
  const plain = {
    ...rest,
    ...(isRecord(properties) && {
      properties: mapped(properties, (value, key) => documented(value, `${within}.${key}`)),
    }),
    // A record of TypeBox's: any name will do.
    ...(isRecord(patternProperties) && {
      additionalProperties: Object.values(mapped(patternProperties, (value) => documented(value, "")))[0],
    }),
    ...(isRecord(items) && { items: documented(items, "") }),
    ...(Array.isArray(anyOf) && alternatives(anyOf.map((option: JsonSchema) => documented(option, field)))),
  };
  return withLimits(plain, field);
}

/** Literals as one `enum`, and "or null" as a type of its own: both read better than `anyOf`. */
function alternatives(options: readonly JsonSchema[]): JsonSchema {
  const literals = options.map(({ const: literal }) => literal);
  if (literals.every((literal) => typeof literal === "string")) return { type: "string", enum: literals };
  const [one, other] = options.filter(({ type }) => type !== "null");
  if (options.length === 2 && one && !other && typeof one.type === "string") {
    return { ...one, type: [one.type, "null"] };
  }
  return { anyOf: options };
}

function mapped(
  record: Readonly<Record<string, unknown>>,
  change: (value: JsonSchema, key: string) => JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value as JsonSchema, key)]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
