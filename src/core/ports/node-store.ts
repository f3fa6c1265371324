import type { Counted, Latency } from "../overview/figures.ts";
import type { Minutes } from "../overview/overview.ts";
import type { Instant } from "../tenant.ts";

export const NODE_STATES = ["starting", "ready", "draining"] as const;
/** `starting`: requests cannot be answered yet, or not at the moment. */
export type NodeState = (typeof NODE_STATES)[number];

/** What a node has counted and takes. */
export interface NodeFigures {
  /** Since it started. */
  readonly total: Counted;
  readonly lastHour: Counted;
  /** How long questions of the last minute took; null where there were none. */
  readonly lastMinute: Latency | null;
  /** The last of them ended ten seconds before this was said at most. A node of a version before says none. */
  readonly minutes?: Minutes;
  /** Requests that it is working on. */
  readonly inFlight: number;
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
}

/** What a node says of itself. */
export interface NodeReport {
  /** Of this start of it alone: started again it is another. */
  readonly id: string;
  /** As operators call it; two may have the same. */
  readonly name: string;
  /** Of the program. */
  readonly version: string;
  /** Where it listens, as in `http://127.0.0.1:8420`. */
  readonly address: string;
  readonly state: NodeState;
  /** By its own clock, when this was said. */
  readonly at: Instant;
  /** How long it has been running, in milliseconds. */
  readonly uptimeMs: number;
  /** How far its clock is ahead of the store's, in milliseconds, below 0 where it is behind; null while it does not know, or has no other. */
  readonly clockAheadMs: number | null;
  readonly figures: NodeFigures;
}

export interface KnownNode extends Omit<NodeReport, "at" | "uptimeMs"> {
  /** The newest version of the storage's schema that it knows. */
  readonly schema: number;
  /** By the store's clock, as all instants here. */
  readonly startedAt: Instant;
  readonly heardAt: Instant;
  /** Nothing was heard of it for `NODE_GONE_SECONDS`, and it did not say that it leaves. */
  readonly isGone: boolean;
}

/** Nodes in each state; those that are gone are in none. */
export type NodeCounts = Readonly<Record<NodeState | "gone", number>>;

/** For so long nothing is heard of a node before it counts as gone: it says that it lives three times meanwhile. */
export const NODE_GONE_SECONDS = 15;
/** Those that are gone are remembered for so long, and of all so many that were heard of last. */
export const NODE_KEPT_SECONDS = 86_400;
export const NODES_MAX = 500;

/** The running nodes, as they say of themselves. A data folder has one, in its memory. */
export interface NodeStore {
  /**
   * That a node lives. Resolves with the time by the store's clock, null where that is the node's own, and with how many nodes there are, this
   * one among them.
   */
  report(report: NodeReport): Promise<{ readonly at: Instant | null; readonly counts: NodeCounts }>;
  /** It stops, and is forgotten; where it is not known nothing happens. */
  leave(id: string): Promise<void>;
  /** By name, then by start. */
  list(): Promise<readonly KnownNode[]>;
}
