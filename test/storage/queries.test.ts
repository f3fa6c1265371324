import type { SQLQueryBindings } from "bun:sqlite";
import { expect, test } from "bun:test";
import { EmbeddedAliases } from "#storage/embedded/aliases.ts";
import { EmbeddedAnswers } from "#storage/embedded/answers.ts";
import { AppChanges } from "#storage/embedded/app-changes.ts";
import { EmbeddedApps } from "#storage/embedded/apps.ts";
import { GroupCommit } from "#storage/embedded/commits/group-commit.ts";
import { openDatabase } from "#storage/embedded/database.ts";
import { EmbeddedDefinitions } from "#storage/embedded/definitions.ts";
import { EmbeddedEmbeddings } from "#storage/embedded/embeddings.ts";
import { EmbeddedKeptAnswers } from "#storage/embedded/kept-answers.ts";
import { EmbeddedKeys } from "#storage/embedded/keys.ts";
import { EmbeddedLedger } from "#storage/embedded/ledger/ledger.ts";
import { EmbeddedMemories } from "#storage/embedded/memories.ts";
import { EmbeddedRequests } from "#storage/embedded/requests.ts";
import { EmbeddedReuseRecords } from "#storage/embedded/reuse-records.ts";
import { EmbeddedSecrets } from "#storage/embedded/secrets.ts";
import { EmbeddedWindows } from "#storage/embedded/windows.ts";
import { freshFolder } from "./kit.ts";

const STORES = [
  EmbeddedEmbeddings,
  EmbeddedKeptAnswers,
  EmbeddedLedger,
  EmbeddedRequests,
  EmbeddedReuseRecords,
  EmbeddedSecrets,
  EmbeddedWindows,
];
const CHANGING_STORES = [
  EmbeddedAnswers,
  EmbeddedApps,
  EmbeddedKeys,
  EmbeddedMemories,
  EmbeddedDefinitions,
  EmbeddedAliases,
];

/** Statements that read a whole table because that is what they are for: lists and sums of all apps, the audit of the ledger. */
const READS_ALL = [
  /FROM apps ORDER BY position/,
  /FULL JOIN balances/,
  // Not of a table.
  /FROM json_each\(\?3\)$/,
  /^SELECT ifnull\(sum\(bytes\).* FROM kept_totals$/,
  // Of one row.
  /^SELECT id, sum FROM ledger_floor$/,
  /^UPDATE ledger_floor /,
];
/** Tables without a tenant, and the two look-ups that find the tenant or serve all of them. */
const WITHOUT_TENANT = [
  /^(SELECT [^(]* FROM|INSERT INTO|UPDATE|DELETE FROM) (secrets|windows|counters|apps)\b/,
  /FROM keys WHERE id/,
  /^UPDATE keys/,
  /created_at < \?/,
  /^SELECT min\(app\)/,
  /max\(reservation\)/,
  // Of a set whose number was found by its app and name in the same read.
  /^SELECT .* FROM taught_cases WHERE definition = \?/,
  // What a commit noted, of whomever.
  /^INSERT INTO journal /,
  // How far the database has come, and what the next entry's sum goes on from.
  /^SELECT total_changes\(\)/,
  /^SELECT ifnull\(max\(id\), 0\) AS entry FROM ledger_entries$/,
  /^SELECT id, sum FROM ledger_entries WHERE id = \(SELECT max\(id\)/,
  /^SELECT ifnull\(sum\(bytes\).* FROM kept_totals$/,
  // The oldest entries of all apps, which become months of each.
  /ledger_floor\b/,
  /^SELECT app, id, .* FROM ledger_entries\s+WHERE id < \(SELECT max\(id\)/,
  /^SELECT sum\(amount\) AS amount, .* FROM ledger_entries WHERE id <= \?$/,
  /^DELETE FROM ledger_entries WHERE id <= \?$/,
];

/** Every statement that the stores prepare on a new database. */
function withStatements(check: (statements: readonly string[], explain: (sql: string) => string) => void): void {
  using folder = freshFolder();
  const database = openDatabase(folder.path, () => {});
  const statements: string[] = [];
  class Recorder extends GroupCommit {
    override prepare<Row, Parameters extends SQLQueryBindings[] = []>(sql: string) {
      if (/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/.test(sql)) statements.push(sql.trim());
      return super.prepare<Row, Parameters>(sql);
    }
  }
  const commits = new Recorder(database);
  for (const Store of STORES) new Store(commits);
  for (const Store of CHANGING_STORES) new Store(commits, new AppChanges());
  const explain = (sql: string) => {
    const plan = database.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`);
    const steps = plan.all().map((step) => step.detail);
    plan.finalize();
    return steps.join("; ");
  };
  check(statements, explain);
  commits.close();
}

test("no statement reads or sorts more rows than it needs", () => {
  withStatements((statements, explain) => {
    expect(statements.length).toBeGreaterThan(30);
    const slow = statements.filter((sql) => /SCAN (?!CONSTANT ROW|\d+-ROW VALUES)|TEMP B-TREE/.test(explain(sql)));
    expect(slow.filter((sql) => !READS_ALL.some((pattern) => pattern.test(sql)))).toEqual([]);
    expect(slow.length).toBe(READS_ALL.length);
  });
});

test("a request is found by its id, however many the app has", () => {
  withStatements((statements, explain) => {
    const find = statements.find((sql) => /FROM request_ids/.test(sql)) ?? "";
    expect(explain(find)).toMatch(
      /^SEARCH request_ids USING PRIMARY KEY \(app=\? AND request_id=\?\); SEARCH request_batches/,
    );
  });
});

test("the tenant stands in every statement about what a tenant owns", () => {
  withStatements((statements) => {
    const owned = statements.filter((sql) => !WITHOUT_TENANT.some((pattern) => pattern.test(sql)));
    expect(owned.length).toBeGreaterThan(15);
    expect(owned.filter((sql) => !/\bapp = \?|\((id, )?app,|\bapp, bucket/.test(sql))).toEqual([]);
  });
});
