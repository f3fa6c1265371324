/** Learning on a real storage, with everything that a test does not care about filled in. */

import type { Clock } from "#core/ports/clock.ts";
import type { Embedder } from "#core/ports/models.ts";
import type { Storage } from "#core/ports/storage.ts";
import { KeptVectors, type KeptVectorsOptions } from "#core/sets/kept-vectors.ts";
import { Learning, type LearningOptions } from "#core/sets/learning.ts";
import { CaseBooks, type CaseBooksOptions } from "#core/teaching/case-books.ts";
import { Teaching, type TeachingOptions } from "#core/teaching/teaching.ts";

type Kept = Pick<Storage, "definitions" | "embeddings" | "learning" | "memories" | "taught">;

/** The same embedder for tools and classes; of these the labels are embedded beside their examples. */
export function openVectors(
  { definitions, embeddings, memories, taught }: Omit<Kept, "learning">,
  { id }: Pick<Embedder, "id">,
  change: Partial<KeptVectorsOptions> = {},
): KeptVectors {
  return new KeptVectors({
    embeddings,
    definitions,
    memories,
    taught,
    embedders: { tools: id, classes: id, searchedTools: id, searchedExamples: id },
    textsOfClasses: (classes) => classes.map(({ label }) => label),
    pauseMs: 0,
    monotonicMs: () => 0,
    log: () => {},
    ...change,
  });
}

/** What is taught, by whom and to whom. Every word is one of the language. */
export function openTeaching(
  { taught: store, changes }: Pick<Storage, "changes" | "taught">,
  clock: Clock,
  parts: Pick<TeachingOptions, "classificationSets" | "toolsets"> &
    Pick<CaseBooksOptions, "indexes"> & { readonly embedder: Embedder; readonly vectors: KeptVectors },
): { readonly teaching: Teaching; readonly caseBooks: CaseBooks } {
  const { toolsets, classificationSets, embedder, vectors, indexes } = parts;
  const embedding = { embedder, vectors };
  return {
    teaching: new Teaching({ store, toolsets, classificationSets, clock, embedding }),
    caseBooks: new CaseBooks({ store, embedder, vectors, indexes, changes, clock, isWord: () => true }),
  };
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
    shared: storage.learning,
    monotonicMs: () => clock.monotonicMs(),
    log: () => {},
    ...change,
  });
}
