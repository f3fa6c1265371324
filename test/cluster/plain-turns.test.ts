/** Turns in which nothing has to be weighed, of one app and of many: what is charged, counted and recorded. */
import { afterAll, expect, test } from "bun:test";
import pg from "pg";
import type { Hit } from "#core/ports/hit-store.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { AppId } from "#core/tenant.ts";
import { anAnsweredRequest, anApp, appId, NOW } from "../storage/kit.ts";
import type { Cut } from "./cutting-proxy.ts";
import { nodesThatAreCutOff } from "./nodes-that-are-cut-off.ts";
import { timedId } from "./stored-everything.ts";

const nodes = await nodesThatAreCutOff("plain_turns");
const { owner } = nodes;
afterAll(() => nodes.dispose());

/** Of which a node leases a tenth. */
const ALLOWANCE = 100_000;
const { requestId: _id, createdAt: _at, ...trace } = anAnsweredRequest("r");

let made = 0;
/** An id that says when it was made, as the server gives one; only those go without an index of ids. */
const anId = () => {
  made += 1;
  return timedId(NOW, made);
};

async function hit(storage: Storage, app: AppId, change: Partial<Hit> = {}) {
  const limits = { callsMax: 1_000_000, cost: 1, allowance: ALLOWANCE, requestsMax: 10_000 };
  const asked = { app, at: NOW, requestId: anId(), trace, changes: storage.changes.of(app) };
  const charged = await storage.hits.charge({ ...limits, ...asked, ...change });
  return charged && { count: charged.count, balance: await charged.balance };
}

let apps = 0;
async function anotherApp({ storage }: { readonly storage: Storage }): Promise<AppId> {
  apps += 1;
  const id = appId(`of_test_${String(apps).padStart(3, "0")}`);
  await storage.apps.create(anApp("x", { id }));
  return id;
}

/** Another, of which these nodes know the version, and have a lease. */
async function aLeasedApp(...all: readonly { readonly storage: Storage }[]): Promise<AppId> {
  const app = await anotherApp(all[0] as { storage: Storage });
  for (const { storage } of all) {
    await storage.changes.renew(app);
    expect(await hit(storage, app)).not.toBeNull();
  }
  return app;
}

async function chargedTo(app: AppId): Promise<number> {
  const statement =
    "SELECT coalesce(-sum(amount), 0)::int AS n FROM dragoman.ledger_entries WHERE app = $1 AND kind = 'charge'";
  return (await owner.query(statement, [app])).rows[0].n;
}

async function isAddedUp(): Promise<boolean> {
  return (await owner.query("SELECT * FROM dragoman.ledger_discrepancies()")).rows.length === 0;
}

/** What the nodes' last turns answered. */
async function resultsOfTurns(): Promise<readonly string[]> {
  const { rows } = await owner.query<{ result: string }>("SELECT result FROM dragoman.nodes WHERE result IS NOT NULL");
  return rows.map(({ result }) => result);
}

test("answers from memory of one app are told their numbers and balances in their order, and are found", async () => {
  const node = await nodes.aNode();
  const app = await aLeasedApp(node);
  const ids = Array.from({ length: 20 }, anId);
  const told = await Promise.all(ids.map((requestId) => hit(node.storage, app, { requestId, cost: 3 })));
  expect(told).toEqual(ids.map((_, at) => ({ count: at + 2, balance: ALLOWANCE - 1 - 3 * (at + 1) })));
  expect((await resultsOfTurns()).join()).toContain(`{"is":"plain","counts":[1],"months":[${ALLOWANCE - 61}]`);
  const { items } = await node.storage.ledger.entries(app, { limit: 30, after: null });
  expect(items.map(({ amount }) => amount)).toEqual([...Array(20).fill(-3), -1, ALLOWANCE]);
  for (const id of ids)
    expect(await node.storage.requests.find(app, id)).toMatchObject({ requestId: id, text: trace.text });
  expect(await isAddedUp()).toBe(true);
});

test("of many apps in a turn each is told its own number and balance", async () => {
  const node = await nodes.aNode();
  const all: AppId[] = [];
  for (let at = 0; at < 5; at += 1) {
    const app = await aLeasedApp(node);
    if (at % 2) await node.storage.ledger.credit(app, 1_000 * at, NOW);
    for (let before = 0; before < at; before += 1) await hit(node.storage, app, { cost: 10 });
    all.push(app);
  }
  const told = await Promise.all(all.map((app) => hit(node.storage, app)));
  const charged = (at: number) => 10 * at + 2;
  expect(told).toEqual(
    all.map((_, at) => ({ count: at + 2, balance: ALLOWANCE - charged(at) + (at % 2 ? 1_000 * at : 0) })),
  );
  const { rows } = await owner.query(
    "SELECT (remaining - held)::int AS free FROM dragoman.leases WHERE app = ANY ($1) AND bucket <> 'credits' ORDER BY app",
    [all],
  );
  const free = `"free":[${rows.map((row) => row.free)}]`;
  expect((await resultsOfTurns()).filter((result) => result.includes('"plain"') && result.includes(free)).length).toBe(
    1,
  );
});

test.each(["before", "during", "after"] as const)(
  "a connection that is cut %s the turn of one app charges, counts and records once",
  async (cut: Cut) => {
    const node = await nodes.aNode();
    const app = await aLeasedApp(node);
    node.proxy.cutNext("turn(", cut);
    const requestId = anId();
    expect(await hit(node.storage, app, { requestId })).toEqual({ count: 2, balance: ALLOWANCE - 2 });
    expect([node.proxy.cuts, await chargedTo(app), await node.storage.windows.peek(app, NOW)]).toEqual([1, 2, 2]);
    const { rows } = await owner.query("SELECT sum(count)::int AS n FROM dragoman.request_batches WHERE app = $1", [
      app,
    ]);
    expect(rows).toEqual([{ n: 2 }]);
    expect(await isAddedUp()).toBe(true);
  },
);

