/** What model servers can do, found out for their owner. */
import { messageOf } from "#core/errors.ts";
import type { Instant } from "#core/tenant.ts";
import { BackendFailure } from "../backend/backend-failure.ts";
import type { Dialect } from "../backend/dialect.ts";
import { GREETING, surveyed, surveyIn } from "./capabilities.ts";
import { type DatedSurvey, findingsOf, type ModelFinding, type ModelSurvey, surveyOf } from "./findings.ts";
import type { FindingsBook } from "./mode-finder.ts";
import type { ModelServer, Surroundings } from "./model-server.ts";
import { dialectOf, idOf } from "./server-dialect.ts";
import { serverKey } from "./server-key.ts";

export interface Examining extends Pick<Surroundings, "allow" | "runtimeDir" | "timeoutMs"> {
  readonly now: () => Instant;
  /** Where findings are kept. */
  readonly book: Pick<FindingsBook, "find" | "keep">;
}

/** Asks the server what it can do, and keeps it. Never rejects: a server that cannot be asked is a finding too. */
export function examineServedModel(server: ModelServer, around: Examining): Promise<readonly ModelFinding[]> {
  return examined(server, async () => {
    const { survey } = await asked(server, around);
    return findingsOf(idOf(server), survey, server.mode, null);
  });
}

/**
 * Whether the server answers now, with what was found of it before: one question, or all of them where nothing was. Never
 * rejects.
 */
export function visitServedModel(server: ModelServer, around: Examining): Promise<readonly ModelFinding[]> {
  return examined(server, async () => {
    const known = await kept(server, around);
    if (known === null) return findingsOf(idOf(server), (await asked(server, around)).survey, server.mode, null);
    const greet = (dialect: Dialect) => dialect.ask(GREETING, AbortSignal.timeout(around.timeoutMs));
    await opened(server, around, greet);
    return findingsOf(idOf(server), known.survey, server.mode, around.now() - known.foundAt);
  });
}

/** In one line: what was found before, or else now. Never rejects. */
export async function surveyServedModel(server: ModelServer, around: Examining): Promise<ModelSurvey> {
  const found = (await kept(server, around)) ?? (await asked(server, around).catch(() => null));
  return surveyOf(idOf(server), server.mode, found);
}

/** What was found of it before, in one line; null where nothing was. Asks nobody. */
export async function knownOfServedModel(
  server: ModelServer,
  around: { readonly book: Pick<FindingsBook, "find"> },
): Promise<ModelSurvey | null> {
  const found = await kept(server, around);
  return found && surveyOf(idOf(server), server.mode, found);
}

async function examined(
  server: ModelServer,
  examine: () => Promise<readonly ModelFinding[]>,
): Promise<readonly ModelFinding[]> {
  try {
    return await examine();
  } catch (failure) {
    const said = messageOf(failure);
    const detail = failure instanceof BackendFailure && failure.detail !== "" ? `: ${failure.detail}` : "";
    const found = `${said}${detail}`.slice(0, 500);
    return [{ model: idOf(server), check: "server", ok: false, found, advice: ADVICE[server.provider] }];
  }
}

const SERVER_ADVICE = "check its base_url, name and key in the settings, and that the server runs";
const ADVICE: Readonly<Record<ModelServer["provider"], string>> = {
  openai: SERVER_ADVICE,
  anthropic: SERVER_ADVICE,
  "llama-server": "check its executable, arguments and path in the settings",
  gguf: "check its path, context_tokens and concurrency_max in the settings",
};

/** Null where nothing was found yet. */
async function kept(
  server: ModelServer,
  { book }: { readonly book: Pick<FindingsBook, "find"> },
): Promise<DatedSurvey | null> {
  const found = await book.find(serverKey(server));
  const survey = found === null ? null : surveyIn(found.findings);
  return found === null || survey === null ? null : { survey, foundAt: found.foundAt };
}

/** Rejects when the server does not answer. */
async function asked(server: ModelServer, around: Examining): Promise<DatedSurvey> {
  const survey = await opened(server, around, (dialect) => surveyed(dialect, around.timeoutMs));
  await around.book.keep(serverKey(server), { ...survey });
  return { survey, foundAt: around.now() };
}

/** A child is started for it, and stopped; a file is opened, and closed. */
async function opened<Found>(
  server: ModelServer,
  { allow, runtimeDir }: Examining,
  ask: (dialect: Dialect) => Promise<Found>,
): Promise<Found> {
  const { dialect, close } = dialectOf({ ...server, allow, runtimeDir, log: () => {} });
  try {
    await dialect.load();
    return await ask(dialect);
  } finally {
    await close();
  }
}
