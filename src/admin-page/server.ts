/** How pages ask the server. Whoever is signed out meanwhile is asked to sign in, and the call goes on: pages know nothing of it. */
import type { PageOf } from "./loaded.ts";
import { signInAgain } from "./session.ts";
import { type Answered, type Method, Refusal, sent } from "./transport.ts";

const UNAUTHORIZED = 401;
/** An app's token is renewed while it is still good for so long. */
const TOKEN_MARGIN_MS = 60_000;

/** `path` is below `/admin/api`. Throws a Refusal or Unreachable. */
export async function ask<Body>(method: Method, path: string, json?: unknown): Promise<Body> {
  const send = () => sent<Body>(method, `/admin/api${path}`, json, { "X-Dragoman-Admin": "1" });
  for (;;) {
    try {
      return (await send()).body;
    } catch (failure) {
      if (!isUnauthorized(failure)) throw failure;
      await signInAgain();
    }
  }
}

/** A command of the operator, as `dragoman` has it: `command("app.credit", { app_id, requests })`. */
export async function command<Result>(name: string, args: object = {}): Promise<Result> {
  return (await ask<{ readonly result: Result }>("POST", "/commands", { command: name, args })).result;
}

interface HeldToken {
  readonly token: string;
  readonly renewAt: number;
}

const tokens = new Map<string, HeldToken>();

/** The app's own API, by a token that the server makes for it. What it costs, the app pays. */
export async function askAsApp<Body>(
  app: string,
  method: Method,
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered<Body>> {
  const send = async () => {
    const token = await tokenOf(app);
    return sent<Body>(method, path, json, { ...headers, Authorization: `Bearer ${token}` });
  };
  try {
    return await send();
  } catch (failure) {
    if (!isUnauthorized(failure)) throw failure;
    // Withdrawn meanwhile: by a revoked key, or a suspension that is over.
    tokens.delete(app);
    return send();
  }
}

/** What the app's own API gives a page at a time. `cursor` null: the first. */
export async function pageAsApp<Item>(app: string, path: string, cursor: string | null): Promise<PageOf<Item>> {
  const query = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  return (await askAsApp<PageOf<Item>>(app, "GET", `${path}${query}`)).body;
}

async function tokenOf(app: string): Promise<string> {
  const held = tokens.get(app);
  if (held && Date.now() < held.renewAt) return held.token;
  const made = await ask<{ readonly access_token: string; readonly expires_in: number }>(
    "POST",
    `/apps/${encodeURIComponent(app)}/token`,
  );
  tokens.set(app, { token: made.access_token, renewAt: Date.now() + made.expires_in * 1_000 - TOKEN_MARGIN_MS });
  return made.access_token;
}

function isUnauthorized(failure: unknown): boolean {
  return failure instanceof Refusal && failure.status === UNAUTHORIZED;
}
