import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MoveError, type MoveSource } from "#core/moving/move.ts";
import type { LedgerDiscrepancy } from "#core/ports/ledger-store.ts";
import { DATABASE_FILE } from "../database.ts";
import { FolderLockedError } from "../folder-lock.ts";
import { type Mark, markOf } from "../folder-marker.ts";
import { COMMAND, type FolderLock, lockFolder, openEmbeddedStorage } from "../index.ts";
import { problemsOfLedgerMonths } from "../ledger/months.ts";
import { LEDGER_AUDIT } from "../ledger/statements.ts";
import { SCHEMA_VERSION, schemaVersionOf } from "../migrations.ts";
import { QUERY_LOG_FILE } from "../query-log.ts";
import { problemsOfLedger, problemsOfRows } from "../summed-rows.ts";
import { countersIn } from "./folder-counters.ts";
import { attachQueryLog, FolderRows } from "./folder-rows.ts";

export interface FolderSource extends MoveSource {
  /** Which database it is, and how far it has come. */
  readonly mark: Mark;
  close(): void;
}

export interface FolderOptions {
  /** Absolute. */
  readonly dataDir: string;
  /** Takes warnings that an operator should read. */
  readonly log: (message: string) => void;
}

/**
 * A data folder, read through and held: no server starts on it until it is closed. Throws a MoveError for one that a process works on, that has
 * another schema than this program, or in which a row is not what was written; whatever else is wrong with it is said as when a server starts.
 */
export async function openFolderSource({ dataDir, log }: FolderOptions): Promise<FolderSource> {
  if (!existsSync(join(dataDir, DATABASE_FILE)))
    throw new MoveError(`there is no database in ${dataDir}: name a folder that a server has used`);
  const lock = heldFolder(dataDir);
  try {
    refuseOtherSchema(dataDir);
    // What was noted in few words comes into its tables.
    const storage = await openEmbeddedStorage({ dataDir, log });
    const problems = await storage.integrity().finally(() => storage.close());
    refuseDamage(dataDir, problems);
    return readable(dataDir, lock);
  } catch (failure) {
    lock.release();
    throw failure;
  }
}

function readable(dataDir: string, lock: FolderLock): FolderSource {
  const database = new Database(join(dataDir, DATABASE_FILE), { readwrite: true, strict: true });
  try {
    refuseDamage(dataDir, [...problemsOfRows(database), ...problemsOfBalances(database)]);
    const hasLog = existsSync(join(dataDir, QUERY_LOG_FILE));
    if (hasLog) attachQueryLog(database, join(dataDir, QUERY_LOG_FILE));
    database.run("PRAGMA query_only = ON");
    const rows = new FolderRows(database, { hasLog });
    const mark = markOf(database);
    if (!mark) throw new MoveError(`${dataDir} does not say which database it is: "dragoman doctor" says what to do`);
    return {
      mark,
      pages: (store, rowsMax) => rows.pages(store, rowsMax),
      estimate: (store) => rows.estimate(store),
      counters: async () => countersIn(database, { hasLog }),
      close: () => {
        database.close();
        lock.release();
      },
    };
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/** In words, where the ledger is not what was entered. */
export function problemsOfBalances(database: Database): readonly string[] {
  const wrong = database.query<LedgerDiscrepancy, []>(LEDGER_AUDIT).all();
  return [
    ...problemsOfLedger(database),
    ...problemsOfLedgerMonths(database),
    ...wrong.map(({ app, bucket }) => `the balance of ${app} (${bucket}) is not the sum of its months and entries`),
  ];
}

/** Held by this command. Throws a MoveError that says how to stop who has it. */
export function heldFolder(dataDir: string): FolderLock {
  try {
    return lockFolder(dataDir, COMMAND);
  } catch (failure) {
    if (!(failure instanceof FolderLockedError)) throw failure;
    const { holder, pid } = failure;
    const stop =
      pid === null ? "stop it" : `stop it with "kill ${pid}", or "systemctl stop dragoman" where it is a service`;
    throw new MoveError(
      `${dataDir} is open in another process${holder === null ? "" : ` ("${holder}", ${pid})`}: ${stop}, and try again`,
      failure,
    );
  }
}

function refuseOtherSchema(dataDir: string): void {
  const path = join(dataDir, DATABASE_FILE);
  using database = new Database(path, { readwrite: true });
  const version = schemaVersionOf(database);
  if (version < SCHEMA_VERSION) {
    throw new MoveError(
      `${path} has schema version ${version}, and ${SCHEMA_VERSION} is needed: make a backup, and start this version on the folder once`,
    );
  }
}

function refuseDamage(dataDir: string, problems: readonly string[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  throw new MoveError(
    `${dataDir} is not what was written (${first}${more}): "dragoman doctor --data ${dataDir}" says what to do`,
  );
}
