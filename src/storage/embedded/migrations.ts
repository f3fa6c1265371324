import { type Database, SQLiteError } from "bun:sqlite";
import { StorageOpenError } from "./data-folder.ts";
import first from "./migrations/0001_first.sql" with { type: "text" };
import contract from "./migrations/0002_contract.sql" with { type: "text" };
import cache from "./migrations/0003_cache.sql" with { type: "text" };
import modelFindings from "./migrations/0004_model_findings.sql" with { type: "text" };
import keptTotals from "./migrations/0005_kept_totals.sql" with { type: "text" };
import requestBatches from "./migrations/0006_request_batches.sql" with { type: "text" };
import sums from "./migrations/0007_sums.sql" with { type: "text" };
import journal from "./migrations/0008_journal.sql" with { type: "text" };
import taughtCases from "./migrations/0009_taught_cases.sql" with { type: "text" };
import aliases from "./migrations/0010_aliases.sql" with { type: "text" };
import graduation from "./migrations/0011_graduation.sql" with { type: "text" };
import auditRecords from "./migrations/0012_audit_records.sql" with { type: "text" };
import testRuns from "./migrations/0013_test_runs.sql" with { type: "text" };
import ledgerMonths from "./migrations/0014_ledger_months.sql" with { type: "text" };
import journalRounds from "./migrations/0015_journal_rounds.sql" with { type: "text" };
import { addSums } from "./summed-rows.ts";

interface Migration {
  readonly sql: string;
  /** What SQL cannot say; in the same transaction, after it. */
  readonly fill?: (database: Database) => void;
}

/** In order; the version of a database is how many of these it has seen. One that was released is never edited. */
const MIGRATIONS: readonly Migration[] = [
  { sql: first },
  { sql: contract },
  { sql: cache },
  { sql: modelFindings },
  { sql: keptTotals },
  { sql: requestBatches },
  { sql: sums, fill: addSums },
  { sql: journal },
  { sql: taughtCases },
  { sql: aliases },
  { sql: graduation },
  { sql: auditRecords },
  { sql: testRuns },
  { sql: ledgerMonths },
  { sql: journalRounds },
];

/** The newest version of the schema that this program knows. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/**
 * Runs the migrations that the database has not seen, each in a transaction of its own.
 * Throws a StorageOpenError for a database that a newer program has migrated, and for one whose tables are not those of its version.
 */
export function migrate(database: Database, path: string): void {
  const version = schemaVersionOf(database);
  if (version > SCHEMA_VERSION) {
    throw new StorageOpenError(
      `${path} has schema version ${version}, this program knows only up to ${SCHEMA_VERSION}: ` +
        "start the newer Dragoman that wrote it, or restore a backup made before the upgrade",
    );
  }
  MIGRATIONS.slice(version).forEach(({ sql, fill }, index) => {
    const run = database.transaction(() => {
      database.run(sql);
      fill?.(database);
      database.run(`PRAGMA user_version = ${version + index + 1}`);
    });
    try {
      run.immediate();
    } catch (failure) {
      // A full disk and the like are told of elsewhere; this is what SQLite says of a statement that makes no sense here.
      if (!(failure instanceof SQLiteError) || failure.code !== "SQLITE_ERROR") throw failure;
      throw new StorageOpenError(
        `${path} says that it has schema version ${version + index}, and its tables are not those of it (${failure.message}): ` +
          "a program between two releases made it, or something else has changed it. Restore a backup made by a release",
      );
    }
  });
}

export function schemaVersionOf(database: Database): number {
  return database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}
