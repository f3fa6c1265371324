/** What one request takes of a running server: measured from outside, on a process that does nothing else meanwhile. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpuStopwatch, mainThreadMsOf, residentBytesOf } from "../process-usage.ts";
import { cpuMsMaxOf, GROWN_MIB_MAX, type HostileRequest, SILENT_MS_MAX } from "./hostile-request.ts";

export interface Cost {
  /** Null where no answer came, or nobody waited for it. */
  readonly status: number | null;
  /** Of all threads of the process, until it rests again. */
  readonly cpuMs: number;
  /** The most that the main thread worked between two answers to `/livez`: meanwhile nobody else was served. */
  readonly silentMs: number;
  /** The most memory that it held at once, over what it held before. */
  readonly grownMib: number;
}

export interface Target {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
}

const MIB = 2 ** 20;
const PROBE_PAUSE_MS = 4;
/** A process that rests: its timers, and the probe. */
const RESTING_MS = 6;
const REST_LOOK_MS = 60;
const REST_MS_MAX = 15_000;
/** What the kernel takes for: forget how much memory the process held at most. */
const RESET_PEAK = "5";

/** Sends the request and waits until the process rests again. Throws where the process is gone. */
export async function costOf(target: Target, request: HostileRequest): Promise<Cost> {
  const { body, goneAfterMs } = request;
  // What is sent is made before anything is measured.
  const made = body?.();
  const bytes = made === undefined ? null : made instanceof Uint8Array ? made : Buffer.from(textOf(made));
  await untilAtRest(target.pid);
  writeFileSync(`/proc/${target.pid}/clear_refs`, RESET_PEAK);
  const before = residentBytesOf(target.pid);
  const elapsedMs = cpuStopwatch(target.pid);
  const probe = probeOf(target);
  const status = await statusOf(target, request, bytes, goneAfterMs);
  await untilAtRest(target.pid);
  const silentMs = await probe.end();
  return { status, cpuMs: elapsedMs(), silentMs, grownMib: (peakBytesOf(target.pid) - before) / MIB };
}

/** What breaks a bound, in words; empty where none is broken. `times`: what a machine with busy neighbours may add. */
export function complaintsOf(request: HostileRequest, cost: Cost, times = 1): readonly string[] {
  const { cpuMs, silentMs, grownMib, status } = cost;
  const over = (what: string, value: number, max: number, unit: string) =>
    value <= max ? [] : [`${what} ${value.toFixed(0)} ${unit}, over ${max}`];
  return [
    ...(status === null ? (request.goneAfterMs === null ? ["no answer"] : []) : []),
    ...(status !== null && status >= 500 ? [`status ${status}`] : []),
    ...over("CPU", cpuMs, times * cpuMsMaxOf(request), "ms"),
    ...over("main thread", silentMs, times * SILENT_MS_MAX, "ms"),
    ...over("memory", grownMib, GROWN_MIB_MAX, "MiB"),
  ];
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

async function statusOf(
  { url, token }: Target,
  { method, path, headers }: HostileRequest,
  body: Uint8Array | null,
  goneAfterMs: number | null,
): Promise<number | null> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      ...(body === null ? {} : { body: body as Uint8Array<ArrayBuffer> }),
      ...(goneAfterMs === null ? {} : { signal: AbortSignal.timeout(goneAfterMs) }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

/** Asks whether the server is alive, again and again. */
function probeOf({ url, pid }: Target): { end(): Promise<number> } {
  let isOver = false;
  const probing = (async () => {
    let [worst, last] = [0, mainThreadMsOf(pid)];
    while (!isOver) {
      await (await fetch(`${url}/livez`)).arrayBuffer();
      const now = mainThreadMsOf(pid);
      worst = Math.max(worst, now - last);
      last = now;
      await Bun.sleep(PROBE_PAUSE_MS);
    }
    return worst;
  })();
  return {
    end: () => {
      isOver = true;
      return probing;
    },
  };
}

async function untilAtRest(pid: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < REST_MS_MAX; waitedMs += REST_LOOK_MS) {
    const elapsedMs = cpuStopwatch(pid);
    await Bun.sleep(REST_LOOK_MS);
    if (elapsedMs() < RESTING_MS) return;
  }
}

function peakBytesOf(pid: number): number {
  const [, kib = "NaN"] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return 1_024 * Number(kib);
}
