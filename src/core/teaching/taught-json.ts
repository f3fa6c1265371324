/** What a set is taught, as a line of a file of test cases has it. */
import { invalid } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { NO_TOOL } from "../toolset.ts";
import type { TaughtCall, TaughtCase, TaughtInput } from "./taught-case.ts";

/** `query` with `tool` and `parameters`, with `calls` where several are right, or with `label`; and its `language` where that was said. */
export function taughtJson({ text, language, right }: Pick<TaughtCase, "language" | "right" | "text">): JsonObject {
  const said = { query: text, ...(language !== undefined && { language }) };
  if (right.kind === "label") return { ...said, label: right.label };
  const calls = right.calls.map((call) => ({ ...call }));
  const [only = { tool: NO_TOOL, parameters: {} }, ...others] = calls;
  return { ...said, ...(others.length > 0 ? { calls } : only) };
}

/** Throws `validation_error` for what has no `query`; what is right is looked at when it is taught. */
export function taughtInputIn(sent: JsonValue): TaughtInput {
  if (!isJsonObject(sent) || typeof sent.query !== "string") throw invalid("cases", "must each have a `query`");
  const { query, language, tool, parameters, calls, label } = sent;
  return {
    query,
    ...(typeof language === "string" && { language }),
    ...(typeof tool === "string" && { tool }),
    ...(isJsonObject(parameters) && { parameters }),
    ...(Array.isArray(calls) && { calls: calls.map((call: JsonValue) => taughtCallIn(call)) }),
    ...(typeof label === "string" && { label }),
  };
}

export function taughtCallIn(value: JsonValue): TaughtCall {
  if (isJsonObject(value) && typeof value.tool === "string" && isJsonObject(value.parameters ?? {}))
    return { tool: value.tool, parameters: (value.parameters ?? {}) as JsonObject };
  throw invalid("calls", 'must each be {"tool": "...", "parameters": {...}}');
}
