import type { StoredLesson } from "../../ports/answers.ts";
import type { NeighbourIndex } from "../../ports/neighbours.ts";
import type { Instant } from "../../tenant.ts";
import { turn } from "../../turn.ts";
import { ValueLikeness } from "../calls/value-likeness.ts";
import type { Consideration, Knowledge, OpenKnowledge, Taught } from "../knowledge.ts";
import { lessonIn } from "../stored.ts";
import { SpannedIndex } from "./spanned-index.ts";

/**
 * What a known answer takes beside its vector among the neighbours: words, values, what they teach about the tool. Measured
 * on the heap: 2.7 kB where wordings and values come again, 4.6 kB where every value is a new one.
 */
const ENTRY_BYTES = 3_500;
const CHARACTER_BYTES = 10;
/** Neither more rows at once, nor longer without letting others have their turn. */
const PAGE_ROWS = 64;
const WORK_MS_MAX = 4;

/** Where a partition's lessons come from. */
export interface LessonSource {
  /** Newest first, between two ids. */
  readonly lessons: (
    range: { readonly before: number | null; readonly after: number },
    limit: number,
  ) => Promise<readonly StoredLesson[]>;
  /** The vector of a sentence that has none yet, which is then kept. */
  readonly vectorOf: (id: number, sentence: string) => Promise<Float32Array>;
  /** As it was saved of a span of ids; null when it has to be made anew. */
  readonly savedIndex: (span: number) => Promise<NeighbourIndex | null>;
  readonly newIndex: () => NeighbourIndex;
  readonly monotonicMs: () => number;
  /** How much of it may be in memory. */
  readonly bytesMax: number;
}

/** What is known in one partition, in memory: read from the store in the background, then kept up with it. */
export class PartitionMemory {
  readonly loaded: Promise<void>;
  readonly values = new ValueLikeness();
  /** While values are being embedded; whoever needs them waits for it or does without. */
  embeddingValues: Promise<void> | null = null;
  readonly #source: LessonSource;
  readonly #knowledge: Knowledge;
  readonly #index: SpannedIndex;
  /** What came in before it was known whether an index was saved. */
  #early: Taught[] = [];
  /** Bytes of each known answer. */
  readonly #sizes = new Map<number, number>();
  /** Removed while pages were being read: they must not come back with one that was read before. */
  readonly #removed = new Set<number>();
  /** All that the store has up to this id was read, or came in. */
  #readUpTo = 0;
  /** The last look for what is newer; it does not reject. */
  #renewed: Promise<void> = Promise.resolve();
  /** How many looks are under way or wait. */
  #renewals = 0;
  #bytes = 0;
  #state: "closed" | "loading" | "ready" = "loading";

  constructor(source: LessonSource, openKnowledge: OpenKnowledge) {
    this.#source = source;
    this.#index = new SpannedIndex({ load: source.savedIndex, create: source.newIndex });
    this.#knowledge = openKnowledge((vector, count) => this.#index.nearest(vector, count));
    this.loaded = this.#load();
  }

  get isReady(): boolean {
    return this.#state === "ready";
  }

  get size(): number {
    return this.#sizes.size;
  }

  get bytes(): number {
    return this.#bytes + this.#index.bytes;
  }

