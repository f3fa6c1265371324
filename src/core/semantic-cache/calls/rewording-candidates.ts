/** The values of an answered sentence in other words. */
import type { Span } from "../../span.ts";
import type { Rules } from "../rules/rules.ts";
import type { RuleId } from "../rules/table.ts";
import type { Sentence } from "../words/words.ts";
import type { CallCandidate } from "./candidates.ts";
import type { Slot } from "./grounding.ts";
import { leftoverFeatures } from "./leftover-features.ts";
import { placeOf } from "./readings.ts";
import { rewordingFeatures } from "./rewording-features.ts";
import type { RewordingReading } from "./rewording-reading.ts";
import { spansOf } from "./template-candidates.ts";
import { wordingFeatures } from "./wording-features.ts";

/** The known call as a candidate, or the rule that forbids it. */
export function rewordingOf(
  reading: RewordingReading,
  similarity: number,
  rivals: ReadonlySet<number>,
  rules: Rules,
): CallCandidate | RuleId {
  const rule = rules.against("rewording", reading);
  if (rule !== null) return rule;
  const { entry, sentence, knowledge, lexicon, parameterAt, leftover } = reading;
  const { places } = reading.values;
  const moved = reading.moved ?? [];
  const rest = sentence.words.filter((_, at) => !parameterAt.has(at));
  const spans = () =>
    spansOf(
      entry.slots.map((slot, at) => ({ parameter: slot.parameter, place: spanOf(slot, places[at] ?? 0, sentence) })),
    );
  const isSameWords =
    sentence.words.length === entry.words.length && sentence.words.every((word, at) => entry.words[at] === word);
  return {
    path: "rewording",
    entry,
    tool: entry.template.tool,
    parameters: reading.parameters ?? entry.parameters,
    spans,
    unseenValues: moved,
    leftoverWords: [...leftover.asked, ...leftover.known],
    features: {
      ...rewordingFeatures(entry, leftover, rest, similarity, rivals, knowledge),
      ...leftoverFeatures(entry, leftover, parameterAt, sentence, knowledge),
      ...wordingFeatures(entry, leftover, parameterAt, sentence, lexicon),
      moved: moved.length,
    },
    anchors: 0,
    isSameWords,
  };
}

function spanOf({ from, to }: Slot, place: number, sentence: Sentence): Span {
  return placeOf(sentence, place, place + to - from);
}
