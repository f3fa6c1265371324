/** What the tests of served models ask, and of whom. */
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import type { CallRequest, ClassifyRequest, LanguageModel } from "#core/ports/models.ts";
import { Secret } from "#core/secret.ts";
import type { Tool } from "#core/toolset.ts";
import { openServedModel, type ServedModelOptions } from "#models/language/index.ts";
import { FakeEmbedder } from "../../fakes.ts";
import { MODEL_SERVER } from "../../model-server.ts";

/** A Tuesday. */
export const NOW = Date.parse("2026-03-10T12:00:30.000Z");

export const weatherTool: Tool = {
  name: "weather.get/now",
  description: "The weather in a city",
  parameters: {
    type: "object",
    properties: {
      city: { type: "string" },
      unit: { type: "string", enum: ["celsius", "fahrenheit"], default: "celsius" },
      days: { type: "integer" },
      day: { type: "string", format: "date" },
    },
    required: ["city"],
  },
};
export const timerTool: Tool = { name: "stop_timer", description: "Stops the timer" };

export function served(baseUrl: string, options: Partial<ServedModelOptions> = {}): LanguageModel {
  return openServedModel(servedOptions(baseUrl, options)).model;
}

export function servedOptions(baseUrl: string, options: Partial<ServedModelOptions> = {}): ServedModelOptions {
  return {
    ...MODEL_SERVER,
    provider: "openai",
    baseUrl,
    name: "faulty",
    apiKey: new Secret(""),
    runtimeDir: "",
    timeoutMs: 5_000,
    embedder: new FakeEmbedder(),
    allow: [],
    monotonicMs: () => performance.now(),
    log: () => {},
    ...options,
  };
}

export function asking(query: string, rest: Partial<CallRequest> = {}): CallRequest {
  return {
    query,
    tools: [weatherTool, timerTool],
    context: null,
    history: [],
    memories: [],
    persona: null,
    now: inUtc(NOW),
    findSimilar: async () => [],
    ...rest,
  };
}

export function classifying(text: string, rest: Partial<ClassifyRequest> = {}): ClassifyRequest {
  const classes = [{ label: "billing", description: "Invoices and payments" }, { label: "shipping" }];
  return { text, classes, extraction: false, allowNone: false, findSimilar: async () => [], ...rest };
}

export const signal = () => new AbortController().signal;

export function call(tool: string, parameters: JsonObject, text?: string): string {
  return JSON.stringify({ call: { tool, parameters }, ...(text !== undefined && { text }) });
}
