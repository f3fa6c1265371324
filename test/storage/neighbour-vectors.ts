import { expect } from "bun:test";
import type { Neighbour } from "#core/ports/neighbours.ts";

/** Vectors to be neighbours, the same at every run: a recall that failed can be looked into. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

export function unit(values: Iterable<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export const randomUnit = (dimensions: number, random: () => number) =>
  unit(Array.from({ length: dimensions }, random));

/** By id; the plainest way there is. */
function similaritiesTo(query: Float32Array, vectors: ReadonlyMap<number, Float32Array>): ReadonlyMap<number, number> {
  return new Map(
    Array.from(vectors, ([id, vector]) => [
      id,
      vector.reduce((sum, value, place) => sum + value * (query[place] ?? 0), 0),
    ]),
  );
}

/** Which of two equally near ones comes first is nobody's business; how near each place is, is. */
export function expectNearest(
  found: readonly Neighbour[],
  query: Float32Array,
  vectors: ReadonlyMap<number, Float32Array>,
  count: number,
): void {
  const truth = similaritiesTo(query, vectors);
  const nearest = [...truth.values()].sort((one, other) => other - one).slice(0, Math.max(0, count));
  expect(found.length).toBe(nearest.length);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  found.forEach(({ id, similarity }, place) => {
    expect(similarity).toBeCloseTo(nearest[place] ?? Number.NaN, 5);
    expect(similarity).toBeCloseTo(truth.get(id) ?? Number.NaN, 5);
  });
}

/** The same vector for the same number, in every process. */
export function numberedVector(dimensions: number, number: number): Float32Array {
  return randomUnit(dimensions, randomNumbers(Math.imul(number + 1, 2_654_435_761)));
}
