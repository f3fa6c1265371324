import { resolve } from "node:path";
import type { Moved } from "#app";
import { abortedByStopSignals } from "./backup.ts";
import { type Invocation, misused, type Run } from "./command.ts";
import { ownerAddress } from "./owner-address.ts";
import { barOn } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

interface Way {
  /** The folder. Absolute. */
  readonly dataDir: string;
  readonly goes: "into the cluster" | "out of the cluster";
}

/** Everything of a folder into a cluster, or back: `migrate --from DIR --to-cluster`, `migrate --to DIR --from-cluster`. */
export const migrate: Run = async (invocation, terminal) => {
  const { dataDir, goes } = wayOf(invocation);
  const ownerUrl = ownerAddress();
  const isTrial = invocation.switches.has("dry-run");
  const cluster = await (await import("#app")).openCluster();
  const { show, end } = barOn(terminal);
  const request = {
    dataDir,
    ownerUrl,
    isTrial,
    signal: abortedByStopSignals(),
    onProgress: show,
    log: (message: string) => terminal.err(`${message}\n`),
  };
  const begun = performance.now();
  const moved = await (goes === "into the cluster" ? cluster.moveIn(request) : cluster.moveOut(request)).finally(end);
  const seconds = Math.round(performance.now() - begun) / 1_000;
  if (invocation.json) {
    const { stores, at, wasDone: was_done } = moved;
    const rows = rowsOf(moved);
    const receipt = { data_dir: dataDir, direction: goes, dry_run: isTrial, was_done, at, rows, seconds, stores };
    terminal.out(`${JSON.stringify(receipt)}\n`);
    return 0;
  }
  terminal.out(tableOf(moved));
  terminal.out(`${summaryOf(moved, goes, isTrial, seconds)}\n`);
  if (!isTrial) sayNext(dataDir, goes, terminal);
  return 0;
};

function wayOf({ options, switches }: Invocation): Way {
  const { from, to } = options;
  const [toCluster, fromCluster] = [switches.has("to-cluster"), switches.has("from-cluster")];
  if (from !== undefined && toCluster && to === undefined && !fromCluster) {
    return { dataDir: resolve(from), goes: "into the cluster" };
  }
  if (to !== undefined && fromCluster && from === undefined && !toCluster) {
    return { dataDir: resolve(to), goes: "out of the cluster" };
  }
  const ways = '"--from DIR --to-cluster" or "--to DIR --from-cluster"';
  throw misused(`it has to be said what goes where: ${ways}`, { see: "migrate" });
}

const rowsOf = ({ stores }: Moved) => stores.reduce((sum, { rows }) => sum + rows, 0);

function tableOf({ stores }: Moved): string {
  const width = Math.max(...stores.map(({ store }) => store.length));
  const digits = Math.max(...stores.map(({ rows }) => String(rows).length));
  return stores
    .map(({ store, rows, sha256 }) => `${store.padEnd(width)}  ${String(rows).padStart(digits)}  ${sha256}\n`)
    .join("");
}

function summaryOf(moved: Moved, goes: Way["goes"], isTrial: boolean, seconds: number): string {
  const rows = `${rowsOf(moved)} rows`;
  const moment = moved.at === null ? "" : `, as of ${moved.at}`;
  if (moved.wasDone) return `The folder was moved before, with ${rows}: nothing was done.`;
  if (isTrial) return `${rows} would go ${goes}${moment}; nothing was written.`;
  return `${rows} went ${goes}${moment}, and have the same sums on both sides. It took ${seconds.toFixed(1)} s.`;
}

function sayNext(dataDir: string, goes: Way["goes"], { err }: Terminal): void {
  const next =
    goes === "into the cluster"
      ? `Start the nodes now, and no server on ${dataDir} any more: it stays as it was, and what it says of balances is not true for long.`
      : `"dragoman serve --data ${dataDir}" starts on it. What nodes have answered and charged since that moment is not in it.`;
  err(`${next}\n`);
}
