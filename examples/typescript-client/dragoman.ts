/** A client of Dragoman: it exchanges its API key for a token when it first asks, and again when the token has ended. */

export interface Resolution {
  /** The tool is `none` where none fits. */
  readonly resolved: { readonly tool: string; readonly parameters: Readonly<Record<string, unknown>> };
  /** What is required and not in the query, among other things. */
  readonly metadata: { readonly missing_parameters: readonly string[] };
}

/** What the server refused, with its code from docs/reference/errors.md. */
export class DragomanError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export class Dragoman {
  readonly #url: string;
  readonly #apiKey: string;
  /** Asked for once, however many requests wait for it. */
  #token: Promise<string> | null = null;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  /** Throws `DragomanError`, or what `fetch` throws where no server answers. */
  resolve(query: string, toolsets: readonly string[]): Promise<Resolution> {
    return this.request<Resolution>("POST", "/v1/resolve", { query, toolsets });
  }

  /** Any route of docs/reference/api.md, which says what its answer is. */
  async request<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    this.#token ??= this.#exchange();
    const used = this.#token;
    const reply = await this.#send(method, path, body, await used);
    if (reply.status !== 401) return answerOf(reply);
    // Ended. Another request may have renewed it by now.
    if (this.#token === used) this.#token = this.#exchange();
    return answerOf(await this.#send(method, path, body, await this.#token));
  }

  async #exchange(): Promise<string> {
    try {
      return (await answerOf(await this.#send("POST", "/v1/auth", { api_key: this.#apiKey }))).access_token;
    } catch (failure) {
      this.#token = null;
      throw failure;
    }
  }

  #send(method: string, path: string, body?: object, token?: string): Promise<Response> {
    return fetch(this.#url + path, {
      method,
      headers: { "content-type": "application/json", ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}

async function answerOf(reply: Response) {
  const text = await reply.text();
  const answer = text === "" ? null : JSON.parse(text);
  if (!reply.ok) throw new DragomanError(reply.status, answer.error, answer.message);
  return answer;
}
