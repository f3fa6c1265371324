/** The vectors of an app's texts, kept over restarts for as long as something of the app can use them. */
import { rememberedText } from "../bank.ts";
import type { Class } from "../classification-set.ts";
import { messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Page } from "../page.ts";
import type { DefinitionKind, DefinitionStore, StoredDefinition } from "../ports/definition-store.ts";
import type { EmbeddingName, EmbeddingStore } from "../ports/embedding-store.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { TaughtCaseStore } from "../ports/taught-case-store.ts";
import type { TaughtKind } from "../teaching/taught-case.ts";
import type { AppId } from "../tenant.ts";
import { summaryOf } from "../tool-search/tool-words.ts";
import type { Tool } from "../toolset.ts";
import { turn } from "../turn.ts";
import { embeddingKeyOf } from "./embedding-key.ts";
import { classesIn, phrasesOf, type Teachable } from "./phrases.ts";

/** Sets read together, and banks: a page of sets ends early where they are long. */
const PAGE_SETS = 8;
/** Names of vectors looked at together, some 2 ms. */
const PAGE_VECTORS = 500;
/** Texts named between two chances for everything else, some 2 ms. */
const NAMED_PER_REST = 1_000;
/** Tools whose schemas are read between two chances for everything else, 1 to 2 ms. */
const SUMMARIES_PER_REST = 16;
/** From a change to the sweep: several changes that come together are one. */
const SWEEP_PAUSE_MS = 1_000;
/** After a sweep there is none for so many times as long as it took. */
const RESTS_PER_SWEEP = 9;
/** Of a key as a number: 52 bits, so that one of a million rows that could go stays once in 4,000 sweeps. */
const NUMBER_DIGITS = 13;

export interface KeptVectorsOptions {
  readonly embeddings: EmbeddingStore;
  readonly definitions: Pick<DefinitionStore, "list">;
  readonly memories: Pick<MemoryStore, "all">;
  readonly taught: Pick<TaughtCaseStore, "all">;
  readonly embedders: {
    /** What texts of tools and memories are embedded by, and those of classes. */
    readonly tools: string;
    readonly classes: string;
    /** What a search for tools compares: what they do, and their examples. */
    readonly searchedTools: string;
    readonly searchedExamples: string;
  };
  /** What `LanguageModel.learnClasses` has embedded beside the examples. */
  readonly textsOfClasses: (classes: readonly Class[]) => readonly string[];
  /** From a change to the sweep. */
  readonly pauseMs?: number;
  readonly monotonicMs: () => number;
  readonly log: Log;
}

/**
 * The store of vectors as `Learning` and `Banks` use it. After a set was replaced or deleted, vectors that nothing of the app
 * can use any more are swept out in the background: what a set, a class or a memory uses is worked out by the
 * functions that have it embedded. What is announced, read or written while a sweep is under way stays.
 */
export class KeptVectors implements Pick<EmbeddingStore, "read" | "write"> {
  readonly #options: KeptVectorsOptions;
  /** What is used, of apps that are being swept. */
  readonly #underWay = new Map<AppId, UsedKeys>();
  readonly #waiting = new Set<AppId>();
  #last: Promise<number> = Promise.resolve(0);
  #sweeping: Promise<void> | null = null;
  #restUntilMs = Number.NEGATIVE_INFINITY;
  #wake: (() => void) | null = null;
  #isOpen = true;
  #isHurried = false;

  constructor(options: KeptVectorsOptions) {
    this.#options = options;
  }

  read(app: AppId, embedder: string, keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    this.#underWay.get(app)?.addKeys(embedder, keys);
    return this.#options.embeddings.read(app, embedder, keys);
  }

  write(app: AppId, embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    this.#underWay.get(app)?.addKeys(embedder, [...vectors.keys()]);
    return this.#options.embeddings.write(app, embedder, vectors);
  }

  /** In the same turn as the write that stores the set: a sweep under way may have read the app's sets before. */
  announce(app: AppId, taught: readonly Teachable[]): void {
    const used = this.#underWay.get(app);
    if (!used) return;
    for (const [embedder, texts] of this.#textsOf(taught)) used.addKeys(embedder, texts.map(embeddingKeyOf));
  }

  /** Something of the app's was replaced or deleted: what only that used goes soon. */
  sweepSoon(app: AppId): void {
    if (!this.#isOpen) return;
    this.#waiting.add(app);
    this.#sweeping ??= this.#sweepAll().finally(() => {
      this.#sweeping = null;
    });
  }

  /** Resolves when what `sweepSoon` was told of is done, or has failed. */
  async idle(): Promise<void> {
    await this.#sweeping;
  }

  /** Does at once what `sweepSoon` was told of: of whoever ends then there is no later. */
  async finish(): Promise<void> {
    this.#isHurried = true;
    this.#wake?.();
    await this.#sweeping;
  }

  /** What waits to be swept is left; `doctor` finds it, and the app's next change. */
  close(): void {
    this.#isOpen = false;
    this.#waiting.clear();
    this.#wake?.();
  }

