import type { Embedder } from "../../ports/models.ts";
import type { AppId } from "../../tenant.ts";
import { turn } from "../../turn.ts";
import { doubtfulTexts } from "../calls/value-likeness.ts";
import type { Proposal } from "../knowledge.ts";
import type { PartitionMemory } from "./partition-memory.ts";

/** `at once`: without what takes longer than to read a sentence; that is made ready for the next one. */
export type Patience = "at once" | "patiently";

/** So many values are embedded in less time than a model takes to answer: some ten milliseconds each at worst. */
const VALUES_AT_ONCE_MAX = 12;

/** Embeds the values of known calls, so that new ones can be compared with them. */
export class ReadyValues {
  readonly #embedder: Embedder;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** Whether values that no answer of the app had yet look like those that their parameters had. Rejects as the embedder does. */
  async looksRight(app: AppId, memory: PartitionMemory, proposal: Proposal, patience: Patience): Promise<boolean> {
    if (proposal.unseenValues.length === 0) return true;
    await this.makeReady(memory, proposal, patience);
    if (memory.values.unembedded(proposal).length > 0) return false;
    const texts = doubtfulTexts(proposal);
    // The app's own: what it asks about often stays a new value as long as the cache answers, and is not embedded each time.
    const vectors =
      patience === "at once" ? this.#vectorsOf(texts, "interactive", app) : this.#vectorsOf(texts, "background");
    return memory.values.looksRight(proposal, await vectors);
  }

  /** Embeds the values of a call that was learned, so that those to come can be compared with them. */
  async prepareValues(memory: PartitionMemory, tool: number): Promise<void> {
    const values = { call: { tool, parameters: {} } };
    // Those of another tool may be under way: these come after them.
    for (let embedding = this.#embedValues(memory, values); embedding; embedding = this.#embedValues(memory, values))
      await embedding;
  }

  /** Embeds what a proposal's values are compared with: few at once, many in the background for the next one. */
  async makeReady(memory: PartitionMemory, proposal: Pick<Proposal, "call">, patience: Patience): Promise<void> {
    const texts = memory.values.unembedded(proposal);
    if (texts.length === 0) return;
    if (texts.length <= VALUES_AT_ONCE_MAX) memory.values.take(await this.#vectorsOf(texts, "interactive"));
    else {
      const embedding = this.#embedValues(memory, proposal);
      await (patience === "at once" ? Promise.race([embedding, turn()]) : embedding);
    }
  }

  /** Embeds the known values that a proposal's are compared with, in the background; null when they are there. */
  #embedValues(memory: PartitionMemory, proposal: Pick<Proposal, "call">): Promise<void> | null {
    if (memory.embeddingValues) return memory.embeddingValues;
    const texts = memory.values.unembedded(proposal);
    if (texts.length === 0) return null;
    const embedding = this.#vectorsOf(texts, "background")
      .then((vectors) => memory.values.take(vectors))
      .finally(() => {
        memory.embeddingValues = null;
      });
    memory.embeddingValues = embedding;
    // Whoever does not wait for it tries again with the next sentence.
    embedding.catch(() => {});
    return embedding;
  }

  async #vectorsOf(
    texts: readonly string[],
    priority: "background" | "interactive",
    app?: AppId,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const vectors = await this.#embedder.embed(texts, priority, app);
    return new Map(texts.map((text, at) => [text, vectors[at] as Float32Array]));
  }
}
