import type { ChangeCounter } from "#core/ports/change-counter.ts";
import type { AppId } from "#core/tenant.ts";

/** In memory: a restart forgets what was answered before it, too. Raised with the COMMIT of each change, in the same turn. */
export class AppChanges implements ChangeCounter {
  readonly #counts = new Map<AppId, number>();

  of(app: AppId): number {
    return this.#counts.get(app) ?? 0;
  }

  /** There is one process: it has counted all of them. */
  renew(_app: AppId): null {
    return null;
  }

  raise(app: AppId): void {
    this.#counts.set(app, this.of(app) + 1);
  }
}
