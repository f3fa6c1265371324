/** Who is signed in. */
import { signal } from "@preact/signals";
import type { SessionWire } from "#http/schemas/operator-session.ts";
import { Refusal, sent } from "./transport.ts";

const PATH = "/admin/api/session";
/** Behind `#` in a one-time link: browsers keep that to themselves. */
const CODE = /^#code=([A-Za-z0-9]+)$/;

export type SessionState =
  | { readonly kind: "looking" }
  | { readonly kind: "unreachable" }
  /** `link`: why the one that was followed opened nothing; `wasIn`: somebody was signed in before, and the page is still there. */
  | { readonly kind: "out"; readonly link: string | null; readonly wasIn: boolean }
  | { readonly kind: "in"; readonly session: SessionWire };

export const session = signal<SessionState>({ kind: "looking" });

/** Settled when somebody has signed in again: what waits for it goes on then. */
let waiting = Promise.withResolvers<void>();

/** Signs in with the link that was followed, or finds out who is signed in already. */
export async function begin(): Promise<void> {
  const [, code] = CODE.exec(location.hash) ?? [];
  // Not into the history: it would be tried again.
  if (code !== undefined) history.replaceState(null, "", location.pathname + location.search);
  try {
    if (code === undefined) enter(await shown());
    else await signIn({ code });
  } catch (failure) {
    const isRefused = failure instanceof Refusal;
    session.value = isRefused
      ? { kind: "out", link: code === undefined ? null : failure.message, wasIn: false }
      : { kind: "unreachable" };
  }
}

/** Throws a Refusal or Unreachable. */
export async function signIn(proof: { readonly token: string } | { readonly code: string }): Promise<void> {
  enter((await sent<SessionWire>("POST", PATH, proof, {})).body);
}

export async function signOut(): Promise<void> {
  try {
    await sent("DELETE", PATH, undefined, { "X-Dragoman-Admin": "1" });
  } finally {
    session.value = { kind: "out", link: null, wasIn: false };
  }
}

/** Resolves when somebody has signed in; until then the page says that the session is over. */
export function signInAgain(): Promise<void> {
  if (session.value.kind === "in") session.value = { kind: "out", link: null, wasIn: true };
  return waiting.promise;
}

async function shown(): Promise<SessionWire> {
  return (await sent<SessionWire>("GET", PATH, undefined, {})).body;
}

function enter(found: SessionWire): void {
  session.value = { kind: "in", session: found };
  waiting.resolve();
  waiting = Promise.withResolvers<void>();
}
