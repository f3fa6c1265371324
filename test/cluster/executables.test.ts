/** Three executables on one Postgres and one Valkey, set up as docs/how-to/cluster.md says it, word for word. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import pg from "pg";
import {
  EXECUTABLE,
  type RunningServer,
  runDragoman,
  startServer,
  waitUntilReady,
} from "../../scripts/dragoman-process.ts";
import {
  type Account,
  accountIn,
  ensureExecutable,
  freshPlace,
  lampToolset,
  type Reply,
  settings,
  signedIn,
} from "../binary/kit.ts";
import { blocksIn, readPage, stepsIn } from "../docs/blocks.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { startValkey, type ValkeyServer } from "./valkey-server.ts";

const PAGE = readPage("docs/how-to/cluster.md");
const [ROLES] = blocksIn(PAGE).filter(({ kind }) => kind === "sql");
const [MIGRATE, SERVE, CREATE, NODES] = stepsIn(PAGE, "sh").map(({ command }) => command);
const DOCTOR = stepsIn(PAGE, "sh").find(({ command }) => command.trim() === "dragoman doctor")?.command;
/** Lines of Valkey's configuration, as its command line has them. */
const VALKEY_SETTINGS = blocksIn(PAGE)
  .filter(({ kind }) => kind === "text")
  .flatMap(({ text }) => text.trim().split("\n"))
  .flatMap((line) => {
    const [name, value = ""] = line.trim().split(" ");
    return [`--${name}`, value.replaceAll('"', "")];
  });
/** What the small plan gives: less than is asked for. */
const SMALL_REQUESTS = 150;
const ASKED_AT_ONCE = 240;
const PAIRS = 40;

const place = freshPlace();
let postgres: PostgresServer;
let valkey: ValkeyServer;
let nodes: RunningServer[] = [];
let environment: Record<string, string>;
let account: Account;
const folderOf = (node: number) => place.at(`node-${node}`);

