/** A sentence read as the values of an answered one in other words: what the rules of this way look at. */
import type { JsonObject, JsonValue } from "../../json.ts";
import type { DoubtfulValue } from "../known-answer.ts";
import { HARMLESS } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";
import type { KnownEntry } from "./entries.ts";
import { placesIn, type Slot } from "./grounding.ts";
import { type Leftover, leftoverOf } from "./leftover.ts";
import type { ToolLexicon } from "./lexicon.ts";
import { ruleIn } from "./parameter-rules.ts";
import { foldedValue, type SentenceReader, writtenPlaceOf } from "./readings.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";
import { usualBeforeValues } from "./usual-words.ts";
import { movedValues } from "./value-order.ts";

/** Where the known values stand in the sentence, and what speaks against their being the same ones. */
export interface ValuePlaces {
  /** Of each slot; one that stands nowhere is behind the last word. */
  readonly places: readonly number[];
  readonly isMissing: boolean;
  readonly isWrittenOtherwise: boolean;
  /** Whether a name in capitals ("ME" for Maine) is written here like the little word that it also is. */
  readonly isLittleWord: boolean;
}

/** Each thing is found out when it is first asked for: most neighbours are refused by the first rules. */
export class RewordingReading {
  readonly entry: KnownEntry;
  readonly reader: SentenceReader;
  readonly knowledge: ToolKnowledge;
  #values: ValuePlaces | undefined;
  #moved: readonly DoubtfulValue[] | null | undefined;
  #parameters: JsonObject | null | undefined;
  #parameterAt: ReadonlyMap<number, string> | undefined;
  #leftover: Leftover | undefined;
  #asked: readonly string[] | undefined;
  #left: readonly string[] | undefined;

  constructor(entry: KnownEntry, reader: SentenceReader, knowledge: ToolKnowledge) {
    this.entry = entry;
    this.reader = reader;
    this.knowledge = knowledge;
  }

  get sentence(): Sentence {
    return this.reader.sentence;
  }

  get lexicon(): ToolLexicon {
    return this.knowledge.lexiconOf(this.entry.template.tool);
  }

  get values(): ValuePlaces {
    this.#values ??= placesOfValues(this.entry, this.sentence);
    return this.#values;
  }

  /** Values in another order than they were; null where nothing tells them apart. */
  get moved(): readonly DoubtfulValue[] | null {
    if (this.#moved === undefined)
      this.#moved = movedValues(this.entry, this.values.places, this.sentence, this.knowledge);
    return this.#moved;
  }

  /** The known call; what was read against the clock is read again. Null when that cannot be done. */
  get parameters(): JsonObject | null {
    if (this.#parameters === undefined)
      this.#parameters = parametersAt(this.entry, this.values.places, this.reader, this.knowledge);
    return this.#parameters;
  }

  /** Of each position that a value takes, the parameter. */
  get parameterAt(): ReadonlyMap<number, string> {
    this.#parameterAt ??= parametersByPlace(this.entry, this.values.places);
    return this.#parameterAt;
  }

  /** Words that only one of the two sentences has. */
  get leftover(): Leftover {
    this.#leftover ??= leftoverOf(this.entry, this.sentence, this.parameterAt, this.knowledge);
    return this.#leftover;
  }

  /** Of those that only the sentence has, the ones with which its values are not usually asked for. */
  get asked(): readonly string[] {
    if (this.#asked === undefined) {
      const { asked, askedAt } = this.leftover;
      const usual = usualBeforeValues(this.entry, this.leftover, this.parameterAt, this.lexicon);
      this.#asked = usual.size === 0 ? asked : asked.filter((_, index) => !usual.has(askedAt[index] ?? 0));
    }
    return this.#asked;
  }

  /** `asked`, and the words that only the known sentence has. */
  get left(): readonly string[] {
    this.#left ??= [...this.asked, ...this.leftover.known];
    return this.#left;
  }
}

function placesOfValues(entry: KnownEntry, sentence: Sentence): ValuePlaces {
  const taken = new Uint8Array(sentence.words.length);
  const places = new Array<number>(entry.slots.length);
  let [isMissing, isWrittenOtherwise, isLittleWord] = [false, false, false];
  const longestFirst = [...entry.slots.keys()].sort((one, other) => lengthOf(entry, other) - lengthOf(entry, one));
  for (const index of longestFirst) {
    const { from, to, value, written } = entry.slots[index] as Slot;
    const words = entry.words.slice(from, to);
    const [place] = placesIn(words, sentence.words, taken);
    places[index] = place ?? sentence.words.length;
    if (place === undefined) {
      isMissing = true;
      continue;
    }
    const { start, end } = writtenPlaceOf(sentence, place, place + words.length);
    const here = sentence.text.slice(start, end);
    isWrittenOtherwise ||= typeof value === "string" && foldedValue(here) !== written;
    isLittleWord ||= standsForAnother(value, written) && !sentence.isShouted && !isInCapitals(here);
    taken.fill(1, place, place + words.length);
  }
  return { places, isMissing, isWrittenOtherwise, isLittleWord };
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

function parametersByPlace({ slots }: KnownEntry, places: readonly number[]): ReadonlyMap<number, string> {
  const parameterAt = new Map<number, string>();
  for (const [index, { from, to, parameter }] of slots.entries())
    for (let at = 0; at < to - from; at += 1) parameterAt.set((places[index] ?? 0) + at, parameter);
  return parameterAt;
}

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
