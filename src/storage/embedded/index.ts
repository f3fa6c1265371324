import type { Database } from "bun:sqlite";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { LedgerDiscrepancy } from "#core/ports/ledger-store.ts";
import type { Observer } from "#core/ports/observer.ts";
import { ASKED_BY_NOBODY_ELSE } from "#core/ports/question-store.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Tracer } from "#core/ports/tracer.ts";
import { EmbeddedAdminSessions } from "./admin-sessions.ts";
import { EmbeddedAliases } from "./aliases.ts";
import { EmbeddedAnswers } from "./answers.ts";
import { AppChanges } from "./app-changes.ts";
import { EmbeddedApps } from "./apps.ts";
import { EmbeddedAuditRecords } from "./audit-records.ts";
import { GroupCommit } from "./commits/group-commit.ts";
import type { Safeguard } from "./commits/participant.ts";
import type { RoundLimits } from "./commits/rounds.ts";
import { Damage } from "./damage.ts";
import { ensureDataFolder, reasonOf, StorageOpenError } from "./data-folder.ts";
import { DATABASE_FILE, openDatabase, problemsOf } from "./database.ts";
import { EmbeddedDefinitions } from "./definitions.ts";
import { EmbeddedEmbeddings } from "./embeddings.ts";
import { DataLostError, FolderMarker, lookAtFolder, markOf } from "./folder-marker.ts";
import { FollowedLog } from "./following/followed-log.ts";
import { EmbeddedGraduation } from "./graduation.ts";
import { EmbeddedHits } from "./hits.ts";
import { EmbeddedKeptAnswers } from "./kept-answers.ts";
import { EMBEDDED_KEYED_WORK } from "./keyed-work.ts";
import { EmbeddedKeys } from "./keys.ts";
import { EmbeddedLedger } from "./ledger/ledger.ts";
import { EmbeddedMemories } from "./memories.ts";
import { EmbeddedModelFindings } from "./model-findings.ts";
import { EmbeddedNodes } from "./nodes.ts";
import { EmbeddedQueryLog } from "./query-log.ts";
import { EmbeddedRequests } from "./requests.ts";
import { EmbeddedReuseRecords } from "./reuse-records.ts";
import { EmbeddedSecrets } from "./secrets.ts";
import { EMBEDDED_SHARED_LEARNING } from "./shared-learning.ts";
import { problemsOfLedger } from "./summed-rows.ts";
import { EmbeddedTaughtCases } from "./taught-cases.ts";
import { EmbeddedTestRuns } from "./test-runs.ts";
import { WatchedFiles } from "./watched-files.ts";
import { EmbeddedWindows } from "./windows.ts";

export type { LedgerDiscrepancy } from "#core/ports/ledger-store.ts";
export { StorageOpenError } from "./data-folder.ts";
export { COMMAND, type FolderLock, FolderLockedError, lockFolder, lockFolderForServer } from "./folder-lock.ts";
export { DataLostError } from "./folder-marker.ts";
export { openNeighbourIndexes } from "./neighbours.ts";

/** The doctor reads all of them; these are read at every start, in a millisecond or two. */
const ENTRIES_CHECKED_AT_START = 256;

export interface EmbeddedStorage extends Storage {
  readonly hits: EmbeddedHits;
  /** What is wrong with the database file, in words; nothing when it is sound. Reads all of it: seconds for gigabytes. */
  integrity(): Promise<readonly string[]>;
  /** The balances that are not the sum of their months and entries. Reads all of the ledger. */
  auditLedger(): Promise<readonly LedgerDiscrepancy[]>;
}

export interface EmbeddedStorageOptions {
  readonly observer?: Observer;
  readonly tracer?: Tracer;
  /** Made where needed, mode 0700. The caller holds its lock (`lockFolder`): there is one writer. */
  readonly dataDir: string;
  /** Bytes that the answers kept under idempotency keys may take, of each app. */
  readonly keptBytesPerAppMax?: number;
  /** How the rows of many apps are written. */
  readonly rounds?: RoundLimits;
  /** Whether a folder that had more than is in it now is used all the same. */
  readonly acceptsLoss?: boolean;
  /** Takes warnings that an operator should read. */
  readonly log?: (message: string) => void;
}

/**
 * Storage in one SQLite file, `<dataDir>/dragoman.sqlite`; what apps have logged of their questions is in one beside it.
 * Rejects with a StorageOpenError when folder or file cannot be used, and with a DataLostError when the folder had more than is in
 * it now; both messages are for the operator, and nothing was changed then.
 */
