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
  readonly batch: Batch;
  /** Of the batch's vectors. */
  readonly position: number;
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
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    const known = new Map<string, Remembered>();
    const fresh: string[] = [];
    for (const text of new Set(texts)) {
      const remembered = app === undefined ? null : this.#recall(nameOf(app, text));
      if (remembered) known.set(text, remembered);
      else fresh.push(text);
    }
    if (fresh.length > 0) {
      const batch = this.#begin(fresh, priority, app);
      for (const [position, text] of fresh.entries()) known.set(text, { batch, position });
    }
    const batches = [...new Set([...known.values()].map(({ batch }) => batch))];
    const vectors = await Promise.all(batches.map((batch) => batch.wait(signal)));
    const byBatch = new Map(batches.map((batch, index) => [batch, vectors[index]]));
    return texts.map((text) => {
      const { batch, position } = known.get(text) as Remembered;
      return byBatch.get(batch)?.[position] as Float32Array;
    });
  }

  #begin(texts: readonly string[], priority: Priority, app: AppId | undefined): Batch {
    const embed = (signal: AbortSignal) => this.#client.embed(this.#network, texts, { priority, app, signal });
    const names = app === undefined ? [] : texts.map((text) => nameOf(app, text));
    const forget = () => {
      for (const name of names) if (this.#remembered.peek(name)?.batch === batch) this.#remembered.delete(name);
    };
    const batch = new Batch(embed, forget);
    // What is learned in the background is kept by whoever learns it, and nobody who asks waits for its turn.
    if (priority === "interactive")
      for (const [position, name] of names.entries()) this.#remembered.set(name, { batch, position });
    return batch;
  }

  #recall(name: string): Remembered | undefined {
    return this.#remembered.get(name);
  }
}

/** Texts on their way together, for one caller or several. When all of them have given up, so does it. */
class Batch {
  readonly #vectors: Promise<readonly Float32Array[]>;
  readonly #stop = new AbortController();
  readonly #forget: () => void;
  #waiting = 0;

  /** `forget`: called when it failed, or nobody waits for it any more. */
  constructor(embed: (signal: AbortSignal) => Promise<readonly Float32Array[]>, forget: () => void) {
    this.#forget = forget;
    this.#vectors = embed(this.#stop.signal);
    this.#vectors.catch(forget);
  }

  /** Rejects with the signal's reason when it is aborted; the others go on waiting. */
  wait(signal: AbortSignal | undefined): Promise<readonly Float32Array[]> {
    this.#waiting += 1;
    if (!signal) return this.#vectors;
    const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>();
    const leave = () => {
      this.#waiting -= 1;
      if (this.#waiting === 0) {
        this.#forget();
        this.#stop.abort(signal.reason);
      }
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    this.#vectors.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    return promise;
  }
}

function nameOf(app: AppId, text: string): string {
  return `${app} ${text}`;
}