  /** Removes what nothing of the app can use, now. How many there were. */
  sweep(app: AppId): Promise<number> {
    return this.#inTurn(async () => {
      let removed = 0;
      await this.#eachUnused(app, async (unused, isUsed) => {
        removed += await this.#options.embeddings.remove(app, unused, isUsed);
      });
      return removed;
    });
  }

  /** How many there are, and removes none; 0 where a sweep waits that will. */
  unused(app: AppId): Promise<number> {
    return this.#inTurn(async () => {
      let count = 0;
      if (this.#waiting.has(app)) return count;
      await this.#eachUnused(app, async (unused) => {
        count += unused.length;
      });
      return count;
    });
  }

  /** One after the other, of all apps: what is used may be some 50 MB. */
  #inTurn(work: () => Promise<number>): Promise<number> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => 0);
    return done;
  }

  async #sweepAll(): Promise<void> {
    const { pauseMs = SWEEP_PAUSE_MS, monotonicMs, log } = this.#options;
    for (;;) {
      await this.#pause(Math.max(pauseMs, this.#restUntilMs - monotonicMs()));
      const [app] = this.#waiting;
      if (app === undefined) return;
      this.#waiting.delete(app);
      const startedMs = monotonicMs();
      try {
        await this.sweep(app);
      } catch (failure) {
        if (this.#isOpen) log(`vectors of replaced sets stay for now: ${messageOf(failure)}`, { level: "warn" });
      }
      const endedMs = monotonicMs();
      this.#restUntilMs = endedMs + RESTS_PER_SWEEP * (endedMs - startedMs);
      if (this.#waiting.size === 0) return;
    }
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isHurried) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    timer.unref();
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
  }

  /** Hands out what nobody uses, some at a time, with what tells at any later moment whether somebody does by then. */
  async #eachUnused(
    app: AppId,
    take: (unused: readonly EmbeddingName[], isUsed: (name: EmbeddingName) => boolean) => Promise<void>,
  ): Promise<void> {
    const { embeddings } = this.#options;
    const used = new UsedKeys();
    this.#underWay.set(app, used);
    const isUsed = (name: EmbeddingName) => used.has(name);
    try {
      // What was announced before the sweep began is written with this, if not sooner, and so read below.
      await embeddings.remove(app, [], isUsed);
      await this.#gather(app, used);
      for (let after: EmbeddingName | null = null; ; ) {
        const names: readonly EmbeddingName[] = await embeddings.list(app, { limit: PAGE_VECTORS, after });
        const unused = names.filter((name) => !used.has(name));
        if (unused.length > 0) await take(unused, isUsed);
        await turn();
        after = names.at(-1) ?? null;
        if (after === null) return;
      }
    } finally {
      this.#underWay.delete(app);
    }
  }

  async #gather(app: AppId, used: UsedKeys): Promise<void> {
    const { memories, taught, embedders } = this.#options;
    const addTaught = async (kind: TaughtKind, signature: string) => {
      const cases = await taught.all(app, { kind, signature });
      await used.add(new Map([[embedders.tools, cases.map(({ text }) => text)]]));
    };
    await this.#eachSet(app, "toolset", async ({ definition, signature }) => {
      await used.add(this.#textsOf(definition.tools));
      await this.#addSearched(used, definition.tools);
      await addTaught("toolset", signature);
    });
    await this.#eachSet(app, "classification_set", async ({ definition, signature }) => {
      await used.add(this.#textsOf(definition.classes));
      await addTaught("classification_set", signature);
    });
    await this.#eachSet(app, "bank", async ({ signature }) => {
      const all = await memories.all(app, signature);
      await used.add(new Map([[embedders.tools, all.map(({ content }) => rememberedText(content))]]));
    });
  }

  async #addSearched(used: UsedKeys, tools: readonly Tool[]): Promise<void> {
    const { embedders } = this.#options;
    for (let from = 0; from < tools.length; from += SUMMARIES_PER_REST) {
      const some = tools.slice(from, from + SUMMARIES_PER_REST);
      await used.add(new Map([[embedders.searchedTools, some.map(summaryOf)]]));
      await used.add(new Map([[embedders.searchedExamples, some.flatMap(({ examples = [] }) => examples)]]));
    }
  }

  async #eachSet<Kind extends DefinitionKind>(
    app: AppId,
    kind: Kind,
    take: (set: StoredDefinition<Kind>) => Promise<void>,
  ): Promise<void> {
    const { definitions } = this.#options;
    for (let after: number | null = null; ; ) {
      const { items, next }: Page<StoredDefinition<Kind>> = await definitions.list(app, kind, {
        limit: PAGE_SETS,
        after,
      });
      for (const set of items) await take(set);
      if (next === null) return;
      after = next;
    }
  }

  /** By embedder, what a set has embedded. */
  #textsOf(taught: readonly Teachable[]): ReadonlyMap<string, readonly string[]> {
    const { embedders, textsOfClasses } = this.#options;
    const examples = phrasesOf(taught).map(({ text }) => text);
    if (examples.length === 0) return new Map();
    const classes = classesIn(taught);
    if (classes === null) return new Map([[embedders.tools, examples]]);
    return new Map([[embedders.classes, [...examples, ...textsOfClasses(classes)]]]);
  }
}

/** Names of vectors, as numbers: as texts those of an app with a hundred large sets would take 200 MB. */
class UsedKeys {
  readonly #byEmbedder = new Map<string, Set<number>>();

  has({ embedder, key }: EmbeddingName): boolean {
    return this.#byEmbedder.get(embedder)?.has(numberOf(key)) ?? false;
  }

  addKeys(embedder: string, keys: readonly string[]): void {
    const numbers = this.#byEmbedder.get(embedder) ?? new Set();
    this.#byEmbedder.set(embedder, numbers);
    for (const key of keys) numbers.add(numberOf(key));
  }

  /** With everything else in between. */
  async add(texts: ReadonlyMap<string, readonly string[]>): Promise<void> {
    for (const [embedder, all] of texts)
      for (let from = 0; from < all.length; from += NAMED_PER_REST) {
        this.addKeys(embedder, all.slice(from, from + NAMED_PER_REST).map(embeddingKeyOf));
        await turn();
      }
  }
}

function numberOf(key: string): number {
  return Number.parseInt(key.slice(0, NUMBER_DIGITS), 16);
}
