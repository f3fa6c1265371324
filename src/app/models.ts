/** The models of the settings: opened for the server, and examined for an operator. */
import { join } from "node:path";
import { type Backend, type Config, selectableBackends } from "#config";
import type { Log } from "#core/log.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { FreeTextModel } from "#core/ports/free-text.ts";
import type { Embedder, LanguageModel, SearchEmbedders } from "#core/ports/models.ts";
import type { Observer } from "#core/ports/observer.ts";
import { type Tracer, UNTRACED } from "#core/ports/tracer.ts";
import type { Backends } from "#core/sets/set-backend.ts";
import { type EmbeddedModels, openEmbeddedModels } from "#models/embedded/index.ts";
import {
  type Examining,
  examineServedModel,
  surveyServedModel,
  visitServedModel,
} from "#models/language/examination.ts";
import { type ModelFinding, type ModelSurvey, surveyOfInside } from "#models/language/findings.ts";
import { openFreeText } from "#models/language/free-text.ts";
import type { FindingsBook } from "#models/language/mode-finder.ts";
import { ServedModels } from "#models/language/served-models.ts";
import type { ServerStanding } from "#models/language/server-history.ts";
import { tracedEmbedder, tracedModel } from "#models/traced-model.ts";
import { watched } from "#models/watched-model.ts";

export interface Models {
  readonly model: LanguageModel;
  /** The models that sets may name. */
  readonly backends: Backends;
  /** Who answers what is no tool call; null where nobody does. */
  readonly freeText: FreeTextModel | null;
  readonly embedder: Embedder;
  /** What tells labels apart: the examples of classes are compared by it. */
  readonly labelEmbedder: Embedder;
  readonly searchEmbedders: SearchEmbedders;
  /** Null when the embedded models answer, and where none is used; else why not, in words. */
  standing(): string | null;
  /** Each of the settings by itself. */
  readonly each: EachModel;
  /** Has servers asked what they can do, where that is not known. */
  begin(): void;
  close(): Promise<void>;
}

/** A model server of the settings, or the model inside. */
export type ModelLink = Backend | "embedded";

export interface ListedModel {
  /** `model` for the first that is asked. */
  readonly name: string;
  /** Its place among those that are asked in turn, from 1; null where only sets name it. */
  readonly asked: number | null;
  readonly link: ModelLink;
}

export interface EachModel {
  readonly listed: readonly ListedModel[];
  /** What became of the questions to a server of `listed`; null while it was not opened. */
  standingOf(server: Backend): ServerStanding | null;
  /** Opened where it was not yet, with all the time there is. */
  alone(link: ModelLink): LanguageModel;
}

/** Who hears of what models do. */
export interface Watchers {
  readonly observer: Observer;
  readonly tracer: Tracer;
}

/** Returns at once: they load in the background. `substitutes` stand in the place of what the settings name. */
export function openModels(
  config: Config,
  clock: Clock,
  log: Log,
  { observer, tracer }: Watchers,
  substitutes: Partial<Pick<Models, "embedder" | "model">>,
  findings: FindingsBook,
): Models {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { queueMax, queuePerAppMax, timeoutMs } = config.model;
  const runtimeDir = runtimeDirOf(config);
  let opened: EmbeddedModels | null = null;
  const inside = () => (opened ??= openEmbeddedModels({ runtimeDir, queueMax, queuePerAppMax }));
  const traced = (model: LanguageModel) => (tracer === UNTRACED ? model : tracedModel(model, tracer));
  const tracedIf = (bare: Embedder) => (tracer === UNTRACED ? bare : tracedEmbedder(bare, tracer));
  const embedder = tracedIf(substitutes.embedder ?? inside().embedder);
  const labelEmbedder = tracedIf(substitutes.embedder ?? inside().labelEmbedder);
  const { tools, requests } = substitutes.embedder
    ? { tools: substitutes.embedder, requests: substitutes.embedder }
    : inside().searchEmbedders;
  const searchEmbedders = { tools: tracedIf(tools), requests: tracedIf(requests) };
  const monotonicMs = () => clock.monotonicMs();
  const surroundings = { ...config.network, timeoutMs, runtimeDir, embedder, monotonicMs, log, observer, tracer };
  const around = { ...surroundings, findings, begun };
  const served = new ServedModels(around);
  const chain = modelChain(config);
  const linkOf = (link: ModelLink) =>
    link === "embedded" ? { inside: traced(substitutes.model ?? inside().model) } : link;
  const model = substitutes.model
    ? watched(traced(substitutes.model), observer, monotonicMs)
    : served.inTurn(chain.map(linkOf));
  const named = new Map<string, LanguageModel>();
  const backend = (name: string) => {
    const known = named.get(name) ?? served.alone(linkOf(name === "embedded" ? name : serverOf(config, name)));
    named.set(name, known);
    return known;
  };
  const backends = {
    names: backendNames(config),
    model: (name: string | null) => (name === null ? model : backend(name)),
  };
  // What sets may name is found out before they do, where that takes no program and no memory.
  for (const name of backendNames(config)) {
    const { mode, provider } = config.backends[name] ?? {};
    if (mode === "auto" && (provider === "openai" || provider === "anthropic")) backend(name);
  }
  const close = async () => {
    await served.close();
    await opened?.close();
  };
  const standing = () => opened?.standing() ?? null;
  const each: EachModel = {
    listed: listedModels(config, chain),
    standingOf: (server) => served.standing(server),
    alone: (link) => served.alone(linkOf(link)),
  };
  const { freeTextBackend } = config.chat;
  const freeText =
    freeTextBackend === "" ? null : openFreeText(freeTextBackend, serverOf(config, freeTextBackend), around);
  return { model, backends, freeText, embedder, labelEmbedder, searchEmbedders, standing, each, begin, close };
}

