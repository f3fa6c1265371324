/** What a soak's figures say: pure functions of what was seen. */
import { percentile } from "#core/examination/statistics.ts";

/** One request of the app that is watched. */
export interface Answered {
  /** When it should have been sent, in seconds since the first: lateness of any cause is part of what it took. */
  readonly dueSeconds: number;
  readonly tookMs: number;
  readonly kind: string;
  /** Null for an answer as it should be. */
  readonly failure: string | null;
}

export interface Times {
  readonly count: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
}

/** NaN where nothing was asked. */
export function timesOf(answers: readonly Answered[]): Times {
  const took = answers.map(({ tookMs }) => tookMs);
  const at = (percent: number) => percentile(took, percent) ?? Number.NaN;
  const failed = answers.filter(({ failure }) => failure !== null).length;
  return { count: took.length, failed, p50Ms: at(50), p99Ms: at(99), worstMs: at(100) };
}

/** One look at the server. */
export interface Look {
  readonly atSeconds: number;
  readonly residentMib: number;
  readonly descriptors: number;
  readonly files: number;
  readonly folderMib: number;
}

export type Figure = Exclude<keyof Look, "atSeconds">;

/** By so much a figure may rise in a third of the soak and still be called flat: a timer, a log that is turned, a page cache. */
const RISE_MAX: Readonly<Record<Figure, number>> = { residentMib: 32, descriptors: 16, files: 4, folderMib: 64 };
/** Of the deviations from a straight line, as many standard deviations are noise. */
const NOISE_DEVIATIONS = 2;

export interface Trend {
  /** Of a straight line through the last third, from its beginning to its end. */
  readonly rise: number;
  readonly riseMax: number;
  readonly isFlat: boolean;
}

/** Whether the figure still rises in the last third of the looks. Fewer than three of them there tell nothing: not flat. */
export function trendOf(looks: readonly Look[], figure: Figure): Trend {
  const last = looks.slice(Math.floor((2 * looks.length) / 3));
  const { slope, deviation } = lineThrough(last.map((look) => [look.atSeconds, look[figure]]));
  const seconds = (last.at(-1)?.atSeconds ?? Number.NaN) - (last[0]?.atSeconds ?? Number.NaN);
  const rise = slope * seconds;
  const riseMax = Math.max(RISE_MAX[figure], NOISE_DEVIATIONS * deviation);
  return { rise, riseMax, isFlat: last.length >= 3 && rise <= riseMax };
}

/** By least squares; `deviation` is the standard deviation of what is left. NaN for fewer than two points. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): {
  readonly slope: number;
  readonly deviation: number;
} {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const products = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const slope = products / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const left = points.map(([x, y]) => (y - meanY - slope * (x - meanX)) ** 2);
  return { slope, deviation: Math.sqrt(mean(left)) };
}

/** The attack may make the watched app's 99th percentile so many times what it is in calm. */
export const SLOWER_TIMES_MAX = 2;

/** What does not hold, in words; empty where all does. */
export function complaintsOf(
  calm: readonly Answered[],
  attacked: readonly Answered[],
  looks: readonly Look[],
): readonly string[] {
  const [before, during] = [timesOf(calm), timesOf(attacked)];
  const failures = [...new Set([...calm, ...attacked].flatMap(({ failure }) => failure ?? []))];
  const unanswered = before.failed + during.failed;
  const p99MsMax = SLOWER_TIMES_MAX * before.p99Ms;
  return [
    ...(unanswered > 0 ? [`${unanswered} requests were not answered as they should be: ${failures.join("; ")}`] : []),
    ...(during.p99Ms <= p99MsMax ? [] : [`p99 is ${during.p99Ms.toFixed(1)} ms, over ${p99MsMax.toFixed(1)} ms`]),
    ...FIGURES.flatMap((figure) => {
      const { rise, riseMax, isFlat } = trendOf(looks, figure);
      return isFlat ? [] : [`${figure} rises by ${rise.toFixed(1)} in the last third, over ${riseMax.toFixed(1)}`];
    }),
  ];
}

export const FIGURES = ["residentMib", "descriptors", "files", "folderMib"] as const satisfies readonly Figure[];
