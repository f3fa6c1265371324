import type { GivenToken } from "./access-token.ts";
import { BatchLines } from "./batch-lines.ts";
import { type Clock, systemClock } from "./clock.ts";
import { DragomanError } from "./errors.ts";
import type {
  BatchAnswer,
  BatchBody,
  ClassificationAnswer,
  ClassifyBody,
  FeedbackAnswer,
  FeedbackBody,
  GetMissesAnswer,
  HealthAnswer,
  ResolutionAnswer,
  ResolveBody,
  ResolveQuickBody,
  ResolveRespondBody,
  RespondAnswer,
  ToolSearchAnswer,
  ToolSearchBody,
} from "./generated/api.ts";
import { type CallOptions, checkLimits, type PostOptions, type QuestionOptions } from "./options.ts";
import { Aliases } from "./resources/aliases.ts";
import { Banks } from "./resources/banks.ts";
import { Bundles } from "./resources/bundles.ts";
import { ClassificationSets } from "./resources/classification-sets.ts";
import { Personas } from "./resources/personas.ts";
import { QueryLog } from "./resources/query-log.ts";
import { Toolsets } from "./resources/toolsets.ts";
import { ValueLists } from "./resources/value-lists.ts";
import { call, LONG_TIMEOUT_MS } from "./routes.ts";
import { type Fetch, Transport } from "./transport.ts";

export interface DragomanOptions {
  /** The server's address, as `http://127.0.0.1:8420`; with a path where a proxy has it under one. */
  readonly baseUrl: string;
  /** The app's API key, which the client exchanges for access tokens. Not for pages: whoever opens one can read it. */
  readonly apiKey?: string | undefined;
  /** In place of the key: gives an access token, alone or as `POST /v1/auth` answers, whenever one is needed. */
  readonly accessToken?: (() => Promise<GivenToken>) | undefined;
  /** Milliseconds that one attempt may take. Left out: 30,000, and 60,000 for batches, tests, comparisons and bundles. */
  readonly timeoutMs?: number | undefined;
  /** How often a call that failed is made again where that may help and does no harm: 2 where it is left out. */
  readonly retriesMax?: number | undefined;
  /** In place of the platform's own. */
  readonly fetch?: Fetch | undefined;
  /** For tests. */
  readonly clock?: Clock | undefined;
}

const RETRIES_MAX = 2;

/**
 * A client of one app. Calls may be made at the same time. Every call rejects with an `ApiError` for what the server refuses, a
 * `ApiConnectionError` where no answer comes, a `ApiTimeoutError` where it takes too long, or its signal's reason when that aborts.
 */
export class Dragoman {
  readonly toolsets: Toolsets;
  readonly classificationSets: ClassificationSets;
  readonly aliases: Aliases;
  readonly banks: Banks;
  readonly personas: Personas;
  readonly valueLists: ValueLists;
  readonly queryLog: QueryLog;
  readonly bundles: Bundles;
  readonly #transport: Transport;

