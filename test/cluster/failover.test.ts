/** Three executables, and a primary that is lost under load: its replica is promoted, and they go on by themselves. Then each is replaced. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import pg from "pg";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { type RunningServer, runDragoman, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import {
  type Account,
  accountIn,
  ensureExecutable,
  exchanged,
  freshPlace,
  lampToolset,
  settings,
} from "../binary/kit.ts";
import { anApp, appId, NOW, rejection } from "../storage/kit.ts";
import { type PostgresServer, startPostgres, type TestDatabase } from "./postgres-server.ts";

/** Callers of each node, one request after the other. */
const CALLERS_OF_NODE = 3;
const ENOUGH_MS_MAX = 60_000;
const AGAIN_AFTER_MS = 50;
/** How long Postgres is away; half a minute is as good, and takes half a minute. */
const AWAY_MS = 1_000 * Number(process.env.POSTGRES_AWAY_SECONDS ?? 2);

const place = freshPlace();
const folderOf = (node: number) => place.at(`node-${node}`);
let [primary, replica]: PostgresServer[] = [];
let database: TestDatabase;
let environment: Record<string, string>;
let nodes: RunningServer[] = [];
let account: Account;
let token: string;

const startNode = (node: number) => startServer({ dataDir: folderOf(node), environment });

beforeAll(async () => {
  ensureExecutable();
  primary = await startPostgres({ settings: ["synchronous_commit=on"] });
  database = await primary.createDatabase("failover");
  replica = await primary.synchronousReplica();
  const several = `127.0.0.1:${primary.port},127.0.0.1:${replica.port}/`;
  environment = {
    DRAGOMAN_STORAGE_KIND: "cluster",
    DRAGOMAN_STORAGE_POSTGRES_URL: `${database.nodeUrl.replace(`127.0.0.1:${primary.port}/`, several)}?target_session_attrs=read-write`,
  };
  for (const node of [0, 1, 2]) {
    const plan = ["[plans.plenty]", "requests_per_minute = 1_000_000", "requests_per_month = 1_000_000"];
    settings(place, plan, folderOf(node));
  }
  nodes = await Promise.all([0, 1, 2].map(startNode));
  await Promise.all(nodes.map((node) => waitUntilReady(node)));
  const made = await onNode(0, ["app", "create", "tester", "--plan", "plenty", "--json"]);
  account = accountIn(made.stdout);
  token = await exchanged(urlOf(0), account);
}, 180_000);

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  for (const server of [replica, primary]) await server?.dispose();
  place[Symbol.dispose]();
});

const urlOf = (node: number) => (nodes[node] as RunningServer).url;

function onNode(node: number, args: readonly string[]) {
  return runDragoman([...args, "--data", folderOf(node)], { env: { ...process.env, ...environment } });
}

interface Sent {
  /** What came each time; null where nothing did. */
  readonly statuses: (number | null)[];
}

/** How many requests each address has been sent, and has not answered. */
const inFlight = new Map<string, number>();

async function statusOf(url: string, path: string, request: RequestInit): Promise<number | null> {
  inFlight.set(url, (inFlight.get(url) ?? 0) + 1);
  try {
    const response = await fetch(url + path, request);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  } finally {
    inFlight.set(url, (inFlight.get(url) ?? 0) - 1);
  }
}

/** Until it is answered, as a client does that was told 503, or nothing: the same again, under the same key, at whichever node there is. */
async function answered(
  urlFor: () => string,
  path: string,
  body: object,
  key: string,
  onRefused: () => void,
): Promise<Sent> {
  const statuses: (number | null)[] = [];
  const endsAt = performance.now() + ENOUGH_MS_MAX;
  while (performance.now() < endsAt) {
    const url = urlFor();
    const status = await statusOf(url, path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
    });
    statuses.push(status);
    if (status !== null && status !== 503) return { statuses };
    if (status === 503) onRefused();
    await Bun.sleep(AGAIN_AFTER_MS);
  }
  throw new Error(`${path} of ${key} was never answered: ${statuses}`);
}

