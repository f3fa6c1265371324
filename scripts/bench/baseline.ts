/** The accepted ratios of earlier runs, by the place they were taken at, and what is worse than they were. */
import type { Measured } from "./measure.ts";

/** How much larger than the accepted one a ratio may be, as a share of it. In all of them less is better. */
export const WORSE_MAX = 0.1;
/** What floating point takes away must not count. */
const ROUNDING = 1e-9;
const DIGITS = 5;

/** A ratio with its quartiles. */
export type Accepted = Pick<Measured, "ratio" | "low" | "high">;

/** When and of what ratios were accepted last. */
export interface Origin {
  readonly measuredAt: string;
  readonly commit: string;
  readonly bun: string;
}

export interface Place extends Origin {
  /** By the name of the measure. */
  readonly ratios: Readonly<Record<string, Accepted>>;
}

/** By platform, for what no clock is in, and by machine (`machine.ts`). */
export type Baseline = Readonly<Record<string, Place>>;

/**
 * - `better`: by so much that a later fall to the accepted ratio would go unseen; worth accepting.
 * - `unknown`: nothing was ever accepted at this place, so that nothing can be compared.
 * - `unrecorded`: others were, this one was not. A measure that nothing is held against guards nothing.
 */
export type Verdict = "kept" | "better" | "worse" | "unknown" | "unrecorded";

export function verdictOf(baseline: Baseline, place: string, name: string, ratio: number): Verdict {
  const recorded = baseline[place];
  if (recorded === undefined) return "unknown";
  const accepted = recorded.ratios[name];
  if (accepted === undefined) return "unrecorded";
  if (ratio > limitOf(accepted) * (1 + ROUNDING)) return "worse";
  return ratio < accepted.ratio * (1 - WORSE_MAX) ? "better" : "kept";
}

/** The largest ratio that is not worse. */
export function limitOf({ ratio }: Accepted): number {
  return ratio * (1 + WORSE_MAX);
}

/** Why the measure fails, for people; null where it does not. */
export function complaintOf(baseline: Baseline, place: string, name: string, ratio: number): string | null {
  const verdict = verdictOf(baseline, place, name, ratio);
  if (verdict === "unrecorded") return `${name}: nothing is recorded for it at "${place}": run with --accept`;
  const accepted = baseline[place]?.ratios[name];
  if (verdict !== "worse" || accepted === undefined) return null;
  const [recorded, now, limit] = [accepted.ratio, ratio, limitOf(accepted)].map(figure);
  return `${name}: ${recorded} recorded, ${now} measured, ${limit} allowed (${100 * WORSE_MAX} % more than recorded)`;
}

/** A ratio as people read it: four digits that count. */
export function figure(ratio: number): string {
  return String(Number(ratio.toPrecision(4)));
}

/** The baseline with these ratios of a place in it; what else is recorded stays, of this place and of others. */
export function accept(
  before: Baseline,
  place: string,
  origin: Origin,
  ratios: Readonly<Record<string, Accepted>>,
): Baseline {
  const rounded = Object.entries(ratios).map(([name, { ratio, low, high }]) => {
    const [short = ratio, shortLow = low, shortHigh = high] = [ratio, low, high].map((value) =>
      Number(value.toPrecision(DIGITS)),
    );
    return [name, { ratio: short, low: shortLow, high: shortHigh }] as const;
  });
  return { ...before, [place]: { ...origin, ratios: { ...before[place]?.ratios, ...Object.fromEntries(rounded) } } };
}
