/** Which of two processors runs what: by `taskset`, all threads of a process, and what it starts later. Linux only. */
import type { Placing } from "./figures.ts";

export interface Placed {
  /** Of the nodes that are asked. */
  readonly nodes: readonly number[];
  /** Of the others: Postgres, and who asks. */
  readonly beside: readonly number[];
}

const ANY = "0,1";

/** Of the nodes one after the other, and of all others. */
const PROCESSORS: Readonly<Record<Placing, { readonly nodes: readonly string[]; readonly beside: string }>> = {
  one: { nodes: ["0"], beside: "1" },
  "two on one": { nodes: ["0", "0"], beside: "1" },
  // Nothing is left for the others: they take what the nodes leave them.
  two: { nodes: ["0", "1"], beside: ANY },
};

export function nodesOf(placing: Placing): number {
  return PROCESSORS[placing].nodes.length;
}

/** Throws where `taskset` does not do it. */
export function place(placing: Placing, { nodes, beside }: Placed): void {
  const processors = PROCESSORS[placing];
  for (const [at, pid] of nodes.entries()) pin(pid, processors.nodes[at] ?? ANY);
  for (const pid of beside) pin(pid, processors.beside);
}

/** All threads of a process, and what it starts later. Throws where `taskset` does not do it. */
export function pin(pid: number, processors: string): void {
  const { exitCode, stderr } = Bun.spawnSync(["taskset", "-a", "-c", "-p", processors, `${pid}`]);
  if (exitCode !== 0) throw new Error(`taskset: ${stderr.toString().trim()}`);
}
