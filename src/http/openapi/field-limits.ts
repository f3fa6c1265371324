import { LIMITS } from "#core/limits.ts";
import type { JsonSchema } from "./json-schema.ts";

const characters = (minLength: number, maxLength: number): JsonSchema => ({ minLength, maxLength });
const items = (minItems: number, maxItems: number, each?: JsonSchema): JsonSchema => ({
  minItems,
  maxItems,
  ...(each && { items: each }),
});
const name = characters(1, LIMITS.nameCharactersMax);
const query = characters(1, LIMITS.queryCharactersMax);

/**
 * What the core checks beyond a shape, by field. It stands in the document alone: the core counts after normalising, and says
 * more than a schema can. A field of one shape as in `ToolBody.name`, else of any.
 */
const FIELDS: Readonly<Record<string, JsonSchema>> = {
  name,
  description: characters(0, LIMITS.descriptionCharactersMax),
  signature: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$" },
  "ToolBody.name": { pattern: "^[A-Za-z0-9_.:/-]{1,128}$", not: { const: "none" } },
  "ClassBody.label": { ...characters(1, LIMITS.labelCharactersMax), not: { const: "none" } },
  "ValueListBody.name": { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$" },
  "ValueListBody.values": items(1, LIMITS.listedValuesMax),
  examples: items(0, LIMITS.examplesMax, characters(1, LIMITS.exampleCharactersMax)),
  "ToolSearchAnswer.tools": items(0, LIMITS.foundToolsMax),
  tools: items(1, LIMITS.toolsMax),
  classes: items(1, LIMITS.classesMax),
  query,
  caller: characters(1, LIMITS.callerCharactersMax),
  tool: name,
  data: characters(1, LIMITS.dataCharactersMax),
  context: characters(0, LIMITS.contextCharactersMax),
  language: characters(2, LIMITS.languageCharactersMax),
  time_zone: characters(1, LIMITS.timeZoneCharactersMax),
  history: items(0, LIMITS.historyEntriesMax),
  toolsets: items(1, LIMITS.toolsetsMax),
  banks: items(0, LIMITS.banksMax),
  instructions: characters(0, LIMITS.instructionsCharactersMax),
  fact: characters(1, LIMITS.factCharactersMax),
  requests: items(1, LIMITS.batchItemsMax),
  content_hash: { pattern: "^sha256:[0-9a-f]{64}$" },
  limit: { minimum: 1, maximum: LIMITS.pageItemsMax, default: LIMITS.pageItemsDefault },
};

const OF_TEXT = new Set(["maxLength", "minLength", "not", "pattern"]);
const OF_LIST = new Set(["items", "maxItems", "minItems"]);

/** The schema with the limits of its field, those that its type can have. `data` is a text here and a list there. */
export function withLimits(schema: JsonSchema, field: string): JsonSchema {
  const limits = FIELDS[field] ?? FIELDS[field.split(".").at(-1) ?? ""];
  if (!limits || !field.includes(".")) return schema;
  const { type } = schema;
  const applies = type === "string" ? OF_TEXT : type === "array" ? OF_LIST : new Set<string>();
  const fitting = Object.entries(limits).filter(([keyword]) => applies.has(keyword));
  const merged = fitting.map(([keyword, value]) =>
    keyword === "items" ? [keyword, { ...(schema.items as JsonSchema), ...(value as JsonSchema) }] : [keyword, value],
  );
  return { ...schema, ...Object.fromEntries(merged) };
}
