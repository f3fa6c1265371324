/** Everything that answers requests, put together. */
import { join } from "node:path";
import type { Config } from "#config";
import { Access } from "#core/access/access.ts";
import type { AdminToken } from "#core/access/admin-token.ts";
import { FailedWork } from "#core/access/failed-work.ts";
import { Hits } from "#core/access/hits.ts";
import { Idempotency } from "#core/access/idempotency.ts";
import { Ledger } from "#core/access/ledger.ts";
import type { Tenants } from "#core/access/tenants.ts";
import type { Tokens } from "#core/access/tokens.ts";
import { CallReuse } from "#core/answering/call-reuse.ts";
import { Assistant, type AssistantOptions } from "#core/answering/chat-assistant.ts";
import { ChatReadings } from "#core/answering/chat-readings.ts";
import { Classifier } from "#core/answering/classification.ts";
import { Feedback } from "#core/answering/feedback.ts";
import { Graduated } from "#core/answering/graduated.ts";
import { LabelReuse } from "#core/answering/label-reuse.ts";
import { Resolver } from "#core/answering/resolution.ts";
import { BundleSigning } from "#core/bundle/bundle-signing.ts";
import { Bundles, type Trial } from "#core/bundle/bundles.ts";
import { Packing } from "#core/bundle/packing.ts";
import { Unpacking } from "#core/bundle/unpacking.ts";
import type { Class } from "#core/classification-set.ts";
import { Examiner } from "#core/examination/examiner.ts";
import { OpenRuns } from "#core/examination/open-runs.ts";
import { type FoundSets, Proposals } from "#core/examination/proposals.ts";
import type { TestRuns } from "#core/examination/test-runs.ts";
import { Exchange } from "#core/exchange/exchange.ts";
import { Graduation } from "#core/graduation/graduation.ts";
import { GraduationReports } from "#core/graduation/graduation-report.ts";
import { EMBEDDING_MS_MAX, LintVectors } from "#core/linting/lint-vectors.ts";
import { Linter } from "#core/linting/linter.ts";
import { SetLint } from "#core/linting/set-lint.ts";
import { checkedTimeZone } from "#core/local-time.ts";
import type { Log } from "#core/log.ts";
import { MainThread } from "#core/main-thread.ts";
import type { Heartbeat } from "#core/nodes/heartbeat.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { FreeTextModel } from "#core/ports/free-text.ts";
import type { Embedder, LanguageModel, SearchEmbedders } from "#core/ports/models.ts";
import type { NeighbourIndexes } from "#core/ports/neighbours.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Tracer } from "#core/ports/tracer.ts";
import { MissQueue } from "#core/query-log/misses.ts";
import type { QueryLog } from "#core/query-log/query-log.ts";
import { CachedAnswers } from "#core/semantic-cache/keeping/cached-answers.ts";
import { SemanticCache } from "#core/semantic-cache/semantic-cache.ts";
import type { Prior } from "#core/semantic-cache/trust/bound.ts";
import type { CacheReports } from "#core/semantic-cache/trust/report.ts";
import { Verification } from "#core/semantic-cache/trust/verification.ts";
import { AliasTallies } from "#core/sets/alias-tallies.ts";
import { Aliases } from "#core/sets/aliases.ts";
import { Banks } from "#core/sets/banks.ts";
import { KeptVectors } from "#core/sets/kept-vectors.ts";
import type { FoundByName } from "#core/sets/kind-of-set.ts";
import { Learning } from "#core/sets/learning.ts";
import { Personas } from "#core/sets/personas.ts";
import { Registry } from "#core/sets/registry.ts";
import type { Backends } from "#core/sets/set-backend.ts";
import { SetFinder, storedSets } from "#core/sets/set-finder.ts";
import { ToolsetNames } from "#core/sets/toolset-names.ts";
import { ValueLists } from "#core/sets/value-lists.ts";
import { CaseBooks } from "#core/teaching/case-books.ts";
import { Teaching } from "#core/teaching/teaching.ts";
import type { AppId } from "#core/tenant.ts";
import { ToolSearch, type ToolSearchOptions } from "#core/tool-search/tool-search.ts";
import type { Services } from "#http/services.ts";
import type { Metrics } from "#metrics/metrics.ts";
import type { Readings } from "#metrics/readings.ts";
import { TALLIED, tallyOf } from "#metrics/tally.ts";
import { SearchedInEnglish } from "#models/embedded/glossing/searched-in-english.ts";
import { textsOfSet } from "#models/embedded/labels/class-texts.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { DATABASE_FILE } from "#storage/embedded/database.ts";
import manifest from "../../package.json";
import { readinessOf, waitsOf } from "./readiness.ts";

