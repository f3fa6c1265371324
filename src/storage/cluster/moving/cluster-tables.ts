/** The tables of a cluster, as rows that are moved are read from them and written into them. */
import { MOVED_COLUMNS, type MovedRow, type MovedStore, type MovedValue } from "#core/moving/moved-rows.ts";
import { ANSWER_ROW_BYTES } from "../answer-rows.ts";
import { KEPT_ROW_BYTES } from "../kept-answers.ts";
import { type ClusterTable, columnOf, insertion, type Statement, type Types } from "./cluster-table.ts";
import { ledgerMonthsTable, ledgerTable } from "./ledger-table.ts";
import { requestsTable } from "./requests-table.ts";

interface TableOptions {
  readonly into?: string;
  /** Of columns that are not read as they stand: how. */
  readonly read?: Readonly<Record<string, string>>;
  readonly asRead?: (row: MovedRow) => MovedRow;
  readonly asWritten?: (row: MovedRow) => MovedRow;
  /** What else is written with the rows. */
  readonly further?: (rows: readonly MovedRow[]) => readonly Statement[];
}

/** @param from what the rows are selected from, and in which order */
function table(store: MovedStore, from: string, types: Types, options: TableOptions = {}): ClusterTable {
  const { into = store, read = {}, asRead = same, asWritten = same, further = () => [] } = options;
  const columns: readonly string[] = MOVED_COLUMNS[store];
  const select = `SELECT ${columns.map((column) => (read[column] ? `${read[column]} AS ${column}` : column)).join(", ")} FROM ${from}`;
  return {
    select,
    estimate: `SELECT count(*) AS rows FROM (${select}) AS selected`,
    asRead: (row) => [asRead(row as MovedRow)],
    written: (rows) => [insertion(into, types, rows.map(asWritten)), ...further(rows)],
  };
}

const same = (row: MovedRow) => row;

const TEXT = "text";
const WHOLE = "bigint";
const REAL = "float8";
const BYTES = "bytea";
const json = (value: MovedValue | undefined) => (value === null ? null : JSON.stringify(value ?? null));
const parsed = (value: MovedValue | undefined) => (value === null ? null : (JSON.parse(String(value)) as MovedValue));
const lengthOf = (...texts: readonly (MovedValue | undefined)[]) =>
  texts.reduce<number>((sum, text) => sum + (typeof text === "string" ? text.length : 0), 0);

/** Those columns are JSON strings here: people may write what a text of Postgres cannot hold. */
function asJson(...names: readonly string[]) {
  const changed = (change: (value: MovedValue | undefined) => MovedValue) => (row: MovedRow) => ({
    ...row,
    ...Object.fromEntries(names.map((name) => [name, change(row[name])])),
  });
  return { asRead: changed(parsed), asWritten: changed(json) };
}

const definition = {
  asRead: (row: MovedRow) => {
    const content = JSON.parse(String(row.name));
    const { name, description } = content;
    return { ...row, name, description, definition: JSON.stringify(content.definition) };
  },
  asWritten: (row: MovedRow) => {
    const { name, description, definition: text } = row;
    const content = `{"name":${json(name)},"description":${json(description)},"definition":${text}}`;
    return { ...row, content, characters: lengthOf(text) };
  },
};

const testRun = {
  asRead: (row: MovedRow) => {
    const { by, scores } = JSON.parse(String(row.ran_by));
    const { report, verdicts } = JSON.parse(String(row.report));
    return { ...row, ran_by: by, scores: JSON.stringify(scores), report: JSON.stringify(report), verdicts };
  },
  asWritten: (row: MovedRow) => {
    const head = `{"by":${json(row.ran_by)},"scores":${row.scores}}`;
    const body = `{"report":${row.report},"verdicts":${json(row.verdicts)}}`;
    return { ...row, head, body, weight: lengthOf(row.signatures, head, body) };
  },
};

const sentences = asJson("sentence");
const answer = {
  asRead: sentences.asRead,
  asWritten: (moved: MovedRow) => {
    const row = sentences.asWritten(moved);
    const { content_hashes, answer: body, sentence, lesson, vector } = row as Record<string, MovedValue>;
    const texts = lengthOf(content_hashes, body, sentence, lesson);
    return { ...row, bytes: ANSWER_ROW_BYTES + texts + (vector instanceof Uint8Array ? vector.length : 0) };
  },
};

const keptTexts = asJson("key", "body");
const kept = {
  asRead: keptTexts.asRead,
  asWritten: (moved: MovedRow) => {
    const row: MovedRow = keptTexts.asWritten(moved);
    const texts = [row.key, row.headers, row.body].map((text) => String(text ?? ""));
    return { ...row, bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), KEPT_ROW_BYTES) };
  },
};

/** Off while a move is under way, when nobody else writes: on each row it takes longer than the row. */
export const TRIGGERS_OFF = [["answers", "answers_are_counted"]] as const;

