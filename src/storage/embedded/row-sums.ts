/**
 * Sums of rows: what a row was when it was written. They tell damage, of which one in 10^14 would pass unseen. Against
 * somebody who can write the file they are of no use: whoever changes a row can add it up again.
 */
import type { Database } from "bun:sqlite";

/** As many bits as SQLite keeps in six bytes. */
const SUM_MASK = 0x7fff_ffff_ffffn;
/** Rows looked at together. */
const PAGE_ROWS = 1_000;

type Part = string | number | null;

export interface DefinitionParts {
  readonly app: string;
  readonly kind: string;
  readonly signature: string;
  readonly name: string;
  readonly description: string | null;
  readonly definition: string;
  readonly content_hash: string;
}

export interface MemoryParts {
  readonly app: string;
  /** The bank's own id, as its app knows it. */
  readonly bank: string;
  readonly memory: string;
  readonly content: string;
  readonly created_at: number;
}

export interface TaughtCaseParts {
  readonly app: string;
  readonly kind: string;
  /** Of the set. */
  readonly signature: string;
  readonly name: string;
  readonly words: string;
  readonly content: string;
  readonly taught_at: number;
}

/** All of a run but what stands behind its sum. */
export interface TestRunParts {
  readonly app: string;
  readonly kind: string;
  readonly signatures: string;
  readonly name: string;
  readonly ran_at: number;
  readonly ran_by: string;
  readonly scores: string;
  readonly body_sum: number;
}

export interface TestRunBodyParts {
  readonly report: string;
  readonly verdicts: string;
}

export interface AliasParts {
  readonly app: string;
  readonly name: string;
  readonly kind: string;
  readonly signature: string;
  readonly percent: number;
  readonly other: string | null;
}

export interface AnswerParts {
  readonly key: string;
  readonly content_hashes: string;
  readonly answer: string;
  readonly sentence: string;
  readonly lesson: string | null;
  readonly model_ms: number;
  readonly model_cost: number;
  readonly created_at: number;
}

export interface KeptAnswerParts {
  readonly app: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string | null;
  readonly created_at: number;
}

/** The requests of an app that were written together. */
export interface RequestBatchParts {
  readonly app: string;
  readonly position: number;
  readonly floor: number;
  readonly begun_at: number;
  readonly answers: string;
}

/** A row of what was noted and is not in its own tables yet. */
export interface JournalParts {
  readonly change: number;
  readonly part: number;
  readonly length: number;
  readonly since: number;
  readonly marks: number;
  readonly bytes: Uint8Array;
}

/** A vector, and what it is of: whose, by which embedder, of which text. */
export interface VectorParts {
  readonly app: string;
  readonly embedder: string;
  readonly key: string;
  readonly vector: Uint8Array;
}

export interface EntryParts {
  readonly app: string;
  readonly at: number;
  readonly bucket: string;
  readonly kind: string;
  readonly amount: number;
  readonly reservation: number | null;
  /** The charges of a row that has several: see `ledger/entry-rows.ts`. */
  readonly charges?: string | null;
}

/** Of a set, a persona or a bank. Its revision and times are not in it: a bank gets new ones with every memory. */
export function sumOfDefinition(row: DefinitionParts): number {
  const { app, kind, signature, name, description, definition, content_hash } = row;
  return sumOf(`${app}\0${kind}\0${signature}\0${name}\0${textOf(description)}\0${definition}\0${content_hash}`);
}

export function nameOfDefinition({
  app,
  kind,
  signature,
}: Pick<DefinitionParts, "app" | "kind" | "signature">): string {
  return `the ${kind.replace("_", " ")} "${signature}" of ${app}`;
}

export function sumOfMemory({ app, bank, memory, content, created_at }: MemoryParts): number {
  return sumOf(`${app}\0${bank}\0${memory}\0${content}\0${created_at}`);
}

export function sumOfTaughtCase(row: TaughtCaseParts): number {
  const { app, kind, signature, name, words, content, taught_at } = row;
  return sumOf(`${app}\0${kind}\0${signature}\0${name}\0${words}\0${content}\0${taught_at}`);
}

/** A list of runs looks at this one, and does not read what is behind. */
export function sumOfTestRun(row: TestRunParts): number {
  const { app, kind, signatures, name, ran_at, ran_by, scores, body_sum } = row;
  return sumOf(`${app}\0${kind}\0${signatures}\0${name}\0${ran_at}\0${ran_by}\0${scores}\0${body_sum}`);
}

export function sumOfTestRunBody({ report, verdicts }: TestRunBodyParts): number {
  return sumOf(`${report}\0${verdicts}`);
}

/** Its revision and times are not in it, as with a set. */
export function sumOfAlias({ app, name, kind, signature, percent, other }: AliasParts): number {
  return sumOf(`${app}\0${name}\0${kind}\0${signature}\0${percent}\0${textOf(other)}`);
}

/** Of all but the vector, which has a sum of its own, and what is counted of it. Whose it is stands apart: an exact hit copies no row. */
export function sumOfAnswer(app: string, partition: string, row: AnswerParts): number {
  const { key, content_hashes, answer, sentence, lesson, model_ms, model_cost, created_at } = row;
  const made = `${model_ms}\0${model_cost}\0${created_at}`;
  return sumOf(`${app}\0${partition}\0${key}\0${content_hashes}\0${answer}\0${sentence}\0${textOf(lesson)}\0${made}`);
}

export function sumOfKeptAnswer(row: KeptAnswerParts): number {
  const { app, key, fingerprint, status, headers, body, created_at } = row;
  return sumOf(`${app}\0${key}\0${fingerprint}\0${status}\0${headers}\0${textOf(body)}\0${created_at}`);
}

export function sumOfRequestBatch({ app, position, floor, begun_at, answers }: RequestBatchParts): number {
  return sumOf(`${app}\0${position}\0${floor}\0${begun_at}\0${answers}`);
}

export function sumOfVector({ app, embedder, key, vector }: VectorParts): number {
  return masked(Bun.hash.xxHash64(vector, Bun.hash.xxHash64(`${app}\0${embedder}\0${key}`)));
}

/** Rows of older versions have neither rounds nor marks. */
export function sumOfJournal({ change, part, length, since, marks, bytes }: JournalParts): number {
  const rounds = since === 0 && marks === 0 ? "" : `\0${since}\0${marks}`;
  return masked(Bun.hash.xxHash64(bytes, Bun.hash.xxHash64(`${change}\0${part}\0${length}${rounds}`)));
}

/** @param previous the sum of the entry before; 0 for the first. */
export function sumOfEntry(previous: number, row: EntryParts): number {
  const { app, at, bucket, kind, amount, reservation, charges = null } = row;
  const several = charges === null ? "" : `\0${charges}`;
  return sumOf(`${previous}\0${app}\0${at}\0${bucket}\0${kind}\0${amount}\0${textOf(reservation)}${several}`);
}

/** Three for each charge of a row; null for a row that is one entry, and for a list that is none any more. */
export function numbersIn(charges: string | null): readonly number[] | null {
  try {
    const numbers: unknown = JSON.parse(charges ?? "null");
    return Array.isArray(numbers) && numbers.length % 3 === 0 ? (numbers as readonly number[]) : null;
  } catch {
    return null;
  }
}

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

/** A text that is missing is another than one that is empty. */
function textOf(part: Part): Part {
  return part === null ? "\u0001" : part;
}

function sumOf(text: string): number {
  return masked(Bun.hash.xxHash64(text));
}

function masked(sum: bigint): number {
  return Number(sum & SUM_MASK);
}
