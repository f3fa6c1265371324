import type { LogSettings } from "#core/query-log/logged-row.ts";
import type { AppId } from "#core/tenant.ts";

interface Known {
  readonly version: number;
  /** Null where it was turned off. */
  readonly settings: LogSettings | null;
}

/** How apps have their questions logged, as this node knows: only what is newer than that changes it. */
export class LogSettingsOfApps {
  /** Those that have it on, or had. */
  readonly #known = new Map<AppId, Known>();

  of(app: AppId): LogSettings | null {
    return this.#known.get(app)?.settings ?? null;
  }

  /** Those that have it on. */
  apps(): readonly AppId[] {
    return [...this.#known].filter(([, { settings }]) => settings !== null).map(([app]) => app);
  }

  /** So they were with that version of the app. */
  learn(app: AppId, version: number, settings: LogSettings | null): void {
    const known = this.#known.get(app);
    // Answers of the database may come the wrong way round.
    if (known ? version >= known.version : settings !== null) this.#known.set(app, { version, settings });
  }
}
