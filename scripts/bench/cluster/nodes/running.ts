/** Nodes on one database, a Valkey beside it, and who asks them. */

import { startValkey, type ValkeyServer } from "../../../../test/cluster/valkey-server.ts";
import type { RunningServer } from "../../../dragoman-process.ts";
import { weather } from "../../measures/samples.ts";
import { PostgresWatcher } from "../postgres-usage.ts";
import {
  APPS,
  answerFromMemory,
  clusterSettings,
  newApp,
  register,
  startDurablePostgres,
  startNode,
} from "../sides.ts";
import { startModelServer } from "./model-server.ts";

/** With embedded networks, or a model server in their place. */
export type Model = "embedded" | "served";

export interface Engines {
  readonly nodeUrl: string;
  readonly postgres: PostgresWatcher;
  readonly valkey: ValkeyServer;
}

export interface Cluster extends AsyncDisposable {
  readonly nodes: readonly RunningServer[];
  /** Of apps that meet no limit, each with both toolsets. */
  readonly authorizations: readonly string[];
}

export async function startEngines(closing: AsyncDisposableStack): Promise<Engines> {
  const postgres = await startDurablePostgres(closing);
  const { nodeUrl } = await postgres.createDatabase("bench");
  const watcher = closing.adopt(await PostgresWatcher.connect(postgres.urlOf("bench")), (open) => open.close());
  const valkey = closing.adopt(await startValkey(), (server) => server.dispose());
  return { nodeUrl, postgres: watcher, valkey };
}

/** @param known apps that are in the database; where there are none they are made */
export async function startCluster(
  { nodeUrl, valkey }: Engines,
  { count, model, hasValkey }: { readonly count: number; readonly model: Model; readonly hasValkey: boolean },
  known: readonly string[] = [],
): Promise<Cluster> {
  await using closing = new AsyncDisposableStack();
  const settings = [...modelSettings(closing, model), ...clusterSettings(nodeUrl, hasValkey ? valkey.url : null)];
  const nodes: Awaited<ReturnType<typeof startNode>>[] = [];
  for (let at = 0; at < count; at += 1) nodes.push(await startNode(closing, settings));
  const authorizations = known.length > 0 ? known : await newApps(nodes[0]);
  for (const { url } of nodes) for (const each of authorizations) await answerFromMemory(url, each);
  const ending = closing.move();
  return { nodes, authorizations, [Symbol.asyncDispose]: () => ending.disposeAsync() };
}

async function newApps(node: Awaited<ReturnType<typeof startNode>> | undefined): Promise<readonly string[]> {
  if (!node) throw new Error("a node was expected");
  const authorizations: string[] = [];
  for (let app = 0; app < APPS; app += 1) {
    const authorization = await newApp(node);
    await register(node.url, authorization, weather);
    authorizations.push(authorization);
  }
  return authorizations;
}

function modelSettings(closing: AsyncDisposableStack, model: Model): readonly string[] {
  if (model === "embedded") return [];
  const { url } = closing.use(startModelServer());
  return ["[model]", 'provider = "openai"', `base_url = ${JSON.stringify(url)}`, 'mode = "schema"'];
}
