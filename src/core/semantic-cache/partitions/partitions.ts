import { messageOf } from "../../errors.ts";
import type { ContentHash } from "../../json.ts";
import type { Log } from "../../log.ts";
import type { AnswerStore } from "../../ports/answers.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Embedder } from "../../ports/models.ts";
import type { NeighbourIndexes } from "../../ports/neighbours.ts";
import type { AppId } from "../../tenant.ts";
import type { OpenKnowledge } from "../knowledge.ts";
import type { Partition } from "../partition.ts";
import { PartitionMemory } from "./partition-memory.ts";

export interface PartitionsOptions {
  readonly answers: AnswerStore;
  readonly embedder: Embedder;
  readonly indexes: NeighbourIndexes;
  readonly clock: Clock;
  /** Of all partitions together. */
  readonly bytesMax: number;
  /** So long, at most, what another process has learned is not known here, where one is in memory and asked for. */
  readonly learnedElsewhereSecondsMax: number;
  readonly log: Log;
}

/** However little is known in it, so much a partition takes. */
const PARTITION_BYTES = 8_192;
/** Every request with a context of its own makes one. */
const PARTITIONS_MAX = 4_096;
/** Partitions grow while they are used: so often it is looked at what all of them take. */
const USES_BETWEEN_LOOKS = 256;
/** A look for what others have learned that takes longer is not waited for: so much is new that a model is faster. */
const LOOK_WAIT_MS_MAX = 100;

interface Held {
  readonly partition: Partition;
  readonly memory: PartitionMemory;
  /** All that was learned by then is known, by the monotonic clock. */
  knownMs: number;
  /** The last look that was begun; it does not reject. */
  look: { readonly begunMs: number; readonly done: Promise<void> } | null;
}

/** What is known in memory, partition by partition; the least recently used makes room. */
export class Partitions {
  readonly #options: PartitionsOptions;
  /** Least recently used first. */
  readonly #held = new Map<string, Held>();
  /** Indexes that are being saved, the next one of a name after the last. */
  #saving: Promise<void> = Promise.resolve();
  /** Of all that were saved since the start. What an earlier process saved of later ones goes with its age. */
  #spanMax = 0;
  #uses = 0;

  constructor(options: PartitionsOptions) {
    this.#options = options;
  }

