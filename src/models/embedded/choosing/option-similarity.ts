/** How near a text is in meaning to each option of a parameter. */
import { LRUCache } from "lru-cache";
import { dot } from "#core/vectors.ts";
import { humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import { glossesOf } from "../values/option-glosses.ts";

/** Of all remembered options together; 1.5 kB each. */
const REMEMBERED_OPTIONS_MAX = 4_096;
/** Of more options the meaning is not asked: 3–8 ms each the first time. */
const OPTIONS_MAX = 32;

export class OptionSimilarity {
  readonly #vectors = new LRUCache<Parameter, readonly Float32Array[]>({
    maxSize: REMEMBERED_OPTIONS_MAX,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  /** Cosine similarities in the order of the options, −1 to 1; null for a parameter with too many. */
  of(text: string, parameter: Parameter, embed: (text: string) => Float32Array): readonly number[] | null {
    if (parameter.choices.length > OPTIONS_MAX) return null;
    const said = embed(text);
    return this.#vectorsOf(parameter, embed).map((option) => dot(said, option));
  }

  #vectorsOf(parameter: Parameter, embed: (text: string) => Float32Array): readonly Float32Array[] {
    const known = this.#vectors.get(parameter);
    if (known) return known;
    const name = humanised(parameter.name);
    const { whole } = glossesOf(parameter);
    const made = parameter.choices.map((choice) => {
      const explained = whole.get(String(choice))?.join(" ");
      return embed(`${name}: ${explained ?? humanised(String(choice)).toLowerCase()}`);
    });
    this.#vectors.set(parameter, made);
    return made;
  }
}
