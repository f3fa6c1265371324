import type { Embedder } from "#core/ports/models.ts";
import { SENTENCE_DIMENSIONS } from "../networks/sentence-model.ts";
import type { SearchedText, SearchMaps } from "./search-map.ts";

/** Of the maps: vectors that were kept under another one are made anew. */
const MAPS_ID = "tool-search-1";

/** Vectors in which a request lies near the tools that it means, of those of both networks. */
export class SearchEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions = SENTENCE_DIMENSIONS;
  readonly #both: Embedder;
  readonly #maps: () => Promise<SearchMaps>;
  readonly #text: SearchedText;

  /** `both`: of the two networks beside each other. */
  constructor(both: Embedder, maps: () => Promise<SearchMaps>, text: SearchedText) {
    this.id = `${MAPS_ID}/${text}(${both.id})`;
    this.#both = both;
    this.#maps = maps;
    this.#text = text;
  }

  async embed(...given: Parameters<Embedder["embed"]>): ReturnType<Embedder["embed"]> {
    const [vectors, maps] = await Promise.all([this.#both.embed(...given), this.#maps()]);
    return vectors.map((vector) => maps[this.#text].mapped(vector));
  }
}
