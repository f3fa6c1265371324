/** What a server says of itself: https://valkey.io/commands/info */

export interface ServerFacts {
  /** Another one after each start, and after each time that a replica was promoted: what it knew before may be older than what it had said. */
  readonly identity: string;
  /** As Redis numbers it, whose versions Valkey goes on from: 7.0.15. */
  readonly version: string;
  readonly isReplica: boolean;
  /** Whether its keys are spread over several servers. */
  readonly isSpread: boolean;
  /** 0 for as much as the machine has. */
  readonly bytesMax: number;
  /** What goes when those are used up; "noeviction" for nothing. */
  readonly evicts: string;
}

/** Throws where it is not what a server of that kind says. */
export function serverFactsIn(info: string): ServerFacts {
  const fields = new Map([...info.matchAll(/^([a-z_0-9]+):(.*?)\r?$/gm)].map(([, name, value]) => [name, value ?? ""]));
  const field = (name: string) => {
    const value = fields.get(name);
    if (value === undefined) throw new Error(`INFO does not tell ${name}: this is neither Valkey nor Redis`);
    return value;
  };
  return {
    identity: `${field("run_id").slice(0, 12)}-${field("master_replid").slice(0, 12)}`,
    version: fields.get("valkey_version") ?? field("redis_version"),
    isReplica: field("role") !== "master",
    isSpread: field("cluster_enabled") !== "0",
    bytesMax: Number(field("maxmemory")),
    evicts: field("maxmemory_policy"),
  };
}
