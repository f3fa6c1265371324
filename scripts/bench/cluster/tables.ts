/** What `docs/measurements/cluster-cost.md` shows first, of the figures that `main.ts` has written. */
import { table } from "../scale/tables.ts";

interface Side {
  readonly per_second: number;
  readonly node_cpu_us: number;
}

/** The part of a load's figures that is shown. */
export interface ShownLoad {
  readonly in_flight: number;
  readonly apps: number;
  readonly embedded: Side;
  readonly cluster: Side & {
    readonly postgres_cpu_us: number;
    readonly statements_per_request: number;
    readonly wal_bytes_per_request: number;
  };
  readonly ratios: {
    readonly node_to_embedded: number;
    readonly postgres_to_node: number;
    readonly postgres_to_node_from?: number;
    readonly postgres_to_node_to?: number;
    readonly p99_to_embedded: number;
  };
}

export function costTable({ loads }: { readonly loads: readonly ShownLoad[] }): string {
  return table(
    [
      "in flight",
      "apps",
      "embedded, µs",
      "node, µs",
      "of embedded",
      "Postgres, µs",
      "of the node",
      "charges in a statement",
      "bytes of log",
      "answers a second (embedded)",
      "p99 of embedded",
    ],
    loads.map(({ in_flight: inFlight, apps, embedded, cluster, ratios }) => [
      `${inFlight}`,
      `${apps}`,
      micros(embedded.node_cpu_us),
      micros(cluster.node_cpu_us),
      ratios.node_to_embedded.toFixed(2),
      micros(cluster.postgres_cpu_us),
      `${ratios.postgres_to_node.toFixed(2)} (${ratios.postgres_to_node_from?.toFixed(2)} to ${ratios.postgres_to_node_to?.toFixed(2)})`,
      (1 / cluster.statements_per_request).toFixed(0),
      whole(cluster.wal_bytes_per_request),
      `${whole(cluster.per_second)} (${whole(embedded.per_second)})`,
      ratios.p99_to_embedded.toFixed(2),
    ]),
  );
}

function micros(us: number): string {
  return us < 100 ? us.toFixed(1) : us.toFixed(0);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}
