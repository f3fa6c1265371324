import {
  type KnownNode,
  NODE_GONE_SECONDS,
  NODE_KEPT_SECONDS,
  NODES_MAX,
  type NodeReport,
  type NodeState,
  type NodeStore,
} from "#core/ports/node-store.ts";
import type { Instant } from "#core/tenant.ts";
import { SCHEMA_VERSION } from "./migrations.ts";
import type { Postgres } from "./postgres.ts";

const HEARTBEAT = "SELECT * FROM heartbeat($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

const LIST = `SELECT node AS id, name, version, schema, address, state, clock_ahead_ms AS "clockAheadMs", figures,
    (extract(epoch FROM started_at) * 1000)::bigint AS "startedAt",
    (extract(epoch FROM heard_at) * 1000)::bigint AS "heardAt",
    heard_at < clock_timestamp() - make_interval(secs => $1) AS "isGone"
  FROM heartbeats ORDER BY name, started_at, node LIMIT $2`;

interface Row extends Omit<KnownNode, "figures"> {
  /** JSON. */
  readonly figures: string;
}

export class ClusterNodes implements NodeStore {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async report(report: NodeReport): ReturnType<NodeStore["report"]> {
    const { id, name, version, address, state, uptimeMs, clockAheadMs, figures } = report;
    const rows = await this.#postgres.call<{ at: Instant; state: NodeState | "gone"; nodes: number }>(HEARTBEAT, [
      ...[id, name, version, SCHEMA_VERSION, address, state],
      ...[uptimeMs / 1_000, clockAheadMs, JSON.stringify(figures)],
      ...[NODE_GONE_SECONDS, NODE_KEPT_SECONDS, NODES_MAX],
    ]);
    const counts = { starting: 0, ready: 0, draining: 0, gone: 0 };
    for (const { state: counted, nodes } of rows) counts[counted] = nodes;
    return { at: rows[0]?.at ?? null, counts };
  }

  async leave(id: string): Promise<void> {
    await this.#postgres.call("DELETE FROM heartbeats WHERE node = $1", [id]);
  }

  async list(): Promise<readonly KnownNode[]> {
    const rows = await this.#postgres.rows<Row>(LIST, [NODE_GONE_SECONDS, NODES_MAX]);
    return rows.map(({ figures, ...node }) => ({ ...node, figures: JSON.parse(figures) }));
  }
}