/** What is put together here: what requests reach, as `Services` of `#http` says, and what operators and the collector do. */
export type Wired = ReturnType<typeof wire>;

/** What the services are made of. */
export interface Parts {
  readonly config: Config;
  readonly log: Log;
  /** Lines that `log` could not keep; 0 where it keeps all. */
  readonly droppedLogLines?: () => number;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly tokens: Tokens;
  readonly tenants: Tenants;
  readonly adminToken: AdminToken;
  readonly cacheReports: CacheReports;
  readonly queryLog: QueryLog;
  readonly testRuns: TestRuns;
  readonly model: LanguageModel;
  readonly backends: Backends;
  readonly freeText: FreeTextModel | null;
  readonly embedder: Embedder;
  readonly labelEmbedder: Embedder;
  readonly searchEmbedders: SearchEmbedders;
  /** As `Models.standing`. */
  readonly standing: () => string | null;
  readonly neighbours: NeighbourIndexes;
  readonly prior: Prior;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly openTrial: () => Promise<Trial>;
  /** Where a server runs. */
  readonly heartbeat?: Pick<Heartbeat, "counts" | "name">;
}

/** The services, none of which has begun anything yet. */
export function wire(parts: Parts) {
  const { config, log, clock, storage, tenants, adminToken, cacheReports } = parts;
  const { model, backends, standing, metrics, tracer, labelEmbedder } = parts;
  const { requests, changes } = storage;
  const watched = { clock, observer: metrics };
  const { cache, calls, labels } = cachesOf(parts);
  const vectors = vectorsOf(parts);
  const mainThread = new MainThread(clock);
  const graduation = graduationOf(parts);
  const { learning, caseBooks, ...sets } = setsOf(parts, { cache, graduation, vectors, mainThread });
  const { personas, banks, teaching, valueLists } = sets;
  const { feedbackRequestsPerAppMax: requestsPerAppMax, failedWorkMsPerMinute: msPerMinute } = config.limits;
  const failedWork = new FailedWork({ msPerMinute, ...watched });
  const readiness = readinessOf(model, waitsOf(storage, config.storage.kind, standing), log);
  const readings = readingsOf(parts, cache, () => readiness().ready);
  const { graduated, close: closeGraduated } = graduatedBy(parts, graduation);
  const asked = { learning, caseBooks, backends, clock, mainThread, timeoutMs: config.model.timeoutMs };
  const timeZone = checkedTimeZone("server.time_zone", config.server.timeZone);
  const names = { aliases: storage.aliases, definitions: storage.definitions };
  const isLogged = (app: AppId) => storage.queryLog.settings(app) !== null;
  const resolving = { banks, personas, valueLists, cache: calls, graduated, ...asked, timeZone, isLogged };
  const answering = (setFinder: SetFinder) => ({
    resolver: new Resolver({ setFinder, ...resolving }),
    classifier: new Classifier({ setFinder, cache: labels, labelEmbedder, graduated, ...asked }),
  });
  const setFinder = new SetFinder({ sets: storedSets(names.definitions), ...names });
  const { resolver, classifier } = answering(setFinder);
  const toolSearch = toolSearchOf(parts, { setFinder, vectors, mainThread });
  const learningSecondsMax = config.limits.comparedLearningSecondsMax;
  const examining = { ...names, learning, learningSecondsMax, model, clock };
  const examiner = new Examiner({ ...sets, ...examining, resolver, classifier });
  const examinerOf = (found: FoundSets) => {
    const byKind = { toolset: found.toolsets, classification_set: found.classificationSets };
    return new Examiner({ ...found, ...answering(new SetFinder({ sets: byKind, ...names })), ...examining });
  };
  const { queryLog, testRuns } = parts;
  const proposals = new Proposals({ ...sets, learning, learningSecondsMax, queryLog, examiner, examinerOf, clock });
  const missQueue = missQueueOf({ storage, queryLog, cacheReports, clock }, parts.embedder);
  const bundles = bundlesOf(parts, { ...sets, examiner, timeZone });
  const forRequests = {
    access: accessOf(parts),
    failedWork,
    hits: new Hits({ store: storage.hits, failedWork, requestsPerAppMax, ...watched }),
    ledger: new Ledger(storage.ledger, clock, metrics),
    idempotency: new Idempotency(storage.kept, storage.keyedWork, clock),
    ...sets,
    resolver,
    ...chatsOf(parts, { ...sets, resolver }),
    toolSearch,
    classifier,
    examiner,
    testRuns,
    proposals,
    bundles,
    graduationReports: graduationReportsOf(config, storage, sets),
    queryLog,
    missQueue,
    feedback: new Feedback({ requests, cache, banks, teaching, queryLog, clock, requestsPerAppMax }),
    tenants,
    adminToken,
    changes,
    clock,
    mainThread,
    observer: metrics,
    tracer,
    metricsPage: () => metrics.page(readings),
    readiness,
  } satisfies Omit<Services, "admin">;
  // The same figures as on the page, before they are written down.
  const metricsSnapshot = () => metrics.snapshot(readings);
  const tally = () => tallyOf(metrics.counted(TALLIED));
  const asking = { examiner, openRuns: new OpenRuns(), testRuns, proposals, resolver, classifier, toolSearch, clock };
  const close = closing({ close: closeGraduated }, toolSearch, cache, vectors);
  return { services: { ...forRequests, cacheReports, metricsSnapshot, tally, asking }, cache, vectors, close };
}

