import type { AppId } from "../tenant.ts";

/** Which work is being done, by this process or by another node: see `Idempotency`. */
export interface KeyedWorkStore {
  /**
   * The right to do the work under a key, until it is ended or the node is gone for a while; null while another node has it. Of one
   * process nobody asks twice for the same.
   */
  begin(app: AppId, key: string): Promise<KeyedWork | null>;
}

export interface KeyedWork {
  /** What was kept of it is to be found by then. Never rejects: what cannot be ended ends by itself. */
  end(): Promise<void>;
}
