/** The words of a set of tools or classes: of what a word may mean, they tell what is meant. */
import type { SetWords } from "#core/glossing/glosser.ts";
import { contentWords, humanised } from "../name-words.ts";

/** How much a word counts for standing in a name, among the values, or in a description. */
export interface WeighedText {
  readonly text: string;
  readonly weight: number;
}

/** Verbs that say little in a request, and still which of its words a set has: "find_weather" and "Finds films". */
const LITTLE_DEEDS: ReadonlySet<string> = new Set(["find", "get", "show", "give", "tell"]);

export class WeighedWords implements SetWords {
  readonly #weights = new Map<string, number>();
  readonly #whole = new Set<string>();

  constructor(texts: Iterable<WeighedText>) {
    for (const { text, weight } of texts) {
      for (const stem of contentWords(text)) {
        if ((this.#weights.get(stem) ?? 0) < weight) this.#weights.set(stem, weight);
      }
      for (const word of text.toLowerCase().match(/\p{L}{4,}/gu) ?? []) this.#whole.add(word);
      for (const word of humanised(text)
        .toLowerCase()
        .match(/[a-z]+/g) ?? []) {
        const deed = LITTLE_DEEDS.has(word) ? word : word.replace(/s$/, "");
        if (LITTLE_DEEDS.has(deed) && (this.#weights.get(deed) ?? 0) < weight) this.#weights.set(deed, weight);
      }
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
    if (stems.length === 0) return LITTLE_DEEDS.has(english) ? (this.#weights.get(english) ?? 0) : 0;
    return stems.reduce((sum, stem) => sum + (this.#weights.get(stem) ?? 0), 0) / stems.length;
  }
}

/** How much more a word counts that the tools say which are spoken of. */
const SPOKEN_OF = 0.5;

type WeightByTool = ReadonlyMap<number, number>;

/** The words of several tools: those that say what is spoken of tell more than the others. */
export class WordsOfTools implements SetWords {
  readonly #all: WeighedWords;
  readonly #count: number;
  /** By stem. */
  readonly #tools = new Map<string, Map<number, number>>();

  constructor(tools: readonly (readonly WeighedText[])[]) {
    this.#all = new WeighedWords(tools.flat());
    this.#count = tools.length;
    for (const [tool, texts] of tools.entries()) {
      for (const { text, weight } of texts) {
        for (const stem of contentWords(text)) {
          const weights = this.#tools.get(stem) ?? new Map<number, number>();
          weights.set(tool, Math.max(weights.get(tool) ?? 0, weight));
          this.#tools.set(stem, weights);
        }
      }
    }
  }

  has(word: string): boolean {
    return this.#all.has(word);
  }

  weightOf(english: string): number {
    return this.#all.weightOf(english);
  }

  speakingOf(things: readonly (readonly string[])[]): SetWords {
    const said = added(things.map((glosses) => mostOf(glosses.map((english) => this.#weightsOf(english)))));
    const most = Math.max(0, ...said.values());
    const spokenOf = [...said].filter(([, weight]) => weight === most).map(([tool]) => tool);
    if (spokenOf.length === 0 || spokenOf.length === this.#count) return this;
    return {
      has: (word) => this.has(word),
      weightOf: (english) => {
        const weights = this.#weightsOf(english);
        return this.weightOf(english) + SPOKEN_OF * Math.max(...spokenOf.map((tool) => weights.get(tool) ?? 0));
      },
      speakingOf: () => this,
    };
  }

  /** Of each tool that says any word of it. */
  #weightsOf(english: string): WeightByTool {
    const stems = contentWords(english);
    const sums = added(stems.map((stem) => this.#tools.get(stem) ?? new Map()));
    return new Map([...sums].map(([tool, sum]) => [tool, sum / stems.length]));
  }
}

function added(weights: readonly WeightByTool[]): WeightByTool {
  const sums = new Map<number, number>();
  for (const [tool, weight] of weights.flatMap((one) => [...one])) sums.set(tool, (sums.get(tool) ?? 0) + weight);
  return sums;
}

function mostOf(weights: readonly WeightByTool[]): WeightByTool {
  const most = new Map<number, number>();
  for (const [tool, weight] of weights.flatMap((one) => [...one]))
    most.set(tool, Math.max(most.get(tool) ?? 0, weight));
  return most;
}

export const NO_SET: SetWords = new WeighedWords([]);