export async function openEmbeddedStorage(options: EmbeddedStorageOptions): Promise<EmbeddedStorage> {
  const { dataDir, log = () => {} } = options;
  refuseLoss(dataDir, options.acceptsLoss ?? false, log);
  const database = openDatabase(dataDir, log);
  const safeguard = safeguardOf(dataDir, database, log);
  const commits = new GroupCommit(database, options.observer, options.tracer, safeguard, undefined, options.rounds);
  const changes = new AppChanges();
  const damage = new Damage(log);
  for (const problem of problemsOfLedger(database, ENTRIES_CHECKED_AT_START)) {
    log(`the ledger is not what was written: ${problem}; "dragoman doctor" reads all of it`);
  }
  const ledger = new EmbeddedLedger(commits, options.keptBytesPerAppMax);
  const windows = new EmbeddedWindows(commits);
  const requests = new EmbeddedRequests(commits, damage);
  const queryLog = new EmbeddedQueryLog(dataDir, log);
  const following = new FollowedLog(database, commits);
  const storage: EmbeddedStorage = {
    apps: new EmbeddedApps(commits, changes, queryLog),
    keys: new EmbeddedKeys(commits, changes),
    definitions: new EmbeddedDefinitions(commits, changes, damage),
    ledger,
    windows,
    answers: new EmbeddedAnswers(commits, changes, damage),
    reuse: new EmbeddedReuseRecords(commits),
    graduation: new EmbeddedGraduation(commits),
    embeddings: new EmbeddedEmbeddings(commits, damage),
    memories: new EmbeddedMemories(commits, changes, damage),
    aliases: new EmbeddedAliases(commits, changes, damage),
    aliasTallies: null,
    taught: new EmbeddedTaughtCases(commits, changes, damage),
    testRuns: new EmbeddedTestRuns(commits, damage),
    kept: new EmbeddedKeptAnswers(commits, options.keptBytesPerAppMax, damage),
    keyedWork: EMBEDDED_KEYED_WORK,
    learning: EMBEDDED_SHARED_LEARNING,
    questions: ASKED_BY_NOBODY_ELSE,
    requests,
    queryLog,
    hits: new EmbeddedHits(windows, ledger, requests),
    secrets: new EmbeddedSecrets(commits),
    modelFindings: new EmbeddedModelFindings(commits),
    audit: new EmbeddedAuditRecords(commits),
    adminSessions: new EmbeddedAdminSessions(),
    nodes: new EmbeddedNodes(),
    following,
    changes,
    integrity: async () => commits.read(() => problemsOf(database)),
    auditLedger: () => ledger.audit(),
    isWritable: () => commits.isWritable(),
    close: async () => {
      try {
        await queryLog.close();
      } finally {
        following.close();
        commits.close();
      }
    },
  };
  const lost = commits.takeUp();
  if (lost > 0) {
    log(
      `${lost} of the commits before the last end of the server are not what was written: ` +
        "what they charged and answered is lost, all of it of that second",
    );
  }
  return storage;
}

function refuseLoss(dataDir: string, acceptsLoss: boolean, log: (message: string) => void): void {
  ensureDataFolder(dataDir);
  const state = lookAtFolder(dataDir, DATABASE_FILE);
  if (state.kind !== "lost") return;
  if (!acceptsLoss) throw new DataLostError(state.found);
  log(`--accept-loss: ${state.found}. What is missing is given up, and the folder is marked anew with what is there`);
  // They name answers by numbers that will be given again.
  rmSync(join(dataDir, "indexes"), { recursive: true, force: true });
}

function safeguardOf(dataDir: string, database: Database, log: (message: string) => void): Safeguard {
  try {
    const mark = markOf(database);
    if (!mark) {
      const path = join(dataDir, DATABASE_FILE);
      throw new StorageOpenError(
        `${path} is damaged (it does not say which database it is): move it away, and restore a backup`,
      );
    }
    const marker = FolderMarker.open(dataDir, mark);
    const files = new WatchedFiles(database, log);
    let isToldOf = false;
    return {
      loss: () => files.loss(),
      closing: () => files.closing(),
      advance: (progress) => {
        try {
          marker.advance(progress);
        } catch (cause) {
          // What is on disk is on disk: a marker that stays behind only notices less.
          if (!isToldOf)
            log(`the marker of ${dataDir} could not be written (${reasonOf(cause)}): a loss may not be noticed`);
          isToldOf = true;
        }
      },
      close: () => {
        files.close();
        marker.close();
      },
    };
  } catch (cause) {
    database.close();
    throw cause;
  }
}
