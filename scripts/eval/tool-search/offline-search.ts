/** The search for tools as the product does it, without a server: the same words, spelling, vectors and weights. */

import type { Embedder } from "#core/ports/models.ts";
import { languageOf } from "#core/spoken-language/detection.ts";
import { atOnce } from "#core/steps.ts";
import { doubtfulWords, spelledAsTools } from "#core/tool-search/query-spelling.ts";
import { type ChoiceWeights, type Ranking, ranking, rankingOfBoth } from "#core/tool-search/ranking.ts";
import {
  inEnglish,
  isInOtherLanguage,
  type PendingText,
  type SearchedSet,
  searchedSet,
  ToolIndex,
} from "#core/tool-search/tool-index.ts";
import type { Tool } from "#core/toolset.ts";
import { SearchedInEnglish } from "#models/embedded/glossing/searched-in-english.ts";
import type { EmbeddedModels } from "#models/embedded/index.ts";
import { SENTENCE_DIMENSIONS } from "#models/embedded/networks/sentence-model.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { RoughTable } from "#storage/embedded/rough-table.ts";
import type { Vectors } from "../cache/cosine.ts";
import { embedded } from "../cache/embedding.ts";
import type { Progress } from "../progress.ts";

export interface NamedTools {
  readonly signature: string;
  readonly tools: readonly Tool[];
}

/** By what tools are embedded, and by what requests are, and whether slips are mended and other languages put into English before. */
export interface OfflineEmbedders {
  readonly understands: boolean;
  readonly tools: (models: EmbeddedModels) => Embedder;
  readonly requests: (models: EmbeddedModels) => Embedder;
}

/** The sentence embedder for both, of what is said as it is written. */
export const PLAIN: OfflineEmbedders = {
  understands: false,
  tools: ({ embedder }) => embedder,
  requests: ({ embedder }) => embedder,
};

const SHIPPED: OfflineEmbedders = {
  understands: true,
  tools: ({ searchEmbedders }) => searchEmbedders.tools,
  requests: ({ searchEmbedders }) => searchEmbedders.requests,
};

const GLOSSES = new SearchedInEnglish();

/** As a ranked tool is told from the others. */
export function nameIn(sets: ReadonlyMap<string, NamedTools>, { set, tool }: Ranking["tools"][number]): string {
  return sets.get(set.signature)?.tools[tool]?.name ?? "";
}

export class OfflineSearch {
  readonly #index: ToolIndex;
  readonly #vectors: Vectors;
  /** By query, as it was understood. */
  readonly #understood: ReadonlyMap<string, string>;
  readonly sets: ReadonlyMap<string, NamedTools>;

  private constructor(
    index: ToolIndex,
    vectors: Vectors,
    understood: ReadonlyMap<string, string>,
    sets: readonly NamedTools[],
  ) {
    this.#index = index;
    this.#vectors = vectors;
    this.#understood = understood;
    this.sets = new Map(sets.map((set) => [set.signature, set]));
  }

  /** `queries`: all that will be searched for, in any language. Their slips are mended by the words of all sets, whichever are searched later. */
  static async of(
    sets: readonly NamedTools[],
    queries: readonly string[],
    progress: Progress,
    embedders: OfflineEmbedders = SHIPPED,
  ): Promise<OfflineSearch> {
    const index = new ToolIndex(new RoughTable(SENTENCE_DIMENSIONS));
    for (const { signature, tools } of sets) {
      const english = embedders.understands ? atOnce(await GLOSSES.tools(tools)) : null;
      const { set, texts } = atOnce(searchedSet(signature, 1, tools, english));
      index.add(set, texts);
    }
    const searched = sets.flatMap(({ signature }) => index.get(signature) ?? []);
    const mended = (query: string) => atOnce(spelledAsTools(query, doubtfulWords(query, isCommonWord), searched));
    const understood = new Map<string, string>();
    for (const query of embedders.understands ? queries : [])
      understood.set(query, (await GLOSSES.query(query, languageOf(query))) ?? mended(query));
    const pending = index.take(Number.MAX_SAFE_INTEGER);
    const [tools, examples] = [
      pending.filter(({ place }) => place.example === null),
      pending.filter(({ place }) => place.example !== null),
    ];
    const texts = (some: readonly PendingText[]) => some.map(({ text }) => text);
    const does = await embedded(texts(tools), progress, embedders.tools);
    const asked = await embedded(
      [...texts(examples), ...queries, ...understood.values()],
      progress,
      embedders.requests,
    );
    for (const each of pending)
      index.put(each, (each.place.example === null ? does : asked).get(each.text) as Float32Array);
    return new OfflineSearch(index, asked, understood, sets);
  }

  /** Among the sets of these signatures, or all of them. */
  find(said: string, count: number, weights?: ChoiceWeights, signatures?: readonly string[]): Ranking {
    const query = this.#understood.get(said) ?? said;
    const sets = this.#setsOf(signatures);
    const others = sets.filter(isInOtherLanguage);
    if (query === said || languageOf(said) === "en" || others.length === 0)
      return atOnce(ranking(this.#compared(query, sets), count, weights));
    return atOnce(rankingOfBoth(this.#compared(query, sets.map(inEnglish)), this.#compared(said, others), count));
  }

  /** As `find`, of the words as they stand, whatever language they are in. */
  findAsSaid(said: string, count: number, signatures?: readonly string[]): Ranking {
    return atOnce(ranking(this.#compared(said, this.#setsOf(signatures)), count));
  }

  #setsOf(signatures: readonly string[] = [...this.sets.keys()]): readonly SearchedSet[] {
    return signatures.flatMap((signature) => this.#index.get(signature) ?? []);
  }

  #compared(query: string, sets: readonly SearchedSet[]) {
    return { query, sets, similarities: this.#index.similarities(this.#vectors.get(query) as Float32Array) };
  }
}
