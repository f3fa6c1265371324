import { growingCache } from "#core/growing-cache.ts";
import type { ChangeCounter } from "#core/ports/change-counter.ts";
import type { AppId } from "#core/tenant.ts";
import type { LogSettingsOfApps } from "./log-settings.ts";
import type { Postgres } from "./postgres.ts";

/** Apps whose version is known: some 150 bytes each. One that is forgotten counts as changed. */
const KNOWN_MAX = 50_000;
/** Asked about in one statement. */
const ASKED_TOGETHER_MAX = 1_000;

interface Known {
  readonly version: number;
  readonly count: number;
}

interface VersionRow {
  readonly app: AppId;
  readonly version: number;
  /** All three null where its questions are not logged. */
  readonly log_days: number | null;
  readonly log_rows: number | null;
  readonly log_redact: boolean | null;
}

/** Those who wait for what an app's version is. */
interface Renewal {
  readonly apps: Set<AppId>;
  readonly done: Promise<void>;
  readonly end: (failure: unknown) => void;
}

/**
 * What this node knows of each app's version, which the database has. A request waits for a look that began after it came: so it sees
 * every change that was acknowledged before, whichever node made it. All that wait while a look is under way share the next one.
 */
export class AppVersions implements ChangeCounter {
  readonly #postgres: Postgres;
  readonly #logSettings: LogSettingsOfApps;
  readonly #known = growingCache<AppId, Known>(KNOWN_MAX);
  /** Of the last change that was heard of, of any app: no count is given twice. */
  #counted = 0;
  #next: Renewal | null = null;
  #isLooking = false;

  /** `logSettings` are brought along: each question asks for them at once. */
  constructor(postgres: Postgres, logSettings: LogSettingsOfApps) {
    this.#postgres = postgres;
    this.#logSettings = logSettings;
  }

  of(app: AppId): number {
    return (this.#known.get(app) ?? this.#count(app, 0)).count;
  }

  /** The version that the app has by what was counted so; null where something was counted since. */
  versionAt(app: AppId, count: number): number | null {
    const known = this.#known.get(app);
    return known?.count === count ? known.version : null;
  }

  /** The last one that this node has heard of; null where it has heard of none. */
  versionNow(app: AppId): number | null {
    return this.#known.get(app)?.version || null;
  }

  renew(app: AppId): Promise<void> {
    this.#next ??= renewal();
    const { apps, done } = this.#next;
    apps.add(app);
    if (!this.#isLooking) void this.#look();
    return done;
  }

  /** Before a change is begun: what is read from now on may be of before it or of after it. */
  expect(app: AppId): void {
    this.#count(app, this.#known.get(app)?.version ?? 0);
  }

  /** The app has that version: it was read, or this node made it. */
  learn(app: AppId, version: number): void {
    const known = this.#known.get(app);
    // Answers of two looks may come the wrong way round: a version only grows.
    if (!known || version > known.version) this.#count(app, version);
  }

  #count(app: AppId, version: number): Known {
    this.#counted += 1;
    const known = { version, count: this.#counted };
    this.#known.set(app, known);
    return known;
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    // In the next turn, so that all who come in this one ask together.
    await Promise.resolve();
    for (let renewing = this.#next; renewing; renewing = this.#next) {
      this.#next = null;
      renewing.end(await this.#failureOf([...renewing.apps]));
    }
    this.#isLooking = false;
  }

  #learnRow({ app, version, log_days: days, log_rows: rows, log_redact: redact }: VersionRow): void {
    const settings = days === null || rows === null || redact === null ? null : { days, rows, redact };
    // Before the version: whoever finds it new finds them, too.
    this.#logSettings.learn(app, version, settings);
    this.learn(app, version);
  }

  async #failureOf(apps: readonly AppId[]): Promise<unknown> {
    try {
      for (let from = 0; from < apps.length; from += ASKED_TOGETHER_MAX) {
        const rows = await this.#postgres.rows<VersionRow>(
          "SELECT app, version, log_days, log_rows, log_redact FROM versions_of($1)",
          [apps.slice(from, from + ASKED_TOGETHER_MAX)],
        );
        for (const row of rows) this.#learnRow(row);
      }
      return null;
    } catch (failure) {
      return failure;
    }
  }
}

function renewal(): Renewal {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Whoever waits hears of it; it may be nobody.
  promise.catch(() => {});
  return { apps: new Set(), done: promise, end: (failure) => (failure === null ? resolve() : reject(failure)) };
}
