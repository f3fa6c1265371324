/** Learning on a real storage, with everything that a test does not care about filled in. */

import type { Clock } from "#core/ports/clock.ts";
import type { Embedder } from "#core/ports/models.ts";
import type { Storage } from "#core/ports/storage.ts";
import { KeptVectors, type KeptVectorsOptions } from "#core/sets/kept-vectors.ts";
import { Learning, type LearningOptions } from "#core/sets/learning.ts";

type Kept = Pick<Storage, "definitions" | "embeddings" | "memories">;

/** The same embedder for tools and classes; of these the labels are embedded beside their examples. */
export function openVectors(
  { definitions, embeddings, memories }: Kept,
  { id }: Pick<Embedder, "id">,
  change: Partial<KeptVectorsOptions> = {},
): KeptVectors {
  return new KeptVectors({
    embeddings,
    definitions,
    memories,
    embedders: { tools: id, classes: id },
    textsOfClasses: (classes) => classes.map(({ label }) => label),
    pauseMs: 0,
    monotonicMs: () => 0,
    log: () => {},
    ...change,
  });
}

/** One embedder compares tools and classes. */
export function openLearning(
  storage: Kept,
  clock: Pick<Clock, "monotonicMs">,
  {
    embedder,
    ...change
  }: Partial<LearningOptions> & Pick<LearningOptions, "indexes"> & { readonly embedder: Embedder },
): Learning {
  return new Learning({
    embedders: { tools: embedder, classes: embedder },
    vectors: openVectors(storage, embedder),
    definitions: storage.definitions,
    monotonicMs: () => clock.monotonicMs(),
    log: () => {},
    ...change,
  });
}
