/** Adds up the words of a number, in the only order in which people say them. */
import { type LanguageTables, perLanguage } from "./language.ts";

interface SpokenForms {
  readonly small: ReadonlyMap<string, number>;
  readonly tens: ReadonlySet<string>;
  readonly scales: ReadonlyMap<string, number>;
}

const TENS_FROM = 2;
const HUNDRED = 100;

/** Number words by what they stand for: below a hundred, and those that multiply. */
export const spokenForms = perLanguage(
  ({ numbers: { units, tens, scales } }): SpokenForms => ({
    small: new Map([
      ...units.map((word, value) => [word, value] as const),
      ...tens.map((word, index) => [word, (index + TENS_FROM) * 10] as const),
    ]),
    tens: new Set(tens),
    scales: new Map(Object.entries(scales)),
  }),
);

export class SpokenNumber {
  readonly #forms: SpokenForms;
  #total = 0;
  #group: number;
  #last: string;

  constructor(first: string, language: LanguageTables) {
    this.#forms = spokenForms(language);
    this.#group = this.#forms.small.get(first) ?? 0;
    this.#last = first;
  }

  get value(): number {
    return this.#total + this.#group;
  }

  get endsInScale(): boolean {
    return this.#forms.scales.has(this.#last);
  }

  /** Whether the word goes on with this number; "two three" are two numbers. */
  takes(word: string): boolean {
    const small = this.#forms.small.get(word);
    if (small === undefined) return this.#forms.scales.has(word) && this.#group > 0;
    if (this.endsInScale) return small > 0;
    return this.#forms.tens.has(this.#last) && small > 0 && small < 10;
  }

  add(word: string): void {
    const scale = this.#forms.scales.get(word);
    if (scale === undefined) this.#group += this.#forms.small.get(word) ?? 0;
    else if (scale === HUNDRED) this.#group *= HUNDRED;
    else {
      this.#total += this.#group * scale;
      this.#group = 0;
    }
    this.#last = word;
  }
}

/** The number that the words starting at `from` spell in one run, and how many words that takes; null for no number. */
export function spokenNumber(
  wordAt: (index: number) => string | null,
  from: number,
  language: LanguageTables,
): { readonly value: number; readonly length: number } | null {
  const first = wordAt(from) ?? "";
  if (!spokenForms(language).small.has(first)) return null;
  const sum = new SpokenNumber(first, language);
  for (let length = 1; ; length += 1) {
    const word = wordAt(from + length) ?? "";
    if (!sum.takes(word)) return { value: sum.value, length };
    sum.add(word);
  }
}
