/** The values of an answered sentence in other words. */
import type { JsonObject, JsonValue } from "../../json.ts";
import type { Span } from "../../ports/models.ts";
import { isOneSlip, slipsOf } from "../words/slips.ts";
import { isNumber } from "../words/spoken-numbers.ts";
import { areOpposites, COMPARISON, HARMLESS, LIMITS, POLARITY, TIMES, UNITS } from "../words/word-lists.ts";
import { type Sentence, standsInCapitals } from "../words/words.ts";
import type { CallCandidate, Features } from "./candidates.ts";
import type { KnownEntry } from "./entries.ts";
import { placesIn, type Slot } from "./grounding.ts";
import { ruleIn } from "./parameter-rules.ts";
import { foldedValue, placeOf, type SentenceReader, writtenPlaceOf } from "./readings.ts";
import { spansOf } from "./template-candidates.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";

/** Words that only one side has, and what was made of slips. */
interface Difference {
  readonly asked: readonly string[];
  readonly known: readonly string[];
  readonly slips: number;
}

/** In a tool with fewer known sentences, too little is known to let two values change places. */
const SENTENCES_FOR_ORDER_MIN = 20;

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
  if (!entry.isOpen) return "the known sentence is in another language";
  if (entry.agesWithClock) return "a value depends on the clock";
  const places = placesOfValues(entry, sentence);
  if (!places) return "a value is not in the sentence";
  if (exchanged(entry, places, sentence, knowledge) || inOthersRole(entry, places, sentence))
    return "values have changed places";
  if (!sameNumbers(entry.words, sentence.words)) return "numbers have changed places";
  if (!sameNegated(entry.words, sentence.words)) return "something else is negated";
  const parameters = parametersAt(entry, places, reader, knowledge);
  if (!parameters) return "a value reads differently here";
  const taken = new Uint8Array(sentence.words.length);
  for (const [at, slot] of entry.slots.entries()) {
    const from = places[at] ?? 0;
    taken.fill(1, from, from + slot.to - slot.from);
  }
  const rest = sentence.words.filter((_, at) => taken[at] === 0);
  const difference = withoutSlips(rest, entry, tool, knowledge);
  const rule = ruleAgainst(entry, difference, sentence, taken);
  if (rule !== null) return rule;
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
    unseenValues: [],
    leftoverWords: [...difference.asked, ...difference.known],
    features: {
      ...featuresOf(entry, difference, rest, similarity, knowledge),
      ...marginOf(knowledge.toolMargin(rest, tool, rivals)),
    },
    anchors: 0,
    isSameWords,
  };
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
    taken.fill(1, place, place + words.length);
    places[index] = place;
  }
  return places;
}

function lengthOf({ slots }: KnownEntry, index: number): number {
  const slot = slots[index];
  return slot ? slot.to - slot.from : 0;
}

function spanOf({ from, to }: Slot, place: number, sentence: Sentence): Span {
  return placeOf(sentence, place, place + to - from);
}

/** "from A to B" is not "from B to A": two values of one type must keep their order unless they cannot be each other's. */
function exchanged(
  { slots, words, template }: KnownEntry,
  places: readonly number[],
  sentence: Sentence,
  knowledge: ToolKnowledge,
): boolean {
  const keepsRole = (index: number) => {
    const before = words[(slots[index]?.from ?? 0) - 1];
    return before !== undefined && before === sentence.words[(places[index] ?? 0) - 1];
  };
  const lexicon = knowledge.lexiconOf(template.tool);
  const whole = ({ from, to }: Slot) => words.slice(from, to).join(" ");
  for (const [first, one] of slots.entries()) {
    for (let second = first + 1; second < slots.length; second += 1) {
      const other = slots[second] as Slot;
      if ((places[first] ?? 0) < (places[second] ?? 0) || typeof one.value !== typeof other.value) continue;
      if (one.parameter === other.parameter || typeof one.value !== "string") return true;
      if (lexicon.sentences < SENTENCES_FOR_ORDER_MIN || !keepsRole(first) || !keepsRole(second)) return true;
      if (lexicon.parameter(other.parameter).values.of(whole(one)) > 0) return true;
      if (lexicon.parameter(one.parameter).values.of(whole(other)) > 0) return true;
    }
  }
  return false;
}

