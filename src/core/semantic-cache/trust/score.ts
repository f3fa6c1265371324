/** How sure a proposal is. */
import { sigmoid } from "../../vectors.ts";
import type { Features } from "../calls/candidates.ts";

/** A logistic regression over named features; a feature that a candidate lacks counts as 0. */
export interface Weights {
  readonly intercept: number;
  readonly weights: Readonly<Record<string, number>>;
}

const LOGIT_MAX = 30;

/** 0–1: the estimated probability that a model would answer the same. */
export function scoreOf(features: Features, { intercept, weights }: Weights): number {
  let sum = intercept;
  for (const name in weights) sum += (weights[name] ?? 0) * (features[name] ?? 0);
  return sigmoid(Math.max(-LOGIT_MAX, Math.min(LOGIT_MAX, sum)));
}
