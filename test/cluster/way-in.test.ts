/** What an operator is told on the way into a cluster, where something is not as it has to be: by a real server that asks for passwords. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import pg from "pg";
import { openClusterStorage, postgresOf } from "#storage/cluster/index.ts";
import { letBeNode, migrateCluster } from "#storage/cluster/migrations.ts";
import { type PostgresServer, startPostgres, type TestDatabase } from "./postgres-server.ts";

let server: PostgresServer;
let database: TestDatabase;

beforeAll(async () => {
  server = await startPostgres();
  database = await server.createDatabase("way_in");
  await asSuperuser(
    "CREATE ROLE stranger LOGIN PASSWORD 'otter'",
    "CREATE ROLE above LOGIN BYPASSRLS PASSWORD 'otter'",
  );
  await askForPasswords();
}, 60_000);
afterAll(() => server.dispose());

async function asSuperuser(...statements: readonly string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client(server.urlOf("postgres"));
  await client.connect();
  try {
    const results: pg.QueryResult[] = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results;
  } finally {
    await client.end();
  }
}

/** Of everybody but the superuser, whom the kit has without one. */
async function askForPasswords(): Promise<void> {
  const [shown] = await asSuperuser("SHOW hba_file");
  const lines = ["host all postgres 127.0.0.1/32 trust", "host all all 127.0.0.1/32 scram-sha-256"];
  writeFileSync(shown?.rows[0].hba_file, `${lines.join("\n")}\n`);
  await asSuperuser("SELECT pg_reload_conf()");
}

const as = (login: string, name = "way_in") => `postgres://${login}@127.0.0.1:${server.port}/${name}`;

async function said(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "nothing",
    (failure: Error) => failure.message,
  );
}

/** What a node says that is started there. */
const startOf = (url: string) => said(openClusterStorage({ url }).then((storage) => storage.close()));

describe("a node that is started", () => {
  test("as its own role starts", async () => {
    expect(await startOf(database.nodeUrl)).toBe("nothing");
  });

  test("as the owner of the tables does not: row-level security does not hold it", async () => {
    const words = await startOf(database.ownerUrl);
    expect(words).toContain("the role owner_of_way_in cannot be that of nodes: it owns the tables");
    expect(words).toContain('"dragoman cluster migrate --node ROLE"');
  });

  test.each(["postgres", "above:otter"])(
    "as one that row-level security does not hold, %s, does not",
    async (login) => {
      await asSuperuser("GRANT dragoman_node TO above");
      expect(await startOf(as(login))).toContain("cannot be that of nodes: it is a superuser, or has BYPASSRLS");
    },
  );

  test("as a role that was given no right is told to have it given, and not that there are no tables", async () => {
    expect(await startOf(as("stranger:otter"))).toBe(
      'the role stranger may not be a node\'s yet: run "dragoman cluster migrate --node stranger" as the owner of the database',
    );
  });

  test("on a database without tables is told to make them", async () => {
    expect(await startOf(as("stranger:otter", "template1"))).toContain("has no tables of Dragoman");
  });

  test.each([
    ["without a password", () => as("node"), "there is none in storage.postgres_url"],
    ["with another password", () => as("node:weasel"), "another password for it: see storage.postgres_url"],
    ["on a database that is not there", () => as("node:otter", "elsewhere"), "make it with CREATE DATABASE"],
    ["where nobody listens", () => "postgres://node:otter@127.0.0.1:1/way_in", "nobody listens there"],
    ["under a name that there is not", () => "postgres://node:otter@no.invalid/d", "the name of the host"],
    ["by TLS, which the server has not", () => `${as("node:otter")}?sslmode=verify-full`, "write ?sslmode=disable"],
  ])("%s is told what to do, and shows no password", async (_, url, words) => {
    const told = await startOf(url());
    expect(told).toContain(words);
    expect(told).not.toMatch(/otter|weasel/);
  });
});

describe("who makes the tables", () => {
  test.each([
    ["with another password", () => as("owner_of_way_in:weasel"), "see DRAGOMAN_POSTGRES_OWNER_URL"],
    ["as the role of nodes", () => as("node:otter", "postgres"), "this takes the role that owns the database"],
    ["with half an address", () => as("node:otter", ""), "(DRAGOMAN_POSTGRES_OWNER_URL) cannot be used: a database"],
  ])("%s is told what to do, and shows no password", async (_, url, words) => {
    const told = await said(migrateCluster(url()));
    expect(told).toContain(words);
    expect(told).not.toMatch(/otter|weasel/);
  });

  test.each([
    ["the owner", () => "owner_of_way_in", "it owns the tables"],
    ["a superuser", () => "postgres", "it is a superuser"],
    ["a role that there is not", () => "nobody", "CREATE ROLE"],
  ])("cannot have %s be that of nodes", async (_, role, words) => {
    expect(await said(letBeNode(server.urlOf("way_in"), role()))).toContain(words);
  });
});

test("a node says that Postgres is out of reach, once, and when it is back", async () => {
  const log: string[] = [];
  const postgres = postgresOf({ url: database.nodeUrl, log: (message) => log.push(message) });
  await server.stop("fast");
  for (let asked = 0; asked < 3; asked += 1) await said(postgres.rows("SELECT 1"));
  await server.start();
  for (let asked = 0; asked < 3; asked += 1) await postgres.rows("SELECT 1");
  await postgres.close();
  expect(log).toEqual([expect.stringContaining("nobody listens there: start it"), "Postgres is back"]);
});
