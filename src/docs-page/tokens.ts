import { askedInDialog } from "./question.ts";
import { send } from "./sending.ts";

export type TokenKind = "access token" | "admin token";

interface Held {
  readonly token: string;
  /** By `performance.now()`. */
  readonly expiresAtMs: number;
}

/** As the server makes access tokens; anything else is taken for an API key. */
const ACCESS_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The tokens that somebody gave. They are in the memory of this page and nowhere else: a reload forgets them. */
export class Tokens {
  readonly #held = new Map<TokenKind, Held>();
  readonly #watching: (() => void)[] = [];

  /** Null where none was given, or it has expired. */
  current(kind: TokenKind): string | null {
    const held = this.#held.get(kind);
    return held && held.expiresAtMs > performance.now() ? held.token : null;
  }

  /** Calls back whenever a token was given. */
  watch(changed: () => void): void {
    this.#watching.push(changed);
  }

  /** Asks for a token of that kind; an API key is exchanged for one. Resolves to null when nobody gives any. */
  async ask(kind: TokenKind): Promise<string | null> {
    const isOfApps = kind === "access token";
    const given = await askedInDialog({
      title: isOfApps ? "Your access token" : "The admin token",
      text: `It stays in this page's memory until the page is left, and goes to this server alone.${
        isOfApps ? " An API key is exchanged for a token at once, and forgotten." : ""
      }`,
      yes: "Use it",
      field: isOfApps ? "Access token or API key" : "Admin token",
      refuse: (typed) => this.#take(kind, typed),
    });
    return given ? this.current(kind) : null;
  }

  /** Resolves to what is wrong with it, else null. */
  async #take(kind: TokenKind, typed: string): Promise<string | null> {
    if (typed === "") return "Nothing was typed.";
    if (!/^[!-~]+$/.test(typed)) return "It holds a space or a letter that no token has: copy it again.";
    const held = kind === "admin token" || ACCESS_TOKEN.test(typed) ? forever(typed) : await exchanged(typed);
    if (typeof held === "string") return held;
    this.#held.set(kind, held);
    for (const changed of this.#watching) changed();
    return null;
  }
}

/** How long a pasted token lives, the server knows. */
function forever(token: string): Held {
  return { token, expiresAtMs: Number.POSITIVE_INFINITY };
}

/** An access token for an API key, or words about why there is none. */
async function exchanged(apiKey: string): Promise<Held | string> {
  const body = JSON.stringify({ api_key: apiKey });
  const outcome = await send(
    { method: "POST", target: "/v1/auth", headers: [], body },
    null,
    new AbortController().signal,
  );
  if (outcome.kind !== "answer") return outcome.said;
  if (outcome.status !== 200) return outcome.message ?? `The key was not exchanged: ${outcome.status}.`;
  const { access_token, expires_in } = JSON.parse(outcome.text) as { access_token: string; expires_in: number };
  return { token: access_token, expiresAtMs: performance.now() + expires_in * 1_000 };
}
