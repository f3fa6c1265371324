/**
 * Requests as fast as they are answered, by `wrk`: a client in this runtime takes as long as the server that it measures, and a
 * slow client flatters. Each connection sends its next request when the last one is answered.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** As many as it takes for commits to be shared. */
export const CONNECTIONS = 32;

export interface Load {
  readonly url: string;
  readonly body: string;
  /** `Authorization` headers, used in turn; "" for none. */
  readonly authorizations: readonly string[];
  /** `CONNECTIONS` when left out. */
  readonly connections?: number;
}

export interface Answered {
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What it took the client itself, too. */
export interface Sent extends Answered {
  readonly clientCpuMs: number;
}

/** Whether it is installed. */
export function hasWrk(): boolean {
  return Bun.which("wrk") !== null;
}

/** One request after the other on each connection for so many seconds. Throws where one was not answered with 2xx. */
export async function wrk(load: Load, seconds: number): Promise<Sent> {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-wrk-"));
  try {
    const script = join(folder, "load.lua");
    writeFileSync(script, scriptOf(load));
    const options = [
      "-t1",
      `-c${load.connections ?? CONNECTIONS}`,
      `-d${seconds}s`,
      "--latency",
      "-s",
      script,
      load.url,
    ];
    const child = Bun.spawn(["wrk", ...options], { stdio: ["ignore", "pipe", "pipe"] });
    const [said, complaint, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    if (status !== 0) throw new Error(`wrk: ${complaint.trim()}`);
    return { ...answeredIn(said), clientCpuMs: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every request is put together before the first is sent. */
function scriptOf({ body, authorizations }: Load): string {
  const headers = authorizations.map((value) => (value === "" ? "{}" : `{["Authorization"]=${luaOf(value)}}`));
  return `
    local made, at = {}, 0
    function init()
      for index, headers in ipairs({${headers.join(",")}}) do
        headers["Content-Type"] = "application/json"
        made[index] = wrk.format("POST", nil, headers, ${luaOf(body)})
      end
    end
    function request()
      at = at % #made + 1
      return made[at]
    end`;
}

/** JSON's escapes but for those of single characters are no Lua: neither a body nor a token has them. */
function luaOf(text: string): string {
  return JSON.stringify(text);
}

/** Throws where something went wrong, or where it says nothing that can be read. */
export function answeredIn(said: string): Answered {
  const trouble = /Non-2xx[^\n]*|Socket errors[^\n]*/.exec(said)?.[0];
  if (trouble) throw new Error(`wrk: ${trouble}`);
  const count = Number(/(\d+) requests in/.exec(said)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]);
  const [p50Ms, p99Ms] = [50, 99].map((percent) => millisecondsOf(said, percent));
  if (!(count > 0) || !(perSecond > 0) || !p50Ms || !p99Ms)
    throw new Error(`wrk said nothing that can be read:\n${said}`);
  return { count, perSecond, p50Ms, p99Ms };
}

const MILLISECONDS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 };

function millisecondsOf(said: string, percent: number): number {
  const [, number, unit = ""] = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s)\\s*$`, "m").exec(said) ?? [];
  return Number(number) * (MILLISECONDS[unit] ?? Number.NaN);
}