/** Callers that ask and change until they are told to stop. What they were answered is what must be there afterwards. */
class Load {
  #isOver = false;
  #sent = 0;
  readonly signatures: string[] = [];
  readonly answers: Sent[] = [];
  /** How often a caller was told 503, those that still wait for their answer among them. */
  refusals = 0;
  readonly #callers: Promise<unknown>;

  constructor(name: string, urlFor: (caller: number) => string) {
    const callers = Array.from({ length: 3 * CALLERS_OF_NODE }, (_, caller) => this.#call(name, () => urlFor(caller)));
    this.#callers = Promise.all(callers);
    // Whoever waits for the end hears of it.
    this.#callers.catch(() => {});
  }

  async #call(name: string, urlFor: () => string): Promise<void> {
    const { tools } = lampToolset("lamps");
    const question = { query: "dim the lamp in the hall to 10 percent", tools };
    const onRefused = () => {
      this.refusals += 1;
    };
    while (!this.#isOver) {
      this.#sent += 1;
      const key = `${name}-${this.#sent}`;
      if (this.#sent % 3 === 0) {
        this.answers.push(await answered(urlFor, "/v1/toolsets", lampToolset(key), key, onRefused));
        this.signatures.push(key);
      } else this.answers.push(await answered(urlFor, "/v1/resolve-quick", question, key, onRefused));
    }
  }

  /** Resolves when so many more were answered. */
  async more(answers: number): Promise<void> {
    const enough = this.answers.length + answers;
    const endsAt = performance.now() + ENOUGH_MS_MAX;
    while (this.answers.length < enough) {
      if (performance.now() >= endsAt) throw new Error(`${this.answers.length} of ${enough} were answered`);
      await Bun.sleep(5);
    }
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#callers;
  }
}

/** What the app was charged, all in all, and whose books do not add up. */
async function books(server: PostgresServer) {
  const client = new pg.Client(server.urlOf(database.name));
  await client.connect();
  const charged = await client.query(
    "SELECT -sum(amount)::int AS charged FROM dragoman.ledger_entries WHERE app = $1 AND kind = 'charge'",
    [account.appId],
  );
  await client.query("SET search_path = dragoman");
  const unequal = await client.query("SELECT * FROM ledger_discrepancies()");
  const sets = await client.query("SELECT signature FROM definitions WHERE app = $1", [account.appId]);
  await client.end();
  return {
    charged: charged.rows[0].charged as number,
    unequal: unequal.rows,
    signatures: sets.rows.map(({ signature }) => signature as string),
  };
}

/** Nothing that was acknowledged is missing, and each request was charged once, however often it was sent. */
async function expectExact(server: PostgresServer, loads: readonly Load[]): Promise<void> {
  const answers = loads.flatMap((load) => load.answers);
  expect(new Set(answers.map(({ statuses }) => statuses.at(-1)))).toEqual(new Set([200, 201]));
  const endsAt = performance.now() + 30_000;
  // What nobody could be told of is undone when it is known.
  while ((await books(server)).charged !== answers.length && performance.now() < endsAt) await Bun.sleep(100);
  const { charged, unequal, signatures } = await books(server);
  expect([charged, unequal]).toEqual([answers.length, []]);
  expect(signatures).toEqual(expect.arrayContaining(loads.flatMap((load) => load.signatures)));
}

const loads: Load[] = [];

