import type { Memory } from "../bank.ts";
import type { Page } from "../page.ts";
import type { AppId, Instant } from "../tenant.ts";

/**
 * What banks remember. Every change gives the bank a new revision: answers made from it before are out of date. A memory that is no
 * longer what was written is `service_unavailable` to whoever reads its bank, by its id, with which it can be removed.
 */
export interface MemoryStore {
  /** Nothing is changed when there is no such bank, or when it holds `memoriesMax` already. */
  add(app: AppId, bank: string, memory: Memory, memoriesMax: number): Promise<"added" | "full" | "not_found">;
  /** Oldest first; null when there is no such bank. */
  list(
    app: AppId,
    bank: string,
    page: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<Memory> | null>;
  /** All of a bank, oldest first; none when there is no such bank. */
  all(app: AppId, bank: string): Promise<readonly Memory[]>;
  /** False when bank or memory are unknown. */
  remove(app: AppId, bank: string, memory: string, at: Instant): Promise<boolean>;
}
