import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { serverBehind } from "#cli/running-servers.ts";
import { type Config, controlSocketPath } from "#config";
import type { Tenants } from "#core/access/tenants.ts";
import { OperatorError } from "#core/errors.ts";
import type { Linter } from "#core/linting/linter.ts";
import { SetLint } from "#core/linting/set-lint.ts";
import type { Log } from "#core/log.ts";
import { MainThread } from "#core/main-thread.ts";
import { Heartbeat, type HeartbeatOptions } from "#core/nodes/heartbeat.ts";
import type { Operator } from "#core/operator/operator.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { Embedder, LanguageModel } from "#core/ports/models.ts";
import type { NeighbourIndexes } from "#core/ports/neighbours.ts";
import { NOBODY } from "#core/ports/observer.ts";
import type { Storage } from "#core/ports/storage.ts";
import { UNTRACED } from "#core/ports/tracer.ts";
import type { CachedAnswers } from "#core/semantic-cache/keeping/cached-answers.ts";
import type { Prior } from "#core/semantic-cache/trust/bound.ts";
import { SHIPPED_PRIOR } from "#core/semantic-cache/trust/shipped-prior.ts";
import { AliasTallies } from "#core/sets/alias-tallies.ts";
import { Aliases } from "#core/sets/aliases.ts";
import { Registry } from "#core/sets/registry.ts";
import { Teaching } from "#core/teaching/teaching.ts";
import { openControlSocket } from "#http/control/control-socket.ts";
import { type HttpServer, openHttpServer } from "#http/server.ts";
import type { Services } from "#http/services.ts";
import { watchDescriptors } from "#http/spare-descriptor.ts";
import { Metrics } from "#metrics/metrics.ts";
import { DATABASE_FILE } from "#storage/embedded/database.ts";
import { type FolderState, lookAtFolder } from "#storage/embedded/folder-marker.ts";
import {
  COMMAND,
  type FolderLock,
  lockFolder,
  lockFolderForServer,
  openNeighbourIndexes,
} from "#storage/embedded/index.ts";
import manifest from "../package.json";
import { openAdministered } from "./app/administered.ts";
import { backendDeskOf } from "./app/backend-desk.ts";
import { allChecks, expire, folderChecks, openFolder, operatorOf } from "./app/folder.ts";
import { bridgeOverStdio, listMcpTools } from "./app/mcp.ts";
import { backendNames, examineModels, openModels, runtimeDirOf, surveyModels, visitModels } from "./app/models.ts";
import { openOwnLinter } from "./app/own-linter.ts";
import { graduationReportsOf, missQueueOf, type Wired, wire } from "./app/services.ts";
import { databaseBackups } from "./app/storage.ts";
import { examineTelemetry, openTelemetry } from "./app/telemetry.ts";
import { openTrial as openTrialOf } from "./app/trial.ts";

/** What commands do with backups. Loaded when one does: the first answer of a server does not wait for ciphers. */
export const openBackups = async () => (await import("./app/backups.ts")).backups;

/** What commands do with the database of a cluster. Loaded when one does, as no other server needs Postgres. */
export const openCluster = async () => (await import("./app/cluster.ts")).cluster;

/** What commands see and tell of the backups of a cluster, as a node; null where the data is in the folder. */
export function backupsOfCluster(config: Config): ReturnType<typeof databaseBackups> {
  return databaseBackups(config);
}

/** Holds the data folder while its executable is exchanged: no server starts on it meanwhile. Throws where one runs. */
export function holdFolder(dataDir: string, holder: string): { release(): void } {
  return lockFolder(dataDir, holder);
}

/** Whether a server has used the data folder already. */
export function hasDatabase({ dataDir }: Config): boolean {
  return existsSync(join(dataDir, DATABASE_FILE));
}

/** What lies in a data folder against what it had. Changes nothing. */
export function folderState({ dataDir }: Pick<Config, "dataDir">): FolderState {
  return lookAtFolder(dataDir, DATABASE_FILE);
}

