import type { Tool } from "../toolset.ts";
import type { FoundTools } from "./tool-search.ts";

/** What a search found, under the names that it has wherever it is given as JSON. */
export function foundJson({ tools, isNone, noneConfidence }: FoundTools) {
  return {
    tools: tools.map(({ tool, toolset, confidence, why }) => ({
      toolset,
      tool: toolJson(tool),
      confidence: rounded(confidence),
      why: { words: [...why.words], meaning: rounded(why.meaning), example: why.example },
    })),
    none: isNone,
    none_confidence: rounded(noneConfidence),
  };
}

function toolJson({ examples, ...tool }: Tool) {
  return { ...tool, ...(examples && { examples: [...examples] }) };
}

/** More than three places would be noise. */
function rounded(share: number): number {
  return Math.round(share * 1_000) / 1_000;
}
