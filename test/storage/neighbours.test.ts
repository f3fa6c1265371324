import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import type { NeighbourIndex } from "#core/ports/neighbours.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { EXACT_VECTORS_MAX } from "#storage/embedded/hnsw-index.ts";
import { openNeighbourIndexes } from "#storage/embedded/index.ts";
import { freshFolder } from "./kit.ts";

/** The same numbers at every run: a recall that failed can be looked into. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

function unit(values: Iterable<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const randomUnit = (dimensions: number, random: () => number) => unit(Array.from({ length: dimensions }, random));

function bruteForce(vectors: readonly Float32Array[], query: Float32Array): number[] {
  return vectors.map((vector) => vector.reduce((sum, value, index) => sum + value * (query[index] ?? 0), 0));
}

const addon = join(import.meta.dir, "../../dist/native/hnswlib.bin");
const hasAddon = existsSync(addon) && statSync(addon).size > 0;

describe("exact", () => {
  test("finds what comparing with every vector finds, in order", () => {
    const random = randomNumbers(7);
    const cases = fc.record({
      dimensions: fc.integer({ min: 1, max: 19 }),
      size: fc.nat(60),
      count: fc.integer({ min: -1, max: 70 }),
    });
    const property = fc.property(cases, ({ dimensions, size, count }) => {
      const index = new ExactIndex(dimensions);
      const vectors = Array.from({ length: size }, () => randomUnit(dimensions, random));
      for (const vector of vectors) index.add(vector);
      const query = randomUnit(dimensions, random);
      const similarities = bruteForce(vectors, query);
      const found = index.nearest(query, count);
      const expected = similarities.toSorted((one, other) => other - one).slice(0, Math.max(0, count));
      expect(index.size).toBe(size);
      expect(found.length).toBe(expected.length);
      found.forEach(({ ordinal, similarity }, place) => {
        expect(similarity).toBeCloseTo(expected[place] ?? Number.NaN, 5);
        expect(similarity).toBeCloseTo(similarities[ordinal] ?? Number.NaN, 5);
      });
      expect(new Set(found.map(({ ordinal }) => ordinal)).size).toBe(found.length);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test("keeps its own copy of a vector", () => {
    const index = new ExactIndex(2);
    const vector = unit([1, 0]);
    index.add(vector);
    vector.fill(0);
    expect(index.nearest(unit([1, 0]), 1)).toEqual([{ ordinal: 0, similarity: 1 }]);
  });
});

describe("of either kind", () => {
  function both(check: (index: NeighbourIndex) => void): void {
    using folder = freshFolder();
    check(new ExactIndex(3));
    check(openNeighbourIndexes({ runtimeDir: folder.path }).create(3));
  }

  test("an empty index has no neighbours, a small one has all there are", () => {
    both((index) => {
      expect(index.nearest(unit([1, 1, 1]), 5)).toEqual([]);
      index.add(unit([0, 1, 0]));
      index.add(unit([1, 0, 0]));
      expect(index.nearest(unit([1, 0, 0]), 5).map(({ ordinal }) => ordinal)).toEqual([1, 0]);
    });
  });

  test("takes finite vectors of its own dimensions only, and stays as it was", () => {
    both((index) => {
      index.add(unit([1, 0, 0]));
      const wrong = [
        [1, 0],
        [1, 0, 0, 0],
        [Number.NaN, 0, 0],
        [0, Number.POSITIVE_INFINITY, 0],
        [0, 0, -Infinity],
      ];
      for (const values of wrong) {
        expect(() => index.add(Float32Array.from(values))).toThrow(RangeError);
        expect(() => index.nearest(Float32Array.from(values), 1)).toThrow(RangeError);
      }
      expect(index.size).toBe(1);
      expect(index.nearest(unit([1, 0, 0]), 1)).toEqual([{ ordinal: 0, similarity: 1 }]);
    });
  });
});

describe("where the native library", () => {
  test.if(hasAddon)(
    "is there: 0.95 of the true ten nearest among 5,000 random vectors, none missing while it grows",
    () => {
      using folder = freshFolder();
      const dimensions = 96;
      const indexes = openNeighbourIndexes({ runtimeDir: join(folder.path, "runtime") });
      expect(indexes.kind).toBe("hnsw");
      const index = indexes.create(dimensions);
      const exact = new ExactIndex(dimensions);
      const random = randomNumbers(11);
      for (let ordinal = 0; ordinal < 5_000; ordinal += 1) {
        const vector = randomUnit(dimensions, random);
        index.add(vector);
        exact.add(vector);
        // Around the change from exact to graph, and while that catches up, the newest vector is found.
        if (ordinal % 97 === 0 && ordinal > EXACT_VECTORS_MAX - 200) {
          expect(index.nearest(vector, 1)[0]?.ordinal).toBe(ordinal);
        }
      }
      let hits = 0;
      for (let query = 0; query < 50; query += 1) {
        const vector = randomUnit(dimensions, random);
        const truth = new Map(exact.nearest(vector, 10).map(({ ordinal, similarity }) => [ordinal, similarity]));
        const found = index.nearest(vector, 10);
        expect(found.length).toBe(10);
        for (const { ordinal, similarity } of found) {
          const expected = truth.get(ordinal);
          if (expected === undefined) continue;
          hits += 1;
          expect(similarity).toBeCloseTo(expected, 5);
        }
      }
      expect(hits / 500).toBeGreaterThanOrEqual(0.95);
      expect(() => index.add(new Float32Array(dimensions).fill(Number.NaN))).toThrow(RangeError);
      expect(index.size).toBe(5_000);
    },
    30_000,
  );

  test.if(hasAddon)("was unpacked by halves, it is unpacked again, for its owner alone", async () => {
    using folder = freshFolder();
    expect(openNeighbourIndexes({ runtimeDir: folder.path }).kind).toBe("hnsw");
    const [name = ""] = await readdir(folder.path);
    expect(name).toStartWith("hnswlib-");
    expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o700);

    using other = freshFolder();
    const unpacked = join(other.path, name);
    await Bun.write(join(unpacked, "hnswlib.node"), "half");
    expect(openNeighbourIndexes({ runtimeDir: other.path }).kind).toBe("hnsw");
    expect(readFileSync(join(unpacked, "hnswlib.node"))).toEqual(readFileSync(addon));
    expect(await readdir(unpacked)).toEqual(["hnswlib.node"]);
  });

  test("cannot be unpacked, search is exact and the reason is told once", () => {
    using folder = freshFolder();
    const blocker = join(folder.path, "file");
    writeFileSync(blocker, "");
    const told: string[] = [];
    const indexes = openNeighbourIndexes({
      runtimeDir: join(blocker, "runtime"),
      log: (message) => told.push(message),
    });
    expect(indexes.kind).toBe("exact");
    const index = indexes.create(2);
    index.add(unit([1, 0]));
    indexes.create(2).add(unit([1, 0]));
    expect(index.nearest(unit([1, 0]), 1)).toEqual([{ ordinal: 0, similarity: 1 }]);
    expect(told.length).toBe(1);
    expect(told[0]).toContain("hnswlib");
  });
});
