import { FairCache } from "../fair-cache.ts";
import type { TimeZone } from "../local-time.ts";
import type { ChangeCounter } from "../ports/change-counter.ts";
import type { Clock } from "../ports/clock.ts";
import type { StoredDefinition } from "../ports/definition-store.ts";
import type { Embedder } from "../ports/models.ts";
import type { NeighbourIndexes } from "../ports/neighbours.ts";
import type { TaughtCaseStore, TaughtSet } from "../ports/taught-case-store.ts";
import type { IsWord } from "../reading/slips.ts";
import type { FindNearest } from "../semantic-cache/knowledge.ts";
import { knowledgeOfCalls, knowledgeOfLabels } from "../semantic-cache/open-knowledge.ts";
import { RULES_FOR_CASES } from "../semantic-cache/rules/rules.ts";
import { embeddingKeyOf } from "../sets/embedding-key.ts";
import type { KeptVectors } from "../sets/kept-vectors.ts";
import type { AppId } from "../tenant.ts";
import { CaseBook, type CaseBookOptions } from "./case-book.ts";
import { placingCalls, placingLabels } from "./placed-cases.ts";
import type { TaughtCase } from "./taught-case.ts";

/** Cases that are kept in memory, all apps together: some 5 kB each with their vector. A book without any counts as one. */
const KNOWN_CASES_MAX = 50_000;

export interface CaseBooksOptions {
  readonly store: Pick<TaughtCaseStore, "all">;
  readonly embedder: Embedder;
  readonly vectors: Pick<KeptVectors, "read" | "write">;
  readonly indexes: NeighbourIndexes;
  readonly changes: ChangeCounter;
  readonly clock: Pick<Clock, "monotonicMs">;
  /** Whether a word is one of the language; others may be slips of the finger. */
  readonly isWord: IsWord;
}

interface KnownBook {
  readonly book: CaseBook;
  /** Of the app, when it was brought to them. */
  readonly changes: number;
  readonly size: number;
}

interface KnownCases {
  /** Of the app, when they were read. */
  readonly changes: number;
  readonly cases: readonly TaughtCase[];
}

/** What sets were taught, ready to be asked. */
export class CaseBooks {
  readonly #options: CaseBooksOptions;
  readonly #cases: FairCache<KnownCases>;
  readonly #books: FairCache<KnownBook>;

  constructor(options: CaseBooksOptions) {
    this.#options = options;
    const monotonicMs = () => options.clock.monotonicMs();
    this.#cases = new FairCache({ weightMax: KNOWN_CASES_MAX, weigh: ({ cases }) => 1 + cases.length, monotonicMs });
    this.#books = new FairCache({ weightMax: KNOWN_CASES_MAX, weigh: ({ size }) => 1 + size, monotonicMs });
  }

  /** What the toolsets were taught; null where that is nothing, which costs next to nothing to know. */
  calls(app: AppId, toolsets: readonly StoredDefinition<"toolset">[], zone: TimeZone): Promise<CaseBook | null> {
    return this.#book(app, "toolset", toolsets, zone, () => {
      const tools = toolsets.flatMap(({ definition }) => definition.tools);
      const { isWord } = this.#options;
      const openKnowledge = (findNearest: FindNearest) =>
        knowledgeOfCalls({ tools, findNearest, isWord, zone, rules: RULES_FOR_CASES });
      return { place: placingCalls(toolsets, zone), openKnowledge };
    });
  }

  /** The same of a classification set. */
  labels(app: AppId, set: StoredDefinition<"classification_set">): Promise<CaseBook | null> {
    return this.#book(app, "classification_set", [set], "", () => {
      const openKnowledge = (findNearest: FindNearest) => knowledgeOfLabels(findNearest, this.#options.isWord);
      return { place: placingLabels(set.definition), openKnowledge };
    });
  }

  async #book(
    app: AppId,
    kind: TaughtSet["kind"],
    sets: readonly Pick<StoredDefinition<TaughtSet["kind"]>, "contentHash" | "signature">[],
    zone: string,
    making: () => Pick<CaseBookOptions, "openKnowledge" | "place">,
  ): Promise<CaseBook | null> {
    const { embedder, indexes, changes } = this.#options;
    const changesThen = changes.of(app);
    const cases = await Promise.all(sets.map(({ signature }) => this.#casesOf(app, { kind, signature }, changesThen)));
    if (cases.every(({ length }) => length === 0)) return null;
    const name = `${kind} ${zone} ${sets.map(({ signature, contentHash }) => `${signature} ${contentHash}`).join(" ")}`;
    const embed = (sentence: string) => this.#embedded(app, sentence);
    const known = this.#books.get(app, name);
    const vectorsOf = (texts: readonly string[]) => this.#vectors(app, texts);
    if (known?.changes === changesThen) {
      known.book.goOn(vectorsOf);
      return known.book;
    }
    const book = known?.book ?? new CaseBook({ ...making(), index: indexes.create(embedder.dimensions), embed });
    await book.bringTo(
      cases.flatMap((some, set) => some.map((taught) => ({ taught, set }))),
      vectorsOf,
    );
    this.#books.set(app, name, { book, changes: changesThen, size: book.size });
    return book;
  }

  async #casesOf(app: AppId, set: TaughtSet, changes: number): Promise<readonly TaughtCase[]> {
    const name = `${set.kind} ${set.signature}`;
    const known = this.#cases.get(app, name);
    if (known?.changes === changes) return known.cases;
    const cases = await this.#options.store.all(app, set);
    this.#cases.set(app, name, { changes, cases });
    return cases;
  }

  async #embedded(app: AppId, text: string): Promise<Float32Array> {
    const [vector] = await this.#options.embedder.embed([text], "interactive", app);
    if (!vector) throw new Error("the embedder returned nothing for one text");
    return vector;
  }

  /** Those that are not kept, as of cases that were taught without a server, are embedded while nothing else is. */
  async #vectors(app: AppId, texts: readonly string[]): Promise<readonly Float32Array[]> {
    const { embedder, vectors: kept } = this.#options;
    const keys = texts.map(embeddingKeyOf);
    const known = await kept.read(app, embedder.id, keys);
    const missing = texts.filter((_, at) => !known.has(keys[at] as string));
    const made = missing.length === 0 ? [] : await embedder.embed(missing, "background", app);
    const fresh = new Map(missing.map((text, at) => [embeddingKeyOf(text), made[at] as Float32Array]));
    if (fresh.size > 0) await kept.write(app, embedder.id, fresh);
    return keys.map((key) => (known.get(key) ?? fresh.get(key)) as Float32Array);
  }
}
