/**
 * What a start costs. The base is `bun -e ''`, which starts the same runtime, does nothing and ends: what a process of this
 * kind costs on this machine at this moment.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXECUTABLE, freePort } from "../../dragoman-process.ts";
import type { Measure } from "../measure.ts";
import { mainThreadMsOf } from "../process-usage.ts";

const BARE_STARTS = 10;
const GIVE_UP_MS = 10_000;

interface Start {
  /** Until the process has answered its first request, or ended. */
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** `bun -e ''` from start to end. CPU time of all its threads. */
export async function startBare(): Promise<Start> {
  const startedAt = performance.now();
  const child = Bun.spawn([process.execPath, "-e", ""], { stdio: ["ignore", "ignore", "ignore"] });
  await child.exited;
  const wallMs = performance.now() - startedAt;
  return { wallMs, cpuMs: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000 };
}

/** The executable until its first answer. CPU time of its main thread: its models load in others, and are not waited for. */
export async function startUntilAnswer(dataDir: string): Promise<Start> {
  const port = await freePort();
  const startedAt = performance.now();
  const server = Bun.spawn([EXECUTABLE, "serve", "--data", dataDir, "--port", String(port)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    for (;;) {
      if (await isAlive(port)) return { wallMs: performance.now() - startedAt, cpuMs: mainThreadMsOf(server.pid) };
      const elapsed = performance.now() - startedAt;
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

/** On a folder of its own that is empty each time, which has to be set up: the longer way. */
export async function startOnEmptyFolder(): Promise<Start> {
  const empty = mkdtempSync(join(tmpdir(), "dragoman-cold-"));
  try {
    return await startUntilAnswer(empty);
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}

/** Of several starts: one takes less than two milliseconds, which is too little to be seen sharply. */
async function bareMean(of: keyof Start): Promise<number> {
  let sum = 0;
  for (let count = 0; count < BARE_STARTS; count += 1) sum += (await startBare())[of];
  return sum / BARE_STARTS;
}

function start(name: string, of: keyof Start, unit: Measure["unit"]): Measure {
  const sides = { ours: async () => (await startOnEmptyFolder())[of], base: () => bareMean(of) };
  const open = async () => {
    // Once for the disk cache.
    await sides.ours();
    await sides.base();
    return sides;
  };
  return { name, unit, base: "bun -e ''", comparedOn: "machine", inGate: false, rounds: 15, open };
}

export const STARTS: readonly Measure[] = [
  // What the main thread does is what the first answer waits for; neighbours change it less.
  start("start: CPU until the first answer", "cpuMs", "CPU ms"),
  // What is waited for, disk included, and neighbours as well.
  start("start: time until the first answer", "wallMs", "ms"),
];
