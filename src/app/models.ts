/** The models of the settings: opened for the server, and examined for an operator. */
import { join } from "node:path";
import type { Config } from "#config";
import type { Log } from "#core/log.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { Embedder, LanguageModel } from "#core/ports/models.ts";
import type { Observer } from "#core/ports/observer.ts";
import { type EmbeddedModels, openEmbeddedModels } from "#models/embedded/index.ts";
import type { ModelFinding, ModelSurvey } from "#models/language/findings.ts";
import { examineServedModel, type ModelServer, openModelsInTurn, surveyServedModel } from "#models/language/index.ts";
import { watched } from "#models/watched-model.ts";

export interface Models {
  readonly model: LanguageModel;
  readonly embedder: Embedder;
  close(): Promise<void>;
}

/** Returns at once: they load in the background. `substitutes` stand in the place of what the settings name. */
export function openModels(
  config: Config,
  clock: Clock,
  log: Log,
  observer: Observer,
  substitutes: Partial<Pick<Models, "embedder" | "model">>,
): Models {
  const chain = modelChain(config);
  const needsInside = !substitutes.embedder || !(substitutes.model || !chain.includes("embedded"));
  const { queueMax, timeoutMs } = config.model;
  const inside = needsInside ? openEmbeddedModels({ runtimeDir: runtimeDirOf(config), queueMax }) : null;
  const embedder = substitutes.embedder ?? (inside as EmbeddedModels).embedder;
  const monotonicMs = () => clock.monotonicMs();
  const around = { ...config.network, timeoutMs, embedder, monotonicMs, log, observer };
  const models = () => chain.map((link) => (link === "embedded" ? { inside: (inside as EmbeddedModels).model } : link));
  const opened = substitutes.model
    ? { model: watched(substitutes.model, observer, monotonicMs), close: async () => {} }
    : openModelsInTurn(models(), around);
  const close = async () => {
    await opened.close();
    await inside?.close();
  };
  return { model: opened.model, embedder, close };
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

/** Every model of the settings in one line, those that are asked first, in their order, and after them the others. */
export async function surveyModels(
  config: Config,
): Promise<readonly (ModelSurvey & { readonly name: string; readonly asked: number | null })[]> {
  const { model, modelApiKey, backends, network } = config;
  const { provider, fallbacks, ...server } = model;
  const around = { ...network, timeoutMs: model.timeoutMs };
  const inside = { model: "embedded", answers: true, mode: null, schema: null, tools: null, system: null, best: null };
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
