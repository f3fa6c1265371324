/** What is seen of the server from outside, time and again: its process under /proc, and its folder. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { HourLook } from "./figures.ts";

const MIB = 2 ** 20;
const KIB_IN_MIB = 1_024;

/** Throws where the process is gone. */
export function hourLookAt(pid: number, folder: string, when: Pick<HourLook, "atSeconds" | "life">): HourLook {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const sizes = sizesIn(folder);
  const mibOf = (belongs: (name: string) => boolean) =>
    sizes.reduce((sum, { name, bytes }) => sum + (belongs(name) ? bytes : 0), 0) / MIB;
  return {
    ...when,
    residentMib: fieldOf(status, "VmRSS") / KIB_IN_MIB,
    anonymousMib: fieldOf(status, "RssAnon") / KIB_IN_MIB,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: fieldOf(status, "Threads"),
    files: sizes.length,
    logMib: mibOf((name) => name.endsWith("-wal")),
    databaseMib: mibOf((name) => name === "dragoman.sqlite"),
    queryLogMib: mibOf((name) => name.includes("query")),
    folderMib: mibOf(() => true),
  };
}

function fieldOf(status: string, name: string): number {
  const found = new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1];
  if (found === undefined) throw new Error(`/proc does not tell ${name}`);
  return Number(found);
}

function sizesIn(folder: string): readonly { readonly name: string; readonly bytes: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    // One that goes between the two looks is none.
    const found = statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    return found ? [{ name: entry.name, bytes: found.size }] : [];
  });
}
