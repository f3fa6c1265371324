/** What an operator decides while calls are running counts from the next call on; what was counted outlives a restart. */
import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type RunningServer, runDragoman, startServer } from "../../scripts/dragoman-process.ts";
import {
  type Account,
  createApp,
  ensureExecutable,
  exchanged,
  freshPlace,
  LARGE_PLAN,
  type Place,
  settings,
} from "./kit.ts";

const CALLERS = 8;
/** A restart, on a machine that runs other tests beside, has to fit into what is left of a minute. */
const MINUTE_LEFT_MS_MIN = 8_000;

beforeAll(ensureExecutable, 120_000);

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
});

async function serving(place: Place): Promise<RunningServer> {
  const server = await startServer({ dataDir: place.path });
  running.push(server);
  return server;
}

/** A command of the operator; with a server running it goes through the control socket. */
async function operate(place: Place, ...args: readonly string[]) {
  const { status, stdout, stderr } = await runDragoman([...args, "--data", place.path, "--json"]);
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}

function call(server: RunningServer, token: string, path = "/v1/toolsets", init: RequestInit = {}): Promise<Response> {
  return fetch(server.url + path, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } });
}

async function statusOf(server: RunningServer, token: string): Promise<number> {
  const response = await call(server, token);
  await response.arrayBuffer();
  return response.status;
}

/** Calls that never stop, so that the token is among those verified before, until `end`. */
function crowd(server: RunningServer, token: string) {
  let isOver = false;
  const seen: { readonly status: number; readonly sentAtMs: number }[] = [];
  const caller = async () => {
    while (!isOver) {
      const sentAtMs = performance.now();
      seen.push({ status: await statusOf(server, token), sentAtMs });
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  return {
    /** Statuses of the calls that were sent after this moment, once there are enough of them. */
    async statusesSince(sinceMs: number): Promise<readonly number[]> {
      const later = () => seen.filter(({ sentAtMs }) => sentAtMs > sinceMs);
      while (later().length < 3 * CALLERS) await Promise.race([Bun.sleep(5), callers]);
      return [...new Set(later().map(({ status }) => status))];
    },
    async end(): Promise<readonly number[]> {
      isOver = true;
      await callers;
      return [...new Set(seen.map(({ status }) => status))].sort();
    },
  };
}

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid;
}

describe("while calls are running", () => {
  async function inService(
    act: (place: Place, server: RunningServer, account: Account, token: string) => Promise<void>,
  ) {
    using place = freshPlace();
    settings(place, LARGE_PLAN);
    const account = await createApp(place.path);
    const server = await serving(place);
    await act(place, server, account, await exchanged(server.url, account));
  }

  test("signing keys are rotated without a single refusal [A-8]", () =>
    inService(async (place, server, account, token) => {
      const calls = crowd(server, token);
      await calls.statusesSince(0);
      const { kid } = await operate(place, "signing-key", "rotate");
      const fresh = await exchanged(server.url, account);
      expect([kidOf(fresh), kidOf(fresh) === kidOf(token)]).toEqual([kid, false]);
      await operate(place, "signing-key", "rotate");
      expect(await calls.statusesSince(performance.now())).toEqual([200]);
      expect(await calls.end()).toEqual([200]);
      expect(await statusOf(server, fresh)).toBe(200);
      // Both keys are still known to the next process.
      await server.stop();
      const next = await serving(place);
      expect([await statusOf(next, token), await statusOf(next, fresh)]).toEqual([200, 200]);
    }));

  test("a suspended app is 403 from the next call on, and back with a new token only [A-4]", () =>
    inService(async (place, server, account, token) => {
      const calls = crowd(server, token);
      expect(await calls.statusesSince(0)).toEqual([200]);
      await operate(place, "app", "suspend", account.appId);
      expect(await calls.statusesSince(performance.now())).toEqual([403]);
      expect((await exchangeOf(server, account)).status).toBe(403);
      await operate(place, "app", "resume", account.appId);
      expect(await calls.statusesSince(performance.now())).toEqual([401]);
      expect(await calls.end()).toEqual([200, 401, 403]);
      expect(await statusOf(server, await exchanged(server.url, account))).toBe(200);
    }));

  test("a revoked key takes every token of the app with it, and the other keys give new ones [A-6]", () =>
    inService(async (place, server, account, token) => {
      const other = await operate(place, "key", "create", account.appId, "--name", "other");
      const otherToken = await exchanged(server.url, { ...account, apiKey: other.api_key });
      expect(await statusOf(server, otherToken)).toBe(200);
      const calls = crowd(server, token);
      expect(await calls.statusesSince(0)).toEqual([200]);
      await operate(place, "key", "revoke", account.apiKey, "--yes");
      expect(await calls.statusesSince(performance.now())).toEqual([401]);
      expect(await calls.end()).toEqual([200, 401]);
      expect(await statusOf(server, otherToken)).toBe(401);
      expect((await exchangeOf(server, account)).status).toBe(401);
      expect(await statusOf(server, await exchanged(server.url, { ...account, apiKey: other.api_key }))).toBe(200);
    }));

  test("a deleted app is gone with its tokens and keys", () =>
    inService(async (place, server, account, token) => {
      const calls = crowd(server, token);
      expect(await calls.statusesSince(0)).toEqual([200]);
      await operate(place, "app", "delete", account.appId, "--yes");
      expect(await calls.statusesSince(performance.now())).toEqual([401]);
      expect((await calls.end()).filter((status) => status !== 200 && status !== 401)).toEqual([]);
      expect((await exchangeOf(server, account)).status).toBe(401);
    }));
});

function exchangeOf(server: RunningServer, { apiKey }: Account): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return fetch(`${server.url}/v1/auth`, { method: "POST", headers, body: JSON.stringify({ api_key: apiKey }) });
}

