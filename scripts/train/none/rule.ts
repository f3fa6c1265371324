/** The rule itself: a logistic regression over what the product takes as evidence, under a prior that is stated here. */
import { type Evidence, evidenceOf } from "#models/embedded/choosing/tool-fit.ts";
import { fitLogistic } from "../cache/logistic.ts";
import type { Row } from "./rows.ts";

export interface Rule {
  readonly weights: Readonly<Record<string, number>>;
  readonly constant: number;
}

/** How much worse a call that nobody meant is than being asked back. */
export const UNMEANT_COST = 2.6;
/** Of the queries that mean none of the tools offered: how many are about something else that the owner does. */
const NEAR_SHARE = 2 / 3;
/** Of squared weights of standardised evidence; some thousand rows hardly feel it. */
const PENALTY = 0.1;

/** Rows that are compared with one another: equal in everything but whether the tool that is meant is offered. */
function stratumOf({ source, fit, isTaught }: Row): string {
  return `${source} ${fit.tools} ${isTaught}`;
}

/**
 * How much each row counts. Every stratum counts the same; those that only have rows of one kind tell nothing. Each
 * tool has as many queries of its own as there are queries for none at all: so the odds that one of the tools is meant grow
 * with their number.
 */
export function countsOf(rows: readonly Row[]): ReadonlyMap<Row, number> {
  const counts = new Map<Row, number>();
  for (const stratum of Map.groupBy(rows, stratumOf).values()) {
    const offers = Map.groupBy(stratum, ({ offer }) => offer);
    const own = offers.get("own");
    if (!own || offers.size === 1) continue;
    const odds = (own[0]?.fit.tools ?? 1) / UNMEANT_COST;
    const shares = { near: NEAR_SHARE, far: 1 - NEAR_SHARE };
    const given = (offers.has("near") ? shares.near : 0) + (offers.has("far") ? shares.far : 0);
    for (const [offer, same] of offers) {
      const share = offer === "own" ? odds / (1 + odds) : shares[offer] / given / (1 + odds);
      for (const row of same) counts.set(row, share / same.length);
    }
  }
  const mean = [...counts.values()].reduce((sum, count) => sum + count, 0) / counts.size;
  return new Map([...counts].map(([row, count]) => [row, count / mean]));
}

export function fitted(rows: readonly Row[]): Rule {
  const weighed = [...countsOf(rows)].map(([row, weight]) => ({
    features: evidenceOf(row.fit),
    isRight: row.isRight,
    weight,
  }));
  const names = Object.keys(weighed[0]?.features ?? {});
  const { intercept, weights } = fitLogistic(weighed, names, PENALTY);
  return { weights, constant: intercept };
}

/** 0–1. */
export function likelihood({ fit }: Pick<Row, "fit">, { weights, constant }: Rule): number {
  const evidence = evidenceOf(fit);
  const names = Object.keys(evidence) as readonly Evidence[];
  return 1 / (1 + Math.exp(-names.reduce((sum, name) => sum + (weights[name] ?? 0) * evidence[name], constant)));
}
