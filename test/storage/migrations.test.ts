import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { miscountsOf } from "#storage/embedded/audits.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import first from "#storage/embedded/migrations/0001_first.sql" with { type: "text" };
import { SCHEMA_VERSION, schemaVersionOf } from "#storage/embedded/migrations.ts";
import {
  aBank,
  aKeptAnswer,
  aKey,
  aMemory,
  aMistake,
  anAnswer,
  anAnsweredRequest,
  anApp,
  aPersona,
  appId,
  aToolset,
  atMost,
  classes,
  freshFolder,
  hashOf,
  NOW,
} from "./kit.ts";
import { makeOlderFolder } from "./older-database.ts";

const app = appId("one");
let folder: ReturnType<typeof freshFolder>;
let file: string;

/** A database as the first version of the schema left it: two apps, three sets of which one was replaced, and the rest. */
function makeFirstVersion(): void {
  const database = new Database(file, { create: true, strict: true });
  database.run("PRAGMA application_id = 0x44474d4e");
  database.run("PRAGMA journal_mode = WAL");
  database.run(first);
  database.run("PRAGMA user_version = 1");
  for (const [position, name] of ["one", "two"].entries()) {
    database.run("INSERT INTO apps VALUES (?, ?, ?, 'free', 'active', 0, ?)", [appId(name), position, name, NOW]);
  }
  const set = database.prepare("INSERT INTO sets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const [id, owner, kind, signature, draft, revision] of [
    [1, "one", "toolset", "z-v1", aToolset("light"), 4],
    [2, "one", "toolset", "a-v1", aToolset("door", hashOf("b")), 2],
    [3, "two", "classification_set", "mail-v1", classes("mail"), 3],
  ] as const) {
    const { name, description, definition, contentHash } = draft;
    // What the first version did not know yet.
    const { requireEvidence: _, ...known } = { requireEvidence: false, ...definition };
    const json = JSON.stringify(known);
    set.run(id, appId(owner), kind, signature, name, description, json, contentHash, revision, NOW, NOW + revision);
  }
  database.run("UPDATE counters SET value = 5 WHERE name = 'revision'");
  database.run("INSERT INTO ledger_entries (app, at, bucket, kind, amount) VALUES (?, ?, 'credits', 'credit', 7)", [
    app,
    NOW,
  ]);
  const { partition, key, answer } = anAnswer("k");
  const row = [app, partition, key, JSON.stringify([hashOf("a")]), JSON.stringify(answer), NOW];
  database.run(
    "INSERT INTO answers (app, partition, key, content_hashes, answer, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    row,
  );
  set.finalize();
  database.close();
}

beforeEach(() => {
  folder = freshFolder();
  file = join(folder.path, "dragoman.sqlite");
});
afterEach(() => folder[Symbol.dispose]());

test("a database of the first version keeps all that was in it", async () => {
  makeFirstVersion();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  const common = { createdAt: NOW };
  const light = { ...aToolset("light"), ...common, signature: "z-v1", revision: 4, updatedAt: NOW + 4 };
  const door = { ...aToolset("door", hashOf("b")), ...common, signature: "a-v1", revision: 2, updatedAt: NOW + 2 };
  const mail = { ...classes("mail"), ...common, signature: "mail-v1", revision: 3, updatedAt: NOW + 3 };
  expect(await storage.definitions.list(app, "toolset", { limit: 9, after: null })).toEqual({
    items: [light, door],
    next: null,
  });
  expect((await storage.definitions.list(app, "toolset", { limit: 9, after: 1 })).items).toEqual([door]);
  expect(await storage.definitions.find(appId("two"), "classification_set", "mail-v1")).toEqual(mail);
  expect(await storage.definitions.holds(app, hashOf("b"))).toBe(true);
  const { partition, contentHashes, answer, createdAt } = anAnswer("k");
  const unknown = { sentence: "", lesson: null, modelMs: 0, modelCost: 0, hits: 0 };
  const kept = { id: 1, partition, key: "k", contentHashes, answer, createdAt, ...unknown };
  expect(await storage.answers.find(app, "p", "k")).toEqual({ entry: kept, isRefused: false, corrections: 0 });
  expect(await storage.ledger.balance(app, 0, NOW)).toBe(7);
  expect((await storage.ledger.entries(app, { limit: 9, after: null })).items).toMatchObject([
    { amount: 7, month: null },
  ]);
  expect(await storage.integrity()).toEqual([]);
  expect(await storage.auditLedger()).toEqual([]);
  await storage.close();
});

test("a database of the first version then does all that a new one does", async () => {
  makeFirstVersion();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  const { definitions, memories, apps } = storage;
  expect(await definitions.create(app, "toolset", "z-v1", aToolset("x"), NOW)).toBeNull();
  expect((await definitions.create(app, "persona", "butler", aPersona("butler"), NOW))?.revision).toBe(6);
  expect(await definitions.find(app, "persona", "butler")).toMatchObject(aPersona("butler"));
  expect(await definitions.replace(app, "toolset", "a-v1", aToolset("x"), NOW, 1)).toBe("stale");
  expect(await definitions.remove(app, "toolset", "a-v1", 2)).toEqual({ previous: { contentHash: hashOf("b") } });
  await definitions.create(app, "bank", "bank_1", aBank("home"), NOW);
  expect(await memories.add(app, "bank_1", aMemory("mem_1"), 10)).toBe("added");
  await apps.remove(app);
  expect((await definitions.list(app, "toolset", { limit: 9, after: null })).items).toEqual([]);
  expect((await definitions.list(appId("two"), "classification_set", { limit: 9, after: null })).items.length).toBe(1);
  expect(await storage.integrity()).toEqual([]);
  await storage.close();
});

