/** Data folders as older versions of the program left them. */
import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { contentHashOf } from "#core/json.ts";
import first from "#storage/embedded/migrations/0001_first.sql" with { type: "text" };
import contract from "#storage/embedded/migrations/0002_contract.sql" with { type: "text" };
import cache from "#storage/embedded/migrations/0003_cache.sql" with { type: "text" };
import { appId, aToolset, hashOf, NOW } from "./kit.ts";

/** What has been released with these migrations is never edited, so neither is this list. */
const MIGRATIONS = [first, contract, cache];

/**
 * A folder whose schema has seen the first `version` migrations: the app "one" with a toolset, 7 credits, an answer of the
 * cache and a secret, all of it as the first version wrote it.
 */
export function makeOlderFolder(dataDir: string, version: 1 | 2 | 3): void {
  mkdirSync(dataDir, { mode: 0o700 });
  using database = new Database(join(dataDir, "dragoman.sqlite"), { create: true, strict: true });
  database.run("PRAGMA application_id = 0x44474d4e");
  database.run("PRAGMA journal_mode = WAL");
  database.run(first);
  const app = appId("one");
  const { name, description, definition } = aToolset("light");
  const { tools } = definition;
  const contentHash = contentHashOf(tools);
  const set = ["light-v1", name, description, JSON.stringify({ tools }), contentHash, NOW, NOW];
  database.run("INSERT INTO apps VALUES (?, 0, 'one', 'free', 'active', 0, ?)", [app, NOW]);
  database.run("INSERT INTO sets VALUES (1, ?, 'toolset', ?, ?, ?, ?, ?, 1, ?, ?)", [app, ...set]);
  database.run("UPDATE counters SET value = 1");
  const entry = "INSERT INTO ledger_entries (app, at, bucket, kind, amount) VALUES (?, ?, 'credits', 'credit', 7)";
  database.run(entry, [app, NOW]);
  const answer =
    "INSERT INTO answers (app, partition, key, content_hashes, answer, created_at) VALUES (?, ?, ?, ?, ?, ?)";
  database.run(answer, [app, "p", "k", JSON.stringify([hashOf("a")]), '{"tool":"light","n":1}', NOW]);
  database.run("INSERT INTO secrets VALUES ('made by', 'an older version')");
  for (const migration of MIGRATIONS.slice(1, version)) database.run(migration);
  database.run(`PRAGMA user_version = ${version}`);
}
