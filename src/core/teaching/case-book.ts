import type { NeighbourIndex } from "../ports/neighbours.ts";
import type { Consideration, FindNearest, Knowledge, Proposal } from "../semantic-cache/knowledge.ts";
import type { Lesson } from "../semantic-cache/lesson.ts";
import { hasLiterals, type Literal, literalsOf, type SameWords } from "../semantic-cache/words/same-words.ts";
import type { Instant } from "../tenant.ts";
import { turn } from "../turn.ts";
import { countedFrom } from "./counted-days.ts";
import type { TaughtCase } from "./taught-case.ts";

/** Cases that are taken apart, and put into the index, between two chances for everything else: some 5 ms. */
const READ_PER_REST = 16;
/** So many are waited for by the question that brings them. */
const AWAITED_MAX = 64;

/** A case as it stands beside the sets that were asked together: positions are those among all of their tools, or classes. */
export interface PlacedCase {
  readonly taught: TaughtCase;
  readonly words: SameWords;
  readonly literals: readonly Literal[];
  /** Position of each call's tool, or of the label; empty for none. */
  readonly positions: readonly number[];
  /** What it says of other words; null where that is not known: several calls share what no reading can tell. */
  readonly lesson: Lesson | null;
  /** A value was worked out from the time of the teaching. */
  readonly dependsOnClock: boolean;
}

/** A case that is like a sentence. */
export interface NearCase {
  readonly placed: PlacedCase;
  /** Cosine of the two sentences. */
  readonly similarity: number;
}

/** A case with the place of its set among those asked. */
export interface CaseOfSet {
  readonly taught: TaughtCase;
  readonly set: number;
}

/** Where an answer is from that an owner taught. */
export interface TaughtBy {
  readonly case: string;
  /** Cosine of the two sentences; 1 for the same words. */
  readonly similarity: number;
}

export interface CaseBookOptions {
  readonly index: NeighbourIndex;
  /** The unit vector of a sentence that is asked. */
  readonly embed: (sentence: string) => Promise<Float32Array>;
  /** Null for what says nothing beside these sets. */
  readonly place: (of: CaseOfSet) => PlacedCase | null;
  readonly openKnowledge: (findNearest: FindNearest) => Knowledge;
}

/**
 * What the sets that are asked together were taught. Follows the store from change to change without starting over: whoever teaches
 * the thousandth case does not wait for the others again.
 */
export class CaseBook {
  readonly #options: CaseBookOptions;
  readonly #knowledge: Knowledge;
  readonly #byWords = new Map<string, PlacedCase>();
  readonly #byId = new Map<number, PlacedCase>();
  /** By the case's own id; null for those that say nothing here. */
  readonly #ids = new Map<string, number | null>();
  /** Those that are compared with nothing yet: only their very words are known. By the case's own id. */
  readonly #waiting = new Map<string, PlacedCase>();
  #comparing: Promise<void> | null = null;
  #nextId = 0;
  #revision = 0;
  #newestAt: Instant = 0;
  #following: Promise<void> = Promise.resolve();

  constructor(options: CaseBookOptions) {
    const { index, openKnowledge } = options;
    this.#options = options;
    this.#knowledge = openKnowledge((vector, count) => index.nearest(vector, count));
  }

  get size(): number {
    return this.#ids.size;
  }

  /** Whether other words are compared with all of them. */
  get isWhole(): boolean {
    return this.#waiting.size === 0;
  }

  /** Another one after every change. */
  get revision(): number {
    return this.#revision;
  }

  /** When the last of its cases was taught: what was answered before may be what it was to change. */
  get newestAt(): Instant {
    return this.#newestAt;
  }

  /** Has it hold these cases and no others. One after the other: two that follow at once would add the same ones twice. */
  bringTo(cases: readonly CaseOfSet[], vectorsOf: VectorsOf): Promise<void> {
    const step = this.#following.then(() => this.#follow(cases, vectorsOf));
    this.#following = step.catch(() => {});
    return step;
  }

  /** The case of these very words. */
  same({ words, key }: SameWords): PlacedCase | null {
    const placed = this.#byWords.get(key);
    return placed && hasLiterals({ words, key }, placed.literals) ? placed : null;
  }

  /** Of a sentence that is asked; null where that cannot be had: then its very words are all that cases answer to. */
  vectorOf(sentence: string): Promise<Float32Array | null> {
    return this.#options.embed(sentence).catch(() => null);
  }

