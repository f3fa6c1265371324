import type { Counted, Latency } from "#core/overview/figures.ts";
import type { Minutes, Moment } from "#core/overview/overview.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { Instant } from "#core/tenant.ts";
import { countedSince, figuresOf, type Tally } from "./tally.ts";

/** How long a moment is. */
const MOMENT_MS = 10_000;
/** A moment may be so much longer. */
const LOOK_MS = 1_000;
const HOUR_MS = 3_600_000;
const MOMENTS_MAX = HOUR_MS / MOMENT_MS;
const MOMENTS_PER_MINUTE = 60_000 / MOMENT_MS;

export interface RecentTalliesOptions {
  /** As it stands now. */
  readonly tally: () => Tally;
  readonly clock: Pick<Clock, "now">;
}

/** The last hour in moments of ten seconds, in memory: some 100 KB. */
export class RecentTallies {
  readonly #options: RecentTalliesOptions;
  /** Oldest first. One more than there are moments: each is what lies between two. */
  readonly #kept: { readonly at: Instant; readonly tally: Tally }[] = [];

  constructor(options: RecentTalliesOptions) {
    this.#options = options;
    this.#take();
  }

  /** Looks now and then whether a moment is over, until what it returns is called. */
  begin(): () => void {
    const timer = setInterval(() => this.#endMoment(), LOOK_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** The one that goes on is none yet. */
  moments(): readonly Moment[] {
    this.#endMoment();
    return this.#kept.slice(1).map(({ at, tally }, index) => {
      const counted = countedSince(this.#kept[index]?.tally ?? null, tally);
      const { requests, refused, failed, answers, latencyMs } = figuresOf(counted);
      return { at, requests, refused, failed, answers, latencyMs };
    });
  }

  /** Up to now. */
  lastHour(): Counted {
    return this.#since(this.#kept[0]);
  }

  /** Whole ones, up to the moment that goes on. */
  minutes(): Minutes {
    this.#endMoment();
    const count = Math.floor((this.#kept.length - 1) / MOMENTS_PER_MINUTE);
    const ended = (minute: number) => this.#kept[this.#kept.length - 1 - (count - minute) * MOMENTS_PER_MINUTE];
    const all = Array.from({ length: count }, (_, minute) =>
      figuresOf(countedSince(ended(minute)?.tally ?? null, ended(minute + 1)?.tally ?? this.#options.tally())),
    );
    return {
      requests: all.map(({ requests }) => requests),
      failed: all.map(({ failed }) => failed),
      p95Ms: all.map(({ latencyMs }) => latencyMs && Math.ceil(latencyMs.p95)),
    };
  }

  /** How long questions took in the last minute and the moment that goes on; null where there were none. */
  lastMinute(): Latency | null {
    this.#endMoment();
    return figuresOf(this.#since(this.#kept.at(-1 - MOMENTS_PER_MINUTE) ?? this.#kept[0])).latencyMs;
  }

  total(): Counted {
    return this.#since(undefined);
  }

  /** Undefined: since the process began. */
  #since(moment: { readonly tally: Tally } | undefined): Counted {
    return countedSince(moment?.tally ?? null, this.#options.tally());
  }

  #endMoment(): void {
    const { at = 0 } = this.#kept.at(-1) ?? {};
    if (this.#options.clock.now() - at >= MOMENT_MS) this.#take();
  }

  #take(): void {
    this.#kept.push({ at: this.#options.clock.now(), tally: this.#options.tally() });
    if (this.#kept.length > MOMENTS_MAX + 1) this.#kept.shift();
  }
}
