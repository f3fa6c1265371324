/** How well each tool or label is chosen, and which are taken for which. */

/** What came where something was expected, and how often. Types, as all that is sent as JSON. */
export type Confusion = {
  readonly expected: string;
  readonly given: string;
  readonly count: number;
};

/** All 0–1; 0 where nothing was given or expected that it could be a share of. */
export type Score = {
  /** Of what was given as this, how much was this. */
  readonly precision: number;
  /** Of what was this, how much was given as this. */
  readonly recall: number;
  /** Their harmonic mean. */
  readonly f1: number;
};

export type NameScore = Score & {
  readonly name: string;
  /** How often it was expected. */
  readonly expected: number;
  readonly given: number;
  /** Both. */
  readonly right: number;
};

export interface Scores {
  /** In the order of their names. */
  readonly names: readonly NameScore[];
  /** The mean over the names: each counts as much, however rare. */
  readonly macro: Score;
  /** Over all pairs together: each answer counts as much. */
  readonly micro: Score;
  /** What there is, the right ones too; most frequent first. */
  readonly confusion: readonly Confusion[];
}

const NOTHING: Score = { precision: 0, recall: 0, f1: 0 };

/** Of pairs of what was expected and what was given. */
export function scoresOf(pairs: readonly (readonly [expected: string, given: string])[]): Scores {
  const counts = new Map<string, Confusion>();
  const totals = new Map<string, { expected: number; given: number; right: number }>();
  const totalOf = (name: string) => {
    const total = totals.get(name) ?? { expected: 0, given: 0, right: 0 };
    totals.set(name, total);
    return total;
  };
  for (const [expected, given] of pairs) {
    const key = JSON.stringify([expected, given]);
    counts.set(key, { expected, given, count: (counts.get(key)?.count ?? 0) + 1 });
    totalOf(expected).expected += 1;
    totalOf(given).given += 1;
    if (expected === given) totalOf(expected).right += 1;
  }
  const names = [...totals]
    .map(([name, total]) => ({ name, ...total, ...scoreOf(total) }))
    .sort((one, other) => compared(one.name, other.name));
  const right = names.reduce((sum, name) => sum + name.right, 0);
  return {
    names,
    macro: names.length === 0 ? NOTHING : meanOf(names),
    micro: scoreOf({ right, given: pairs.length, expected: pairs.length }),
    confusion: [...counts.values()].sort(
      (one, other) =>
        other.count - one.count || compared(one.expected, other.expected) || compared(one.given, other.given),
    ),
  };
}

function scoreOf({ right, given, expected }: Pick<NameScore, "right" | "given" | "expected">): Score {
  return {
    precision: given === 0 ? 0 : right / given,
    recall: expected === 0 ? 0 : right / expected,
    f1: given + expected === 0 ? 0 : (2 * right) / (given + expected),
  };
}

function meanOf(scores: readonly Score[]): Score {
  const mean = (of: (score: Score) => number) => scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
  return {
    precision: mean(({ precision }) => precision),
    recall: mean(({ recall }) => recall),
    f1: mean(({ f1 }) => f1),
  };
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