/** A step of the page by a shell: with this executable, a free port in the place of Postgres's own, and a folder. */
async function typed(step: string | undefined, folder: string, variables: Record<string, string> = {}) {
  const command = (step ?? "").replaceAll(":5432/", `:${postgres.port}/`);
  const child = Bun.spawn(["bash", "-euc", command], {
    env: { ...process.env, ...variables, PATH: `${place.at("bin")}:${process.env.PATH}`, DRAGOMAN_DATA: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (status !== 0) throw new Error(`${command}\n${stdout}${stderr}`);
  return stdout;
}

const startNode = (node: number) =>
  startServer({ dataDir: folderOf(node), environment: { ...environment, DRAGOMAN_SERVER_NODE_NAME: `node-${node}` } });

beforeAll(async () => {
  ensureExecutable();
  [postgres, valkey] = await Promise.all([startPostgres(), startValkey({ settings: VALKEY_SETTINGS })]);
  const administrator = new pg.Client(postgres.urlOf("postgres"));
  await administrator.connect();
  for (const statement of (ROLES?.text ?? "").split(";\n").filter((text) => text.trim() !== "")) {
    await administrator.query(statement);
  }
  await administrator.end();
  Bun.spawnSync(["mkdir", "-p", place.at("bin")]);
  Bun.spawnSync(["ln", "-s", EXECUTABLE, place.at("bin", "dragoman")]);
  for (const node of [1, 2, 3]) {
    settings(
      place,
      ["[plans.small]", "requests_per_minute = 1_000_000", `requests_per_month = ${SMALL_REQUESTS}`],
      folderOf(node),
    );
  }
  expect(await typed(MIGRATE, folderOf(1))).toContain("dragoman may be the role of nodes");
  // What the page exports before it serves; the servers are started by hand, to have their ports.
  const exported = await typed((SERVE ?? "").replace("dragoman serve", "env -0"), folderOf(1));
  environment = Object.fromEntries(
    exported
      .split("\0")
      .filter((line) => line.startsWith("DRAGOMAN_STORAGE"))
      .map((line) => {
        const [name = "", ...value] = line.split("=");
        return [name, value.join("=")];
      }),
  );
  expect(Object.keys(environment).sort()).toEqual(["DRAGOMAN_STORAGE_KIND", "DRAGOMAN_STORAGE_POSTGRES_URL"]);
  environment.DRAGOMAN_STORAGE_VALKEY_URL = valkey.url;
  nodes = await Promise.all([1, 2, 3].map(startNode));
  await Promise.all(nodes.map((node) => waitUntilReady(node)));
  account = accountIn(await typed(`${CREATE} --json`, folderOf(1), environment));
}, 180_000);

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await Promise.all([postgres.dispose(), valkey.dispose()]);
  place[Symbol.dispose]();
});

const of = (node: number) => nodes[node % nodes.length] as RunningServer;

describe("three nodes on one database", () => {
  test("one of them prints the admin token, once", () => {
    const shown = nodes.filter((node) => /dga_[0-9A-Za-z]{40}/.test(node.output()));
    expect(shown).toHaveLength(1);
  });

  test("answer by what was acknowledged on another, each time", async () => {
    const send = await signedIn(of(0).url, account);
    expect((await send("POST", "/v1/toolsets", lampToolset("lamps-v1"))).status).toBe(201);
    const question = { query: "dim the lamp in the kitchen to 40 percent", toolsets: ["lamps-v1"] };
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const name = `set_lamp_${pair}`;
      const { tools, ...set } = lampToolset("lamps-v1");
      const changed = { ...set, tools: tools.map((tool) => (tool.name === "set_lamp" ? { ...tool, name } : tool)) };
      expect((await send("PUT", "/v1/toolsets/lamps-v1", changed, of(pair).url)).status).toBe(200);
      // The second time from the memory of that node, which the next change must reach.
      for (const time of [1, 2]) {
        const { body } = await send("POST", "/v1/resolve", question, of(pair + 1).url);
        expect([time, body.resolved.tool]).toEqual([time, name]);
      }
    }
  }, 120_000);

  test("are one page for whoever is signed in: by a link of one, asked on another, out of all", async () => {
    const { link } = JSON.parse((await runDragomanOn(1, ["admin-link", "--json"])).stdout);
    const proof = { code: new URL(link).hash.slice("#code=".length) };
    const session = (node: number, method: string, sent: RequestInit = {}) =>
      fetch(`${of(node).url}/admin/api/session`, {
        method,
        ...sent,
        headers: { "X-Dragoman-Admin": "1", Origin: of(node).url, ...sent.headers },
      });
    const opening = { body: JSON.stringify(proof), headers: { "Content-Type": "application/json" } };
    const opened = await session(1, "POST", opening);
    const headers = { Cookie: opened.headers.get("set-cookie")?.split(";")[0] ?? "" };
    const asked = async (method: string) => {
      const statuses = [];
      for (const node of [0, 1, 2]) statuses.push((await session(node, method, { headers })).status);
      return statuses;
    };
    expect([opened.status, (await session(2, "POST", opening)).status]).toEqual([200, 401]);
    expect(await asked("GET")).toEqual([200, 200, 200]);
    const overview = async () => {
      const reply = await fetch(`${of(2).url}/admin/api/overview`, { headers });
      return (await reply.json()) as { node: string; nodes: number; total: { requests: number } };
    };
    expect(await overview()).toMatchObject({ nodes: 3, node: "node-3" });
    // A third of it was asked of this one: what others answered is known when each has said how it is.
    await until(async () => (await overview()).total.requests > PAIRS * 3);
    expect((await session(0, "DELETE", { headers })).status).toBe(204);
    expect(await asked("GET")).toEqual([401, 401, 401]);
  }, 60_000);

  test("are listed by any of them, and so is their number", async () => {
    await until(async () => Bun.deepEquals(await listed(), ["node-1 ready", "node-2 ready", "node-3 ready"]));
    const metrics = await (await fetch(`${of(1).url}/metrics`)).text();
    expect(metrics).toContain('dragoman_node_info{node="node-2"} 1\n');
    expect(metrics).toMatch(/^dragoman_cluster_nodes\{state="ready"\} [1-3]$/m);
  }, 60_000);

  test("learn a set once, and all of them know it", async () => {
    const send = await signedIn(of(0).url, account);
    const classes = [
      { label: "card_lost", examples: ["I lost my card", "my card was stolen", "somebody took my card"] },
      { label: "balance", examples: ["how much is in my account", "what is my balance", "do I have money left"] },
      { label: "transfer", examples: ["send money to Anna", "transfer fifty to Bob", "pay my rent"] },
    ];
    const set = { signature: "banking-v1", name: "Banking", classes };
    expect((await send("POST", "/v1/classification-sets", set)).status).toBe(201);
    const isLearned = async (node: number) =>
      (await send("GET", "/v1/classification-sets/banking-v1", undefined, of(node).url)).body.learning === null;
    await until(async () => (await Promise.all([0, 1, 2].map(isLearned))).every(Boolean));
    // Each in other words: what one was asked before is in the cache of all.
    const asked = ["I have lost my card again", "somebody has stolen my card", "my card was taken"];
    for (const [node, data] of asked.entries()) {
      const { body } = await send("POST", "/v1/classify", { data, classification_set: "banking-v1" }, of(node).url);
      expect(body).toMatchObject({ classifications: [{ label: "card_lost" }], metadata: { source: "model" } });
    }
    const administrator = new pg.Client(postgres.urlOf("dragoman"));
    await administrator.connect();
    const fits = await administrator.query("SELECT count(*)::int AS count FROM dragoman.fits");
    await administrator.end();
    expect(fits.rows).toEqual([{ count: 1 }]);
  }, 120_000);

  test("know no key that was revoked on another", async () => {
    const made = await runDragomanOn(1, ["key", "create", account.appId, "--json"]);
    const other = accountIn(JSON.stringify({ app_id: account.appId, api_key: JSON.parse(made.stdout).api_key }));
    const send = await signedIn(of(1).url, other);
    expect((await send("GET", "/v1/toolsets", undefined, of(2).url)).status).toBe(200);
    expect((await runDragomanOn(1, ["key", "revoke", other.apiKey, "--yes"])).status).toBe(0);
    for (const node of [0, 1, 2]) expect((await send("GET", "/v1/toolsets", undefined, of(node).url)).status).toBe(401);
  });

  test("charge a balance to its last request and no further, while one is killed and one stops", async () => {
    const poor = await runDragomanOn(1, ["app", "create", "poor", "--plan", "small", "--json"]);
    const send = await signedIn(of(0).url, accountIn(poor.stdout));
    const { signature, ...inline } = lampToolset("lamps-v1");
    const question = { query: "dim the lamp in the hall to 10 percent", tools: inline.tools };
    // Each node has the answer in memory by then.
    for (const node of [0, 1, 2])
      expect((await send("POST", "/v1/resolve-quick", question, of(node).url)).status).toBe(200);
    const asked = Array.from({ length: ASKED_AT_ONCE }, (_, at) =>
      send("POST", "/v1/resolve-quick", question, of(at).url).then(
        ({ status }) => status,
        () => "lost" as const,
      ),
    );
    const [, , killed] = nodes as [RunningServer, RunningServer, RunningServer];
    const stopped = of(1).stop();
    await killed.kill();
    const answers = await Promise.all(asked);
    expect(await stopped).toBe(0);
    // One has said that it stops, and one nothing any more.
    await silence(postgres, "node-3");
    expect(await listed()).toEqual(["node-1 ready", "node-3 gone"]);
    const counted = (answer: number | "lost") => answers.filter((found) => found === answer).length;
    // The killed one held a lease until it is taken for dead: what is free of it is taken back at once.
    const rest: Reply[] = [];
    for (;;) {
      const reply = await send("POST", "/v1/resolve-quick", question, of(0).url);
      if (reply.status !== 200) {
        expect(reply.status).toBe(402);
        break;
      }
      rest.push(reply);
    }
    const answered = 3 + counted(200) + rest.length;
    expect(answered).toBeLessThanOrEqual(SMALL_REQUESTS);
    // What is missing was charged to somebody who was not told.
    expect(answered + counted("lost") + counted(503)).toBeGreaterThanOrEqual(SMALL_REQUESTS);
    const doctor = await runDragomanOn(1, ["doctor", "--json"]);
    const { checks } = JSON.parse(doctor.stdout) as { checks: { check: string; ok: boolean; found: string }[] };
    expect(checks.filter(({ check }) => check === "ledger" || check === "storage").map(({ ok }) => ok)).toEqual([
      true,
      true,
    ]);
    expect(checks.find(({ check }) => check === "nodes")?.found).toMatch(
      /^node-3 \(.*\) is gone without having been stopped/,
    );
    nodes = [of(0), ...(await Promise.all([2, 3].map(startNode)))];
    await Promise.all(nodes.map((node) => waitUntilReady(node)));
  }, 120_000);

  test("share a Valkey that the doctor finds well, and go on without it", async () => {
    const send = await signedIn(of(0).url, account);
    const list = (node: number) => send("GET", "/v1/toolsets", undefined, of(node).url).then(({ status }) => status);
    const isUp = async (node: number, up: "0" | "1") =>
      (await (await fetch(`${of(node).url}/metrics`)).text()).includes(`\ndragoman_shared_memory_up ${up}\n`);
    const until = async (up: "0" | "1") => {
      for (const node of [0, 1, 2]) while (!(await isUp(node, up))) await list(node);
    };
    await until("1");
    expect(await valkey.command("KEYS", "*:window:*")).not.toEqual([]);
    // It says as well that the Postgres of this test waits for no disk.
    expect(await typed(`${DOCTOR} || true`, folderOf(1), environment)).toMatch(/ok +valkey/);
    await valkey.kill();
    await until("0");
    expect(await Promise.all([0, 1, 2].map(list))).toEqual([200, 200, 200]);
    await valkey.start();
    await until("1");
    expect(await Promise.all([0, 1, 2].map(list))).toEqual([200, 200, 200]);
  }, 120_000);

  test("say 503 while the database is away, and go on by themselves", async () => {
    const send = await signedIn(of(0).url, account);
    const list = (node: number) => send("GET", "/v1/toolsets", undefined, of(node).url).then(({ status }) => status);
    expect(await Promise.all([0, 1, 2].map(list))).toEqual([200, 200, 200]);
    await postgres.stop("immediate");
    const response = await fetch(`${of(0).url}/v1/auth`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ api_key: account.apiKey }),
    });
    expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([503, true]);
    expect(await Promise.all([0, 1, 2].map(list))).toEqual([503, 503, 503]);
    await postgres.start();
    const endsAt = performance.now() + 40_000;
    for (const node of [0, 1, 2]) {
      while ((await list(node)) !== 200 && performance.now() < endsAt) await Bun.sleep(100);
      expect(await list(node)).toBe(200);
    }
  }, 60_000);
});

/** Looks until it is so; a test that waits in vain ends with its time. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(100);
}

/** Nodes as the first of them knows them. */
async function listed(): Promise<readonly string[]> {
  const shown = await typed(`${NODES} --json`, folderOf(1), environment);
  return JSON.parse(shown).map(({ name, state }: { name: string; state: string }) => `${name} ${state}`);
}

/** As if the node had been killed a minute ago. */
async function silence({ urlOf }: PostgresServer, name: string): Promise<void> {
  const client = new pg.Client(urlOf("dragoman"));
  await client.connect();
  await client.query("UPDATE dragoman.heartbeats SET heard_at = heard_at - interval '1 minute' WHERE name = $1", [
    name,
  ]);
  await client.end();
}

/** A command in the folder of a node, by the node. */
function runDragomanOn(node: number, args: readonly string[]) {
  return runDragoman([...args, "--data", join(place.path, `node-${node}`)], {
    env: { ...process.env, ...environment },
  });
}