/** What commands ask of the models of the settings. They open no data folder. */
export const models = { examine: examineModels, visit: visitModels, survey: surveyModels } as const;

/** What commands do over the Model Context Protocol. */
export const mcp = { bridge: bridgeOverStdio, list: listMcpTools } as const;

export type { Book } from "./app/models.ts";
export type { Moved } from "./app/moving.ts";
export type { FolderState };

/** What the doctor asks of the collector of the settings. */
export const collector = { examine: examineTelemetry } as const;

/** What lints a file: it needs no data folder, and unpacks the models' libraries into the one of the settings. */
export function openFileLinter(config: Config): { readonly linter: Linter; close(): Promise<void> } {
  return openOwnLinter(config, SYSTEM_CLOCK, null);
}

/** What tests put in the place of models and clock. Everything else is always the real thing. */
export interface Substitutes {
  readonly clock?: Clock;
  readonly model?: LanguageModel;
  readonly embedder?: Embedder;
  /** What the cache knows of its errors before it has seen any. */
  readonly prior?: Prior;
}

export interface App {
  readonly services: Wired["services"] & Pick<Services, "admin">;
  readonly tenants: Tenants;
  readonly operator: Operator;
  readonly server: HttpServer;
  readonly neighbours: NeighbourIndexes["kind"];
  readonly model: LanguageModel;
  /** Says to other nodes what it does now. */
  readonly heartbeat: Pick<Heartbeat, "beat">;
  /** Resolves when the cache has learned from what was answered so far. */
  readonly cache: Pick<CachedAnswers, "idle">;
  /** The admin token at the very first start, to be shown once; null later. */
  readonly newAdminToken: string | null;
  /** A one-time link to the admin page, when there is a new token. */
  readonly newAdminLink: string | null;
  /** Stops accepting, lets what is in flight finish, makes everything durable, frees the folder. */
  close(): Promise<void>;
}

const SYSTEM_CLOCK: Clock = { now: () => Date.now(), monotonicMs: () => performance.now() };
/** How often what is past its time is looked for. */
const EXPIRY_INTERVAL_MS = 3_600_000;
/** How often it is looked whether a set that was only proposed has been left alone. */
const GIVING_UP_INTERVAL_MS = 60_000;
/** How often the cache saves what would take long to make again. */
const CACHE_SAVE_INTERVAL_MS = 600_000;

/** What an operator's commands need: no model, no server. Throws when the folder is in use, damaged or not writable. */
export async function openAdministration(
  config: Config,
  log: Log,
): Promise<{ readonly operator: Operator; close(): Promise<void> }> {
  const lock = lockFolder(config.dataDir, COMMAND);
  const folder = await openFolder(config, log, SYSTEM_CLOCK, lock, { observer: NOBODY });
  const { definitions: store, aliases } = folder.storage;
  // No server, no cache and nothing that learns. What was answered from a set that is replaced cannot be reached any more
  // and goes when it expires; examples are learned when the server first meets them.
  const idle = {
    cache: { forget: async () => {} },
    learning: { announce: () => {}, forget: async () => {}, learn: () => null },
  };
  const mainThread = new MainThread(SYSTEM_CLOCK);
  const kept = { store, aliases, clock: SYSTEM_CLOCK, mainThread, ...idle, backends: backendNames(config) };
  const toolsets = Registry.toolsets(kept);
  const valueLists = { registry: Registry.valueLists(kept) };
  const own = openOwnLinter(config, SYSTEM_CLOCK, folder.storage.embeddings);
  const setLint = new SetLint({ definitions: store, aliases, linter: own.linter });
  const sets = { toolsets, classificationSets: Registry.classificationSets(kept) };
  const teaching = new Teaching({ store: folder.storage.taught, ...sets, clock: SYSTEM_CLOCK, embedding: null });
  // Nothing is answered here, so nothing is counted here.
  const tallies = folder.storage.aliasTallies ?? new AliasTallies(SYSTEM_CLOCK);
  const named = new Aliases({ store: aliases, definitions: store, tallies, clock: SYSTEM_CLOCK });
  const missQueue = missQueueOf({ ...folder, clock: SYSTEM_CLOCK }, null);
  const graduationReports = graduationReportsOf(config, folder.storage, sets);
  const services = {
    ...sets,
    aliases: named,
    teaching,
    setLint,
    missQueue,
    valueLists,
    graduationReports,
    bundles: null,
    asking: null,
    backendDesk: backendDeskOf({ config, book: folder.modelFindings, clock: SYSTEM_CLOCK, models: null }),
    settings: config.shown,
  };
  const operator = operatorOf(folder, services, await folderChecks(folder.storage, config, SYSTEM_CLOCK), null);
  const close = async () => {
    await own.close();
    await folder.close();
  };
  return { operator, close };
}

