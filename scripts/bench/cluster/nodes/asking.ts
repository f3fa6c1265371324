/** Those who ask nodes, all of them at once: again what is in memory, or what only a model can answer. */
import type { RunningServer } from "../../../dragoman-process.ts";
import { weather, weatherQuery } from "../../measures/samples.ts";
import { wrk } from "../../wrk.ts";
import { QUESTION } from "../sides.ts";
import type { Cluster } from "./running.ts";

export interface Asked {
  /** Answers of each node. */
  readonly counts: readonly number[];
  /** Of all nodes together. */
  readonly perSecond: number;
  readonly clientCpuMs: number;
}

/** Each app in turn, so many requests at once for each node. */
export async function askAgain(
  nodes: readonly RunningServer[],
  { authorizations }: Pick<Cluster, "authorizations">,
  connections: number,
  seconds: number,
): Promise<Asked> {
  const body = JSON.stringify(QUESTION);
  const sent = await Promise.all(
    nodes.map(({ url }) => wrk({ url: `${url}/v1/resolve`, body, authorizations, connections }, seconds)),
  );
  return {
    counts: sent.map(({ count }) => count),
    perSecond: sumOf(sent.map(({ perSecond }) => perSecond)),
    clientCpuMs: sumOf(sent.map(({ clientCpuMs }) => clientCpuMs)),
  };
}

/** Sentences that were not asked before, which a network remembers nothing of either. */
let asked = 0;

/** So many questions for each node, of the first app, past all memories. Throws where one is not answered. */
export async function askNew(
  nodes: readonly RunningServer[],
  { authorizations: [authorization = ""] }: Pick<Cluster, "authorizations">,
  inFlight: number,
  countOfNode: number,
): Promise<Asked> {
  const headers = { authorization, "content-type": "application/json", "cache-control": "no-store" };
  const [before, startedAt] = [process.cpuUsage(), performance.now()];
  const ofNode = async ({ url }: RunningServer) => {
    let left = countOfNode;
    const oneAfterOther = async () => {
      while (left > 0) {
        left -= 1;
        asked += 1;
        const body = JSON.stringify({ query: weatherQuery(asked), toolsets: [weather.signature] });
        const response = await fetch(`${url}/v1/resolve`, { method: "POST", headers, body });
        const said = await response.text();
        if (!response.ok) throw new Error(`${response.status} ${said}`);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, oneAfterOther));
  };
  await Promise.all(nodes.map(ofNode));
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1_000;
  const counts = nodes.map(() => countOfNode);
  return { counts, perSecond: sumOf(counts) / seconds, clientCpuMs: (user + system) / 1_000 };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