  /** Throws where the address is none, a limit is none, or not exactly one of key and token is given. */
  constructor(options: DragomanOptions) {
    checkLimits(options);
    const { timeoutMs, retriesMax = RETRIES_MAX, fetch: given, clock = systemClock } = options;
    // Called as the function of a page that it is.
    const fetch: Fetch = given ?? ((url, init) => globalThis.fetch(url, init));
    const baseUrl = baseUrlIn(options.baseUrl);
    this.#transport = new Transport({ baseUrl, askToken: tokenSourceOf(options), fetch, clock, timeoutMs, retriesMax });
    this.toolsets = new Toolsets(this.#transport);
    this.classificationSets = new ClassificationSets(this.#transport);
    this.aliases = new Aliases(this.#transport);
    this.banks = new Banks(this.#transport);
    this.personas = new Personas(this.#transport);
    this.valueLists = new ValueLists(this.#transport);
    this.queryLog = new QueryLog(this.#transport);
    this.bundles = new Bundles(this.#transport);
  }

  /** Turns a sentence into a call of a tool. The tool is `none` where none fits. */
  resolve(body: ResolveBody, options: QuestionOptions = {}): Promise<ResolutionAnswer> {
    return call(this.#transport, "POST", "/v1/resolve", { body, options });
  }

  /** The same with tools that come along: never from the cache. */
  resolveQuick(body: ResolveQuickBody, options: PostOptions = {}): Promise<ResolutionAnswer> {
    return call(this.#transport, "POST", "/v1/resolve-quick", { body, options });
  }

  /** The same with an answer in words. Costs 2. */
  resolveRespond(body: ResolveRespondBody, options: QuestionOptions = {}): Promise<RespondAnswer> {
    return call(this.#transport, "POST", "/v1/resolve-respond", { body, options });
  }

  /** Finds those of up to 20,000 tools that a sentence means, the likeliest first, and whether none does. */
  searchTools(body: ToolSearchBody, options: PostOptions = {}): Promise<ToolSearchAnswer> {
    return call(this.#transport, "POST", "/v1/search-tools", { body, options });
  }

  /** Gives a text, or each part of it, a label. */
  classify(body: ClassifyBody, options: QuestionOptions = {}): Promise<ClassificationAnswer> {
    return call(this.#transport, "POST", "/v1/classify", { body, options });
  }

  /** Up to 100 questions in one call. Each result has a status of its own: one that failed throws nothing. */
  batch(body: BatchBody, options: QuestionOptions = {}): Promise<BatchAnswer> {
    return call(this.#transport, "POST", "/v1/batch", { body, options, timeoutMs: LONG_TIMEOUT_MS });
  }

  /** The same, each result as soon as it is there: `for await (const result of client.batchLines(…))`. */
  batchLines(body: BatchBody, options: QuestionOptions = {}): BatchLines {
    return new BatchLines(this.#transport, body, options);
  }

  /** Says whether an answer was right, and what it should have been. `requestIdOf` an answer is its `request_id`. */
  feedback(body: FeedbackBody, options: PostOptions = {}): Promise<FeedbackAnswer> {
    return call(this.#transport, "POST", "/v1/feedback", { body, options });
  }

  /** What was answered and is worth a look. `limit`: 1–100. */
  misses(options: CallOptions & { readonly limit?: number | undefined } = {}): Promise<GetMissesAnswer> {
    const query = options.limit === undefined ? {} : { limit: options.limit };
    return call(this.#transport, "GET", "/v1/misses", { query, options });
  }

  /** Whether the process lives. */
  alive(options: CallOptions = {}): Promise<HealthAnswer> {
    return call(this.#transport, "GET", "/livez", { options });
  }

  /** Whether the server can answer. Throws a `ServiceUnavailableError` while it cannot. */
  ready(options: CallOptions = {}): Promise<HealthAnswer> {
    return call(this.#transport, "GET", "/readyz", { options });
  }
}

/** Without a `/` at its end. No message repeats the address: it may have a password in it. */
function baseUrlIn(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username + url.password + url.search !== "") {
    throw new DragomanError("baseUrl is no http or https address without user, password and query");
  }
  if (/^\/v1\/*$/.test(url.pathname)) {
    throw new DragomanError("baseUrl ends in /v1, which is a part of each route already: leave it out");
  }
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

function tokenSourceOf({ apiKey, accessToken }: DragomanOptions): (transport: Transport) => Promise<GivenToken> {
  if ((apiKey === undefined) === (accessToken === undefined)) {
    throw new DragomanError("give the client either apiKey or accessToken");
  }
  if (accessToken !== undefined) return accessToken;
  if ("document" in globalThis) {
    throw new DragomanError(
      "an apiKey in a page can be read by whoever opens it: exchange it on a server, and give the page accessToken",
    );
  }
  const body = { api_key: apiKey ?? "" };
  return (transport) => call(transport, "POST", "/v1/auth", { body, options: {} });
}
