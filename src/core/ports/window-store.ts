import type { AppId, Instant } from "../tenant.ts";

/** Counts calls in fixed windows of one UTC minute. */
export interface WindowStore {
  /**
   * Adds one call of the subject (an app, or `address:` and a client address) to the window of `at` and returns the count
   * with it. Durable no later than the next change that this storage acknowledges. Old windows are dropped.
   */
  count(subject: AppId | `address:${string}`, at: Instant): Promise<number>;
  /** The count of the window of `at`, nothing added. */
  peek(subject: AppId | `address:${string}`, at: Instant): Promise<number>;
}
