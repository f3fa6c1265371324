import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type App, openApp } from "#app";
import type { Config } from "#config";
import type { Log } from "#core/log.ts";
import type { Clock } from "#core/ports/clock.ts";
import { Secret } from "#core/secret.ts";
import type { Prior } from "#core/semantic-cache/trust/bound.ts";
import { type AppId, UNLIMITED_REQUESTS } from "#core/tenant.ts";
import { checkErrorObject, checkHeaders, errorCodeOf, type Reply } from "./answer-checks.ts";
import { onEveryPath } from "./cache-kit.ts";
import { type ClauseId, checkClause } from "./contract/clauses.ts";
import { FakeClock, FakeEmbedder, FakeModel } from "./fakes.ts";
import { MODEL_SERVER } from "./model-server.ts";
import { observe } from "./openapi/recorder.ts";

/** Plans by what tests need of them. `plenty` never gets in the way. */
const PLANS = {
  plenty: { requestsPerMinute: 1_000_000, requestsPerMonth: 1_000_000 },
  hasty: { requestsPerMinute: 3, requestsPerMonth: 1_000_000 },
  poor: { requestsPerMinute: 1_000_000, requestsPerMonth: 2 },
  unlimited: { requestsPerMinute: UNLIMITED_REQUESTS, requestsPerMonth: UNLIMITED_REQUESTS },
} as const;
/** What only a cluster reads. */
const POSTGRES = { postgresConnectionsMax: 10, postgresWaitMsMax: 5_000, postgresStatementMsMax: 10_000 };

export type PlanName = keyof typeof PLANS;

export interface TestAppOptions {
  readonly bodyBytesMax?: number;
  readonly exchangesPerMinute?: number;
  readonly trustedProxies?: readonly string[];
  readonly drainSecondsMax?: number;
  /** The model loads only when the test says so (`model.load()`). */
  readonly modelLoads?: "at once" | "when told";
  /** The models that ship, in place of the fake ones. */
  readonly hasShippedModels?: true;
  /** In place of the fake model: the one that these settings name. */
  readonly servedModel?: Partial<Config["model"]>;
  readonly backends?: Config["backends"];
  readonly freeTextBackend?: string;
  /** What the cache is told of its errors before it has seen any. By default it answers the same words only. */
  readonly prior?: Prior;
  readonly cache?: Partial<Config["cache"]>;
  readonly graduation?: Partial<Config["graduation"]>;
  readonly telemetry?: Partial<Config["telemetry"]>;
  readonly network?: Config["network"];
  readonly operationsListen?: string;
  readonly corsOrigins?: readonly string[];
  /** In the place of what `useCluster` says. */
  readonly cluster?: Cluster;
}

