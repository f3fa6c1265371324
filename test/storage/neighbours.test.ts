import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import type { NeighbourIndexes } from "#core/ports/neighbours.ts";
import { openNeighbourIndexes } from "#storage/embedded/index.ts";
import { freshFolder } from "./kit.ts";
import { expectNearest, randomNumbers, randomUnit, unit } from "./neighbour-vectors.ts";

const addon = join(import.meta.dir, "../../dist/native/hnswlib.bin");
const hasAddon = existsSync(addon) && statSync(addon).size > 0;

/** With the native library and without it. */
function both(name: string, check: (indexes: NeighbourIndexes) => void | Promise<void>): void {
  for (const kind of ["exact", "hnsw"] as const) {
    test.if(kind === "exact" || hasAddon)(`${name} (${kind})`, async () => {
      using folder = freshFolder();
      const runtimeDir = join(folder.path, "runtime");
      // A file where the folder should be: the library cannot be unpacked.
      if (kind === "exact") writeFileSync(runtimeDir, "");
      const indexes = openNeighbourIndexes({ runtimeDir, indexDir: join(folder.path, "indexes") });
      expect(indexes.kind).toBe(kind);
      await check(indexes);
    });
  }
}

describe("an index", () => {
  both("finds what comparing with every vector finds, in order", (indexes) => {
    const random = randomNumbers(7);
    const cases = fc.record({
      dimensions: fc.integer({ min: 1, max: 19 }),
      size: fc.nat(60),
      count: fc.integer({ min: -1, max: 70 }),
    });
    const property = fc.property(cases, ({ dimensions, size, count }) => {
      const index = indexes.create(dimensions);
      const vectors = new Map(Array.from({ length: size }, (_, place) => [place * 7, randomUnit(dimensions, random)]));
      for (const [id, vector] of vectors) index.add(id, vector);
      const query = randomUnit(dimensions, random);
      expect(index.size).toBe(size);
      expectNearest(index.nearest(query, count), query, vectors, count);
    });
    fc.assert(property, { numRuns: 100 });
  });

  both("keeps its own copy of a vector", (indexes) => {
    const index = indexes.create(2);
    const vector = unit([1, 0]);
    index.add(5, vector);
    vector.fill(0);
    expect(index.nearest(unit([1, 0]), 1)).toEqual([{ id: 5, similarity: 1 }]);
  });

  both("has no neighbours while it is empty, and all there are while it is small", (indexes) => {
    const index = indexes.create(3);
    expect(index.nearest(unit([1, 1, 1]), 5)).toEqual([]);
    index.add(8, unit([0, 1, 0]));
    index.add(0, unit([1, 0, 0]));
    expect(index.nearest(unit([1, 0, 0]), 5).map(({ id }) => id)).toEqual([0, 8]);
    expect(index.bytes).toBeGreaterThan(2 * 3 * 4);
  });

  both("replaces the vector of an id, and forgets one that is removed", (indexes) => {
    const index = indexes.create(2);
    index.add(1, unit([1, 0]));
    index.add(2, unit([0, 1]));
    index.add(1, unit([0, -1]));
    expect(index.size).toBe(2);
    expect(index.nearest(unit([0, -1]), 1)).toEqual([{ id: 1, similarity: 1 }]);
    index.remove(1);
    index.remove(1);
    index.remove(77);
    expect([index.size, index.has(1), index.has(2), [...index.ids()]]).toEqual([1, false, true, [2]]);
    expect(index.nearest(unit([0, -1]), 2).map(({ id }) => id)).toEqual([2]);
    index.add(1, unit([1, 0]));
    expect(index.nearest(unit([1, 0]), 1)).toEqual([{ id: 1, similarity: 1 }]);
  });

  both("is not kept while it is small, and saving, loading and forgetting it is no error", async (indexes) => {
    const index = indexes.create(2);
    index.add(1, unit([1, 0]));
    await indexes.save("ours", index);
    expect(await indexes.load("ours", 2)).toBeNull();
    await indexes.forget("ours");
    expect(index.nearest(unit([1, 0]), 1)).toEqual([{ id: 1, similarity: 1 }]);
  });

  both("takes finite vectors of its own dimensions under whole ids only, and stays as it was", (indexes) => {
    const index = indexes.create(3);
    index.add(0, unit([1, 0, 0]));
    const wrong = [
      [1, 0],
      [1, 0, 0, 0],
      [Number.NaN, 0, 0],
      [0, Number.POSITIVE_INFINITY, 0],
      [0, 0, -Infinity],
    ];
    for (const values of wrong) {
      expect(() => index.add(0, Float32Array.from(values))).toThrow(RangeError);
      expect(() => index.nearest(Float32Array.from(values), 1)).toThrow(RangeError);
    }
    for (const id of [-1, 0.5, Number.NaN, 2 ** 32 - 1, 2 ** 32]) {
      expect(() => index.add(id, unit([0, 1, 0]))).toThrow(RangeError);
      expect(index.has(id)).toBe(false);
    }
    expect(index.size).toBe(1);
    expect(index.nearest(unit([1, 0, 0]), 1)).toEqual([{ id: 0, similarity: 1 }]);
    index.add(2 ** 32 - 2, unit([0, 1, 0]));
    expect(index.nearest(unit([0, 1, 0]), 1)).toEqual([{ id: 2 ** 32 - 2, similarity: 1 }]);
  });
});

describe("where the native library", () => {
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
    index.add(0, unit([1, 0]));
    indexes.create(2).add(0, unit([1, 0]));
    expect(index.nearest(unit([1, 0]), 1)).toEqual([{ id: 0, similarity: 1 }]);
    expect(told.length).toBe(1);
    expect(told[0]).toContain("hnswlib");
  });
});
