/** Whether a figure rises: by Theil and Sen, whose slope a few outliers, a collection of garbage or a checkpoint, do not move. */

export interface Point {
  readonly atSeconds: number;
  readonly value: number;
}

/** More pairs say nothing more, and take long: of so many points at most, evenly spread. */
const POINTS_MAX = 400;

/** The median of the slopes of all pairs of points, a second. NaN for fewer than two. */
export function theilSenSlope(points: readonly Point[]): number {
  const step = Math.max(1, points.length / POINTS_MAX);
  const chosen = Array.from(
    { length: Math.floor(points.length / step) },
    (_, at) => points[Math.floor(at * step)] as Point,
  );
  const slopes = chosen.flatMap((one, at) =>
    chosen.slice(at + 1).flatMap((other) => {
      const seconds = other.atSeconds - one.atSeconds;
      return seconds > 0 ? [(other.value - one.value) / seconds] : [];
    }),
  );
  return medianOf(slopes);
}

/** NaN for none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN, sorted[middle] ?? Number.NaN];
  return (low + high) / 2;
}