/** Words behind a negation that are what it negates. */
const NEGATED_WORDS = 2;

/** Whether what a word that turns the meaning stands before is the same: "from Old, not from New" is not the other way round. */
function sameNegated(known: readonly string[], asked: readonly string[]): boolean {
  const negatedIn = (words: readonly string[]) =>
    words.flatMap((word, at) => (POLARITY.has(word) ? [words.slice(at, at + 1 + NEGATED_WORDS).join(" ")] : [])).sort();
  const [own, others] = [negatedIn(known), negatedIn(asked)];
  // A negation on one side alone is left over, and refused as that.
  return own.length !== others.length || own.every((words, at) => words === others[at]);
}

/** Whether those numbers that stand in both come in the same order: "3, 4 and 5" is not "4, 3 and 5". */
function sameNumbers(known: readonly string[], asked: readonly string[]): boolean {
  const own = known.filter((word) => isNumber(word) && asked.includes(word));
  const others = asked.filter((word) => isNumber(word) && known.includes(word));
  return own.length !== others.length || own.every((word, at) => word === others[at]);
}

/** Little words that say what the value after them is for. */
const ROLE_WORDS = new Set(
  "from to by with for at in on of between and than before after over against via through until".split(" "),
);

/** Whether a value stands behind the word that stood before another one: "to Anna" where it was "from Anna". */
function inOthersRole({ slots, words }: KnownEntry, places: readonly number[], sentence: Sentence): boolean {
  const roleBefore = (of: readonly string[], at: number) => {
    const word = of[at - 1] ?? "";
    // Of other languages nobody knows the little words: any that is not one of English without a meaning may be one.
    return word !== "" && (ROLE_WORDS.has(word) || !HARMLESS.has(word)) ? word : null;
  };
  const known = slots.map(({ from }) => roleBefore(words, from));
  return slots.some((slot, index) => {
    const role = roleBefore(sentence.words, places[index] ?? 0);
    if (role === null || role === known[index]) return false;
    return slots.some((other, at) => at !== index && known[at] === role && typeof other.value === typeof slot.value);
  });
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

function withoutSlips(rest: readonly string[], entry: KnownEntry, tool: number, knowledge: ToolKnowledge): Difference {
  const asked = leftOver(rest, entry.template.anchors);
  const known = leftOver(entry.template.anchors, rest);
  const { anchors } = knowledge.lexiconOf(tool);
  const left: string[] = [];
  let slips = 0;
  for (const word of asked) {
    const here = known.findIndex((other) => areSlips(word, other, knowledge));
    const isFirm = (near: string) => anchors.of(near) > 0 && knowledge.isFirmAnchor(near);
    const meant = here >= 0 ? [] : slipsOf(word, knowledge.isWord, isFirm);
    const likeliest = meant.toSorted((one, other) => anchors.of(other) - anchors.of(one))[0];
    if (here >= 0) known.splice(here, 1);
    else left.push(likeliest ?? word);
    if (here >= 0 || likeliest !== undefined) slips += 1;
  }
  return { asked: left, known, slips };
}

const SLIP_LETTERS_MIN = 4;

/** One is the other, misspelt: at least one is no word of the language. */
function areSlips(one: string, other: string, { isWord }: ToolKnowledge): boolean {
  if (Math.min(one.length, other.length) < SLIP_LETTERS_MIN || (isWord(one) && isWord(other))) return false;
  return /^[a-z]+$/.test(one) && isOneSlip(one, other);
}

function leftOver(words: readonly string[], without: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of without) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = counts.get(word) ?? 0;
    if (count > 0) counts.set(word, count - 1);
    return count === 0;
  });
}