/** So that a node that knows nothing of an app sees that it does not. */
const firstVersions = (rows: readonly MovedRow[]): readonly Statement[] => [
  {
    text: "INSERT INTO app_versions (app, version) SELECT app, 1 FROM unnest($1::text[]) AS app",
    values: [columnOf(rows, "app")],
  },
];

const countMemories = (rows: readonly MovedRow[]): readonly Statement[] => [
  {
    text: `UPDATE definitions SET memories = memories + added.count
      FROM (SELECT app, id, count(*) FROM unnest($1::text[], $2::bigint[]) AS memory (app, id) GROUP BY app, id) AS added
      WHERE definitions.app = added.app AND definitions.id = added.id`,
    values: [columnOf(rows, "app"), columnOf(rows, "definition")],
  },
];

const linkAnswers = (rows: readonly MovedRow[]): readonly Statement[] => [
  {
    text: `INSERT INTO answer_contents (app, content_hash, answer)
      SELECT DISTINCT answer.app, hash, answer.id
      FROM unnest($1::text[], $2::bigint[], $3::text[]) AS answer (app, id, hashes),
        json_array_elements_text(answer.hashes::json) AS hash`,
    values: [columnOf(rows, "app"), columnOf(rows, "id"), columnOf(rows, "content_hashes")],
  },
];

/** In the place of the trigger, which adds up row by row: see `TRIGGERS_OFF`. */
const addAnswers = (rows: readonly MovedRow[]): readonly Statement[] => [
  {
    text: `UPDATE answer_totals SET count = answer_totals.count + added.count, bytes = answer_totals.bytes + added.bytes
      FROM (SELECT app, count(*), sum(bytes) AS bytes FROM unnest($1::text[], $2::bigint[]) AS answer (app, bytes) GROUP BY app) AS added
      WHERE answer_totals.app = added.app`,
    values: [columnOf(rows, "app"), columnOf(rows.map(answer.asWritten), "bytes")],
  },
];

const ofSet = (of: string) => `${of} JOIN definitions ON definitions.app = ${of}.app AND definitions.id = ${of}`;
const OF_APP = { app: TEXT };
const ROW_OF_APP = { id: WHOLE, ...OF_APP };
const OF_CONTENT = { ...OF_APP, content_hash: TEXT };

