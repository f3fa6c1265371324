import type { KnownNode } from "../ports/node-store.ts";

/** Minutes of rate limits and months begin so much too early or too late at most. */
const CLOCK_APART_MS_MAX = 1_000;

/** What is wrong with nodes that share a database, in words. */
export function nodeProblems(nodes: readonly KnownNode[]): readonly string[] {
  const running = nodes.filter(({ isGone }) => !isGone);
  return [
    ...versionProblems(running),
    ...running.flatMap(clockProblems),
    ...lostOf(nodes)
      .filter((lost) => !isBack(lost, running))
      .map((lost) => `${named(lost)} is gone without having been stopped: last heard of ${timeOf(lost)}`),
  ];
}

/** Of nodes that ended without having been stopped, and run again. */
export function nodeWarnings(nodes: readonly KnownNode[]): readonly string[] {
  const running = nodes.filter(({ isGone }) => !isGone);
  return lostOf(nodes)
    .filter((lost) => isBack(lost, running))
    .map((lost) => `${named(lost)} ended without having been stopped at ${timeOf(lost)}, and runs again`);
}

/** One that was told to stop and then cut has ended as it was meant to. */
function lostOf(nodes: readonly KnownNode[]): readonly KnownNode[] {
  return nodes.filter(({ isGone, state }) => isGone && state !== "draining");
}

/** Whether one of the same name listens where it did. */
function isBack({ name, address, heardAt }: KnownNode, running: readonly KnownNode[]): boolean {
  return running.some((other) => other.name === name && other.address === address && other.startedAt >= heardAt);
}

function versionProblems(running: readonly KnownNode[]): readonly string[] {
  const byVersion = Map.groupBy(running, ({ version }) => version);
  if (byVersion.size <= 1) return [];
  const told = [...byVersion].map(([version, nodes]) => `${version} on ${nodes.map(({ name }) => name).join(", ")}`);
  return [`nodes are of different versions: ${told.join("; ")}`];
}

function clockProblems(node: KnownNode): readonly string[] {
  const aheadMs = node.clockAheadMs ?? 0;
  if (Math.abs(aheadMs) <= CLOCK_APART_MS_MAX) return [];
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  return [`the clock of ${named(node)} is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} the database's`];
}

function named({ name, address }: KnownNode): string {
  return `${name} (${address})`;
}

function timeOf({ heardAt }: KnownNode): string {
  return new Date(heardAt).toISOString();
}