/** All that the server would do for an operator, models included, and no server. Throws as `openAdministration` does. */
export async function openExamination(
  config: Config,
  log: Log,
): Promise<{ readonly operator: Operator; close(): Promise<void> }> {
  const clock = SYSTEM_CLOCK;
  const metrics = new Metrics(manifest.version);
  const watchers = { observer: metrics, tracer: UNTRACED };
  const folder = await openFolder(config, log, clock, lockFolder(config.dataDir, COMMAND), watchers);
  const closers: (() => Promise<void> | void)[] = [folder.close];
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const models = openModels(config, clock, log, watchers, {}, folder.modelFindings);
    closers.push(() => models.close());
    const neighbours = openNeighbourIndexes({ runtimeDir: runtimeDirOf(config), log });
    const prior = SHIPPED_PRIOR;
    const openTrial = () => openTrialOf({ config, log, clock, neighbours, prior, ...models });
    const parts = { config, log, metrics, tracer: UNTRACED, neighbours, prior, openTrial, ...folder, ...models };
    const wired = wire(parts);
    const { services, vectors } = wired;
    closers.push(wired.close, () => vectors.finish());
    const checks = await allChecks({ ...folder, ...services, ...models, vectors, config, clock });
    const backendDesk = backendDeskOf({ config, book: folder.modelFindings, clock, models });
    const operated = { ...services, backendDesk, settings: config.shown };
    return { operator: operatorOf(folder, operated, checks, null), close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** Returns what ends it. */
function every(intervalMs: number, act: () => void): () => void {
  const timer = setInterval(act, intervalMs);
  return () => clearInterval(timer);
}

/** Also throws where a server works on the folder all the same: somebody deleted the file that it has locked. */
async function lockUnserved(
  { dataDir }: Config,
  waiting: Parameters<typeof lockFolderForServer>[1],
): Promise<FolderLock> {
  const lock = await lockFolderForServer(dataDir, waiting);
  const socket = controlSocketPath(dataDir);
  // A new folder has none: nothing is connected to.
  const server = existsSync(socket) ? await serverBehind(socket) : null;
  if (server === null) return lock;
  lock.release();
  throw new OperatorError(
    "folder_in_use",
    `the data folder ${dataDir} is in use by the server at ${server.address}, though its lock was deleted: stop that server first`,
  );
}

function heartbeatOf(
  { server: { nodeName } }: Config,
  { nodes: store }: Storage,
  watched: Pick<HeartbeatOptions, "clock" | "log">,
): Heartbeat {
  const name = nodeName === "" ? hostname() : nodeName;
  return new Heartbeat({ store, name, version: manifest.version, ...watched });
}

/**
 * The whole server. It listens when this resolves; the model may still be loading (`readiness`). A command that works on the
 * folder is waited for.
 * Throws when the folder is in use, damaged or not writable, and when the port is taken; nothing is left open then.
 */
export async function openApp(
  config: Config,
  options: {
    readonly log: Log;
    /** Lines that `log` could not keep. */
    readonly droppedLogLines?: () => number;
    /** Whether a folder that had more than is in it now is used all the same; otherwise it is refused. */
    readonly acceptsLoss?: boolean;
    /** Ends the wait for a command that works on the folder. */
    readonly signal?: AbortSignal;
    readonly substitutes?: Substitutes;
  },
): Promise<App> {
  const { log, droppedLogLines = () => 0, acceptsLoss = false, substitutes = {} } = options;
  const clock = substitutes.clock ?? SYSTEM_CLOCK;
  const metrics = new Metrics(manifest.version);
  const { tracer, ...telemetry } = await openTelemetry(config, { clock, log, metrics });
  const watchers = { observer: metrics, tracer };
  const closers: (() => Promise<void> | void)[] = [telemetry.close];
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const lock = await lockUnserved(config, { log, signal: options.signal });
    const folder = await openFolder(config, log, clock, lock, { ...watchers, acceptsLoss });
    closers.push(folder.close);
    const heartbeat = heartbeatOf(config, folder.storage, { clock, log });
    closers.push(metrics.watchEventLoop());
    const models = openModels(config, clock, log, watchers, substitutes, folder.modelFindings);
    closers.push(() => models.close());
    const indexDir = join(config.dataDir, "indexes");
    const { ttlSeconds: keptSeconds } = config.cache;
    const neighbours = openNeighbourIndexes({ runtimeDir: runtimeDirOf(config), indexDir, keptSeconds, log });
    const { prior = SHIPPED_PRIOR } = substitutes;
    const watched = { log, droppedLogLines, clock, metrics, tracer };
    // What is tried leaves nothing behind, so its indexes are not saved.
    const tried = openNeighbourIndexes({ runtimeDir: runtimeDirOf(config), log });
    const openTrial = () => openTrialOf({ config, log, clock, neighbours: tried, prior, ...models });
    const parts = { config, ...watched, neighbours, prior, openTrial, heartbeat, ...folder, ...models };
    const wired = wire(parts);
    const { services, cache, vectors } = wired;
    closers.push(wired.close);
    telemetry.begin(services.metricsSnapshot);
    closers.push(every(CACHE_SAVE_INTERVAL_MS, () => void cache.save()));
    closers.push(every(EXPIRY_INTERVAL_MS, () => void expire(folder, config, clock, log)));
    closers.push(every(GIVING_UP_INTERVAL_MS, () => void services.proposals.giveUpLeftAlone()));
    const { server: listen, limits, costs } = config;
    const logsRequests = config.log.level === "debug";
    const checks = await allChecks({ ...folder, ...services, ...models, vectors, config, clock });
    const address = () => server.url;
    const administered = openAdministered({ folder, wired, models, checks, config, clock, log, address, heartbeat });
    closers.push(administered.close);
    const { admin, operator, run, figures } = administered;
    const server = openHttpServer({ services: { ...services, admin }, ...listen, ...limits, costs, log, logsRequests });
    closers.push(() => server.stop(listen.drainSecondsMax * 1000));
    closers.push(watchDescriptors({ log, begun: server.begun }));
    const control = await openControlSocket({
      path: controlSocketPath(config.dataDir),
      address: server.url,
      operationsAddress: server.operationsUrl,
      run: (command, args, user) => run(command, args, `user ${user}`),
      log,
    });
    closers.push(() => control.close());
    lock.started();
    closers.push(heartbeat.begin({ address: server.url, isReady: () => services.readiness().ready, figures }));
    // Last: a token made by a start that then fails would never be shown to anybody.
    const newAdminToken = await folder.adminToken.ensure();
    const newAdminLink = newAdminToken === null ? null : await administered.newLink();
    models.begin();
    return {
      services: { ...services, admin },
      tenants: folder.tenants,
      operator,
      server,
      neighbours: neighbours.kind,
      model: models.model,
      cache,
      heartbeat,
      newAdminToken,
      newAdminLink,
      close,
    };
  } catch (failure) {
    await close();
    throw failure;
  }
}