function accessOf({ config, clock, storage, tokens, metrics: observer }: Parts): Access {
  const { apps, keys, windows, changes } = storage;
  const { plans, auth } = config;
  const { exchangesPerMinute } = auth;
  return new Access({ apps, keys, windows, tokens, changes, plans, exchangesPerMinute, clock, observer });
}

/** What goes on with a chat. */
function chatsOf({ backends, freeText, storage, clock }: Parts, options: Omit<AssistantOptions, "readings">) {
  const readings = new ChatReadings({ changes: storage.changes, clock });
  return { assistant: new Assistant({ ...options, readings }), backends, freeText };
}

/** One after the other. */
function closing(...parts: readonly { close(): Promise<void> | void }[]): () => Promise<void> {
  return async () => {
    for (const part of parts) await part.close();
  };
}

function toolSearchOf(
  { storage, searchEmbedders: embedders, neighbours: indexes, clock, log }: Parts,
  made: Pick<ToolSearchOptions, "mainThread" | "setFinder" | "vectors">,
): ToolSearch {
  const { definitions, changes, learning } = storage;
  const stored = { definitions, changes, learning };
  const glosses = new SearchedInEnglish();
  return new ToolSearch({ ...made, ...stored, indexes, embedders, glosses, clock, isWord: isCommonWord, log });
}

export function graduationReportsOf(
  { graduation }: Pick<Config, "graduation">,
  { graduation: store, aliases, definitions }: Pick<Storage, "aliases" | "definitions" | "graduation">,
  { toolsets, classificationSets }: Pick<FoundByName, "classificationSets" | "toolsets">,
): GraduationReports {
  return new GraduationReports({ store, aliases, definitions, toolsets, classificationSets, ...graduation });
}

