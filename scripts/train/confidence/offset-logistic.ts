/** A logistic regression beside odds that are known: only what is added to them is fitted. */

export interface WeighedRow {
  /** Log-odds that stand. */
  readonly known: number;
  /** What may be added, each times its weight. */
  readonly numbers: readonly number[];
  readonly isRight: boolean;
  /** How much the row counts; 1 in the mean. */
  readonly counts: number;
}

const STEPS = 20;

/** `penalty`: of the squared weights, each taken times its number's spread. Returns a weight for each number. */
export function fitBeside(rows: readonly WeighedRow[], penalty: number): readonly number[] {
  const size = rows[0]?.numbers.length ?? 0;
  const at = [...Array(size).keys()];
  const spreads = at.map((one) => spreadOf(rows.map(({ numbers }) => numbers[one] ?? 0)));
  const scaled = rows.map((row) => ({ ...row, numbers: row.numbers.map((one, k) => one / (spreads[k] as number)) }));
  let weights = at.map(() => 0);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = weights.map((one) => penalty * one);
    const bend = at.map((i) => at.map((j) => (i === j ? penalty : 0)));
    for (const { known, numbers, isRight, counts } of scaled) {
      const odds = numbers.reduce((sum, one, k) => sum + one * (weights[k] as number), known);
      const share = 1 / (1 + Math.exp(-odds));
      for (const i of at) {
        const own = numbers[i] as number;
        slope[i] = (slope[i] as number) + counts * (share - Number(isRight)) * own;
        const row = bend[i] as number[];
        for (const j of at) row[j] = (row[j] as number) + counts * share * (1 - share) * own * (numbers[j] as number);
      }
    }
    const moved = solved(bend, slope);
    weights = weights.map((one, k) => one - (moved[k] as number));
  }
  return weights.map((one, k) => one / (spreads[k] as number));
}

function spreadOf(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const square = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / numbers.length;
  return Math.sqrt(square) + 1e-9;
}

/** By elimination: the matrix is positive. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, k) => [...row, right[k] as number]);
  for (const [k, pivot] of rows.entries()) {
    for (const other of rows.slice(k + 1)) {
      const factor = (other[k] as number) / (pivot[k] as number);
      for (const [j, value] of pivot.entries()) other[j] = (other[j] as number) - factor * value;
    }
  }
  const found = right.map(() => 0);
  for (const k of [...rows.keys()].reverse()) {
    const row = rows[k] as number[];
    const known = found.reduce((sum, one, j) => (j > k ? sum + one * (row[j] as number) : sum), 0);
    found[k] = ((row[rows.length] as number) - known) / (row[k] as number);
  }
  return found;
}
