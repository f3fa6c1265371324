/** BFCL as sentences with calls: the values that stand in a question once, word for word, are its values. */
import { join } from "node:path";
import { checkParameters } from "#core/answering/tool-call.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { checkedTools, type Tool } from "#core/toolset.ts";
import { bfclTest, linesOf } from "../data-sets.ts";
import type { Call, Segment, Sentence } from "./sentence.ts";

const FILES = ["simple_python", "multiple", "live_simple", "live_multiple"];
/** Longer questions are documents more than sentences. */
const TEXT_LENGTH_MAX = 300;

export interface BfclSentences {
  readonly sentences: readonly Sentence[];
  /** One for each name: the first that was published under it, or under one that looks the same to a model. */
  readonly tools: readonly Tool[];
}

/** Questions of one turn with one right call that fits its tool's schema. */
export function readBfclSentences(dataDir: string): BfclSentences {
  const lines = FILES.flatMap((name) =>
    linesOf<Parameters<typeof bfclTest>[0]>(join(dataDir, "bfcl", `${name}.jsonl`)),
  );
  const tools = new Map<string, Tool>();
  const sentences = lines.flatMap((line) => {
    const { query, context, functions, groundTruth } = bfclTest(line);
    const text = query.replace(/\s+/g, " ").trim();
    const [right] = groundTruth;
    const [name = ""] = Object.keys(right ?? {});
    const definition = functions.find((one) => one.name === name);
    const oneCall = groundTruth.length === 1 && context === null && line.question.length === 1;
    if (!right || !definition || !oneCall || text === "" || text.length > TEXT_LENGTH_MAX) return [];
    const tool = tools.get(modelName(name)) ?? toolFrom(definition);
    if (tool === null || tool.name !== name) return [];
    tools.set(modelName(name), tool);
    const call = { tool: name, parameters: firstAllowed(right[name] ?? {}) };
    return fits(call, tool) ? [{ segments: segmentsOf(text, call.parameters), call, source: "bfcl" as const }] : [];
  });
  return { sentences, tools: [...tools.values()] };
}

/** The name as language models take it. Of two tools that have the same one, the first stays. */
export function modelName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
}

/** Null for a schema that the server would refuse. What the server fills in by itself would not be the sentence's. */
function toolFrom({
  name,
  description,
  parameters,
}: {
  name: string;
  description: string;
  parameters: JsonObject;
}): Tool | null {
  const properties = isJsonObject(parameters.properties) ? parameters.properties : {};
  const optional = Object.entries(properties).map(([key, schema]) => [key, withoutDefault(schema)]);
  const schema = { type: "object", properties: Object.fromEntries(optional) } as JsonObject;
  try {
    const [tool] = checkedTools([{ name, description: description.slice(0, 2_000), parameters: schema } as Tool]);
    return tool ?? null;
  } catch {
    return null;
  }
}

function withoutDefault(schema: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(schema)) return schema;
  const { default: _default, properties, ...rest } = schema;
  if (!isJsonObject(properties)) return rest;
  const inner = Object.entries(properties).map(([key, property]) => [key, withoutDefault(property)]);
  return { ...rest, properties: Object.fromEntries(inner) as JsonObject };
}

/** Whether the server would let the call through as it is. */
export function fits(call: Call, tool: Tool): boolean {
  const { parameters } = checkParameters(tool, call.parameters);
  return JSON.stringify(parameters) === JSON.stringify(call.parameters);
}

function firstAllowed(wanted: Readonly<Record<string, JsonValue>>): JsonObject {
  const entries = Object.entries(wanted).flatMap(([name, allowed]) => {
    const [first] = Array.isArray(allowed) ? (allowed as readonly JsonValue[]) : [];
    return first === undefined || first === "" ? [] : [[name, first] as const];
  });
  return Object.fromEntries(entries);
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly parameter: string;
}

function segmentsOf(text: string, parameters: JsonObject): readonly Segment[] {
  const places = Object.entries(parameters).flatMap(([name, value]) => placeOf(text, name, value, parameters) ?? []);
  const segments: Segment[] = [];
  let at = 0;
  for (const { start, end, parameter } of places.toSorted((one, other) => one.start - other.start)) {
    if (start < at) continue;
    if (start > at) segments.push({ text: text.slice(at, start), parameter: null });
    segments.push({ text: text.slice(start, end), parameter });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), parameter: null });
  return segments;
}

/** Where the value stands; null unless it stands there once and in no other value. */
function placeOf(text: string, name: string, value: JsonValue | undefined, parameters: JsonObject): Place | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const written = String(value);
  const escaped = written.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const [found, second] = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_.])${escaped}(?![\\p{L}\\p{N}_]|\\.\\d)`, "giu"));
  const isElsewhere = Object.entries(parameters).some(
    ([other, inner]) => other !== name && JSON.stringify(inner).toLowerCase().includes(written.toLowerCase()),
  );
  if (!found || second || isElsewhere) return null;
  return { start: found.index, end: found.index + found[0].length, parameter: name };
}