  /** Tries again what could not be compared, without waiting. */
  goOn(vectorsOf: VectorsOf): void {
    if (this.#waiting.size > 0) void this.#compareSoon(vectorsOf);
  }

  /** What the cases say about the sentence, its vector known; null for nothing that the rules of reuse allow. */
  consider(
    sentence: string,
    vector: Float32Array,
    now: Instant,
  ): { readonly proposal: Proposal; readonly placed: PlacedCase } | null {
    const { best }: Consideration = this.#knowledge.consider(sentence, vector, now);
    const placed = best && this.#byId.get(best.id);
    return best && placed ? { proposal: best, placed } : null;
  }

  /** Nearest first. */
  nearest(vector: Float32Array, count: number): readonly NearCase[] {
    return this.#options.index.nearest(vector, count).flatMap(({ id, similarity }) => {
      const placed = this.#byId.get(id);
      return placed ? [{ placed, similarity }] : [];
    });
  }

  async #follow(cases: readonly CaseOfSet[], vectorsOf: VectorsOf): Promise<void> {
    const wanted = new Set(cases.map(({ taught }) => taught.id));
    this.#revision += 1;
    for (const [name, id] of this.#ids) if (!wanted.has(name)) this.#remove(name, id);
    const fresh = cases.filter(({ taught }) => !this.#ids.has(taught.id));
    for (const [at, one] of fresh.entries()) {
      this.#place(one);
      if (at % READ_PER_REST === READ_PER_REST - 1) await turn();
    }
    this.#newestAt = cases.reduce((newest, { taught }) => Math.max(newest, taught.taughtAt), 0);
    const compared = this.#compareSoon(vectorsOf);
    // Of many, others are compared with when they are ready: whoever asks now may know the very words.
    if (this.#waiting.size <= AWAITED_MAX) await compared;
  }

  /** Never rejects: what could not be compared waits. */
  #compareSoon(vectorsOf: VectorsOf): Promise<void> {
    this.#comparing ??= this.#compareAll(vectorsOf)
      .catch(() => {})
      .finally(() => {
        this.#comparing = null;
      });
    return this.#comparing;
  }

  async #compareAll(vectorsOf: VectorsOf): Promise<void> {
    while (this.#waiting.size > 0) {
      const some = [...this.#waiting.values()].slice(0, READ_PER_REST);
      const vectors = await vectorsOf(some.map(({ taught }) => taught.text));
      for (const [at, placed] of some.entries()) {
        // It may have been taken back meanwhile.
        if (this.#waiting.delete(placed.taught.id)) this.#compare(placed, vectors[at] as Float32Array);
      }
      await turn();
    }
  }

  /** Its very words are known from here on; it says nothing where it has no place beside these sets. */
  #place(one: CaseOfSet): void {
    const { taught } = one;
    const placed = this.#options.place(one);
    const id = placed && this.#nextId;
    this.#ids.set(taught.id, id);
    if (!placed || id === null) return;
    this.#nextId += 1;
    this.#byId.set(id, placed);
    this.#waiting.set(taught.id, placed);
    this.#hears(placed);
  }

  /** Of the same words in two sets what was taught last holds. */
  #hears(placed: PlacedCase): void {
    const { key } = placed.words;
    const before = this.#byWords.get(key);
    if (!before || before.taught.taughtAt <= placed.taught.taughtAt) this.#byWords.set(key, placed);
  }

  /** Other words are compared with it from here on. */
  #compare({ taught, lesson }: PlacedCase, vector: Float32Array): void {
    const id = this.#ids.get(taught.id);
    if (id === undefined || id === null) return;
    this.#options.index.add(id, vector);
    if (lesson) this.#knowledge.add({ id, sentence: taught.text, vector, answeredAt: countedFrom(taught), lesson });
  }

  #remove(name: string, id: number | null): void {
    this.#ids.delete(name);
    this.#waiting.delete(name);
    const placed = id === null ? undefined : this.#byId.get(id);
    if (id === null || !placed) return;
    this.#byId.delete(id);
    this.#options.index.remove(id);
    this.#knowledge.remove(id);
    const { key } = placed.words;
    if (this.#byWords.get(key) !== placed) return;
    this.#byWords.delete(key);
    for (const other of this.#byId.values()) if (other.words.key === key) this.#hears(other);
  }
}

/** Unit vectors of texts, in their order. */
type VectorsOf = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** What a case of a call or a label says of its own words: with another case of letters they would mean another value. */
export function literalsIn(words: SameWords, { right }: TaughtCase): readonly Literal[] {
  return right.kind === "label"
    ? []
    : literalsOf(
        words.words,
        right.calls.map(({ parameters }) => parameters),
      );
}
