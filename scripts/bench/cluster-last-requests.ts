/**
 * Three executables, many requests in flight at once, and a balance that is smaller; one node is killed and one is stopped meanwhile:
 * `bun scripts/bench/cluster-last-requests.ts [--rounds 20] [--requests 10000] [--balance 4000]`. Prints a line for each round, and ends
 * with status 1 at the first whose balance is not spent to its last request, once. Starts a Postgres of its own.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startPostgres } from "../../test/cluster/postgres-server.ts";
import { type RunningServer, runDragoman, startServer, waitUntilReady } from "../dragoman-process.ts";
import { spendLastRequests } from "./last-requests.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    requests: { type: "string", default: "10000" },
    balance: { type: "string", default: "4000" },
  },
});
const [rounds, requests, balance] = [Number(values.rounds), Number(values.requests), Number(values.balance)];
const TOOLSET = {
  signature: "lamps-v1",
  name: "Lamps",
  tools: [
    {
      name: "set_lamp",
      description: "Switches a lamp on or off, or dims it",
      parameters: { type: "object", properties: { room: { type: "string" }, brightness: { type: "integer" } } },
    },
  ],
};
const QUESTION = { query: "dim the lamp in the hall to 10 percent", toolsets: [TOOLSET.signature] };
/** Charged before the many: the toolset, and a question on each node. */
const CHARGED_BEFORE = 4;

const folder = mkdtempSync(join(tmpdir(), "dragoman-last-"));
const server = await startPostgres({ settings: ["synchronous_commit=on"] });
const database = await server.createDatabase("last");
const owner = new pg.Client(database.ownerUrl);
await owner.connect();
await owner.query("SET search_path = dragoman");
const environment = { DRAGOMAN_STORAGE_KIND: "cluster", DRAGOMAN_STORAGE_POSTGRES_URL: database.nodeUrl };
const folderOf = (node: number) => join(folder, `${node}`);
let nodes: RunningServer[] = [];

async function start(node: number): Promise<RunningServer> {
  const started = await startServer({ dataDir: folderOf(node), environment });
  await waitUntilReady(started);
  return started;
}

async function round(number: number): Promise<boolean> {
  const begun = performance.now();
  const env = { ...process.env, ...environment };
  const made = await runDragoman(["app", "create", `r${number}`, "--plan", "last", "--data", folderOf(0), "--json"], {
    env,
  });
  const { app_id: app, api_key: key } = JSON.parse(made.stdout) as {
    readonly app_id: string;
    readonly api_key: string;
  };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${nodes[0]?.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const exchanged = await post("/v1/auth", { api_key: key });
  const { access_token: token } = (await exchanged.json()) as { readonly access_token: string };
  const { status } = await post("/v1/toolsets", TOOLSET, { authorization: `Bearer ${token}` });
  if (status !== 201) throw new Error(`the toolset was answered with ${status}`);
  const { granted, refused, repeated } = await spendLastRequests({
    nodes: nodes as [RunningServer, RunningServer, RunningServer],
    ...{ token, requests, question: QUESTION, name: `r${number}` },
    outliveLeases: async () => {
      await owner.query("UPDATE nodes SET expires_at = expires_at - interval '61 seconds' WHERE NOT has_ended");
    },
  });
  const { rows } = await owner.query<{ charged: number }>(
    "SELECT -sum(amount)::int AS charged FROM ledger_entries WHERE app = $1 AND kind = 'charge'",
    [app],
  );
  const unequal = await owner.query("SELECT FROM ledger_discrepancies()");
  const charged = rows[0]?.charged ?? 0;
  const isExact = granted + CHARGED_BEFORE === balance && charged === balance && unequal.rowCount === 0;
  console.log(
    `${isExact ? "exact" : "WRONG"} ${number}: ${granted + CHARGED_BEFORE} of ${balance} granted, ${refused} refused, ${charged} charged, ${repeated} sent again, ${Math.round(performance.now() - begun)} ms`,
  );
  nodes = [nodes[0] as RunningServer, ...(await Promise.all([1, 2].map(start)))];
  return isExact;
}

try {
  for (const node of [0, 1, 2]) {
    mkdirSync(folderOf(node), { recursive: true });
    const plan = ["[plans.last]", "requests_per_minute = 1_000_000", `requests_per_month = ${balance}`];
    writeFileSync(join(folderOf(node), "dragoman.toml"), plan.join("\n"));
  }
  nodes = await Promise.all([0, 1, 2].map(start));
  for (let number = 1; number <= rounds; number += 1) {
    if (await round(number)) continue;
    process.exitCode = 1;
    break;
  }
} finally {
  await Promise.all(nodes.map((node) => node.kill()));
  await owner.end();
  await server.dispose();
  rmSync(folder, { recursive: true, force: true });
}
