/** All rows that have a sum, one after the other: those that are not what they were, and those that have none yet. */
import type { Database } from "bun:sqlite";
import {
  type AliasParts,
  type AnswerParts,
  type DefinitionParts,
  type EntryParts,
  type JournalParts,
  type KeptAnswerParts,
  type MemoryParts,
  nameOfDefinition,
  numbersIn,
  type RequestBatchParts,
  sumOfAlias,
  sumOfAnswer,
  sumOfDefinition,
  sumOfEntry,
  sumOfJournal,
  sumOfKeptAnswer,
  sumOfMemory,
  sumOfRequestBatch,
  sumOfTaughtCase,
  sumOfTestRun,
  sumOfTestRunBody,
  sumOfVector,
  type TaughtCaseParts,
  type TestRunBodyParts,
  type TestRunParts,
  type VectorParts,
} from "./row-sums.ts";

/** Rows looked at together. */
const PAGE_ROWS = 1_000;

/** Adds up the rows that have no sum yet: those that an older version wrote. Inside the transaction of their migration. */
export function addSums(database: Database): void {
  for (const { addUp } of SUMMED) addUp(database);
  const put = database.prepare<null, [number, number]>("UPDATE ledger_entries SET sum = ? WHERE id = ?");
  let previous = 0;
  for (const row of pagesOf<EntryParts>(database, SINGLE_ENTRIES)) {
    previous = sumOfEntry(previous, row);
    put.run(previous, row.id);
  }
  put.finalize();
  database.run(ENTRIES_ARE_NEVER_CHANGED);
}

/** As the first migration has it. */
const ENTRIES_ARE_NEVER_CHANGED = `CREATE TRIGGER ledger_entries_are_never_changed BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries are never changed'); END`;

/** The rows that are not what they were when they were written, in words. Reads all of them. */
export function problemsOfRows(database: Database): readonly string[] {
  return [...SUMMED, JOURNAL, TAUGHT_CASES, ALIASES, ...TEST_RUNS].flatMap(({ problems }) => problems(database));
}

/** Where the chain of the ledger is broken, in words. @param last how many of the last entries; all when left out. */
export function problemsOfLedger(database: Database, last = Number.MAX_SAFE_INTEGER): readonly string[] {
  const newest =
    database.query<{ id: number }, []>("SELECT ifnull(max(id), 0) AS id FROM ledger_entries").get()?.id ?? 0;
  const from = Math.max(0, newest - last);
  // Without the one before the first, nothing can be said of the first.
  const before =
    database
      .query<{ id: number; sum: number | null }, [number]>(
        "SELECT id, sum FROM ledger_entries WHERE id <= ? ORDER BY id DESC LIMIT 1",
      )
      .get(from) ?? floorOf(database);
  const found: string[] = [];
  let [expected, previous] = [(before?.id ?? 0) + 1, before?.sum ?? 0];
  for (const row of pagesOf<EntryParts>(database, ENTRIES, from)) {
    const first = row.id - (numbersIn(row.charges ?? null)?.length ?? 3) / 3 + 1;
    if (first !== expected) found.push(`the entries from ${expected} to ${first - 1} are missing`);
    // Each is compared with the one that stands before it, so that one damage is one finding.
    if (row.sum !== sumOfEntry(previous, row)) {
      found.push(`entry ${row.id} (${row.app}), or the one before it, was changed`);
    }
    previous = row.sum ?? 0;
    expected = row.id + 1;
  }
  return found;
}

/** The last row that is in a month, with which the chain goes on. */
function floorOf(database: Database) {
  return database.query<{ id: number; sum: number }, []>("SELECT id, sum FROM ledger_floor").get();
}

type Summed<Row> = Row & { readonly id: number; readonly sum: number | null };

interface SummedTable {
  addUp(database: Database): void;
  problems(database: Database): readonly string[];
}

const ENTRIES = "SELECT id, sum, app, at, bucket, kind, amount, reservation, charges FROM ledger_entries WHERE true";
/** Before several charges stood in a row. */
const SINGLE_ENTRIES = "SELECT id, sum, app, at, bucket, kind, amount, reservation FROM ledger_entries WHERE true";

/** @param rows of each row its `id`, then `sum` and what is added up; ends with a condition. */
function summed<Row>(
  [table, column]: readonly [table: string, column: string],
  rows: string,
  sumOfRow: (row: Row) => number,
  nameOf: (row: Summed<Row>) => string,
): SummedTable {
  return {
    addUp: (database) => {
      const put = database.prepare<null, [number, number]>(`UPDATE ${table} SET ${column} = ? WHERE id = ?`);
      for (const row of pagesOf<Row>(database, rows)) put.run(sumOfRow(row), row.id);
      put.finalize();
    },
    problems: (database) => {
      const found: string[] = [];
      for (const row of pagesOf<Row>(database, rows)) {
        if (row.sum !== sumOfRow(row)) found.push(`${nameOf(row)} was changed`);
      }
      return found;
    },
  };
}

