/** The clock of the machine jumps by a month, under a running server and between two starts: what is expected stands in decision 83. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import {
  adminTokenIn,
  type RunningServer,
  runDragoman,
  startServer,
  waitUntilReady,
} from "../../scripts/dragoman-process.ts";
import {
  type Account,
  createApp,
  ensureExecutable,
  exchanged,
  freshPlace,
  lampToolset,
  type Place,
  settings,
} from "./kit.ts";
import { faultsByTheDoctor } from "./mixed-load/after-crash.ts";

const MONTH_SECONDS = 31 * 86_400;
const PER_MINUTE = 20;
const PER_MONTH = 1_000;
const QUESTION = { query: "switch on the lamp in the kitchen", toolsets: ["lamps-v1"] };
/** The server's minute has just begun: one that ends within the test would give the app another window. */
const BASE_SECONDS = 61 - (Math.floor(Date.now() / 1_000) % 60);

let place: Place;
let data: string;
let account: Account;
let server: RunningServer;
let token: string;

beforeAll(async () => {
  ensureExecutable();
  place = freshPlace();
  data = place.at("data");
  const plan = [`requests_per_minute = ${PER_MINUTE}`, `requests_per_month = ${PER_MONTH}`];
  settings(place, ["[plans.test]", ...plan], data);
  setClock(0);
  account = await createApp(data);
  await start();
}, 120_000);
afterAll(async () => {
  await server.kill();
  place[Symbol.dispose]();
});

/** From now on the server's clock is so far ahead of what it began with, or behind it. */
function setClock(aheadSeconds: number): void {
  const seconds = BASE_SECONDS + aheadSeconds;
  writeFileSync(place.at("clock"), `${seconds < 0 ? "" : "+"}${seconds}s\n`);
}

async function start(): Promise<void> {
  const [library] = [...new Bun.Glob("/usr/lib/*/faketime/libfaketimeMT.so.1").scanSync({ absolute: true })];
  if (!library) throw new Error("this test needs faketime: install it (.ci/run does)");
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: place.at("clock"),
    FAKETIME_NO_CACHE: "1",
    // What lasts is measured by another clock, which nobody sets.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  server = await startServer({ dataDir: data, environment });
  await waitUntilReady(server);
}

async function send(method: string, path: string, body?: unknown, key?: string) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isReplayed = response.headers.get("idempotency-replayed") === "true";
  return { status: response.status, text, isReplayed, retryAfter: Number(response.headers.get("retry-after")) };
}

const ask = (key?: string) => send("POST", "/v1/resolve", QUESTION, key);

async function remaining(): Promise<number> {
  const { stdout } = await runDragoman(["app", "show", account.appId, "--data", data, "--json"]);
  return (JSON.parse(stdout) as { readonly requests_remaining: number }).requests_remaining;
}

/** Until the app is refused; returns after how many seconds it may come again. */
async function useUpTheMinute(): Promise<number> {
  for (let count = 0; count <= PER_MINUTE; count += 1) {
    const { status, retryAfter } = await ask();
    if (status === 429) return retryAfter;
  }
  throw new Error("the window has no end");
}

test("a month ahead and back again, while it runs", async () => {
  token = await exchanged(server.url, account);
  const signedIn = await session();
  expect((await send("POST", "/v1/toolsets", lampToolset("lamps-v1"))).status).toBe(201);
  const first = await ask("key-1");
  expect(first.status).toBe(200);
  expect(await remaining()).toBe(PER_MONTH - 2);
  expect(await useUpTheMinute()).toBeLessThanOrEqual(60);
  const spent = PER_MONTH - (await remaining());
  const early = token;

  setClock(MONTH_SECONDS);
  // Tokens and sessions are over, and whoever has the key or the admin token comes in again.
  expect((await ask()).status).toBe(401);
  expect(await signedIn()).toBe(401);
  token = await exchanged(server.url, account);
  const late = token;
  // Another month: another allowance. An answer kept for 24 hours is forgotten.
  expect(await ask("key-1")).toMatchObject({ status: 200, isReplayed: false });
  expect(await remaining()).toBe(PER_MONTH - 1);
  expect(await useUpTheMinute()).toBeLessThanOrEqual(60);

  setClock(0);
  // What is left of the month is as it was. The minute is counted anew: a window of later locks nobody out.
  expect(PER_MONTH - (await remaining())).toBe(spent);
  token = early;
  expect((await ask()).status).toBe(200);
  expect(PER_MONTH - (await remaining())).toBe(spent + 1);

  setClock(-MONTH_SECONDS);
  // A token of later is good, and what was kept under a key later answers, and costs nothing.
  token = late;
  expect(await ask("key-1")).toMatchObject({ status: 200, isReplayed: true });
  expect(await remaining()).toBe(PER_MONTH);
  const cached = await ask();
  expect(JSON.parse(cached.text).metadata.cache.age_seconds).toBe(0);
  expect(await remaining()).toBe(PER_MONTH - 1);
}, 120_000);

test.each([
  ["behind", -MONTH_SECONDS, PER_MONTH - 1],
  ["ahead", MONTH_SECONDS, PER_MONTH - PER_MINUTE],
] as const)(
  "a month %s between two starts",
  async (_, aheadSeconds, atMost) => {
    await server.stop();
    setClock(aheadSeconds);
    await start();
    const left = await remaining();
    expect(left).toBeLessThanOrEqual(atMost);
    token = await exchanged(server.url, account);
    const { status } = await ask();
    expect([200, 429]).toContain(status);
    expect(await remaining()).toBe(status === 200 ? left - 1 : left);
    expect((await send("GET", "/v1/toolsets/lamps-v1")).status).toBe(status);
  },
  60_000,
);

test("afterwards the doctor finds nothing", async () => {
  await server.stop();
  setClock(0);
  await start();
  const faults = await faultsByTheDoctor(data);
  // What was asked a month ago, as it looks, is swept out within the hour.
  expect(faults.filter((fault) => !fault.startsWith("leftovers:"))).toEqual([]);
}, 60_000);

/** Somebody who is signed in on the admin page; returns what they are answered with from then on. */
async function session(): Promise<() => Promise<number>> {
  const signedIn = await fetch(`${server.url}/admin/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: adminTokenIn(server.output()) }),
  });
  const [cookie = ""] = signedIn.headers.get("set-cookie")?.split(";") ?? [];
  const ask = async () => (await fetch(`${server.url}/admin/api/session`, { headers: { cookie } })).status;
  expect(await ask()).toBe(200);
  return ask;
}
