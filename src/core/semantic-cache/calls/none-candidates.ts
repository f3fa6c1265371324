/** A sentence that means what one means that no tool fits: nothing is called for it either. */
import type { Rules } from "../rules/rules.ts";
import type { RuleId } from "../rules/table.ts";
import { HARMLESS } from "../words/word-lists.ts";
import type { Features } from "./candidates.ts";
import { type NearNone, noneReading } from "./none-reading.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";

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

/** Cosine under which it says nothing more that a call is farther away. */
const FAR = 0.4;
/** Cosine under which the second sentence that no tool fits is as good as none. */
const ALONE = 0.5;

/** The nearest sentence that no tool fits as a candidate, or the rule that forbids it. */
export function noneOf(
  words: readonly string[],
  { nones, calls, horizon }: Neighbourhood,
  knowledge: ToolKnowledge,
  rules: Rules,
): NoneCandidate | RuleId {
  const [nearest] = nones;
  const reading = noneReading(words, nearest, knowledge);
  const rule = rules.against("none", reading);
  if (rule !== null) return rule;
  const { asked, known } = reading;
  const { sentences, calls: called } = knowledge.sides;
  const content = words.filter((word) => !HARMLESS.has(word));
  const leads = content.map((word) => knowledge.noneLead(word));
  const leftLeads = content.filter((word) => asked.includes(word)).map((word) => knowledge.noneLead(word));
  const nearestCall = Math.max(FAR, calls[0] ?? horizon);
  return {
    path: "none",
    id: nearest.id,
    similarity: nearest.similarity,
    leftoverWords: [...asked, ...known],
    features: {
      similarity: nearest.similarity,
      call: nearestCall,
      ahead: nearest.similarity - nearestCall,
      second: Math.max(ALONE, nones[1]?.similarity ?? 0),
      share: nones.length / (nones.length + calls.length),
      lead: leads.reduce((sum, lead) => sum + lead, 0) / Math.max(1, leads.length),
      leadLeast: Math.min(0, ...leads),
      leftLead: Math.min(0, ...leftLeads),
      nones: Math.log1p(Math.min(SENTENCES_MAX, sentences - called)),
      calls: Math.log1p(Math.min(SENTENCES_MAX, called)),
    },
  };
}
