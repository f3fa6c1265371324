/** A Postgres that takes its time: every wait has an end, and one app's trouble is not another's. */
import { afterAll, expect, test } from "bun:test";
import pg from "pg";
import type { Storage } from "#core/ports/storage.ts";
import type { AppId } from "#core/tenant.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { anApp, appId, aToolset, NOW, rejection } from "../storage/kit.ts";
import { type CuttingProxy, cuttingProxy } from "./cutting-proxy.ts";
import { startPostgres } from "./postgres-server.ts";

const WAIT_MS_MAX = 1_000;
const STATEMENT_MS_MAX = 1_500;
/** Of a machine that does much else: no bound is exact. */
const SLACK_MS = 4_000;
const LATE_MS = 4_000;

const server = await startPostgres({ settings: ["synchronous_commit=on"] });
const database = await server.createDatabase("slow");
const opened: { readonly storage: Storage; readonly proxy: CuttingProxy }[] = [];
const sessions: pg.Client[] = [];
afterAll(async () => {
  for (const session of sessions) await session.end();
  for (const { storage, proxy } of opened) {
    await storage.close();
    proxy.close();
  }
  await server.dispose();
});

async function aNode(options: { readonly connectionsMax?: number; readonly statementMsMax?: number } = {}) {
  const proxy = await cuttingProxy(server.port);
  const said: string[] = [];
  const storage = await openClusterStorage({
    ...{ url: proxy.urlThrough(database.nodeUrl), waitMsMax: WAIT_MS_MAX, statementMsMax: STATEMENT_MS_MAX },
    ...{ log: (message: string) => said.push(message), ...options },
  });
  opened.push({ storage, proxy });
  return { storage, proxy, ledger: storage.ledger, said };
}

/** An operator at a prompt. */
async function aSession(): Promise<pg.Client> {
  const session = new pg.Client(server.urlOf(database.name));
  await session.connect();
  sessions.push(session);
  return session;
}

let apps = 0;
async function anotherApp(storage: Storage): Promise<AppId> {
  apps += 1;
  const id = appId(`slow_${apps}`);
  await storage.apps.create(anApp(id, { id }));
  return id;
}

async function charged({ ledger }: Storage, app: AppId): Promise<boolean> {
  const reservation = await ledger.reserve(app, 1, 1_000, NOW);
  if (!reservation) return false;
  await ledger.settle(reservation, NOW);
  return true;
}

async function timed<Result>(work: () => Promise<Result>) {
  const begun = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begun };
}

/** Of so many pieces of work, one after the other, how long all but the slowest tenth took at most. */
async function p90Of(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) taken.push((await timed(work)).ms);
  return taken.toSorted((one, other) => one - other)[Math.ceil(times * 0.9) - 1] ?? Number.NaN;
}

test("what answers too late is 503 within the bounds of the settings, and goes on by itself", async () => {
  const { storage, proxy, ledger } = await aNode();
  const app = await anotherApp(storage);
  expect(await charged(storage, app)).toBe(true);
  proxy.lateMs = LATE_MS;
  const bound = STATEMENT_MS_MAX + WAIT_MS_MAX + SLACK_MS;
  for (const work of [
    () => storage.changes.renew(app),
    () => storage.definitions.list(app, "toolset", { limit: 10, after: null }),
    () => storage.apps.update(app, { raiseEpoch: true }),
    () => ledger.reserve(app, 1, 1_000, NOW),
  ]) {
    const { result, ms } = await timed(() => rejection(work() ?? Promise.resolve()));
    expect(result).toMatchObject({ code: "service_unavailable", retryAfterSeconds: expect.any(Number) });
    expect(ms).toBeLessThan(bound);
  }
  proxy.lateMs = 0;
  expect(await charged(storage, app)).toBe(true);
  // What it was charged, and was told about.
  const endsAt = performance.now() + 20_000;
  while ((await ledger.balance(app, 1_000, NOW)) !== 998 && performance.now() < endsAt) await Bun.sleep(20);
  expect(await ledger.balance(app, 1_000, NOW)).toBe(998);
}, 60_000);

