/** The data folder with what an operator does to it. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config";
import { AdminSessions } from "#core/access/admin-sessions.ts";
import { AdminToken } from "#core/access/admin-token.ts";
import { AuditLog } from "#core/access/audit-log.ts";
import { KEPT_MS } from "#core/access/idempotency.ts";
import { LedgerCompaction } from "#core/access/ledger-compaction.ts";
import { Tenants } from "#core/access/tenants.ts";
import { Tokens } from "#core/access/tokens.ts";
import type { Bundles } from "#core/bundle/bundles.ts";
import { type Check, Doctor } from "#core/doctor/doctor.ts";
import { modelChecks } from "#core/doctor/model-checks.ts";
import { samplesCheck } from "#core/doctor/samples.ts";
import type { Deadlines } from "#core/doctor/stored-data.ts";
import { vectorsCheck } from "#core/doctor/vectors-check.ts";
import { AppError } from "#core/errors.ts";
import { TestRuns } from "#core/examination/test-runs.ts";
import { Exchange } from "#core/exchange/exchange.ts";
import type { GraduationReports } from "#core/graduation/graduation-report.ts";
import type { Log } from "#core/log.ts";
import { ModelFindings } from "#core/model-findings.ts";
import type { Asking } from "#core/operator/asking.ts";
import type { BackendDesk } from "#core/operator/backend-desk.ts";
import { Operator } from "#core/operator/operator.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { Observer } from "#core/ports/observer.ts";
import type { Storage } from "#core/ports/storage.ts";
import { type Tracer, UNTRACED } from "#core/ports/tracer.ts";
import { QueryLog } from "#core/query-log/query-log.ts";
import { CacheReports } from "#core/semantic-cache/trust/report.ts";
import { SHIPPED_PRIOR } from "#core/semantic-cache/trust/shipped-prior.ts";
import type { KeptVectors } from "#core/sets/kept-vectors.ts";
import { tokenSigning } from "#http/token-signing.ts";
import type { FolderLock } from "#storage/embedded/index.ts";
import type { Models } from "./models.ts";
import type { Wired } from "./services.ts";
import { auditLedger, openStorage, storageChecks } from "./storage.ts";

const DAY_MS = 86_400_000;

export interface FolderOptions {
  readonly observer: Observer;
  readonly tracer?: Tracer;
  /** Whether a folder that had more than is in it now is used all the same. */
  readonly acceptsLoss?: boolean;
}

/** Within the data folder: nothing is written anywhere else. */
export function trialFolderIn({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "trial");
}

/** A process that was killed leaves its own behind. */
export function removeTrial(config: Pick<Config, "dataDir">): void {
  rmSync(trialFolderIn(config), { recursive: true, force: true });
}

/** The data folder, opened, with what needs nothing else. Its lock is given: `close` releases it, and so does a failure. */
export async function openFolder(
  config: Config,
  log: Log,
  clock: Clock,
  lock: FolderLock,
  { observer, tracer = UNTRACED, acceptsLoss = false }: FolderOptions,
) {
  let storage: Storage | undefined;
  try {
    removeTrial(config);
    const warn = (message: string) => log(message, { level: "warn" });
    const opened = await openStorage(config, { log: warn, observer, tracer, acceptsLoss });
    storage = opened;
    const tokens = await Tokens.open({
      secrets: opened.secrets,
      signing: tokenSigning(),
      clock,
      lifetimeSeconds: config.auth.tokenLifetimeSeconds,
    });
    const adminToken = new AdminToken(opened.secrets);
    const { sessionIdleMinutes: idleMinutes, sessionMinutesMax: minutesMax } = config.admin;
    const store = opened.adminSessions;
    const adminSessions = new AdminSessions({ store, adminToken, clock, idleMinutes, minutesMax });
    const { apps, keys, ledger } = opened;
    const tenants = new Tenants({ apps, keys, ledger, clock, plans: config.plans });
    const { answers, reuse: records, definitions } = opened;
    const { errorBound } = config.cache;
    const modelFindings = new ModelFindings(opened.modelFindings, clock);
    const cacheReports = new CacheReports({ answers, records, definitions, prior: SHIPPED_PRIOR, errorBound });
    const { queryLogDaysMax: daysMax, queryLogRowsPerAppMax: rowsMax } = config.limits;
    const queryLog = new QueryLog({ store: opened.queryLog, clock, log, daysMax, rowsMax });
    const testRuns = new TestRuns({ store: opened.testRuns, clock });
    const compaction = new LedgerCompaction({
      ledger,
      audit: () => auditLedger(config),
      clock,
      monthsKept: config.storage.ledgerMonthsKept,
      log,
      compacted: (entries) => observer?.entriesCompacted(entries),
    });
    const audit = new AuditLog({ store: opened.audit, clock, log });
    const close = async () => {
      compaction.close();
      try {
        await queryLog.close();
        await opened.close();
      } finally {
        lock.release();
      }
    };
    const kept = { storage: opened, audit, compaction, cacheReports, modelFindings, queryLog, testRuns };
    return { ...kept, tokens, adminToken, adminSessions, tenants, clock, close };
  } catch (failure) {
    await storage?.close();
    lock.release();
    throw failure;
  }
}

