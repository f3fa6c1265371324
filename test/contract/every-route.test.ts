/**
 * What every route answers to whoever may not call it, cannot pay, calls too often, sends nonsense, or comes when the server
 * fails or stops: made from the table of routes, so that a new route is held to it before anybody writes a row.
 */
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { AppError, type ErrorCode } from "#core/errors.ts";
import { EXAMPLES } from "#http/openapi/examples.ts";
import { refusalsOf } from "#http/openapi/refusals.ts";
import { type Route, takesIdempotencyKey } from "#http/route.ts";
import { routesOf } from "#http/server.ts";
import { errorCodeOf } from "../answer-checks.ts";
import { openRaw } from "../http/raw.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { observe } from "../openapi/recorder.ts";

/** Of all that is counted by address together, in one minute of a test. */
const EXCHANGES_MAX = 12;

let server: TestApp;
let routes: readonly Route[];

beforeAll(async () => {
  server = await openTestApp({ exchangesPerMinute: EXCHANGES_MAX, bodyBytesMax: 4_096 });
  routes = routesOf(server.app.services);
});
afterAll(() => server.close());

type Headers_ = Readonly<Record<string, string>>;

/** A call of the route that is right as far as the route alone can tell. */
function callOf(route: Route): { readonly path: string; readonly body: object | undefined } {
  const body = EXAMPLES[`${route.method} ${route.path}`]?.request as object | undefined;
  return { path: route.path.replace(/:[a-z_]+/g, "none-v1"), body: route.body === null ? undefined : body };
}

function send(route: Route, headers: Headers_, changed: { readonly path?: string; readonly body?: unknown } = {}) {
  const { path, body } = { ...callOf(route), ...changed };
  return server.request(route.method, path, body, headers);
}

const named = ({ method, path }: Route) => `${method} ${path}`;

/** Sends something to each of the routes, and names those that do not answer as they should. */
async function expectEach(
  chosen: (route: Route) => boolean,
  code: ErrorCode,
  ask: (route: Route) => ReturnType<typeof send>,
): Promise<void> {
  const asked = routes.filter(chosen);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((route) => !refusalsOf(route).includes(code)).map(named)).toEqual([]);
  const different: string[] = [];
  for (const route of asked) {
    const { json } = await ask(route);
    if (errorCodeOf(json) !== code) different.push(`${named(route)}: ${JSON.stringify(json)}`);
  }
  expect(different).toEqual([]);
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const ofApps = ({ caller }: Route) => caller === "app";
const withBody = ({ body }: Route) => body !== null;

/** Whom the route admits. A client address of its own each time, so that the window of the last never matters. */
let _addresses = 0;
function admitted(route: Route, tenant: Tenant): Headers_ {
  _addresses += 1;
  if (route.caller === "admin") return bearer(server.app.newAdminToken ?? "");
  return route.caller === "app" ? bearer(tenant.token) : {};
}

/** The body of the route's example, naming the bank where one can be named. An unknown persona would be refused first. */
function withoutPersona(route: Route, bank?: string): { readonly body?: object } {
  const { body } = callOf(route);
  if (!body) return {};
  const takesBanks = Object.hasOwn(route.body?.properties ?? {}, "banks");
  const banks = bank !== undefined && takesBanks ? { banks: [bank] } : {};
  return { body: { ...body, ...banks, ...("persona" in body && { persona: undefined }) } };
}

/** One of each kind, and a request that was answered, made from the examples. */
async function everythingOf({ request }: Tenant) {
  const make = async (path: string, at = path) =>
    (await request("POST", at, EXAMPLES[`POST ${path}`]?.request)).json as { readonly id: string };
  for (const path of ["/v1/toolsets", "/v1/classification-sets", "/v1/personas", "/v1/value-lists"]) await make(path);
  const { id: bank } = await make("/v1/banks");
  const { id: memory } = await make("/v1/banks/:id/memories", `/v1/banks/${bank}/memories`);
  const cases = "/v1/toolsets/:signature/cases";
  const { id: taught } = await make(cases, "/v1/toolsets/weather-v1/cases");
  await request("PUT", "/v1/aliases/weather-live", EXAMPLES["PUT /v1/aliases/:alias"]?.request);
  await request("PUT", "/v1/query-log", { enabled: true });
  const { request_id } = (EXAMPLES["POST /v1/feedback"]?.request ?? {}) as { readonly request_id: string };
  await request("POST", "/v1/resolve", EXAMPLES["POST /v1/resolve"]?.request, { "X-Request-Id": request_id });
  const logged = (await request("GET", "/v1/query-log/entries")).json.data[0].id;
  const paths = new Map([
    ["toolsets/:signature", "toolsets/weather-v1"],
    ["models/:model", "models/dragoman%2Fweather-v1"],
    ["classification-sets/:signature", "classification-sets/banking-v1"],
    ["personas/:name", "personas/concierge"],
    ["value-lists/:name", "value-lists/medicines"],
    ["banks/:id", `banks/${bank}`],
    ["memories/:memory", `memories/${memory}`],
    ["aliases/:alias", "aliases/weather-live"],
    ["cases/:case", `cases/${taught}`],
    ["entries/:entry", `entries/${logged}`],
  ]);
  const lists = [
    "toolsets",
    "classification-sets",
    "personas",
    "value-lists",
    "banks",
    `banks/${bank}/memories`,
    "toolsets/weather-v1/cases",
    "aliases",
    "query-log/entries",
  ];
  const list = () => Promise.all(lists.map(async (name) => (await request("GET", `/v1/${name}`)).json));
  return { bank, paths, list, before: await list() };
}

