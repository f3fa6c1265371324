/** Weighs pieces of evidence: how much each counts is fitted on texts whose answer is known. */

/** One decision among alternatives: a row of evidence for each. */
export interface Choice {
  /** Alternatives one after the other, `pieces` numbers each. */
  readonly evidence: Float32Array;
  readonly chosen: number;
  /** How many such choices it stands for; 1 when left out. */
  readonly count?: number;
}

export interface Prior {
  /** The weights where nothing is known: one for each piece of evidence. */
  readonly weights: readonly number[];
  /** How many texts' worth of trust these weights have. */
  readonly strength: number;
}

const ROUNDS_MAX = 12;
const CONVERGED = 1e-4;
const CHOICES_PER_STEP = 40;

/**
 * The weights under which the choices made are the most probable, not far from the prior; a choice's probabilities are
 * the softmax of its weighed evidence. Newton's method; yields every one or two milliseconds.
 */
export function* fitWeights(choices: readonly Choice[], prior: Prior): Generator<void, readonly number[]> {
  const pieces = prior.weights.length;
  let weights = [...prior.weights];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const slope = weights.map((weight, piece) => prior.strength * (weight - (prior.weights[piece] as number)));
    const bend = new Float64Array(pieces * pieces);
    for (let piece = 0; piece < pieces; piece += 1) bend[piece * pieces + piece] = prior.strength;
    for (const [index, choice] of choices.entries()) {
      accumulate(choice, weights, slope, bend);
      if (index % CHOICES_PER_STEP === CHOICES_PER_STEP - 1) yield;
    }
    const step = solve(bend, slope);
    // A step too long would overshoot where the evidence is one-sided.
    const scale = Math.min(1, 2 / Math.max(...step.map(Math.abs), 1e-9));
    weights = weights.map((weight, piece) => weight - scale * (step[piece] as number));
    if (Math.max(...step.map(Math.abs)) < CONVERGED) break;
  }
  return weights;
}

/** Yes or no as a choice: the evidence against nothing. */
export function yesOrNo(evidence: readonly number[], isYes: boolean, count = 1): Choice {
  return { evidence: Float32Array.from([...evidence, ...evidence.map(() => 0)]), chosen: isYes ? 0 : 1, count };
}

function accumulate(choice: Choice, weights: readonly number[], slope: number[], bend: Float64Array): void {
  const pieces = weights.length;
  const { evidence, chosen, count = 1 } = choice;
  const alternatives = evidence.length / pieces;
  const shares = new Float64Array(alternatives);
  let top = Number.NEGATIVE_INFINITY;
  for (let a = 0; a < alternatives; a += 1) {
    let sum = 0;
    for (let p = 0; p < pieces; p += 1) sum += (weights[p] as number) * (evidence[a * pieces + p] as number);
    shares[a] = sum;
    top = Math.max(top, sum);
  }
  let total = 0;
  for (let a = 0; a < alternatives; a += 1) {
    const share = Math.exp((shares[a] as number) - top);
    shares[a] = share;
    total += share;
  }
  const means = new Float64Array(pieces);
  for (let a = 0; a < alternatives; a += 1) {
    const share = (shares[a] as number) / total;
    if (share < 1e-9) continue;
    for (let p = 0; p < pieces; p += 1) {
      const value = evidence[a * pieces + p] as number;
      means[p] = (means[p] as number) + share * value;
      for (let q = 0; q < pieces; q += 1) {
        const at = p * pieces + q;
        bend[at] = (bend[at] as number) + count * share * value * (evidence[a * pieces + q] as number);
      }
    }
  }
  for (let p = 0; p < pieces; p += 1) {
    const asked = (means[p] as number) - (evidence[chosen * pieces + p] as number);
    slope[p] = (slope[p] as number) + count * asked;
    for (let q = 0; q < pieces; q += 1) {
      const at = p * pieces + q;
      bend[at] = (bend[at] as number) - count * (means[p] as number) * (means[q] as number);
    }
  }
}

/** Gauss without pivots: the matrix is symmetric and positive, since the prior stands on its diagonal. */
function solve(matrix: Float64Array, right: readonly number[]): readonly number[] {
  const size = right.length;
  const rows = right.map((value, row) => [...matrix.subarray(row * size, row * size + size), value]);
  for (const [pivot, pivotRow] of rows.entries()) {
    for (const row of rows.slice(pivot + 1)) {
      const factor = (row[pivot] as number) / (pivotRow[pivot] as number);
      for (let column = pivot; column <= size; column += 1)
        row[column] = (row[column] as number) - factor * (pivotRow[column] as number);
    }
  }
  const solved = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    const line = rows[row] as number[];
    let rest = line[size] as number;
    for (let column = row + 1; column < size; column += 1)
      rest -= (line[column] as number) * (solved[column] as number);
    solved[row] = rest / (line[row] as number);
  }
  return solved;
}
