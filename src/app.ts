import { join } from "node:path";
import { type Config, controlSocketPath } from "#config";
import { Access } from "#core/access.ts";
import { AdminToken } from "#core/admin-token.ts";
import { Banks } from "#core/banks.ts";
import { Classifier } from "#core/classification.ts";
import { Doctor } from "#core/doctor.ts";
import { AppError } from "#core/errors.ts";
import { Feedback } from "#core/feedback.ts";
import { Idempotency, KEPT_MS } from "#core/idempotency.ts";
import { Learning } from "#core/learning.ts";
import { Ledger } from "#core/ledger.ts";
import { Operator } from "#core/operator.ts";
import { Personas } from "#core/personas.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { Embedder, LanguageModel } from "#core/ports/models.ts";
import type { NeighbourIndexes } from "#core/ports/neighbours.ts";
import type { Storage } from "#core/ports/storage.ts";
import { Registry } from "#core/registry.ts";
import { Resolver } from "#core/resolution.ts";
import { SemanticCache } from "#core/semantic-cache.ts";
import { Tenants } from "#core/tenants.ts";
import { Tokens } from "#core/tokens.ts";
import { openControlSocket } from "#http/control.ts";
import { type HttpServer, openHttpServer } from "#http/server.ts";
import { openEmbeddedModels } from "#models/embedded/index.ts";
import { lockFolder, openEmbeddedStorage, openNeighbourIndexes } from "#storage/embedded/index.ts";

/** What routes call. */
export interface Services {
  readonly access: Access;
  readonly ledger: Ledger;
  readonly idempotency: Idempotency;
  readonly toolsets: Registry<"toolset">;
  readonly classificationSets: Registry<"classification_set">;
  readonly personas: Personas;
  readonly banks: Banks;
  readonly feedback: Feedback;
  readonly resolver: Resolver;
  readonly classifier: Classifier;
  readonly tenants: Tenants;
  readonly adminToken: AdminToken;
  readonly clock: Clock;
  /** Whether a request could be answered now; else what is not there yet, in words. */
  readonly readiness: () => Readiness;
}

export type Readiness = { readonly ready: true } | { readonly ready: false; readonly waitingFor: string };

/** What tests put in the place of models and clock. Everything else is always the real thing. */
export interface Substitutes {
  readonly clock?: Clock;
  readonly model?: LanguageModel;
  readonly embedder?: Embedder;
}

export type Log = (message: string) => void;

export interface App {
  readonly services: Services;
  readonly tenants: Tenants;
  readonly operator: Operator;
  readonly server: HttpServer;
  readonly neighbours: NeighbourIndexes["kind"];
  readonly model: LanguageModel;
  /** The admin token at the very first start, to be shown once; null later. */
  readonly newAdminToken: string | null;
  /** Stops accepting, lets what is in flight finish, makes everything durable, frees the folder. */
  close(): Promise<void>;
}

const SYSTEM_CLOCK: Clock = { now: () => Date.now(), monotonicMs: () => performance.now() };
/** How often what is past its time is looked for. */
const EXPIRY_INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** What an operator's commands need: no model, no server. Throws when the folder is in use, damaged or not writable. */
export async function openAdministration(
  config: Config,
  log: Log,
): Promise<{ readonly operator: Operator; close(): Promise<void> }> {
  const folder = await openFolder(config, log, SYSTEM_CLOCK, "a dragoman command");
  return { operator: folder.operator, close: folder.close };
}

/**
 * The whole server. It listens when this resolves; the model may still be loading (`readiness`).
 * Throws when the folder is in use, damaged or not writable, and when the port is taken; nothing is left open then.
 */