export const CLUSTER_TABLES: Readonly<Record<MovedStore, ClusterTable>> = {
  secrets: table("secrets", "secrets ORDER BY name", { name: TEXT, value: TEXT }),
  apps: table(
    "apps",
    "apps ORDER BY position",
    { position: WHOLE, ...OF_APP, name: TEXT, plan: TEXT, status: TEXT, epoch: WHOLE, created_at: WHOLE },
    { further: firstVersions },
  ),
  keys: table("keys", "keys ORDER BY position", {
    position: WHOLE,
    id: TEXT,
    ...OF_APP,
    name: TEXT,
    secret_hash: TEXT,
    created_at: WHOLE,
    expires_at: WHOLE,
    revoked_at: WHOLE,
  }),
  definitions: table(
    "definitions",
    "definitions ORDER BY id",
    {
      ...ROW_OF_APP,
      kind: TEXT,
      signature: TEXT,
      content: TEXT,
      characters: WHOLE,
      content_hash: TEXT,
      revision: WHOLE,
      created_at: WHOLE,
      updated_at: WHOLE,
    },
    { ...definition, read: { name: "content", description: "NULL", definition: "NULL" } },
  ),
  aliases: table("aliases", "aliases ORDER BY id", {
    ...ROW_OF_APP,
    name: TEXT,
    kind: TEXT,
    signature: TEXT,
    percent: WHOLE,
    other: TEXT,
    revision: WHOLE,
    created_at: WHOLE,
    updated_at: WHOLE,
  }),
  memories: table(
    "memories",
    `${ofSet("memories")}.bank ORDER BY memories.id`,
    { ...ROW_OF_APP, bank: WHOLE, memory: TEXT, content: TEXT, created_at: WHOLE },
    {
      read: {
        id: "memories.id",
        app: "memories.app",
        definition: "memories.bank",
        bank: "signature",
        content: "memories.content",
        created_at: "memories.created_at",
      },
      asWritten: (row) => ({ ...row, bank: row.definition ?? null }),
      further: countMemories,
    },
  ),
  taught_cases: table(
    "taught_cases",
    `${ofSet("taught_cases")}.definition ORDER BY taught_cases.id`,
    { ...ROW_OF_APP, definition: WHOLE, name: TEXT, words: TEXT, content: TEXT, taught_at: WHOLE },
    { read: { id: "taught_cases.id", app: "taught_cases.app", content: "taught_cases.content" } },
  ),
  test_runs: table(
    "test_runs",
    `${ofSet("test_runs")}.definition ORDER BY test_runs.id`,
    {
      ...ROW_OF_APP,
      definition: WHOLE,
      signatures: TEXT,
      name: TEXT,
      ran_at: WHOLE,
      head: TEXT,
      body: TEXT,
      weight: WHOLE,
    },
    {
      ...testRun,
      read: {
        id: "test_runs.id",
        app: "test_runs.app",
        ran_by: "head",
        scores: "NULL",
        report: "body",
        verdicts: "NULL",
      },
    },
  ),
  answer_floors: table(
    "answer_floors",
    "answer_totals WHERE count > 0 ORDER BY app",
    { ...OF_APP, count: WHOLE, bytes: WHOLE, floor: REAL },
    { into: "answer_totals", asWritten: (row) => ({ ...row, count: 0, bytes: 0 }) },
  ),
  answers: table(
    "answers",
    "answers ORDER BY id",
    {
      ...ROW_OF_APP,
      partition: TEXT,
      key: TEXT,
      content_hashes: TEXT,
      answer: TEXT,
      sentence: TEXT,
      lesson: TEXT,
      embedder: TEXT,
      vector: BYTES,
      hits: WHOLE,
      hit_at: WHOLE,
      model_ms: WHOLE,
      model_cost: REAL,
      bytes: WHOLE,
      worth: REAL,
      created_at: WHOLE,
    },
    { ...answer, further: (rows) => [...linkAnswers(rows), ...addAnswers(rows)] },
  ),
  answer_refusals: table("answer_refusals", "answer_refusals ORDER BY id", {
    ...ROW_OF_APP,
    partition: TEXT,
    key: TEXT,
    created_at: WHOLE,
  }),
  reuse_counts: table("reuse_counts", "reuse_counts ORDER BY app, content_hash, name, path, bin", {
    ...OF_CONTENT,
    name: TEXT,
    path: TEXT,
    bin: WHOLE,
    observed: WHOLE,
    wrong: WHOLE,
  }),
  reuse_mistakes: table(
    "reuse_mistakes",
    "reuse_mistakes ORDER BY id",
    {
      ...ROW_OF_APP,
      content_hash: TEXT,
      name: TEXT,
      path: TEXT,
      score: REAL,
      sentence: TEXT,
      known_sentence: TEXT,
      given: TEXT,
      expected: TEXT,
      created_at: WHOLE,
    },
    asJson("sentence", "known_sentence"),
  ),
  reuse_sources: table("reuse_sources", "reuse_sources ORDER BY app, content_hash, source", {
    ...OF_CONTENT,
    source: TEXT,
    answers: WHOLE,
    saved_ms: WHOLE,
    saved_cost: REAL,
  }),
  graduation_counts: table(
    "graduation_counts",
    "graduation_counts ORDER BY app, content_hash, tool, models, slips, edge",
    { ...OF_CONTENT, tool: TEXT, models: TEXT, slips: WHOLE, edge: WHOLE, observed: WHOLE, agreed: WHOLE },
  ),
  graduation_answers: table("graduation_answers", "graduation_answers ORDER BY app, content_hash, tool, models", {
    ...OF_CONTENT,
    tool: TEXT,
    models: TEXT,
    answers: WHOLE,
    saved_ms: WHOLE,
    saved_cost: REAL,
  }),
  embeddings: table("embeddings", "embeddings ORDER BY app, embedder, key", {
    ...OF_APP,
    embedder: TEXT,
    key: TEXT,
    vector: BYTES,
  }),
  kept_answers: table(
    "kept_answers",
    "kept_answers ORDER BY id",
    {
      ...ROW_OF_APP,
      key: TEXT,
      fingerprint: TEXT,
      status: WHOLE,
      headers: TEXT,
      body: TEXT,
      bytes: WHOLE,
      created_at: WHOLE,
    },
    kept,
  ),
  requests: requestsTable,
  ledger_months: ledgerMonthsTable,
  ledger: ledgerTable,
  query_log_settings: table(
    "query_log_settings",
    "query_log_settings ORDER BY app",
    { ...OF_APP, days: WHOLE, rows: WHOLE, redact: "boolean" },
    { read: { redact: "redact::integer" }, asWritten: (row) => ({ ...row, redact: truth(row.redact) }) },
  ),
  logged_questions: table(
    "logged_questions",
    "logged_questions ORDER BY id",
    {
      ...ROW_OF_APP,
      digest: TEXT,
      content: TEXT,
      doubt: REAL,
      times: WHOLE,
      request: TEXT,
      first_at: WHOLE,
      at: WHOLE,
      is_right: "boolean",
    },
    {
      read: { verdict: "is_right::integer" },
      asRead: asJson("request").asRead,
      asWritten: (row) => ({ ...asJson("request").asWritten(row), is_right: truth(row.verdict) }),
    },
  ),
  model_findings: table("model_findings", "model_findings ORDER BY key", {
    key: TEXT,
    findings: TEXT,
    found_at: WHOLE,
  }),
  audit_records: table("audit_records", "audit_records ORDER BY id", {
    id: WHOLE,
    at: WHOLE,
    who: TEXT,
    what: TEXT,
  }),
};

/** 1 and 0, as Postgres writes them. */
function truth(value: MovedValue | undefined): MovedValue {
  return value === null ? null : value === 1 ? "true" : "false";
}
