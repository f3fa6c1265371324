/** The values of an answered sentence in other words. */
import type { JsonObject, JsonValue } from "../../json.ts";
import type { Span } from "../../ports/models.ts";
import { isNumber } from "../words/canonical-numbers.ts";
import { HARMLESS } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";
import type { CallCandidate } from "./candidates.ts";
import type { KnownEntry } from "./entries.ts";
import { placesIn, type Slot } from "./grounding.ts";
import { leftoverOf } from "./leftover.ts";
import { leftoverFeatures } from "./leftover-features.ts";
import { ruleAgainstLeftover } from "./leftover-rules.ts";
import { ruleIn } from "./parameter-rules.ts";
import { endsInSign, foldedValue, placeOf, type SentenceReader, writtenPlaceOf } from "./readings.ts";
import { rewordingFeatures } from "./rewording-features.ts";
import { spansOf } from "./template-candidates.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";
import { inOthersRole, movedValues, sameNegated, sameNumbers } from "./value-order.ts";
import { wordingFeatures } from "./wording-features.ts";

/** The known call as a candidate, or the name of the rule that forbids it. */
export function rewordingOf(
  entry: KnownEntry,
  similarity: number,
  reader: SentenceReader,
  knowledge: ToolKnowledge,
  rivals: ReadonlySet<number>,
): CallCandidate | string {
  const { sentence } = reader;
  const { tool } = entry.template;
  if (!entry.isOpen) return "nothing of the known sentence may be reused";
  if (entry.agesWithClock) return "a value depends on the clock";
  const places = placesOfValues(entry, sentence);
  if (!places) return "a value is not in the sentence";
  const moved = movedValues(entry, places, sentence, knowledge);
  if (!moved || inOthersRole(entry, places, sentence, knowledge)) return "values have changed places";
  if (!sameNumbers(entry.words, sentence.words)) return "numbers have changed places";
  if (!sameNegated(entry.words, sentence.words)) return "something else is negated";
  const parameters = parametersAt(entry, places, reader, knowledge);
  if (!parameters) return "a value reads differently here";
  if (losesSign(entry, sentence)) return "a sign may be part of a value";
  const parameterAt = parametersByPlace(entry, places);
  const leftover = leftoverOf(entry, sentence, parameterAt, knowledge);
  const rule = ruleAgainstLeftover(entry, leftover, sentence, parameterAt, knowledge);
  if (rule !== null) return rule;
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
    tool,
    parameters,
    spans,
    unseenValues: moved,
    leftoverWords: [...leftover.asked, ...leftover.known],
    features: {
      ...rewordingFeatures(entry, leftover, rest, similarity, rivals, knowledge),
      ...leftoverFeatures(entry, leftover, parameterAt, sentence, knowledge),
      ...wordingFeatures(entry, leftover, parameterAt, sentence, knowledge.lexiconOf(tool)),
      moved: moved.length,
    },
    anchors: 0,
    isSameWords,
  };
}

function losesSign({ slots }: KnownEntry, { text }: Sentence): boolean {
  const asked = text.toLowerCase();
  return slots.some(({ value }) => endsInSign(value) && !asked.includes(String(value).toLowerCase()));
}

/** Of each position that a value takes, the parameter. */
function parametersByPlace({ slots }: KnownEntry, places: readonly number[]): ReadonlyMap<number, string> {
  const parameterAt = new Map<number, string>();
  for (const [index, { from, to, parameter }] of slots.entries())
    for (let at = 0; at < to - from; at += 1) parameterAt.set((places[index] ?? 0) + at, parameter);
  return parameterAt;
}

/** Where each slot's words stand in the sentence; null when one does not, or a number might be another one. */
function placesOfValues(entry: KnownEntry, sentence: Sentence): readonly number[] | null {
  const taken = new Uint8Array(sentence.words.length);
  const places = new Array<number>(entry.slots.length);
  const longestFirst = [...entry.slots.keys()].sort((one, other) => lengthOf(entry, other) - lengthOf(entry, one));
  for (const index of longestFirst) {
    const { from, to, value, written } = entry.slots[index] as Slot;
    const words = entry.words.slice(from, to);
    const found = placesIn(words, sentence.words, taken);
    const [place] = found;
    if (place === undefined || (found.length > 1 && isNumber(words[0] ?? ""))) return null;
    const { start, end } = writtenPlaceOf(sentence, place, place + words.length);
    if (typeof value === "string" && foldedValue(sentence.text.slice(start, end)) !== written) return null;
    // "ME" for Maine is not the "me" of "tell me".
    if (standsForAnother(value, written) && !sentence.isShouted && !isInCapitals(sentence.text.slice(start, end)))
      return null;
    taken.fill(1, place, place + words.length);
    places[index] = place;
  }
  return places;
}

/** Whether a little word in capitals stands for a value that is written otherwise. */
function standsForAnother(value: JsonValue, written: string): boolean {
  return typeof value === "string" && HARMLESS.has(written) && foldedValue(value) !== written;
}

function isInCapitals(written: string): boolean {
  return /^\p{Lu}+$/u.test(written);
}

function lengthOf({ slots }: KnownEntry, index: number): number {
  const slot = slots[index];
  return slot ? slot.to - slot.from : 0;
}

function spanOf({ from, to }: Slot, place: number, sentence: Sentence): Span {
  return placeOf(sentence, place, place + to - from);
}

/** The known call; what was read against the clock is read again. Null when that cannot be done. */
function parametersAt(
  entry: KnownEntry,
  places: readonly number[],
  reader: SentenceReader,
  knowledge: ToolKnowledge,
): JsonObject | null {
  if (!entry.readsClock) return entry.parameters;
  const rules = knowledge.rulesOf(entry.template.tool);
  const parameters: Record<string, JsonValue | undefined> = { ...entry.parameters };
  for (const [at, slot] of entry.slots.entries()) {
    if (slot.reading !== "date") continue;
    const from = places[at] ?? 0;
    const value = reader.value("date", ruleIn(rules, slot.parameter), from, from + slot.to - slot.from, slot.value);
    if (value === null) return null;
    const list = parameters[slot.parameter];
    parameters[slot.parameter] =
      slot.item === null
        ? value
        : (list as readonly JsonValue[]).map((item, index) => (index === slot.item ? value : item));
  }
  return parameters;
}
