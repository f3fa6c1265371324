import { AppError, OperatorError } from "#core/errors.ts";
import { NOBODY } from "#core/ports/observer.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { AppId } from "#core/tenant.ts";
import { ClusterAdminSessions } from "./admin-sessions.ts";
import { withAdvice } from "./advice.ts";
import { ClusterAliasTallies } from "./alias-tallies.ts";
import { ClusterAliases } from "./aliases.ts";
import { ClusterAnswers } from "./answers.ts";
import { AppVersions } from "./app-versions.ts";
import { ClusterApps } from "./apps.ts";
import { ClusterAuditRecords } from "./audit-records.ts";
import { Changes } from "./changes.ts";
import { NODE_ADDRESS, shownAddress } from "./connection.ts";
import { ClusterDefinitions } from "./definitions.ts";
import { ClusterEmbeddings } from "./embeddings.ts";
import { NotConnected } from "./engine-failures.ts";
import { ClusterGraduation } from "./graduation.ts";
import { ClusterKeptAnswers } from "./kept-answers.ts";
import { ClusterKeyedWork } from "./keyed-work.ts";
import { ClusterKeys } from "./keys.ts";
import { LogSettingsOfApps } from "./log-settings.ts";
import { ClusterMemories } from "./memories.ts";
import { requireSchema, requireWhole } from "./migrations.ts";
import { ClusterModelFindings } from "./model-findings.ts";
import { ClusterHits } from "./money/hits.ts";
import { ClusterLedger } from "./money/ledger.ts";
import { Turns } from "./money/turns.ts";
import { ClusterWindows } from "./money/windows.ts";
import { ClusterNodes } from "./nodes.ts";
import { Postgres } from "./postgres.ts";
import { ClusterQueryLog } from "./query-log.ts";
import { ClusterRequests } from "./requests.ts";
import { ClusterReuseRecords } from "./reuse-records.ts";
import { ClusterSecrets } from "./secrets.ts";
import { ClusterSharedLearning } from "./shared-learning.ts";
import { ClusterTaughtCases } from "./taught-cases.ts";
import { ClusterTestRuns } from "./test-runs.ts";
import { NO_SHARED_MEMORY, openSharedMemory, type SharedMemory } from "./valkey/shared-memory.ts";
import type { ValkeyOptions } from "./valkey/valkey.ts";

const WAIT_MS_MAX = 5_000;

export interface ClusterStorageOptions {
  /** See `serversOf`: of the role of nodes, which owns no table. */
  readonly url: string;
  /** Connections of this node; 10 when left out. */
  readonly connectionsMax?: number;
  /** How long one is waited for, and for what became of a charge whose answer was lost; 5,000 when left out. */
  readonly waitMsMax?: number;
  /** How long a statement may take; 10,000 when left out. */
  readonly statementMsMax?: number;
  /** What nodes share for speed; left out, there is none. */
  readonly valkey?: Pick<ValkeyOptions, "pauseMsMax" | "url" | "waitMsMax">;
  readonly observer?: ValkeyOptions["observer"];
  /** Bytes that the answers kept under idempotency keys may take, of each app. */
  readonly keptBytesPerAppMax?: number;
  /** Takes warnings that an operator should read. */
  readonly log?: (message: string) => void;
}

/**
 * Storage in a Postgres that several nodes share. Rejects with an OperatorError (`settings`, `database_unusable`) when it cannot be used:
 * its words are for the operator.
 */
export async function openClusterStorage(options: ClusterStorageOptions): Promise<Storage> {
  const { url, log = () => {}, waitMsMax = WAIT_MS_MAX } = options;
  const postgres = postgresOf(options);
  const logSettings = new LogSettingsOfApps();
  const versions = new AppVersions(postgres, logSettings);
  const changes = new Changes(postgres, versions);
  const kept = new ClusterKeptAnswers(postgres, options.keptBytesPerAppMax);
  const queryLog = new ClusterQueryLog(postgres, changes, logSettings);
  const secrets = new ClusterSecrets(postgres);
  let shared: SharedMemory = NO_SHARED_MEMORY;
  try {
    await requireSchema(postgres);
    await requireWhole(postgres);
    await Promise.all([kept.load(), queryLog.load()]);
    const { valkey, observer = NOBODY } = options;
    if (valkey) shared = await openSharedMemory({ ...valkey, observer, log }, { postgres, secrets });
  } catch (failure) {
    await postgres.close();
    throw failure instanceof OperatorError ? failure : unusable(url, failure);
  }
  const turns = new Turns(postgres, kept, waitMsMax);
  const { numbers, hot, questions } = shared;
  const answers = new ClusterAnswers({ postgres, changes, versions, hot, log });
  const reuse = new ClusterReuseRecords(postgres, log);
  const aliasTallies = new ClusterAliasTallies(postgres, log);
  const graduation = new ClusterGraduation(postgres, changes, log);
  const requests = new ClusterRequests(postgres, turns);
  const removed = (app: AppId, version: number) => {
    logSettings.learn(app, version, null);
    kept.learn(app, null);
  };
  return {
    apps: new ClusterApps(postgres, changes, removed),
    keys: new ClusterKeys(postgres, changes),
    definitions: new ClusterDefinitions(postgres, changes, versions),
    ledger: new ClusterLedger(postgres, turns, kept),
    windows: new ClusterWindows(postgres, turns, numbers),
    answers,
    reuse,
    graduation,
    embeddings: new ClusterEmbeddings(postgres),
    memories: new ClusterMemories(postgres, changes, versions),
    aliases: new ClusterAliases(postgres, changes, versions),
    aliasTallies,
    taught: new ClusterTaughtCases(postgres, changes, versions),
    testRuns: new ClusterTestRuns(postgres),
    kept,
    keyedWork: new ClusterKeyedWork(postgres, "keyed_work"),
    learning: new ClusterSharedLearning(postgres),
    questions,
    requests,
    queryLog,
    hits: new ClusterHits(turns, versions, requests, numbers),
    secrets,
    modelFindings: new ClusterModelFindings(postgres),
    audit: new ClusterAuditRecords(postgres),
    adminSessions: new ClusterAdminSessions(postgres),
    following: null,
    nodes: new ClusterNodes(postgres),
    changes: versions,
    isWritable: () => postgres.isWritable(),
    async close() {
      // What was gathered goes first.
      await Promise.all([turns, answers, reuse, graduation, aliasTallies].map((gathering) => gathering.close()));
      shared.close();
      await postgres.close();
    },
  };
}

/** Opens no connection before it is needed. */
export function postgresOf(
  options: Omit<ClusterStorageOptions, "keptBytesPerAppMax" | "observer" | "valkey">,
): Postgres {
  return new Postgres({ connectionsMax: 10, waitMsMax: WAIT_MS_MAX, statementMsMax: 10_000, ...options });
}

/** In the engine's words: the storage's own are for clients. */
function unusable(url: string, failure: unknown): OperatorError {
  let reason = failure instanceof AppError && failure.cause !== undefined ? failure.cause : failure;
  if (reason instanceof NotConnected) reason = reason.cause;
  const where = shownAddress(url);
  return new OperatorError(
    "database_unusable",
    `Postgres at ${where} cannot be reached or used: ${withAdvice(reason, NODE_ADDRESS)}`,
    failure,
  );
}
