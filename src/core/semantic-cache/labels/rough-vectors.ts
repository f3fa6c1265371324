/** Vectors in a quarter of their bytes: how like two known texts are needs no more than two digits. */

export interface RoughVector {
  /** −127 to 127. */
  readonly steps: Int8Array;
  /** What one step is worth. */
  readonly step: number;
}

const STEPS = 127;

export function roughly(vector: Float32Array): RoughVector {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = largest === 0 ? 1 : largest / STEPS;
  return { steps: Int8Array.from(vector, (value) => Math.round(value / step)), step };
}

/** The cosine of what were unit vectors, to some thousandths. */
export function roughCosine(one: RoughVector, other: RoughVector): number {
  let sum = 0;
  for (let at = 0; at < one.steps.length; at += 1) sum += (one.steps[at] ?? 0) * (other.steps[at] ?? 0);
  return sum * one.step * other.step;
}
