/** The words of an answered sentence around other values. */
import { ENGLISH } from "../../english/english.ts";
import type { JsonObject, JsonValue } from "../../json.ts";
import type { Span } from "../../ports/models.ts";
import { isOfTwoKinds } from "../../reading/place-kinds.ts";
import { slipsOf } from "../../reading/slips.ts";
import { isNumber } from "../words/canonical-numbers.ts";
import { HESITATIONS } from "../words/word-lists.ts";
import { type Sentence, standsInCapitals } from "../words/words.ts";
import type { CallCandidate, Features, Refusal } from "./candidates.ts";
import type { KnownEntry, Template } from "./entries.ts";
import type { Slot } from "./grounding.ts";
import { type ParameterRules, ruleIn } from "./parameter-rules.ts";
import { endsInSign, foldedValue, isDecade, placeOf, type SentenceReader, writtenPlaceOf } from "./readings.ts";
import { type Filled, featuresOf, joinFeatures, titleFeatures } from "./template-features.ts";
import { type Parse, parsesOf, type Range } from "./template-parse.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";
import { isDecorated, ruleAgainstEdges } from "./value-edges.ts";
import { NUMBER_EVIDENCE, placeEvidenceOf, type ValueEvidence, wordEvidenceOf } from "./value-evidence.ts";

