/** What a set is taught, as a line of a file of test cases has it. */
import { invalid } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { NO_TOOL } from "../toolset.ts";
import { countedFrom, isCounted } from "./counted-days.ts";
import type { TaughtCall, TaughtCase, TaughtInput } from "./taught-case.ts";

/**
 * `query` with `tool` and `parameters`, with `calls` where several are right, or with `label`; its `language` where that was said, and as `now`
 * the moment that its values count from, where they do.
 */
export function taughtJson(taught: Omit<TaughtCase, "beside" | "id">): JsonObject {
  const { text, language, right } = taught;
  const at = countedFrom(taught);
  const said = {
    query: text,
    ...(language !== undefined && { language }),
    ...(isCounted(taught, at) && { now: new Date(at).toISOString() }),
  };
  if (right.kind === "label") return { ...said, label: right.label };
  const calls = right.calls.map((call) => ({ ...call }));
  const [only = { tool: NO_TOOL, parameters: {} }, ...others] = calls;
  return { ...said, ...(others.length > 0 ? { calls } : only) };
}

/** Throws `validation_error` for what has no `query`; what is right is looked at when it is taught. */
export function taughtInputIn(sent: JsonValue): TaughtInput {
  if (!isJsonObject(sent) || typeof sent.query !== "string") throw invalid("cases", "must each have a `query`");
  const { query, language, tool, parameters, calls, label, now } = sent;
  const saidAt = typeof now === "string" ? Date.parse(now) : Number.NaN;
  return {
    query,
    ...(typeof language === "string" && { language }),
    ...(typeof tool === "string" && { tool }),
    ...(isJsonObject(parameters) && { parameters }),
    ...(Array.isArray(calls) && { calls: calls.map((call: JsonValue) => taughtCallIn(call)) }),
    ...(typeof label === "string" && { label }),
    ...(!Number.isNaN(saidAt) && { saidAt }),
  };
}

export function taughtCallIn(value: JsonValue): TaughtCall {
  if (isJsonObject(value) && typeof value.tool === "string" && isJsonObject(value.parameters ?? {}))
    return { tool: value.tool, parameters: (value.parameters ?? {}) as JsonObject };
  throw invalid("calls", 'must each be {"tool": "...", "parameters": {...}}');
}
