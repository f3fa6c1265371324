import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { HnswIndex } from "#storage/embedded/hnsw-index.ts";
import { loadHnswLibrary } from "#storage/embedded/hnsw-library.ts";
import { freshFolder } from "./kit.ts";
import { expectNearest, randomNumbers, randomUnit } from "./neighbour-vectors.ts";

const folder = freshFolder();
afterAll(() => folder[Symbol.dispose]());
const library = loadHnswLibrary(join(folder.path, "runtime"));

/** Goes over to a graph at so few vectors that a property reaches all forms. */
const EXACT_MAX = 8;
const smallIndex = (dimensions: number) => {
  if (!library) throw new Error("the native library is not there");
  return new HnswIndex(library, dimensions, null, EXACT_MAX);
};

type Step =
  | { readonly do: "add" | "remove"; readonly id: number }
  | { readonly do: "search"; readonly count: number }
  | { readonly do: "write" | "wait" };

const id = fc.nat(40);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("add" as const), id }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("remove" as const), id }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("search" as const), count: fc.integer({ min: 0, max: 50 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("write" as const, "wait" as const) }) },
);

describe.if(library !== null)("a graph", () => {
  test("finds what is there and nothing else, while it grows, shrinks, is replaced and is written", async () => {
    let number = 0;
    const property = fc.asyncProperty(
      fc.array(step, { size: "max", maxLength: 300 }),
      fc.nat(),
      async (steps, seed) => {
        const random = randomNumbers(seed);
        const index = smallIndex(6);
        const vectors = new Map<number, Float32Array>();
        let writing: Promise<unknown> | null = null;
        for (const step of steps) {
          if (step.do === "add") {
            const vector = randomUnit(6, random);
            index.add(step.id, vector);
            vectors.set(step.id, vector);
          } else if (step.do === "remove") {
            index.remove(step.id);
            vectors.delete(step.id);
            expect(index.has(step.id)).toBe(false);
          } else if (step.do === "search") {
            const query = randomUnit(6, random);
            expectNearest(index.nearest(query, step.count), query, vectors, step.count);
          } else if (step.do === "write") {
            number += 1;
            writing ??= index.write(join(folder.path, `graph-${number}`));
          } else {
            await writing;
            writing = null;
          }
          expect(index.size).toBe(vectors.size);
        }
        await writing;
        expect([...index.ids()].sort()).toEqual([...vectors.keys()].sort());
      },
    );
    await fc.assert(property, { numRuns: 100 });
  }, 60_000);

  test("finds 0.95 of the true twelve nearest among random vectors, which are harder than text, and the newest one always", () => {
    const dimensions = 48;
    const random = randomNumbers(11);
    if (!library) return;
    const index = new HnswIndex(library, dimensions, null, 2_000);
    const exact = new ExactIndex(dimensions);
    for (let id = 0; id < 5_000; id += 1) {
      const vector = randomUnit(dimensions, random);
      index.add(id, vector);
      exact.add(id, vector);
      // Around the change from exact to graph, and while that catches up.
      if (id % 97 === 0 && id > 1_800) expect(index.nearest(vector, 1)[0]?.id).toBe(id);
    }
    let hits = 0;
    for (let query = 0; query < 50; query += 1) {
      const vector = randomUnit(dimensions, random);
      const truth = new Set(exact.nearest(vector, 12).map(({ id }) => id));
      const found = index.nearest(vector, 12);
      expect(found.length).toBe(12);
      hits += found.filter(({ id }) => truth.has(id)).length;
    }
    expect(hits / 600).toBeGreaterThanOrEqual(0.95);
  }, 60_000);

  test("of which most is removed is replaced, step by step, at last by nothing, and its memory goes", async () => {
    const random = randomNumbers(13);
    const index = smallIndex(6);
    const vectors = new Map(Array.from({ length: 1_500 }, (_, id) => [id, randomUnit(6, random)] as const));
    for (const [id, vector] of vectors) index.add(id, vector);
    const whole = index.bytes;
    // As many go as come: what is there stays as many, and so must the memory.
    for (let id = 1_500; id < 6_000; id += 1) {
      const vector = randomUnit(6, random);
      index.add(id, vector);
      vectors.set(id, vector);
      index.remove(id - 1_500);
      vectors.delete(id - 1_500);
      expect(index.bytes).toBeLessThan(whole * 3);
    }
    expect(index.size).toBe(1_500);
    for (let id = 4_500; id < 5_990; id += 1) {
      index.remove(id);
      vectors.delete(id);
    }
    const query = randomUnit(6, random);
    expectNearest(index.nearest(query, 20), query, vectors, 20);
    expect(index.bytes).toBeLessThan(whole / 20);
    for (let id = 5_990; id < 5_998; id += 1) index.remove(id);
    for (let id = 0; id < 20; id += 1) index.remove(id);
    expect(await index.write(join(folder.path, "none"))).toBeNull();
    expect([...index.ids()].sort()).toEqual([5_998, 5_999]);
  }, 60_000);
});
