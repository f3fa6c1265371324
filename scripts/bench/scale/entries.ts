/** What a great many kept answers take: on the disk of Postgres, and in the memory of nodes. */
import type { Figures } from "./costs.ts";

/** Of a vector and its links in a node's index, measured at a million entries: docs/measurements/cache-figures.md. */
const INDEXED_BYTES = 1_800;

export interface Kept {
  /** Of tables with their indexes, and of the indexes alone. */
  readonly diskBytes: number;
  readonly indexBytes: number;
  /**
   * How much of all entries one node has in memory, and all nodes together have where a balancer keeps each app on one of them. Where apps ask
   * as much as they have asked before, so often a question in other words finds its partition ready.
   */
  readonly onOneNodeShare: number;
  readonly onAllNodesShare: number;
}

/** @param bytesOfNode `cache.memory_bytes_max` of each node. */
export function kept(entries: number, { entry }: Figures, nodes: number, bytesOfNode: number): Kept {
  const shareIn = (bytes: number) => Math.min(1, bytes / (entries * INDEXED_BYTES));
  return {
    diskBytes: entries * entry.bytes_per_entry,
    indexBytes: entries * entry.index_bytes_per_entry,
    onOneNodeShare: shareIn(bytesOfNode),
    onAllNodesShare: shareIn(nodes * bytesOfNode),
  };
}
