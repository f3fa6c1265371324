import type { Page } from "../page.ts";
import type { KeptRow, LoggedRow, LogSettings, Verdict } from "../query-log/logged-row.ts";
import type { AppId, Instant } from "../tenant.ts";

/** Which rows go: some, those that were last asked before a moment, or all. */
export type LogSelection = { readonly ids: readonly number[] } | { readonly before: Instant } | "all";

/**
 * The questions of apps that want them logged, apart from everything else: it is in no backup unless asked for, and what goes wrong
 * with it is nobody else's trouble. Where no app ever wanted one, nothing is there. Every method rejects with `service_unavailable`
 * when the engine fails.
 */
export interface QueryLogStore {
  /** Whether other processes note questions of the same apps, and write them when they come to it. */
  readonly isShared: boolean;
  /** Null where it is off. At once, from memory. */
  settings(app: AppId): LogSettings | null;
  /** Apps that have it on. At once, from memory. */
  apps(): readonly AppId[];
  /** Durable when it resolves. Null turns it off; what is in it stays. */
  configure(app: AppId, settings: LogSettings | null): Promise<void>;
  /**
   * Adds them, or counts them on the row with the same digest, which then says what the newest has. A crash may lose what was added
   * last. Nothing is added for an app that has it off.
   */
  add(app: AppId, rows: readonly LoggedRow[]): Promise<void>;
  /** What was said of the answer with this digest; the newest opinion counts. False where there is no such row. */
  judge(app: AppId, digest: string, verdict: Verdict): Promise<boolean>;
  /** Newest first, by when they came. */
  list(app: AppId, page: { readonly limit: number; readonly after: number | null }): Promise<Page<KeptRow>>;
  /**
   * The ones that are most worth a look: those said to be wrong, then by doubt and how often they were asked. None that is right.
   * `offset`: so many of them are left out, from the first on.
   */
  doubtful(app: AppId, page: { readonly limit: number; readonly offset: number }): Promise<readonly KeptRow[]>;
  count(app: AppId): Promise<number>;
  /**
   * How many went. When it resolves no file holds a byte of them: waits for that, beside the thread that asks. Where it rejects they
   * may be gone from the lists and not from the disk: asking again tries again.
   */
  remove(app: AppId, which: LogSelection): Promise<number>;
  /** Drops rows over `rows`, and those last asked before `before`. Their bytes go with the next `sweep`. How many went. */
  trim(app: AppId, limits: { readonly before: Instant; readonly rows: number }): Promise<number>;
  /** Has no file hold a byte of what was dropped. Nothing is done where nothing was. */
  sweep(): Promise<void>;
  /** Turns it off and removes all rows, as `remove` does. */
  forget(app: AppId): Promise<void>;
}
