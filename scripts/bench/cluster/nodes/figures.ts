/** What `scripts/bench/cluster/nodes.ts` measures, as it stands in `measured-nodes.json`. */

/** Medians of the rounds; of what varies most, the least and the most, too. */
interface Seen {
  readonly per_second: number;
  readonly per_second_from: number;
  readonly per_second_to: number;
  /** Microseconds on a processor for an answer: of each node for one of its own, of the others for one of all. */
  readonly node_cpu_us: readonly number[];
  readonly postgres_cpu_us: number;
  readonly client_cpu_us: number;
  /** Processors that ran all of those, and that ran what has nothing to do with it. */
  readonly processors: number;
  readonly processors_of_others: number;
}

export interface NodesRow extends Seen {
  readonly nodes: number;
  /** The one inside, or a model server that answers at once. */
  readonly model: "embedded" | "served";
  /** The same again, which is answered from memory, or what no memory may answer. */
  readonly asks: "again" | "new";
  /** Requests at once for each node. */
  readonly in_flight: number;
  readonly valkey_cpu_us: number;
  /** Answers that shared a statement. */
  readonly charges_per_turn: number;
  /** Postgres and Valkey together, of the nodes. */
  readonly engines_to_node: number;
  readonly engines_to_node_from: number;
  readonly engines_to_node_to: number;
}

/** Where nodes run, on two processors. */
export const PLACINGS = ["one", "two on one", "two"] as const;
export type Placing = (typeof PLACINGS)[number];

export interface PlacedRow extends Seen {
  readonly placing: Placing;
  readonly charges_per_turn: number;
}

export interface NodesFigures {
  readonly measured_at: string;
  readonly commit: string;
  readonly processor: string;
  readonly cores: number;
  readonly apps: number;
  readonly rounds: number;
  readonly rows: readonly NodesRow[];
  readonly placed: readonly PlacedRow[];
}
