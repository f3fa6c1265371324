/** All that is stored, as it is moved from one storage to another: rows in words that neither of the two has to itself. */
import { createHash } from "node:crypto";

export type MovedValue = string | number | Uint8Array | null;
/** By column. Texts are as people wrote them, JSON is as `JSON.stringify` writes it, instants are milliseconds since 1970 in UTC. */
export type MovedRow = Readonly<Record<string, MovedValue>>;

/**
 * The columns of each store, in the order in which stores are moved: what others refer to comes first. What one storage adds up from the rest
 * (sums, totals, sizes) is not in it: the other one does so itself. Windows of minutes, leases and work under way are of no use elsewhere.
 */
export const MOVED_COLUMNS = {
  secrets: ["name", "value"],
  apps: ["position", "app", "name", "plan", "status", "epoch", "created_at"],
  keys: ["position", "id", "app", "name", "secret_hash", "created_at", "expires_at", "revoked_at"],
  definitions: [
    "id",
    "app",
    "kind",
    "signature",
    "name",
    "description",
    "definition",
    "content_hash",
    "revision",
    "created_at",
    "updated_at",
  ],
  aliases: ["id", "app", "name", "kind", "signature", "percent", "other", "revision", "created_at", "updated_at"],
  // `definition` is the id of the bank, and `bank` what clients call it by.
  memories: ["id", "app", "definition", "bank", "memory", "content", "created_at"],
  taught_cases: ["id", "app", "definition", "kind", "signature", "name", "words", "content", "taught_at"],
  test_runs: [
    "id",
    "app",
    "definition",
    "kind",
    "signatures",
    "name",
    "ran_at",
    "ran_by",
    "scores",
    "report",
    "verdicts",
  ],
  // The worth of the last answer of an app that had to go.
  answer_floors: ["app", "floor"],
  answers: [
    "id",
    "app",
    "partition",
    "key",
    "content_hashes",
    "answer",
    "sentence",
    "lesson",
    "embedder",
    "vector",
    "hits",
    "hit_at",
    "model_ms",
    "model_cost",
    "worth",
    "created_at",
  ],
  answer_refusals: ["id", "app", "partition", "key", "created_at"],
  reuse_counts: ["app", "content_hash", "name", "path", "bin", "observed", "wrong"],
  reuse_mistakes: [
    "id",
    "app",
    "content_hash",
    "name",
    "path",
    "score",
    "sentence",
    "known_sentence",
    "given",
    "expected",
    "created_at",
  ],
  reuse_sources: ["app", "content_hash", "source", "answers", "saved_ms", "saved_cost"],
  graduation_counts: ["app", "content_hash", "tool", "models", "slips", "edge", "observed", "agreed"],
  graduation_answers: ["app", "content_hash", "tool", "models", "answers", "saved_ms", "saved_cost"],
  embeddings: ["app", "embedder", "key", "vector"],
  kept_answers: ["id", "app", "key", "fingerprint", "status", "headers", "body", "created_at"],
  // In the order of an app's answers; `answered` as in a `RecordedRequest`.
  requests: ["app", "request_id", "created_at", "answered"],
  // What stands for the entries before; `sums` as `sumsText` has them.
  ledger_months: ["app", "month", "first_entry", "last_entry", "entries", "sums", "chain", "seal"],
  // In the order of an app's entries; `bucket` is a month, as 2026-11, or `credits`.
  ledger: ["app", "at", "bucket", "kind", "amount"],
  query_log_settings: ["app", "days", "rows", "redact"],
  logged_questions: ["id", "app", "digest", "content", "doubt", "times", "request", "first_at", "at", "verdict"],
  model_findings: ["key", "findings", "found_at"],
  audit_records: ["id", "at", "who", "what"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type MovedStore = keyof typeof MOVED_COLUMNS;
export const MOVED_STORES = Object.keys(MOVED_COLUMNS) as readonly MovedStore[];

/** Those of which a single row may have a megabyte: fewer of them are held at once. */
const LARGE: readonly MovedStore[] = ["definitions", "test_runs", "kept_answers"];
const ROWS_AT_ONCE = 1_000;
const LARGE_ROWS_AT_ONCE = 32;

/** How many rows are read, and written in one transaction. */
export function rowsAtOnce(store: MovedStore): number {
  return LARGE.includes(store) ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE;
}

/** The text in a column. Throws where there is none: a mistake of whoever gave the row. */
export function textIn(row: Readonly<Record<string, unknown>>, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`a row that is moved has no text in ${column}`);
  return value;
}

/** The number in a column, as `textIn`. */
export function numberIn(row: Readonly<Record<string, unknown>>, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`a row that is moved has no number in ${column}`);
  return value;
}

/** Numbers that are given once, whatever was deleted since: the last that was given of each. */
export const MOVED_COUNTERS = [
  "revisions",
  "apps",
  "keys",
  "test_runs",
  "answers",
  "answer_refusals",
  "reuse_mistakes",
  "kept_answers",
  "logged_questions",
  "audit_records",
] as const;
export type MovedCounter = (typeof MOVED_COUNTERS)[number];
export type MovedCounters = Readonly<Record<MovedCounter, number>>;

/** What a store came to. */
export interface StoreSum {
  readonly store: MovedStore;
  readonly rows: number;
  /** SHA-256 of all rows in their order, in hexadecimal digits. */
  readonly sha256: string;
}

/** Adds up the rows of a store. */
export class RowsSum {
  readonly #store: MovedStore;
  readonly #hash = createHash("sha256");
  #rows = 0;

  constructor(store: MovedStore) {
    this.#store = store;
  }

  add(rows: readonly MovedRow[]): void {
    this.#rows += rows.length;
    const columns: readonly string[] = MOVED_COLUMNS[this.#store];
    let text = "";
    for (const row of rows) {
      const values = columns.map((column) => valueIn(row, column));
      const bytes = values.filter(isBytes);
      // Bytes come behind their row, which says how many they are.
      text += JSON.stringify(values.map((value) => (isBytes(value) ? { bytes: value.length } : value)));
      if (bytes.length === 0) continue;
      this.#hash.update(text);
      for (const some of bytes) this.#hash.update(some);
      text = "";
    }
    this.#hash.update(text);
  }

  /** Nothing can be added after it. */
  end(): StoreSum {
    return { store: this.#store, rows: this.#rows, sha256: this.#hash.digest("hex") };
  }
}

function valueIn(row: MovedRow, column: string): MovedValue {
  const value = row[column];
  if (value === undefined) throw new Error(`a row that is moved has no ${column}`);
  return value;
}

function isBytes(value: MovedValue): value is Uint8Array {
  return value instanceof Uint8Array;
}
