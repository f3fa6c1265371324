import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Found } from "#storage/embedded/best.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { RoughRows } from "#storage/embedded/rough-rows.ts";
import { KernelRows, PlainRows } from "#storage/embedded/vector-rows.ts";
import { expectNearest, randomNumbers, randomUnit } from "./neighbour-vectors.ts";

const DIMENSIONS = 384;
const VECTOR_BYTES = DIMENSIONS * 4;

/** Places and products alike; where two products are hardly apart, the places may be exchanged. */
function expectSame(found: readonly Found[], expected: readonly Found[], size: number): void {
  expect(found.length).toBe(expected.length);
  expect(new Set(found.map(({ place }) => place)).size).toBe(found.length);
  found.forEach(({ place, product }, rank) => {
    const other = expected[rank] as Found;
    expect(Math.abs(product - other.product)).toBeLessThanOrEqual(size * 2 ** -18);
    if (Math.abs(product - other.product) > 0) return;
    const equals = expected.filter((one) => one.product === product).map((one) => one.place);
    expect(equals.length > 1 || place === other.place).toBe(true);
  });
}

describe("the WebAssembly kernel", () => {
  test("finds what plain JavaScript finds, in any number of dimensions and rows, and of any length", () => {
    const cases = fc.record({
      dimensions: fc.integer({ min: 1, max: 70 }),
      places: fc.nat(40),
      count: fc.integer({ min: 1, max: 14 }),
      seed: fc.nat(),
      size: fc.constantFrom(1e-3, 1, 300),
      spread: fc.constantFrom(0, 0.02, 1),
    });
    const property = fc.property(cases, ({ dimensions, places, count, seed, size, spread }) => {
      const random = randomNumbers(seed);
      const plain = new PlainRows(dimensions, 40);
      const kernel = new KernelRows(dimensions, 40);
      const middle = randomUnit(dimensions, random);
      // Rows that hardly differ are those that a rough look cannot tell apart.
      const near = () => randomUnit(dimensions, random).map((part, at) => size * ((middle[at] ?? 0) + spread * part));
      for (let place = 0; place < places; place += 1) {
        const vector = place % 7 === 3 ? new Float32Array(dimensions) : near();
        plain.put(place, vector);
        kernel.put(place, vector);
      }
      const query = near();
      expectSame(kernel.best(query, places, count), plain.best(query, places, count), 4 * size * size);
    });
    // Each run makes an instance with a memory of its own: cheap, but not where the machine is busy.
    fc.assert(property, { numRuns: 200 });
  }, 60_000);

  test("finds the same in vectors of so many dimensions that their sums would not fit into 32 bits", () => {
    const dimensions = 3_000;
    const plain = new PlainRows(dimensions, 3);
    const kernel = new KernelRows(dimensions, 3);
    const ones = new Float32Array(dimensions).fill(1);
    for (const [place, part] of [0.5, 1, -1].entries()) {
      plain.put(
        place,
        ones.map(() => part),
      );
      kernel.put(
        place,
        ones.map(() => part),
      );
    }
    expect(kernel.best(ones, 3, 2)).toEqual(plain.best(ones, 3, 2));
    expect(kernel.best(ones, 3, 2).map(({ place }) => place)).toEqual([1, 0]);
  });

  test("looks at more rows than fit into one block, and keeps them when the memory grows", () => {
    const random = randomNumbers(3);
    const rows = new KernelRows(DIMENSIONS, 1);
    const vectors = Array.from({ length: 2_100 }, () => randomUnit(DIMENSIONS, random));
    vectors.forEach((vector, place) => {
      if (place >= rows.capacity) rows.grow(place + 100);
      rows.put(place, vector);
    });
    for (const place of [0, 1_023, 1_024, 2_047, 2_048, 2_099]) {
      const vector = vectors[place] as Float32Array;
      expect(rows.row(place)).toEqual(vector);
      const [best] = rows.best(vector, vectors.length, 3);
      expect(best?.place).toBe(place);
      expect(best?.product).toBeCloseTo(1, 6);
    }
  });

  test("multiplies few of the rows", () => {
    const random = randomNumbers(11);
    const rough = new RoughRows(DIMENSIONS, 5_000);
    for (let place = 0; place < 5_000; place += 1) rough.put(place, randomUnit(DIMENSIONS, random));
    expect(rough.likely(randomUnit(DIMENSIONS, random), 5_000, 12).length).toBeLessThan(250);
  });
});

describe("an exact index", () => {
  test("answers alike in plain JavaScript and beyond it, whatever was added, replaced and removed", () => {
    const change = fc.record({ id: fc.nat(400), isRemoval: fc.boolean() });
    const property = fc.property(fc.array(change, { maxLength: 60 }), fc.nat(), (changes, seed) => {
      const random = randomNumbers(seed);
      const index = new ExactIndex(7);
      const vectors = new Map<number, Float32Array>();
      for (let id = 0; id < 150; id += 1) vectors.set(id, randomUnit(7, random));
      for (const [id, vector] of vectors) index.add(id, vector);
      for (const { id, isRemoval } of changes) {
        if (isRemoval) {
          index.remove(id);
          vectors.delete(id);
        } else {
          const vector = randomUnit(7, random);
          index.add(id, vector);
          vectors.set(id, vector);
        }
      }
      const query = randomUnit(7, random);
      expect(index.size).toBe(vectors.size);
      expect(new Set(index.ids())).toEqual(new Set(vectors.keys()));
      expectNearest(index.nearest(query, 12), query, vectors, 12);
    });
    fc.assert(property, { numRuns: 60 });
  });

  test("takes at most six tenths more memory than its vectors, and gives it back when they go", () => {
    const index = new ExactIndex(DIMENSIONS);
    const random = randomNumbers(5);
    const vector = randomUnit(DIMENSIONS, random);
    for (let id = 0; id < 5_000; id += 1) {
      index.add(id, vector);
      if (id > 300) expect(index.bytes).toBeLessThan(id * (VECTOR_BYTES * 1.6 + 100) + 300_000);
    }
    for (let id = 0; id < 4_990; id += 1) index.remove(id);
    expect(index.bytes).toBeLessThan(400_000);
    expect([...index.ids()].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 10 }, (_, at) => 4_990 + at),
    );
    expect(index.nearest(vector, 20).length).toBe(10);
  });

  test("that is dropped gives its memory back", async () => {
    const vector = randomUnit(DIMENSIONS, randomNumbers(9));
    const before = process.memoryUsage.rss();
    for (let round = 0; round < 40; round += 1) {
      const index = new ExactIndex(DIMENSIONS);
      for (let id = 0; id < 10_000; id += 1) index.add(id, vector);
      // The garbage collector needs a turn, as it gets one between requests.
      await Bun.sleep(1);
    }
    const perIndex = 10_000 * VECTOR_BYTES;
    expect(process.memoryUsage.rss() - before).toBeLessThan(20 * perIndex);
  }, 60_000);
});