function ruleAgainst(
  entry: KnownEntry,
  { asked, known }: Difference,
  sentence: Sentence,
  taken: Readonly<Uint8Array>,
): string | null {
  const all = [...asked, ...known];
  if (all.some((word) => isNumber(word) || /\d/.test(word))) return "a number is left over";
  if (all.some((word) => POLARITY.has(word))) return "a word that may turn the meaning is left over";
  if (all.some((word) => UNITS.has(word) && !COMMON_UNITS.has(word))) return "a unit is left over";
  if (all.some((word) => TIMES.has(word) && !HARMLESS.has(word))) return "a time is left over";
  if (all.some((word) => LIMITS.has(word)) && entry.slots.some(({ value }) => typeof value === "number"))
    return "a word that makes a number a limit is left over";
  if (asked.some((word) => known.some((other) => areOpposites(word, other)))) return "opposites are left over";
  if (known.length > 0 && entry.template.loose.some((name) => typeof entry.parameters[name] !== "boolean"))
    return "a constant may hang on a word that is gone";
  const isOther = (word: string, at: number) =>
    taken[at] === 0 && standsInCapitals(sentence, at) && !entry.capitals.includes(word);
  if (sentence.words.some(isOther)) return "short words in capitals differ";
  const stands = (word: string) =>
    sentence.words.some((one, at) => one === word && (sentence.isShouted || standsInCapitals(sentence, at)));
  if (entry.capitals.some((word) => entry.template.anchors.includes(word) && !stands(word)))
    return "short words in capitals differ";
  return null;
}
/** Units that are little words as well. */
const COMMON_UNITS = new Set(["in", "second", "c", "f", "k", "m", "b", "points", "point"]);

function featuresOf(
  entry: KnownEntry,
  { asked, known, slips }: Difference,
  rest: readonly string[],
  similarity: number,
  knowledge: ToolKnowledge,
): Features {
  const { tool, constants } = entry.template;
  const { anchors, valueWords, sentences } = knowledge.lexiconOf(tool);
  const safety = (word: string) => Math.log((anchors.of(word) + 0.2) / (anchors.of(word) + valueWords.of(word) + 1.2));
  const seen = (word: string) => Math.log1p(anchors.of(word));
  const least = (words: readonly string[], of: (word: string) => number, none: number) =>
    words.length === 0 ? none : Math.min(...words.map(of));
  const constantCount = Object.keys(constants).length;
  const content = (words: readonly string[]) => words.filter((word) => !HARMLESS.has(word));
  const compared = [...asked, ...known].filter((word) => COMPARISON.has(word)).length;
  return {
    similarity,
    asked: asked.length,
    known: known.length,
    isNothingAsked: Number(asked.length === 0),
    isNothingKnown: Number(known.length === 0),
    isNothing: Number(asked.length + known.length === 0),
    askedSafety: least(asked, safety, 0),
    knownSafety: least(known, safety, 0),
    askedSeen: least(asked, seen, 4),
    knownSeen: least(known, seen, 4),
    isAskedRare: Number(least(asked, seen, 4) < 1),
    isKnownRare: Number(least(known, seen, 4) < 1),
    isAskedUnsafe: Number(least(asked, safety, 0) < -0.5),
    askedContent: content(asked).length,
    knownContent: content(known).length,
    isAskedHarmless: Number(content(asked).length === 0),
    isKnownHarmless: Number(content(known).length === 0),
    contentSafety: least(content(asked), safety, 0),
    contentSeen: least(content(asked), seen, 4),
    knownContentSafety: least(content(known), safety, 0),
    slips,
    compared,
    isCompared: Math.min(1, compared),
    constants: constantCount,
    hasConstants: Math.min(1, constantCount),
    constantsAndGone: Math.min(1, constantCount) * Math.min(2, known.length),
    slots: entry.slots.length,
    valueWords: entry.slots.reduce((total, { from, to }) => total + to - from, 0),
    rest: rest.length,
    toolSentences: Math.log1p(sentences),
  };
}

function marginOf(margin: number): Features {
  return { toolMargin: margin, isOtherTool: Number(margin < 0) };
}
