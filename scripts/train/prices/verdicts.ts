/** Whether another value of a price would be better where it was not chosen. */
import { percentile } from "#core/examination/statistics.ts";
import { randomFrom } from "../../eval/statistics.ts";

/** Points of each source by value tried, in one order. */
export type PointsBySource = readonly (readonly number[])[];

/** flat: too few sentences depend on it to tell. moves: another value carries over to sources that had no part in choosing it. */
export type Verdict = "flat" | "holds" | "moves";

export interface Judgement {
  /** Between the best value and the worst, in points: of the mean of all sources, and of the source where most depends on it. */
  readonly spread: number;
  readonly spreadMax: number;
  /** Position of the value that is best on all sources. */
  readonly best: number;
  /** What that value costs whoever asks more than today's, in all. */
  readonly costs: number;
  /** What the value that is best on the other sources brings to the one left out: the mean, and its 99 % interval. */
  readonly gain: number;
  readonly low: number;
  readonly high: number;
  /** What the source loses most that the best value brings least. */
  readonly lossMax: number;
  readonly verdict: Verdict;
}

/** With fewer sentences that are judged otherwise at some value, the price is flat. */
const SENTENCES_MIN = 5;
/** No source may lose more points by a new value. */
const LOSS_POINTS_MAX = 1;
/** 99 %: some forty prices are tried at once. */
const [LOW_PERCENT, HIGH_PERCENT] = [0.5, 99.5];
const RESAMPLES = 10_000;
const SEED = 20_261_123;

export interface Findings {
  readonly points: PointsBySource;
  /** Of all sentences, by value: being asked back costs 1. */
  readonly costs: readonly number[];
  /** Position of the value that ships. */
  readonly today: number;
  /** How many are judged otherwise at some value. */
  readonly sentences: number;
}

export function judged({ points, costs: costsByValue, today, sentences }: Findings): Judgement {
  const means = meansOf(points);
  const best = bestOf(means, today);
  const gains = points.map((own, left) => {
    const others = points.filter((_, source) => source !== left);
    return (own[bestOf(meansOf(others), today)] ?? 0) - (own[today] ?? 0);
  });
  const { low, high } = intervalOf(gains);
  const lossMax = Math.max(0, ...points.map((own) => (own[today] ?? 0) - (own[best] ?? 0)));
  const costs = (costsByValue[best] ?? 0) - (costsByValue[today] ?? 0);
  // More values are right where more are guessed: they must not be bought with calls that nobody meant.
  const carriesOver = best !== today && low > 0 && lossMax <= LOSS_POINTS_MAX && costs <= 0;
  return {
    spread: Math.max(...means) - Math.min(...means),
    spreadMax: Math.max(...points.map((own) => Math.max(...own) - Math.min(...own))),
    best,
    costs,
    gain: meanOf(gains),
    low,
    high,
    lossMax,
    verdict: sentences < SENTENCES_MIN ? "flat" : carriesOver ? "moves" : "holds",
  };
}

/** By value, every source counting the same. */
function meansOf(points: PointsBySource): readonly number[] {
  return (points[0] ?? []).map((_, at) => meanOf(points.map((own) => own[at] ?? 0)));
}

/** Of equals, the nearest to today's. */
function bestOf(means: readonly number[], today: number): number {
  const highest = Math.max(...means);
  const equals = [...means.keys()].filter((at) => highest - (means[at] ?? 0) < EQUAL_POINTS);
  return equals.toSorted((one, other) => Math.abs(one - today) - Math.abs(other - today))[0] ?? today;
}
/** Sums of the same numbers in another order. */
const EQUAL_POINTS = 1e-9;

/** Bootstrap over the sources: sentences of one source are alike. */
function intervalOf(gains: readonly number[]): { readonly low: number; readonly high: number } {
  const random = randomFrom(SEED);
  const resampled = Array.from({ length: RESAMPLES }, () =>
    meanOf(gains.map(() => gains[Math.floor(random() * gains.length)] ?? 0)),
  );
  return { low: percentile(resampled, LOW_PERCENT) ?? 0, high: percentile(resampled, HIGH_PERCENT) ?? 0 };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
