/** What an owner sees of the models of the settings: how each stands, what was found of it, and the way to it. */
import { type Backend, type Config, withoutSecrets } from "#config";
import type { BackendDesk, BackendReport, BackendState } from "#core/operator/backend-desk.ts";
import type { Clock } from "#core/ports/clock.ts";
import { type Examining, knownOfServedModel } from "#models/language/examination.ts";
import type { ModelSurvey } from "#models/language/findings.ts";
import { idOf } from "#models/language/server-dialect.ts";
import type { ServerStanding } from "#models/language/server-history.ts";
import { backendNames, type ListedModel, listedModels, type Models } from "./models.ts";

export interface DeskParts {
  readonly config: Config;
  /** Where it is kept what servers were found to do. */
  readonly book: Pick<Examining["book"], "find">;
  readonly clock: Clock;
  /** Null where none was opened. */
  readonly models: Pick<Models, "each" | "standing"> | null;
}

const NEVER_ASKED: ServerStanding = { answeredAtMs: null, isFailing: false, failed: null, leftAloneSinceMs: null };

export function backendDeskOf(parts: DeskParts): BackendDesk {
  const { config, clock, models } = parts;
  const listed = withModelInside(models?.each.listed ?? listedModels(config));
  const names = listed.map(({ name, asked }) => (asked === 1 ? null : name));
  return {
    list: () =>
      Promise.all(
        listed.map(async ({ asked, link }, index) => {
          const name = names[index] ?? null;
          const isSelectable = name !== null && backendNames(config).includes(name);
          const place = { name, asked, selectable: isSelectable };
          return link === "embedded" ? modelInside(place, models) : serverReport(place, link, parts);
        }),
      ),
    model: (name) => {
      // The one inside has its name also where it is the server's own.
      const found = name === "embedded" ? listed.find(({ link }) => link === name) : listed[names.indexOf(name)];
      if (!found) return undefined;
      if (!models) throw new Error("a model was to be asked where none is open");
      return models.each.alone(found.link);
    },
    timeoutMs: config.model.timeoutMs,
    clock,
  };
}

/** Sets may name it, whatever else is in the settings. */
function withModelInside(listed: readonly ListedModel[]): readonly ListedModel[] {
  const isThere = listed.some(({ link }) => link === "embedded");
  return isThere ? listed : [...listed, { name: "embedded", asked: null, link: "embedded" }];
}

type Place = Pick<BackendReport, "asked" | "name" | "selectable">;

function modelInside(place: Place, models: DeskParts["models"]): BackendReport {
  const wrong = models?.standing() ?? null;
  return {
    ...place,
    ...{ model: "embedded", provider: "embedded", address: null, key: null, mode: null, found: null, prices: null },
    state: models === null ? "unasked" : wrong === null ? "well" : "failing",
    left_alone_since: null,
    last_answer_at: null,
    last_failure: wrong === null ? null : { at: null, message: wrong },
  };
}

async function serverReport(place: Place, server: Backend, { book, clock, models }: DeskParts): Promise<BackendReport> {
  const standing = models?.each.standingOf(server) ?? NEVER_ASKED;
  const { answeredAtMs, failed, leftAloneSinceMs } = standing;
  const { provider, apiKeyEnv, apiKey, mode, inputPrice, cachedInputPrice, outputPrice } = server;
  const timeOf = (monotonicMs: number | null) =>
    monotonicMs === null ? null : new Date(clock.now() - (clock.monotonicMs() - monotonicMs)).toISOString();
  const survey = await knownOfServedModel(server, { book });
  return {
    ...place,
    model: idOf(server),
    provider,
    address: addressOf(server),
    key: provider === "gguf" || apiKeyEnv === "" ? null : { variable: apiKeyEnv, is_set: !apiKey.isEmpty },
    mode,
    state: stateOf(standing),
    left_alone_since: timeOf(leftAloneSinceMs),
    last_answer_at: timeOf(answeredAtMs),
    last_failure: failed && { at: timeOf(failed.atMs), message: failed.words },
    found: survey && foundIn(survey),
    prices:
      inputPrice === 0 && outputPrice === 0
        ? null
        : { input: inputPrice, cached_input: cachedInputPrice, output: outputPrice },
  };
}

function foundIn({ schema, tools, system, streaming, context, best, found_at }: ModelSurvey): BackendReport["found"] {
  return { schema, tools, system, streaming, context, best, found_at };
}

function addressOf({ provider, baseUrl, path }: Backend): string {
  return provider === "gguf" || provider === "llama-server" ? path : withoutSecrets(baseUrl);
}

function stateOf({ answeredAtMs, isFailing, leftAloneSinceMs }: ServerStanding): BackendState {
  if (leftAloneSinceMs !== null) return "left_alone";
  if (isFailing) return "failing";
  return answeredAtMs === null ? "unasked" : "well";
}
