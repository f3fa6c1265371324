/** The words of an answered sentence around other values. */
import type { JsonObject, JsonValue } from "../../json.ts";
import type { Span } from "../../span.ts";
import type { Refusal, Rules } from "../rules/rules.ts";
import { isNumber } from "../words/canonical-numbers.ts";
import type { CallCandidate, Features } from "./candidates.ts";
import type { KnownEntry, Template } from "./entries.ts";
import type { Slot } from "./grounding.ts";
import { type ParameterRules, ruleIn } from "./parameter-rules.ts";
import { foldedValue, isDecade, placeOf, type SentenceReader, writtenPlaceOf } from "./readings.ts";
import { featuresOf, joinFeatures, titleFeatures } from "./template-features.ts";
import { type Parse, parsesOf, type Range } from "./template-parse.ts";
import { type Filled, templateReading } from "./template-reading.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";
import { NUMBER_EVIDENCE, placeEvidenceOf, wordEvidenceOf } from "./value-evidence.ts";

export interface Found {
  readonly candidates: readonly CallCandidate[];
  readonly refusals: readonly Refusal[];
}

/** Every way to read the sentence as this template. */
export function candidatesOf(
  template: Template,
  reader: SentenceReader,
  meant: ReadonlyMap<number, readonly string[]>,
  knowledge: ToolKnowledge,
  rules: Rules,
): Found {
  const latest = template.entries.at(-1) as KnownEntry;
  const filled = parsesOf(template, reader, meant, knowledge.rulesOf(template.tool)).flatMap((parse) => {
    const slots = filledSlots(template, latest, parse, reader, knowledge);
    return slots ? [{ parse, slots }] : [];
  });
  const candidates: CallCandidate[] = [];
  const refusals: Refusal[] = [];
  for (const { parse, slots } of filled) {
    const rule = rules.against("template", templateReading(latest, parse, slots, reader, knowledge));
    if (rule !== null) refusals.push({ entry: latest, path: "template", rule });
    else {
      const features = {
        ...featuresOf(template, parse, slots, filled.length - 1, reader, knowledge),
        ...titleFeatures(slots, reader),
        ...joinFeatures(template, slots, reader, knowledge),
      };
      candidates.push(candidateOf(template, latest, slots, features, reader));
    }
  }
  return { candidates, refusals };
}

function filledSlots(
  template: Template,
  latest: KnownEntry,
  parse: Parse,
  reader: SentenceReader,
  knowledge: ToolKnowledge,
): readonly Filled[] | null {
  const rules = knowledge.rulesOf(template.tool);
  const lexicon = knowledge.lexiconOf(template.tool);
  const valuesOf = ({ parameter }: Slot) => lexicon.parameter(parameter).values;
  const filled: Filled[] = [];
  let index = 0;
  for (const [at, element] of template.elements.entries()) {
    if (element.kind === "word") continue;
    const slot = latest.slots[index] as Slot;
    const range = parse.ranges[index] as Range;
    index += 1;
    const words = reader.sentence.words.slice(range.from, range.to);
    const isChanged = !isSame(slot, latest.words, words, range, reader);
    // "size eight" for "size 8": how a model writes it is not known.
    if (isChanged && typeof slot.value === "string" && isOtherForm(slot, latest.words, words)) return null;
    const meaning =
      isChanged && slot.reading === "copied" ? lexicon.parameter(slot.parameter).meaningOf(words) : undefined;
    // What a model makes of "fifties" (1950s, say) is known only where it was seen.
    const isUntold = meaning === undefined && isChanged && isDecade(words) && valuesOf(slot).of(words.join(" ")) === 0;
    if (isUntold && slot.reading === "copied") return null;
    const isRead = meaning === undefined && (isChanged || slot.reading === "date");
    const value = isRead ? readValue(slot, range, rules, reader) : isChanged ? (meaning ?? null) : slot.value;
    if (value === null) return null;
    const isText = typeof value === "string" && slot.reading === "copied";
    const { parameter } = slot;
    const name = `${template.tool} ${parameter} ${range.from} ${range.to}`;
    const evidence = isText
      ? {
          ...reader.once(`words of ${name}`, () =>
            wordEvidenceOf(words, parameter, lexicon, (word) => knowledge.anchorsOfAll(word)),
          ),
          ...placeEvidenceOf(parameter, template, at, lexicon),
        }
      : NUMBER_EVIDENCE;
    filled.push({ slot, range, words, value, isChanged, evidence });
  }
  return filled;
}

function isSame(
  slot: Slot,
  known: readonly string[],
  words: readonly string[],
  range: Range,
  { sentence }: SentenceReader,
): boolean {
  if (words.length !== slot.to - slot.from || !words.every((word, at) => known[slot.from + at] === word)) return false;
  if (typeof slot.value !== "string") return true;
  const { start, end } = writtenPlaceOf(sentence, range.from, range.to);
  return foldedValue(sentence.text.slice(start, end)) === slot.written;
}

function isOtherForm(slot: Slot, known: readonly string[], words: readonly string[]): boolean {
  const isEqual = words.length === slot.to - slot.from && words.every((word, at) => known[slot.from + at] === word);
  return isEqual && words.some(isNumber);
}

function readValue(slot: Slot, { from, to }: Range, rules: ParameterRules, reader: SentenceReader): JsonValue | null {
  const rule = ruleIn(rules, slot.parameter);
  // Where dates have a shape, other words than those known to have it must be read into it.
  const reading = rule.dates !== null && slot.reading === "copied" ? "date" : slot.reading;
  return reader.value(reading, rule, from, to, slot.value);
}

function candidateOf(
  template: Template,
  latest: KnownEntry,
  slots: readonly Filled[],
  features: Features,
  { sentence }: SentenceReader,
): CallCandidate {
  const unseenValues = slots
    .filter(({ isChanged, evidence, value }) => isChanged && evidence.own === 0 && typeof value === "string")
    .map(({ slot, value }) => ({ parameter: slot.parameter, text: String(value), movedWith: null }));
  return {
    path: "template",
    entry: latest,
    tool: template.tool,
    parameters: parametersOf(template, latest, slots),
    spans: () =>
      spansOf(
        slots.map(({ slot, range }) => ({ parameter: slot.parameter, place: placeOf(sentence, range.from, range.to) })),
      ),
    unseenValues,
    leftoverWords: [],
    features,
    anchors: template.anchors.length,
    isSameWords: slots.every(({ isChanged }) => !isChanged) && features.slips === 0,
  };
}

/** The constants, and the values of the sentence, in the order of the known answer. */
function parametersOf(template: Template, latest: KnownEntry, slots: readonly Filled[]): JsonObject {
  return Object.fromEntries(
    Object.keys(latest.parameters).map((name) => {
      const own = slots.filter(({ slot }) => slot.parameter === name);
      const [first] = own;
      if (!first) return [name, template.constants[name]];
      if (first.slot.item === null) return [name, first.value];
      return [name, own.map(({ value }) => value)];
    }),
  ) as JsonObject;
}

/** The stretch of each parameter; of a list, from its first item to its last. */
export function spansOf(
  places: readonly { readonly parameter: string; readonly place: Span }[],
): Readonly<Record<string, Span>> {
  const spans = new Map<string, Span>();
  for (const { parameter, place } of places) {
    const known = spans.get(parameter) ?? place;
    spans.set(parameter, { start: Math.min(known.start, place.start), end: Math.max(known.end, place.end) });
  }
  return Object.fromEntries(spans);
}
