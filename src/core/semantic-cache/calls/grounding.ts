/** Where in a sentence the values of its answer stand. */
import { ENGLISH } from "../../english/english.ts";
import { isJsonObject, type JsonValue } from "../../json.ts";
import type { TimeZone } from "../../local-time.ts";
import type { KnownCall } from "../known-answer.ts";
import { CLOCK_WORDS } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";
import { wordsOfValue } from "../words/words.ts";
import { type ParameterRule, type ParameterRules, ruleIn } from "./parameter-rules.ts";
import {
  abbreviates,
  foldedValue,
  namesDecade,
  type Reading,
  SentenceReader,
  shareOf,
  writtenPlaceOf,
} from "./readings.ts";

/** A value, or one item of a list, that stands in the sentence. */
export interface Slot {
  readonly parameter: string;
  /** Position in the list that the parameter is; null when it is the value itself. */
  readonly item: number | null;
  readonly reading: Reading;
  /** Half-open range of words. */
  readonly from: number;
  readonly to: number;
  readonly value: JsonValue;
  /** How it is written, see `foldedValue`. */
  readonly written: string;
}

export interface Grounding {
  /** In the order of the sentence; no two overlap. */
  readonly slots: readonly Slot[];
  /** Parameters whose values do not stand in the sentence, or not for certain. */
  readonly constants: readonly string[];
  /** Constants that some words of the sentence may stand for without being them: whoever changes a word may change these. */
  readonly loose: readonly string[];
  /** Whether a value stands among the words that were cut off as politeness: "Play Cheers", "asap" for how urgent it is. */
  readonly isCutOff: boolean;
  /** Whether a constant may have been worked out from the clock, so that it is wrong at another time. */
  readonly agesWithClock: boolean;
}

interface Wanted {
  readonly parameter: string;
  readonly item: number | null;
  readonly value: string | number;
  readonly words: readonly string[];
}