describe("every route", () => {
  test("of apps or of the operator is 401 without a credential, and with a wrong one [A-3]", async () => {
    const closed = ({ caller }: Route) => caller === "app" || caller === "admin";
    await expectEach(closed, "unauthorized", (route) => send(route, {}));
    await expectEach(closed, "unauthorized", (route) => send(route, bearer("nonsense")));
  });

  test("of the operator is 401 with the token of an app, and of apps with the operator's [A-12]", async () => {
    const { token } = await server.tenant();
    await expectEach(
      ({ caller }) => caller === "admin",
      "unauthorized",
      (route) => send(route, bearer(token)),
    );
    await expectEach(ofApps, "unauthorized", (route) => send(route, bearer(server.app.newAdminToken ?? "")));
  });

  test("of apps is 403 while the app is suspended [A-4]", async () => {
    const { appId, token } = await server.tenant();
    await server.app.tenants.suspend(appId);
    await expectEach(ofApps, "forbidden", (route) => send(route, bearer(token)));
  });

  test("that is counted is 429 over its limit [L-9]", async () => {
    const { token, request } = await server.tenant("hasty");
    for (let call = 0; call < 3; call += 1) await request("GET", "/v1/toolsets");
    await expectEach(ofApps, "too_many_requests", (route) => send(route, bearer(token)));
    const exchange = ({ caller }: Route) => caller === "address";
    for (let call = 0; call < EXCHANGES_MAX; call += 1) await server.request("POST", "/v1/auth", {});
    await expectEach(exchange, "too_many_requests", (route) => send(route, {}));
    server.clock.advance(60_000);
  });

  test("that is paid for is 402 when the balance does not hold its cost [L-3]", async () => {
    const { token, request } = await server.tenant("poor");
    for (let call = 0; call < 2; call += 1) await request("GET", "/v1/toolsets");
    await expectEach(
      ({ cost }) => cost !== "free",
      "payment_required",
      (route) => send(route, bearer(token)),
    );
  });

  test("with a body is 413 over the limit of bytes, and 400 for what is no JSON [E-6]", async () => {
    const tenant = await server.tenant();
    const large = `{"x":"${"x".repeat(5_000)}"}`;
    await expectEach(withBody, "payload_too_large", (route) => send(route, admitted(route, tenant), { body: large }));
    await expectEach(withBody, "bad_request", (route) => send(route, admitted(route, tenant), { body: "{" }));
    server.clock.advance(60_000);
  });

  test("with a body is 400 naming an unknown field [F-9]", async () => {
    const tenant = await server.tenant();
    await expectEach(withBody, "validation_error", (route) =>
      send(route, admitted(route, tenant), { body: { ...callOf(route).body, unheard_of: 1 } }),
    );
    server.clock.advance(60_000);
  });

  test("of apps that is a POST is 400 for an Idempotency-Key that is none [K-5]", async () => {
    const tenant = await server.tenant();
    for (const key of ["", "k".repeat(256)]) {
      await expectEach(takesIdempotencyKey, "validation_error", (route) =>
        send(route, { ...admitted(route, tenant), "Idempotency-Key": key }),
      );
    }
    server.clock.advance(60_000);
  });

  test("with a parameter in its path is 400 for a malformed percent-encoding [E-7]", async () => {
    const tenant = await server.tenant();
    const withParameter = ({ path }: Route) => path.includes("/:");
    await expectEach(withParameter, "bad_request", (route) =>
      send(route, admitted(route, tenant), { path: route.path.replace(/:[a-z_]+/g, "%ff") }),
    );
  });

  test("that names a resource is 404 when it is not there, and when it is another app's [A-5]", async () => {
    const [owner, stranger] = [await server.tenant(), await server.tenant()];
    const owned = await everythingOf(owner);
    const naming = (route: Route) => ofApps(route) && route.describes.refuses.includes("not_found");
    await expectEach(naming, "not_found", (route) => send(route, bearer(stranger.token), withoutPersona(route)));
    await expectEach(naming, "not_found", (route) => {
      const path = route.path.replace(/[a-z-]+\/:[a-z]+/g, (segments) => owned.paths.get(segments) ?? segments);
      expect(path).not.toContain(":");
      return send(route, bearer(stranger.token), { path, ...withoutPersona(route, owned.bank) });
    });
    expect(await owned.list()).toEqual(owned.before);
  });

  test("that reads a page is 400 for a limit or a cursor that no page has [R-4]", async () => {
    const tenant = await server.tenant();
    const paged = ({ describes }: Route) => "next_cursor" in (describes.success.schema?.properties ?? {});
    await expectEach(paged, "validation_error", (route) =>
      send(route, admitted(route, tenant), { path: `${callOf(route).path}?limit=0` }),
    );
    await expectEach(paged, "validation_error", (route) =>
      send(route, admitted(route, tenant), { path: `${callOf(route).path}?cursor=!` }),
    );
  });

  test("that asks a model is 502 when the model cannot be reached or answers nonsense [E-11]", async () => {
    const { request, token } = await server.tenant();
    await request("POST", "/v1/toolsets", EXAMPLES["POST /v1/toolsets"]?.request);
    await request("POST", "/v1/classification-sets", EXAMPLES["POST /v1/classification-sets"]?.request);
    await request("POST", "/v1/personas", EXAMPLES["POST /v1/personas"]?.request);
    for (const code of ["bad_gateway", "llm_processing_error", "service_unavailable"] as const) {
      server.model.before = () => Promise.reject(new AppError(code, "the model failed"));
      const asking = ({ describes }: Route) => describes.refuses.includes("llm_processing_error");
      await expectEach(asking, code, (route) => send(route, { ...bearer(token), "Cache-Control": "no-store" }));
    }
    server.model.before = async () => {};
  });
});

