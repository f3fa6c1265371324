import { FairCache } from "#core/fair-cache.ts";
import type { Embedder } from "#core/ports/models.ts";
import type { AppId } from "#core/tenant.ts";
import { SENTENCE_DIMENSIONS } from "./networks/sentence-model.ts";
import type { Priority } from "./worker/work-queue.ts";
import type { WorkerClient } from "./worker/worker-client.ts";
import type { EmbeddingNetwork } from "./worker/worker-protocol.ts";

/** 1.5 kB each: those of labels for both sides of a comparison, of sentences for a comparison of a whole log and for the next one. */
const REMEMBERED_MAX: Readonly<Record<EmbeddingNetwork, number>> = { sentences: 12_288, labels: 1_024 };

interface Remembered {
  /** What it comes with; null when it is there. Then nothing holds on to the vectors of the other texts. */
  batch: Batch | null;
  vector: Float32Array | null;
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
  /** By text. */
  readonly #remembered: FairCache<Remembered>;

  constructor(client: Pick<WorkerClient, "embed">, network: EmbeddingNetwork) {
    this.id = IDS[network];
    this.#client = client;
    this.#network = network;
    this.#remembered = new FairCache<Remembered>({
      weightMax: REMEMBERED_MAX[network],
      monotonicMs: () => performance.now(),
    });
  }

  async embed(
    texts: readonly string[],
    priority: Priority = "interactive",
    app?: AppId,
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    const wanted = new Map<string, Remembered>();
    const fresh: string[] = [];
    for (const text of new Set(texts)) {
      const remembered = app === undefined ? null : this.#remembered.get(app, text);
      if (remembered) wanted.set(text, remembered);
      else fresh.push(text);
    }
    if (fresh.length > 0) {
      const begun = this.#begin(fresh, priority, app);
      for (const [position, text] of fresh.entries()) wanted.set(text, begun[position] as Remembered);
    }
    const batches = new Set([...wanted.values()].flatMap(({ batch }) => batch ?? []));
    await Promise.all([...batches].map((batch) => batch.wait(signal)));
    return texts.map((text) => wanted.get(text)?.vector as Float32Array);
  }

  #begin(texts: readonly string[], priority: Priority, app: AppId | undefined): readonly Remembered[] {
    const made: Remembered[] = texts.map(() => ({ batch: null, vector: null }));
    const forget = () => {
      if (app === undefined) return;
      for (const [position, text] of texts.entries())
        if (this.#remembered.peek(app, text) === made[position]) this.#remembered.delete(app, text);
    };
    const embed = async (signal: AbortSignal) => {
      const vectors = await this.#client.embed(this.#network, texts, { priority, app, signal });
      for (const [position, each] of made.entries()) {
        each.vector = vectors[position] as Float32Array;
        each.batch = null;
      }
    };
    const batch = new Batch(embed, forget);
    for (const each of made) each.batch = batch;
    // What is learned in the background is kept by whoever learns it, and nobody who asks waits for its turn.
    if (priority !== "background" && app !== undefined)
      for (const [position, text] of texts.entries()) this.#remembered.set(app, text, made[position] as Remembered);
    return made;
  }
}

/** Texts on their way together, for one caller or several. When all of them have given up, so does it. */
class Batch {
  readonly #done: Promise<void>;
  readonly #stop = new AbortController();
  readonly #forget: () => void;
  #waiting = 0;

  /** `forget`: called when it failed, or nobody waits for it any more. */
  constructor(embed: (signal: AbortSignal) => Promise<void>, forget: () => void) {
    this.#forget = forget;
    this.#done = embed(this.#stop.signal);
    this.#done.catch(forget);
  }

  /** Rejects with the signal's reason when it is aborted; the others go on waiting. */
  wait(signal: AbortSignal | undefined): Promise<void> {
    this.#waiting += 1;
    if (!signal) return this.#done;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting -= 1;
      if (this.#waiting === 0) {
        this.#forget();
        this.#stop.abort(signal.reason);
      }
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    this.#done.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    return promise;
  }
}
