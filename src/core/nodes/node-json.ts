import type { KnownNode, NodeState } from "../ports/node-store.ts";
import type { Instant } from "../tenant.ts";

/** A node as operators read it, the same at the terminal, over the API and on the page. A type, so that it is JSON to the compiler. */
export type NodeJson = {
  readonly name: string;
  readonly state: NodeState | "gone";
  readonly version: string;
  readonly address: string;
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  readonly answers: { readonly [source: string]: number };
  readonly in_flight: number;
  readonly latency_ms: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
  readonly minutes: readonly { readonly requests: number; readonly failed: number; readonly p95_ms: number | null }[];
  readonly memory_bytes: number;
  readonly cpu_seconds: number;
  readonly clock_ahead_ms: number | null;
  readonly started_at: string;
  readonly heard_at: string;
  readonly schema: number;
  readonly node_id: string;
};

const NO_MINUTES = { requests: [], failed: [], p95Ms: [] };

export function nodeJson({ figures, ...node }: KnownNode): NodeJson {
  const { total, lastMinute, minutes = NO_MINUTES, inFlight, memoryBytes, cpuSeconds } = figures;
  return {
    name: node.name,
    state: node.isGone ? "gone" : node.state,
    version: node.version,
    address: node.address,
    requests: total.requests,
    refused: total.refused,
    failed: total.failed,
    answers: { ...total.answers },
    in_flight: inFlight,
    latency_ms: lastMinute && { ...lastMinute },
    minutes: minutes.requests.map((requests, at) => ({
      requests,
      failed: minutes.failed[at] ?? 0,
      p95_ms: minutes.p95Ms[at] ?? null,
    })),
    memory_bytes: memoryBytes,
    cpu_seconds: cpuSeconds,
    clock_ahead_ms: node.clockAheadMs === null ? null : Math.round(node.clockAheadMs),
    started_at: timeOf(node.startedAt),
    heard_at: timeOf(node.heardAt),
    schema: node.schema,
    node_id: node.id,
  };
}

function timeOf(at: Instant): string {
  return new Date(at).toISOString();
}
