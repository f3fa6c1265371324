import { SQLiteError } from "bun:sqlite";
import { AppError } from "#core/errors.ts";

/** What SQLite says when the machine failed it, not the statement. */
const ENGINE_FAILURES = [
  "SQLITE_BUSY",
  "SQLITE_CANTOPEN",
  "SQLITE_CORRUPT",
  "SQLITE_FULL",
  "SQLITE_IOERR",
  "SQLITE_LOCKED",
  "SQLITE_NOMEM",
  "SQLITE_NOTADB",
  "SQLITE_PERM",
  "SQLITE_PROTOCOL",
  "SQLITE_READONLY",
];

/** Of a storage that is closed. */
export function closed(): AppError {
  return new AppError("service_unavailable", "the storage is closed", { retryAfterSeconds: 30 });
}

/** For whoever waited when the machine failed. */
export function unavailable(cause?: unknown): AppError {
  return new AppError("service_unavailable", "the storage cannot be written or read at the moment", {
    retryAfterSeconds: 30,
    cause,
  });
}

/** A failure of the machine as clients may hear it; anything else as it is. */
export function translated(cause: unknown): unknown {
  if (!(cause instanceof SQLiteError)) return cause;
  const code = cause.code ?? "";
  return ENGINE_FAILURES.some((failure) => code.startsWith(failure)) ? unavailable(cause) : cause;
}
