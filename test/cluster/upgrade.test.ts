/** The next schema comes while nodes of this one are at work. */
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Storage } from "#core/ports/storage.ts";
import { answeredOf } from "#core/request-batch.ts";
import { type AppId, monthOf } from "#core/tenant.ts";
import { isConflict } from "#storage/cluster/engine-failures.ts";
import { openClusterStorage, postgresOf } from "#storage/cluster/index.ts";
import { MIGRATIONS, migrateCluster, requireSchema, SCHEMA_VERSION } from "#storage/cluster/migrations.ts";
import { minuteOf } from "#storage/cluster/money/minutes.ts";
import { Turn } from "#storage/cluster/money/turn.ts";
import { aKey, anAnsweredRequest, anApp, appId, aToolset, NOW, rejection } from "../storage/kit.ts";
import { faultsIn } from "./migration-rules.ts";
import { startPostgres } from "./postgres-server.ts";
import { timedId } from "./stored-everything.ts";

const FOLDER = join(import.meta.dir, "../../src/storage/cluster/migrations");
/** What comes with the first release may do anything: nobody has a node of a version before. */
const OF_FIRST_RELEASE = 11;

const ENOUGH = 1_000_000;

/** Touch what every request needs: a table each, as two that are held at once may be wanted the other way round. */
const ADDING = [
  ...["apps", "keys", "app_versions", "definitions", "leases", "balances", "ledger_entries", "windows"].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN note text NOT NULL DEFAULT 'none';`,
  ),
  `CREATE TABLE colours (app text COLLATE "C" PRIMARY KEY REFERENCES apps (app) ON DELETE CASCADE); CALL fence('colours');`,
];
const NEXT = SCHEMA_VERSION + ADDING.length;
const MORE = [...MIGRATIONS, ...ADDING];
const TAKES_AWAY = `-- Oldest program: ${NEXT}\nALTER TABLE apps DROP COLUMN note;`;

const server = await startPostgres();
const opened: Storage[] = [];
afterAll(async () => {
  for (const storage of opened) await storage.close();
  await server.dispose();
});

async function aNode(url: string): Promise<Storage> {
  const storage = await openClusterStorage({ url });
  opened.push(storage);
  return storage;
}

/** What a program that knows the schema up to `known` says at its start. */
async function startOf(url: string, known: number): Promise<unknown> {
  const postgres = postgresOf({ url, connectionsMax: 1 });
  try {
    return await requireSchema(postgres, known).then(
      () => "starts",
      (failure: unknown) => (failure instanceof Error ? failure.message : failure),
    );
  } finally {
    await postgres.close();
  }
}

async function superuser(name: string): Promise<pg.Client> {
  const client = new pg.Client(server.urlOf(name));
  await client.connect();
  return client;
}

test("the next schema comes under load: old nodes go on, new ones start from then on", async () => {
  const database = await server.createDatabase("live");
  const nodes = await Promise.all([1, 2].map(() => aNode(database.nodeUrl)));
  const app = appId("live");
  const [first] = nodes as [Storage];
  await first.apps.create(anApp("live", { id: app }));
  const key = aKey("live", app);
  await first.keys.create(key);
  expect(await startOf(database.nodeUrl, NEXT)).toContain('run "dragoman cluster migrate"');
  let [isOver, charged, made] = [false, 0, 0];
  const load = nodes.flatMap((storage, node) => [
    (async () => {
      while (!isOver) {
        const reservation = await storage.ledger.reserve(app, 1, 1_000_000, NOW);
        if (!reservation) throw new Error("there was enough");
        await storage.ledger.settle(reservation, NOW);
        charged += 1;
      }
    })(),
    (async () => {
      for (let at = 0; !isOver; at += 1) {
        const set = await storage.definitions.create(app, "toolset", `lamps-${node}-${at}`, aToolset("lamp"), NOW);
        expect(set).not.toBeNull();
        made += 1;
      }
    })(),
    (async () => {
      // Statements that this connection has prepared before the tables grew.
      while (!isOver) {
        await storage.changes.renew(app);
        expect(await storage.apps.find(app)).toMatchObject({ id: app });
        expect(await storage.apps.list()).toHaveLength(1);
        expect(await storage.keys.find(key.id)).toMatchObject({ id: key.id });
        await storage.windows.count(app, NOW);
      }
    })(),
  ]);
  const loaded = Promise.all(load);
  while (charged < 10 || made < 10) await Bun.sleep(1);
  // Two operators at once: one does it, the other waits and finds it done.
  const both = await Promise.all([1, 2].map(() => migrateCluster(database.ownerUrl, MORE)));
  expect(both.map(({ from }) => from).toSorted((one, other) => one - other)).toEqual([SCHEMA_VERSION, NEXT]);
  const before = { charged, made };
  while (charged < before.charged + 10 || made < before.made + 10) await Bun.sleep(1);
  isOver = true;
  // Nothing failed, before, meanwhile or behind it.
  await loaded;
  expect(await first.ledger.balance(app, 1_000_000, NOW)).toBe(1_000_000 - charged);
  expect(await first.definitions.signatures(app, "toolset", 100_000)).toHaveLength(made);
  // One of the version before starts again, too: what was added takes nothing away from it.
  expect(await startOf(database.nodeUrl, NEXT)).toBe("starts");
  expect(await startOf(database.nodeUrl, SCHEMA_VERSION)).toBe("starts");
  await migrateCluster(database.ownerUrl, [...MORE, TAKES_AWAY]);
  expect(await startOf(database.nodeUrl, SCHEMA_VERSION)).toContain(
    `has schema version ${NEXT + 1}, which programs that know only up to ${SCHEMA_VERSION} do not work on`,
  );
  expect(await startOf(database.nodeUrl, NEXT)).toBe("starts");
  expect(await rejection(migrateCluster(database.ownerUrl))).toMatchObject({ code: "database_unusable" });
}, 60_000);

/** Charges each app once, as a node of the version before does that has a lease of each. */
async function takeTurn(client: pg.Client, node: string, number: number, apps: readonly AppId[]): Promise<unknown> {
  const { requestId: _, createdAt: __, ...trace } = anAnsweredRequest("r");
  const turn = new Turn();
  const nobody = { split: null, heldBy: null, keeps: null, told() {}, failed() {} };
  for (const app of apps) {
    const request = { requestId: timedId(NOW, number), createdAt: NOW, answered: answeredOf(trace) };
    const hit = { version: 1, callsMax: ENOUGH, number: null, takeNumber: null, request, requestsMax: ENOUGH };
    turn.take({ wants: "charge", app, month: monthOf(NOW), allowance: ENOUGH, at: NOW, cost: 1, hit, ...nobody });
  }
  const call = turn.plainCall({ node, number, leaseSeconds: 60, lockMsMax: 1_000 });
  if (!call) throw new Error("a plain turn was expected");
  for (;;) {
    try {
      const { rows } = await client.query(call.statement, [...call.values]);
      return JSON.parse(rows[0].result).is;
    } catch (failure) {
      if (!isConflict(failure)) throw failure;
    }
  }
}

test("turns of the version before go on while what they call is made anew, and count, charge and record each once", async () => {
  const before = 13;
  const database = await server.createDatabase("turns", MIGRATIONS.slice(0, before));
  const owner = new pg.Client({ connectionString: database.ownerUrl, options: "-c search_path=dragoman" });
  await owner.connect();
  const [alone, ...together] = ["a", "b", "c"].map((name) => appId(name)) as [AppId, ...AppId[]];
  const apps = [alone, ...together];
  await owner.query(
    `WITH app AS (
       INSERT INTO apps (app, name, plan, status, epoch, created_at) SELECT app, 'n', 'p', 'active', 0, 0 FROM unnest($1::text[]) AS app RETURNING app
     ), version AS (INSERT INTO app_versions SELECT app, 1 FROM app), minute AS (INSERT INTO windows SELECT $2, app, 0 FROM app)
     INSERT INTO balances SELECT app, $3, 0, $4 FROM app`,
    [apps, minuteOf(NOW), monthOf(NOW), ENOUGH],
  );
  let isOver = false;
  const taken = [0, 0];
  const nodes = taken.map(async (_, at) => {
    const node = `00000000-0000-4000-8000-00000000000${at}`;
    await owner.query("INSERT INTO nodes VALUES ($1, 0, null, now() + interval '1 hour')", [node]);
    const lease = "INSERT INTO leases SELECT app, $2, $3, $4, 0, $4 FROM unnest($1::text[]) AS app";
    await owner.query(lease, [apps, monthOf(NOW), node, ENOUGH]);
    const client = new pg.Client({ connectionString: database.nodeUrl, options: "-c search_path=dragoman" });
    await client.connect();
    for (let number = 1; !isOver; number += 1) {
      expect(await takeTurn(client, node, number, number % 2 ? [alone] : together)).toBe("plain");
      taken[at] = number;
    }
    await client.end();
  });
  const working = Promise.all(nodes);
  const moreOfEach = async (from: readonly number[]) => {
    while (taken.some((number, at) => number < (from[at] ?? 0) + 20)) await Bun.sleep(1);
  };
  await moreOfEach([0, 0]);
  expect(await migrateCluster(database.ownerUrl)).toEqual({ from: before, to: SCHEMA_VERSION });
  await moreOfEach([...taken]);
  isOver = true;
  await working;
  const charges = taken.reduce(
    (sum, number) => sum + Math.ceil(number / 2) + together.length * Math.floor(number / 2),
    0,
  );
  const { rows } = await owner.query(
    `SELECT (SELECT -sum(amount) FROM ledger_entries)::int AS entered, (SELECT sum(count) FROM request_batches)::int AS recorded,
       (SELECT sum(count) FROM windows)::int AS counted, (SELECT sum($1 - remaining) FROM leases)::int AS spent`,
    [ENOUGH],
  );
  expect(rows).toEqual([{ entered: charges, recorded: charges, counted: charges, spent: charges }]);
  expect(await startOf(database.nodeUrl, before)).toBe("starts");
  await owner.end();
}, 60_000);

test("a table in use is not waited for before all requests: the migration steps back, and comes when it is free", async () => {
  const database = await server.createDatabase("in_use");
  const storage = await aNode(database.nodeUrl);
  const app = appId("in_use");
  await storage.apps.create(anApp("in use", { id: app }));
  const reader = await superuser(database.name);
  await reader.query("BEGIN");
  await reader.query("SELECT FROM dragoman.apps");
  let isDone = false;
  const migrating = migrateCluster(database.ownerUrl, MORE).finally(() => {
    isDone = true;
  });
  const watcher = await superuser(database.name);
  const isWaiting = async () =>
    (
      await watcher.query(
        "SELECT FROM pg_stat_activity WHERE application_name = 'dragoman migration' AND wait_event_type = 'Lock'",
      )
    ).rowCount === 1;
  while (!(await isWaiting())) await Bun.sleep(5);
  // It stands in the queue for the table: whoever reads it gets it all the same, when the wait is over.
  for (let read = 0; read < 5; read += 1) expect(await storage.apps.find(app)).not.toBeNull();
  expect(isDone).toBe(false);
  await reader.query("ROLLBACK");
  expect(await migrating).toEqual({ from: SCHEMA_VERSION, to: NEXT });
  for (const client of [reader, watcher]) await client.end();
}, 60_000);

describe("migrations", () => {
  const files = readdirSync(FOLDER).toSorted();

  test("are all of the folder's, in their order", () => {
    expect(files.map((file) => readFileSync(join(FOLDER, file), "utf8"))).toEqual([...MIGRATIONS]);
  });

  test("leave no function that returns the rows of a table by its name, and breaks where the table grows", async () => {
    const { name } = await server.createDatabase("functions");
    const client = await superuser(name);
    const { rows } = await client.query(
      `SELECT proname FROM pg_proc JOIN pg_type ON pg_type.oid = prorettype
       WHERE pronamespace = 'dragoman'::regnamespace AND typtype = 'c'`,
    );
    await client.end();
    expect(rows).toEqual([]);
  });

  test("only add, or say which programs do without", () => {
    for (const file of files.filter((name) => Number(name.slice(0, 4)) > OF_FIRST_RELEASE)) {
      const text = readFileSync(join(FOLDER, file), "utf8");
      if (!/^-- Oldest program: \d+$/m.test(text)) expect([file, faultsIn(text)]).toEqual([file, []]);
    }
  });

  test.each([
    "CREATE TABLE t (app text); CREATE INDEX t_app ON t (app); ALTER TABLE t ADD CHECK (app <> '');",
    "ALTER TABLE apps ADD COLUMN colour text;",
    "ALTER TABLE apps ADD COLUMN colour text NOT NULL DEFAULT 'none';",
    "ALTER TABLE apps ADD CONSTRAINT named CHECK (name <> '') NOT VALID;",
    "CREATE OR REPLACE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM apps; $$;",
    "-- DROP TABLE apps;\nGRANT SELECT ON apps TO dragoman_node;",
  ])("%s only adds", (text) => {
    expect(faultsIn(text)).toEqual([]);
  });

  test.each([
    ["DROP TABLE apps;", "takes away"],
    ["DROP FUNCTION versions_of;", "takes away"],
    ["ALTER TABLE apps DROP COLUMN plan;", "takes away"],
    ["ALTER TABLE apps\n  RENAME COLUMN plan TO tariff;", "takes a name away"],
    ["ALTER TABLE apps ALTER COLUMN epoch TYPE integer;", "writes the table anew"],
    ["ALTER TABLE apps ALTER plan SET NOT NULL;", "refuses rows"],
    ["ALTER TABLE apps ADD COLUMN colour text NOT NULL;", "give it a default"],
    ["ALTER TABLE apps ADD CONSTRAINT named CHECK (name <> '');", "NOT VALID"],
    ["CREATE INDEX apps_by_name ON apps (name);", "keeps whoever writes waiting"],
    ["ALTER TABLE apps ADD a text; ALTER TABLE keys ADD b text;", "holds more than one table"],
    ["UPDATE apps SET name = lower(name);", "little by little"],
    ["REVOKE SELECT ON apps FROM dragoman_node;", "takes a right away"],
    ["TRUNCATE apps;", "takes rows away"],
  ])("%s does more than add", (text, why) => {
    expect(faultsIn(text)).toEqual([expect.stringContaining(why)]);
  });
});
