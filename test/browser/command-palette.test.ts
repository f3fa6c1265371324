/** examples/command-palette in a real browser, before the executable: a question with every key. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { Dragoman } from "../../clients/typescript/src/index.ts";
import { countsCpuTime, cpuStopwatch } from "../../scripts/bench/process-usage.ts";
import { typedSoFar } from "../../scripts/bench/typed-sentences.ts";
import {
  freePort,
  type RunningServer,
  runDragoman,
  startServer,
  waitUntilReady,
} from "../../scripts/dragoman-process.ts";
import { createApp, ensureExecutable, freshPlace, LARGE_PLAN, type Place, ROOT, settings } from "../binary/kit.ts";
import { barriersIn, openBrowser, type TestBrowser } from "./chromium.ts";

const FOLDER = join(ROOT, "examples/command-palette");
/**
 * Milliseconds that the server works on a question which nobody asked before, all of its threads together: the median. On two cores
 * that twelve processes wanted it was 16 to 28; the aim is 15. test/models/passes.test.ts holds the passes that most of it is.
 */
const P50_MS_MAX = 30;
/** The first questions after a start take longer, until their code is compiled. */
const UNCOUNTED_KEYS = 20;
const COUNTED_KEYS = 40;
const SENTENCES = [
  ["use the dark theme", 'set_theme {"theme":"dark"}'],
  ["go to line 4711", 'go_to_line {"line":4711}'],
] as const;
/** Between two keys of somebody who types fast, in milliseconds. */
const KEY_MS = 40;

let place: Place;
let server: RunningServer;
let palette: Bun.Subprocess<"ignore", "pipe", "inherit">;
let address: string;
let apiKey: string;
let browser: TestBrowser;

beforeAll(async () => {
  ensureExecutable();
  place = freshPlace();
  const port = String(await freePort());
  address = `http://127.0.0.1:${port}`;
  settings(place, [...LARGE_PLAN, "[server]", `cors_origins = ["${address}"]`]);
  const account = await createApp(place.path);
  ({ apiKey } = account);
  const { status } = await runDragoman([
    "import",
    join(FOLDER, "commands.json"),
    "--app",
    account.appId,
    "--data",
    place.path,
  ]);
  expect(status).toBe(0);
  server = await startServer({ dataDir: place.path });
  palette = Bun.spawn([process.execPath, join(FOLDER, "serve.ts")], {
    env: { ...process.env, SERVER_URL: server.url, API_KEY: apiKey, PORT: port },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = await palette.stdout.getReader().read();
  expect(new TextDecoder().decode(said.value).trim()).toBe(address);
  [browser] = await Promise.all([openBrowser(), waitUntilReady(server)]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  palette?.kill();
  await server?.kill();
  place?.[Symbol.dispose]();
});

async function opened(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(address);
  return page;
}

test("shows with every key what is meant", async () => {
  const page = await opened();
  const query = page.getByLabel("What is to be done?");
  const call = page.locator("#call");
  for (const [sentence, meant] of SENTENCES) {
    await query.fill("");
    await query.pressSequentially(sentence, { delay: KEY_MS });
    await call.getByText(meant).waitFor();
    expect(await page.locator("#time").textContent()).toMatch(/^\d+ ms$/);
  }
  await query.fill("open");
  await call.getByText("open_file {} name?").waitFor();
  expect(browser.complaints).toEqual([]);
  expect(await barriersIn(page)).toEqual([]);
}, 60_000);

test.if(countsCpuTime())(
  "asks for what takes the server little time, whatever was typed so far",
  async () => {
    const client = new Dragoman({ baseUrl: server.url, apiKey });
    const times: number[] = [];
    for (const query of typedSoFar().slice(0, UNCOUNTED_KEYS + COUNTED_KEYS)) {
      const ran = cpuStopwatch(server.pid);
      await client.resolve({ query, toolsets: ["commands-v1"] }, { cacheControl: "no-store" });
      times.push(ran());
    }
    const counted = times.slice(UNCOUNTED_KEYS).sort((a, b) => a - b);
    expect(counted).toHaveLength(COUNTED_KEYS);
    expect(counted[0]).toBeGreaterThan(0);
    // Threads that share a core are slower for it: on a machine that has more to do than it has cores, the bar is wider by as much.
    const crowding = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
    expect(counted[COUNTED_KEYS / 2]).toBeLessThanOrEqual(P50_MS_MAX * crowding);
  },
  60_000,
);

test("aborts what was overtaken, and shows nothing of it", async () => {
  const page = await opened();
  const held = Promise.withResolvers<void>();
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(request.failure()?.errorText ?? ""));
  const reached = Promise.withResolvers<void>();
  await page.route("**/v1/resolve", async (route) => {
    if (!route.request().postData()?.includes("dark")) return route.continue();
    reached.resolve();
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  const query = page.getByLabel("What is to be done?");
  await query.fill("use the dark theme");
  await reached.promise;
  await query.fill("go to line 12");
  await page.locator("#call").getByText('go_to_line {"line":12}').waitFor();
  held.resolve();
  expect(failed).toEqual(["net::ERR_ABORTED"]);
  expect(await page.locator("#call").textContent()).toContain("go_to_line");
}, 60_000);