/** What is in the way of a charge that the node takes to be plain; what is told then; and how many were charged by the end. */
const IN_THE_WAY: readonly {
  readonly what: string;
  readonly change?: Partial<Hit>;
  readonly before?: (other: Storage, app: AppId) => Promise<unknown>;
  readonly told: { readonly count: number; readonly balance: number } | null;
}[] = [
  {
    what: "another node has changed the app",
    before: (other, app) => other.apps.update(app, { raiseEpoch: true }),
    told: null,
  },
  { what: "the minute is full", change: { callsMax: 1 }, told: null },
  { what: "the plan is another one", change: { allowance: 5 }, told: { count: 2, balance: 3 } },
  {
    what: "another node has taken all of the lease",
    before: (other, app) => other.ledger.reserve(app, ALLOWANCE - 1, ALLOWANCE, NOW),
    told: null,
  },
];

for (const { what, change = {}, before = async () => {}, told } of IN_THE_WAY) {
  test(`where ${what}, the turn of one app is weighed`, async () => {
    const [node, other] = [await nodes.aNode(), await nodes.aNode()];
    const app = await aLeasedApp(node);
    const changes = node.storage.changes.of(app);
    await before(other.storage, app);
    expect(await hit(node.storage, app, { changes, ...change })).toEqual(told);
    const charged = told ? 2 : 1;
    expect([await chargedTo(app), await node.storage.windows.peek(app, NOW)]).toEqual([charged, charged]);
    expect(await isAddedUp()).toBe(true);
  });

  test(`where ${what}, of a turn of many apps only one is left out`, async () => {
    const [node, other] = [await nodes.aNode(), await nodes.aNode()];
    const all: AppId[] = [];
    for (let at = 0; at < 5; at += 1) all.push(await aLeasedApp(node));
    const found = new Map(all.map((app) => [app, node.storage.changes.of(app)]));
    const odd = all[3] as AppId;
    await before(other.storage, odd);
    const asked = all.flatMap((app) => {
      const own = { changes: found.get(app) ?? 0, ...(app === odd ? change : {}) };
      return app === odd
        ? [hit(node.storage, app, own)]
        : [1, 2].map((cost) => hit(node.storage, app, { ...own, cost }));
    });
    const others = [
      { count: 2, balance: ALLOWANCE - 2 },
      { count: 3, balance: ALLOWANCE - 4 },
    ];
    expect(await Promise.all(asked)).toEqual([...others, ...others, ...others, told, ...others]);
    for (const app of all) {
      const [charged, calls] = app === odd ? (told ? [2, 2] : [1, 1]) : [4, 3];
      expect([await chargedTo(app), await node.storage.windows.peek(app, NOW)]).toEqual([charged, calls]);
    }
    expect(await isAddedUp()).toBe(true);
  });
}

test.each([
  ["leases", "app", "bucket <> 'credits'"],
  ["windows", "subject", "true"],
])("a turn of many apps locks their %s in the order of their names, as all nodes do", async (table, name, isLocked) => {
  const node = await nodes.aNode();
  const all: AppId[] = [];
  for (let at = 0; at < 8; at += 1) all.push(await aLeasedApp(node));
  const holder = new pg.Client(nodes.ownerUrl);
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query(`SELECT FROM dragoman.${table} WHERE ${name} = $1 FOR UPDATE`, [all[3]]);
  const asking = Promise.all(all.toReversed().map((app) => hit(node.storage, app)));
  const free = `SELECT ${name} AS name FROM dragoman.${table} WHERE ${name} = ANY ($1) AND ${isLocked}
    AND EXISTS (SELECT FROM pg_locks WHERE NOT granted)
    ORDER BY 1 FOR UPDATE SKIP LOCKED`;
  let rows: { readonly name: string }[] = [];
  while (rows.length === 0) ({ rows } = await owner.query(free, [all]));
  await holder.query("ROLLBACK");
  await holder.end();
  // What it has not come to yet.
  expect(rows.map((row) => row.name)).toEqual(all.slice(4));
  expect(await asking).not.toContain(null);
});

test("nodes that charge the same many apps in any order charge each exactly, and none waits for one that waits for it", async () => {
  const both = [await nodes.aNode(), await nodes.aNode()] as const;
  const all: AppId[] = [];
  for (let app = 0; app < 16; app += 1) all.push(await aLeasedApp(...both));
  const times = 12;
  const ask = async ({ storage }: (typeof both)[number], ordered: readonly AppId[]) => {
    for (let time = 0; time < times; time += 1) {
      // Two of each, one of them with an id that says nothing of when.
      const ids = [anId, () => `named ${anId()}`];
      const told = await Promise.all(ordered.flatMap((app) => ids.map((id) => hit(storage, app, { requestId: id() }))));
      expect(told).not.toContain(null);
    }
  };
  await Promise.all([ask(both[0], all), ask(both[1], all.toReversed())]);
  const charges = both.length * (1 + 2 * times);
  for (const app of all) {
    expect(await both[0].storage.ledger.balance(app, ALLOWANCE, NOW)).toBe(ALLOWANCE - charges);
    expect([await chargedTo(app), await both[1].storage.windows.peek(app, NOW)]).toEqual([charges, charges]);
  }
  const { rows } = await owner.query("SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()");
  expect(rows).toEqual([{ deadlocks: 0 }]);
  expect(await isAddedUp()).toBe(true);
});
