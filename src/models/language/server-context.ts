/** How long a question may be, as servers say it of themselves: each kind has words of its own, and many say nothing. */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

/** A server, and how it is asked. */
export interface Described {
  readonly baseUrl: string;
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: GuardedFetch;
}

/** In a list of models: vLLM and SGLang; OpenRouter and Together; LM Studio; Groq; Anthropic. */
const LISTED = ["max_model_len", "context_length", "max_context_length", "context_window", "max_input_tokens"];

/** Tokens; null where the server does not say. Asks no question of the model. Rejects only when the signal is aborted. */
export async function contextTokensOf(server: Described, signal: AbortSignal): Promise<number | null> {
  for (const find of [inModelList, inLlamaServer, inOllama]) {
    const found = await find(server, signal);
    if (found !== null) return found;
  }
  return null;
}

async function inModelList(server: Described, signal: AbortSignal): Promise<number | null> {
  const listed = await objectFrom(addressUnder(server.baseUrl, "/models"), server, signal);
  const models = Array.isArray(listed?.data) ? listed.data.filter(isJsonObject) : [];
  const model = models.find(({ id }) => id === server.name) ?? (models.length === 1 ? models[0] : undefined);
  // llama.cpp's; beside it stands what the model was trained for.
  const started = isJsonObject(model?.meta) ? model.meta.n_ctx : undefined;
  return countIn([...LISTED.map((name) => model?.[name]), started]);
}

/** What it was started with, where its list of models does not say so yet. */
async function inLlamaServer(server: Described, signal: AbortSignal): Promise<number | null> {
  const root = rootOf(server.baseUrl);
  const props = root === null ? null : await objectFrom(addressUnder(root, "/props"), server, signal);
  const started = props?.default_generation_settings;
  return isJsonObject(started) ? countIn([started.n_ctx]) : null;
}

/** What a loaded model was given; else what its file asks for, else what it was trained for. */
async function inOllama(server: Described, signal: AbortSignal): Promise<number | null> {
  const root = rootOf(server.baseUrl);
  if (root === null) return null;
  const running = await objectFrom(addressUnder(root, "/api/ps"), server, signal);
  // Another server would only be puzzled by what comes next.
  if (!Array.isArray(running?.models)) return null;
  const loaded = running.models.filter(isJsonObject).find(({ name }) => name === server.name);
  const given = countIn([loaded?.context_length]);
  if (given !== null) return given;
  const shown = await objectFrom(addressUnder(root, "/api/show"), server, signal, { model: server.name });
  const asked = typeof shown?.parameters === "string" ? /^num_ctx\s+(\d+)$/m.exec(shown.parameters)?.[1] : undefined;
  const known = isJsonObject(shown?.model_info) ? Object.entries(shown.model_info) : [];
  const trained = known.find(([name]) => name.endsWith(".context_length"));
  return countIn([asked === undefined ? undefined : Number(asked), trained?.[1]]);
}

function countIn(values: readonly (JsonValue | undefined)[]): number | null {
  const found = values.find((value) => typeof value === "number" && Number.isSafeInteger(value) && value > 0);
  return typeof found === "number" ? found : null;
}

/** Null for whatever is no JSON object: a server that does not know the address may answer anything. */
async function objectFrom(
  url: string,
  { headers, fetch }: Described,
  signal: AbortSignal,
  body?: JsonObject,
): Promise<JsonObject | null> {
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  try {
    const value: unknown = await (await fetch(url, { ...sent, headers, signal })).json();
    return isJsonObject(value) ? value : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Where a server has what is not OpenAI's; null where its addresses do not end as OpenAI's do. */
function rootOf(baseUrl: string): string | null {
  const url = new URL(baseUrl);
  if (!/\/v1\/?$/.test(url.pathname)) return null;
  url.pathname = url.pathname.replace(/\/v1\/?$/, "");
  return url.href;
}

/** The base's own parameters stand behind the path, as Azure wants its version. A password in it is no key to a model. */
export function addressUnder(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.username = "";
  url.password = "";
  url.pathname = `${url.pathname.replace(/\/$/, "")}${path}`;
  return url.href;
}
