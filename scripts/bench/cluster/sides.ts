/** The executable with its embedded storage, and as the node of a cluster: the same question is answered from memory by both. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIGRATIONS } from "#storage/cluster/migrations.ts";
import { type PostgresServer, startPostgres } from "../../../test/cluster/postgres-server.ts";
import { startValkey, type ValkeyServer } from "../../../test/cluster/valkey-server.ts";
import { type RunningServer, startServer, waitUntilReady } from "../../dragoman-process.ts";
import { newAccessToken, writeSettings } from "../../eval/api-client.ts";
import { lamp } from "../measures/samples.ts";
import type { Load } from "../wrk.ts";
import { PostgresWatcher } from "./postgres-usage.ts";

/** Postgres's own default, which a test's server has less of. */
const POSTGRES_SETTINGS = ["shared_buffers=128MB"];
export const QUESTION = { query: "switch the lamp on", toolsets: [lamp.signature] };

/** Each is one that meets no limit. */
export const APPS = 16;

export interface Side extends AsyncDisposable {
  readonly pid: number;
  /** The question, of `APPS` apps that meet no limit. */
  readonly load: Omit<Load, "connections">;
  /** As the first of them. */
  readonly post: (path: string, body: unknown) => Promise<Response>;
}

export interface ClusterSide extends Side {
  readonly postgres: PostgresWatcher;
  readonly valkey: ValkeyServer | null;
}

export async function startEmbeddedSide(): Promise<Side> {
  await using closing = new AsyncDisposableStack();
  const answering = await startAnswering(closing, []);
  return { ...answering, [Symbol.asyncDispose]: disposal(closing.move()) };
}

/** Another build than `dist/dragoman`, with the version of the schema that it makes. */
export interface OtherBuild {
  readonly executable: string;
  readonly schema: number;
}

/** A busy machine's Valkey answers late, and a node does without it for a while: that is another measurement. */
const PATIENT = "valkey_wait_ms_max = 1000";

/** One node, on a Postgres of its own that waits for its disk, and a Valkey of its own where it has one. */
export async function startClusterSide({
  build,
  hasValkey = false,
}: {
  readonly build?: OtherBuild | undefined;
  readonly hasValkey?: boolean;
}): Promise<ClusterSide> {
  await using closing = new AsyncDisposableStack();
  const postgres = await startDurablePostgres(closing);
  const { nodeUrl } = await postgres.createDatabase("bench", build && MIGRATIONS.slice(0, build.schema));
  const watcher = closing.adopt(await PostgresWatcher.connect(postgres.urlOf("bench")), (open) => open.close());
  const valkey = hasValkey ? closing.adopt(await startValkey(), (running) => running.dispose()) : null;
  const settings = [...clusterSettings(nodeUrl, valkey?.url), ...(valkey ? [PATIENT] : [])];
  const answering = await startAnswering(closing, settings, build?.executable);
  return { ...answering, valkey, postgres: watcher, [Symbol.asyncDispose]: disposal(closing.move()) };
}

export async function startDurablePostgres(closing: AsyncDisposableStack): Promise<PostgresServer> {
  const options = { isDurable: true, settings: POSTGRES_SETTINGS };
  return closing.adopt(await startPostgres(options), (server) => server.dispose());
}

/** For the settings of a node; without a Valkey where that is null. */
export function clusterSettings(nodeUrl: string, valkeyUrl: string | null = null): readonly string[] {
  const shared = valkeyUrl === null ? [] : [`valkey_url = ${JSON.stringify(valkeyUrl)}`];
  return ["[storage]", 'kind = "cluster"', `postgres_url = ${JSON.stringify(nodeUrl)}`, ...shared];
}

/** The executable in a folder of its own, when it can answer everything. */
export async function startNode(
  closing: AsyncDisposableStack,
  settings: readonly string[],
  executable?: string,
): Promise<RunningServer & { readonly dataDir: string }> {
  const dataDir = closing.adopt(mkdtempSync(join(tmpdir(), "dragoman-bench-node-")), (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  );
  writeSettings(dataDir, settings);
  const options = { dataDir, ...(executable === undefined ? {} : { executable }) };
  const server = closing.adopt(await startServer(options), async (running) => void (await running.stop()));
  await waitUntilReady(server);
  return { ...server, dataDir };
}

async function startAnswering(closing: AsyncDisposableStack, settings: readonly string[], executable?: string) {
  const server = await startNode(closing, settings, executable);
  const authorizations: string[] = [];
  for (let app = 0; app < APPS; app += 1) authorizations.push(await newApp(server));
  for (const authorization of authorizations) await answerFromMemory(server.url, authorization);
  const load = { url: `${server.url}/v1/resolve`, body: JSON.stringify(QUESTION), authorizations };
  return { pid: server.pid, load, post: posting(server.url, authorizations[0] ?? "") };
}

/** Another app with the toolset of the question. Returns its `Authorization`. */
export async function newApp({ url, dataDir }: Awaited<ReturnType<typeof startNode>>): Promise<string> {
  const authorization = `Bearer ${await newAccessToken(url, dataDir)}`;
  await register(url, authorization, lamp);
  return authorization;
}

/** Throws what the server says where it refuses. */
export async function register(url: string, authorization: string, toolset: object): Promise<void> {
  const made = await posting(url, authorization)("/v1/toolsets", toolset);
  if (!made.ok) throw new Error(`POST /v1/toolsets: ${made.status} ${await made.text()}`);
  await made.arrayBuffer();
}

/** Asks until an app's question is answered from memory: throws where the second answer is none. */
export async function answerFromMemory(url: string, authorization: string): Promise<void> {
  const post = posting(url, authorization);
  await (await post("/v1/resolve", QUESTION)).arrayBuffer();
  const { metadata } = (await (await post("/v1/resolve", QUESTION)).json()) as { metadata: { source: string } };
  if (metadata.source !== "exact_cache") throw new Error(`answered by ${metadata.source}: nothing to measure`);
}

function posting(url: string, authorization: string): Side["post"] {
  const headers = { authorization, "content-type": "application/json" };
  return (path, body) => fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

function disposal(closing: AsyncDisposableStack): () => Promise<void> {
  return () => closing.disposeAsync();
}