test("of a primary and its replica the one is found that takes changes, and a replica alone is 503", async () => {
  const at = (...servers: readonly (PostgresServer | undefined)[]) =>
    database.nodeUrl.replace(/127\.0\.0\.1:\d+/, servers.map((server) => `127.0.0.1:${server?.port}`).join(","));
  const either = await openClusterStorage({ url: at(replica, primary) });
  const app = appId("either");
  await either.apps.create(anApp("either", { id: app }));
  const reservation = await either.ledger.reserve(app, 1, 10, NOW);
  if (!reservation) throw new Error("one was expected to be there");
  expect(await either.ledger.settle(reservation, NOW)).toBe(9);
  await either.close();
  const said: string[] = [];
  const alone = await openClusterStorage({ url: at(replica), log: (message) => said.push(message) });
  for (const work of [
    () => alone.ledger.reserve(app, 1, 10, NOW),
    () => alone.apps.update(app, { raiseEpoch: true }),
  ]) {
    expect(await rejection(work() as Promise<unknown>)).toMatchObject({
      code: "service_unavailable",
      retryAfterSeconds: expect.any(Number),
    });
  }
  expect(alone.isWritable()).toBe(false);
  expect(said.join("\n")).toContain("it only reads: promote it, or name the server that takes changes");
  await alone.close();
}, 60_000);

test("a primary is lost under load: what was acknowledged is on its replica, nothing is charged twice, and the nodes go on", async () => {
  const load = new Load("lost", (caller) => urlOf(caller % 3));
  loads.push(load);
  await load.more(20);
  await primary?.stop("immediate");
  // Nobody takes changes now: the replica answers, and only reads.
  const { statuses } = await answeredOnce(0);
  expect(statuses).toEqual([503]);
  await replica?.promote();
  await load.more(30);
  await load.end();
  for (const node of nodes) await waitUntilReady(node);
  await expectExact(replica as PostgresServer, loads);
  expect((await onNode(1, ["doctor", "--json"])).stdout).toContain('"check":"ledger","ok":true');
}, 240_000);

async function answeredOnce(node: number): Promise<Sent> {
  const response = await fetch(`${urlOf(node)}/v1/toolsets`, { headers: { authorization: `Bearer ${token}` } });
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  return { statuses: [response.status] };
}

test("three nodes are replaced one by one under load, behind a balancer, and nothing is lost", async () => {
  const inUse = new Set([0, 1, 2]);
  let turn = 0;
  const load = new Load("rolling", () => {
    turn += 1;
    const ready = [...inUse];
    return urlOf(ready[turn % ready.length] as number);
  });
  loads.push(load);
  for (const node of [0, 1, 2]) {
    await load.more(9);
    const leaving = nodes[node] as RunningServer;
    // As a balancer does: no new ones, and those on their way are let be.
    inUse.delete(node);
    while ((inFlight.get(leaving.url) ?? 0) > 0) await Bun.sleep(1);
    expect(await leaving.stop()).toBe(0);
    nodes[node] = await startNode(node);
    await waitUntilReady(nodes[node] as RunningServer);
    inUse.add(node);
  }
  await load.more(9);
  await load.end();
  // Nobody had to ask twice.
  expect(load.answers.filter(({ statuses }) => statuses.length > 1)).toEqual([]);
  await expectExact(replica as PostgresServer, loads);
}, 240_000);

test("Postgres is stopped for a while under load: 503 with Retry-After on each node, and nothing is lost or charged twice when it is back", async () => {
  const server = replica as PostgresServer;
  const load = new Load("away", (caller) => urlOf(caller % 3));
  loads.push(load);
  await load.more(9);
  const [before, refusals] = [load.answers.length, load.refusals];
  await server.stop("fast");
  const stoppedAt = performance.now();
  const isLongEnough = () => performance.now() - stoppedAt >= AWAY_MS && load.refusals > refusals;
  // A busy machine may have sent none of the callers' requests by then: it stays away until one was refused.
  while (!isLongEnough() && performance.now() - stoppedAt < AWAY_MS + ENOUGH_MS_MAX) {
    for (const node of [0, 1, 2]) expect((await answeredOnce(node)).statuses).toEqual([503]);
  }
  await server.start();
  await load.more(9);
  await load.end();
  expect(load.answers.slice(before).some(({ statuses }) => statuses.includes(503))).toBe(true);
  await expectExact(server, loads);
}, 240_000);
