import { LRUCache } from "lru-cache";
import type { Embedder } from "#core/ports/models.ts";
import type { AppId } from "#core/tenant.ts";
import { SENTENCE_DIMENSIONS } from "./networks/sentence-model.ts";
import type { Priority } from "./worker/work-queue.ts";
import type { WorkerClient } from "./worker/worker-client.ts";
import type { EmbeddingNetwork } from "./worker/worker-protocol.ts";

/** 1.5 kB each. */
const REMEMBERED_MAX = 1_024;

interface Remembered {
  readonly vector: Promise<Float32Array>;
  readonly priority: Priority;
  isDone: boolean;
}

/** all-MiniLM-L6-v2 and bge-small-en-v1.5, both trained further. */
const IDS: Readonly<Record<EmbeddingNetwork, string>> = {
  sentences: "minilm-l6-dragoman-2",
  labels: "bge-small-dragoman-2",
};

/**
 * The vectors of one network in the worker. A text that the same app had embedded just now, or is having, costs nothing again.
 */
export class WorkerEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions = SENTENCE_DIMENSIONS;
  readonly #client: Pick<WorkerClient, "embed">;
  readonly #network: EmbeddingNetwork;
  /** By app and text. */
  readonly #remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_MAX });

  constructor(client: Pick<WorkerClient, "embed">, network: EmbeddingNetwork) {
    this.id = IDS[network];
    this.#client = client;
    this.#network = network;
  }

  async embed(
    texts: readonly string[],
    priority: Priority = "interactive",
    app?: AppId,
  ): Promise<readonly Float32Array[]> {
    const known = new Map<string, Promise<Float32Array>>();
    const fresh: string[] = [];
    for (const text of new Set(texts)) {
      const vector = app === undefined ? null : this.#recall(nameOf(app, text), priority);
      if (vector) known.set(text, vector);
      else fresh.push(text);
    }
    if (fresh.length > 0) {
      const batch = this.#client.embed(this.#network, fresh, priority);
      fresh.forEach((text, index) => {
        const vector = batch.then((vectors) => vectors[index] as Float32Array);
        known.set(text, vector);
        if (app !== undefined) this.#remember(nameOf(app, text), { vector, priority, isDone: false });
      });
    }
    return Promise.all(texts.map((text) => known.get(text) as Promise<Float32Array>));
  }

  #recall(name: string, priority: Priority): Promise<Float32Array> | null {
    const found = this.#remembered.get(name);
    // A caller who waits must not wait for background work to get its turn.
    if (!found || (!found.isDone && found.priority === "background" && priority === "interactive")) return null;
    return found.vector;
  }

  #remember(name: string, entry: Remembered): void {
    this.#remembered.set(name, entry);
    entry.vector.then(
      () => {
        entry.isDone = true;
      },
      () => {
        if (this.#remembered.peek(name) === entry) this.#remembered.delete(name);
      },
    );
  }
}

function nameOf(app: AppId, text: string): string {
  return `${app} ${text}`;
}
