/** What the cache needs to know of a tool's parameters to copy values in the right type. */
import { ENGLISH } from "../../english/english.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { type DateShape, dateShapeOf } from "../../reading/dates.ts";
import { plainSchema } from "../../schema/plain-schema.ts";
import { type Synonyms, synonymsOf } from "../../schema/synonyms.ts";
import type { Tool } from "../../toolset.ts";

export interface ParameterRule {
  /** `text` takes words as they stand; `whole` and `number` take one number. */
  readonly kind: "text" | "whole" | "number";
  /** The only values allowed; null when any is. */
  readonly choices: readonly JsonValue[] | null;
  /** How dates are wanted; null when words stay as they are. */
  readonly dates: DateShape | null;
  /** Other words for values; null without any. */
  readonly synonyms: Synonyms | null;
}

/** The rules of a tool's top-level parameters. A list has the rule of its items. */
export type ParameterRules = ReadonlyMap<string, ParameterRule>;

const ANYTHING: ParameterRule = { kind: "text", choices: null, dates: null, synonyms: null };

export function parameterRulesOf(tool: Tool): ParameterRules {
  const root = tool.parameters;
  if (!root || !isJsonObject(root.properties)) return new Map();
  return new Map(Object.entries(root.properties).map(([name, schema]) => [name, ruleOf(schema, root)]));
}

export function ruleIn(rules: ParameterRules, parameter: string): ParameterRule {
  return rules.get(parameter) ?? ANYTHING;
}

function ruleOf(schema: JsonValue | undefined, root: JsonObject): ParameterRule {
  if (!isJsonObject(schema)) return ANYTHING;
  const types = typesOf(schema);
  if (types.includes("array")) return isJsonObject(schema.items) ? ruleOf(schema.items, root) : ANYTHING;
  const synonyms = synonymsIn(schema, root);
  const choices = Array.isArray(schema.enum) ? (schema.enum as readonly JsonValue[]) : null;
  const isNumeric = !types.includes("string") && (types.includes("number") || types.includes("integer"));
  if (isNumeric) return { kind: types.includes("number") ? "number" : "whole", choices, dates: null, synonyms };
  const text = (value: JsonValue | undefined) => (typeof value === "string" ? value : "");
  const dated = { type: "string", format: text(schema.format), description: text(schema.description) };
  return { kind: "text", choices, dates: types.includes("string") ? dateShapeOf(dated, ENGLISH) : null, synonyms };
}

/** Of the value, or of a list's items where only a reference tells that it is one. */
function synonymsIn(schema: JsonObject, root: JsonObject): Synonyms | null {
  const plain = plainSchema(schema, root);
  return synonymsOf(plain) ?? (isJsonObject(plain.items) ? synonymsOf(plainSchema(plain.items, root)) : null);
}

function typesOf({ type }: JsonObject): readonly string[] {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((one): one is string => typeof one === "string") : [];
}