export async function openApp(
  config: Config,
  options: { readonly log: Log; readonly substitutes?: Substitutes },
): Promise<App> {
  const { log, substitutes = {} } = options;
  const clock = substitutes.clock ?? SYSTEM_CLOCK;
  const folder = await openFolder(config, log, clock, "dragoman serve");
  const closers: (() => Promise<void> | void)[] = [folder.close];
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const models = openModels(config, substitutes);
    closers.push(() => models.close());
    const neighbours = openNeighbourIndexes({ runtimeDir: runtimeDirOf(config), log });
    const services = wire({ config, log, clock, neighbours, ...folder, ...models });
    const expiry = setInterval(() => void expire(folder.storage, config, clock, log), EXPIRY_INTERVAL_MS);
    closers.push(() => clearInterval(expiry));
    const { server: listen, limits, costs } = config;
    const server = openHttpServer({ services, ...listen, ...limits, costs, log });
    closers.push(() => server.stop(listen.drainSecondsMax * 1000));
    const { tenants, operator, adminToken } = folder;
    const run = operator.run.bind(operator);
    const control = await openControlSocket({ path: controlSocketPath(config.dataDir), run, log });
    closers.push(() => control.close());
    // Last: a token made by a start that then fails would never be shown to anybody.
    const newAdminToken = await adminToken.ensure();
    return {
      services,
      tenants,
      operator,
      server,
      neighbours: neighbours.kind,
      model: models.model,
      newAdminToken,
      close,
    };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** The data folder, locked and opened, with what needs nothing else. */
async function openFolder(config: Config, log: Log, clock: Clock, holder: string) {
  const lock = lockFolder(config.dataDir, holder);
  let storage: Storage | undefined;
  try {
    const opened = await openEmbeddedStorage({ dataDir: config.dataDir, log });
    storage = opened;
    const tokens = await Tokens.open(opened.secrets, clock, config.auth.tokenLifetimeSeconds);
    const adminToken = new AdminToken(opened.secrets);
    const { apps, keys, ledger } = opened;
    const tenants = new Tenants({ apps, keys, ledger, clock, plans: config.plans });
    const operator = new Operator({ tenants, tokens, adminToken, doctor: new Doctor(opened) });
    const close = async () => {
      try {
        await opened.close();
      } finally {
        lock.release();
      }
    };
    return { storage: opened, tokens, adminToken, tenants, operator, close };
  } catch (failure) {
    await storage?.close();
    lock.release();
    throw failure;
  }
}

function openModels(config: Config, { model, embedder }: Substitutes): Models {
  if (model && embedder) return { model, embedder, close: async () => {} };
  const { queueMax } = config.model;
  const embedded = openEmbeddedModels({ runtimeDir: runtimeDirOf(config), queueMax });
  return { model: model ?? embedded.model, embedder: embedder ?? embedded.embedder, close: () => embedded.close() };
}

interface Models {
  readonly model: LanguageModel;
  readonly embedder: Embedder;
  close(): Promise<void>;
}

function wire(parts: {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly tokens: Tokens;
  readonly tenants: Tenants;
  readonly adminToken: AdminToken;
  readonly model: LanguageModel;
  readonly embedder: Embedder;
  readonly neighbours: NeighbourIndexes;
}): Services {
  const { config, log, clock, storage, tokens, tenants, adminToken, model, embedder, neighbours: indexes } = parts;
  const { apps, keys, windows, definitions, answers, embeddings, memories, requests } = storage;
  const { plans, auth } = config;
  const { timeoutMs } = config.model;
  const { enabled, ttlSeconds, entriesPerAppMax } = config.cache;
  const access = new Access({ apps, keys, windows, tokens, clock, plans, exchangesPerMinute: auth.exchangesPerMinute });
  const cache = new SemanticCache({ answers, definitions, clock, enabled, ttlSeconds, entriesPerAppMax, log });
  const monotonicMs = () => clock.monotonicMs();
  const learning = new Learning({ embedder, embeddings, indexes, model, monotonicMs, log });
  const registered = { store: definitions, cache, learning, clock };
  const toolsets = Registry.toolsets(registered);
  const classificationSets = Registry.classificationSets(registered);
  const personas = new Personas(Registry.personas(registered));
  const banks = new Banks({ registry: Registry.banks(registered), memories, embedder, embeddings, indexes, clock });
  const requestsPerAppMax = config.limits.feedbackRequestsPerAppMax;
  return {
    access,
    ledger: new Ledger(storage.ledger, clock),
    idempotency: new Idempotency(storage.kept, clock),
    toolsets,
    classificationSets,
    personas,
    banks,
    resolver: new Resolver({ toolsets, banks, personas, cache, learning, model, clock, timeoutMs }),
    classifier: new Classifier({ sets: classificationSets, cache, learning, model, timeoutMs }),
    feedback: new Feedback({ requests, answers, banks, clock, requestsPerAppMax }),
    tenants,
    adminToken,
    clock,
    readiness: readinessOf(model, log),
  };
}

function readinessOf(model: LanguageModel, log: Log): () => Readiness {
  let readiness: Readiness = { ready: false, waitingFor: "the model is loading" };
  model.ready().then(
    () => {
      readiness = { ready: true };
    },
    (failure: unknown) => {
      const reason = failure instanceof Error ? failure.message : String(failure);
      log(`the model cannot be used: ${reason}`);
      readiness = { ready: false, waitingFor: `the model could not be loaded: ${reason}` };
    },
  );
  return () => readiness;
}

async function expire(storage: Storage, config: Config, clock: Clock, log: Log): Promise<void> {
  const now = clock.now();
  try {
    await storage.answers.expire(now - config.cache.ttlSeconds * 1_000);
    await storage.kept.expire(now - KEPT_MS);
    await storage.requests.expire(now - config.limits.feedbackDaysMax * DAY_MS);
  } catch (failure) {
    // The next hour tries again; until then what is past its time takes space and is not given.
    log(`what has expired was not removed: ${failure instanceof AppError ? failure.message : String(failure)}`);
  }
}

/** Where native libraries are unpacked: a folder that allows execution. */
function runtimeDirOf(config: Config): string {
  return config.embedder.runtimeDir === "" ? join(config.dataDir, "runtime") : config.embedder.runtimeDir;
}
