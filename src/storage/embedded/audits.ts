import type { Database } from "bun:sqlite";
import type { Deadlines } from "#core/doctor/stored-data.ts";
import { contentHashOf } from "#core/json.ts";
import type { DefinitionKind } from "#core/ports/definition-store.ts";
import { hashedPartOf } from "#core/sets/hashed-part.ts";
import { hasWalResetFault } from "./database.ts";
import { nameOfDefinition } from "./row-sums.ts";
import { problemsOfRows } from "./summed-rows.ts";

interface Miscount {
  readonly what: string;
  readonly counted: number;
  readonly kept: number;
}

/** What triggers keep beside a table, against the table itself. */
const MISCOUNTS = `
  SELECT 'answers of ' || app AS what, ifnull(counted, 0) AS counted, ifnull(count, 0) AS kept
  FROM (SELECT app, count(*) AS counted FROM answers GROUP BY app) FULL JOIN answer_totals USING (app)
  WHERE ifnull(counted, 0) <> ifnull(count, 0)
  UNION ALL
  SELECT 'bytes of the answers of ' || app, ifnull(counted, 0), ifnull(bytes, 0)
  FROM (SELECT app, sum(bytes) AS counted FROM answers GROUP BY app) FULL JOIN answer_totals USING (app)
  WHERE ifnull(counted, 0) <> ifnull(bytes, 0)
  UNION ALL
  SELECT 'bytes of the kept answers of ' || app, ifnull(counted, 0), ifnull(bytes, 0)
  FROM (SELECT app, sum(bytes) AS counted FROM kept_answers GROUP BY app) FULL JOIN kept_totals USING (app)
  WHERE ifnull(counted, 0) <> ifnull(bytes, 0)
  UNION ALL
  SELECT 'memories of bank ' || bank, ifnull(counted, 0), ifnull(count, 0)
  FROM (SELECT bank, count(*) AS counted FROM memories GROUP BY bank) FULL JOIN memory_counts USING (bank)
  WHERE ifnull(counted, 0) <> ifnull(count, 0)`;

/** Counts that are not what is counted, in words. Reads all of the tables. */
export function miscountsOf(database: Database): readonly string[] {
  const found = database.query<Miscount, []>(MISCOUNTS).all();
  return found.map(({ what, counted, kept }) => `${what}: there are ${counted}, the count says ${kept}`);
}

/** What is not what was written, in words: rows against their sums, and definitions against their content hashes. Reads all of them. */
export function problemsOfContent(database: Database): readonly string[] {
  const wrong = problemsOfRows(database);
  const definitions = database.query<DefinitionRow, []>(
    "SELECT app, kind, signature, definition, content_hash FROM definitions",
  );
  const found: string[] = [...wrong];
  for (const { app, kind, signature, definition, content_hash } of definitions.iterate()) {
    const name = nameOfDefinition({ app, kind, signature });
    if (wrong.includes(`${name} was changed`)) continue;
    if (contentHashIn(kind, definition) !== content_hash) found.push(`${name} has another content than its hash says`);
  }
  return found;
}

interface DefinitionRow {
  readonly app: string;
  readonly kind: string;
  readonly signature: string;
  readonly definition: string;
  readonly content_hash: string;
}

/** As the registry makes it. */
function contentHashIn(kind: string, definition: string): string | null {
  try {
    return contentHashOf(hashedPartOf(kind as DefinitionKind, JSON.parse(definition)));
  } catch {
    return null;
  }
}

/** How many rows were made before the instants. */
export function leftoversOf(database: Database, before: Deadlines): { readonly [Kind in keyof Deadlines]: number } {
  const countOf = (table: string, instant: number, column = "created_at") =>
    database
      .query<{ count: number }, [number]>(`SELECT count(*) AS count FROM ${table} WHERE ${column} < ?`)
      .get(instant)?.count ?? 0;
  return {
    answers: countOf("answers", before.answers),
    kept: countOf("kept_answers", before.kept),
    requests: countOf("request_batches", before.requests, "begun_at"),
  };
}

export function engineOf(database: Database): { readonly version: string; readonly fault: string | null } {
  const version = database.query<{ version: string }, []>("SELECT sqlite_version() AS version").get()?.version ?? "";
  const fault = hasWalResetFault(version) ? "a fault in resetting the write-ahead log, repaired in 3.51.3" : null;
  return { version, fault };
}
