import type { AppId } from "../tenant.ts";

/**
 * Tells what an app was answered before from what it would be answered now. A change is whatever may make an answer another
 * one: of a definition, an alias, a memory, the app or its keys, or of an answer that was kept already (replaced, taken back, dropped
 * with its content). An answer that is new, or makes room for others, is none.
 */
export interface ChangeCounter {
  /**
   * How many changes of the app there were. Counted when the change can be read, and before it is acknowledged: what was read
   * between two equal counts is still so.
   */
  of(app: AppId): number;
  /**
   * Resolves when `of` counts every change that was acknowledged, here or by another node, before it was called. Null where it
   * always does. Each request asks once, before anything of the app is read. Rejects with `service_unavailable`.
   */
  renew(app: AppId): Promise<void> | null;
}
