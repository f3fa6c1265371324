/** What Linux counts, on a process of its own: that of the tests does more than the test at hand. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuStopwatch, mainThreadMsOf, residentBytesOf, writtenBytesOf } from "../../scripts/bench/process-usage.ts";

const MS = 300;
const BYTES = 100_000_000;
const folder = mkdtempSync(join(tmpdir(), "dragoman-usage-"));

/** Does what a line tells it, and says when it is done. */
const PROGRAM = `
const held = [];
const burn = () => {
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    if (user + system >= ${MS} * 1000) return;
  }
};
for await (const line of console) {
  if (line === "burn") burn();
  if (line === "wait") await Bun.sleep(${MS});
  if (line === "hold") held.push(new Uint8Array(${BYTES}).fill(1));
  if (line === "write") require("node:fs").writeFileSync(${JSON.stringify(join(folder, "file"))}, new Uint8Array(${BYTES}));
  console.log("done");
}`;

function start() {
  return Bun.spawn([process.execPath, "-e", PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
}

let child: ReturnType<typeof start>;

async function does(what: string): Promise<void> {
  child.stdin.write(`${what}\n`);
  child.stdin.flush();
  const said = child.stdout.getReader();
  await said.read();
  said.releaseLock();
}

beforeAll(async () => {
  child = start();
  await does("nothing");
});
afterAll(async () => {
  child.kill();
  await child.exited;
  rmSync(folder, { recursive: true, force: true });
});

test("CPU time is counted while a thread runs, and not while it waits", async () => {
  const [elapsedMs, before] = [cpuStopwatch(child.pid), mainThreadMsOf(child.pid)];
  await does("burn");
  const main = mainThreadMsOf(child.pid) - before;
  expect(main).toBeGreaterThan(0.8 * MS);
  expect(elapsedMs()).toBeGreaterThan(0.8 * MS);
  const waitedMs = cpuStopwatch(child.pid);
  await does("wait");
  expect(waitedMs()).toBeLessThan(0.5 * MS);
});

test("a process that holds more has more in memory", async () => {
  const before = residentBytesOf(child.pid);
  await does("hold");
  expect(residentBytesOf(child.pid) - before).toBeGreaterThan(0.8 * BYTES);
});

test("what is written to a file is counted", async () => {
  const before = writtenBytesOf(child.pid);
  await does("write");
  const written = writtenBytesOf(child.pid) - before;
  expect(written).toBeGreaterThanOrEqual(BYTES);
  expect(written).toBeLessThan(1.1 * BYTES);
});

test("a process that is gone has no figures", async () => {
  const gone = Bun.spawn(["true"]);
  await gone.exited;
  for (const figureOf of [residentBytesOf, writtenBytesOf, mainThreadMsOf]) expect(() => figureOf(gone.pid)).toThrow();
});
