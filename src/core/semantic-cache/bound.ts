import type { ReuseCount, ReuseRecordStore, ReuseSubject } from "../ports/answers.ts";
import type { AppId } from "../tenant.ts";
import { betaAtMost, betaQuantile } from "./beta.ts";
import type { Path } from "./knowledge.ts";

/** What was found of proposals of one path and one stretch of scores, before any app was asked. */
export interface PriorCount {
  readonly path: Path;
  readonly bin: number;
  readonly observed: number;
  readonly wrong: number;
}

/** What the cache knows of its errors on the first day. */
export interface Prior {
  /** Where the stretches of scores begin, ascending from 0. */
  readonly edges: readonly number[];
  readonly counts: readonly PriorCount[];
}

/** Whether proposals like this one are good enough, and what that was judged by. */
export interface Verdict {
  readonly isOpen: boolean;
  readonly bin: number;
  /** The share of wrong ones that it is with this certainty at most. */
  readonly upperError: number;
  readonly limit: number;
  /** Of this app's own, in this tool or set of labels. */
  readonly observed: number;
  readonly wrong: number;
}

/** How certain it must be that the bound is kept. */
const CERTAINTY = 0.9;
/**
 * However much was found before, an app's own experience soon outweighs it. With fewer, a bound of 0.5 % could not be shown
 * even for proposals of which one in a thousand was wrong.
 */
const PRIOR_OBSERVED_MAX = 1_000;
/** What other tools of the app say of this one. */
const POOLED_WEIGHT = 0.1;
/** Of a path and a stretch that nobody has seen: as bad as can be. */
const UNKNOWN = { observed: 1, wrong: 1 } as const;
/** Before anything is seen: the error is more likely small than large. */
const ALPHA = 0.3;
const BETA = 0.7;
/** Apps whose counts are kept in memory; the least recently used is read again. */
const APPS_MAX = 10_000;

export interface BoundOptions {
  readonly records: ReuseRecordStore;
  readonly prior: Prior;
  /** The tolerated share of wrong answers. */
  readonly errorBound: number;
}

interface Tally {
  observed: number;
  wrong: number;
}

/** Keeps the owner's bound: shut where it cannot be shown that so few are wrong. */
export class Bound {
  readonly #options: BoundOptions;
  readonly #apps = new Map<AppId, Promise<AppBound>>();

  constructor(options: BoundOptions) {
    this.#options = options;
  }

