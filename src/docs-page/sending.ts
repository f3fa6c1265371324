/** A request as the form has it. */
export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

export interface Answered {
  readonly kind: "answer";
  readonly status: number;
  /** Until the last byte was there. */
  readonly ms: number;
  readonly headers: Headers;
  readonly text: string;
  /** The server's words about an error, where it is one of its error objects. */
  readonly message: string | null;
}

export interface Unanswered {
  readonly kind: "lost" | "stopped" | "unsendable";
  readonly said: string;
}

/** Asks this server. Never rejects: what goes wrong is said. */
export async function send(asked: Asked, token: string | null, signal: AbortSignal): Promise<Answered | Unanswered> {
  const request = requestOf(asked, token, signal);
  if (!(request instanceof Request)) return request;
  const startedMs = performance.now();
  try {
    const response = await fetch(request);
    const text = await response.text();
    const ms = performance.now() - startedMs;
    const { status, headers } = response;
    return { kind: "answer", status, ms, headers, text, message: response.ok ? null : messageIn(text) };
  } catch {
    if (signal.aborted) return { kind: "stopped", said: "Stopped. The server may have done it all the same." };
    const said =
      "The server does not answer: it may be down, or the connection is. Whether the request arrived is not known; look before you send it again.";
    return { kind: "lost", said };
  }
}

function requestOf({ method, target, headers, body }: Asked, token: string | null, signal: AbortSignal) {
  try {
    const sent = new Headers(headers.map(([name, value]) => [name, value]));
    if (token !== null) sent.set("Authorization", `Bearer ${token}`);
    if (body !== null) sent.set("Content-Type", "application/json");
    return new Request(target, { method, headers: sent, body, signal, credentials: "omit" });
  } catch {
    const said = "A header holds a character that none may have: mend it above.";
    return { kind: "unsendable", said } satisfies Unanswered;
  }
}

function messageIn(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    return typeof message === "string" ? message : null;
  } catch {
    return null;
  }
}