  add(taught: Taught): void {
    if (this.#state === "closed" || this.#removed.has(taught.id) || this.bytes >= this.#source.bytesMax) return;
    if (this.#state === "ready" || this.#index.isOpen(taught.id)) this.#learn(taught);
    else this.#early.push(taught);
  }

  remove(id: number): void {
    if (this.#state === "loading" || this.#renewals > 0) this.#removed.add(id);
    const bytes = this.#sizes.get(id);
    if (bytes === undefined) return;
    this.#sizes.delete(id);
    this.#bytes -= bytes;
    this.#knowledge.remove(id);
    this.#index.remove(id);
  }

  /**
   * Learns what was added in the store by the time of the call, by other processes above all: what is added here comes by `add`. Rejects as
   * the store and the embedder do; the next one looks for the same again.
   */
  renew(): Promise<void> {
    const renewing = this.#renewed.then(() => this.#learnNewer());
    this.#renewals += 1;
    const end = () => {
      this.#renewals -= 1;
      if (this.#renewals === 0 && this.isReady) this.#removed.clear();
    };
    this.#renewed = renewing.then(end, end);
    return renewing;
  }

  consider(sentence: string, vector: Float32Array, now: Instant): Consideration {
    return this.#knowledge.consider(sentence, vector, now);
  }

  kinOf(id: number): readonly number[] {
    return this.#sizes.has(id) ? this.#knowledge.kinOf(id) : [];
  }

  /** Hands over the indexes that have changed since they were last asked for, to be saved: each of a span of ids. */
  changedIndexes(): readonly { readonly span: number; readonly index: NeighbourIndex }[] {
    return this.isReady ? this.#index.takeChanged() : [];
  }

  /** It is not needed any more: what is still being loaded stops. */
  close(): void {
    this.#state = "closed";
  }

  async #load(): Promise<void> {
    await this.#readNewer();
    if (this.#state === "closed") return;
    // Nothing older is there, so nothing was saved that they belong to.
    for (const taught of this.#early.splice(0)) this.#learn(taught);
    this.#dropSurplus();
    this.#removed.clear();
    this.#state = "ready";
  }

  async #learnNewer(): Promise<void> {
    await this.loaded;
    await this.#readNewer();
  }

  /** Takes what the store has above what was read before: newest first, and as much as there is room for. */
  async #readNewer(): Promise<void> {
    const { monotonicMs, lessons, bytesMax } = this.#source;
    const after = this.#readUpTo;
    let newest = after;
    let before: number | null = null;
    let startedMs = monotonicMs();
    while (this.bytes < bytesMax) {
      const page: readonly StoredLesson[] = await lessons({ before, after }, PAGE_ROWS);
      newest = Math.max(newest, page[0]?.id ?? 0);
      for (const stored of page) {
        if (this.#state === "closed") return;
        await this.#take(stored);
        if (monotonicMs() - startedMs < WORK_MS_MAX) continue;
        await turn();
        startedMs = monotonicMs();
      }
      before = page.at(-1)?.id ?? null;
      if (before === null) break;
    }
    this.#readUpTo = newest;
  }

  /** What was saved with the index and is gone by now. */
  #dropSurplus(): void {
    for (const id of [...this.#index.ids()]) if (!this.#sizes.has(id)) this.#index.remove(id);
  }

  async #take(stored: StoredLesson): Promise<void> {
    const { id, sentence, createdAt } = stored;
    const lesson = lessonIn(stored.lesson);
    if (!lesson || this.#sizes.has(id) || this.#removed.has(id)) return;
    const vector = stored.vector ?? (await this.#source.vectorOf(id, sentence));
    await this.#openIndex(id);
    if (this.#removed.has(id)) return;
    this.#learn({ id, sentence, vector, lesson, answeredAt: createdAt });
  }

  async #openIndex(id: number): Promise<void> {
    if (this.#index.isOpen(id)) return;
    await this.#index.open(id);
    const early = Map.groupBy(this.#early, (taught) => this.#index.isOpen(taught.id));
    this.#early = early.get(false) ?? [];
    for (const taught of early.get(true) ?? []) this.#learn(taught);
  }

  #learn(taught: Taught): void {
    const { id, sentence, vector } = taught;
    if (this.#sizes.has(id) || this.#removed.has(id) || !this.#knowledge.add(taught)) return;
    this.values.learn(taught.lesson);
    const bytes = ENTRY_BYTES + CHARACTER_BYTES * sentence.length;
    this.#sizes.set(id, bytes);
    this.#bytes += bytes;
    if (!this.#index.has(id)) this.#index.add(id, vector);
  }
}
