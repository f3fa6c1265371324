/** The second fence between apps: what the database shows of others when a condition was forgotten. It does not rest on our statements. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import pg from "pg";
import type { Storage } from "#core/ports/storage.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { SCHEMA } from "#storage/cluster/postgres.ts";
import { aBank, aKey, aMemory, anApp, appId, aToolset, NOW, rejection } from "../storage/kit.ts";
import { aTestRun, ENOUGH } from "../storage/test-run-kit.ts";
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres();
const database = await server.createDatabase("fence");
const owner = new pg.Client(database.ownerUrl);
const node = new pg.Client(database.nodeUrl);

/** Rows that a statement gives a node which works for that app. */
async function seenBy(app: string, statement: string) {
  await node.query("SELECT set_config('dragoman.app', $1, false)", [app]);
  return (await node.query(statement)).rows;
}

const tables = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string; is_fenced: boolean; is_read: boolean; conditions: string[] }>(`
    SELECT relname AS name, relrowsecurity AS is_fenced, has_table_privilege(pg_class.oid, 'SELECT') AS is_read,
      array(SELECT unnest(ARRAY[pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)]) FROM pg_policy
        WHERE polrelid = pg_class.oid AND polpermissive) AS conditions
    FROM pg_class
    WHERE relnamespace = '${SCHEMA}'::regnamespace AND relkind IN ('r', 'p')
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'app' AND NOT attisdropped)
    ORDER BY relname`);
  return rows;
};

beforeAll(async () => {
  for (const client of [owner, node]) {
    await client.connect();
    await client.query(`SET search_path = ${SCHEMA}`);
  }
  const storage = await openClusterStorage({ url: database.nodeUrl });
  await fill(storage);
  await storage.close();
});
afterAll(async () => {
  for (const client of [owner, node]) await client.end();
  await server.dispose();
});

/** Something of an app in each table of its own. */
async function fill({ apps, keys, definitions, aliases, memories, taught, testRuns }: Storage): Promise<void> {
  const app = appId("one");
  const sides = [{ signature: "home-v1", percent: 100 }] as const;
  const lesson = { text: "light", right: { kind: "calls", calls: [] }, beside: [], taughtAt: NOW } as const;
  await apps.create(anApp("one"));
  await keys.create(aKey("key_1", app));
  await definitions.create(app, "toolset", "home-v1", aToolset("light"), NOW);
  await definitions.create(app, "bank", "bank_1", aBank("home"), NOW);
  await aliases.put(app, "live", { kind: null, sides }, NOW, null, 9);
  await memories.add(app, "bank_1", aMemory("mem_1"), 9);
  await taught.teach(app, { kind: "toolset", signature: "home-v1" }, { ...lesson, id: "case_1", words: "w" }, 9);
  await testRuns.keep(app, aTestRun("run_1"), ENOUGH);
}
const FILLED = ["aliases", "app_versions", "apps", "definitions", "keys", "memories", "taught_cases", "test_runs"];

describe("of every table that has apps in it", () => {
  test("the rows are fenced, each by the app that the connection was told, for reading and for writing", async () => {
    const found = await tables(owner);
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(FILLED));
    for (const { name, is_fenced, conditions } of found) {
      expect({ name, is_fenced, conditions: [...new Set(conditions)] }).toEqual({
        name,
        is_fenced: true,
        conditions: ["(app = current_app())"],
      });
    }
  });

  test("a statement without a condition gives the app's own rows, and another app or none nothing", async () => {
    for (const { name, is_read } of await tables(node)) {
      if (!is_read) continue;
      const statement = `SELECT DISTINCT app FROM ${name}`;
      expect([name, await seenBy("app_two", statement), await seenBy("", statement)]).toEqual([name, [], []]);
      if (FILLED.includes(name))
        expect([name, await seenBy("app_one", statement)]).toEqual([name, [{ app: "app_one" }]]);
    }
    const untold = new pg.Client(database.nodeUrl);
    await untold.connect();
    expect((await untold.query(`SELECT app FROM ${SCHEMA}.definitions`)).rows).toEqual([]);
    await untold.end();
  });

  test("no app changes, removes or makes what is another's", async () => {
    await seenBy("app_two", "SELECT 1");
    for (const statement of [
      "UPDATE definitions SET content_hash = 'theirs'",
      "DELETE FROM memories",
      "DELETE FROM apps",
    ])
      expect([statement, (await node.query(statement)).rowCount]).toEqual([statement, 0]);
    const insert = "INSERT INTO memories SELECT 'app_one', 1, 1, 'mem', '{}', 0";
    expect(await rejection(node.query(insert))).toMatchObject({
      message: expect.stringContaining("violates row-level security policy"),
    });
    expect((await owner.query("SELECT content_hash FROM definitions WHERE content_hash = 'theirs'")).rows).toEqual([]);
  });
});

describe("a node", () => {
  test("is a role that owns nothing, stands over nobody and goes round no fence", async () => {
    const { rows } = await node.query(`
      SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
        has_schema_privilege('${SCHEMA}', 'CREATE') AS makes_tables,
        array(SELECT role.rolname::text FROM pg_roles AS role
          WHERE pg_has_role(current_user, role.oid, 'MEMBER') AND role.rolname <> current_user) AS roles,
        (SELECT count(*)::int FROM pg_shdepend WHERE refobjid = pg_roles.oid AND deptype = 'o') AS owned
      FROM pg_roles WHERE rolname = current_user`);
    const nothing = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false };
    expect(rows).toEqual([
      { ...nothing, rolreplication: false, makes_tables: false, roles: ["dragoman_node"], owned: 0 },
    ]);
  });

  const ATTEMPTS: readonly (readonly [string, string])[] = [
    ["take the fence away", "ALTER TABLE definitions DISABLE ROW LEVEL SECURITY"],
    ["take its condition away", "DROP POLICY own ON definitions"],
    ["add a condition that is always true", "CREATE POLICY mine ON definitions USING (true)"],
    ["read without it", "SET LOCAL row_security = off; SELECT app FROM definitions"],
    ["be who owns the tables", "SET LOCAL ROLE owner_of_fence"],
    [
      "say otherwise who it works for",
      "CREATE OR REPLACE FUNCTION current_app() RETURNS text LANGUAGE sql AS 'SELECT 1'",
    ],
    ["empty a table", "TRUNCATE definitions CASCADE"],
  ];
  test.each(ATTEMPTS)("cannot %s", async (_, statement) => {
    await node.query("BEGIN");
    const refused = await rejection(node.query(statement));
    await node.query("ROLLBACK");
    expect(refused).toMatchObject({
      message: expect.stringMatching(/must be owner|permission denied|would be affected by row-level security policy/),
    });
  });

  test("calls functions of the owner's that look nothing up outside the schema", async () => {
    const { rows } = await owner.query<{ name: string; settings: string[] | null }>(
      `SELECT proname AS name, proconfig AS settings FROM pg_proc
       WHERE pronamespace = '${SCHEMA}'::regnamespace AND prosecdef`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { name, settings } of rows) {
      const paths = settings?.filter((setting) => setting.startsWith("search_path="));
      expect([name, paths]).toEqual([name, [`search_path=${SCHEMA}, pg_temp`]]);
    }
  });
});
