/** The tables of a data folder, as rows that are moved are read from them and written into them. */
import type { Database } from "bun:sqlite";
import type { MovedRow, MovedStore, MovedValue } from "#core/moving/moved-rows.ts";
import { MOVED_COLUMNS } from "#core/moving/moved-rows.ts";
import { ANSWER_ROW_BYTES } from "../answers.ts";
import { KEPT_ROW_BYTES } from "../kept-answers.ts";
import {
  sumOfAlias,
  sumOfAnswer,
  sumOfDefinition,
  sumOfKeptAnswer,
  sumOfMemory,
  sumOfTaughtCase,
  sumOfTestRun,
  sumOfTestRunBody,
  sumOfVector,
} from "../row-sums.ts";
import type { FolderTable } from "./folder-table.ts";
import { ledgerMonthsTable, ledgerTable } from "./ledger-table.ts";
import { requestsTable } from "./requests-table.ts";

/** What a table has of a row, by its own columns. */
type Written<Row> = (row: Row) => MovedRow;

/**
 * @param from what the rows are selected from, and in which order
 * @param read of columns that are not read as they stand: how
 */
function table<Row = MovedRow>(
  store: MovedStore,
  from: string,
  {
    into = store,
    read = {},
    written = (row: Row) => row as MovedRow,
    asRead = (row: MovedRow) => row,
  }: {
    readonly into?: string;
    readonly read?: Readonly<Record<string, string>>;
    readonly written?: Written<Row>;
    readonly asRead?: (row: MovedRow) => MovedRow;
  } = {},
): FolderTable {
  const columns: readonly string[] = MOVED_COLUMNS[store];
  const selected = columns.map((column) => (read[column] ? `${read[column]} AS ${column}` : column)).join(", ");
  const statement = `SELECT ${selected} FROM ${from}`;
  return {
    estimate: `SELECT count(*) AS rows FROM (${statement})`,
    *rows(database) {
      using all = database.prepare<MovedRow, []>(statement);
      for (const row of all.iterate()) yield asRead(row);
    },
    write(database, rows) {
      for (const row of rows) {
        const values = written(row as Row);
        const names = Object.keys(values);
        // Kept by the database under its text.
        const insert = database.query<null, MovedValue[]>(
          `INSERT INTO ${into} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
        );
        insert.run(...Object.values(values));
      }
    },
  };
}

/** Rows that stand in both as they are. */
const same = (store: MovedStore, order: string) => table(store, `${store} ORDER BY ${order}`);

/** JSON in the one form that it has everywhere else. */
const asWritten = (json: MovedValue | undefined) => JSON.stringify(JSON.parse(String(json)));

type DefinitionRow = Parameters<typeof sumOfDefinition>[0];
type AliasRow = Parameters<typeof sumOfAlias>[0];
type MemoryRow = Parameters<typeof sumOfMemory>[0] & { readonly id: number; readonly definition: number };
type CaseRow = Parameters<typeof sumOfTaughtCase>[0] & { readonly id: number; readonly definition: number };
type KeptRow = Parameters<typeof sumOfKeptAnswer>[0];

interface RunRow extends Omit<Parameters<typeof sumOfTestRun>[0], "body_sum"> {
  readonly id: number;
  readonly definition: number;
  readonly report: string;
  readonly verdicts: string;
}

type AnswerRow = Parameters<typeof sumOfAnswer>[2] & {
  readonly id: number;
  readonly app: string;
  readonly partition: string;
  readonly embedder: string | null;
  readonly vector: Uint8Array | null;
};

const withSum =
  <Row extends object>(sumOf: (row: Row) => number) =>
  (row: Row): MovedRow => ({ ...(row as Row & MovedRow), sum: sumOf(row) });

function writtenAnswer(row: AnswerRow) {
  const { id, app, partition, embedder, vector, content_hashes, answer, sentence, lesson } = row;
  const texts = content_hashes.length + answer.length + sentence.length + (lesson?.length ?? 0);
  return {
    ...(row as AnswerRow & MovedRow),
    bytes: ANSWER_ROW_BYTES + texts + (vector?.length ?? 0),
    sum: sumOfAnswer(app, partition, row),
    vector_sum: vector && embedder !== null ? sumOfVector({ app, embedder, key: String(id), vector }) : null,
  };
}

function writtenRun(row: RunRow) {
  const { id, app, definition, signatures, name, ran_at, ran_by, scores, report, verdicts } = row;
  const body_sum = sumOfTestRunBody({ report, verdicts });
  const weight = signatures.length + ran_by.length + scores.length + report.length + verdicts.length;
  const head = { id, app, definition, signatures, name, ran_at, ran_by, scores };
  return { ...head, weight, sum: sumOfTestRun({ ...row, body_sum }), body_sum, report, verdicts };
}

function writtenKept(row: KeptRow) {
  const { key, headers, body } = row;
  const bytes = [key, headers, body ?? ""].reduce((sum, text) => sum + Buffer.byteLength(text), KEPT_ROW_BYTES);
  return { ...(row as KeptRow & MovedRow), bytes, sum: sumOfKeptAnswer(row) };
}

const ANSWERS = table<AnswerRow>("answers", "answers ORDER BY id", { written: writtenAnswer });

/** What each answer was made from stands in a table beside it. */
function writeAnswers(database: Database, rows: readonly MovedRow[]): void {
  ANSWERS.write(database, rows);
  const link = database.query<null, MovedValue[]>(
    "INSERT OR IGNORE INTO answer_contents (app, content_hash, answer) SELECT ?, value, ? FROM json_each(?)",
  );
  for (const { app = null, id = null, content_hashes = null } of rows) link.run(app, id, content_hashes);
}

const joined = (of: string) => `${of} JOIN definitions ON definitions.id = ${of}`;
const OF_BANK = `${joined("memories")}.bank ORDER BY memories.id`;
const OF_SET = `${joined("taught_cases")}.definition ORDER BY taught_cases.id`;
const OF_FIRST_SET = `${joined("test_runs")}.definition ORDER BY test_runs.id`;
/** Beside the database, and not always there. */
const ofLog = (named: string) => `log.${named} WHERE app IN (SELECT id FROM apps)`;

export const FOLDER_TABLES: Readonly<Record<MovedStore, FolderTable>> = {
  secrets: same("secrets", "name"),
  apps: table("apps", "apps ORDER BY position", {
    read: { app: "id" },
    written: ({ app, ...row }) => ({ ...row, id: app ?? null }),
  }),
  keys: same("keys", "position"),
  definitions: table<DefinitionRow>("definitions", "definitions ORDER BY id", {
    asRead: (row) => ({ ...row, definition: asWritten(row.definition) }),
    written: withSum(sumOfDefinition),
  }),
  aliases: table<AliasRow>("aliases", "aliases ORDER BY id", { written: withSum(sumOfAlias) }),
  memories: table<MemoryRow>("memories", OF_BANK, {
    read: {
      id: "memories.id",
      definition: "bank",
      bank: "signature",
      memory: "memory",
      created_at: "memories.created_at",
    },
    written: (row) => {
      const { id, definition, memory, content, created_at } = row;
      return { id, bank: definition, memory, content, created_at, sum: sumOfMemory(row) };
    },
  }),
  taught_cases: table<CaseRow>("taught_cases", OF_SET, {
    read: { id: "taught_cases.id", definition: "taught_cases.definition", name: "taught_cases.name" },
    written: (row) => {
      const { id, definition, name, words, content, taught_at } = row;
      return { id, definition, name, words, content, taught_at, sum: sumOfTaughtCase(row) };
    },
  }),
  test_runs: table<RunRow>("test_runs", OF_FIRST_SET, {
    read: {
      id: "test_runs.id",
      app: "test_runs.app",
      definition: "test_runs.definition",
      name: "test_runs.name",
    },
    asRead: (row) => ({ ...row, scores: asWritten(row.scores), report: asWritten(row.report) }),
    written: writtenRun,
  }),
  answer_floors: table("answer_floors", "answer_totals WHERE count > 0 ORDER BY app", {
    into: "answer_totals",
    written: ({ app = null, floor = null }) => ({ app, count: 0, bytes: 0, floor }),
  }),
  answers: { ...ANSWERS, write: writeAnswers },
  answer_refusals: same("answer_refusals", "id"),
  reuse_counts: same("reuse_counts", "app, content_hash, name, path, bin"),
  reuse_mistakes: same("reuse_mistakes", "id"),
  reuse_sources: same("reuse_sources", "app, content_hash, source"),
  graduation_counts: same("graduation_counts", "app, content_hash, tool, models, slips, edge"),
  graduation_answers: same("graduation_answers", "app, content_hash, tool, models"),
  embeddings: table<Parameters<typeof sumOfVector>[0]>("embeddings", "embeddings ORDER BY app, embedder, key", {
    written: withSum(sumOfVector),
  }),
  kept_answers: table<KeptRow>("kept_answers", "kept_answers ORDER BY id", { written: writtenKept }),
  requests: requestsTable,
  ledger_months: ledgerMonthsTable,
  ledger: ledgerTable,
  query_log_settings: table("query_log_settings", `${ofLog("settings")} ORDER BY app`, { into: "log.settings" }),
  logged_questions: table("logged_questions", `${ofLog("questions")} ORDER BY id`, { into: "log.questions" }),
  model_findings: same("model_findings", "key"),
  audit_records: same("audit_records", "id"),
};
