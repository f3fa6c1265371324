/** Why what is taught is none of a tool's values, and what to write instead. */
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { plainSchema } from "../schema/plain-schema.ts";
import { meantHint } from "../sets/nearest-name.ts";
import { shownValue } from "../shown-value.ts";
import type { Tool } from "../toolset.ts";

/** Options that are written out. */
const OPTIONS_SHOWN_MAX = 12;

/** What is wrong with the value that a parameter was given; for people. */
export function refusedValue(name: string, value: JsonValue, { name: tool, parameters: root = {} }: Tool): string {
  const properties = isJsonObject(root.properties) ? root.properties : {};
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!isJsonObject(schema))
    return `\`${name}\` is no parameter of "${tool}"${meantHint(name, Object.keys(properties))}`;
  return `\`${name}\` is ${shownValue(value)}, and "${tool}" takes ${takenBy(plainSchema(schema, root), value)}`;
}

function takenBy(schema: JsonObject, value: JsonValue): string {
  const { enum: options, type, format, pattern } = schema;
  if (Array.isArray(options)) {
    const shown = options.slice(0, OPTIONS_SHOWN_MAX).map((option: JsonValue) => shownValue(option));
    const more = options.length > OPTIONS_SHOWN_MAX ? ", …" : "";
    const texts = options.filter((option): option is string => typeof option === "string");
    return `${shown.join(", ")}${more}${typeof value === "string" ? meantHint(value, texts) : ""}`;
  }
  if (typeof format === "string") return `a ${format}, as its \`format\` says`;
  if (typeof pattern === "string") return `what matches ${shownValue(pattern)}`;
  const isOfType =
    typeof type === "string" && type !== typeof value && !(type === "integer" && Number.isInteger(value));
  return isOfType ? `${article(type)} ${type}` : "none of that kind: see its schema";
}

function article(type: string): string {
  return /^[aio]/.test(type) ? "an" : "a";
}
