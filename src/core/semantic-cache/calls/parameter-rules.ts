/** What the cache needs to know of a tool's parameters to copy values in the right type. */
import { ENGLISH } from "../../english/english.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { type DateShape, dateShapeOf } from "../../reading/dates.ts";
import type { Tool } from "../../toolset.ts";

export interface ParameterRule {
  /** `text` takes words as they stand; `whole` and `number` take one number. */
  readonly kind: "text" | "whole" | "number";
  /** The only values allowed; null when any is. */
  readonly choices: readonly JsonValue[] | null;
  /** How dates are wanted; null when words stay as they are. */
  readonly dates: DateShape | null;
}

/** The rules of a tool's top-level parameters. A list has the rule of its items. */
export type ParameterRules = ReadonlyMap<string, ParameterRule>;

const ANYTHING: ParameterRule = { kind: "text", choices: null, dates: null };

export function parameterRulesOf(tool: Tool): ParameterRules {
  const properties = tool.parameters?.properties;
  if (!isJsonObject(properties)) return new Map();
  return new Map(Object.entries(properties).map(([name, schema]) => [name, ruleOf(schema)]));
}

export function ruleIn(rules: ParameterRules, parameter: string): ParameterRule {
  return rules.get(parameter) ?? ANYTHING;
}

function ruleOf(schema: JsonValue | undefined): ParameterRule {
  if (!isJsonObject(schema)) return ANYTHING;
  const types = typesOf(schema);
  if (types.includes("array")) return isJsonObject(schema.items) ? ruleOf(schema.items) : ANYTHING;
  const choices = Array.isArray(schema.enum) ? (schema.enum as readonly JsonValue[]) : null;
  const isNumeric = !types.includes("string") && (types.includes("number") || types.includes("integer"));
  if (isNumeric) return { kind: types.includes("number") ? "number" : "whole", choices, dates: null };
  const text = (value: JsonValue | undefined) => (typeof value === "string" ? value : "");
  const dated = { type: "string", format: text(schema.format), description: text(schema.description) };
  return { kind: "text", choices, dates: types.includes("string") ? dateShapeOf(dated, ENGLISH) : null };
}

function typesOf({ type }: JsonObject): readonly string[] {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((one): one is string => typeof one === "string") : [];
}