test("an app whose rows somebody holds gets 503, and the others of the node go on", async () => {
  const { storage, said } = await aNode({ statementMsMax: 10_000 });
  const [held, free] = [await anotherApp(storage), await anotherApp(storage)];
  for (const app of [held, free]) expect(await charged(storage, app)).toBe(true);
  const operator = await aSession();
  await operator.query("BEGIN");
  await operator.query("SELECT FROM dragoman.balances WHERE app = $1 FOR UPDATE", [held]);
  await operator.query("SELECT FROM dragoman.leases WHERE app = $1 FOR UPDATE", [held]);
  let isOver = false;
  const refused: unknown[] = [];
  const asking = Array.from({ length: 20 }, async () => {
    while (!isOver) refused.push(await rejection(charged(storage, held)));
  });
  // The first of them waits for as long as it takes to find out who is held up.
  expect(await charged(storage, free)).toBe(true);
  expect(await p90Of(20, () => charged(storage, free))).toBeLessThan(3_000);
  isOver = true;
  await Promise.all(asking);
  expect(refused.length).toBeGreaterThan(0);
  for (const failure of refused) expect(failure).toMatchObject({ code: "service_unavailable" });
  expect(said.filter((line) => line.includes("pg_stat_activity"))).toHaveLength(1);
  await operator.query("ROLLBACK");
  const endsAt = performance.now() + 20_000;
  while (!(await charged(storage, held).catch(() => false)) && performance.now() < endsAt) await Bun.sleep(20);
  expect(await storage.ledger.balance(held, 1_000, NOW)).toBe(998);
  expect(await storage.ledger.balance(free, 1_000, NOW)).toBe(1_000 - 22);
}, 60_000);

test("an app whose statements hang takes no more than its share of the connections", async () => {
  const { storage } = await aNode({ connectionsMax: 4, statementMsMax: 10_000 });
  const [slow, quick] = [await anotherApp(storage), await anotherApp(storage)];
  const operator = await aSession();
  await operator.query("BEGIN");
  await operator.query("LOCK TABLE dragoman.definitions IN ACCESS EXCLUSIVE MODE");
  const listed = (app: AppId) => storage.definitions.list(app, "toolset", { limit: 10, after: null });
  const hanging = Array.from({ length: 30 }, () => listed(slow).catch(() => null));
  expect(await p90Of(20, () => charged(storage, quick))).toBeLessThan(4_000);
  expect(await p90Of(20, () => storage.apps.update(quick, { raiseEpoch: true }))).toBeLessThan(4_000);
  await operator.query("ROLLBACK");
  await Promise.all(hanging);
  await storage.definitions.create(quick, "toolset", "s-v1", aToolset("lamp"), NOW);
  expect(await listed(quick)).toMatchObject({ items: [{ name: "set of lamp" }] });
}, 60_000);

/** Every commit hangs until a replica of that name has it. */
async function waitForReplica(name: string): Promise<void> {
  const operator = await aSession();
  await operator.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await operator.query("SELECT pg_reload_conf()");
  const isSet = async () =>
    (await operator.query("SHOW synchronous_standby_names")).rows[0].synchronous_standby_names === name;
  while (!(await isSet())) await Bun.sleep(5);
}

test("a turn whose commit hangs in the server is not taken for the next one, and is undone when it is known", async () => {
  const { storage, proxy, ledger } = await aNode();
  const app = await anotherApp(storage);
  const first = await ledger.reserve(app, 300, 1_000, NOW);
  if (!first) throw new Error("300 were expected to be free");
  await waitForReplica("nobody");
  proxy.cutNext("turn(", "during");
  expect(await rejection(ledger.settle(first, NOW))).toMatchObject({ code: "service_unavailable" });
  expect(proxy.cuts).toBe(1);
  await ledger.giveBack(first).catch(() => {});
  await Bun.sleep(100);
  await waitForReplica("");
  // What nobody was told of is charged no more, and nothing is held for it, though others ask in the same turns.
  let reservation: Awaited<ReturnType<typeof ledger.reserve>> = null;
  const endsAt = performance.now() + 20_000;
  const asking = Array.from({ length: 4 }, async () => {
    while (!reservation && performance.now() < endsAt) {
      reservation = (await ledger.reserve(app, 999, 1_000, NOW).catch(() => null)) ?? reservation;
    }
  });
  await Promise.all(asking);
  if (!reservation) throw new Error("all were expected to be free");
  expect(await ledger.settle(reservation, NOW)).toBe(1);
}, 60_000);

test("what could not be given back is given back when the database does it", async () => {
  const { storage, ledger } = await aNode();
  const app = await anotherApp(storage);
  const reservation = await ledger.reserve(app, 300, 1_000, NOW);
  if (!reservation) throw new Error("300 were expected to be free");
  const operator = await aSession();
  await operator.query("BEGIN");
  await operator.query("SELECT FROM dragoman.leases WHERE app = $1 FOR UPDATE", [app]);
  expect(await rejection(ledger.settle(reservation, NOW))).toMatchObject({ code: "service_unavailable" });
  expect(await rejection(ledger.giveBack(reservation))).toMatchObject({ code: "service_unavailable" });
  await operator.query("ROLLBACK");
  const endsAt = performance.now() + 20_000;
  let all = null;
  while (!all && performance.now() < endsAt) {
    await Bun.sleep(20);
    all = await ledger.reserve(app, 1_000, 1_000, NOW).catch(() => null);
  }
  expect(all).not.toBeNull();
}, 60_000);
