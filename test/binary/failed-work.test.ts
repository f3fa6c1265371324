/** What fails is free, and bounded all the same: on the executable, since only there work takes the time that it takes. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createApp, ensureExecutable, exchanged } from "./kit.ts";
import { openVictim, type Victim } from "./victim.ts";

/** The default of the setting, in milliseconds. */
const WASTED_MS_MAX = 5_000;
const MISTAKES = 1_000;
/** Of all mistakes together, in one minute: many clients may have one app. */
const MISTAKES_SHARE_MAX = 0.2;

let victim: Victim;
beforeAll(async () => {
  ensureExecutable();
  victim = await openVictim([], WASTED_MS_MAX);
}, 180_000);
afterAll(() => victim.close());

/** Large schemas that just fit are read before the last one is found to be none. */
const properties = Object.fromEntries(Array.from({ length: 980 }, (_, n) => [`p${n}`, { type: "string" }]));
const COSTLY = JSON.stringify({
  query: "x",
  tools: [
    ...Array.from({ length: 5 }, (_, n) => ({ name: `t${n}`, description: "a", parameters: { properties } })),
    { name: "last", description: "a", parameters: { type: "nonsense" } },
  ],
});

async function wastedMs(): Promise<number> {
  const page = await (await fetch(`${victim.server.url}/metrics`)).text();
  return Number(/^dragoman_failed_work_seconds_total\{by="app"\} (\S+)$/m.exec(page)?.[1] ?? 0) * 1_000;
}

test("[L-12] a thousand usual mistakes in a minute come nowhere near the limit", async () => {
  const mistakes = [
    { query: "switch on the lamp" },
    { query: 5, toolsets: ["alive-v1"] },
    { query: "x".repeat(600), toolsets: ["alive-v1"] },
    { query: "switch on the lamp", toolsets: ["nope-v1"] },
  ];
  const before = await wastedMs();
  const statuses = new Set<number>();
  for (let sent = 0; sent < MISTAKES; sent += 1) {
    const { status } = await victim.send("POST", "/v1/resolve", mistakes[sent % mistakes.length]);
    statuses.add(status);
  }
  expect([...statuses].sort()).toEqual([400, 404]);
  expect((await wastedMs()) - before).toBeLessThan(MISTAKES_SHARE_MAX * WASTED_MS_MAX);
}, 60_000);

test("[L-12] what is made to fail late is soon refused before it is read, and nobody else is", async () => {
  const stranger = await exchanged(victim.server.url, await createApp(victim.place.path));
  const statuses = new Set<number>();
  // It drains all the time, so that one refused by a hair lets the next one in: each is looked at by itself.
  let before = 0;
  let refused: Awaited<ReturnType<typeof victim.send>> | null = null;
  for (let sent = 0; sent < 2_000 && refused?.status !== 429; sent += 1) {
    before = await wastedMs();
    refused = await victim.send("POST", "/v1/resolve-quick", COSTLY);
    statuses.add(refused.status);
  }
  expect([...statuses]).toEqual([400, 429]);
  expect(await wastedMs()).toBe(before);
  expect(before).toBeGreaterThan(WASTED_MS_MAX);
  expect(JSON.parse(refused?.text ?? "").message).toStartWith("too much work went into requests that failed");
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  const headers = { Authorization: `Bearer ${stranger}` };
  expect((await victim.send("GET", "/v1/toolsets", undefined, headers)).status).toBe(200);
}, 60_000);
