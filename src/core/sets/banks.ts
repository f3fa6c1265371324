import { randomBase62 } from "../access/api-key.ts";
import { checkedMemory, type Memory, type MemoryInput, rememberedText } from "../bank.ts";
import { AppError } from "../errors.ts";
import { FairCache } from "../fair-cache.ts";
import { LIMITS } from "../limits.ts";
import type { Page } from "../page.ts";
import type { Clock } from "../ports/clock.ts";
import type { MemoryStore } from "../ports/memory-store.ts";
import type { Embedder } from "../ports/models.ts";
import type { NeighbourIndex, NeighbourIndexes } from "../ports/neighbours.ts";
import type { AppId, Principal } from "../tenant.ts";
import { turn } from "../turn.ts";
import { embeddingKeyOf } from "./embedding-key.ts";
import type { KeptVectors } from "./kept-vectors.ts";
import type { Registry } from "./registry.ts";

/** Banks whose index is kept in memory, all apps together. One that goes is read again when needed. */
const INDEXED_BANKS_MAX = 256;
/** The same for their memories, 1.5 kB each and their text. */
const INDEXED_MEMORIES_MAX = 200_000;
/** Memories read, and put into an index, between two chances for everything else: some 5 ms. */
const READ_PER_REST = 256;
/** Memories without an embedding (the model was replaced) that one recall embeds; the next ones go on. About 5 ms each. */
const EMBEDDED_AT_ONCE_MAX = 64;

/** A memory that is near to a query. */
export interface Recollection {
  /** Null for what a set was taught. */
  readonly bank: string | null;
  readonly memory: Memory;
  /** Cosine similarity, −1 to 1. */
  readonly similarity: number;
  /** Names of the tools that the bank has examples of, near or not. */
  readonly taught: ReadonlySet<string>;
}

/** The named banks, as they were when the request came. */
export interface Recall {
  /** Changes with every change of any of the banks. */
  readonly versions: readonly string[];
  nearest(text: string, count: number): Promise<readonly Recollection[]>;
}

export interface BanksOptions {
  readonly registry: Registry<"bank">;
  readonly memories: MemoryStore;
  readonly embedder: Embedder;
  readonly vectors: Pick<KeptVectors, "read" | "sweepSoon" | "write">;
  readonly indexes: NeighbourIndexes;
  readonly clock: Clock;
}

/** Memory banks: what apps want remembered, and what of it is near to a query. */
export class Banks {
  readonly registry: Registry<"bank">;
  readonly #options: BanksOptions;
  readonly #indexed: FairCache<BankIndex>;