describe("the window of a minute", () => {
  const HASTY = ["[plans.hasty]", "requests_per_minute = 6", "requests_per_month = 1_000"];

  test.each(["stop", "kill"] as const)(
    "outlives a restart after %s [L-9]",
    async (how) => {
      using place = freshPlace();
      settings(place, HASTY);
      const account = await createApp(place.path, "hasty");
      const first = await serving(place);
      const token = await exchanged(first.url, account);
      await withinOneMinute();
      const before = [await windowOf(first, token), await windowOf(first, token), await windowOf(first, token)];
      await first[how]();
      const next = await serving(place);
      const after = [await windowOf(next, token), await windowOf(next, token), await windowOf(next, token)];
      const refused = await windowOf(next, token);
      expect([...before, ...after].map(({ status, remaining }) => [status, remaining])).toEqual(
        [5, 4, 3, 2, 1, 0].map((remaining) => [200, remaining]),
      );
      expect(refused).toMatchObject({ status: 429, remaining: 0, limit: 6 });
      expect(refused.retryAfter).toBeGreaterThanOrEqual(1);
      expect(refused.retryAfter).toBeLessThanOrEqual(60);
      // One window, whoever answered.
      const resets = new Set([...before, ...after, refused].map(({ reset }) => reset));
      expect([...resets]).toEqual([(Math.floor(Date.now() / 60_000) + 1) * 60]);
    },
    60_000,
  );

  test("stands on every answer that the app is given, refusals included [L-8]", async () => {
    using place = freshPlace();
    settings(place, LARGE_PLAN);
    const account = await createApp(place.path);
    const server = await serving(place);
    const token = await exchanged(server.url, account);
    const json = { "Content-Type": "application/json" };
    const requests: readonly (readonly [status: number, path: string, init: RequestInit])[] = [
      [200, "/v1/toolsets", {}],
      [400, "/v1/toolsets?limit=0", {}],
      [400, "/v1/toolsets", { method: "POST", headers: json, body: "{" }],
      [404, "/v1/toolsets/unknown-v1", {}],
      [404, "/v1/unknown", {}],
      [405, "/v1/toolsets", { method: "PATCH" }],
      [413, "/v1/toolsets", { method: "POST", headers: json, body: " ".repeat(1_048_577) }],
      [200, "/v1/toolsets", { method: "HEAD" }],
    ];
    for (const [status, path, init] of requests) {
      const { headers, status: found } = await call(server, token, path, init);
      expect([path, found]).toEqual([path, status]);
      expect(headers.get("x-ratelimit-limit")).toBe("1000000000");
      expect(headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
      expect(headers.get("x-ratelimit-reset")).toMatch(/^\d{10}$/);
    }
  });
});

/** Waits for the next minute when too little is left of this one. */
async function withinOneMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < MINUTE_LEFT_MS_MIN) await Bun.sleep(leftMs + 10);
}

async function windowOf(server: RunningServer, token: string) {
  const { status, headers } = await call(server, token);
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN);
  return {
    status,
    limit: number("x-ratelimit-limit"),
    remaining: number("x-ratelimit-remaining"),
    reset: number("x-ratelimit-reset"),
    retryAfter: number("retry-after"),
  };
}
