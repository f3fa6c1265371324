/** The tools of a chat as ours, and which of them may be called. */
import { invalid } from "#core/errors.ts";
import { isJsonObject, isListOf, isText, type JsonObject, type JsonValue } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";
import type { ChatToolWire } from "../schemas/chat-completion.ts";

export interface ReadTool {
  readonly tool: Tool;
  /** Its place in the request. */
  readonly index: number;
  /** Parameters that have to be there and may be null: what is optional to those who make every parameter required. */
  readonly nullable: readonly string[];
}

/** Throws `validation_error` for a tool that is no function. */
export function readTools(sent: readonly ChatToolWire[]): readonly ReadTool[] {
  return sent.map(({ type, function: fn }, index) => {
    if (type !== "function") throw invalid(`tools.${index}.type`, `"${type}" is not "function", which alone is called`);
    if (!fn) throw invalid(`tools.${index}.function`, "must be there");
    const { name, description = "", parameters } = fn;
    if (parameters === undefined) return { tool: { name, description }, index, nullable: [] };
    const nullable = requiredNullable(parameters);
    return { tool: { name, description, parameters: withoutRequired(parameters, nullable) }, index, nullable };
  });
}

/** The parameters as the client's schema wants them: what nobody said is null where it has to be there and may be. */
export function withNulls(parameters: JsonObject, { nullable }: Pick<ReadTool, "nullable">): JsonObject {
  const absent = nullable.filter((name) => !Object.hasOwn(parameters, name));
  return { ...parameters, ...Object.fromEntries(absent.map((name) => [name, null])) };
}

function requiredNullable({ required, properties }: JsonObject): readonly string[] {
  if (!isListOf(required, isText) || !isJsonObject(properties)) return [];
  return required.filter((name) => Object.hasOwn(properties, name) && admitsNull(properties[name] ?? null));
}

/** Without looking behind references: one that is missed is asked for, which is what its schema says. */
function admitsNull(schema: JsonValue): boolean {
  if (!isJsonObject(schema) || Object.hasOwn(schema, "default")) return false;
  const { type, anyOf, oneOf } = schema;
  if (type === "null" || (Array.isArray(type) && type.includes("null"))) return true;
  return [anyOf, oneOf].some((options) => Array.isArray(options) && options.some((one: JsonValue) => isNull(one)));
}

function isNull(schema: JsonValue): boolean {
  return isJsonObject(schema) && (schema.type === "null" || schema.const === null);
}

function withoutRequired(parameters: JsonObject, names: readonly string[]): JsonObject {
  const { required } = parameters;
  if (names.length === 0 || !isListOf(required, isText)) return parameters;
  return { ...parameters, required: required.filter((name) => !names.includes(name)) };
}

/** What `tool_choice` says. `only`: the names that may be called; null for all. */
export interface ReadChoice {
  readonly mode: "auto" | "none" | "required";
  readonly only: readonly string[] | null;
}

const CHOICES =
  "must be auto, none, required, a function ({type: function, function: {name}}) or some of them (allowed_tools)";

/** `sent`: null where nothing is. Throws `validation_error` for a choice that is none. */
export function readChoice(sent: JsonValue): ReadChoice {
  if (!isJsonObject(sent)) return { mode: modeOf(sent ?? "auto", "tool_choice"), only: null };
  if (sent.type === "function") return { mode: "required", only: [functionName(sent, "tool_choice")] };
  if (sent.type !== "allowed_tools") throw invalid("tool_choice", CHOICES);
  const { mode, tools } = isJsonObject(sent.allowed_tools) ? sent.allowed_tools : {};
  const field = "tool_choice.allowed_tools";
  if (!Array.isArray(tools) || tools.length === 0) throw invalid(`${field}.tools`, "must be a list of functions");
  const only = tools.map((tool: JsonValue, index) => functionName(tool, `${field}.tools.${index}`));
  return { mode: modeOf(mode ?? "auto", `${field}.mode`), only };
}

function functionName(tool: JsonValue, field: string): string {
  const { name } = isJsonObject(tool) && isJsonObject(tool.function) ? tool.function : {};
  if (typeof name === "string") return name;
  throw invalid(`${field}.function.name`, "must be the name of a function");
}

function modeOf(mode: JsonValue, field: string): ReadChoice["mode"] {
  if (mode === "auto" || mode === "none" || mode === "required") return mode;
  throw invalid(field, field === "tool_choice" ? CHOICES : "must be auto, none or required");
}

/** Those that may be called. Throws `validation_error` for a name that none of them has. */
export function callable(tools: readonly ReadTool[], { only }: ReadChoice): readonly ReadTool[] {
  if (only === null) return tools;
  const unknown = only.find((name) => !tools.some(({ tool }) => tool.name === name));
  if (unknown !== undefined) throw invalid("tool_choice", `"${unknown}" is none of the tools that came along`);
  return tools.filter(({ tool }) => only.includes(tool.name));
}
