import type { Observer } from "#core/ports/observer.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Tracer } from "#core/ports/tracer.ts";
import { EmbeddedAnswers } from "./answers.ts";
import { AppChanges } from "./app-changes.ts";
import { EmbeddedApps } from "./apps.ts";
import { openDatabase, problemsOf } from "./database.ts";
import { EmbeddedDefinitions } from "./definitions.ts";
import { EmbeddedEmbeddings } from "./embeddings.ts";
import { GroupCommit } from "./group-commit.ts";
import { EmbeddedKeptAnswers } from "./kept-answers.ts";
import { EmbeddedKeys } from "./keys.ts";
import { EmbeddedLedger, type LedgerDiscrepancy } from "./ledger.ts";
import { EmbeddedMemories } from "./memories.ts";
import { EmbeddedModelFindings } from "./model-findings.ts";
import { EmbeddedRequests } from "./requests.ts";
import { EmbeddedReuseRecords } from "./reuse-records.ts";
import { EmbeddedSecrets } from "./secrets.ts";
import { EmbeddedWindows } from "./windows.ts";

export { StorageOpenError } from "./data-folder.ts";
export { type FolderLock, FolderLockedError, lockFolder } from "./folder-lock.ts";
export type { LedgerDiscrepancy } from "./ledger.ts";
export { openNeighbourIndexes } from "./neighbours.ts";

export interface EmbeddedStorage extends Storage {
  /** What is wrong with the database file, in words; nothing when it is sound. Reads all of it: seconds for gigabytes. */
  integrity(): Promise<readonly string[]>;
  /** The balances that are not the sum of their entries. Reads all of the ledger. */
  auditLedger(): Promise<readonly LedgerDiscrepancy[]>;
}

export interface EmbeddedStorageOptions {
  readonly observer?: Observer;
  readonly tracer?: Tracer;
  /** Made where needed, mode 0700. The caller holds its lock (`lockFolder`): there is one writer. */
  readonly dataDir: string;
  /** Bytes that the answers kept under idempotency keys may take, of each app. */
  readonly keptBytesPerAppMax?: number;
  /** Takes warnings that an operator should read. */
  readonly log?: (message: string) => void;
}

/**
 * Storage in one SQLite file, `<dataDir>/dragoman.sqlite`.
 * Rejects with a StorageOpenError when folder or file cannot be used; its message is for the operator.
 */
export async function openEmbeddedStorage(options: EmbeddedStorageOptions): Promise<EmbeddedStorage> {
  const database = openDatabase(options.dataDir, options.log ?? (() => {}));
  const commits = new GroupCommit(database, options.observer, options.tracer);
  const changes = new AppChanges();
  const ledger = new EmbeddedLedger(commits, options.keptBytesPerAppMax);
  return {
    apps: new EmbeddedApps(commits, changes),
    keys: new EmbeddedKeys(commits, changes),
    definitions: new EmbeddedDefinitions(commits, changes),
    ledger,
    windows: new EmbeddedWindows(commits),
    answers: new EmbeddedAnswers(commits, changes),
    reuse: new EmbeddedReuseRecords(commits),
    embeddings: new EmbeddedEmbeddings(commits),
    memories: new EmbeddedMemories(commits, changes),
    kept: new EmbeddedKeptAnswers(commits, options.keptBytesPerAppMax),
    requests: new EmbeddedRequests(commits),
    secrets: new EmbeddedSecrets(commits),
    modelFindings: new EmbeddedModelFindings(commits),
    changes,
    integrity: async () => commits.read(() => problemsOf(database)),
    auditLedger: () => ledger.audit(),
    isWritable: () => commits.isWritable(),
    close: async () => commits.close(),
  };
}