  constructor(options: BanksOptions) {
    this.#options = options;
    this.#indexed = new FairCache({
      weightMax: INDEXED_MEMORIES_MAX,
      weigh: ({ size }) => Math.max(size, INDEXED_MEMORIES_MAX / INDEXED_BANKS_MAX),
      monotonicMs: () => options.clock.monotonicMs(),
    });
    this.registry = options.registry;
  }

  static newId(): string {
    return `bank_${randomBase62(20)}`;
  }

  /** Remembered from the next request on. Throws `not_found`, or `validation_error` when the bank is full. */
  async addMemory(principal: Principal, bank: string, input: MemoryInput): Promise<Memory> {
    const { memories } = this.#options;
    checkedMemory(input);
    await this.registry.find(principal.app, bank);
    const memory = await this.drafted(principal.app, input);
    const outcome = await memories.add(principal.app, bank, memory, LIMITS.memoriesPerBankMax);
    if (outcome === "not_found") throw unknownBank(bank);
    if (outcome === "full") {
      const { memoriesPerBankMax: max } = LIMITS;
      throw new AppError("validation_error", `the bank "${bank}" is full`, {
        details: { bank: `holds ${max}/${max} memories` },
      });
    }
    return memory;
  }

  /** What would be stored, embedded already; nothing is. Throws `validation_error`. */
  async drafted(app: AppId, input: MemoryInput): Promise<Memory> {
    const { embedder, vectors, clock } = this.#options;
    const memory: Memory = { id: `mem_${randomBase62(20)}`, content: checkedMemory(input), createdAt: clock.now() };
    const text = textOf(memory);
    const [vector] = await embedder.embed([text], "interactive", app);
    if (vector) await vectors.write(app, embedder.id, new Map([[embeddingKeyOf(text), vector]]));
    return memory;
  }

  /** Oldest first. */
  async listMemories(
    principal: Principal,
    bank: string,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<Memory>> {
    const found = await this.#options.memories.list(principal.app, bank, page);
    if (!found) throw unknownBank(bank);
    return found;
  }

  async removeMemory(principal: Principal, bank: string, memory: string): Promise<void> {
    await this.registry.find(principal.app, bank);
    const { memories, vectors, clock } = this.#options;
    if (await memories.remove(principal.app, bank, memory, clock.now())) {
      vectors.sweepSoon(principal.app);
      return;
    }
    throw new AppError("not_found", `the memory "${memory}" does not exist in the bank "${bank}"`);
  }

  /** Throws `not_found` for a bank of another app as for none at all. */
  async recall(app: AppId, banks: readonly string[]): Promise<Recall> {
    const found = await Promise.all(
      [...new Set(banks)].map(async (id) => ({ id, ...(await this.registry.find(app, id)) })),
    );
    return {
      versions: found.map(({ id, revision }) => `${id} ${revision}`),
      nearest: async (text, count) => {
        if (found.length === 0) return [];
        const indexes = await Promise.all(found.map(({ id, revision }) => this.#index(app, id, revision)));
        if (indexes.every((index) => index.size === 0)) return [];
        const [vector] = await this.#options.embedder.embed([text], "interactive", app);
        if (!vector) return [];
        const near = indexes.flatMap((index, position) =>
          index
            .nearest(vector, count)
            .map((item) => ({ ...item, bank: (found[position] as { id: string }).id, taught: index.taught })),
        );
        return near.sort(nearestAndNewestFirst).slice(0, count);
      },
    };
  }

  /** The bank's index as of this revision or later. */
  async #index(app: AppId, bank: string, revision: number): Promise<BankIndex> {
    const { embedder, indexes, memories } = this.#options;
    const known = this.#indexed.get(app, bank);
    const current = known ?? new BankIndex(indexes.create(embedder.dimensions));
    if (!known) this.#indexed.set(app, bank, current);
    const { size } = current;
    await current.bringTo(revision, {
      all: () => memories.all(app, bank),
      vectors: (texts) => this.#vectors(app, texts),
    });
    // It may take more room now, unless another has come in its place meanwhile.
    if (current.size !== size && this.#indexed.peek(app, bank) === current) this.#indexed.set(app, bank, current);
    return current;
  }

  /** Of each text, by `embeddingKeyOf`; some may be left out for now. */
  async #vectors(app: AppId, texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const { embedder, vectors: kept } = this.#options;
    const known = new Map<string, Float32Array>();
    for (let from = 0; from < texts.length; from += READ_PER_REST) {
      const keys = texts.slice(from, from + READ_PER_REST).map(embeddingKeyOf);
      for (const [key, vector] of await kept.read(app, embedder.id, keys)) known.set(key, vector);
      if (keys.length === READ_PER_REST) await turn();
    }
    const unknown = texts.filter((text) => !known.has(embeddingKeyOf(text))).slice(0, EMBEDDED_AT_ONCE_MAX);
    if (unknown.length === 0) return known;
    const vectors = await embedder.embed(unknown, "interactive", app);
    const fresh = new Map(unknown.map((text, position) => [embeddingKeyOf(text), vectors[position] as Float32Array]));
    await kept.write(app, embedder.id, fresh);
    return new Map([...known, ...fresh]);
  }
}

interface BankSource {
  readonly all: () => Promise<readonly Memory[]>;
  readonly vectors: (texts: readonly string[]) => Promise<ReadonlyMap<string, Float32Array>>;
}

/** The memories of one bank by nearness. Follows the bank from revision to revision without starting over. */
class BankIndex {
  readonly #index: NeighbourIndex;
  /** By their ids in the index, which are never used again. */
  readonly #memories = new Map<number, Memory>();
  /** By the memory's own id. */
  readonly #ids = new Map<string, number>();
  #nextId = 0;
  #revision = -1;
  #taught: ReadonlySet<string> = new Set();
  #following: Promise<void> = Promise.resolve();

  constructor(index: NeighbourIndex) {
    this.#index = index;
  }

  get size(): number {
    return this.#index.size;
  }

  /** Names of the tools that its memories are examples of. */
  get taught(): ReadonlySet<string> {
    return this.#taught;
  }

  /** One after the other: two that follow at once would add the same memories twice. */
  bringTo(revision: number, source: BankSource): Promise<void> {
    const step = this.#following.then(() => this.#follow(revision, source));
    this.#following = step.catch(() => {});
    return step;
  }

  nearest(vector: Float32Array, count: number): readonly Omit<Recollection, "bank" | "taught">[] {
    return this.#index.nearest(vector, count).flatMap(({ id, similarity }) => {
      const memory = this.#memories.get(id);
      return memory ? [{ memory, similarity }] : [];
    });
  }

  async #follow(revision: number, source: BankSource): Promise<void> {
    if (this.#revision >= revision) return;
    const all = await source.all();
    this.#taught = new Set(all.flatMap(({ content }) => (content.kind === "example" ? [content.tool] : [])));
    this.#keepOnly(new Set(all.map((memory) => memory.id)));
    const fresh = all.filter((memory) => !this.#ids.has(memory.id));
    const vectors = await source.vectors(fresh.map(textOf));
    for (const memory of fresh) {
      const vector = vectors.get(embeddingKeyOf(textOf(memory)));
      if (!vector) continue;
      this.#index.add(this.#nextId, vector);
      this.#memories.set(this.#nextId, memory);
      this.#ids.set(memory.id, this.#nextId);
      this.#nextId += 1;
      if (this.#nextId % READ_PER_REST === 0) await turn();
    }
    this.#revision = this.size === all.length ? revision : -1;
  }

  #keepOnly(present: ReadonlySet<string>): void {
    for (const [memory, id] of this.#ids) {
      if (present.has(memory)) continue;
      this.#index.remove(id);
      this.#memories.delete(id);
      this.#ids.delete(memory);
    }
  }
}

/** What was said last about the same words goes before what was said then: a correction before the mistake. */
function nearestAndNewestFirst(one: Recollection, other: Recollection): number {
  return other.similarity - one.similarity || other.memory.createdAt - one.memory.createdAt;
}

function textOf({ content }: Memory): string {
  return rememberedText(content);
}

function unknownBank(bank: string): AppError {
  return new AppError("not_found", `the bank "${bank}" does not exist or is not assigned to this app`);
}
