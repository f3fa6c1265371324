/** Examples near to a request in another language: they are compared as glosses, and by what was said where that is the same language. */
import { FairCache } from "#core/fair-cache.ts";
import type { SetWords } from "#core/glossing/glosser.ts";
import type { Embedder, FindSimilar, SimilarExample } from "#core/ports/models.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import type { AppId } from "#core/tenant.ts";
import { turn } from "#core/turn.ts";
import { dot } from "#core/vectors.ts";
import { inEnglish } from "./gloss.ts";
import { letterLikeness } from "./letter-likeness.ts";

/**
 * Of two sentences in Dutch the embedder sees first of all that both are Dutch: of those that are nearest so, the nearest as a gloss is
 * looked for.
 */
const CANDIDATES = 48;
/** What the likeness of glosses and that of letters count: together no more, in the mean, than that of two English sentences. */
const GLOSS = 0.8;
const LETTERS = 0.4;
/** Of all glosses together with their vectors. */
const KEPT_BYTES_MAX = 16_000_000;

interface Glossed {
  readonly text: string;
  readonly vector: Float32Array;
  /** Of the example as it was written. */
  readonly language: string;
}

export interface AskedFor {
  readonly said: string;
  readonly language: string;
  readonly words: SetWords;
  readonly app: AppId | undefined;
}

export class ExamplesInEnglish {
  readonly #embedder: Pick<Embedder, "embed">;
  readonly #kept = new FairCache<Glossed>({
    weightMax: KEPT_BYTES_MAX,
    weigh: ({ text, vector }, key) => 2 * (text.length + key.length) + vector.byteLength,
    monotonicMs: () => performance.now(),
  });
  /** A word is glossed otherwise beside another set. */
  readonly #sets = new WeakMap<SetWords, number>();
  #setsMade = 0;

  constructor(embedder: Pick<Embedder, "embed">) {
    this.#embedder = embedder;
  }

  /** Finds by what was said and by its gloss. An example costs a reading of the embedder the first time that it comes near. */
  finding(findSimilar: FindSimilar, asked: AskedFor): FindSimilar {
    return async (gloss, count, signal) => {
      const found = await Promise.all(
        [asked.said, gloss].map((text) => findSimilar(text, Math.max(count, CANDIDATES), signal)),
      );
      const examples = eachOnce(found.flat());
      if (examples.length === 0) return [];
      const near = await this.#compared(examples, gloss, asked, signal);
      return near.toSorted((one, other) => other.similarity - one.similarity).slice(0, count);
    };
  }

  async #compared(
    examples: readonly SimilarExample[],
    gloss: string,
    asked: AskedFor,
    signal: AbortSignal | undefined,
  ): Promise<readonly SimilarExample[]> {
    const texts = examples.map(({ text }) => text);
    const others = await this.#glossed(texts, asked, signal);
    const [query] = await this.#embedder.embed([gloss], "interactive", asked.app, signal);
    const letters = letterLikeness(asked.said, texts);
    return examples.map((example, at) => {
      const other = others[at];
      if (!query || !other) return example;
      const alike = dot(query, other.vector);
      const similarity =
        other.language === asked.language
          ? Math.max(alike, Math.min(1, GLOSS * alike + LETTERS * (letters[at] ?? 0)))
          : alike;
      return { ...example, text: other.text, similarity };
    });
  }

  async #glossed(
    texts: readonly string[],
    { words, app }: AskedFor,
    signal: AbortSignal | undefined,
  ): Promise<readonly Glossed[]> {
    const set = this.#setOf(words);
    const known = new Map(texts.map((text) => [text, this.#kept.get(app ?? "", `${set} ${text}`)]));
    const missing = [...known].flatMap(([text, one]) => (one ? [] : [text]));
    if (missing.length > 0) {
      const glosses: string[] = [];
      for (const text of missing) {
        glosses.push(await inEnglish(text, words));
        // A long one takes milliseconds, and there may be a hundred of them.
        await turn();
        signal?.throwIfAborted();
      }
      const vectors = await this.#embedder.embed(glosses, "interactive", app, signal);
      for (const [at, text] of missing.entries()) {
        const vector = vectors[at] ?? new Float32Array();
        const made = { text: glosses[at] ?? text, vector, language: languageOf(text) };
        this.#kept.set(app ?? "", `${set} ${text}`, made);
        known.set(text, made);
      }
    }
    return texts.flatMap((text) => known.get(text) ?? []);
  }

  #setOf(words: SetWords): number {
    const known = this.#sets.get(words);
    if (known !== undefined) return known;
    this.#setsMade += 1;
    this.#sets.set(words, this.#setsMade);
    return this.#setsMade;
  }
}

function eachOnce(examples: readonly SimilarExample[]): readonly SimilarExample[] {
  return [...new Map(examples.map((example) => [`${example.of} ${example.text}`, example])).values()];
}
