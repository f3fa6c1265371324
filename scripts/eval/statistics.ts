import { percentile, type Share, type Sureness, shareOf } from "#core/examination/statistics.ts";

/** What one test gave of what was asked for. */
export interface Counts {
  /** Given and wanted. */
  readonly hits: number;
  /** Given, not wanted. */
  readonly spurious: number;
  /** Wanted, not given. */
  readonly missed: number;
}

const RESAMPLES = 1_000;
const SEED = 20_260_101;

/**
 * F1 over all tests together, with the 95 % percentile interval of a bootstrap over the tests; the same tests always
 * give the same interval. Null where nothing was given or wanted.
 */
export function f1Of(tests: readonly Counts[]): Share | null {
  return bootstrapped(tests, f1);
}

/**
 * The area under the ROC curve: how often a right answer is surer than a wrong one, where equal confidence counts half;
 * with the 95 % percentile interval of a bootstrap over the answers. Null where all are right, or none is.
 */
export function rankingOf(answers: readonly Sureness[]): Share | null {
  return bootstrapped(answers, ranking);
}

/** The Mann–Whitney statistic over the number of pairs, by the ranks of the right ones. */
function ranking(answers: readonly Sureness[]): number | null {
  const sorted = answers.toSorted((one, other) => one.confidence - other.confidence);
  let right = 0;
  let rankSum = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && sorted[end]?.confidence === sorted[start]?.confidence) end += 1;
    const rightHere = sorted.slice(start, end).filter((answer) => answer.right).length;
    right += rightHere;
    // Equal ones share the mean of their ranks, which count from 1.
    rankSum += (rightHere * (start + 1 + end)) / 2;
    start = end;
  }
  const wrong = sorted.length - right;
  return right === 0 || wrong === 0 ? null : (rankSum - (right * (right + 1)) / 2) / (right * wrong);
}

/** The mean of some values, and its standard error: how far it moves with other values of the same kind. */
export interface Mean {
  readonly mean: number;
  /** Null for fewer than two values. */
  readonly standardError: number | null;
}

/** Null without values. */
export function meanOf(values: readonly number[]): Mean | null {
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const standardError = values.length < 2 ? null : Math.sqrt(squares / (values.length - 1) / values.length);
  return { mean, standardError };
}

/** Null where the tests themselves give nothing; resamples that give nothing are left out. */
function bootstrapped<Test>(
  tests: readonly Test[],
  statistic: (tests: readonly Test[]) => number | null,
): Share | null {
  const share = statistic(tests);
  if (share === null) return null;
  const random = randomFrom(SEED);
  const resampled = Array.from({ length: RESAMPLES }, () =>
    statistic(tests.map(() => tests[Math.floor(random() * tests.length)] as Test)),
  ).filter((value) => value !== null);
  return { share, low: percentile(resampled, 2.5) ?? share, high: percentile(resampled, 97.5) ?? share };
}

function f1(tests: readonly Counts[]): number | null {
  let hits = 0;
  let errors = 0;
  for (const test of tests) {
    hits += test.hits;
    errors += test.spurious + test.missed;
  }
  return hits + errors === 0 ? null : (2 * hits) / (2 * hits + errors);
}

/**
 * The share of true verdicts in a table whose rows and columns were both chosen out of many, as frames and the orders
 * in them: cells of one row, and of one column, are alike. The 95 % percentile interval is of a bootstrap that draws
 * rows and columns anew, each with replacement (Owen's pigeonhole bootstrap), or Wilson's where that reaches further, as
 * in a table of equal verdicts, which looks certain to any bootstrap. Null for an empty table.
 */
export function crossedShareOf(rows: readonly (readonly boolean[])[]): Share | null {
  const columns = [...(rows[0] ?? []).keys()];
  if (columns.length === 0) return null;
  const hitsIn = (own: readonly (readonly boolean[])[], at: readonly number[]) =>
    own.reduce((sum, row) => sum + at.filter((column) => row[column]).length, 0);
  const random = randomFrom(SEED);
  const drawn = <Item>(items: readonly Item[]) => items.map(() => items[Math.floor(random() * items.length)] as Item);
  const cells = rows.length * columns.length;
  const plain = shareOf(hitsIn(rows, columns), cells);
  if (plain === null) return null;
  const resampled = Array.from({ length: RESAMPLES }, () => hitsIn(drawn(rows), drawn(columns)) / cells);
  const { share, low, high } = plain;
  return {
    share,
    low: Math.min(low, percentile(resampled, 2.5) ?? low),
    high: Math.max(high, percentile(resampled, 97.5) ?? high),
  };
}

/** Numbers from 0 to under 1, the same for the same seed: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
