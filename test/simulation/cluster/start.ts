/** Simulations of a cluster, each in a process of its own, on a database of its own. */
import { join } from "node:path";
import { startPostgres } from "../../cluster/postgres-server.ts";
import { startValkey } from "../../cluster/valkey-server.ts";
import { cpuSecondsOf } from "../start.ts";
import { superuserUrlOf } from "./database.ts";
import type { Outcome } from "./run.ts";

export interface ClusterRun {
  readonly seed: number | string;
  readonly steps: number;
  /** Whether nodes share a Valkey. */
  readonly valkey?: boolean;
  /** The name of a bug that is planted. */
  readonly planted?: string;
  /** How many of the last events are printed. */
  readonly trail?: number;
}

/** What became of a run, and what its process took of the processor: the servers that it asks are others. */
export interface ClusterRan extends Outcome {
  readonly cpuSeconds: number;
}

export interface ClusterSimulations {
  /** Throws where it could not be run at all. */
  run(options: ClusterRun): Promise<ClusterRan>;
  close(): Promise<void>;
}

const RUN = join(import.meta.dir, "run.ts");
/** Nothing of the server's own is done at a time that no seed tells: those who wait for each other are found by the simulated wire. */
export const SETTINGS = [
  "max_connections=200",
  "autovacuum=off",
  "jit=off",
  "deadlock_timeout=1d",
  "synchronize_seqscans=off",
];

/** Starts the server that all of them are on. */
export async function openClusterSimulations(): Promise<ClusterSimulations> {
  const server = await startPostgres({ settings: SETTINGS });
  const database = await server.createDatabase("simulation");
  const run = async (options: ClusterRun) => {
    const { url: node } = await database.copy();
    if (!options.valkey) return ran({ node }, options);
    const valkey = await startValkey();
    return ran({ node, valkey: valkey.url }, options).finally(() => valkey.dispose());
  };
  return { run, close: () => server.dispose() };
}

/** Addresses of servers that nobody else is on. */
interface Servers {
  readonly node: string;
  readonly valkey?: string;
}

async function ran(servers: Servers, { seed, steps, planted, trail = 0 }: ClusterRun): Promise<ClusterRan> {
  const given = {
    ...{ seed, steps, trail, ...servers, superuser: superuserUrlOf({ nodeUrl: servers.node }) },
    ...(planted !== undefined && { planted }),
  };
  const flags = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = Bun.spawn([process.execPath, RUN, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  const [told, said] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  const lines = told.trimEnd().split("\n");
  const outcome = lines.pop() ?? "";
  if (!outcome.startsWith("{")) throw new Error(`the simulation of seed ${seed} ended without an outcome:\n${said}`);
  if (lines.length > 0) process.stderr.write(`${lines.join("\n")}\n`);
  return { ...(JSON.parse(outcome) as Outcome), cpuSeconds: cpuSecondsOf(child) };
}
