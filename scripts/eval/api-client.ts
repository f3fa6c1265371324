/** What a client sees of the server: JSON over HTTP, one app, one token. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#core/json.ts";
import { runDragoman } from "../dragoman-process.ts";

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  /** From sending the request to having the whole body. */
  readonly clientMs: number;
}

export interface Sending {
  /** Under which feedback may speak of it; the server makes one where none is given. */
  readonly requestId?: string;
  /** Whether the cache may answer, and learn. */
  readonly mayBeCached?: boolean;
}

export class ApiClient {
  readonly #url: string;
  readonly #token: string;
  /** What each call or label took that was answered, in the order of the answers. */
  readonly answerMs: number[] = [];

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  post(path: string, body: unknown, how: Sending = {}): Promise<Answer> {
    return this.#send("POST", path, body, how);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.#send("PUT", path, body);
  }

  get(path: string): Promise<Answer> {
    return this.#send("GET", path, undefined);
  }

  async #send(
    method: string,
    path: string,
    body: unknown,
    { requestId, mayBeCached = false }: Sending = {},
  ): Promise<Answer> {
    const startedAt = performance.now();
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(mayBeCached ? {} : { "cache-control": "no-store" }),
        ...(requestId === undefined ? {} : { "x-request-id": requestId }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const clientMs = performance.now() - startedAt;
    if (response.ok && ANSWERING.test(path)) this.answerMs.push(clientMs);
    return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as JsonObject), clientMs };
  }
}

/** Where a model answers. */
const ANSWERING = /^\/v1\/(resolve|classify)/;

/** The plan of those settings. */
export const MEASURED_PLAN = "measured";

/** Settings under which no evaluation meets a limit of a plan, and its token outlives it; `more` stands after them. */
export function writeSettings(dataDir: string, more: readonly string[] = []): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lines = [
    `[plans.${MEASURED_PLAN}]`,
    "requests_per_minute = 1_000_000_000",
    "requests_per_month = 1_000_000_000",
    "[auth]",
    "token_lifetime_seconds = 86_400",
    ...more,
  ];
  writeFileSync(join(dataDir, "dragoman.toml"), `${lines.join("\n")}\n`);
}

/**
 * An access token of a new app under those settings. The server runs already: the command reaches it by the control
 * socket.
 */
export async function newAccessToken(url: string, dataDir: string): Promise<string> {
  const made = await runDragoman(["app", "create", "measured", "--plan", MEASURED_PLAN, "--data", dataDir, "--json"]);
  if (made.status !== 0) throw new Error(`dragoman app create: ${made.stderr.trim()}`);
  const { api_key } = JSON.parse(made.stdout) as { readonly api_key: string };
  return accessTokenFor(url, api_key);
}

/** Throws when the server refuses the API key. */
export async function accessTokenFor(url: string, apiKey: string): Promise<string> {
  const response = await fetch(`${url}/v1/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: apiKey }),
  });
  if (!response.ok) throw new Error(`POST /v1/auth: ${response.status} ${await response.text()}`);
  const { access_token } = (await response.json()) as { readonly access_token: string };
  return access_token;
}
