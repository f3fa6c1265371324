/** A log that nobody takes, of the executable: it goes on answering, counts what is lost, and says so when it can. */
import { afterEach, beforeAll, expect, test } from "bun:test";
import { closeSync, constants, openSync, readFileSync, readSync } from "node:fs";
import { EXECUTABLE, freePort } from "../../scripts/dragoman-process.ts";
import { ensureExecutable, freshPlace, type Place, requireTools, settings } from "./kit.ts";

/** Far over what a pipe holds; with the longest of ids also over what the server keeps. */
const REQUESTS = 6_000;
const TOGETHER = 16;
const STOP_MS_MAX = 5_000;

beforeAll(ensureExecutable, 120_000);

const places: Place[] = [];
const running: Bun.Subprocess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  for (const place of places.splice(0)) place[Symbol.dispose]();
});

/** A server that writes a line for each request to `stdout`. */
async function serveInto(stdout: number, place: Place) {
  settings(place, ["[log]", 'level = "debug"', 'format = "json"']);
  const port = await freePort();
  const command = [EXECUTABLE, "serve", "--data", place.path, "--port", String(port)];
  const child = Bun.spawn(command, { stdio: ["ignore", stdout, "ignore"] });
  running.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 500; tries += 1) {
    if ((await fetch(`${url}/livez`).catch(() => null))?.ok) return { child, url };
    await Bun.sleep(20);
  }
  throw new Error("the server did not start");
}

/** How many of the requests were answered, and the time that the slowest took. */
async function asked(url: string): Promise<{ readonly answered: number; readonly slowestMs: number }> {
  let [answered, slowestMs, next] = [0, 0, 0];
  const headers = { "X-Request-Id": "i".repeat(128) };
  const askOn = async () => {
    while (next < REQUESTS) {
      next += 1;
      const begun = performance.now();
      const response = await fetch(`${url}/livez`, { headers, signal: AbortSignal.timeout(10_000) });
      if (response.status === 200 && (await response.text()) === '{"status":"alive"}') answered += 1;
      slowestMs = Math.max(slowestMs, performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, askOn));
  return { answered, slowestMs };
}

async function droppedLines(url: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  return Number(/^dragoman_log_lines_dropped_total (\d+)$/m.exec(page)?.[1]);
}

async function stopped(child: Bun.Subprocess): Promise<number> {
  const begun = performance.now();
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  return performance.now() - begun;
}

function newPlace(): Place {
  const place = freshPlace();
  places.push(place);
  return place;
}

test("on a full disk", async () => {
  const full = openSync("/dev/full", "w");
  const { child, url } = await serveInto(full, newPlace());
  closeSync(full);
  expect((await asked(url)).answered).toBe(REQUESTS);
  expect(await droppedLines(url)).toBeGreaterThan(1_000);
  expect(await stopped(child)).toBeLessThan(STOP_MS_MAX);
}, 60_000);

test("into a pipe that nobody reads, and then somebody does", async () => {
  requireTools("mkfifo");
  const place = newPlace();
  const fifo = place.at("log");
  Bun.spawnSync(["mkfifo", fifo]);
  // Open at both ends, so that opening waits for nobody, and reading for nothing.
  const reader = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
  const writer = openSync(fifo, "w");
  const { child, url } = await serveInto(writer, place);
  closeSync(writer);
  const { answered, slowestMs } = await asked(url);
  expect(answered).toBe(REQUESTS);
  expect(slowestMs).toBeLessThan(2_000);
  const dropped = await droppedLines(url);
  expect(dropped).toBeGreaterThan(0);

  const chunk = Buffer.alloc(65_536);
  let text = "";
  const drain = async (isEnough: () => boolean) => {
    for (let idle = 0; idle < 200 && !isEnough(); ) {
      try {
        text += chunk.toString("utf8", 0, readSync(reader, chunk));
        idle = 0;
      } catch {
        idle += 1;
        await Bun.sleep(10);
      }
    }
  };
  await drain(() => text.includes("dropped_lines"));
  const stopping = stopped(child);
  await drain(() => text.includes('"stopped"'));
  expect(await stopping).toBeLessThan(STOP_MS_MAX);
  closeSync(reader);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { event: string; admin_token?: string; message?: string });
  // The first words were said first, whole, and the loss where it happened.
  expect(lines.find(({ event }) => event === "started")?.admin_token).toMatch(/^dga_/);
  const notices = lines.flatMap((line) => ("dropped_lines" in line ? [Number(line.dropped_lines)] : []));
  expect(notices.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(dropped);
  expect(lines.at(-1)?.message).toBe("stopped");
}, 60_000);

test("into a pipe that nobody reads, it stops in time all the same", async () => {
  requireTools("mkfifo");
  const place = newPlace();
  const fifo = place.at("log");
  Bun.spawnSync(["mkfifo", fifo]);
  const reader = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
  const writer = openSync(fifo, "w");
  const { child, url } = await serveInto(writer, place);
  closeSync(writer);
  await asked(url);
  expect(await stopped(child)).toBeLessThan(STOP_MS_MAX);
  closeSync(reader);
}, 60_000);

test("into a file that has something in it already, behind that", async () => {
  const place = newPlace();
  const path = place.at("log.txt");
  const file = openSync(path, "w");
  Bun.spawnSync(["echo", "before"], { stdio: ["ignore", file, "ignore"] });
  const { child, url } = await serveInto(file, place);
  await asked(url);
  await stopped(child);
  closeSync(file);
  const [first, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  expect(first).toBe("before");
  expect(lines.filter((line) => JSON.parse(line).message?.startsWith("GET /livez")).length).toBeGreaterThanOrEqual(
    REQUESTS,
  );
}, 60_000);
