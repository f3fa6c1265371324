/** What a process has used so far, as Linux counts it under /proc. Every function throws where the process is gone. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Nanoseconds on a processor stand in the first field. Unlike the ticks of `stat` these are not rounded to 10 ms. */
const SCHEDULED = "schedstat";

/** False where the kernel does not count CPU time finely enough to measure a request by it. */
export function countsCpuTime(): boolean {
  return existsSync(join("/proc/self", SCHEDULED));
}

/**
 * Starts counting the milliseconds that all threads of a process run: busy neighbours change them far less than the clock.
 * The answer tells them so far. What a thread ran that has ended meanwhile is not in it.
 */
export function cpuStopwatch(pid: number): () => number {
  const before = scheduledMsByThread(pid);
  return () => {
    let sum = 0;
    for (const [thread, ms] of scheduledMsByThread(pid)) sum += ms - (before.get(thread) ?? 0);
    return sum;
  };
}

/** Milliseconds that all of its threads have run that are still there. */
export function ranMsOf(pid: number): number {
  return [...scheduledMsByThread(pid).values()].reduce((sum, ms) => sum + ms, 0);
}

function scheduledMsByThread(pid: number): ReadonlyMap<string, number> {
  const threads = `/proc/${pid}/task`;
  return new Map(readdirSync(threads).map((thread) => [thread, scheduledMs(join(threads, thread))]));
}

/** Milliseconds that the first thread has run, without the compiler's, the collector's and the models' threads. */
export function mainThreadMsOf(pid: number): number {
  return scheduledMs(`/proc/${pid}/task/${pid}`);
}

function scheduledMs(task: string): number {
  const [ran = "0"] = readFileSync(join(task, SCHEDULED), "utf8").split(" ");
  return Number(ran) / 1e6;
}

/** Memory that the process holds, in bytes, pages of its executable among it. */
export function residentBytesOf(pid: number): number {
  return 1_024 * fieldOf(`/proc/${pid}/status`, "VmRSS");
}

/** Bytes that the process has handed to `write` and its kin, wherever they went; what is sent to a socket is not among them. */
export function writtenBytesOf(pid: number): number {
  return fieldOf(`/proc/${pid}/io`, "wchar");
}

function fieldOf(file: string, name: string): number {
  const line = readFileSync(file, "utf8")
    .split("\n")
    .find((each) => each.startsWith(`${name}:`));
  if (line === undefined) throw new Error(`${file} does not tell ${name}`);
  return Number.parseInt(line.slice(name.length + 1), 10);
}
