/** The accepted figures of an earlier run, and what fell below them. */
import { keyOf, type Line, type LineKind } from "./line.ts";

/**
 * Latency is left out: it says more about the machine than about the model. So are shares of tests that the model picks:
 * whoever answers more may be right less often among the answers, and still be better.
 */
const GATED: readonly LineKind[] = ["share", "error"];
/** How far a line may fall, 0–1. */
const FALL_MAX = 0.01;
/** A thousandth of a point: what floating point takes away must not count. */
const ROUNDING = 0.00001;

export interface Baseline {
  readonly measuredAt: string;
  readonly binary: string;
  readonly model: string;
  /** Figures are comparable only when these are the same. */
  readonly sizes: Sizes;
  /** Figures by part and by line, of the kinds that are held against later runs. */
  readonly parts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Sizes {
  readonly limit: number;
  readonly nluppFolds: number;
}

type Parts = Readonly<Record<string, readonly Line[]>>;

/**
 * The baseline with the parts of this run in it. Parts that did not run stay, unless they were measured with other
 * sizes. `before` is null for the first one.
 */
export function accepted(before: Baseline | null, run: Omit<Baseline, "parts"> & { readonly parts: Parts }): Baseline {
  const { parts, ...about } = run;
  const kept = before !== null && isSameSize(before.sizes, run.sizes) ? before.parts : {};
  const figures = Object.entries(parts).map(([part, lines]) => [part, figuresOf(lines)] as const);
  return { ...about, parts: { ...kept, ...Object.fromEntries(figures.filter(([, own]) => hasAny(own))) } };
}

function hasAny(figures: Readonly<Record<string, number>>): boolean {
  return Object.keys(figures).length > 0;
}

function figuresOf(lines: readonly Line[]): Readonly<Record<string, number>> {
  const gated = lines.flatMap((line) =>
    GATED.includes(line.kind) && line.value !== null ? [[keyOf(line), rounded(line.value)] as const] : [],
  );
  return Object.fromEntries(gated);
}

function rounded(value: number): number {
  return Number(value.toFixed(5));
}

/**
 * A sentence for each accepted line of the parts that ran which is worse by more than one point, or is gone. Throws
 * when the sizes differ.
 */
export function fallenBelow(baseline: Baseline, sizes: Sizes, parts: Parts): readonly string[] {
  checkSizes(baseline, sizes);
  return Object.entries(parts).flatMap(([part, lines]) => {
    const now = new Map(lines.map((line) => [keyOf(line), line]));
    return Object.entries(baseline.parts[part] ?? {}).flatMap(([key, before]) => {
      const line = now.get(key);
      if (line?.value == null) return [`${key}: ${points(before)} before, not measured now`];
      const fall = line.kind === "error" ? line.value - before : before - line.value;
      return fall > FALL_MAX + ROUNDING ? [`${key}: ${points(before)} before, ${points(line.value)} now`] : [];
    });
  });
}

function points(value: number): string {
  return (100 * value).toFixed(1);
}

/** Throws when figures of these sizes do not compare with the accepted ones. */
export function checkSizes({ sizes }: Baseline, wanted: Sizes): void {
  if (isSameSize(sizes, wanted)) return;
  throw new Error(
    `the accepted figures are of --limit ${sizes.limit} --nlupp-folds ${sizes.nluppFolds}: no other run compares`,
  );
}

function isSameSize(one: Sizes, other: Sizes): boolean {
  return one.limit === other.limit && one.nluppFolds === other.nluppFolds;
}
