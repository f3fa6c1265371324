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

  speakingOf(): SetWords {
    return this;
  }

  weightOf(english: string): number {
    const stems = contentWords(english);
    if (stems.length === 0) return 0;
    return stems.reduce((sum, stem) => sum + (this.#weights.get(stem) ?? 0), 0) / stems.length;
  }
}

/** How much more a word counts that the tools say which are spoken of. */
const SPOKEN_OF = 0.5;

/** The words of several tools: those that say what is spoken of tell more than the others. */
export class WordsOfTools implements SetWords {
  readonly #all: WeighedWords;
  readonly #each: readonly WeighedWords[];

  constructor(tools: readonly (readonly WeighedText[])[]) {
    this.#all = new WeighedWords(tools.flat());
    this.#each = tools.map((texts) => new WeighedWords(texts));
  }

  has(word: string): boolean {
    return this.#all.has(word);
  }

  weightOf(english: string): number {
    return this.#all.weightOf(english);
  }

  speakingOf(things: readonly (readonly string[])[]): SetWords {
    const said = this.#each.map((words) => things.reduce((sum, glosses) => sum + mostOf(words, glosses), 0));
    const most = Math.max(0, ...said);
    const spokenOf = this.#each.filter((_, index) => said[index] === most);
    if (most === 0 || spokenOf.length === this.#each.length) return this;
    return {
      has: (word) => this.has(word),
      weightOf: (english) =>
        this.weightOf(english) + SPOKEN_OF * Math.max(...spokenOf.map((words) => words.weightOf(english))),
      speakingOf: () => this,
    };
  }
}

function mostOf(words: WeighedWords, glosses: readonly string[]): number {
  return Math.max(0, ...glosses.map((english) => words.weightOf(english)));
}

export const NO_SET: SetWords = new WeighedWords([]);
