/**
 * What a disk may hold after the power was cut, by what a program did before and what it waited for.
 *
 * Data and names are kept apart, as by the usual file systems with a journal. Of a file, what was written before a sync of it began
 * that has come back, is there; of everything later each sector may be there or not. Names (files made, renamed, removed) are there in their
 * order up to some moment, which is not before the last sync of anything that waits for names as well.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileCall } from "./trace.ts";

const SECTOR_BYTES = 512;
/** How much of what was not waited for is there, drawn for each file: all or nothing are as likely as something in between. */
const KEPT_SHARES = [0, 0.5, 0.95, 1];

type Write = Extract<FileCall, { what: "write" }>;
type Resize = Extract<FileCall, { what: "resize" }>;

/** One file, whatever it is called at a time. */
interface Contents {
  /** As it lay there when the program was started. */
  readonly original: Buffer;
  readonly changes: (Write | Resize)[];
  /** Changes that were over before this are on the disk. */
  syncedBefore: number;
}

/** What the files and folders are called, from a moment on. */
interface Names {
  readonly since: number;
  readonly files: ReadonlyMap<string, Contents>;
  readonly folders: ReadonlySet<string>;
}

export interface Cut {
  /** The folder that the program worked in, as it is now that it was killed; paths in `calls` begin with it. */
  readonly folder: string;
  /** A copy of it from before the program was started. */
  readonly before: string;
  readonly calls: readonly FileCall[];
  /** From 0 to under 1. */
  readonly random: () => number;
}

/** Writes the folder to `target`, which is not there yet. Returns how many sectors are not as they were written last. */
export function writeAfterPowerCut(cut: Cut, target: string): number {
  const { folder, random } = cut;
  const { history, namesSyncedBefore } = replayed(cut);
  const first = history.findLastIndex(({ since }) => since < namesSyncedBefore);
  const possible = history.slice(Math.max(0, first));
  const names = possible[Math.floor(random() * possible.length)] as Names;
  const there = (path: string) => join(target, path.slice(folder.length));
  mkdirSync(target, { mode: 0o700 });
  for (const path of names.folders) mkdirSync(there(path), { recursive: true, mode: 0o700 });
  let lost = 0;
  for (const [path, contents] of names.files) {
    const { bytes, lostSectors } = afterCut(contents, lastBytes(contents, history), random);
    lost += lostSectors;
    mkdirSync(dirname(there(path)), { recursive: true, mode: 0o700 });
    writeFileSync(there(path), bytes, { mode: 0o600 });
  }
  return lost;
}

function replayed({ folder, before, calls }: Cut) {
  const files = new Map<string, Contents>();
  const folders = new Set<string>();
  for (const entry of readdirSync(before, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const called = folder + path.slice(before.length);
    if (entry.isDirectory()) folders.add(called);
    else if (entry.isFile()) files.set(called, { original: readFileSync(path), changes: [], syncedBefore: -1 });
  }
  const history: Names[] = [{ since: -1, files: new Map(files), folders: new Set(folders) }];
  let namesSyncedBefore = -1;
  for (const call of calls.toSorted((one, other) => one.over - other.over)) {
    switch (call.what) {
      case "open": {
        const file = files.get(call.path);
        if (file && call.empties) file.changes.push({ ...call, what: "resize", length: 0 });
        if (file || !call.makes) continue;
        files.set(call.path, { original: Buffer.alloc(0), changes: [], syncedBefore: -1 });
        break;
      }
      case "write":
      case "resize":
        files.get(call.path)?.changes.push(call);
        continue;
      case "sync": {
        const file = files.get(call.path);
        if (file) file.syncedBefore = Math.max(file.syncedBefore, call.begun);
        if (!call.dataAlone) namesSyncedBefore = Math.max(namesSyncedBefore, call.begun);
        continue;
      }
      case "rename":
        for (const [path, file] of [...files].filter(([path]) => isWithin(path, call.from))) {
          files.delete(path);
          files.set(call.to + path.slice(call.from.length), file);
        }
        for (const path of [...folders].filter((path) => isWithin(path, call.from))) {
          folders.delete(path);
          folders.add(call.to + path.slice(call.from.length));
        }
        break;
      case "remove":
        files.delete(call.path);
        folders.delete(call.path);
        break;
      case "make folder":
        folders.add(call.path);
        break;
    }
    history.push({ since: call.over, files: new Map(files), folders: new Set(folders) });
  }
  return { history, namesSyncedBefore };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** As the file lies there now, under whichever of its names; nothing of one that was removed. */
function lastBytes(contents: Contents, history: readonly Names[]): Buffer {
  for (const { files } of history.toReversed()) {
    const [path] = files.entries().find(([, each]) => each === contents) ?? [];
    if (path !== undefined && existsSync(path)) return readFileSync(path);
  }
  return Buffer.alloc(0);
}

function afterCut({ original, changes, syncedBefore }: Contents, last: Buffer, random: () => number) {
  const ends = changes.map((change) => (change.what === "write" ? change.at + change.length : change.length));
  const bytes = Buffer.alloc(Math.max(original.length, ...ends));
  original.copy(bytes);
  let length = original.length;
  let lostSectors = 0;
  const keptShare = KEPT_SHARES[Math.floor(random() * KEPT_SHARES.length)] as number;
  for (const change of changes) {
    const isKept = () => change.over < syncedBefore || random() < keptShare;
    if (change.what === "resize") {
      if (!isKept()) continue;
      bytes.fill(0, change.length);
      length = change.length;
      continue;
    }
    const written = change.bytes ?? last.subarray(change.at, change.at + change.length);
    const end = change.at + change.length;
    for (let at = change.at; at < end; ) {
      const until = Math.min(end, (Math.floor(at / SECTOR_BYTES) + 1) * SECTOR_BYTES);
      if (isKept()) {
        written.copy(bytes, at, at - change.at, until - change.at);
        length = Math.max(length, until);
      } else lostSectors += 1;
      at = until;
    }
  }
  return { bytes: bytes.subarray(0, length), lostSectors };
}