const SUMMED: readonly SummedTable[] = [
  summed<DefinitionParts>(
    ["definitions", "sum"],
    "SELECT id, sum, app, kind, signature, name, description, definition, content_hash FROM definitions WHERE true",
    sumOfDefinition,
    nameOfDefinition,
  ),
  summed<MemoryParts>(
    ["memories", "sum"],
    `SELECT memories.id, memories.sum, app, signature AS bank, memory, content, memories.created_at
     FROM memories JOIN definitions ON definitions.id = memories.bank WHERE true`,
    sumOfMemory,
    ({ app, bank, memory }) => `the memory ${memory} of bank ${bank} of ${app}`,
  ),
  summed<AnswerParts & { readonly app: string; readonly partition: string }>(
    ["answers", "sum"],
    `SELECT id, sum, app, partition, key, content_hashes, answer, sentence, lesson, model_ms, model_cost, created_at
     FROM answers WHERE true`,
    (row) => sumOfAnswer(row.app, row.partition, row),
    ({ app, id }) => `the kept answer ${id} of ${app}`,
  ),
  summed<VectorParts>(
    ["answers", "vector_sum"],
    "SELECT id, vector_sum AS sum, app, embedder, CAST(id AS TEXT) AS key, vector FROM answers WHERE vector IS NOT NULL",
    sumOfVector,
    ({ app, id }) => `the vector of the kept answer ${id} of ${app}`,
  ),
  summed<KeptAnswerParts>(
    ["kept_answers", "sum"],
    "SELECT id, sum, app, key, fingerprint, status, headers, body, created_at FROM kept_answers WHERE true",
    sumOfKeptAnswer,
    ({ app, id }) => `the answer ${id} under an idempotency key of ${app}`,
  ),
  summed<RequestBatchParts>(
    ["request_batches", "sum"],
    "SELECT id, sum, app, position, floor, begun_at, answers FROM request_batches WHERE true",
    sumOfRequestBatch,
    ({ app, id }) => `the row ${id} of requests of ${app}, kept for feedback,`,
  ),
  summed<VectorParts>(
    ["embeddings", "sum"],
    "SELECT id, sum, app, embedder, key, vector FROM embeddings WHERE true",
    sumOfVector,
    ({ app, id }) => `the vector ${id} of ${app}`,
  ),
];

/** Never without a sum. */
const JOURNAL = summed<JournalParts>(
  ["journal", "sum"],
  "SELECT slot, slot AS id, sum, change, part, length, since, marks, bytes FROM journal WHERE true",
  sumOfJournal,
  ({ id }) => `the row ${id} of what was noted last`,
);

/** Never without a sum. */
const TAUGHT_CASES = summed<TaughtCaseParts>(
  ["taught_cases", "sum"],
  `SELECT taught_cases.id, taught_cases.sum, app, kind, signature, taught_cases.name, words, content, taught_at
   FROM taught_cases JOIN definitions ON definitions.id = taught_cases.definition WHERE true`,
  sumOfTaughtCase,
  ({ app, name, signature }) => `the taught case ${name} of ${signature} of ${app}`,
);

/** Never without a sum. */
const TEST_RUNS = [
  summed<TestRunParts>(
    ["test_runs", "sum"],
    `SELECT test_runs.id, test_runs.sum, test_runs.app, kind, signatures, test_runs.name, ran_at, ran_by, scores, body_sum
     FROM test_runs JOIN definitions ON definitions.id = test_runs.definition WHERE true`,
    sumOfTestRun,
    ({ app, name }) => `the test run ${name} of ${app}`,
  ),
  summed<TestRunBodyParts & Pick<TestRunParts, "app" | "name">>(
    ["test_runs", "body_sum"],
    "SELECT id, body_sum AS sum, app, name, report, verdicts FROM test_runs WHERE true",
    sumOfTestRunBody,
    ({ app, name }) => `what the test run ${name} of ${app} says`,
  ),
];

/** Never without a sum. */
const ALIASES = summed<AliasParts>(
  ["aliases", "sum"],
  "SELECT id, sum, app, name, kind, signature, percent, other FROM aliases WHERE true",
  sumOfAlias,
  ({ app, name }) => `the alias "${name}" of ${app}`,
);

/** Page by page: rows may be updated on the way, and all of them would not fit into memory. */
function* pagesOf<Row>(database: Database, rows: string, after = 0): Generator<Summed<Row>> {
  const id = /^SELECT (\S+),/.exec(rows)?.[1];
  const page = database.prepare<Summed<Row>, [number]>(`${rows} AND ${id} > ? ORDER BY ${id} LIMIT ${PAGE_ROWS}`);
  try {
    for (let last = after; ; ) {
      const found = page.all(last);
      yield* found;
      const next = found.at(-1)?.id ?? last;
      // In a damaged table ids may come in any order: it would be read for ever.
      if (next <= last) return;
      last = next;
    }
  } finally {
    page.finalize();
  }
}
