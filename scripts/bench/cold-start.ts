/**
 * How long after its start the executable answers its first request, run by run beside `bun -e ''`: what a process of this
 * kind costs on this machine at this moment. Exit status 1 when the median answer takes longer than the promise.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXECUTABLE, freePort } from "../dragoman-process.ts";
import { percentile } from "../eval/statistics.ts";

const RUNS = 12;
const FIRST_ANSWER_MS_MAX = 100;
const GIVE_UP_MS = 10_000;

async function baseMs(): Promise<number> {
  const startedAt = performance.now();
  await Bun.spawn([process.execPath, "-e", ""], { stdio: ["ignore", "ignore", "ignore"] }).exited;
  return performance.now() - startedAt;
}

async function firstAnswerMs(dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const server = Bun.spawn([EXECUTABLE, "serve", "--data", dataDir, "--port", String(port)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    for (;;) {
      const elapsed = performance.now() - startedAt;
      if (await isAlive(port)) return performance.now() - startedAt;
      if (server.exitCode !== null || elapsed > GIVE_UP_MS) throw new Error(`no answer after ${elapsed.toFixed(0)} ms`);
      await Bun.sleep(1);
    }
  } finally {
    server.kill("SIGKILL");
    await server.exited;
  }
}

async function isAlive(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/livez`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Not listening yet.
    return false;
  }
}

const used = mkdtempSync(join(tmpdir(), "dragoman-cold-"));
const series: Readonly<Record<string, () => Promise<number>>> = {
  "bun -e ''": baseMs,
  "first answer, data folder in use before": () => firstAnswerMs(used),
  "first answer, empty data folder": async () => {
    const empty = mkdtempSync(join(tmpdir(), "dragoman-cold-"));
    try {
      return await firstAnswerMs(empty);
    } finally {
      rmSync(empty, { recursive: true, force: true });
    }
  },
};

try {
  // Once for the disk cache, and to have a folder that was in use.
  for (const measure of Object.values(series)) await measure();
  const measured = new Map(Object.keys(series).map((name) => [name, [] as number[]]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [name, measure] of Object.entries(series)) measured.get(name)?.push(await measure());
  }
  const median = (name: string) => percentile(measured.get(name) ?? [], 50) ?? Number.NaN;
  const base = median("bun -e ''");
  for (const [name, values] of measured) {
    const range = `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
    console.log(
      `${name.padEnd(42)} median ${median(name).toFixed(1)} ms (${range}), ${(median(name) / base).toFixed(1)} × base`,
    );
  }
  const slow = Object.keys(series).filter((name) => name.startsWith("first") && !(median(name) <= FIRST_ANSWER_MS_MAX));
  if (slow.length > 0) {
    console.log(`FAILED: more than ${FIRST_ANSWER_MS_MAX} ms: ${slow.join("; ")}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(used, { recursive: true, force: true });
}
