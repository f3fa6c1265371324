/** A share with its 95 % Wilson interval: unlike the usual one, right for few tests and near 0 and 1. All 0–1. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

const Z_95 = 1.959963984540054;

/** Null where nothing was tested. Throws a RangeError for more right ones than tests. */
export function shareOf(right: number, tests: number): Share | null {
  if (right < 0 || right > tests) throw new RangeError(`${right} of ${tests}`);
  if (tests === 0) return null;
  const share = right / tests;
  const z2 = Z_95 ** 2;
  const middle = (share + z2 / (2 * tests)) / (1 + z2 / tests);
  const half = (Z_95 / (1 + z2 / tests)) * Math.sqrt((share * (1 - share)) / tests + z2 / (4 * tests ** 2));
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The smallest value that at least `percent` of the values do not exceed; null without values. */
export function percentile(values: readonly number[], percent: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? null;
}

/** How sure one answer was, and whether it was right. */
export interface Sureness {
  /** 0–1. */
  readonly confidence: number;
  readonly right: boolean;
}

/**
 * McNemar's exact test of two answerers on the same tests: the probability, 0–1, that tests on which only one of the two was right
 * fall so unevenly, or more, where both are as good. `onlyFirst`, `onlySecond`: how many tests only that one had right. 1 for none.
 */
export function mcnemarExact(onlyFirst: number, onlySecond: number): number {
  const tests = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  // In logarithms: of thousands of tests each term by itself is smaller than what a number can hold.
  let logTerm = -tests * Math.LN2;
  const terms = [logTerm];
  for (let count = 1; count <= fewer; count += 1) {
    logTerm += Math.log(tests - count + 1) - Math.log(count);
    terms.push(logTerm);
  }
  const largest = logTerm;
  const sum = terms.reduce((total, term) => total + Math.exp(term - largest), 0);
  return Math.min(1, 2 * sum * Math.exp(largest));
}
