/** What is left of the requests of an app that is removed, and of a turn that was under way then: nothing that anybody finds, and soon nothing at all. */
import { afterAll, expect, test } from "bun:test";
import pg from "pg";
import type { Hit } from "#core/ports/hit-store.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { AppId } from "#core/tenant.ts";
import { openClusterSource } from "#storage/cluster/moving/cluster-source.ts";
import { anAnsweredRequest, anApp, appId, NOW, rejection } from "../storage/kit.ts";
import { nodesThatAreCutOff } from "./nodes-that-are-cut-off.ts";
import { timedId } from "./stored-everything.ts";

const nodes = await nodesThatAreCutOff("removed_apps");
const { owner } = nodes;
afterAll(() => nodes.dispose());
const node = await nodes.aNode();
const other = await nodes.aNode();

const ALLOWANCE = 1_000;
const { requestId: _id, createdAt: _at, ...trace } = anAnsweredRequest("r");

let made = 0;
async function hit(storage: Storage, app: AppId, change: Partial<Hit> = {}) {
  made += 1;
  const limits = { callsMax: 1_000_000, cost: 1, allowance: ALLOWANCE, requestsMax: 10_000 };
  const asked = { app, at: NOW, requestId: timedId(NOW, made), trace, changes: storage.changes.of(app) };
  const charged = await storage.hits.charge({ ...limits, ...asked, ...change });
  return charged && { count: charged.count, balance: await charged.balance };
}

/** With a lease of it on the first node, and a request of each kind of id. */
async function anAnsweredApp(name: string): Promise<AppId> {
  const id = appId(name);
  await node.storage.apps.create(anApp(name, { id }));
  await node.storage.changes.renew(id);
  for (const change of [{}, { requestId: "named" }, {}]) expect(await hit(node.storage, id, change)).not.toBeNull();
  return id;
}

async function rowsOf(app: AppId): Promise<readonly number[]> {
  const counts = ["request_batches", "request_ids"].map(async (table) => {
    const { rows } = await owner.query(`SELECT count(*)::int AS n FROM dragoman.${table} WHERE app = $1`, [app]);
    return rows[0].n as number;
  });
  return Promise.all(counts);
}

async function movedOf(app: AppId): Promise<number> {
  const source = await openClusterSource(nodes.ownerUrl);
  let moved = 0;
  for await (const page of source.pages("requests", 100)) moved += page.filter((row) => row.app === app).length;
  await source.close();
  return moved;
}

test("its requests go with it, and none of another's", async () => {
  const [gone, stays] = [await anAnsweredApp("gone"), await anAnsweredApp("stays")];
  expect([await rowsOf(gone), await rowsOf(stays)]).toEqual([
    [3, 1],
    [3, 1],
  ]);
  expect(await other.storage.apps.remove(gone)).toBe(true);
  expect([await rowsOf(gone), await rowsOf(stays)]).toEqual([
    [0, 0],
    [3, 1],
  ]);
});

test("what a turn that is under way writes behind it is found by nobody, moved nowhere, and tidied away", async () => {
  const app = await anAnsweredApp("under_way");
  const stays = await anAnsweredApp("stays_too");
  const requestId = timedId(NOW, 9_999);
  const holder = new pg.Client(nodes.ownerUrl);
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM dragoman.windows WHERE subject = $1 FOR UPDATE", [app]);
  const asking = hit(node.storage, app, { requestId });
  const waiting = "SELECT FROM pg_locks WHERE NOT granted";
  while ((await owner.query(waiting)).rowCount === 0);
  // Its requests are in the table, but nobody else sees them yet.
  expect(await other.storage.apps.remove(app)).toBe(true);
  await holder.query("ROLLBACK");
  await holder.end();
  expect(await asking).toEqual({ count: 4, balance: ALLOWANCE - 4 });
  expect([await rowsOf(app), await other.storage.requests.find(app, requestId), await movedOf(app)]).toEqual([
    [1, 0],
    null,
    0,
  ]);
  await owner.query("SELECT dragoman.tidy(0, 100)");
  expect([await rowsOf(app), await rowsOf(stays), await movedOf(stays)]).toEqual([[0, 0], [3, 1], 3]);
});

test("an app of the same id later has its own, and keeps them", async () => {
  const app = await anAnsweredApp("again");
  await other.storage.apps.remove(app);
  await anAnsweredApp("again");
  await owner.query("SELECT dragoman.tidy(0, 100)");
  expect(await rowsOf(app)).toEqual([3, 1]);
});

test("which apps were removed is known for a day, and to no node", async () => {
  await other.storage.apps.remove(await anAnsweredApp("known"));
  const known = async () => (await owner.query("SELECT FROM dragoman.removed_apps WHERE app = 'app_known'")).rowCount;
  await owner.query("SELECT dragoman.tidy(0, 100)");
  expect(await known()).toBe(1);
  await owner.query("UPDATE dragoman.removed_apps SET removed_at = removed_at - interval '25 hours'");
  await owner.query("SELECT dragoman.tidy(0, 100)");
  expect(await known()).toBe(0);
  const client = new pg.Client(nodes.nodeUrl);
  await client.connect();
  expect(await rejection(client.query("SELECT FROM dragoman.removed_apps"))).toMatchObject({
    message: "permission denied for table removed_apps",
  });
  await client.end();
});
