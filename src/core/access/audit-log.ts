import { messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Page } from "../page.ts";
import type { AuditRecord, AuditStore } from "../ports/audit-store.ts";
import type { Clock } from "../ports/clock.ts";

export interface AuditLogOptions {
  readonly store: AuditStore;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

/** Who did what, and when: every command that changes something or shows data of an app, and every sign-in to the admin page. */
export class AuditLog {
  readonly #options: AuditLogOptions;

  constructor(options: AuditLogOptions) {
    this.#options = options;
  }

  /**
   * `what` has no secrets. Resolves when it would survive a power cut. Never rejects: what is done is done, and a doctor on a full
   * disk has to be heard. What could not be kept stands in the log.
   */
  async record(by: string, what: string): Promise<void> {
    const { store, clock, log } = this.#options;
    try {
      await store.add({ at: clock.now(), by, what });
    } catch (failure) {
      log(`not in the audit log (${messageOf(failure)}): ${by}: ${what}`, { level: "warn" });
    }
  }

  /** Newest first. */
  list(page: { readonly limit: number; readonly after: number | null }): Promise<Page<AuditRecord>> {
    return this.#options.store.list(page);
  }
}