/** What asks no clock when it comes with the token: a session does. */
const TIMELESS: ReadonlySet<string> = new Set([
  "GET /admin/api/session",
  "DELETE /admin/api/session",
  "GET /admin/api/nodes",
  "GET /admin/api/audit",
]);

test("a failure of the server is 500 on every route that has work to do, and says nothing of its cause [E-10]", async () => {
  // What looks at the clock now and then, beside requests, would fail with nobody to tell.
  const intervals = spyOn(globalThis, "setInterval").mockImplementation(() => setTimeout(() => {}, 0));
  const broken = await openTestApp();
  intervals.mockRestore();
  const tenant = await broken.tenant();
  const signedIn = await broken.request("POST", "/admin/api/session", { token: broken.app.newAdminToken });
  const cookie = { Cookie: (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
  broken.clock.now = () => {
    throw new Error("the clock broke");
  };
  for (const route of routesOf(broken.app.services).filter((route) => refusalsOf(route).includes("internal_error"))) {
    const { path, body } = callOf(route);
    const byToken = bearer(route.caller === "admin" ? (broken.app.newAdminToken ?? "") : tenant.token);
    const headers = TIMELESS.has(named(route)) ? cookie : byToken;
    const where = route.caller === "admin" ? path.replace("none-v1", tenant.appId) : path;
    const { status, json } = await broken.request(route.method, where, body, headers);
    expect({ route: named(route), status, error: errorCodeOf(json) }).toEqual({
      route: named(route),
      status: 500,
      error: "internal_error",
    });
    expect(JSON.stringify(json)).not.toContain("clock");
  }
  broken.clock.now = () => 0;
  await broken.close();
});

test("a server that stops answers 503 with Retry-After on every route [E-12]", async () => {
  const stopping = await openTestApp({ drainSecondsMax: 10 });
  const { services } = stopping.app;
  const { request } = await stopping.tenant();
  const gate = Promise.withResolvers<void>();
  stopping.model.before = () => gate.promise;
  const slow = request("POST", "/v1/resolve-quick", EXAMPLES["POST /v1/resolve-quick"]?.request);
  const all = routesOf(services);
  const late = await Promise.all(
    all.map(async (route) => {
      const connection = await openRaw(stopping.app.server.port);
      connection.write(`${route.method} ${callOf(route).path} HTTP/1.1\r\nHost: x\r\n`);
      return { route, connection };
    }),
  );
  while (stopping.model.calls === 0) await Bun.sleep(2);
  const closed = stopping.close();
  // Its socket for commands is closed before.
  while (await fetch(`${stopping.url}/livez`).then(Boolean, () => false)) await Bun.sleep(2);
  for (const { route, connection } of late) {
    connection.write("\r\n");
    const { status, head, body } = await connection.until();
    const fields = head
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(": ", 2) as [string, string]);
    const answer = { method: route.method, path: callOf(route).path, status, headers: new Headers(fields) };
    expect({ route: named(route), status }).toEqual({ route: named(route), status: 503 });
    expect(answer.headers.get("retry-after")).toBe("30");
    observe(services, { ...answer, json: JSON.parse(body) });
  }
  gate.resolve();
  expect((await slow).status).toBe(200);
  await closed;
});
