/** SIGTERM while the model has all it can take and the server's own thread is fed what is slow to read. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openRaw, type RawConnection } from "../http/raw.ts";
import { ensureExecutable } from "./kit.ts";
import { openVictim, type Victim } from "./victim.ts";

/** A new request is refused, and whoever watches is told, after so long at most. */
const HEARD_MS_MAX = 1_000;
const LOOK_MS = 10;
const DRAIN_SECONDS = 5;
const WORST_REQUESTS = 20;
const FEEDERS = 8;
const WATCHERS = 100;

let victim: Victim;
beforeAll(async () => {
  ensureExecutable();
  victim = await openVictim(["[server]", `drain_seconds_max = ${DRAIN_SECONDS}`]);
}, 180_000);
afterAll(() => victim.close());

/** 500 classes of 2,000 characters: seconds of the model's work. */
const worst = (asked: number) => ({
  data: `where is my parcel ${asked}`,
  classes: Array.from({ length: 500 }, (_, at) => ({
    label: `class ${at}`,
    description: `${asked} ${at} ${"money back for a parcel that never came, ".repeat(50)}`.slice(0, 2_000),
  })),
});
/** Compiled, and then refused for its last tool. */
const slow = {
  query: "x",
  tools: [
    ...Array.from({ length: 5 }, (_, n) => ({
      name: `t${n}`,
      description: "a",
      parameters: {
        properties: Object.fromEntries(Array.from({ length: 980 }, (_, p) => [`p${p}`, { type: "string" }])),
      },
    })),
    { name: "none", description: "a" },
  ],
};

/** Null where no answer came. */
async function statusOf(url: string, init: RequestInit = {}): Promise<number | null> {
  try {
    const response = await fetch(url, init);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

/** What one of them hears. */
async function readiness(watchers: RawConnection[]): Promise<number> {
  const watcher = watchers.pop();
  if (!watcher) throw new Error("all watchers have asked");
  watcher.write("\r\n");
  const { status } = await watcher.until("\r\n\r\n");
  watcher.close();
  return status;
}

test("a server is told to end within a second, whatever it is busy with", async () => {
  const { url } = victim.server;
  const headers = { Authorization: `Bearer ${victim.token}`, "Content-Type": "application/json" };
  const post = (path: string, body: string) => statusOf(url + path, { method: "POST", headers, body });
  const stay = Array.from({ length: WORST_REQUESTS }, (_, at) => post("/v1/classify", JSON.stringify(worst(at))));
  let isOver = false;
  const body = JSON.stringify(slow);
  const feed = async () => {
    while (!isOver) if ((await post("/v1/resolve-quick", body)) === null) await Bun.sleep(LOOK_MS);
  };
  const fed = Array.from({ length: FEEDERS }, feed);
  await Bun.sleep(2_000);
  // Whoever is connected already, and asks when the server has been told.
  const watchers = await Promise.all(Array.from({ length: WATCHERS }, () => openRaw(victim.port)));
  for (const watcher of watchers) watcher.write("GET /readyz HTTP/1.1\r\nHost: x\r\n");
  expect(await readiness(watchers)).toBe(200);

  const toldAt = performance.now();
  const ended = victim.server.stop();
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await Bun.sleep(LOOK_MS);
    return performance.now() - toldAt;
  };
  const [unreadyMs, refusedMs] = await Promise.all([
    until(async () => (await readiness(watchers)) === 503),
    until(async () => [503, null].includes(await statusOf(`${url}/v1/toolsets`, { headers }))),
  ]);
  expect(unreadyMs).toBeLessThan(HEARD_MS_MAX);
  expect(refusedMs).toBeLessThan(HEARD_MS_MAX);
  // What was begun may finish until the drain is over, and then nothing is left.
  expect(await ended).toBe(0);
  expect(performance.now() - toldAt).toBeLessThan(1_000 * DRAIN_SECONDS + 3_000);
  isOver = true;
  await Promise.all([...stay, ...fed]);
}, 60_000);
