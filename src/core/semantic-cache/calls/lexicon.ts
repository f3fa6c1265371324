/** What the answered sentences of one tool say about its words: which stand around values, which in them, and where. */
import type { JsonObject } from "../../json.ts";
import { isNumber } from "../words/canonical-numbers.ts";
import { Counts, countsOf } from "./counts.ts";
import type { Element, KnownEntry } from "./entries.ts";
import type { Slot } from "./grounding.ts";
import { foldedValue } from "./readings.ts";

/** What is known of the values of one parameter. */
export class ValueLexicon {
  /** Words of the values. */
  readonly words = new Counts();
  /** Whole values, as their words joined by blanks. */
  readonly values = new Counts();
  readonly firstWords = new Counts();
  readonly lastWords = new Counts();
  /** How many words values have. */
  readonly lengths = new Counts();
  withDigits = 0;
  /** Answers whose value stands in the sentence, and those where it does not. */
  grounded = 0;
  ungrounded = 0;
  /** Values that did not stand in the sentence. */
  readonly constants = new Counts();
  /** What words stand for that are not the value itself: "TX" for Texas. By the words, the values as JSON. */
  readonly #meanings = new Map<string, Counts>();

  /** What the words were always another value for; undefined when they were the value itself, null when that changes. */
  meaningOf(words: readonly string[]): string | null | undefined {
    const whole = words.join(" ");
    const meanings = this.#meanings.get(whole);
    if (!meanings) return undefined;
    const [first] = meanings.keys();
    const isAlways = meanings.size === 1 && meanings.total === this.values.of(whole);
    return isAlways && first !== undefined ? first : null;
  }

  changeMeaning(words: readonly string[], value: string, by: number): void {
    const whole = words.join(" ");
    const counts = countsOf(this.#meanings, whole);
    counts.change(value, by);
    if (counts.size === 0) this.#meanings.delete(whole);
  }

  change(words: readonly string[], by: number): void {
    for (const word of words) this.words.change(word, by);
    this.values.change(words.join(" "), by);
    this.firstWords.change(words[0] ?? "", by);
    this.lastWords.change(words.at(-1) ?? "", by);
    this.lengths.change(String(words.length), by);
    if (words.some(isNumber)) this.withDigits += by;
    this.grounded += by;
  }

  get longest(): number {
    let longest = 0;
    for (const length of this.lengths.keys()) longest = Math.max(longest, Number(length));
    return longest;
  }

  /** In words; 0 where none is known. */
  get meanLength(): number {
    return this.grounded === 0 ? 0 : this.words.total / this.grounded;
  }

  get isEmpty(): boolean {
    return this.grounded === 0 && this.ungrounded === 0;
  }
}

const NO_VALUES = new ValueLexicon();

export class ToolLexicon {
  /** Answered sentences. */
  sentences = 0;
  /** Words around values. */
  readonly anchors = new Counts();
  /** Words in values of any parameter. */
  readonly valueWords = new Counts();
  readonly #parameters = new Map<string, ValueLexicon>();
  /** Parameters by the words before and after their values. */
  readonly #places = new Map<string, Counts>();
  /** Parameters by the words before their values. */
  readonly #behind = new Map<string, Counts>();
  /** Neighbouring elements, the edges of the sentence among them. */
  readonly #pairs = new Counts();
  /** Which parameters were answered together, see `signatureOf`. */
  readonly #signatures = new Counts();
  /** Of each word around values, the signatures of its sentences. */
  readonly #signaturesOfWords = new Map<string, Counts>();

  parameter(name: string): ValueLexicon {
    return this.#parameters.get(name) ?? NO_VALUES;
  }

  parameters(): IterableIterator<[string, ValueLexicon]> {
    return this.#parameters.entries();
  }

  /** Which parameters stood between these two elements. */
  placeOf(before: string, after: string): Counts | null {
    return this.#places.get(`${before} ${after}`) ?? null;
  }

  /** In how many places the parameter stood right behind the word. */
  timesBehind(word: string, parameter: string): number {
    return this.#behind.get(word)?.of(parameter) ?? 0;
  }

  /** Which parameters stood right behind the word. */
  behind(word: string): Counts | null {
    return this.#behind.get(word) ?? null;
  }

  /** How often these two elements, named as by `nameOf`, stood side by side. */
  timesPaired(before: string, after: string): number {
    return this.#pairs.of(`${before} ${after}`);
  }

  /** In how many sentences just these parameters were answered. */
  timesAnswered(signature: string): number {
    return this.#signatures.of(signature);
  }

  /** In how many of those the word stood around the values. */
  timesTogether(word: string, signature: string): number {
    return this.#signaturesOfWords.get(word)?.of(signature) ?? 0;
  }

  /** `by` is 1 for an entry that comes and −1 for one that goes. */
  change(entry: KnownEntry, by: 1 | -1): void {
    this.sentences += by;
    const { elements, anchors } = entry.template;
    const signature = signatureOf(entry.parameters);
    this.#signatures.change(signature, by);
    for (const word of new Set(anchors)) changeIn(this.#signaturesOfWords, word, signature, by);
    const names = ["^", ...elements.map((element) => nameOf(element, "^")), "$"];
    for (const [at, name] of names.slice(1).entries()) this.#pairs.change(`${names[at]} ${name}`, by);
    elements.forEach((element, at) => {
      if (element.kind === "word") this.anchors.change(element.word, by);
      else this.#changePlace(elements, at, element.parameter, by);
    });
    for (const slot of entry.slots) {
      const words = entry.words.slice(slot.from, slot.to);
      for (const word of words) this.valueWords.change(word, by);
      this.#changeParameter(slot.parameter, (lexicon) => {
        lexicon.change(words, by);
        if (standsForAnother(slot)) lexicon.changeMeaning(words, String(slot.value), by);
      });
    }
    for (const name of entry.template.loose) {
      this.#changeParameter(name, (lexicon) => {
        lexicon.ungrounded += by;
        lexicon.constants.change(JSON.stringify(entry.parameters[name]), by);
      });
    }
  }

  #changeParameter(name: string, change: (lexicon: ValueLexicon) => void): void {
    const lexicon = this.#parameters.get(name) ?? new ValueLexicon();
    this.#parameters.set(name, lexicon);
    change(lexicon);
    if (lexicon.isEmpty) this.#parameters.delete(name);
  }

  #changePlace(elements: readonly Element[], at: number, parameter: string, by: number): void {
    const before = nameOf(elements[at - 1], "^");
    changeIn(this.#places, `${before} ${nameOf(elements[at + 1], "$")}`, parameter, by);
    changeIn(this.#behind, before, parameter, by);
  }
}

function changeIn(places: Map<string, Counts>, place: string, parameter: string, by: number): void {
  const counts = countsOf(places, place);
  counts.change(parameter, by);
  if (counts.size === 0) places.delete(place);
}

/** Equal for calls of a tool that have the same parameters. */
export function signatureOf(parameters: JsonObject): string {
  return Object.keys(parameters).sort().join(" ");
}

function standsForAnother({ reading, value, written }: Slot): boolean {
  return reading === "copied" && typeof value === "string" && foldedValue(value) !== written;
}

/** An element as part of a place; the edge of the sentence has a name too. */
export function nameOf(element: Element | undefined, edge: "^" | "$"): string {
  if (!element) return edge;
  return element.kind === "word" ? element.word : `{${element.parameter}}`;
}
