import type { AdminSessions, Proof } from "#core/access/admin-sessions.ts";
import { AppError } from "#core/errors.ts";
import { adminCookie, adminCookieOf, isFromSecurePage } from "../request/admin-cookie.ts";
import { checkShape } from "../request/shape.ts";
import { ok, type Route } from "../route.ts";
import { SessionAnswer, SessionBody, type SessionWire } from "../schemas/operator-session.ts";
import { dateTime } from "../schemas/resources.ts";
import type { AdminServices, Services } from "../services.ts";

const tag = "Administration";
const path = "/admin/api/session";

const opening = {
  tag,
  summary: "Sign in on the admin page",
  description:
    "With the admin token, or with the code of a one-time link. The answer sets a cookie, which opens `/admin/api` beside the token; a change by cookie also needs the header `X-Dragoman-Admin: 1`, and has to come from the server's own page.",
  success: { status: 200, schema: SessionAnswer },
  refuses: ["bad_request", "validation_error", "unauthorized"],
} as const;
const showing = {
  tag,
  summary: "See whether somebody is signed in",
  description: "With what the page needs to begin.",
  success: { status: 200, schema: SessionAnswer },
  refuses: [],
} as const;
const closing = {
  tag,
  summary: "Sign out",
  description: "The session is over at once, whoever has its cookie.",
  success: { status: 204, schema: null },
  refuses: [],
} as const;

/** Who is signed in. Nothing of it is counted but the tries, by client address. */
export function adminSessionRoutes({ admin, clock }: Pick<Services, "admin" | "clock">): readonly Route[] {
  return [
    {
      method: "POST",
      path,
      caller: "address",
      cost: "free",
      body: SessionBody,
      describes: opening,
      handle: async ({ json, headers }) => {
        const proof = proofIn(json);
        const { secret, session } = await admin.sessions.open(proof);
        await admin.audit.record("admin page", `session.open by="${"token" in proof ? "token" : "link"}"`);
        const seconds = Math.floor((session.endsAt - clock.now()) / 1_000);
        const cookie = adminCookie(secret, { seconds, secure: isFromSecurePage(headers) });
        return ok(() => sessionResource(admin, session), { "Set-Cookie": cookie });
      },
    },
    {
      method: "GET",
      path,
      caller: "admin",
      cost: "free",
      body: null,
      describes: showing,
      handle: async ({ headers }) => {
        const session = await sessionOf(admin.sessions, headers);
        return ok(() => sessionResource(admin, session));
      },
    },
    {
      method: "DELETE",
      path,
      caller: "admin",
      cost: "free",
      body: null,
      describes: closing,
      handle: async ({ headers }) => {
        const secret = adminCookieOf(headers);
        if (secret !== null) await admin.sessions.close(secret);
        const cookie = adminCookie("", { seconds: 0, secure: isFromSecurePage(headers) });
        return { status: 204, headers: { "Set-Cookie": cookie }, body: null };
      },
    },
  ];
}

function proofIn(json: unknown): Proof {
  const { token, code } = checkShape(SessionBody, json);
  if (token !== undefined && code === undefined) return { token };
  if (code !== undefined && token === undefined) return { code };
  throw new AppError("bad_request", "a session is opened with either `token` or `code`");
}

async function sessionOf(sessions: Pick<AdminSessions, "find">, headers: Headers) {
  const secret = adminCookieOf(headers);
  return secret === null ? null : sessions.find(secret);
}

function sessionResource(
  { version, plans, backends }: AdminServices,
  session: { readonly endsAt: number } | null,
): SessionWire {
  const endsAt = session && dateTime(session.endsAt);
  return { ends_at: endsAt, version, plans: [...plans], backends: [...backends] };
}
