/** Cosines of vectors that are kept in a quarter of their bytes. */
import { expect, test } from "bun:test";
import { roughCosine, roughly } from "#core/semantic-cache/labels/rough-vectors.ts";

const DIMENSIONS = 384;

/** Of length 1; neighbouring seeds are somewhat alike. */
function unitVector(seed: number): Float32Array {
  const values = Array.from({ length: DIMENSIONS }, (_, at) => Math.sin(at * at + seed / 3) + Math.cos(seed * at));
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

test("are those of the vectors, to some thousandths", () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const [one, other] = [unitVector(seed), unitVector(seed * 7 + 1)];
    expect(Math.abs(roughCosine(roughly(one), roughly(other)) - cosine(one, other))).toBeLessThan(0.005);
    expect(Math.abs(roughCosine(roughly(one), roughly(one)) - 1)).toBeLessThan(0.005);
  }
});

test("of a vector without a length are 0", () => {
  const nothing = roughly(new Float32Array(DIMENSIONS));
  expect(roughCosine(nothing, roughly(unitVector(1)))).toBe(0);
});