test("an old database and a new one end with the same schema", async () => {
  const schemaOf = (path: string) => {
    const database = new Database(path);
    const version = schemaVersionOf(database);
    const parts = database.query("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").all();
    database.close();
    return { version, parts };
  };
  makeFirstVersion();
  await (await openEmbeddedStorage({ dataDir: folder.path })).close();
  using other = freshFolder();
  await (await openEmbeddedStorage({ dataDir: other.path })).close();
  const migrated = schemaOf(file);
  expect(migrated.version).toBe(SCHEMA_VERSION);
  expect(migrated).toEqual(schemaOf(join(other.path, "dragoman.sqlite")));
});

test("what an older version kept under idempotency keys is weighed", async () => {
  const dataDir = join(folder.path, "older");
  makeOlderFolder(dataDir, 3);
  const path = join(dataDir, "dragoman.sqlite");
  const older = new Database(path, { strict: true });
  for (const [key, body] of [
    ["schlüssel", "ü".repeat(100)],
    ["empty", null],
  ] as const) {
    older.run("INSERT INTO kept_answers VALUES (NULL, ?, ?, '', 200, '{}', ?, ?)", [app, key, body, NOW]);
  }
  older.close();
  const storage = await openEmbeddedStorage({ dataDir });
  const before = storage.kept.bytes();
  expect(before).toBe(2 * 200 + Buffer.byteLength("schlüsselempty") + 2 * "{}".length + 200);
  // As a new one would be: replacing it by itself changes nothing.
  const body = "ü".repeat(100);
  await storage.kept.keep(aKeptAnswer("schlüssel", app, { headers: {}, body }));
  expect(storage.kept.bytes()).toBe(before);
  await storage.close();
  const database = new Database(path);
  expect(miscountsOf(database)).toEqual([]);
  database.run("UPDATE kept_totals SET bytes = 1");
  expect(miscountsOf(database)).toEqual([`bytes of the kept answers of ${app}: there are ${before}, the count says 1`]);
  database.close();
});

test("removing an app leaves nothing of it in any table", async () => {
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  await storage.apps.create(anApp("one"));
  await storage.definitions.create(app, "bank", "bank_1", aBank("home"), NOW);
  await storage.memories.add(app, "bank_1", aMemory("mem_1"), 10);
  await storage.answers.remember(app, anAnswer("k"), atMost(10));
  await storage.answers.drop(app, "p", { ids: [], key: "l" }, { at: NOW, refusalsMax: 10 });
  storage.reuse.observe(app, { contentHash: hashOf("a"), name: "t", path: "label", bin: 1 }, true);
  storage.reuse.countSource(app, { contentHash: hashOf("a"), source: "model", savedMs: 1, savedCost: 0 });
  await storage.reuse.recordMistake(app, aMistake("said"), 10);
  await storage.keys.create(aKey("k", app));
  await storage.kept.keep(aKeptAnswer("k", app));
  await storage.embeddings.write(app, "e", new Map([["t", new Float32Array([1])]]));
  await storage.requests.record(app, anAnsweredRequest("r"), 10);
  await storage.apps.remove(app);
  await storage.close();
  const database = new Database(file);
  const tables = database
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all();
  const left = tables.filter(({ name }) => database.query(`SELECT 1 FROM ${name} LIMIT 1`).get() !== null);
  database.close();
  expect(tables.length).toBeGreaterThan(12);
  expect(left.map(({ name }) => name)).toEqual(["counters", "identity", "ledger_floor"]);
});

test("requests that were written one by one are found among those that are written together", async () => {
  const dataDir = join(folder.path, "older");
  makeOlderFolder(dataDir, 3);
  {
    using database = new Database(join(dataDir, "dragoman.sqlite"), { strict: true });
    const insert =
      database.prepare(`INSERT INTO requests (app, position, request_id, partition, key, text, answer, reuse, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    insert.run(app, 1, "one", "p", "k", 'mach\'s "hell" 💡', '{"tool":"light","parameters":{"n":1.5}}', null, NOW);
    insert.run(app, 2, "two", null, null, "x", '{"label":"a"}', '{"kin":[1,2]}', NOW + 1);
    insert.run(app, 3, "one", null, null, "newer", "{}", null, NOW + 2);
    insert.finalize();
  }
  const storage = await openEmbeddedStorage({ dataDir });
  const { requests } = storage;
  expect(await requests.find(app, "two")).toEqual({
    requestId: "two",
    entry: null,
    text: "x",
    answer: { label: "a" },
    reuse: { kin: [1, 2] },
    asked: null,
    createdAt: NOW + 1,
  });
  expect(await requests.find(app, "one")).toMatchObject({ text: "newer" });
  await requests.record(app, anAnsweredRequest("four", { createdAt: NOW + 3 }), 3);
  await storage.secrets.put("next", "change");
  expect(await requests.find(app, "four")).not.toBeNull();
  expect(await requests.expire(NOW + 2)).toBe(1);
  expect(await requests.find(app, "two")).toBeNull();
  await storage.close();
});