/** A constant seen as often, and hardly with another value, is a habit of the resolver and hangs on no word. */
const HABIT_SEEN_MIN = 3;
const HABIT_VALUES_MAX = 2;
/** So few letters are an abbreviation, which the resolver may write out. */
const SHORT_LETTERS_MAX = 3;

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
): Found {
  const rules = knowledge.rulesOf(template.tool);
  const latest = template.entries.at(-1) as KnownEntry;
  const filled = parsesOf(template, reader, meant, rules).flatMap((parse) => {
    const slots = filledSlots(template, latest, parse, reader, knowledge);
    return slots ? [{ parse, slots }] : [];
  });
  const candidates: CallCandidate[] = [];
  const refusals: Refusal[] = [];
  for (const { parse, slots } of filled) {
    const rule = ruleAgainst(template, latest, parse, slots, reader, knowledge);
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
    filled.push({ slot, range, value, isChanged, evidence });
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

function ruleAgainst(
  template: Template,
  latest: KnownEntry,
  parse: Parse,
  slots: readonly Filled[],
  reader: SentenceReader,
  knowledge: ToolKnowledge,
): string | null {
  const { sentence } = reader;
  const changed = slots.filter(({ isChanged }) => isChanged);
  const words = ({ range }: Filled) => sentence.words.slice(range.from, range.to);
  if (latest.agesWithClock) return "a value depends on the clock";
  if (slots.some(({ evidence }) => evidence.polarity > 0)) return "a word in a value may turn the meaning";
  if (changed.some(({ value, evidence }) => isUnknownShort(value, evidence)))
    return "a short value may be an abbreviation";
  if (changed.some((slot) => isMisspelt(slot, reader, template.tool, knowledge))) return "a value may be misspelt";
  if (changed.some((slot) => isOthersNumber(slot, template.tool, words(slot), knowledge)))
    return "a number that another parameter had";
  if (changed.some((slot) => typeof slot.value === "string" && words(slot).some((word) => HESITATIONS.has(word))))
    return "a value may be misspelt";
  if (changed.some((slot) => isOthersText(slot, template.tool, parse, sentence, knowledge)))
    return "a value that another parameter had";
  const { tool } = template;
  if (changed.some((slot) => isDoubtfulPlace(slot, knowledge.rulesOf(tool).keys())))
    return "a place may be of another kind";
  if (changed.some((slot) => mayBeSpelledOut(slot, words(slot), latest))) return "how a number is written is not known";
  if (
    changed.some(
      ({ slot, value, range }) =>
        typeof value === "string" &&
        (isExclaimed(range, sentence) ||
          endsInSign(slot.value) ||
          takesSign(value, sentence) ||
          isDecorated(value, range, sentence)),
    )
  )
    return "a sign may be part of a value";
  for (const { slot, range, value, evidence } of changed) {
    if (typeof value !== "string" || evidence.own > 0) continue;
    const rule = ruleAgainstEdges(
      { value, range },
      slot.parameter,
      knowledge.lexiconOf(template.tool),
      parse,
      sentence,
    );
    if (rule !== null) return rule;
  }
  if (otherCapitals(latest, parse, sentence.words, (at) => standsInCapitals(sentence, at)))
    return "short words in capitals differ";
  const hasText = changed.some(({ value }) => typeof value === "string");
  if (changed.length > 0 && looseOf(template, latest, hasText, knowledge) > 0)
    return "a constant may hang on the words that changed";
  if (changed.length > 0 && template.entries.length === 1 && hasUsualValue(template, latest, knowledge))
    return "a word around the values is usually a value";
  return null;
}

/** A word that was a parameter's value in as many sentences is one, though a model may once not have named it. */
const USUAL_SEEN_MIN = 5;

/** "Book a restaurant": where "restaurant" mostly is the kind that is wanted, one sentence without a kind says little. */
function hasUsualValue({ tool, anchors }: Template, { parameters }: KnownEntry, knowledge: ToolKnowledge): boolean {
  const lexicon = knowledge.lexiconOf(tool);
  for (const [name, { values }] of lexicon.parameters()) {
    const isUsual = (word: string) => values.of(word) >= USUAL_SEEN_MIN && values.of(word) > lexicon.anchors.of(word);
    if (!Object.hasOwn(parameters, name) && anchors.some(isUsual)) return true;
  }
  return false;
}

function isUnknownShort(value: JsonValue, { own }: ValueEvidence): boolean {
  return typeof value === "string" && own === 0 && value.length <= SHORT_LETTERS_MAX && /\p{L}/u.test(value);
}

/** Seen so often as one parameter's value, and never as another's, a place is of that kind here. */
const PLACE_SEEN_MIN = 2;

function isDoubtfulPlace({ value, evidence: { own, others } }: Filled, parameters: Iterable<string>): boolean {
  const isKnown = own >= PLACE_SEEN_MIN && others === 0;
  return typeof value === "string" && !isKnown && isOfTwoKinds(value, parameters, ENGLISH);
}

/** "At four" where "at noon" is known: a model may write "four" or "4". */
function mayBeSpelledOut(
  { slot, value }: Filled,
  [word = "", ...more]: readonly string[],
  latest: KnownEntry,
): boolean {
  const isSmallNumber = more.length === 0 && /^\d\d?$/.test(word);
  return typeof value === "string" && isSmallNumber && !latest.words.slice(slot.from, slot.to).every(isNumber);
}

/** Whether a word of the value is none, and one letter away from one that is known in this parameter. */
function isMisspelt(
  { slot, range, value, evidence }: Filled,
  reader: SentenceReader,
  tool: number,
  knowledge: ToolKnowledge,
): boolean {
  if (typeof value !== "string" || evidence.own > 0) return false;
  const known = knowledge.lexiconOf(tool).parameter(slot.parameter).words;
  const isSlip = (word: string) =>
    reader.once(`slip ${tool} ${slot.parameter} ${word}`, () =>
      meantValues(word, reader, knowledge).some((near) => known.of(near) > 0),
    );
  return reader.sentence.words.slice(range.from, range.to).some((word) => known.of(word) === 0 && isSlip(word));
}

/** "Rate The Silent Speaker? a one": what is read with the sign may be the title without. In quotes it is the title's. */
function takesSign(value: string, { text }: Sentence): boolean {
  return endsInSign(value) && !['"', "'", "”", "’", "»"].some((quote) => text.includes(value + quote));
}

/** "Play Help!": whether the sign is the title's or the speaker's, nobody can tell. */
function isExclaimed({ to }: Range, { text, ends }: Sentence): boolean {
  return text.charAt(ends[to - 1] ?? 0) === "!";
}

/**
 * "Somewhere in Indiana" where "somewhere in Gibraltar" was a country: what was never this parameter's and was another's whole
 * value is the other's here as well, if that one stands behind the same word ("in") too, or right behind a value. Behind a
 * word that only this one stands behind ("from Rome"), it is this one's.
 */
function isOthersText(
  { slot, value, range }: Filled,
  tool: number,
  { ranges }: Parse,
  { words }: Sentence,
  knowledge: ToolKnowledge,
): boolean {
  const lexicon = knowledge.lexiconOf(tool);
  const whole = words.slice(range.from, range.to).join(" ");
  if (typeof value !== "string" || lexicon.parameter(slot.parameter).values.of(whole) > 0) return false;
  const before = ranges.some(({ to }) => to === range.from) ? undefined : words[range.from - 1];
  for (const [name, other] of lexicon.parameters()) {
    const mayStandHere = before === undefined || lexicon.timesBehind(before, name) > 0;
    if (name !== slot.parameter && mayStandHere && other.values.of(whole) > 0) return true;
  }
  return false;
}

/** In a tool with fewer known sentences, what numbers a parameter never had says little. */
const SENTENCES_FOR_NUMBERS_MIN = 20;

/** Whether it was never this parameter's and was another number's: of "6 of 6" and "4 of 6", a lone 6 may be the second. */
function isOthersNumber(
  { slot, value }: Filled,
  tool: number,
  words: readonly string[],
  knowledge: ToolKnowledge,
): boolean {
  const lexicon = knowledge.lexiconOf(tool);
  if (typeof value !== "number" || lexicon.sentences < SENTENCES_FOR_NUMBERS_MIN) return false;
  const whole = words.join(" ");
  if (lexicon.parameter(slot.parameter).values.of(whole) > 0) return false;
  const rules = knowledge.rulesOf(tool);
  const isNumeric = (name: string) => ruleIn(rules, name).kind !== "text";
  for (const [name, other] of lexicon.parameters())
    if (name !== slot.parameter && isNumeric(name) && other.values.of(whole) > 0) return true;
  return false;
}

/** Words of known values, of whatever parameter, that this one may be a slip of: looked for once in a sentence. */
function meantValues(word: string, reader: SentenceReader, knowledge: ToolKnowledge): readonly string[] {
  return reader.once(`slip ${word}`, () => slipsOf(word, knowledge.isWord, (near) => knowledge.isInValues(near)));
}

/** Whether a word around the values stands in short capitals on one side only. */
function otherCapitals(
  latest: KnownEntry,
  { ranges }: Parse,
  words: readonly string[],
  isInCapitals: (at: number) => boolean,
): boolean {
  const isValue = (at: number) => ranges.some(({ from, to }) => from <= at && at < to);
  return words.some(
    (word, at) =>
      !isValue(at) && word.length <= SHORT_LETTERS_MAX && isInCapitals(at) !== latest.capitals.includes(word),
  );
}

/** How many constants may have come from what is now another value. */
function looseOf(template: Template, latest: KnownEntry, hasText: boolean, knowledge: ToolKnowledge): number {
  const lexicon = knowledge.lexiconOf(template.tool);
  const rules = knowledge.rulesOf(template.tool);
  return template.loose.filter((name) => {
    const value = latest.parameters[name];
    const { constants } = lexicon.parameter(name);
    const isHabit = constants.of(JSON.stringify(value)) >= HABIT_SEEN_MIN && constants.size <= HABIT_VALUES_MAX;
    const isOfText = typeof value === "string" || ruleIn(rules, name).choices !== null;
    return !isHabit && (hasText || !isOfText);
  }).length;
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
