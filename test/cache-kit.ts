/** The semantic cache on a real storage, with everything that a test does not care about filled in. */
import { CallReuse } from "#core/answering/call-reuse.ts";
import { LabelReuse } from "#core/answering/label-reuse.ts";
import type { JsonObject } from "#core/json.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { Embedder } from "#core/ports/models.ts";
import type { NeighbourIndexes } from "#core/ports/neighbours.ts";
import type { Storage } from "#core/ports/storage.ts";
import { CachedAnswers, type CachedAnswersOptions } from "#core/semantic-cache/keeping/cached-answers.ts";
import type { Question } from "#core/semantic-cache/question.ts";
import type { Reuse } from "#core/semantic-cache/reuse.ts";
import { SemanticCache, type SemanticCacheOptions } from "#core/semantic-cache/semantic-cache.ts";
import type { Prior } from "#core/semantic-cache/trust/bound.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { RoughTable } from "#storage/embedded/rough-table.ts";
import { FakeEmbedder } from "./fakes.ts";

/** Indexes that keep nothing. */
export const EXACT_INDEXES: NeighbourIndexes = {
  kind: "exact",
  create: (dimensions) => new ExactIndex(dimensions),
  table: (dimensions) => new RoughTable(dimensions),
  load: async () => null,
  save: async () => {},
  forget: async () => {},
};

/** The same stretches of scores for all. */
export function onEveryPath(edges: readonly number[]): Prior["edges"] {
  return { template: edges, rewording: edges, none: edges, label: edges };
}

/** Every path and score was right 400 times before the first day. */
export const TRUSTING = {
  edges: onEveryPath([0, 0.5, 0.9]),
  counts: (["template", "rewording", "none", "label"] as const).flatMap((path) =>
    [0, 1, 2].map((bin) => ({ path, bin, observed: 400, wrong: 0 })),
  ),
};

type AnyOptions = CachedAnswersOptions & Omit<SemanticCacheOptions<JsonObject, Question>, "reuse" | "shared">;
export type CacheChange = Partial<AnyOptions>;

function optionsOf(
  { answers, reuse: records, definitions, questions, changes }: Storage,
  clock: Clock,
  change: CacheChange & { readonly embedder?: Embedder },
): AnyOptions {
  return {
    answers,
    records,
    definitions,
    questions,
    changes,
    clock,
    embedder: new FakeEmbedder(),
    indexes: EXACT_INDEXES,
    prior: { edges: onEveryPath([0]), counts: [] },
    enabled: true,
    errorBound: 0.005,
    verifyShare: 0,
    ttlSeconds: 86_400,
    limits: { entriesMax: 1_000, bytesMax: 67_108_864 },
    memoryBytesMax: 67_108_864,
    learnedElsewhereSecondsMax: 5,
    random: () => 0.5,
    log: () => {},
    ...change,
  };
}

/** The caches of calls and of labels, and what they share. */
export function openCaches(storage: Storage, clock: Clock, change: CacheChange = {}) {
  const options = optionsOf(storage, clock, change);
  const kept = new CachedAnswers(options);
  return {
    kept,
    calls: new SemanticCache({ ...options, shared: kept, reuse: new CallReuse(isCommonWord) }),
    labels: new SemanticCache({ ...options, shared: kept, reuse: new LabelReuse(isCommonWord) }),
  };
}

/** A cache that shares with no other, and so can do all that can be done to what is kept. */
export class LoneCache<Answer extends JsonObject, Asker extends Question> extends SemanticCache<Answer, Asker> {
  readonly #kept: CachedAnswers;

  constructor(storage: Storage, clock: Clock, reuse: Reuse<Answer, Asker>, change: CacheChange = {}) {
    const options = optionsOf(storage, clock, change);
    const kept = new CachedAnswers(options);
    super({ ...options, shared: kept, reuse });
    this.#kept = kept;
  }

  get index() {
    return this.#kept.index;
  }

  readonly correct = (...wrong: Parameters<CachedAnswers["correct"]>) => this.#kept.correct(...wrong);
  readonly forget = (...content: Parameters<CachedAnswers["forget"]>) => this.#kept.forget(...content);
  readonly errorOn = (path: Parameters<CachedAnswers["errorOn"]>[0]) => this.#kept.errorOn(path);
  readonly idle = () => this.#kept.idle();
  readonly close = () => this.#kept.close();
}
