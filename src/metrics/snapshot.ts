import type { MetricDefinition } from "./definitions.ts";

/** What tells the points of one metric apart. */
export type Labels = Readonly<Record<string, string>>;

/** One number, or one distribution: what was counted under one combination of labels. */
export interface NumberPoint {
  readonly labels: Labels;
  readonly value: number;
}

export interface DistributionPoint {
  readonly labels: Labels;
  /** In each bucket alone; the last is what is above all bounds. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** One metric as it stands now: the page's figures, before they are written down. */
export interface MetricSnapshot {
  readonly name: string;
  readonly definition: MetricDefinition;
  /** Empty for a histogram. */
  readonly numbers: readonly NumberPoint[];
  /** Empty for all others. */
  readonly distributions: readonly DistributionPoint[];
}