/** Words of a stretch of time, which may be counted from now. */
const TIME_WORD = /^(?:now|soon|in|from|until|since|for|by|seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/;
const DATED =
  /\d{4}-\d{2}|\d{1,2}:\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|^\d{10,13}$|^(?:19|20)\d{2}$|\d(?:st|nd|rd|th)\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december/i;

export function ground(known: KnownCall, sentence: Sentence, rules: ParameterRules, zone: TimeZone): Grounding {
  const reader = new SentenceReader(sentence, { at: known.answeredAt, zone });
  const taken = new Uint8Array(sentence.words.length);
  const slots: Slot[] = [];
  const wanted = wantedOf(known).sort((one, other) => other.words.length - one.words.length);
  const take = (slot: Slot) => {
    taken.fill(1, slot.from, slot.to);
    slots.push(slot);
  };
  const open = wanted.filter((want) => {
    const at = onlyPlace(want.words, sentence.words, taken);
    if (at === null) return true;
    take(slotOf(want, "copied", at, at + want.words.length, sentence));
    return false;
  });
  for (const want of open) {
    const slot = derived(want, ruleIn(rules, want.parameter), reader, taken);
    if (slot) take(slot);
  }
  const whole = withWholeLists(slots, known).sort((one, other) => one.from - other.from);
  const grounded = new Set(whole.map(({ parameter }) => parameter));
  const constants = Object.keys(known.parameters).filter((name) => !grounded.has(name));
  const left = sentence.words.filter((_, at) => !whole.some(({ from, to }) => from <= at && at < to));
  const stated = constants.filter((name) => !isDefault(name, known));
  const loose = stated.filter((name) => !standsAmong(known.parameters[name], left));
  const all = wordsOfValue(sentence.text);
  const mayBeCutOff = (name: string) => standsAmong(known.parameters[name], all) || ENGLISH.urgency.names.test(name);
  const isCutOff = all.length > sentence.words.length && loose.some(mayBeCutOff);
  return { slots: whole, constants, loose, isCutOff, agesWithClock: mayAge(loose, known, left) && readsClock(reader) };
}

export function isDefault(parameter: string, { defaultsApplied }: KnownCall): boolean {
  return defaultsApplied.includes(parameter);
}

function wantedOf(known: KnownCall): Wanted[] {
  return Object.entries(known.parameters).flatMap(([parameter, value]) => {
    if (isDefault(parameter, known)) return [];
    if (Array.isArray(value)) {
      return value.flatMap((item: JsonValue, index) => wantedOfValue(parameter, index, item));
    }
    return wantedOfValue(parameter, null, value);
  });
}

function wantedOfValue(parameter: string, item: number | null, value: JsonValue | undefined): Wanted[] {
  if (typeof value !== "string" && typeof value !== "number") return [];
  return [{ parameter, item, value, words: wordsOfValue(String(value)) }];
}

function slotOf(want: Wanted, reading: Reading, from: number, to: number, sentence: Sentence): Slot {
  const { parameter, item, value } = want;
  const { start, end } = writtenPlaceOf(sentence, from, to);
  return { parameter, item, reading, from, to, value, written: foldedValue(sentence.text.slice(start, end)) };
}

/** The one place where the words stand and nothing else was found; null when there is none or more than one. */
export function onlyPlace(
  words: readonly string[],
  within: readonly string[],
  taken: Readonly<Uint8Array>,
): number | null {
  const places = placesIn(words, within, taken);
  return places.length === 1 ? (places[0] ?? null) : null;
}

export function placesIn(
  words: readonly string[],
  within: readonly string[],
  taken: Readonly<Uint8Array>,
): readonly number[] {
  const places: number[] = [];
  if (words.length === 0) return places;
  for (let at = 0; at + words.length <= within.length; at += 1) {
    let length = 0;
    while (length < words.length && within[at + length] === words[length] && taken[at + length] === 0) length += 1;
    if (length === words.length) places.push(at);
  }
  return places;
}

/** The words that our own readers make the value of, when exactly one place gives it. */
function derived(want: Wanted, rule: ParameterRule, reader: SentenceReader, taken: Readonly<Uint8Array>): Slot | null {
  const { sentence } = reader;
  const found: Slot[] = [];
  const add = (reading: Reading, { start, end }: { readonly start: number; readonly end: number }) => {
    const from = sentence.starts.indexOf(start);
    const to = sentence.ends.lastIndexOf(end) + 1;
    if (from < 0 || to <= from || taken.subarray(from, to).includes(1)) return;
    found.push(slotOf(want, reading, from, to, sentence));
  };
  const synonyms = rule.synonyms?.placesOf(want.value, sentence.text) ?? [];
  if (synonyms.length > 0) {
    for (const place of synonyms) add("copied", place);
  } else if (typeof want.value === "number") {
    for (const mention of reader.numbers()) {
      if (!mention.isPercent && mention.value === want.value) add("number", mention);
      else if (mention.isPercent && shareOf(mention.value) === want.value) add("share", mention);
    }
  } else if (rule.dates !== null) {
    for (const mention of reader.dates(rule.dates)) if (mention.value === want.value) add("date", mention);
  } else if (rule.choices === null) {
    for (const [at, start] of sentence.starts.entries()) {
      const end = sentence.ends[at] ?? start;
      const written = sentence.text.slice(start, end);
      const isShort = isInCapitals(written, sentence) && abbreviates(written, want.value);
      if (isShort || namesDecade(sentence.words[at] ?? "", want.value)) add("copied", { start, end });
    }
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

function isInCapitals(written: string, { isShouted }: Sentence): boolean {
  return !isShouted && /^\p{Lu}+$/u.test(written);
}

/** A list counts as found when all its items are; otherwise it stays as it is, as a whole. */
function withWholeLists(slots: readonly Slot[], { parameters }: KnownCall): Slot[] {
  const isWhole = ({ parameter, item }: Slot) => {
    const value = parameters[parameter];
    if (item === null || !Array.isArray(value)) return true;
    const items = slots.filter((slot) => slot.parameter === parameter);
    const inOrder = items.toSorted((one, other) => one.from - other.from).every((slot, at) => slot.item === at);
    return items.length === value.length && inOrder;
  };
  return slots.filter(isWhole);
}

/** Whether the words of the value stand, together, among what is left of the sentence. */
function standsAmong(value: JsonValue | undefined, words: readonly string[]): boolean {
  if (value === null || value === undefined || typeof value === "boolean") return true;
  if (Array.isArray(value)) return value.every((item: JsonValue) => standsAmong(item, words));
  if (isJsonObject(value)) return false;
  return placesIn(wordsOfValue(String(value)), words, new Uint8Array(words.length)).length > 0;
}

/** Whether the sentence has a time that would be another one on another day, or one that our reader cannot make out. */
function readsClock(reader: SentenceReader): boolean {
  const dates = reader.dates({ kind: "date-time" });
  return dates.length === 0 || dates.some(({ dependsOnClock }) => dependsOnClock);
}

function mayAge(loose: readonly string[], { parameters }: KnownCall, left: readonly string[]): boolean {
  const values = loose.map((name) => JSON.stringify(parameters[name] ?? "").replace(/^"|"$/g, ""));
  if (values.length === 0) return false;
  if (left.some((word) => CLOCK_WORDS.has(word))) return values.some((value) => /\d/.test(value) || DATED.test(value));
  return left.some((word) => TIME_WORD.test(word)) && values.some((value) => DATED.test(value));
}
