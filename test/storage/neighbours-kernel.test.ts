import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { KernelRows, PlainRows, type VectorRows } from "#storage/embedded/vector-rows.ts";
import { expectNearest, randomNumbers, randomUnit } from "./neighbour-vectors.ts";

const DIMENSIONS = 384;
const VECTOR_BYTES = DIMENSIONS * 4;

const copied = (rows: VectorRows, vector: Float32Array, places: number) =>
  Array.from(rows.products(vector, places), (block) => [...block]).flat();

describe("the WebAssembly kernel", () => {
  test("multiplies as plain JavaScript does, to the rounding of 32 bits, in any number of dimensions and rows", () => {
    const cases = fc.record({ dimensions: fc.integer({ min: 1, max: 70 }), places: fc.nat(40), seed: fc.nat() });
    const property = fc.property(cases, ({ dimensions, places, seed }) => {
      const random = randomNumbers(seed);
      const plain = new PlainRows(dimensions, 40);
      const kernel = new KernelRows(dimensions, 40);
      for (let place = 0; place < places; place += 1) {
        const vector = randomUnit(dimensions, random);
        plain.put(place, vector);
        kernel.put(place, vector);
      }
      const query = randomUnit(dimensions, random);
      const products = copied(kernel, query, places);
      const expected = copied(plain, query, places);
      expect(products.length).toBe(places);
      products.forEach((product, place) => {
        // Of unit vectors: no sum of the parts' sizes is above 1, and each of them is rounded to 24 bits a few times.
        expect(Math.abs(product - (expected[place] as number))).toBeLessThan(32 * 2 ** -24);
      });
    });
    // Each run makes an instance with a memory of its own: cheap, but not where the machine is busy.
    fc.assert(property, { numRuns: 100 });
  }, 30_000);

  test("multiplies more rows than fit into one block, and keeps them when the memory grows", () => {
    const random = randomNumbers(3);
    const rows = new KernelRows(DIMENSIONS, 1);
    const vectors = Array.from({ length: 2_100 }, () => randomUnit(DIMENSIONS, random));
    vectors.forEach((vector, place) => {
      if (place >= rows.capacity) rows.grow(place + 100);
      rows.put(place, vector);
    });
    const query = randomUnit(DIMENSIONS, random);
    const products = copied(rows, query, vectors.length);
    expect(products.length).toBe(vectors.length);
    for (const place of [0, 1_023, 1_024, 2_047, 2_048, 2_099]) {
      const vector = vectors[place] as Float32Array;
      expect(rows.row(place)).toEqual(vector);
      expect(products[place]).toBeCloseTo(
        vector.reduce((sum, value, index) => sum + value * (query[index] as number), 0),
        6,
      );
    }
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

  test("takes at most a quarter more memory than its vectors, and gives it back when they go", () => {
    const index = new ExactIndex(DIMENSIONS);
    const random = randomNumbers(5);
    const vector = randomUnit(DIMENSIONS, random);
    for (let id = 0; id < 5_000; id += 1) {
      index.add(id, vector);
      if (id > 300) expect(index.bytes).toBeLessThan(id * (VECTOR_BYTES * 1.25 + 100) + 200_000);
    }
    for (let id = 0; id < 4_990; id += 1) index.remove(id);
    expect(index.bytes).toBeLessThan(300_000);
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
  }, 20_000);
});
