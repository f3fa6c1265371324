/** Who asks a server that may go away at any moment: an app by HTTP, an operator by the control socket. */
import { join } from "node:path";
import type { JsonObject } from "#core/json.ts";
import { type Balance, Unanswered } from "./kept.ts";

/** The server of the moment, and how much it has answered so far, all servers together. */
export interface Line {
  readonly data: string;
  url: string;
  isModelReady: boolean;
  answers: number;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer is what it asserts
  readonly body: any;
  readonly isReplayed: boolean;
  readonly requestId: string;
}

/** One app. What its calls cost is kept beside. */
export class Caller {
  readonly appId: string;
  readonly balance: Balance;
  readonly #line: Line;
  readonly #token: string;

  constructor(line: Line, app: { readonly appId: string; readonly token: string; readonly balance: Balance }) {
    this.#line = line;
    this.appId = app.appId;
    this.balance = app.balance;
    this.#token = app.token;
  }

  get isModelReady(): boolean {
    return this.#line.isModelReady;
  }

  /**
   * One call that costs `cost` when it succeeds. With a `key` it can be sent again, and what it costs is kept by whoever does.
   * Rejects with Unanswered when the server goes away, and with an Error when it fails or the status is none of `wanted`.
   */
  async send(
    method: string,
    path: string,
    { body, key, cost = 1, wanted }: Sending & { readonly wanted: readonly number[] },
  ): Promise<Answer> {
    const answer = await this.#answer(method, path, { body, key }).catch((failure: unknown) => {
      if (key === undefined) this.balance.perhapsCharged(cost);
      throw new Unanswered(`${method} ${path}`, { cause: failure });
    });
    this.#line.answers += 1;
    if (answer.status === 503) throw new Unanswered(`${method} ${path}: 503 ${answer.text}`);
    if (!wanted.includes(answer.status)) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    if (key === undefined && answer.status < 300) this.balance.charged(cost);
    return answer;
  }

  async #answer(method: string, path: string, { body, key }: Sending): Promise<Answer> {
    const response = await fetch(this.#line.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        "content-type": "application/json",
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      body: text === "" ? null : JSON.parse(text),
      isReplayed: response.headers.get("idempotency-replayed") === "true",
      requestId: response.headers.get("x-request-id") ?? "",
    };
  }
}

interface Sending {
  readonly body?: unknown;
  readonly key?: string | undefined;
  readonly cost?: number;
}

/** An operator's command at the running server. Rejects with Unanswered when that goes away, and with an Error when it refuses. */
// biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer is what it asserts
export async function commanded(line: Line, command: string, args: JsonObject): Promise<any> {
  const outcome = await fetch("http://localhost/command", {
    unix: join(line.data, "control.sock"),
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ command, args }),
  })
    .then((response) => response.json() as Promise<{ readonly result?: unknown; readonly error?: unknown }>)
    .catch((failure: unknown) => {
      throw new Unanswered(command, { cause: failure });
    });
  line.answers += 1;
  if (outcome.error !== undefined) throw new Error(`${command}: ${JSON.stringify(outcome.error)}`);
  return outcome.result;
}