interface OperatedServices
  extends Pick<
    Wired["services"],
    "aliases" | "classificationSets" | "missQueue" | "setLint" | "teaching" | "toolsets"
  > {
  readonly valueLists: Pick<Wired["services"]["valueLists"], "registry">;
  readonly graduationReports: GraduationReports;
  /** Null where no model was opened. */
  readonly asking: Asking | null;
  /** As `asking`. */
  readonly bundles: Bundles | null;
  readonly backendDesk: BackendDesk;
  /** As they may be shown. */
  readonly settings: Config["shown"];
}

/** The operator's commands on a folder; sets go in and out by the registries that are given. */
export function operatorOf(
  {
    storage,
    tenants,
    tokens,
    adminToken,
    adminSessions,
    audit,
    compaction,
    cacheReports,
    modelFindings,
    queryLog,
    testRuns,
    clock,
  }: Awaited<ReturnType<typeof openFolder>>,
  {
    toolsets,
    classificationSets,
    aliases,
    teaching,
    setLint,
    missQueue,
    valueLists,
    graduationReports,
    bundles,
    asking,
    backendDesk,
    settings,
  }: OperatedServices,
  checks: readonly Check[],
  adminAddress: (() => string) | null,
): Operator {
  const exchange = new Exchange({
    definitions: storage.definitions,
    aliases: storage.aliases,
    toolsets,
    classificationSets,
    clock,
  });
  const doctor = new Doctor(checks);
  const sets = {
    exchange,
    aliases,
    teaching,
    setLint,
    queryLog,
    testRuns,
    missQueue,
    asking,
    graduationReports,
    bundles,
    valueLists: valueLists.registry,
  };
  return new Operator({
    tenants,
    tokens,
    adminToken,
    adminSessions,
    adminAddress,
    audit,
    clock,
    doctor,
    cacheReports,
    modelFindings,
    backendDesk,
    nodes: storage.nodes,
    ledger: storage.ledger,
    compaction,
    following: storage.following,
    settings,
    ...sets,
  });
}

/** What the doctor can examine of a folder. */
export function folderChecks(storage: Storage, config: Config, clock: Clock): Promise<readonly Check[]> {
  const deadlines = () => deadlinesOf(config, clock);
  const { following } = storage;
  return storageChecks(config, { deadlines, expire: () => expireBefore(storage, deadlines()), following, clock });
}

/** And where there are models. */
export async function allChecks(
  parts: Pick<Models, "embedder" | "labelEmbedder" | "model"> &
    Pick<Wired["services"], "classifier" | "resolver" | "tenants"> & {
      readonly storage: Storage;
      readonly vectors: KeptVectors;
      readonly config: Config;
      readonly clock: Clock;
    },
): Promise<readonly Check[]> {
  const { storage, config, clock, model, embedder, labelEmbedder } = parts;
  const { timeoutMs } = config.model;
  const samples = samplesCheck({ ...parts, definitions: storage.definitions, timeoutMs });
  return [
    ...(await folderChecks(storage, config, clock)),
    vectorsCheck(parts),
    ...modelChecks({ model, embedder, labelEmbedder, clock, timeoutMs }),
    samples,
  ];
}

/** Removes what is past its time. Never rejects. */
export async function expire(
  {
    storage,
    queryLog,
    compaction,
  }: Pick<Awaited<ReturnType<typeof openFolder>>, "compaction" | "queryLog" | "storage">,
  config: Config,
  clock: Clock,
  log: Log,
): Promise<void> {
  try {
    await expireBefore(storage, deadlinesOf(config, clock));
    await queryLog.expire();
  } catch (failure) {
    // The next hour tries again; until then what is past its time takes space and is not given.
    const reason = failure instanceof AppError ? failure.message : String(failure);
    log(`what has expired was not removed: ${reason}`, { level: "warn" });
  }
  await compaction.run();
}

async function expireBefore(storage: Storage, { answers, kept, requests }: Deadlines): Promise<void> {
  await storage.answers.expire(answers);
  await storage.kept.expire(kept);
  await storage.requests.expire(requests);
}

function deadlinesOf({ cache, limits }: Config, clock: Clock): Deadlines {
  const now = clock.now();
  return {
    answers: now - cache.ttlSeconds * 1_000,
    kept: now - KEPT_MS,
    requests: now - limits.feedbackDaysMax * DAY_MS,
  };
}
