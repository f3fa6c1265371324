/** The search for tools as the product does it, without a server: the same words, vectors and weights. */
import { atOnce } from "#core/steps.ts";
import type { ChoiceWeights, Ranking } from "#core/tool-search/ranking.ts";
import { ranking } from "#core/tool-search/ranking.ts";
import { searchedSet, ToolIndex } from "#core/tool-search/tool-index.ts";
import type { Tool } from "#core/toolset.ts";
import { SENTENCE_DIMENSIONS } from "#models/embedded/networks/sentence-model.ts";
import { RoughTable } from "#storage/embedded/rough-table.ts";
import { embedded } from "../cache/embedding.ts";
import type { Progress } from "../progress.ts";

export interface NamedTools {
  readonly signature: string;
  readonly tools: readonly Tool[];
}

/** As a ranked tool is told from the others. */
export function nameIn(sets: ReadonlyMap<string, NamedTools>, { set, tool }: Ranking["tools"][number]): string {
  return sets.get(set.signature)?.tools[tool]?.name ?? "";
}

export class OfflineSearch {
  readonly #index: ToolIndex;
  readonly #vectors: ReadonlyMap<string, Float32Array>;
  readonly sets: ReadonlyMap<string, NamedTools>;

  private constructor(index: ToolIndex, vectors: ReadonlyMap<string, Float32Array>, sets: readonly NamedTools[]) {
    this.#index = index;
    this.#vectors = vectors;
    this.sets = new Map(sets.map((set) => [set.signature, set]));
  }

  /** `queries`: all that will be searched for. */
  static async of(sets: readonly NamedTools[], queries: readonly string[], progress: Progress): Promise<OfflineSearch> {
    const index = new ToolIndex(new RoughTable(SENTENCE_DIMENSIONS));
    for (const { signature, tools } of sets) {
      const { set, texts } = atOnce(searchedSet(signature, 1, tools));
      index.add(set, texts);
    }
    const pending = index.take(Number.MAX_SAFE_INTEGER);
    const vectors = await embedded([...pending.map(({ text }) => text), ...queries], progress);
    for (const each of pending) index.put(each, vectors.get(each.text) as Float32Array);
    return new OfflineSearch(index, vectors, sets);
  }

  /** Among the sets of these signatures, or all of them. */
  find(
    query: string,
    count: number,
    weights?: ChoiceWeights,
    signatures: readonly string[] = [...this.sets.keys()],
  ): Ranking {
    const sets = signatures.flatMap((signature) => this.#index.get(signature) ?? []);
    const similarities = this.#index.similarities(this.#vectors.get(query) as Float32Array);
    return atOnce(ranking(query, sets, similarities, count, weights));
  }
}
