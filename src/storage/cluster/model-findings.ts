import type { JsonObject } from "#core/json.ts";
import type { KeptFindings, ModelFindingStore } from "#core/ports/model-finding-store.ts";
import type { Instant } from "#core/tenant.ts";
import type { Postgres } from "./postgres.ts";

/** Servers that nobody asks any more go, the oldest first. */
const SERVERS_MAX = 200;

interface Row {
  readonly key: string;
  readonly findings: string;
  readonly found_at: Instant;
}

export class ClusterModelFindings implements ModelFindingStore {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async find(key: string): Promise<KeptFindings | null> {
    const row = await this.#postgres.row<Row>("SELECT key, findings, found_at FROM model_findings WHERE key = $1", [
      key,
    ]);
    return row && keptOf(row);
  }

  async list(): Promise<readonly KeptFindings[]> {
    const rows = await this.#postgres.rows<Row>("SELECT key, findings, found_at FROM model_findings ORDER BY key");
    return rows.map(keptOf);
  }

  async keep({ key, findings, foundAt }: KeptFindings): Promise<void> {
    const values = [key, JSON.stringify(findings), foundAt, SERVERS_MAX];
    await this.#postgres.rows("SELECT keep_findings($1, $2, $3, $4)", values);
  }
}

function keptOf({ key, findings, found_at: foundAt }: Row): KeptFindings {
  return { key, findings: JSON.parse(findings) as JsonObject, foundAt };
}
