/** Logistic regression with an L2 penalty, by Newton's method: for some dozens of features and some ten thousand rows. */
import type { Features } from "../../../src/core/semantic-cache/calls/candidates.ts";
import type { Weights } from "../../../src/core/semantic-cache/trust/score.ts";

export interface Row {
  readonly features: Features;
  readonly isRight: boolean;
  /** How often the row counts; once when left out. */
  readonly weight?: number;
}

const STEPS_MAX = 40;
const CHANGE_MIN = 1e-8;
const SPREAD_MIN = 1e-6;

/** `penalty` is of the squared weights of standardised features; the result is in the features' own units. */
export function fitLogistic(rows: readonly Row[], names: readonly string[], penalty: number): Weights {
  const { means, scales } = momentsOf(rows, names);
  const inputs = rows.map(({ features }) =>
    Float64Array.from([1, ...names.map((name, at) => ((features[name] ?? 0) - (means[at] ?? 0)) / (scales[at] ?? 1))]),
  );
  const targets = rows.map(({ isRight }) => Number(isRight));
  const fitted = newton({ inputs, targets, counts: rows.map(({ weight = 1 }) => weight) }, penalty);
  const [first = 0, ...rest] = fitted;
  const own = rest.map((weight, at) => weight / (scales[at] ?? 1));
  const intercept = own.reduce((sum, weight, at) => sum - weight * (means[at] ?? 0), first);
  return { intercept, weights: Object.fromEntries(names.map((name, at) => [name, own[at] ?? 0])) };
}

function momentsOf(rows: readonly Row[], names: readonly string[]) {
  const means = names.map((name) => rows.reduce((sum, { features }) => sum + (features[name] ?? 0), 0) / rows.length);
  const scales = names.map((name, at) => {
    const square = rows.reduce((sum, { features }) => sum + ((features[name] ?? 0) - (means[at] ?? 0)) ** 2, 0);
    return Math.sqrt(square / rows.length) || 1;
  });
  return { means, scales };
}

interface Cases {
  readonly inputs: readonly Float64Array[];
  readonly targets: readonly number[];
  readonly counts: readonly number[];
}

function newton({ inputs, targets, counts }: Cases, penalty: number): readonly number[] {
  const width = inputs[0]?.length ?? 0;
  let weights = new Float64Array(width);
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : penalty * weight));
    const curvature = Array.from({ length: width }, (_, at) => {
      const line = new Float64Array(width);
      line[at] = at === 0 ? 1e-6 : penalty;
      return line;
    });
    for (const [index, row] of inputs.entries()) {
      let sum = 0;
      for (let at = 0; at < width; at += 1) sum += (row[at] as number) * (weights[at] as number);
      const probability = 1 / (1 + Math.exp(-sum));
      const count = counts[index] ?? 1;
      const error = count * (probability - (targets[index] ?? 0));
      const spread = count * probability * (1 - probability);
      for (let at = 0; at < width; at += 1) gradient[at] = (gradient[at] as number) + error * (row[at] as number);
      // Most rows are decided after a few steps: only the way to the optimum would be another with them, not where it lies.
      if (spread < SPREAD_MIN) continue;
      for (let at = 0; at < width; at += 1) {
        const value = row[at] as number;
        const line = curvature[at] as Float64Array;
        const own = spread * value;
        for (let other = 0; other <= at; other += 1)
          line[other] = (line[other] as number) + own * (row[other] as number);
      }
    }
    const change = solved(curvature, gradient);
    weights = weights.map((weight, at) => weight - (change[at] ?? 0));
    if (Math.max(...change.map(Math.abs)) < CHANGE_MIN) break;
  }
  return [...weights];
}

/** Solves a symmetric positive definite system, of which the lower half is given, by Cholesky's method. */
function solved(matrix: readonly Float64Array[], right: Float64Array): readonly number[] {
  const size = right.length;
  const lower = matrix.map((line) => line.slice());
  const entry = (row: number, column: number) => lower[row]?.[column] ?? 0;
  for (let column = 0; column < size; column += 1) {
    for (let row = column; row < size; row += 1) {
      let sum = entry(row, column);
      for (let at = 0; at < column; at += 1) sum -= entry(row, at) * entry(column, at);
      (lower[row] as Float64Array)[column] =
        row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / entry(column, column);
    }
  }
  const forward: number[] = [];
  for (let row = 0; row < size; row += 1) {
    let sum = right[row] ?? 0;
    for (let at = 0; at < row; at += 1) sum -= entry(row, at) * (forward[at] ?? 0);
    forward.push(sum / entry(row, row));
  }
  const result = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = forward[row] ?? 0;
    for (let at = row + 1; at < size; at += 1) sum -= entry(at, row) * (result[at] ?? 0);
    result[row] = sum / entry(row, row);
  }
  return result;
}
