/**
 * A figure of ours as a ratio to a base that is measured beside it, in turns: how fast the machine is, and how busy, is in
 * both and falls out. What is left of either is held down by the median over the rounds.
 */
import { percentile } from "#core/examination/statistics.ts";
import type { Where } from "./machine.ts";
import type { Stage } from "./stage.ts";

export interface Measure {
  /** Its key in the baseline: under another name it is another measure. */
  readonly name: string;
  /** What is counted on both sides. */
  readonly unit: "MB" | "kB" | "ms" | "µs" | "CPU ms" | "CPU µs";
  /** What it is held against, for the table. */
  readonly base: string;
  /** Whose ratios it is held against: `platform` only for what no other processor or neighbour changes. */
  readonly comparedOn: keyof Where;
  /**
   * Part of `bun run check`, which must never fail by chance: other busy processes move the ratio by far less than the limit.
   * docs/how-to/measure.md says what was seen.
   */
  readonly inGate: boolean;
  /** Why it cannot be taken here, in words; null where it can. */
  readonly leftOut?: () => string | null;
  /** More than one, and odd, for what differs from time to time. */
  readonly rounds: number;
  /** Prepares both sides, their warm-up included. */
  open(stage: Stage): Promise<Sides>;
}

/** Each call measures once, in the unit of the measure. */
export interface Sides {
  ours(): number | Promise<number>;
  base(): number | Promise<number>;
}

export interface Measured {
  /** The median of the ratios of all rounds, of which `low` and `high` are the quartiles. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** Medians of both sides alone, for the reader: their quotient is not exactly the ratio. */
  readonly ours: number;
  readonly base: number;
}

/** One measurement, of all rounds. The sides take turns in going first: what either leaves behind meets both. */
export async function measured(sides: Sides, rounds: number): Promise<Measured> {
  const pairs: { readonly ours: number; readonly base: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const ours = await sides.ours();
      pairs.push({ ours, base: await sides.base() });
    } else {
      const base = await sides.base();
      pairs.push({ ours: await sides.ours(), base });
    }
  }
  return summaryOf(pairs);
}

/** Throws a RangeError without pairs, and where a base is not above 0: nothing can be held against it. */
export function summaryOf(pairs: readonly { readonly ours: number; readonly base: number }[]): Measured {
  const wrong = pairs.find(({ ours, base }) => !(base > 0 && ours >= 0));
  if (wrong) throw new RangeError(`${wrong.ours} against ${wrong.base} is no ratio`);
  const ratios = pairs.map(({ ours, base }) => ours / base);
  return {
    ratio: at(ratios, 50),
    low: at(ratios, 25),
    high: at(ratios, 75),
    ours: at(
      pairs.map(({ ours }) => ours),
      50,
    ),
    base: at(
      pairs.map(({ base }) => base),
      50,
    ),
  };
}

function at(values: readonly number[], percent: number): number {
  const value = percentile(values, percent);
  if (value === null) throw new RangeError("no rounds");
  return value;
}
