/** Nodes whose clocks are an hour apart: what that changes, and that nothing is charged twice for it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { lampToolset } from "../binary/kit.ts";
import { openTestApp, type PlanName, type TestApp } from "../kit.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const [BEHIND, RIGHT, AHEAD] = [0, 1, 2] as const;
const NODES = [BEHIND, RIGHT, AHEAD] as const;
type Node = (typeof NODES)[number];

let postgres: PostgresServer;
let server: TestApp;

beforeAll(async () => {
  postgres = await startPostgres();
  const database = await postgres.createDatabase("clocks");
  const createDatabase = async () => ({ url: database.nodeUrl, drop: async () => {} });
  server = await openTestApp({ cluster: { nodes: 3, clocksAheadMs: [-HOUR_MS, 0, HOUR_MS], createDatabase } });
}, 60_000);

afterAll(async () => {
  await server.close();
  await postgres.dispose();
});

const nodeOf = (node: Node) => server.nodes[node] as TestApp["app"];

async function sent(node: Node, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(nodeOf(node).server.url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: JSON.parse(text) };
}

/** An app with a token of each node. */
async function aTenant(plan: PlanName) {
  const { app, apiKey } = await nodeOf(RIGHT).tenants.createApp("over nodes", plan);
  let tokens: readonly string[] = [];
  const signIn = async () => {
    const exchange = async (node: Node): Promise<string> =>
      (await sent(node, "POST", "/v1/auth", { api_key: apiKey })).json.access_token;
    tokens = await Promise.all(NODES.map(exchange));
  };
  await signIn();
  const balance = async () => (await nodeOf(RIGHT).tenants.showApp(app.id)).requestsRemaining;
  const ask = (node: Node, headers: Record<string, string> = {}, tokenOf: Node = node) => {
    const question = { query: "dim the lamp in the hall to 10 percent", tools: lampToolset("lamps").tools };
    const authorization = `Bearer ${tokens[tokenOf]}`;
    return sent(node, "POST", "/v1/resolve-quick", question, { authorization, ...headers });
  };
  return { balance, ask, signIn };
}

test("a balance is one, whatever the clocks say", async () => {
  const { balance, ask } = await aTenant("poor");
  const answers = await Promise.all([...NODES, ...NODES].map((node) => ask(node)));
  // Two are given, whoever asks where.
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402, 402]);
  expect(await balance()).toBe(0);
});

test("a key is kept and charged once over all of them, one after the other and at once", async () => {
  const { balance, ask } = await aTenant("plenty");
  const first = await balance();
  for (const key of ["from behind", "from ahead"]) {
    const order = key === "from behind" ? NODES : NODES.toReversed();
    const answers = [];
    for (const node of order) answers.push(await ask(node, { "idempotency-key": key }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true", "true"]);
  }
  const atOnce = await Promise.all([...NODES, ...NODES].map((node) => ask(node, { "idempotency-key": "at once" })));
  expect(new Set(atOnce.map(({ status, json }) => `${status} ${JSON.stringify(json)}`)).size).toBe(1);
  expect(await balance()).toBe(first - 3);
});

test("a key is forgotten a day later by the clock of the node that is asked", async () => {
  const { ask, signIn } = await aTenant("plenty");
  await ask(RIGHT, { "idempotency-key": "old" });
  server.clock.advance(23 * HOUR_MS + MINUTE_MS);
  await signIn();
  const replayed = async (node: Node) =>
    (await ask(node, { "idempotency-key": "old" })).headers.get("idempotency-replayed");
  expect([await replayed(RIGHT), await replayed(BEHIND), await replayed(AHEAD)]).toEqual(["true", "true", null]);
});

test("each clock has minutes of its own: an app gets its limit once for each", async () => {
  const { ask } = await aTenant("hasty");
  const statuses = async (node: Node) => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(node)));
    return answers.map(({ status }) => status).toSorted();
  };
  for (const node of NODES) expect(await statuses(node)).toEqual([200, 200, 200, 429]);
});

test("a token is good until its instant by the clock of the node that is asked", async () => {
  const { ask } = await aTenant("plenty");
  const accepted = async (tokenOf: Node) =>
    Promise.all(NODES.map(async (node) => (await ask(node, {}, tokenOf)).status));
  // One of a clock that is an hour behind is over elsewhere before it is used; one of a clock ahead lasts the longer.
  expect(await accepted(BEHIND)).toEqual([200, 401, 401]);
  expect(await accepted(RIGHT)).toEqual([200, 200, 401]);
  expect(await accepted(AHEAD)).toEqual([200, 200, 200]);
});
