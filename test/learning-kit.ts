/** Learning on a real storage, with everything that a test does not care about filled in. */

import type { Clock } from "#core/ports/clock.ts";
import type { Embedder } from "#core/ports/models.ts";
import type { Storage } from "#core/ports/storage.ts";
import { Learning, type LearningOptions } from "#core/sets/learning.ts";

/** One embedder compares tools and classes. */
export function openLearning(
  { embeddings }: Pick<Storage, "embeddings">,
  clock: Pick<Clock, "monotonicMs">,
  {
    embedder,
    ...change
  }: Partial<LearningOptions> & Pick<LearningOptions, "indexes"> & { readonly embedder: Embedder },
): Learning {
  return new Learning({
    embedders: { tools: embedder, classes: embedder },
    embeddings,
    monotonicMs: () => clock.monotonicMs(),
    log: () => {},
    ...change,
  });
}