  /** Of one app; nothing that another one sees changes it. */
  async of(app: AppId): Promise<AppBound> {
    const known = this.#apps.get(app);
    const found = known ?? this.#options.records.counts(app).then((counts) => new AppBound(app, counts, this.#options));
    this.#apps.delete(app);
    this.#apps.set(app, found);
    for (const oldest of this.#apps.keys()) {
      if (this.#apps.size <= APPS_MAX) break;
      this.#apps.delete(oldest);
    }
    try {
      return await found;
    } catch (failure) {
      // Tried again with the next request.
      if (this.#apps.get(app) === found) this.#apps.delete(app);
      throw failure;
    }
  }

  /** The counts of a content are gone: what is in memory must not outlive them. */
  forget(app: AppId): void {
    this.#apps.delete(app);
  }
}

/** The bound of one app: per tool or set of labels, path and stretch of scores. */
export class AppBound {
  readonly #app: AppId;
  readonly #options: BoundOptions;
  /** By subject, path and bin; those of all subjects together without a subject. */
  readonly #tallies = new Map<string, Tally>();

  constructor(app: AppId, counts: readonly ReuseCount[], options: BoundOptions) {
    this.#app = app;
    this.#options = options;
    for (const { path, bin, observed, wrong, ...subject } of counts) {
      for (const tally of this.#talliesOf(subject, path, bin)) {
        tally.observed += observed;
        tally.wrong += wrong;
      }
    }
  }

  verdict(subject: ReuseSubject, path: Path, score: number): Verdict {
    const bin = binOf(score, this.#options.prior.edges);
    const { alpha, beta } = this.#shareOf(subject, path, bin);
    const own = this.#tallies.get(nameOf(subject, path, bin)) ?? { observed: 0, wrong: 0 };
    const { errorBound: limit } = this.#options;
    return {
      isOpen: betaAtMost(limit, alpha, beta) >= CERTAINTY,
      bin,
      upperError: betaQuantile(CERTAINTY, alpha, beta),
      limit,
      ...own,
    };
  }

  /** What a model said where this would have been, or was, the answer. */
  observe(subject: ReuseSubject, path: Path, bin: number, isWrong: boolean): void {
    for (const tally of this.#talliesOf(subject, path, bin)) {
      tally.observed += 1;
      tally.wrong += Number(isWrong);
    }
    const { contentHash, name } = subject;
    this.#options.records.observe(this.#app, { contentHash, name, path, bin }, isWrong);
  }

  /** The error of what is given on a path: where it is most likely, and where with this certainty it is not beyond. */
  estimate(subject: ReuseSubject, path: Path): Estimate {
    const bins = this.#options.prior.edges.map((_, bin) => bin);
    const seen = bins.map((bin) => this.#tallies.get(nameOf(subject, path, bin)) ?? { observed: 0, wrong: 0 });
    const open = bins.filter((bin) => this.#isOpen(subject, path, bin));
    const given = open.map((bin) => this.#shareOf(subject, path, bin));
    const alpha = given.reduce((sum, share) => sum + share.alpha - ALPHA, ALPHA);
    const beta = given.reduce((sum, share) => sum + share.beta - BETA, BETA);
    return {
      observed: seen.reduce((sum, { observed }) => sum + observed, 0),
      wrong: seen.reduce((sum, { wrong }) => sum + wrong, 0),
      opensAt: open.length === 0 ? null : (this.#options.prior.edges[open[0] as number] ?? null),
      error: open.length === 0 ? null : alpha / (alpha + beta),
      interval:
        open.length === 0 ? null : [betaQuantile(1 - CERTAINTY, alpha, beta), betaQuantile(CERTAINTY, alpha, beta)],
    };
  }

  #isOpen(subject: ReuseSubject, path: Path, bin: number): boolean {
    const { alpha, beta } = this.#shareOf(subject, path, bin);
    return betaAtMost(this.#options.errorBound, alpha, beta) >= CERTAINTY;
  }

  /** What is known of the share of wrong ones: before, elsewhere in the app, and here. */
  #shareOf(subject: ReuseSubject, path: Path, bin: number): { readonly alpha: number; readonly beta: number } {
    const before = this.#options.prior.counts.find((count) => count.path === path && count.bin === bin) ?? UNKNOWN;
    const scale = Math.min(1, PRIOR_OBSERVED_MAX / Math.max(1, before.observed));
    const none = { observed: 0, wrong: 0 };
    const own = this.#tallies.get(nameOf(subject, path, bin)) ?? none;
    const all = this.#tallies.get(nameOf(null, path, bin)) ?? none;
    const observed = before.observed * scale + own.observed + POOLED_WEIGHT * (all.observed - own.observed);
    const wrong = before.wrong * scale + own.wrong + POOLED_WEIGHT * (all.wrong - own.wrong);
    return { alpha: wrong + ALPHA, beta: observed - wrong + BETA };
  }

  #talliesOf(subject: ReuseSubject, path: string, bin: number): readonly Tally[] {
    return [nameOf(subject, path, bin), nameOf(null, path, bin)].map((name) => {
      const tally = this.#tallies.get(name) ?? { observed: 0, wrong: 0 };
      this.#tallies.set(name, tally);
      return tally;
    });
  }
}

export interface Estimate {
  /** Proposals that a model was asked about, served or not. */
  readonly observed: number;
  readonly wrong: number;
  /** The lowest score that is answered; null while the path is shut. */
  readonly opensAt: number | null;
  /** Of what is answered; null while the path is shut. */
  readonly error: number | null;
  readonly interval: readonly [number, number] | null;
}

function binOf(score: number, edges: readonly number[]): number {
  return Math.max(
    0,
    edges.findLastIndex((edge) => score >= edge),
  );
}

function nameOf(subject: ReuseSubject | null, path: string, bin: number): string {
  return JSON.stringify([subject?.contentHash ?? null, subject?.name ?? null, path, bin]);
}
