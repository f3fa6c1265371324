import type { Secret } from "#core/secret.ts";
import type { Dialect, DialectReply, Question, ServerFacts } from "../backend/dialect.ts";
import { factsFrom, GREETING, takenOr } from "./capabilities.ts";
import { chatReply, chatRequest, isStreamed } from "./chat-completions.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { RefusedFields } from "./refused-fields.ts";
import { addressUnder, contextTokensOf } from "./server-context.ts";

export interface ChatDialectOptions {
  readonly baseUrl: string;
  /** The model's name, as the server knows it. */
  readonly name: string;
  /** Empty where none is needed. */
  readonly apiKey: Secret;
  /** "" for OpenAI's own. */
  readonly apiKeyHeader: string;
  readonly outputTokensMax: number;
  readonly fetch: GuardedFetch;
}

/** OpenAI's dialect. An SDK for it takes twice as long as all the rest of a question does: see `overhead.ts`. */
export class ChatDialect implements Dialect {
  readonly #options: ChatDialectOptions;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #refused = new RefusedFields();

  constructor(options: ChatDialectOptions) {
    this.#options = options;
    this.#url = addressUnder(options.baseUrl, "/chat/completions");
    this.#headers = { "content-type": "application/json", ...keyHeader(options) };
  }

  async load(): Promise<void> {}

  ask(question: Question, signal: AbortSignal): Promise<DialectReply> {
    return this.#refused.askWithout(async (takes) => {
      const body = chatRequest(this.#options, question, takes);
      const response = await this.#options.fetch(this.#url, { method: "POST", headers: this.#headers, body, signal });
      return chatReply(await response.text());
    });
  }

  facts(signal: AbortSignal): Promise<ServerFacts> {
    const described = { ...this.#options, headers: this.#headers };
    return factsFrom(this.#streams(signal), contextTokensOf(described, signal));
  }

  async #streams(signal: AbortSignal): Promise<boolean> {
    const { fetch } = this.#options;
    return takenOr(false, () =>
      this.#refused.askWithout(async (takes) => {
        const body = JSON.stringify({ ...JSON.parse(chatRequest(this.#options, GREETING, takes)), stream: true });
        const response = await fetch(this.#url, { method: "POST", headers: this.#headers, body, signal });
        return isStreamed(await response.text());
      }),
    );
  }
}

/** The key as the server wants to see it; nothing where none is needed. */
export function keyHeader({
  apiKey,
  apiKeyHeader,
}: Pick<ChatDialectOptions, "apiKey" | "apiKeyHeader">): Readonly<Record<string, string>> {
  const key = apiKey.reveal();
  if (key === "") return {};
  return apiKeyHeader === "" ? { authorization: `Bearer ${key}` } : { [apiKeyHeader]: key };
}
