/** Whether a seed gives the same run again. */

/** Of a run: all that has happened in it, in its order, and how many steps it had. */
export interface Repeated {
  readonly hash: string;
  readonly steps: number;
}

/** A run that there was, and how often it was that one. */
export interface Kind extends Repeated {
  readonly times: number;
}

/** The runs that were unlike each other, the most frequent first: one, where all were the same. */
export function kindsOf(runs: readonly Repeated[]): readonly Kind[] {
  const alike = Map.groupBy(runs, ({ hash, steps }) => `${hash} ${steps}`);
  return [...alike.values()]
    .map((own) => ({ ...(own[0] as Repeated), times: own.length }))
    .toSorted((one, other) => other.times - one.times);
}
