/** The words of a set of tools or classes: of what a word may mean, they tell what is meant. */
import type { SetWords } from "#core/glossing/glosser.ts";
import { contentWords } from "../name-words.ts";

/** How much a word counts for standing in a name, among the values, or in a description. */
export interface WeighedText {
  readonly text: string;
  readonly weight: number;
}

export class WeighedWords implements SetWords {
  readonly #weights = new Map<string, number>();
  readonly #whole = new Set<string>();

  constructor(texts: Iterable<WeighedText>) {
    for (const { text, weight } of texts) {
      for (const stem of contentWords(text)) {
        if ((this.#weights.get(stem) ?? 0) < weight) this.#weights.set(stem, weight);
      }
      for (const word of text.toLowerCase().match(/\p{L}{4,}/gu) ?? []) this.#whole.add(word);
    }
  }

  has(word: string): boolean {
    return this.#whole.has(word);
  }

  weightOf(english: string): number {
    const stems = contentWords(english);
    if (stems.length === 0) return 0;
    return stems.reduce((sum, stem) => sum + (this.#weights.get(stem) ?? 0), 0) / stems.length;
  }
}

export const NO_SET: SetWords = new WeighedWords([]);
