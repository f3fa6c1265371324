import { growingCache } from "../../growing-cache.ts";
import type { ContentHash } from "../../json.ts";
import type { ReuseCount, ReuseRecordStore, ReuseSubject } from "../../ports/answers.ts";
import type { Clock } from "../../ports/clock.ts";
import { NOBODY, type Observer } from "../../ports/observer.ts";
import type { AppId } from "../../tenant.ts";
import type { Path } from "../known-answer.ts";
import { errorOf, intervalOf, type Standing, standingOf, type Tail, type Tally } from "./standing.ts";

/** What was found of proposals of one path and one stretch of scores, before any app was asked. */
export interface PriorCount {
  readonly path: Path;
  readonly bin: number;
  readonly observed: number;
  readonly wrong: number;
}

/** What the cache knows of its errors on the first day. */
export interface Prior {
  /** Of each path, where the stretches of scores begin, ascending from 0. */
  readonly edges: Readonly<Record<Path, readonly number[]>>;
  readonly counts: readonly PriorCount[];
}

/** Whether proposals like this one are good enough, and what that was judged by. */
export interface Verdict {
  readonly isOpen: boolean;
  readonly bin: number;
  /** Answers of this score or higher; where that is open, all that is answered. */
  readonly tail: Tail;
  readonly limit: number;
}

/** Apps whose counts are kept in memory; the least recently used is read again. */
const APPS_MAX = 10_000;
/** So long what other processes have observed is not known here, while the app is asked for. */
const RENEWED_EVERY_MS = 10_000;
const NOTHING: Tally = { observed: 0, wrong: 0 };

export interface BoundOptions {
  readonly records: ReuseRecordStore;
  readonly prior: Prior;
  /** The tolerated share of wrong answers. */
  readonly errorBound: number;
  /** Tells when to read again what other processes have observed; left out where there are none. */
  readonly renewedBy?: Pick<Clock, "monotonicMs"> | undefined;
}

interface Read {
  readonly bound: Promise<AppBound>;
  /** By the monotonic clock; 0 where nobody else observes. */
  readonly atMs: number;
}

/** One proposal that somebody has judged. */
export interface Judged {
  readonly subject: ReuseSubject;
  readonly path: Path;
  readonly bin: number;
  readonly what: "given" | "proposed";
  readonly isWrong: boolean;
}

/** All tools and sets as one. */
const TOGETHER = { contentHash: "" as ContentHash, name: "" };

/** Keeps the owner's bound: shut where it cannot be shown that so few are wrong. */
export class Bound {
  readonly #options: BoundOptions;
  readonly #observer: Pick<Observer, "reuseJudged">;
  readonly #apps = growingCache<AppId, Read>(APPS_MAX);
  readonly #together: AppBound;

  constructor(options: BoundOptions, observer: Pick<Observer, "reuseJudged"> = NOBODY) {
    this.#options = options;
    this.#observer = observer;
    this.#together = new AppBound(null, [], options);
  }

  /** Rejects as the store does. */
  async observe(app: AppId, { subject, path, bin, what, isWrong }: Judged): Promise<void> {
    (await this.of(app)).observe(subject, path, bin, isWrong);
    this.#together.observe(TOGETHER, path, bin, isWrong);
    this.#observer.reuseJudged(path, what, isWrong);
  }

  /** The error of all apps together, from what was found before any was asked and since the start. It decides nothing. */
  estimate(path: Path): Estimate {
    return this.#together.estimate(TOGETHER, path);
  }

  /** Of one app; nothing that another one sees changes it. */
  async of(app: AppId): Promise<AppBound> {
    const nowMs = this.#options.renewedBy?.monotonicMs() ?? 0;
    const known = this.#apps.get(app);
    const read = known && nowMs - known.atMs < RENEWED_EVERY_MS ? known : this.#read(app, nowMs);
    try {
      return await read.bound;
    } catch (failure) {
      // Tried again with the next request.
      if (this.#apps.peek(app) === read) this.#apps.delete(app);
      throw failure;
    }
  }

  #read(app: AppId, atMs: number): Read {
    const bound = this.#options.records.counts(app).then((counts) => new AppBound(app, counts, this.#options));
    const read = { bound, atMs };
    this.#apps.set(app, read);
    return read;
  }

  /** The counts of a content are gone: what is in memory must not outlive them. */
  forget(app: AppId): void {
    this.#apps.delete(app);
  }
}