/** An app of the server, with a token of its own. */
export interface Tenant {
  readonly appId: AppId;
  readonly apiKey: string;
  readonly token: string;
  /** With this tenant's token. A body that is no string is sent as JSON. */
  request(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** As the ledger has it. */
  balance(): Promise<number>;
}

export interface TestApp {
  readonly app: App;
  /** All that may be asked: that one alone, or the nodes of a cluster. */
  readonly nodes: readonly App[];
  readonly dataDir: string;
  /** That one alone, or those of all nodes. */
  readonly dataDirs: readonly string[];
  readonly url: string;
  readonly clock: FakeClock;
  readonly model: FakeModel;
  readonly embedder: FakeEmbedder;
  readonly logs: readonly string[];
  tenant(plan?: PlanName): Promise<Tenant>;
  /** Without a token. */
  request(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  close(): Promise<void>;
}

/** Databases that nodes share, in the place of a folder's own: see `useCluster`. */
export interface Cluster {
  readonly nodes: number;
  /** By how much the clock of each goes ahead of the test's; not at all when left out. */
  readonly clocksAheadMs?: readonly number[];
  /** Of a Valkey, where nodes share one. */
  readonly valkeyUrl?: string;
  /** An empty one, by its address as nodes log in. */
  createDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }>;
}

let usedCluster: Cluster | null = null;

/** From now on a test's app is several nodes on one database, and each of its requests goes to another one than the last. */
export function useCluster(its: Cluster): void {
  usedCluster = its;
}

/** The whole server in a folder of its own: real storage, real HTTP; only models and clock are fake. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-test-"));
  const cluster = options.cluster ?? usedCluster;
  const clock = new FakeClock();
  const model = new FakeModel(options.modelLoads ?? "at once");
  const embedder = new FakeEmbedder();
  const logs: string[] = [];
  const substitutes = {
    ...(options.hasShippedModels ? { clock } : options.servedModel ? { clock, embedder } : { clock, model, embedder }),
    prior: options.prior ?? { edges: onEveryPath([0]), counts: [] },
  };
  // As at level "info", each line with its request before it.
  const log: Log = (message, { level, requestId } = {}) => {
    if (level !== "debug") logs.push(requestId === undefined ? message : `${requestId} ${message}`);
  };
  const folders = Array.from({ length: cluster?.nodes ?? 1 }, (_, node) =>
    node === 0 ? dataDir : `${dataDir}-${node}`,
  );
  const database = cluster && (await cluster.createDatabase());
  const open = (folder: string, node: number) => {
    const config = testConfig(folder, `node-${node + 1}`, options, database?.url ?? null);
    return openApp(config, {
      log,
      substitutes: { ...substitutes, clock: aheadOf(clock, cluster?.clocksAheadMs?.[node]) },
    });
  };
  // The first by itself, so that it is the one that makes the admin token.
  const app = await open(dataDir, 0);
  const apps = [app, ...(await Promise.all(folders.slice(1).map((folder, at) => open(folder, at + 1))))];
  const { url } = app.server;
  // As a balancer has it, that passes on what clients call it.
  const balanced = apps.length > 1 ? { Host: new URL(url).host } : {};
  let sent = 0;
  const request: TestApp["request"] = async (method, path, body, headers = {}) => {
    sent += 1;
    const node = apps[sent % apps.length] as App;
    const reply = await send(node.server.url + path, method, body, { ...balanced, ...headers });
    // The log of questions is half a second behind: of one process nobody sees it, of several whoever asks the next one.
    if (apps.length > 1) await node.services.queryLog.flush();
    observe(app.services, { method, path, ...reply });
    return reply;
  };
  return {
    app,
    nodes: apps,
    dataDir,
    dataDirs: folders,
    url,
    clock,
    model,
    embedder,
    logs,
    request,
    tenant: (plan = "plenty") => createTenant(app, request, plan),
    async close() {
      await Promise.all(apps.map((node) => node.close()));
      await database?.drop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function aheadOf(clock: FakeClock, aheadMs = 0): Clock {
  return { now: () => clock.now() + aheadMs, monotonicMs: () => clock.monotonicMs() };
}

function testConfig(dataDir: string, nodeName: string, options: TestAppOptions, database: string | null): Config {
  const {
    bodyBytesMax = 1_048_576,
    exchangesPerMinute = 1_000_000,
    trustedProxies = [],
    drainSecondsMax = 1,
    operationsListen = "",
    corsOrigins = [],
  } = options;
  return {
    dataDir,
    server: {
      host: "127.0.0.1",
      port: 0,
      operationsListen,
      timeZone: "UTC",
      nodeName,
      trustedProxies,
      corsOrigins,
      drainSecondsMax,
    },
    plans: PLANS,
    limits: {
      bodyBytesMax,
      bodySecondsMax: 30,
      batchConcurrencyMax: 4,
      comparedLearningSecondsMax: 30,
      feedbackRequestsPerAppMax: 1_000,
      feedbackDaysMax: 30,
      queryLogDaysMax: 365,
      queryLogRowsPerAppMax: 10_000,
      failedWorkMsPerMinute: 5_000,
      keptAnswerBytesPerAppMax: 67_108_864,
    },
    costs: { manage: 1, resolve: 1, resolveRespond: 2, classify: 1 },
    model: {
      provider: "embedded",
      ...MODEL_SERVER,
      queuePerAppMax: 64,
      apiKeyEnv: "",
      fallbacks: [],
      selectable: ["*"],
      timeoutMs: options.hasShippedModels ? 60_000 : 5_000,
      queueMax: 256,
      ...options.servedModel,
    },
    modelApiKey: new Secret(""),
    shown: [],
    backends: options.backends ?? {},
    chat: { freeTextBackend: options.freeTextBackend ?? "" },
    embedder: { provider: "embedded", runtimeDir: "" },
    network: options.network ?? { allow: [] },
    auth: { tokenLifetimeSeconds: 900, exchangesPerMinute },
    admin: { sessionIdleMinutes: 60, sessionMinutesMax: 720 },
    cache: {
      enabled: true,
      errorBound: 0.005,
      ttlSeconds: 2_592_000,
      entriesPerAppMax: 10_000,
      bytesPerAppMax: 67_108_864,
      memoryBytesMax: 67_108_864,
      learnedElsewhereSecondsMax: 5,
      verifyShare: 0,
      ...options.cache,
    },
    update: { trustedKeys: [] },
    graduation: { enabled: false, agreementMin: 0.98, verifyShare: 0.02, ...options.graduation },
    storage: {
      kind: database === null ? "embedded" : "cluster",
      ledgerMonthsKept: 0,
      postgresUrl: new Secret(database ?? ""),
      ...POSTGRES,
      valkeyUrl: new Secret((options.cluster ?? usedCluster)?.valkeyUrl ?? ""),
      valkeyWaitMsMax: 10_000,
    },
    telemetry: {
      otlpEndpoint: "",
      headers: [],
      intervalSeconds: 3_600,
      sampleRatio: 1,
      queueMax: 2_048,
      serviceName: "dragoman",
      ...options.telemetry,
    },
    log: { format: "text", level: "info" },
  };
}

async function createTenant(app: App, request: TestApp["request"], plan: PlanName): Promise<Tenant> {
  const { app: created, apiKey } = await app.tenants.createApp("a test's app", plan);
  const { json } = await request("POST", "/v1/auth", { api_key: apiKey });
  const token: string = json.access_token;
  return {
    appId: created.id,
    apiKey,
    token,
    request: (method, path, body, headers = {}) =>
      request(method, path, body, { Authorization: `Bearer ${token}`, ...headers }),
    balance: async () => (await app.tenants.showApp(created.id)).requestsRemaining,
  };
}

async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  const sent =
    body === undefined
      ? {}
      : { body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body) };
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    ...(sent as { body?: string }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === "" ? null : JSON.parse(text) };
}

// ── Scenario tables ────────────────────────────────────────────────────────────────────────────────────────────────

/** Who sends the request of a row. Each row has tenants of its own. */
export type Sender =
  | "owner"
  | "stranger"
  | "anonymous"
  | "malformed token"
  | "forged token"
  | "expired token"
  | "suspended";

/** What stands ready when the row's request is sent. */
export interface Stage {
  readonly server: TestApp;
  readonly owner: Tenant;
  /** Another app; it owns nothing but what the row gives it. Made when first asked for. */
  readonly stranger: () => Promise<Tenant>;
  /** What the server named, as in `{bank}`: stands in for that in the row's path and body. */
  readonly names: Map<string, string>;
}

export interface Scenario {
  /** The sentence of `docs/reference/contract.md` that the row shows. */
  readonly clause: ClauseId;
  readonly name: string;
  readonly as?: Sender;
  /** The owner's plan. */
  readonly plan?: PlanName;
  /** What happened before. Not charged to the row. */
  readonly given?: (stage: Stage) => Promise<unknown>;
  readonly method?: string;
  /** In place of the title's, query included. */
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expect: number;
  readonly error?: string;
  /** Fields that `details` names, exactly. */
  readonly details?: readonly string[];
  /** What the message says, among other things. */
  readonly says?: string | RegExp;
  /** What the body holds, among other things. */
  readonly json?: object;
  readonly replyHeaders?: Readonly<Record<string, string | RegExp>>;
  /** Requests taken from whoever sent it. By default the route's cost for a 2xx, else nothing. */
  readonly charged?: number;
  /** The owner's sets are what they were. */
  readonly unchanged?: true;
  readonly afterwards?: (reply: Reply, stage: Stage) => Promise<void> | void;
}

export interface TableOptions {
  /** What a 2xx of the route costs; 1 where nothing is said. */
  readonly cost?: number;
  /** The shape of a 200 or 201. */
  readonly answer?: TSchema;
  readonly app?: TestAppOptions;
  /** What stands ready before each row, before the row's own `given`. */
  readonly given?: (stage: Stage) => Promise<unknown>;
}

/** A table of requests to one route, as in `PUT /v1/toolsets/weather-v1`. What every answer must have is checked in every row. */
export function scenarios(title: string, rows: readonly Scenario[], options: TableOptions = {}): void {
  for (const { clause } of rows) checkClause(clause);
  const [method = "GET", path = "/"] = title.split(" ");
  describe(title, () => {
    let server: TestApp;
    beforeAll(async () => {
      server = await openTestApp(options.app);
    });
    afterAll(() => server.close());
    for (const row of rows) {
      test(`${row.name} → ${row.expect}${row.error ? ` ${row.error}` : ""} (${row.clause})`, async () => {
        let other: Promise<Tenant> | undefined;
        const stranger = () => (other ??= server.tenant());
        const stage = { server, owner: await server.tenant(row.plan), stranger, names: new Map<string, string>() };
        await options.given?.(stage);
        await row.given?.(stage);
        await play(stage, named({ method, path, ...row }, stage.names), options);
      });
    }
  });
}

type Played = Scenario & { readonly method: string; readonly path: string };

function named(row: Played, names: ReadonlyMap<string, string>): Played {
  const fill = (text: string) => text.replace(/\{([a-z]+)\}/g, (whole, name: string) => names.get(name) ?? whole);
  const { path, body } = row;
  const filled = typeof body === "object" ? (JSON.parse(fill(JSON.stringify(body))) as unknown) : body;
  return { ...row, path: fill(path), ...(body !== undefined && names.size > 0 && { body: filled }) };
}

async function play(stage: Stage, row: Played, options: TableOptions): Promise<void> {
  const { server, owner } = stage;
  const sender = row.as === "stranger" ? await stage.stranger() : owner;
  const authorization = await authorizationOf(row.as ?? "owner", stage);
  const before = { balance: await sender.balance(), owned: await ownedBy(stage) };
  const reply = await server.request(row.method, row.path, row.body, { ...authorization, ...row.headers });

  expect({ status: reply.status, error: errorCodeOf(reply.json) }).toEqual({ status: row.expect, error: row.error });
  const known = row.as === undefined || row.as === "owner" || row.as === "stranger";
  checkHeaders(reply, row.replyHeaders ?? {}, known ? server.clock.now() : null);
  if (row.expect >= 400) checkErrorObject(reply, row);
  else if (options.answer && row.method !== "DELETE") expect([...Value.Errors(options.answer, reply.json)]).toEqual([]);
  if (row.json) expect(reply.json).toMatchObject(row.json);
  const charged = row.charged ?? (row.expect < 300 ? (options.cost ?? 1) : 0);
  expect({ charged: before.balance - (await sender.balance()) }).toEqual({ charged });
  if (row.unchanged) expect(await ownedBy(stage)).toEqual(before.owned);
  await row.afterwards?.(reply, stage);
}

async function authorizationOf(sender: Sender, { server, owner, stranger }: Stage): Promise<Record<string, string>> {
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  switch (sender) {
    case "anonymous":
      return {};
    case "malformed token":
      return { Authorization: "Bearer not-a-token" };
    case "forged token":
      return bearer(forged(owner.token));
    case "stranger":
      return bearer((await stranger()).token);
    case "expired token":
      server.clock.advance(901_000);
      return bearer(owner.token);
    case "suspended":
      await server.app.tenants.suspend(owner.appId);
      return bearer(owner.token);
    case "owner":
      return bearer(owner.token);
  }
}

/** The same claims, one bit of the signature turned. */
function forged(token: string): string {
  const [head, claims, signature = ""] = token.split(".");
  const bytes = Buffer.from(signature, "base64url");
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return `${head}.${claims}.${bytes.toString("base64url")}`;
}

/** All that the owner has registered, as the core has it: free of charge. */
async function ownedBy({ server, owner }: Stage): Promise<unknown> {
  const principal = { app: owner.appId } as Parameters<App["services"]["toolsets"]["list"]>[0];
  const page = { limit: 100, after: null };
  const { toolsets, classificationSets, personas, banks, aliases } = server.app.services;
  const owned = [toolsets, classificationSets, personas, banks.registry].map((store) => store.list(principal, page));
  const { items } = await banks.registry.list(principal, page);
  const memories = items.map(({ set }) => banks.listMemories(principal, set.signature, page));
  return Promise.all([...owned, ...memories, aliases.list(principal, page)]);
}
