/** Numbers that a data folder gives once, whatever was deleted since. */
import type { Database } from "bun:sqlite";
import type { MovedCounter, MovedCounters } from "#core/moving/moved-rows.ts";

/** Rows of the table `counters`. */
const COUNTED: Partial<Record<MovedCounter, string>> = { revisions: "revision", apps: "app", answers: "answer" };
/** Tables whose numbers SQLite itself does not give again. */
const NEVER_AGAIN: Partial<Record<MovedCounter, readonly [schema: string, table: string]>> = {
  test_runs: ["main", "test_runs"],
  audit_records: ["main", "audit_records"],
  logged_questions: ["log", "questions"],
};

/** `hasLog`: whether the log of questions was attached. */
export function countersIn(database: Database, { hasLog }: { readonly hasLog: boolean }): MovedCounters {
  const value = (statement: string, ...values: string[]) =>
    database.query<{ value: number | null }, string[]>(statement).get(...values)?.value ?? 0;
  const counted = (name: string) => value("SELECT value FROM counters WHERE name = ?", name);
  const given = (schema: string, table: string) =>
    value(`SELECT seq AS value FROM ${schema}.sqlite_sequence WHERE name = ?`, table);
  const newest = (table: string, column: string) => value(`SELECT max(${column}) AS value FROM ${table}`);
  return {
    revisions: counted("revision"),
    apps: counted("app"),
    answers: counted("answer"),
    keys: newest("keys", "position"),
    answer_refusals: newest("answer_refusals", "id"),
    reuse_mistakes: newest("reuse_mistakes", "id"),
    kept_answers: newest("kept_answers", "id"),
    test_runs: given("main", "test_runs"),
    audit_records: given("main", "audit_records"),
    logged_questions: hasLog ? given("log", "questions") : 0,
  };
}

/** Of the other counters the rows themselves say it. */
export function setCounters(database: Database, counters: MovedCounters): void {
  for (const [counter, name] of Object.entries(COUNTED) as [MovedCounter, string][]) {
    database
      .query<null, [number, string]>("UPDATE counters SET value = max(value, ?) WHERE name = ?")
      .run(counters[counter], name);
  }
  for (const [counter, [schema, table]] of Object.entries(NEVER_AGAIN) as [MovedCounter, [string, string]][]) {
    // No row where the table never had one.
    database.query<null, [string]>(`DELETE FROM ${schema}.sqlite_sequence WHERE name = ?`).run(table);
    database
      .query<null, [string, number]>(`INSERT INTO ${schema}.sqlite_sequence (name, seq) VALUES (?, ?)`)
      .run(table, counters[counter]);
  }
}
