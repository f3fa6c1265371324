/** What is seen of the server from outside, time and again: its process under /proc, and its folder. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { residentBytesOf } from "../process-usage.ts";
import type { Look } from "./verdict.ts";

const MIB = 2 ** 20;
/** Of a tick of the kernel's clock, in which CPU time is told of a process and all its threads, those that ended included. */
const TICK_MS = 10;

export function lookAt(pid: number, folder: string, atSeconds: number): Look {
  const sizes = fileSizesIn(folder);
  return {
    atSeconds,
    residentMib: residentBytesOf(pid) / MIB,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    files: sizes.length,
    folderMib: sizes.reduce((sum, size) => sum + size, 0) / MIB,
  };
}

/** What the process has worked so far, in milliseconds. Throws where it is gone. */
export function workedMsOf(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const fields = rest.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function fileSizesIn(folder: string): readonly number[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    // One that goes between the two looks is none.
    const found = statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    return found ? [found.size] : [];
  });
}
