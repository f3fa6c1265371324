/** A sentence that means what one means that no tool fits: nothing is called for it either. */
import { areOpposites, HARMLESS, POLARITY } from "../words/word-lists.ts";
import type { Features } from "./candidates.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";

/** An answered sentence that no tool fits, as a neighbour of the one that is asked. */
export interface NearNone {
  readonly id: number;
  readonly words: readonly string[];
  readonly similarity: number;
}

export interface NoneCandidate {
  readonly path: "none";
  readonly id: number;
  readonly similarity: number;
  readonly leftoverWords: readonly string[];
  readonly features: Features;
}

/** What stands around a sentence, as far as somebody has looked. */
export interface Neighbourhood {
  /** The nearest first; one at least. */
  readonly nones: readonly [NearNone, ...NearNone[]];
  /** Cosines of the sentences that a tool was called for, the nearest first. */
  readonly calls: readonly number[];
  /** No sentence that nobody has looked at is nearer. */
  readonly horizon: number;
}

/** Sentences on either side from which on more of them say nothing new. */
const SENTENCES_MAX = 1_000;
/** As near as the second one is at most, where there is only one. */
const NEAR_MIN = 0.5;

/** The nearest sentence that no tool fits as a candidate, or the name of the rule that forbids it. */
export function noneOf(
  words: readonly string[],
  { nones, calls, horizon }: Neighbourhood,
  knowledge: ToolKnowledge,
): NoneCandidate | string {
  const [nearest] = nones;
  const asked = words.filter((word) => !nearest.words.includes(word));
  const known = nearest.words.filter((word) => !words.includes(word));
  if ([...asked, ...known].some((word) => POLARITY.has(word))) return "a word that may turn the meaning is left over";
  if (asked.some((word) => known.some((other) => areOpposites(word, other)))) return "opposites are left over";
  const content = words.filter((word) => !HARMLESS.has(word));
  const leads = content.map((word) => knowledge.noneLead(word));
  const leftLeads = content.filter((word) => asked.includes(word)).map((word) => knowledge.noneLead(word));
  const nearestCall = calls[0] ?? Math.min(horizon, nearest.similarity);
  const { sentences, calls: called } = knowledge.sides;
  return {
    path: "none",
    id: nearest.id,
    similarity: nearest.similarity,
    leftoverWords: [...asked, ...known],
    features: {
      similarity: nearest.similarity,
      call: nearestCall,
      ahead: nearest.similarity - nearestCall,
      second: nones[1]?.similarity ?? NEAR_MIN,
      share: nones.length / (nones.length + calls.length),
      lead: leads.reduce((sum, lead) => sum + lead, 0) / Math.max(1, leads.length),
      leadLeast: Math.min(0, ...leads),
      leftLead: Math.min(0, ...leftLeads),
      nones: Math.log1p(Math.min(SENTENCES_MAX, sentences - called)),
      calls: Math.log1p(Math.min(SENTENCES_MAX, called)),
    },
  };
}