function graduationOf({
  config,
  storage,
  clock,
  metrics,
  log,
}: Pick<Parts, "clock" | "config" | "log" | "metrics" | "storage">): Graduation {
  const { enabled, agreementMin } = config.graduation;
  const warn = (message: string) => log(message, { level: "warn" });
  return new Graduation({
    store: storage.graduation,
    definitions: storage.definitions,
    changes: storage.changes,
    clock,
    agreementMin: enabled ? agreementMin : null,
    observer: metrics,
    log: warn,
  });
}

/** What is asked behind an answer makes way for questions: it is dropped where too much of it waits. */
function graduatedBy({ config, backends, log }: Pick<Parts, "backends" | "config" | "log">, graduation: Graduation) {
  const behind = { random: Math.random, isBusy: () => false, log };
  const verification = new Verification({ ...behind, share: config.graduation.verifyShare });
  const shadow = new Verification({ ...behind, share: 1 });
  const inside = () => backends.model("embedded");
  const graduated = new Graduated({ graduation, inside, verification, shadow, log });
  const close = async () => {
    await verification.close();
    await shadow.close();
  };
  return { graduated, close };
}

/** `timeZone`: of a sentence that says none. */
function bundlesOf(
  { storage, clock, openTrial }: Pick<Parts, "clock" | "openTrial" | "storage">,
  {
    aliases: _,
    examiner,
    timeZone,
    ...sets
  }: Omit<ReturnType<typeof setsOf>, "caseBooks" | "learning"> & {
    readonly examiner: Examiner;
    readonly timeZone: string;
  },
): Bundles {
  const { definitions, aliases, secrets } = storage;
  const exchange = new Exchange({ definitions, aliases, ...sets, clock });
  const parts = { ...sets, exchange, valueLists: sets.valueLists.registry };
  const made = { packing: new Packing(parts), unpacking: new Unpacking(parts), signing: new BundleSigning(secrets) };
  return new Bundles({ ...made, examiner, openTrial, clock, version: manifest.version, timeZone });
}

/** `embedder`: null where no model is there. */
export function missQueueOf(
  {
    storage,
    ...parts
  }: Pick<Parts, "cacheReports" | "queryLog" | "storage"> & { readonly clock: Pick<Clock, "monotonicMs"> },
  embedder: Embedder | null,
): MissQueue {
  return new MissQueue({ ...parts, store: storage.queryLog, taught: storage.taught, embedder });
}

/** What apps define and teach, and what is learned and found of it. */
function setsOf(
  { storage, clock, log, model: asked, backends, embedder, labelEmbedder, neighbours: indexes }: Parts,
  parts: {
    readonly cache: CachedAnswers;
    readonly graduation: Graduation;
    readonly vectors: KeptVectors;
    readonly mainThread: MainThread;
  },
) {
  const { vectors, mainThread, graduation } = parts;
  // What was answered, and found out, by a content that is gone.
  const forget = async (...gone: Parameters<CachedAnswers["forget"]>) => {
    await Promise.all([parts.cache.forget(...gone), parts.graduation.forget(...gone)]);
  };
  const cache = { forget };
  const { definitions, aliases, memories, taught: store, changes, learning: shared } = storage;
  const monotonicMs = () => clock.monotonicMs();
  const embedders = { tools: embedder, classes: labelEmbedder };
  // Who may answer in the place of another learns what examples of classes teach, too.
  const model = graduation.isOn ? backends.model("embedded") : asked;
  const learning = new Learning({ embedders, vectors, shared, definitions, indexes, model, monotonicMs, log });
  const registered = { store: definitions, aliases, cache, learning, backends: backends.names, clock, mainThread };
  const toolsets = Registry.toolsets(registered);
  const classificationSets = Registry.classificationSets(registered);
  const lintVectors = new LintVectors({ embedders, kept: vectors, msMax: EMBEDDING_MS_MAX, monotonicMs });
  const aliasTallies = storage.aliasTallies ?? new AliasTallies(clock);
  const linter = new Linter({ vectors: lintVectors, mainThread, isCommonWord });
  return {
    learning,
    toolsets,
    classificationSets,
    toolsetNames: new ToolsetNames({ definitions, aliases, toolsets }),
    aliases: new Aliases({ store: aliases, definitions, tallies: aliasTallies, clock }),
    aliasTallies,
    personas: new Personas(Registry.personas(registered)),
    banks: new Banks({ registry: Registry.banks(registered), memories, embedder, vectors, indexes, clock }),
    valueLists: new ValueLists({ registry: Registry.valueLists(registered), clock, mainThread }),
    teaching: new Teaching({ store, toolsets, classificationSets, clock, embedding: { embedder, vectors } }),
    caseBooks: new CaseBooks({ store, embedder, vectors, indexes, changes, clock, isWord: isCommonWord }),
    setLint: new SetLint({ definitions, aliases, linter }),
  };
}