/** What a set may give as its backend. */
export function backendNames(config: Pick<Config, "backends" | "model">): readonly string[] {
  return [...new Set([...selectableBackends(config), "embedded"])];
}

function serverOf({ backends }: Pick<Config, "backends">, name: string): Backend {
  const server = backends[name];
  if (!server) throw new TypeError(`no backend is called ${name}`);
  return server;
}

/** The models of the settings in the order in which they are asked. */
function modelChain({ model, modelApiKey, backends }: Config): readonly ModelLink[] {
  const { provider, fallbacks, ...server } = model;
  const first = provider === "embedded" ? provider : { ...server, provider, apiKey: modelApiKey };
  const others = fallbacks.map((name) => (name === "embedded" ? name : serverOf({ backends }, name)));
  return [first, ...others];
}

/** Where it is kept what servers were found to do. */
export type Book = Examining["book"];

export interface Examination {
  readonly ok: boolean;
  readonly checks: readonly ModelFinding[];
}

/** What the models of the settings can do, for an operator: each server is asked anew. Opens no data folder. */
export function examineModels(config: Config, book: Book): Promise<Examination> {
  return examinedBy(examineServedModel, config, book);
}

/** Whether they answer, with what was found of them before. */
export function visitModels(config: Config, book: Book): Promise<Examination> {
  return examinedBy(visitServedModel, config, book);
}

async function examinedBy(examine: typeof examineServedModel, config: Config, book: Book): Promise<Examination> {
  const around = examining(config, book);
  const inside = { model: "embedded", check: "server", ok: true, found: "needs none", advice: null };
  const listed = listedModels(config);
  const checks = await Promise.all(listed.map(({ link }) => (link === "embedded" ? [inside] : examine(link, around))));
  return { ok: checks.flat().every(({ ok }) => ok), checks: checks.flat() };
}

/** Every model of the settings in one line. A server that nothing was found of yet is asked. */
export async function surveyModels(
  config: Config,
  book: Book,
): Promise<readonly (ModelSurvey & { readonly name: string; readonly asked: number | null })[]> {
  const around = examining(config, book);
  return Promise.all(
    listedModels(config).map(async ({ name, asked, link }) => {
      const found = link === "embedded" ? surveyOfInside("embedded") : await surveyServedModel(link, around);
      return { name, asked, ...found };
    }),
  );
}

/** Those that are asked first, in their order, and after them the others, which sets may name. */
export function listedModels(config: Config, chain = modelChain(config)): readonly ListedModel[] {
  const { model, backends } = config;
  const names = ["model", ...model.fallbacks];
  const first = chain.map((link, index) => ({ name: names[index] as string, asked: index + 1, link }));
  const others = Object.entries(backends).filter(([name]) => !model.fallbacks.includes(name));
  return [...first, ...others.map(([name, link]) => ({ name, asked: null, link }))];
}

function examining(config: Config, book: Book): Examining {
  const { timeoutMs } = config.model;
  return { ...config.network, timeoutMs, runtimeDir: runtimeDirOf(config), now: () => Date.now(), book };
}

/** Where native libraries are unpacked: a folder that allows execution. */
export function runtimeDirOf(config: Config): string {
  return config.embedder.runtimeDir === "" ? join(config.dataDir, "runtime") : config.embedder.runtimeDir;
}
