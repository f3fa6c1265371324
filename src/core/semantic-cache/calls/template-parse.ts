/** Ways to read a sentence as a template with other values. */
import { isNumber } from "../words/canonical-numbers.ts";
import type { Element, Template } from "./entries.ts";
import { type ParameterRules, ruleIn } from "./parameter-rules.ts";
import type { SentenceReader } from "./readings.ts";

/** Half-open range of words. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Parse {
  /** One for each slot of the template, in its order. */
  readonly ranges: readonly Range[];
  /** Words that are slips of the template's. */
  readonly slips: number;
}

const PARSES_MAX = 3;
const SLIPS_MAX = 2;
const VALUE_WORDS_MAX = 14;
/** A template with many slots next to each other can be read in very many ways. */
const STEPS_MAX = 2_000;

/** `meant`: for the position of a word that is a slip, the words that it may have been meant as. */
export function parsesOf(
  template: Template,
  reader: SentenceReader,
  meant: ReadonlyMap<number, readonly string[]>,
  rules: ParameterRules,
): readonly Parse[] {
  if (template.elements.length > reader.sentence.words.length) return [];
  return new Parser(template, reader, meant, rules).run();
}

class Parser {
  readonly #elements: readonly Element[];
  readonly #reader: SentenceReader;
  readonly #words: readonly string[];
  readonly #meant: ReadonlyMap<number, readonly string[]>;
  readonly #rules: ParameterRules;
  readonly #found: Parse[] = [];
  readonly #ranges: Range[] = [];
  #steps = 0;

  constructor(
    template: Template,
    reader: SentenceReader,
    meant: ReadonlyMap<number, readonly string[]>,
    rules: ParameterRules,
  ) {
    this.#elements = template.elements;
    this.#reader = reader;
    this.#words = reader.sentence.words;
    this.#meant = meant;
    this.#rules = rules;
  }

  run(): readonly Parse[] {
    this.#read(0, 0, 0);
    return this.#found;
  }

  #read(element: number, at: number, slips: number): void {
    this.#steps += 1;
    if (this.#found.length >= PARSES_MAX || this.#steps > STEPS_MAX) return;
    const here = this.#elements[element];
    if (!here) {
      if (at === this.#words.length) this.#found.push({ ranges: [...this.#ranges], slips });
      return;
    }
    if (this.#words.length - at < this.#elements.length - element) return;
    if (here.kind === "slot") this.#readSlot(here, element, at, slips);
    else if (this.#words[at] === here.word) this.#read(element + 1, at + 1, slips);
    else if (slips < SLIPS_MAX && this.#meant.get(at)?.includes(here.word)) this.#read(element + 1, at + 1, slips + 1);
  }

  #readSlot(slot: Element & { readonly kind: "slot" }, element: number, at: number, slips: number): void {
    const rule = ruleIn(this.#rules, slot.parameter);
    const isOneNumber = slot.reading === "copied" && rule.kind !== "text";
    // Of slots next to each other, only those that take any words leave a choice.
    const isReadHere = slot.reading !== "copied";
    if (isOneNumber && !isNumber(this.#words[at] ?? "")) return;
    const wordsAfter = this.#elements.length - element - 1;
    const last = isOneNumber ? at + 1 : Math.min(this.#words.length - wordsAfter, at + VALUE_WORDS_MAX);
    for (let to = last; to > at; to -= 1) {
      if (isReadHere && this.#reader.value(slot.reading, rule, at, to, null) === null) continue;
      this.#ranges.push({ from: at, to });
      this.#read(element + 1, to, slips);
      this.#ranges.pop();
    }
  }
}
