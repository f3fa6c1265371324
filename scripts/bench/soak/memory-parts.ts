/** What the memory of a process that is no file's is made of, by its mappings under /proc. */
import { readFileSync } from "node:fs";

/** In MiB, resident. */
export interface MemoryParts {
  /** The C library's heaps, which the networks' runtime, SQLite and other native code take from. */
  readonly nativeMib: number;
  /** Machine code that was made for scripts. */
  readonly codeMib: number;
  /** The runtime's heaps, and all else that it maps for scripts, stacks included. */
  readonly scriptMib: number;
}

interface Mapping {
  readonly from: number;
  readonly to: number;
  readonly rights: string;
  readonly path: string;
  readonly anonymousKib: number;
}

const HEAD = /^([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \S+\s*(.*)$/;
/** A thread's arena of the C library begins at such a place. */
const ARENA_BYTES = 64 * 2 ** 20;
const KIB_IN_MIB = 1_024;

/** Throws where the process is gone. */
export function memoryPartsOf(pid: number): MemoryParts {
  const sums = { nativeMib: 0, codeMib: 0, scriptMib: 0 };
  for (const { part, anonymousKib } of partsIn(mappingsIn(readFileSync(`/proc/${pid}/smaps`, "utf8"))))
    sums[part] += anonymousKib / KIB_IN_MIB;
  return sums;
}

function partsIn(mappings: readonly Mapping[]): { readonly part: keyof MemoryParts; readonly anonymousKib: number }[] {
  let arenaEnd = 0;
  return mappings.map((mapping, at) => {
    const next = mappings[at + 1];
    // An arena is what is in use of it, and behind that what is not, together as large as it may become.
    const isArena =
      mapping.path === "" &&
      mapping.from % ARENA_BYTES === 0 &&
      next?.from === mapping.to &&
      next.rights.startsWith("---") &&
      next.to - mapping.from === ARENA_BYTES;
    if (isArena) arenaEnd = mapping.from + ARENA_BYTES;
    return { part: partOf(mapping, mapping.to <= arenaEnd), anonymousKib: mapping.anonymousKib };
  });
}

function partOf({ rights, path }: Mapping, isInArena: boolean): keyof MemoryParts {
  if (rights.includes("x")) return "codeMib";
  return isInArena || path === "[heap]" ? "nativeMib" : "scriptMib";
}

function mappingsIn(smaps: string): readonly Mapping[] {
  const mappings: Mapping[] = [];
  for (const line of smaps.split("\n")) {
    const [, from = "", to = "", rights = "", path = ""] = HEAD.exec(line) ?? [];
    if (from !== "")
      mappings.push({ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), rights, path, anonymousKib: 0 });
    const last = mappings.at(-1);
    const [, kib] = /^Anonymous:\s+(\d+)/.exec(line) ?? [];
    if (last && kib !== undefined) mappings[mappings.length - 1] = { ...last, anonymousKib: Number(kib) };
  }
  return mappings;
}
