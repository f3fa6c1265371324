/** Which memories an answer rests on, judged by what it says: a language model does not tell. */
import type { JsonObject } from "#core/json.ts";
import type { RelevantMemory } from "#core/ports/models.ts";
import { leafValues } from "./leaf-values.ts";

/**
 * Positions of the memories that hold a value of the call which the request's own texts do not: a fact that says it, an
 * example that was answered with it.
 */
export function usedMemories(
  memories: readonly RelevantMemory[],
  parameters: JsonObject,
  texts: readonly string[],
): readonly number[] {
  const said = texts.join("\n").toLowerCase();
  const unsaid = lowerLeaves(parameters).filter((value) => value !== "" && !said.includes(value));
  if (unsaid.length === 0) return [];
  return memories.flatMap((memory, position) => {
    const held = memory.kind === "fact" ? memory.fact.toLowerCase() : null;
    const values = memory.kind === "example" ? lowerLeaves(memory.parameters) : [];
    return unsaid.some((value) => held?.includes(value) || values.includes(value)) ? [position] : [];
  });
}

function lowerLeaves(value: JsonObject): readonly string[] {
  return leafValues(value).map((leaf) => leaf.toLowerCase());
}
