import { DatabaseError } from "pg";
import { AppError, messageOf } from "#core/errors.ts";
import { OnlyReads } from "./servers.ts";

const RETRY_AFTER_SECONDS = 5;

/**
 * Classes of SQLSTATE in which the machine failed the statement, not its words: connections, resources (a full disk among them),
 * an operator who stops the server or a statement that took too long, and the system below.
 * https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
const ENGINE_CLASSES = ["08", "53", "57", "58", "XX"];
/** A server that only reads (a replica before it is promoted), a password that is refused, a lock that was waited for too long. */
const ENGINE_CODES = ["25006", "25P03", "28000", "28P01", "3D000", "55P03"];
const ONLY_READS = "25006";
const LOCK_NOT_HAD = "55P03";
/** Others were faster: the same again may do. */
const CONFLICTS = ["40001", "40P01"];

/** What the system says of connections, in `error.code`. */
const CONNECTION_CODES = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EAI_AGAIN",
  "ECONNABORTED",
];

/** There was no connection: nothing was sent. In the words of what was in the way of one. */
export class NotConnected extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** For whoever waited when the engine failed. */
export function unavailable(cause?: unknown): AppError {
  return new AppError("service_unavailable", "the storage cannot be written or read at the moment", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

/** Of a storage that is closed. */
export function closed(): AppError {
  return new AppError("service_unavailable", "the storage is closed", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Whether the transaction was ended for another's sake, nothing of it done, and may be made again at once. */
export function isConflict(cause: unknown): boolean {
  return cause instanceof DatabaseError && CONFLICTS.includes(cause.code ?? "");
}

/** Whether a lock was waited for too long: nothing was done. */
export function isLockNotHad(cause: unknown): boolean {
  return cause instanceof DatabaseError && cause.code === LOCK_NOT_HAD;
}

/** Whether the server takes no changes: nothing was done. */
export function isReadOnly(cause: unknown): boolean {
  return cause instanceof DatabaseError && cause.code === ONLY_READS;
}

/** Whether a connection ended before the statement was answered, or could not be had for it. */
export function isConnectionLost(cause: unknown): boolean {
  if (cause instanceof NotConnected) return isConnectionLost(cause.cause);
  if (cause instanceof DatabaseError) return /^(08|57P0)/.test(cause.code ?? "");
  return isFailureOfConnection(cause);
}

/** Whether it is not known what became of a statement: it was sent, and its connection ended before the answer. */
export function isOutcomeUnknown(failure: unknown): boolean {
  const cause = failure instanceof AppError ? failure.cause : failure;
  return !(cause instanceof NotConnected) && isConnectionLost(cause);
}

/** A failure of the engine as clients may hear it; anything else as it is. */
export function translated(cause: unknown): unknown {
  if (!(cause instanceof DatabaseError)) return isFailureOfConnection(cause) ? unavailable(cause) : cause;
  const code = cause.code ?? "";
  const isOfEngine = ENGINE_CLASSES.some((some) => code.startsWith(some)) || ENGINE_CODES.includes(code);
  return isOfEngine || CONFLICTS.includes(code) ? unavailable(cause) : cause;
}

function isFailureOfConnection(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (cause instanceof OnlyReads) return true;
  if ("code" in cause && CONNECTION_CODES.some((code) => code === cause.code)) return true;
  // What pg says itself has no code: of a connection that ended, of one that could not be had in time, of an answer that did not come.
  return /connection terminated|timeout expired|timeout exceeded|query read timeout|not queryable|client was closed/i.test(
    cause.message,
  );
}
