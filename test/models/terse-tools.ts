import type { JsonObject } from "#core/json.ts";

/** By name: description, parameters, and which of them are required. */
export type TerseTools = Readonly<
  Record<string, readonly [description: string, properties: JsonObject, required: readonly string[]]>
>;

/** As a request has them, in the order in which they are written. */
export function offeredFrom(tools: TerseTools) {
  return Object.entries(tools).map(([name, [description, properties, required]]) => {
    const parameters: JsonObject = { type: "object", properties, required: [...required] };
    return { name, description, parameters };
  });
}

/** Nothing but the sentence: no history, and nothing that is remembered. */
export const NOTHING_BESIDE = { persona: null, context: null, history: [], memories: [], findSimilar: async () => [] };
