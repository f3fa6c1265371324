/** The Beta distribution: what is known of a share after so many successes and failures. */

/** Lanczos' coefficients for g = 7, good to 15 digits. */
const LANCZOS: readonly number[] = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];
const FRACTION_STEPS_MAX = 300;
const FRACTION_PRECISION = 1e-14;
/** Halvings of the interval from 0 to 1: what is left is smaller than any share that matters. */
const HALVINGS = 60;
const TINY = 1e-300;

/** The probability that a share that is Beta(alpha, beta) is at most `share`. */
export function betaAtMost(share: number, alpha: number, beta: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  const front = Math.exp(
    logGamma(alpha + beta) - logGamma(alpha) - logGamma(beta) + alpha * Math.log(share) + beta * Math.log1p(-share),
  );
  // The fraction converges fast on one side of the mean; the other side is its mirror image.
  return share < (alpha + 1) / (alpha + beta + 2)
    ? (front * continuedFraction(share, alpha, beta)) / alpha
    : 1 - (front * continuedFraction(1 - share, beta, alpha)) / beta;
}

/** The share that a Beta(alpha, beta) is at most with this probability. */
export function betaQuantile(probability: number, alpha: number, beta: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (betaAtMost(middle, alpha, beta) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The continued fraction of the incomplete beta function, by Lentz's method. */
function continuedFraction(share: number, alpha: number, beta: number): number {
  const away = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / away(1 - ((alpha + beta) * share) / (alpha + 1));
  let result = d;
  for (let step = 1; step <= FRACTION_STEPS_MAX; step += 1) {
    const twice = 2 * step;
    const even = (step * (beta - step) * share) / ((alpha + twice - 1) * (alpha + twice));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(alpha + step) * (alpha + beta + step) * share) / ((alpha + twice) * (alpha + twice + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const change = d * c;
    result *= change;
    if (Math.abs(change - 1) < FRACTION_PRECISION) break;
  }
  return result;
}

function logGamma(value: number): number {
  if (value < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * value)) - logGamma(1 - value);
  const x = value - 1;
  const t = x + 7.5;
  const sum = LANCZOS.reduce((total, coefficient, place) => (place === 0 ? total : total + coefficient / (x + place)));
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum);
}
