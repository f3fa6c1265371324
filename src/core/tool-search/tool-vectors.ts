import { messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { MainThread } from "../main-thread.ts";
import type { EmbeddingStore } from "../ports/embedding-store.ts";
import type { KeyedWork } from "../ports/keyed-work-store.ts";
import type { Embedder, SearchEmbedders } from "../ports/models.ts";
import type { SharedLearning } from "../ports/shared-learning.ts";
import { embeddingKeyOf } from "../sets/embedding-key.ts";
import { LOOK_EVERY_MS, WAIT_MS_MAX } from "../sets/made-once.ts";
import type { AppId } from "../tenant.ts";
import { turn } from "../turn.ts";
import type { PendingText, ToolIndex } from "./tool-index.ts";

/** Texts looked up together in what is kept, 2 to 4 ms. */
const READ_TEXTS = 64;
/** Texts embedded together in the background, while nobody else asks and while somebody does: they wait for so many at most. */
const EMBEDDED_TEXTS = 8;
const EMBEDDED_TEXTS_SHARED = 1;
/** Texts that whoever searches first waits for: those of a set that was registered just now, 4 to 10 ms each. */
const AWAITED_TEXTS_MAX = 16;

/** What one process at a time does for an app. */
const EMBEDDING = "vectors of searched tools";
/** Of who has waited long enough. */
const NOBODYS_RIGHT: KeyedWork = { end: async () => {} };

export interface ToolVectorsOptions {
  readonly embedders: SearchEmbedders;
  readonly vectors: Pick<EmbeddingStore, "read" | "write">;
  readonly learning: Pick<SharedLearning, "begin" | "isShared">;
  readonly mainThread: Pick<MainThread, "isShared">;
  readonly log: Log;
}

/** Gives the texts of tools their vectors: those that are kept at once, others in the background. */
export class ToolVectors {
  readonly #options: ToolVectorsOptions;
  readonly #underWay = new Map<ToolIndex, Promise<void>>();
  /** Of those that were looked up and have no vector. */
  readonly #missing = new WeakSet<PendingText>();
  readonly #stop = new AbortController();

  constructor(options: ToolVectorsOptions) {
    this.#options = options;
  }

  /**
   * Resolves when what was added to the index since the last call has vectors: that is all of it, unless more was registered than
   * anybody would wait for. The rest goes on behind it, and no later search waits for it: a flood of them would each embed as much.
   * Rejects with the signal's reason, and as the embedder does.
   */
  async prepare(app: AppId, index: ToolIndex, signal: AbortSignal): Promise<void> {
    if (index.progress === null) return;
    const fresh = index.takeFresh(READ_TEXTS);
    if (fresh.length > 0) {
      const missing = await this.#known(app, index, fresh);
      await this.#embed(app, index, missing, AWAITED_TEXTS_MAX, "interactive", signal);
    }
    this.#begin(app, index);
  }

  /** Resolves when everything begun has its vectors, or has failed. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  /** What has no vector yet gets one after the next start. */
  async close(): Promise<void> {
    this.#stop.abort(new Error("the server is closing"));
    await this.idle();
  }

  #begin(app: AppId, index: ToolIndex): void {
    if (this.#underWay.has(index) || index.progress === null || this.#stop.signal.aborted) return;
    const work = this.#work(app, index)
      .catch((failure: unknown) => {
        if (this.#stop.signal.aborted) return;
        const reason = messageOf(failure);
        this.#options.log(`tools are searched by their words alone until the next search: ${reason}`, {
          level: "warn",
        });
      })
      .finally(() => this.#underWay.delete(index));
    this.#underWay.set(index, work);
  }

  async #work(app: AppId, index: ToolIndex): Promise<void> {
    for (let waitedMs = 0; index.progress !== null && !this.#stop.signal.aborted; ) {
      const missing = await this.#known(app, index, index.take(READ_TEXTS));
      if (missing.length === 0 || (await this.#embedInTurn(app, index, missing, waitedMs))) {
        waitedMs = 0;
        await turn();
      } else {
        waitedMs += LOOK_EVERY_MS;
        await this.#pause();
      }
    }
  }

  /** False where another process embeds texts of the app: then they are put back, and looked up anew. */
  async #embedInTurn(
    app: AppId,
    index: ToolIndex,
    pending: readonly PendingText[],
    waitedMs: number,
  ): Promise<boolean> {
    const { learning, mainThread } = this.#options;
    const right = await this.#right(app, waitedMs).catch((failure: unknown) => {
      index.putBack(pending);
      throw failure;
    });
    if (learning.isShared) for (const each of pending) this.#missing.delete(each);
    if (!right) {
      index.putBack(pending);
      return false;
    }
    try {
      const missing = learning.isShared ? await this.#known(app, index, pending) : pending;
      const count = mainThread.isShared(app) ? EMBEDDED_TEXTS_SHARED : EMBEDDED_TEXTS;
      await this.#embed(app, index, missing, count, "background", this.#stop.signal);
      return true;
    } finally {
      await right.end();
    }
  }

  /** Another that is stuck holds nobody up for ever. */
  async #right(app: AppId, waitedMs: number): Promise<KeyedWork | null> {
    return waitedMs < WAIT_MS_MAX ? this.#options.learning.begin(app, EMBEDDING) : NOBODYS_RIGHT;
  }

  /** Until others may have made some of it, or it is closed. */
  async #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LOOK_EVERY_MS);
    const stop = () => resolve();
    this.#stop.signal.addEventListener("abort", stop, { once: true });
    await promise;
    clearTimeout(timer);
    this.#stop.signal.removeEventListener("abort", stop);
  }

  /** Puts those that are kept; gives the others. Each is looked up once. */
  async #known(app: AppId, index: ToolIndex, texts: readonly PendingText[]): Promise<readonly PendingText[]> {
    try {
      const kept = new Map<PendingText, Float32Array>();
      const unread = texts.filter((each) => !this.#missing.has(each));
      for (const [embedder, own] of this.#byEmbedder(unread)) {
        const keys = own.map(({ text }) => embeddingKeyOf(text));
        const known = await this.#options.vectors.read(app, embedder.id, keys);
        for (const [at, each] of own.entries()) {
          const vector = known.get(keys[at] as string);
          if (vector) kept.set(each, vector);
        }
      }
      for (const each of unread) if (!kept.has(each)) this.#missing.add(each);
      for (const [each, vector] of kept) index.put(each, vector);
      return texts.filter((each) => !kept.has(each));
    } catch (failure) {
      index.putBack(texts);
      throw failure;
    }
  }

  /** The first `count` texts of those that are pending, for all that have them; the others are put back. */
  async #embed(
    app: AppId,
    index: ToolIndex,
    pending: readonly PendingText[],
    count: number,
    priority: "interactive" | "background",
    signal: AbortSignal,
  ): Promise<void> {
    if (pending.length === 0) return;
    const texts = [...new Set(pending.map(({ text }) => text))].slice(0, count);
    const isEmbedded = new Set(texts);
    // At once: what is registered while this waits comes first.
    index.putBack(pending.filter(({ text }) => !isEmbedded.has(text)));
    const left = new Set(pending.filter(({ text }) => isEmbedded.has(text)));
    try {
      for (const [embedder, own] of this.#byEmbedder([...left])) {
        const asked = [...new Set(own.map(({ text }) => text))];
        const made = await embedder.embed(asked, priority, app, signal);
        const byText = new Map(asked.map((text, at) => [text, made[at] as Float32Array]));
        for (const each of own) index.put(each, byText.get(each.text) as Float32Array);
        for (const each of own) left.delete(each);
        const keyed = [...byText].map(([text, vector]) => [embeddingKeyOf(text), vector] as const);
        await this.#options.vectors.write(app, embedder.id, new Map(keyed));
      }
    } catch (failure) {
      index.putBack([...left]);
      throw failure;
    }
  }

  #byEmbedder(texts: readonly PendingText[]): ReadonlyMap<Embedder, readonly PendingText[]> {
    const { tools, requests } = this.#options.embedders;
    return Map.groupBy(texts, ({ place }) => (place.example === null ? tools : requests));
  }
}
