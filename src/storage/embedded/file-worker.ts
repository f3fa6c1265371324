/**
 * Works on the file of a database beside the thread that asks, through a connection of its own: each of these is one call
 * to SQLite that takes seconds for gigabytes, during which a server would answer nobody and a command could not be stopped.
 */
import { Database } from "bun:sqlite";
import { closeSync, fdatasyncSync, openSync } from "node:fs";
import type { Deadlines } from "#core/doctor/stored-data.ts";
import { messageOf } from "#core/errors.ts";
import { engineOf, leftoversOf, miscountsOf, problemsOfContent } from "./audits.ts";
import { problemsOf } from "./database.ts";
import type { FileAnswer, FileRequest } from "./file-worker-client.ts";
import { problemsOfLedgerMonths } from "./ledger/months.ts";
import { LEDGER_AUDIT } from "./ledger/statements.ts";
import { schemaVersionOf } from "./migrations.ts";
import { problemsOfLedger } from "./summed-rows.ts";

declare const self: Worker;

/** For a database that another process opens or closes at this moment. */
const BUSY_TIMEOUT_MS = 10_000;

self.onmessage = ({ data }: MessageEvent<FileRequest>) => {
  self.postMessage(answerTo(data));
};

function answerTo(request: FileRequest): FileAnswer {
  try {
    // Not for reading only: what a killed server left in its log has to be taken up before it can be read.
    using database = new Database(request.database, { readwrite: true });
    database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return { result: resultOf(database, request) };
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    return { failure: messageOf(cause), code };
  }
}

function resultOf(database: Database, request: FileRequest): unknown {
  if (request.work === "copy") return copied(database, request.copy);
  if (request.work === "rewrite") return rewritten(database);
  if (request.work === "leftovers") return leftoversOf(database, request.before as Deadlines);
  if (request.work === "integrity") return problemsOf(database);
  if (request.work === "content") return problemsOfContent(database);
  if (request.work === "chain") return [...problemsOfLedger(database), ...problemsOfLedgerMonths(database)];
  if (request.work === "ledger") return database.query(LEDGER_AUDIT).all();
  return request.work === "counts" ? miscountsOf(database) : engineOf(database);
}

/** One transaction that reads: the copy is the database as it is now, and the server goes on writing into its log. */
function copied(database: Database, copyPath: string): { readonly schema: number } {
  database.run("VACUUM INTO ?", [copyPath]);
  using copy = new Database(copyPath, { readonly: true });
  return { schema: schemaVersionOf(copy) };
}

/** Has the disk know that a file is empty: after a power cut it would else be as it was. */
function emptied(path: string): void {
  const descriptor = openSync(path, "r+");
  try {
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Every page is written anew, and the log that held the old ones is emptied: what was deleted before is in neither any more. */
function rewritten(database: Database): null {
  // In a file, even one without a name, it would be on the disk once more.
  database.run("PRAGMA temp_store = MEMORY");
  database.run("PRAGMA secure_delete = ON");
  database.run("PRAGMA synchronous = FULL");
  database.run("DELETE FROM dropped");
  try {
    database.run("VACUUM");
    const moved = database.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get();
    if (moved?.busy !== 0) throw new Error("another program reads the file");
    emptied(`${database.filename}-wal`);
  } catch (cause) {
    database.run("INSERT INTO dropped (since) VALUES (0)");
    throw cause;
  }
  return null;
}
