import { FairCache } from "#core/fair-cache.ts";
import type { ChangeCounter } from "#core/ports/change-counter.ts";
import type { AppId } from "#core/tenant.ts";
import type { Postgres } from "./postgres.ts";

/** Something that was read. */
interface Read<Reading> {
  /** Of the app's changes, as this node had counted them before the reading began. */
  readonly count: number;
  readonly reading: Reading;
}

export interface AppReadingsOptions<Reading> {
  /** Nothing is given when it was closed. */
  readonly postgres: Pick<Postgres, "requireOpen">;
  readonly changes: Pick<ChangeCounter, "of">;
  /** Of all readings together, all apps together. */
  readonly weightMax: number;
  /** What one takes of it, over 0. */
  readonly weigh: (reading: Reading) => number;
}

/**
 * What was read of apps, which holds as long as nothing of them has changed: as long as this node counts no further change. A reading
 * that began after a change was counted sees that change. So after `ChangeCounter.renew` nothing is given that is older than a
 * change which was acknowledged before, on whichever node; and what is given may be newer than that.
 */
export class AppReadings<Reading extends NonNullable<unknown>> {
  readonly #postgres: Pick<Postgres, "requireOpen">;
  readonly #changes: Pick<ChangeCounter, "of">;
  readonly #known: FairCache<Read<Reading>>;
  readonly #underWay = new Map<string, Read<Promise<Reading>>>();

  constructor({ postgres, changes, weightMax, weigh }: AppReadingsOptions<Reading>) {
    this.#postgres = postgres;
    this.#changes = changes;
    this.#known = new FairCache({
      weightMax,
      weigh: ({ reading }) => weigh(reading),
      monotonicMs: () => performance.now(),
    });
  }

  /**
   * What is known under the name, or what `read` gives. `before`: what it gave at an earlier count, to be asked no more for than whether it
   * still holds. Who asks while it is read waits for the same reading, unless a change was counted since that began.
   */
  async of(app: AppId, name: string, read: (before: Reading | null) => Promise<Reading>): Promise<Reading> {
    this.#postgres.requireOpen();
    const count = this.#changes.of(app);
    const known = this.#known.get(app, name);
    if (known?.count === count) return known.reading;
    const place = `${app}\0${name}`;
    const begun = this.#underWay.get(place);
    if (begun?.count === count) return begun.reading;
    const beginning = { count, reading: read(known?.reading ?? null) };
    this.#underWay.set(place, beginning);
    try {
      const reading = await beginning.reading;
      // A later one may have ended earlier: it is not replaced by what would be read again at once.
      if (this.#changes.of(app) === count) this.#known.set(app, name, { count, reading });
      return reading;
    } finally {
      if (this.#underWay.get(place) === beginning) this.#underWay.delete(place);
    }
  }
}
