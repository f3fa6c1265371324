import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { adminLinkOf } from "#core/operator/server-commands.ts";
import { checkErrorObject } from "../answer-checks.ts";
import { openTestApp, type TestApp } from "../kit.ts";

const SESSION = "/admin/api/session";
const OVERVIEW = "/admin/api/overview";
const COMMANDS = "/admin/api/commands";
const MINUTE_MS = 60_000;

let server: TestApp;
beforeEach(async () => {
  server = await openTestApp();
});
afterEach(() => server.close());

const newCode = async () => {
  const { link } = (await server.app.operator.run("admin-link", {}, "a test")) as { readonly link: string };
  return /^http:\/\/127\.0\.0\.1:\d+\/admin#code=([A-Za-z0-9]{43})$/.exec(link)?.[1] ?? "";
};
const signIn = (proof: object, headers: Readonly<Record<string, string>> = {}) =>
  server.request("POST", SESSION, proof, headers);
/** The cookie as a browser sends it. */
const cookieOf = ({ headers }: { readonly headers: Headers }) => ({
  Cookie: `other=1; ${(headers.get("set-cookie") ?? "").split(";")[0]}`,
});
const signedIn = async () => cookieOf(await signIn({ code: await newCode() }));
const ours = () => ({ "X-Dragoman-Admin": "1", Origin: server.url });
const listing = { command: "app.list" };

describe("a session of the admin page", () => {
  test("is opened by the admin token and by a link, with a cookie that no script reads and no other site sends", async () => {
    for (const proof of [{ token: server.app.newAdminToken }, { code: await newCode() }]) {
      const reply = await signIn(proof);
      expect(reply.status).toBe(200);
      expect(reply.json).toMatchObject({
        plans: ["plenty", "hasty", "poor", "unlimited"],
        ends_at: "2026-03-11T00:00:30.000Z",
      });
      expect(reply.headers.get("set-cookie")).toMatch(
        /^dragoman_admin=[A-Za-z0-9]{43}; Path=\/admin; Max-Age=43200; HttpOnly; SameSite=Strict$/,
      );
      expect((await server.request("GET", OVERVIEW, undefined, cookieOf(reply))).status).toBe(200);
    }
  });

  test("has a cookie for TLS alone where the page came over TLS", async () => {
    const reply = await signIn({ token: server.app.newAdminToken }, { Origin: "https://dragoman.example" });
    expect(reply.headers.get("set-cookie")).toEndWith("; Secure");
  });

  test("is refused for a wrong token, and for a code that is wrong, used or too old, in the same words", async () => {
    const code = await newCode();
    const old = await newCode();
    expect((await signIn({ code })).status).toBe(200);
    server.clock.advance(30 * MINUTE_MS);
    const replies = await Promise.all([signIn({ code }), signIn({ code: old }), signIn({ code: "nonsense" })]);
    expect(new Set(replies.map(({ status, json }) => `${status} ${json.message}`)).size).toBe(1);
    for (const reply of [...replies, await signIn({ token: "dga_wrong" })]) {
      expect([reply.status, reply.headers.get("set-cookie")]).toEqual([401, null]);
      checkErrorObject(reply, {});
    }
  });

  test("wants one proof", async () => {
    for (const body of [{}, { token: server.app.newAdminToken, code: "x" }]) {
      expect((await signIn(body)).json).toMatchObject({ error: "bad_request" });
    }
  });

  test("is a link only for the last sixteen that were asked for", async () => {
    const first = await newCode();
    for (let more = 0; more < 16; more += 1) await newCode();
    expect((await signIn({ code: first })).status).toBe(401);
  });

  test("is over after an hour without a request, and after twelve hours with them", async () => {
    const idle = await signedIn();
    server.clock.advance(59 * MINUTE_MS);
    expect((await server.request("GET", SESSION, undefined, idle)).status).toBe(200);
    server.clock.advance(60 * MINUTE_MS);
    expect((await server.request("GET", SESSION, undefined, idle)).status).toBe(401);
    const busy = await signedIn();
    for (let half = 0; half < 23; half += 1) {
      server.clock.advance(30 * MINUTE_MS);
      expect((await server.request("GET", SESSION, undefined, busy)).status).toBe(200);
    }
    server.clock.advance(30 * MINUTE_MS);
    expect((await server.request("GET", SESSION, undefined, busy)).status).toBe(401);
  });

  test("is over when somebody signs out, and all are when the token is reset", async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const out = await server.request("DELETE", SESSION, undefined, { ...one, ...ours() });
    expect([out.status, out.headers.get("set-cookie")]).toEqual([204, expect.stringContaining("Max-Age=0")]);
    expect((await server.request("GET", OVERVIEW, undefined, one)).status).toBe(401);
    const code = await newCode();
    await server.app.operator.run("admin-token.reset", {}, "a test");
    expect((await server.request("GET", OVERVIEW, undefined, other)).status).toBe(401);
    expect((await signIn({ code })).status).toBe(401);
  });

  test("is known to the page with what it needs, and to the token without an end", async () => {
    const token = { Authorization: `Bearer ${server.app.newAdminToken}` };
    expect((await server.request("GET", SESSION, undefined, token)).json).toEqual({
      ends_at: null,
      version: "0.2.0",
      plans: ["plenty", "hasty", "poor", "unlimited"],
      backends: ["embedded"],
    });
  });

  test("holds the sixty-four that asked last", async () => {
    const first = await signedIn();
    for (let more = 0; more < 64; more += 1) await signedIn();
    expect((await server.request("GET", SESSION, undefined, first)).status).toBe(401);
  });
});

