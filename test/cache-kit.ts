/** The semantic cache on a real storage, with everything that a test does not care about filled in. */
import type { Clock } from "#core/ports/clock.ts";
import type { Embedder } from "#core/ports/models.ts";
import type { NeighbourIndexes } from "#core/ports/neighbours.ts";
import type { Storage } from "#core/ports/storage.ts";
import { SemanticCache, type SemanticCacheOptions } from "#core/semantic-cache/semantic-cache.ts";
import type { Prior } from "#core/semantic-cache/trust/bound.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { FakeEmbedder } from "./fakes.ts";

/** Indexes that keep nothing. */
export const EXACT_INDEXES: NeighbourIndexes = {
  kind: "exact",
  create: (dimensions) => new ExactIndex(dimensions),
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

export function openCache(
  { answers, reuse: records, definitions }: Storage,
  clock: Clock,
  change: Partial<SemanticCacheOptions> & { readonly embedder?: Embedder } = {},
): SemanticCache {
  return new SemanticCache({
    answers,
    records,
    definitions,
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
    random: () => 0.5,
    log: () => {},
    ...change,
  });
}