  get bytes(): number {
    let bytes = 0;
    for (const { memory } of this.#held.values()) bytes += PARTITION_BYTES + memory.bytes;
    return bytes;
  }

  /** Partitions in memory. */
  get size(): number {
    return this.#held.size;
  }

  /** Known answers in memory, all partitions together. */
  get entries(): number {
    let entries = 0;
    for (const { memory } of this.#held.values()) entries += memory.size;
    return entries;
  }

  /** What is known in the partition; it may still be loading, and begins to now when it was not in memory. */
  use(partition: Partition, openKnowledge: OpenKnowledge): PartitionMemory {
    const name = this.#nameOf(partition);
    const known = this.#held.get(name);
    const held = known ?? this.#open(partition, name, openKnowledge);
    this.#held.delete(name);
    this.#held.set(name, held);
    this.#uses += 1;
    if (!known || this.#uses % USES_BETWEEN_LOOKS === 0) this.#makeRoom(name);
    return held.memory;
  }

  /**
   * Resolves when what other processes had learned `learnedElsewhereSecondsMax` ago is known, or takes longer than anybody waits for. Null
   * where nobody has to wait.
   */
  renewed(partition: Partition): Promise<void> | null {
    const { answers, clock, learnedElsewhereSecondsMax } = this.#options;
    const held = this.#held.get(this.#nameOf(partition));
    if (!answers.isShared || !held?.memory.isReady) return null;
    const nowMs = clock.monotonicMs();
    const isRecent = (atMs: number) => nowMs - atMs < learnedElsewhereSecondsMax * 1_000;
    if (isRecent(held.knownMs)) return null;
    if (!held.look || !isRecent(held.look.begunMs)) held.look = this.#look(held, nowMs);
    return inTime(held.look.done, LOOK_WAIT_MS_MAX);
  }

  /** Null when it is not in memory. */
  peek(app: AppId, digest: string): PartitionMemory | null {
    return this.#held.get(this.#nameOf({ app, digest }))?.memory ?? null;
  }

  /** Lets go of all that was known from a content, and of what was saved of these partitions. */
  async forget(app: AppId, contentHash: ContentHash, digests: readonly string[]): Promise<void> {
    for (const [name, { partition, memory }] of [...this.#held]) {
      if (partition.app !== app || !partition.contentHashes.includes(contentHash)) continue;
      memory.close();
      this.#held.delete(name);
    }
    for (const digest of digests)
      for (let span = 0; span <= this.#spanMax; span += 1)
        await this.#options.indexes.forget(spanNameOf(this.#nameOf({ app, digest }), span));
  }

  /** Resolves when all that is held is read, or could not be. */
  async loaded(): Promise<void> {
    await Promise.allSettled([...this.#held.values()].map(({ memory }) => memory.loaded));
  }

  /** Saves what has changed. Never rejects: what is not saved is made anew. */
  async save(): Promise<void> {
    for (const [name, { memory }] of [...this.#held]) await this.#saveIndexes(name, memory);
  }

  /** Saves, and stops what is being loaded. */
  async close(): Promise<void> {
    await this.save();
    for (const { memory } of this.#held.values()) memory.close();
    this.#held.clear();
    await this.#saving;
  }

  #look(held: Held, begunMs: number): NonNullable<Held["look"]> {
    const { log } = this.#options;
    const done = held.memory
      .renew()
      .catch((failure: unknown) => {
        log(`what other nodes have learned was not read: ${messageOf(failure)}`, { level: "warn" });
      })
      .then(() => {
        // Also where it failed: nobody waits for the next one at once.
        held.knownMs = Math.max(held.knownMs, begunMs);
      });
    return { begunMs, done };
  }

  #open(partition: Partition, name: string, openKnowledge: OpenKnowledge): Held {
    const { answers, embedder, indexes, clock, bytesMax, log } = this.#options;
    const { app, digest } = partition;
    const source = {
      lessons: (range: { readonly before: number | null; readonly after: number }, limit: number) =>
        answers.lessons(app, digest, { ...range, limit, embedder: embedder.id }),
      vectorOf: async (id: number, sentence: string) => {
        const [vector] = await embedder.embed([sentence], "background", app);
        if (!vector) throw new Error("the embedder returned nothing for one text");
        await answers.attachVector(app, id, embedder.id, vector);
        return vector;
      },
      savedIndex: (span: number) => indexes.load(spanNameOf(name, span), embedder.dimensions),
      newIndex: () => indexes.create(embedder.dimensions),
      monotonicMs: () => clock.monotonicMs(),
      bytesMax,
    };
    const memory = new PartitionMemory(source, openKnowledge);
    memory.loaded.catch((failure: unknown) => {
      // The next request of the partition tries again; until then it finds the same words only.
      if (this.#held.get(name)?.memory === memory) this.#held.delete(name);
      memory.close();
      const reason = messageOf(failure);
      log(`what the cache knows was not read: ${reason}`, { level: "warn" });
    });
    return { partition, memory, knownMs: clock.monotonicMs(), look: null };
  }

  #makeRoom(inUse: string): void {
    let { bytes } = this;
    for (const [name, { memory }] of this.#held) {
      if (bytes <= this.#options.bytesMax && this.#held.size <= PARTITIONS_MAX) return;
      if (name === inUse) continue;
      this.#held.delete(name);
      bytes -= PARTITION_BYTES + memory.bytes;
      void this.#saveIndexes(name, memory);
      memory.close();
    }
  }

  #saveIndexes(name: string, memory: PartitionMemory): Promise<void> {
    const { indexes, log } = this.#options;
    for (const { span, index } of memory.changedIndexes()) {
      this.#spanMax = Math.max(this.#spanMax, span);
      this.#saving = this.#saving
        .then(() => indexes.save(spanNameOf(name, span), index))
        .catch((failure: unknown) =>
          log(`an index was not saved, and will be made anew: ${String(failure)}`, { level: "warn" }),
        );
    }
    return this.#saving;
  }

  /** Vectors of two embedders have nothing to say to each other. */
  #nameOf({ app, digest }: Pick<Partition, "app" | "digest">): string {
    return `${app}-${digest}-${this.#options.embedder.id}`;
  }
}

async function inTime(work: Promise<void>, msMax: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, msMax);
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** The first span has no number: it is all there is, but for very large clusters. */
function spanNameOf(name: string, span: number): string {
  return span === 0 ? name : `${name}-${span}`;
}
