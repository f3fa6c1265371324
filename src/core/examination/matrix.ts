/** Which tools or labels a matrix of confusions shows. */
import type { Confusion, NameScore } from "./scores.ts";

/** Tools or labels of one matrix: more than that nobody can read. */
const MATRIX_NAMES_MAX = 24;

/** All, in the order of their names; where they are too many, those that are mixed up most and no other. */
export function namesOfMatrix(names: readonly NameScore[], confusion: readonly Confusion[]): readonly string[] {
  if (names.length <= MATRIX_NAMES_MAX) return names.map(({ name }) => name);
  const mixedUp = new Map<string, number>();
  for (const { expected, given, count } of confusion) {
    if (expected === given) continue;
    for (const name of [expected, given]) mixedUp.set(name, (mixedUp.get(name) ?? 0) + count);
  }
  const timesOf = (name: string) => mixedUp.get(name) ?? 0;
  const confused = names.filter(({ name }) => timesOf(name) > 0);
  return (confused.length > 0 ? confused : names)
    .toSorted((one, other) => timesOf(other.name) - timesOf(one.name) || other.expected - one.expected)
    .slice(0, MATRIX_NAMES_MAX)
    .map(({ name }) => name)
    .sort();
}
