/**
 * From which score on the cache may answer. The owner bounds the share of wrong ones among all that is answered, so what is
 * judged is "this score or higher": one stretch of scores alone has seldom been seen often enough to show anything.
 */
import { betaAtMost, betaQuantile } from "./beta.ts";

export interface Tally {
  readonly observed: number;
  readonly wrong: number;
}

/** What is known of one stretch of scores. */
export interface Stretch {
  /** From development data; null where nobody has looked. */
  readonly before: Tally | null;
  /** The app's own, in this tool or set of labels. */
  readonly own: Tally;
  /** The app's own in all of them together, this one too. */
  readonly all: Tally;
}

/** What is known of all answers from one stretch of scores on. */
export interface Tail {
  /** The share of wrong ones is Beta(alpha, beta). */
  readonly alpha: number;
  readonly beta: number;
  /** The app's own, in this tool or set of labels. */
  readonly own: Tally;
}

export interface Standing {
  /** The lowest stretch from which on the limit is kept; everything above is answered. Null when none is. */
  readonly opensAt: number | null;
  /** One for each stretch: itself and all above it. */
  readonly tails: readonly Tail[];
}

/** How certain it must be that the bound is kept. */
const CERTAINTY = 0.9;
/**
 * However much was found before, an app's own experience has to outweigh it. With fewer, a bound of 0.5 % could not be shown
 * to be kept where 0.2 % are wrong: that takes 4 errors in 2,000.
 */
const PRIOR_OBSERVED_MAX = 2_000;
/**
 * An app whose own errors can hardly come from a share within the limit is not answered, whatever was found elsewhere: this
 * is how probable they must be at least. Three errors among its first hundred are less.
 */
const OWN_PROBABILITY_MIN = 0.01;
/**
 * The lowest stretch that is answered may have so many times the tolerated share of wrong ones at most. Without that, the
 * many good answers above would pay for it: while an app knows little, most of its scores lie down there.
 */
const LOWEST_TIMES_MAX = 5;
/** What other tools of the app say of this one. */
const POOLED_WEIGHT = 0.1;
/** Of a stretch that nobody has looked at: as bad as can be. */
const UNKNOWN: Tally = { observed: 1, wrong: 1 };
const NOTHING: Tally = { observed: 0, wrong: 0 };
const NONE: Stretch = { before: NOTHING, own: NOTHING, all: NOTHING };
/** Before anything is seen: the error is more likely small than large. */
const ALPHA = 0.3;
const BETA = 0.7;

/** `limit`: the tolerated share of wrong answers. More errors never open more, and more right answers never close anything. */
export function standingOf(stretches: readonly Stretch[], limit: number): Standing {
  const tails: Tail[] = [];
  let opensAt: number | null = null;
  let above = NONE;
  for (let at = stretches.length - 1; at >= 0; at -= 1) {
    const stretch = stretches[at] as Stretch;
    const tail = tailOf(joined(stretch, above, UNKNOWN));
    above = joined(stretch, above, NOTHING);
    tails[at] = tail;
    const isGoodEnough = errorOf(tailOf(joined(stretch, NONE, UNKNOWN))) <= LOWEST_TIMES_MAX * limit;
    if (isGoodEnough && isKept(tail, limit) && !isContradicted(tail.own, limit)) opensAt = at;
  }
  return { opensAt, tails };
}

/** The most likely share of wrong ones, 0–1. */
export function errorOf({ alpha, beta }: Tail): number {
  return alpha / (alpha + beta);
}

/** The share is not below the first nor above the second, each with 90 % certainty. */
export function intervalOf({ alpha, beta }: Tail): readonly [number, number] {
  return [betaQuantile(1 - CERTAINTY, alpha, beta), betaQuantile(CERTAINTY, alpha, beta)];
}

function isKept(tail: Tail, limit: number): boolean {
  // Where even the most likely share is beyond the limit, nobody has to look closer.
  return errorOf(tail) <= limit && betaAtMost(limit, tail.alpha, tail.beta) >= CERTAINTY;
}

function isContradicted({ observed, wrong }: Tally, limit: number): boolean {
  return wrong > 0 && betaAtMost(limit, wrong + ALPHA, observed - wrong + BETA) < OWN_PROBABILITY_MIN;
}

function joined(stretch: Stretch, above: Stretch, unknown: Tally): Stretch {
  const sum = (one: Tally, other: Tally): Tally => {
    return { observed: one.observed + other.observed, wrong: one.wrong + other.wrong };
  };
  return {
    before: sum(stretch.before ?? unknown, above.before ?? unknown),
    own: sum(stretch.own, above.own),
    all: sum(stretch.all, above.all),
  };
}

/** What is known before, elsewhere in the app, and here. */
function tailOf({ before, own, all }: Stretch): Tail {
  const { observed, wrong } = before ?? UNKNOWN;
  const scale = Math.min(1, PRIOR_OBSERVED_MAX / Math.max(1, observed));
  const wrongs = wrong * scale + own.wrong + POOLED_WEIGHT * (all.wrong - own.wrong);
  const observations = observed * scale + own.observed + POOLED_WEIGHT * (all.observed - own.observed);
  return { alpha: wrongs + ALPHA, beta: observations - wrongs + BETA, own };
}
