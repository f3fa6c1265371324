/** The inner product of two vectors of one length, an even one; of unit vectors their cosine, -1 to 1. */
export function dot(one: Float32Array, other: Float32Array): number {
  // Two sums that do not wait for each other take half the time.
  let even = 0;
  let odd = 0;
  for (let d = 0; d < one.length; d += 2) {
    even += (one[d] as number) * (other[d] as number);
    odd += (one[d + 1] as number) * (other[d + 1] as number);
  }
  return even + odd;
}

/** The probability that log-odds stand for: 0 to 1. */
export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
