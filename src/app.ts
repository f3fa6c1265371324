import { join } from "node:path";
import { type Config, controlSocketPath } from "#config";
import { Access } from "#core/access.ts";
import { AdminToken } from "#core/admin-token.ts";
import { Banks } from "#core/banks.ts";
import { Classifier } from "#core/classification.ts";
import { Doctor } from "#core/doctor.ts";
import { AppError } from "#core/errors.ts";
import { Exchange } from "#core/exchange/exchange.ts";
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
import type { Prior } from "#core/semantic-cache/bound.ts";
import { CacheReports } from "#core/semantic-cache/report.ts";
import { SHIPPED_PRIOR } from "#core/semantic-cache/shipped-prior.ts";
import { SemanticCache } from "#core/semantic-cache.ts";
import { Tenants } from "#core/tenants.ts";
import { Tokens } from "#core/tokens.ts";
import { openControlSocket } from "#http/control.ts";
import { type HttpServer, openHttpServer } from "#http/server.ts";
import { type EmbeddedModels, openEmbeddedModels } from "#models/embedded/index.ts";
import { isCommonWord } from "#models/embedded/vocabulary.ts";
import type { ModelFinding } from "#models/language/findings.ts";
import { examineServedModel, type ModelServer, openModelsInTurn } from "#models/language/index.ts";
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
  readonly cacheReports: CacheReports;
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
  /** What the cache knows of its errors before it has seen any. */
  readonly prior?: Prior;
}

export type Log = (message: string) => void;

export interface App {
  readonly services: Services;
  readonly tenants: Tenants;
  readonly operator: Operator;
  readonly server: HttpServer;
  readonly neighbours: NeighbourIndexes["kind"];
  readonly model: LanguageModel;
  /** Resolves when the cache has learned from what was answered so far. */
  readonly cache: Pick<SemanticCache, "idle">;
  /** The admin token at the very first start, to be shown once; null later. */
  readonly newAdminToken: string | null;
  /** Stops accepting, lets what is in flight finish, makes everything durable, frees the folder. */
  close(): Promise<void>;
}

const SYSTEM_CLOCK: Clock = { now: () => Date.now(), monotonicMs: () => performance.now() };
/** How often what is past its time is looked for. */
const EXPIRY_INTERVAL_MS = 3_600_000;
/** How often the cache saves what would take long to make again. */
const CACHE_SAVE_INTERVAL_MS = 600_000;
const DAY_MS = 86_400_000;

/** What an operator's commands need: no model, no server. Throws when the folder is in use, damaged or not writable. */
export async function openAdministration(
  config: Config,
  log: Log,
): Promise<{ readonly operator: Operator; close(): Promise<void> }> {
  const folder = await openFolder(config, log, SYSTEM_CLOCK, "a dragoman command");
  const { definitions: store } = folder.storage;
  // No server, no cache and nothing that learns. What was answered from a set that is replaced cannot be reached any more
  // and goes when it expires; examples are learned when the server first meets them.
  const kept = { store, clock: SYSTEM_CLOCK, cache: { forget: async () => {} }, learning: { learn: () => null } };
  const toolsets = Registry.toolsets(kept);
  const operator = operatorOf(folder, { toolsets, classificationSets: Registry.classificationSets(kept) });
  return { operator, close: folder.close };
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
    const models = openModels(config, clock, log, substitutes);
    closers.push(() => models.close());
    const indexDir = join(config.dataDir, "indexes");
    const neighbours = openNeighbourIndexes({ runtimeDir: runtimeDirOf(config), indexDir, log });
    const { prior = SHIPPED_PRIOR } = substitutes;
    const { services, cache } = wire({ config, log, clock, neighbours, prior, ...folder, ...models });
    closers.push(() => cache.close());
    const saving = setInterval(() => void cache.save(), CACHE_SAVE_INTERVAL_MS);
    closers.push(() => clearInterval(saving));
    const expiry = setInterval(() => void expire(folder.storage, config, clock, log), EXPIRY_INTERVAL_MS);
    closers.push(() => clearInterval(expiry));
    const { server: listen, limits, costs } = config;
    const server = openHttpServer({ services, ...listen, ...limits, costs, log });
    closers.push(() => server.stop(listen.drainSecondsMax * 1000));
    const { tenants, adminToken } = folder;
    const operator = operatorOf(folder, services);
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
      cache,
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
    const { answers, reuse: records, definitions } = opened;
    const { errorBound } = config.cache;
    const cacheReports = new CacheReports({ answers, records, definitions, prior: SHIPPED_PRIOR, errorBound });
    const close = async () => {
      try {
        await opened.close();
      } finally {
        lock.release();
      }
    };
    return { storage: opened, tokens, adminToken, tenants, cacheReports, close };
  } catch (failure) {
    await storage?.close();
    lock.release();
    throw failure;
  }
}

