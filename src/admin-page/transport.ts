/** One request to the server, whoever makes it. */

/** The server said no. Its words are for people. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  /** By field, where fields are wrong. */
  readonly details: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Nobody answered: the server is stopped, or the network is gone. */
export class Unreachable extends Error {}

export interface Answered<Body> {
  readonly body: Body;
  /** Of the request: what feedback names. */
  readonly requestId: string;
}

export type Method = "DELETE" | "GET" | "POST" | "PUT";

/** As it is, without signing in. Throws a Refusal or Unreachable. */
export async function sent<Body>(
  method: Method,
  path: string,
  json: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answered<Body>> {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const type = json === undefined ? {} : { "Content-Type": "application/json" };
  // Without an option for the browser's cache: with one it sends `Cache-Control`, which bypasses the server's own.
  const response = await fetch(path, { method, ...body, headers: { ...type, ...headers } }).catch((cause: unknown) => {
    throw new Unreachable("no answer", { cause });
  });
  const requestId = response.headers.get("x-request-id") ?? "";
  const text = await response.text().catch((cause: unknown) => {
    throw new Unreachable("the answer broke off", { cause });
  });
  const parsed = parsedOrNull(text);
  if (response.ok) return { body: parsed as Body, requestId };
  const { error = "internal_error", message = response.statusText, details = {} } = (parsed ?? {}) as ErrorShape;
  throw new Refusal(response.status, error, message, details);
}

/** What an answer that says no has. */
interface ErrorShape {
  readonly error?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, string>>;
}

/** A proxy in front may answer with a page of its own. */
function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
