import { AccessToken, type GivenToken } from "./access-token.ts";
import { keepEnvelope } from "./answers.ts";
import type { Clock } from "./clock.ts";
import { Deadline } from "./deadline.ts";
import { AnswerError, ApiConnectionError, ApiError, apiErrorOf, DragomanError } from "./errors.ts";
import { linesOf } from "./lines.ts";
import { type CallOptions, checkLimits, headersOf } from "./options.ts";
import { Attempts } from "./retries.ts";

/** One call, before it has a token. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With its parameters filled in. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly body?: unknown;
  readonly options: CallOptions;
  /** Milliseconds that an attempt may take where neither the call nor the client says. */
  readonly timeoutMs?: number | undefined;
  readonly accept?: string;
}

/** What of `fetch` is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly askToken: (transport: Transport) => Promise<GivenToken>;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly timeoutMs: number | undefined;
  readonly retriesMax: number;
}

/** Of a resolve, as the contract recommends (section 8). */
const TIMEOUT_MS = 30_000;
const AUTH_PATH = "/v1/auth";
/** What `fetch` of Node and Bun says where no connection came to be. Browsers do not tell. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;

/** Sends calls: with a token, under a key, again where that helps, and never longer than they may take. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #token: AccessToken;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#token = new AccessToken(() => options.askToken(this), options.clock);
  }

  /** The answer's JSON; undefined where it has no body. */
  async json(call: Call): Promise<unknown> {
    const series = this.#seriesOf(call);
    for (;;) {
      const headers = await series.headers();
      try {
        return await this.#attempt(call, headers, jsonIn);
      } catch (failure) {
        await series.after(failure);
      }
    }
  }

  /**
   * The lines of an answer. One that breaks off is asked for again under the same key, and goes on behind what was given: a repeated
   * answer has the same lines. `isLast` knows the line without which the answer is not whole.
   */
  async *lines(call: Call, isLast: (line: unknown) => boolean): AsyncGenerator<unknown, void, undefined> {
    const series = this.#seriesOf(call);
    let given = 0;
    for (;;) {
      const headers = await series.headers();
      try {
        let place = 0;
        for await (const line of await this.#attempt(call, headers, linesIn)) {
          place += 1;
          if (place <= given) continue;
          given = place;
          const value: unknown = parsed(line);
          yield value;
          if (isLast(value)) return;
        }
        throw new ApiConnectionError("the answer ended before its last line", false);
      } catch (failure) {
        await series.after(failure);
      }
    }
  }

  /** The attempts at one call, which have their headers in common: that is what makes a POST repeatable. */
  #seriesOf(call: Call) {
    const { method, path, body, accept = "application/json", options } = call;
    checkLimits(options);
    const isOpen = path === AUTH_PATH || !path.startsWith("/v1/");
    const headers = {
      Accept: accept,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(method === "POST" && path !== AUTH_PATH && { "Idempotency-Key": newKey() }),
      ...headersOf(options),
    };
    const { clock, retriesMax } = this.#options;
    const attempts = new Attempts(clock, method === "POST", options.retriesMax ?? retriesMax);
    let token: string | null = null;
    let isRenewed = false;
    return {
      headers: async (): Promise<Readonly<Record<string, string>>> => {
        if (isOpen) return headers;
        token = await this.#tokenFor(call);
        return { ...headers, Authorization: `Bearer ${token}` };
      },
      /** Resolves when it is time for the next attempt. Throws the failure where there is to be none. */
      after: async (failure: unknown): Promise<void> => {
        if (failure instanceof ApiError && failure.status === 401 && token !== null && !isRenewed) {
          isRenewed = true;
          this.#token.drop(token);
        } else await clock.sleep(attempts.waitMsAfter(failure), options.signal);
      },
    };
  }

  /** Whoever aborts waits no longer; the others do. */
  #tokenFor({ options: { signal } }: Call): Promise<string> {
    if (signal === undefined) return this.#token.get();
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
      this.#token
        .get()
        .finally(() => signal.removeEventListener("abort", onAbort))
        .then(resolve, reject);
    });
  }

  async #attempt<Answer>(call: Call, headers: Readonly<Record<string, string>>, read: Read<Answer>): Promise<Answer> {
    const { fetch, baseUrl, clock, timeoutMs } = this.#options;
    const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
    const deadline = new Deadline(
      call.options.timeoutMs ?? timeoutMs ?? call.timeoutMs ?? TIMEOUT_MS,
      call.options.signal,
    );
    const where = `${call.method} ${baseUrl}${call.path}`;
    const asOurs = (failure: unknown) => {
      deadline.end();
      return failureOf(deadline.reasonFor(failure, where), call, where);
    };
    try {
      const response = await fetch(baseUrl + call.path + searchOf(call.query), {
        method: call.method,
        headers,
        signal: deadline.signal,
        // Neither the token nor the key is any other server's business.
        redirect: "manual",
        ...body,
      });
      if (isRedirect(response)) {
        throw new AnswerError(`${where}: the answer is a redirect: give the client the address that it leads to`);
      }
      if (!response.ok) throw apiErrorOf(response.status, response.headers, await response.text(), clock.now());
      return await read(response, deadline, asOurs);
    } catch (failure) {
      throw asOurs(failure);
    }
  }
}

/** `asOurs`: ends the attempt, and gives what to throw in place of a failure. */
type Read<Answer> = (response: Response, deadline: Deadline, asOurs: (failure: unknown) => unknown) => Promise<Answer>;

const jsonIn: Read<unknown> = async (response, deadline) => {
  const text = await response.text();
  deadline.end();
  if (text === "") return undefined;
  const answer = parsed(text);
  keepEnvelope(answer, response.headers);
  return answer;
};

const linesIn: Read<AsyncIterable<string>> = async ({ body }, deadline, asOurs) => {
  async function* lines() {
    try {
      if (body !== null) yield* linesOf(body, deadline);
    } catch (failure) {
      throw asOurs(failure);
    } finally {
      deadline.end();
    }
  }
  return lines();
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AnswerError("the answer is no JSON: see what stands between here and the server");
  }
}

/** What is thrown for a failure: errors of ours and the caller's own reason as they are, and what `fetch` throws in our words. */
function failureOf(failure: unknown, { options }: Call, where: string): unknown {
  if (failure instanceof DragomanError || options.signal?.aborted) return failure;
  const { code, cause } = failure as { code?: unknown; cause?: { code?: unknown } };
  const reason = [cause?.code, code].find((said) => typeof said === "string") ?? "the connection failed";
  const wasNeverSent = NEVER_SENT.test(String(reason));
  const advice = wasNeverSent ? ". Is the server running, and the address right?" : "";
  return new ApiConnectionError(`${where}: no answer came: ${reason}${advice}`, wasNeverSent);
}

/** A browser says no more of it than that it is one. */
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

/** 128 bits by chance. `crypto.randomUUID` is not there on a page of plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function searchOf(query: Call["query"] = {}): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) said.append(name, String(value));
  return said.size === 0 ? "" : `?${said}`;
}