/** The operator's commands on a folder; sets go in and out by the registries that are given. */
function operatorOf(
  { storage, tenants, tokens, adminToken, cacheReports }: Awaited<ReturnType<typeof openFolder>>,
  { toolsets, classificationSets }: Pick<Services, "toolsets" | "classificationSets">,
): Operator {
  const exchange = new Exchange({ definitions: storage.definitions, toolsets, classificationSets });
  return new Operator({ tenants, tokens, adminToken, doctor: new Doctor(storage), cacheReports, exchange });
}

function openModels(config: Config, clock: Clock, log: Log, substitutes: Substitutes): Models {
  const chain = modelChain(config);
  const needsInside = !substitutes.embedder || !(substitutes.model || !chain.includes("embedded"));
  const { queueMax, timeoutMs } = config.model;
  const inside = needsInside ? openEmbeddedModels({ runtimeDir: runtimeDirOf(config), queueMax }) : null;
  const embedder = substitutes.embedder ?? (inside as EmbeddedModels).embedder;
  const around = { ...config.network, timeoutMs, embedder, monotonicMs: () => clock.monotonicMs(), log };
  const models = () => chain.map((link) => (link === "embedded" ? { inside: (inside as EmbeddedModels).model } : link));
  const model = substitutes.model ?? openModelsInTurn(models(), around);
  return { model, embedder, close: async () => inside?.close() };
}

/** The models of the settings in the order in which they are asked. */
function modelChain({ model, modelApiKey, backends }: Config): readonly (ModelServer | "embedded")[] {
  const { provider, fallbacks, ...server } = model;
  const first = provider === "embedded" ? provider : { ...server, provider, apiKey: modelApiKey };
  const others = fallbacks.map((name) => (name === "embedded" ? name : (backends[name] as ModelServer)));
  return [first, ...others];
}

/** What the models of the settings can do, for an operator. Opens no data folder. */
export async function examineModels(
  config: Config,
): Promise<{ readonly ok: boolean; readonly checks: readonly ModelFinding[] }> {
  const { timeoutMs } = config.model;
  const inside = { model: "embedded", check: "server", ok: true, found: "needs none", advice: null };
  const checks = await Promise.all(
    modelChain(config).map((link) =>
      link === "embedded" ? [inside] : examineServedModel(link, { ...config.network, timeoutMs }),
    ),
  );
  return { ok: checks.flat().every(({ ok }) => ok), checks: checks.flat() };
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
  readonly cacheReports: CacheReports;
  readonly model: LanguageModel;
  readonly embedder: Embedder;
  readonly neighbours: NeighbourIndexes;
  readonly prior: Prior;
}): { readonly services: Services; readonly cache: SemanticCache } {
  const { config, log, clock, storage, tokens, tenants, adminToken, cacheReports } = parts;
  const { model, embedder, neighbours: indexes, prior } = parts;
  const { apps, keys, windows, definitions, answers, embeddings, memories, requests } = storage;
  const { plans, auth } = config;
  const { timeoutMs } = config.model;
  const isWord = isCommonWord;
  const access = new Access({ apps, keys, windows, tokens, clock, plans, exchangesPerMinute: auth.exchangesPerMinute });
  const { entriesPerAppMax: entriesMax, bytesPerAppMax: bytesMax, ...caching } = config.cache;
  const limits = { entriesMax, bytesMax };
  const random = Math.random;
  const records = storage.reuse;
  const kept = { answers, records, definitions, limits, ...caching };
  const cache = new SemanticCache({ ...kept, embedder, indexes, clock, prior, random, log });
  const monotonicMs = () => clock.monotonicMs();
  const learning = new Learning({ embedder, embeddings, indexes, model, monotonicMs, log });
  const registered = { store: definitions, cache, learning, clock };
  const toolsets = Registry.toolsets(registered);
  const classificationSets = Registry.classificationSets(registered);
  const personas = new Personas(Registry.personas(registered));
  const banks = new Banks({ registry: Registry.banks(registered), memories, embedder, embeddings, indexes, clock });
  const requestsPerAppMax = config.limits.feedbackRequestsPerAppMax;
  const services: Services = {
    access,
    ledger: new Ledger(storage.ledger, clock),
    idempotency: new Idempotency(storage.kept, clock),
    toolsets,
    classificationSets,
    personas,
    banks,
    resolver: new Resolver({
      toolsets,
      banks,
      personas,
      cache,
      learning,
      model,
      clock,
      timeoutMs,
      isWord: isCommonWord,
    }),
    classifier: new Classifier({ sets: classificationSets, cache, learning, model, clock, timeoutMs, isWord }),
    feedback: new Feedback({ requests, cache, banks, clock, requestsPerAppMax }),
    tenants,
    adminToken,
    cacheReports,
    clock,
    readiness: readinessOf(model, log),
  };
  return { services, cache };
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
