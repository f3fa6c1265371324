import type { JsonObject } from "../json.ts";
import type { Instant } from "../tenant.ts";

/** What was found out about one model server, by asking it. */
export interface KeptFindings {
  /** Tells a server and the model that it is asked for from others. Holds no secret. */
  readonly key: string;
  /** The models alone look inside. */
  readonly findings: JsonObject;
  readonly foundAt: Instant;
}

/** Findings of the server itself. No tenant. */
export interface ModelFindingStore {
  find(key: string): Promise<KeptFindings | null>;
  list(): Promise<readonly KeptFindings[]>;
  /** Replaces older ones of the same key. Of very many servers the oldest go. */
  keep(found: KeptFindings): Promise<void>;
}
