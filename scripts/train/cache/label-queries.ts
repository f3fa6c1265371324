/** What the cache makes of labelled texts, with few and with many of them known. */
import type { IsWord } from "#core/reading/slips.ts";
import { KnownLabels, type LabelCandidate } from "#core/semantic-cache/labels/known-labels.ts";
import type { LabelSet } from "./label-texts.ts";
import { NearestByScan, type SentenceVectors } from "./sentence-vectors.ts";

export interface LabelQuery {
  readonly set: string;
  readonly text: string;
  /** Queries of one label share a fold: none is judged by trees that were fitted on another. */
  readonly fold: number;
  readonly candidates: readonly (LabelCandidate & { readonly isRight: boolean })[];
}

/** Each is judged by trees that were fitted on the others. */
export const FOLDS = 5;
const NEIGHBOURS = 16;

export async function labelQueries(
  { name, known, asked }: LabelSet,
  vectors: SentenceVectors,
  isWord: IsWord,
): Promise<readonly LabelQuery[]> {
  const index = new NearestByScan();
  const labels = new KnownLabels({ findNearest: (vector, count) => index.nearest(vector, count), isWord });
  const places = new Map([...new Set(known.map(({ label }) => label))].map((label, place) => [label, place]));
  for (const [id, { text, label }] of known.entries()) {
    const vector = await vectors.of(text);
    index.add(id, vector);
    labels.add({ id, text, vector, answeredAt: 0, class: places.get(label) ?? null });
  }
  const queries: LabelQuery[] = [];
  for (const { text, label } of asked) {
    const { candidates } = labels.candidates(text, index.nearest(await vectors.of(text), NEIGHBOURS));
    const judged = candidates.map((candidate) => ({ ...candidate, isRight: candidate.class === places.get(label) }));
    queries.push({ set: name, text, fold: Number(Bun.hash.wyhash(label) % BigInt(FOLDS)), candidates: judged });
  }
  return queries;
}
