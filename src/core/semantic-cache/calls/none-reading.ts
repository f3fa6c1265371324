/** A sentence beside one that no tool fits: what the rules of this way look at. */
import type { ToolKnowledge } from "./tool-knowledge.ts";

/** An answered sentence that no tool fits, as a neighbour of the one that is asked. */
export interface NearNone {
  readonly id: number;
  readonly words: readonly string[];
  readonly similarity: number;
}

export interface NoneReading {
  readonly words: readonly string[];
  readonly nearest: NearNone;
  /** Words that only the sentence has. */
  readonly asked: readonly string[];
  /** Words that only the known one has. */
  readonly known: readonly string[];
  readonly knowledge: ToolKnowledge;
}

export function noneReading(words: readonly string[], nearest: NearNone, knowledge: ToolKnowledge): NoneReading {
  const asked = words.filter((word) => !nearest.words.includes(word));
  const known = nearest.words.filter((word) => !words.includes(word));
  return { words, nearest, asked, known, knowledge };
}
