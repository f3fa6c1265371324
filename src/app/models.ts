/** The models of the settings: opened for the server, and examined for an operator. */
import { join } from "node:path";
import type { Config } from "#config";
import type { Log } from "#core/log.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { Embedder, LanguageModel } from "#core/ports/models.ts";
import type { Observer } from "#core/ports/observer.ts";
import { type Tracer, UNTRACED } from "#core/ports/tracer.ts";
import type { Backends } from "#core/set-backend.ts";
import { type EmbeddedModels, openEmbeddedModels } from "#models/embedded/index.ts";
import { type ModelFinding, type ModelSurvey, surveyOfInside } from "#models/language/findings.ts";
import { examineServedModel, type ModelServer, surveyServedModel } from "#models/language/index.ts";
import { ServedModels } from "#models/language/served-models.ts";
import { tracedEmbedder, tracedModel } from "#models/traced-model.ts";
import { watched } from "#models/watched-model.ts";

export interface Models {
  readonly model: LanguageModel;
  /** The models that sets may name. */
  readonly backends: Backends;
  readonly embedder: Embedder;
  close(): Promise<void>;
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
): Models {
  const { queueMax, timeoutMs } = config.model;
  const runtimeDir = runtimeDirOf(config);
  let opened: EmbeddedModels | null = null;
  const inside = () => (opened ??= openEmbeddedModels({ runtimeDir, queueMax }));
  const traced = (model: LanguageModel) => (tracer === UNTRACED ? model : tracedModel(model, tracer));
  const bare = substitutes.embedder ?? inside().embedder;
  const embedder = tracer === UNTRACED ? bare : tracedEmbedder(bare, tracer);
  const monotonicMs = () => clock.monotonicMs();
  const around = { ...config.network, timeoutMs, runtimeDir, embedder, monotonicMs, log, observer, tracer };
  const served = new ServedModels(around);
  const linkOf = (link: ModelServer | "embedded") =>
    link === "embedded" ? { inside: traced(substitutes.model ?? inside().model) } : link;
  const model = substitutes.model
    ? watched(traced(substitutes.model), observer, monotonicMs)
    : served.inTurn(modelChain(config).map(linkOf));
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
  const close = async () => {
    await served.close();
    await opened?.close();
  };
  return { model, backends, embedder, close };
}

/** What a set may give as its backend. */
export function backendNames({ backends }: Pick<Config, "backends">): readonly string[] {
  return [...new Set([...Object.keys(backends), "embedded"])];
}

function serverOf({ backends }: Config, name: string): ModelServer {
  const server = backends[name];
  if (!server) throw new TypeError(`no backend is called ${name}`);
  return server;
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
  const around = { ...config.network, timeoutMs: config.model.timeoutMs, runtimeDir: runtimeDirOf(config) };
  const inside = { model: "embedded", check: "server", ok: true, found: "needs none", advice: null };
  const checks = await Promise.all(
    modelChain(config).map((link) => (link === "embedded" ? [inside] : examineServedModel(link, around))),
  );
  return { ok: checks.flat().every(({ ok }) => ok), checks: checks.flat() };
}

/** Every model of the settings in one line, those that are asked first, in their order, and after them the others. */
export async function surveyModels(
  config: Config,
): Promise<readonly (ModelSurvey & { readonly name: string; readonly asked: number | null })[]> {
  const { model, modelApiKey, backends, network } = config;
  const { provider, fallbacks, ...server } = model;
  const around = { ...network, timeoutMs: model.timeoutMs, runtimeDir: runtimeDirOf(config) };
  const inside = surveyOfInside("embedded");
  const survey = (name: string) =>
    name === "embedded" ? inside : surveyServedModel(backends[name] as ModelServer, around);
  const first =
    provider === "embedded" ? inside : surveyServedModel({ ...server, provider, apiKey: modelApiKey }, around);
  const unused = Object.keys(backends).filter((name) => !fallbacks.includes(name));
  const listed = [
    { name: "model", asked: 1, found: first },
    ...fallbacks.map((name, index) => ({ name, asked: index + 2, found: survey(name) })),
    ...unused.map((name) => ({ name, asked: null, found: survey(name) })),
  ];
  return Promise.all(listed.map(async ({ name, asked, found }) => ({ name, asked, ...(await found) })));
}

/** Where native libraries are unpacked: a folder that allows execution. */
export function runtimeDirOf(config: Config): string {
  return config.embedder.runtimeDir === "" ? join(config.dataDir, "runtime") : config.embedder.runtimeDir;
}