function readingsOf(
  { config, storage, droppedLogLines, heartbeat }: Parts,
  cache: CachedAnswers,
  isReady: () => boolean,
): Readings {
  return {
    isReady,
    cacheIndex: () => cache.index,
    keptAnswerBytes: lastKnownBytes(storage.kept),
    cacheErrorOn: (path) => cache.errorOn(path),
    droppedLogLines: droppedLogLines ?? (() => 0),
    databasePath: join(config.dataDir, DATABASE_FILE),
    dataDir: config.dataDir,
    followedUntil: () => followedUntil(storage),
    nodes: () => heartbeat ?? null,
  };
}

/** As long as nothing could be restored, what there is only on this disk is as old as the process. */
function followedUntil({ following }: Pick<Storage, "following">): number | null {
  const last = following?.last() ?? null;
  return last && (last.until ?? performance.timeOrigin);
}

/** Of the page of metrics, which is read most when the store fails, and once more when it is closed: then the last one known. */
function lastKnownBytes(kept: Storage["kept"]): () => number {
  let bytes = 0;
  return () => {
    try {
      bytes = kept.bytes();
    } catch {
      // The store's own metrics say that it fails.
    }
    return bytes;
  };
}

/** What embeds a text here is what `wire` gives to those who learn. */
function vectorsOf({ storage, embedder, labelEmbedder, searchEmbedders, clock, log }: Parts): KeptVectors {
  const { embeddings, definitions, memories, taught } = storage;
  const embedders = {
    tools: embedder.id,
    classes: labelEmbedder.id,
    searchedTools: searchEmbedders.tools.id,
    searchedExamples: searchEmbedders.requests.id,
  };
  const textsOfClasses = (classes: readonly Class[]) => textsOfSet(classes).flat();
  const monotonicMs = () => clock.monotonicMs();
  return new KeptVectors({ embeddings, definitions, memories, taught, embedders, textsOfClasses, monotonicMs, log });
}

/** One cache for calls and one for labels, over what they share. */
function cachesOf({ config, storage, embedder, neighbours: indexes, clock, log, prior, metrics, tracer }: Parts) {
  const { entriesPerAppMax: entriesMax, bytesPerAppMax: bytesMax, ...caching } = config.cache;
  const { answers, reuse: records, definitions, questions, changes } = storage;
  const common = { answers, records, questions, changes, embedder, clock, log, observer: metrics, tracer, ...caching };
  const limits = { entriesMax, bytesMax };
  const cache = new CachedAnswers({ ...common, definitions, indexes, limits, prior, random: Math.random });
  const calls = new SemanticCache({ ...common, shared: cache, reuse: new CallReuse(isCommonWord) });
  const labels = new SemanticCache({ ...common, shared: cache, reuse: new LabelReuse(isCommonWord) });
  return { cache, calls, labels };
}