/** The bound of one app: per tool or set of labels and path, the score from which on is answered. */
export class AppBound {
  readonly #app: AppId | null;
  readonly #options: BoundOptions;
  /** By subject and path, a tally for each stretch of scores; those of all subjects together without a subject. */
  readonly #tallies = new Map<string, readonly MutableTally[]>();
  /** What was worked out since the last observation. */
  readonly #standings = new Map<string, Standing>();

  /** `app`: null for none in particular, of which nothing is kept. */
  constructor(app: AppId | null, counts: readonly ReuseCount[], options: BoundOptions) {
    this.#app = app;
    this.#options = options;
    for (const { path, bin, observed, wrong, ...subject } of counts) {
      const edges = options.prior.edges[path as Path] ?? [];
      const kept = edges.findIndex((edge) => keptBin(edge) === bin);
      if (kept >= 0) this.#count(subject, path as Path, kept, observed, wrong);
    }
  }

  verdict(subject: ReuseSubject, path: Path, score: number): Verdict {
    const { prior, errorBound: limit } = this.#options;
    const bin = binOf(score, prior.edges[path]);
    const { opensAt, tails } = this.#standing(subject, path);
    const isOpen = opensAt !== null && bin >= opensAt;
    return { isOpen, bin, tail: tails[isOpen ? opensAt : bin] as Tail, limit };
  }

  /** What a model said where this would have been, or was, the answer. */
  observe(subject: ReuseSubject, path: Path, bin: number, isWrong: boolean): void {
    this.#count(subject, path, bin, 1, Number(isWrong));
    const { contentHash, name } = subject;
    const edge = this.#options.prior.edges[path][bin];
    // What was given before the stretches changed, and is corrected now, may be of one that is no more.
    if (edge === undefined || this.#app === null) return;
    this.#options.records.observe(this.#app, { contentHash, name, path, bin: keptBin(edge) }, isWrong);
  }

  /** The error of what is given on a path: where it is most likely, and where with some certainty it is. */
  estimate(subject: ReuseSubject, path: Path): Estimate {
    const { opensAt, tails } = this.#standing(subject, path);
    const { observed, wrong } = (tails[0] as Tail).own;
    if (opensAt === null) return { observed, wrong, opensAt, error: null, interval: null };
    const tail = tails[opensAt] as Tail;
    const edge = this.#options.prior.edges[path][opensAt] ?? null;
    return { observed, wrong, opensAt: edge, error: errorOf(tail), interval: intervalOf(tail) };
  }

  #standing(subject: ReuseSubject, path: Path): Standing {
    const name = nameOf(subject, path);
    const known = this.#standings.get(name);
    if (known) return known;
    const { prior, errorBound } = this.#options;
    const own = this.#talliesOf(subject, path);
    const all = this.#talliesOf(null, path);
    const standing = standingOf(
      prior.edges[path].map((_, bin) => ({
        before: prior.counts.find((count) => count.path === path && count.bin === bin) ?? null,
        own: own[bin] ?? NOTHING,
        all: all[bin] ?? NOTHING,
      })),
      errorBound,
    );
    this.#standings.set(name, standing);
    return standing;
  }

  #count(subject: ReuseSubject, path: Path, bin: number, observed: number, wrong: number): void {
    // An observation of one tool counts a little for every other.
    this.#standings.clear();
    for (const tallies of [this.#talliesOf(subject, path), this.#talliesOf(null, path)]) {
      const tally = tallies[bin];
      // Counts of stretches that are no more, from an older prior, say nothing.
      if (!tally) continue;
      tally.observed += observed;
      tally.wrong += wrong;
    }
  }

  #talliesOf(subject: ReuseSubject | null, path: Path): readonly MutableTally[] {
    const name = nameOf(subject, path);
    const known = this.#tallies.get(name);
    if (known) return known;
    const tallies = this.#options.prior.edges[path].map(() => ({ observed: 0, wrong: 0 }));
    this.#tallies.set(name, tallies);
    return tallies;
  }
}

interface MutableTally {
  observed: number;
  wrong: number;
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

/** How a stretch that begins at this score is kept: as the score, since another version may number them otherwise. */
function keptBin(edge: number): number {
  return Math.round(edge * 10_000);
}

function binOf(score: number, edges: readonly number[]): number {
  return Math.max(
    0,
    edges.findLastIndex((edge) => score >= edge),
  );
}

function nameOf(subject: ReuseSubject | null, path: string): string {
  return JSON.stringify([subject?.contentHash ?? null, subject?.name ?? null, path]);
}