describe("a change by cookie", () => {
  const origins: readonly (readonly [string, (url: string) => Readonly<Record<string, string>>, number])[] = [
    ["from the page itself", (url) => ({ "X-Dragoman-Admin": "1", Origin: url }), 200],
    [
      "from the page itself, as browsers say it over TLS",
      () => ({ "X-Dragoman-Admin": "1", "Sec-Fetch-Site": "same-origin" }),
      200,
    ],
    ["without the header", (url) => ({ Origin: url }), 403],
    ["without an origin", () => ({ "X-Dragoman-Admin": "1" }), 403],
    ["from another origin", () => ({ "X-Dragoman-Admin": "1", Origin: "https://evil.example" }), 403],
    ["from another port of this machine", () => ({ "X-Dragoman-Admin": "1", Origin: "http://127.0.0.1:1" }), 403],
    ["from no origin", () => ({ "X-Dragoman-Admin": "1", Origin: "null" }), 403],
    [
      "from another site, whatever its origin says",
      (url) => ({ "X-Dragoman-Admin": "1", Origin: url, "Sec-Fetch-Site": "cross-site" }),
      403,
    ],
  ];
  test.each(origins)("%s", async (_, headersFor, status) => {
    const headers = { ...(await signedIn()), ...headersFor(server.url) };
    const reply = await server.request("POST", COMMANDS, listing, headers);
    expect(reply.status).toBe(status);
    if (status === 403) checkErrorObject(reply, {});
  });

  test("is signing out, too", async () => {
    const cookie = await signedIn();
    expect((await server.request("DELETE", SESSION, undefined, cookie)).json).toMatchObject({ error: "forbidden" });
    expect((await server.request("GET", SESSION, undefined, cookie)).status).toBe(200);
  });

  test("is none with the token, which no browser sends by itself", async () => {
    const token = { Authorization: `Bearer ${server.app.newAdminToken}` };
    expect((await server.request("POST", COMMANDS, listing, token)).status).toBe(200);
  });

  test("opens nothing of an app's own API", async () => {
    expect((await server.request("GET", "/v1/toolsets", undefined, await signedIn())).status).toBe(401);
  });
});

test("tries to sign in are counted by address, as exchanges of keys are", async () => {
  const slow = await openTestApp({ exchangesPerMinute: 3 });
  try {
    const replies = [];
    for (let call = 0; call < 4; call += 1) replies.push(await slow.request("POST", SESSION, { token: "dga_guess" }));
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect((await slow.request("POST", "/v1/auth", { api_key: "x" })).status).toBe(429);
  } finally {
    await slow.close();
  }
});

test.each([
  ["http://0.0.0.0:8420", "http://127.0.0.1:8420"],
  ["http://[::]:8420", "http://[::1]:8420"],
  ["http://10.0.0.7:8420", "http://10.0.0.7:8420"],
])("the link of a server at %s opens at %s: where it listens everywhere, no browser finds that", (address, opens) => {
  expect(adminLinkOf(address, "x")).toBe(`${opens}/admin#code=x`);
});

test("a first start gives a link beside the token, and a folder without a server none", async () => {
  expect(server.app.newAdminLink).toStartWith(`${server.url}/admin#code=`);
  const [, code] = (server.app.newAdminLink ?? "").split("#code=");
  expect((await signIn({ code })).status).toBe(200);
});
