/** The files of an open database are looked at: what SQLite does with its log itself is no loss, and what others do to it is one. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { NOBODY } from "#core/ports/observer.ts";
import { UNTRACED } from "#core/ports/tracer.ts";
import type { DiskSync } from "#storage/embedded/commits/disk-wait.ts";
import { GroupCommit } from "#storage/embedded/commits/group-commit.ts";
import type { Safeguard } from "#storage/embedded/commits/participant.ts";
import { DATABASE_FILE, openDatabase } from "#storage/embedded/database.ts";
import { EmbeddedSecrets } from "#storage/embedded/secrets.ts";
import { WatchedFiles } from "#storage/embedded/watched-files.ts";
import { freshFolder, rejection } from "./kit.ts";

/** Later than any look so far. */
const LATER_MS = 10_000;

/** A disk that fails when it is told to. */
class FailingDisk implements DiskSync {
  isFailing = false;

  begin(done: (failure: Error | null) => void): void {
    const failure = this.isFailing ? new Error("EIO") : null;
    setImmediate(() => done(failure));
  }

  now(): void {
    if (this.isFailing) throw new Error("EIO");
  }

  renew(): void {
    this.now();
  }

  close(): void {}
}

let folder: ReturnType<typeof freshFolder>;
let path: string;
let database: Database;
let files: WatchedFiles;
let lines: string[];
let nowMs: number;
let isLooking: boolean;
let disk: FailingDisk;
let commits: GroupCommit;
let secrets: EmbeddedSecrets;

beforeEach(async () => {
  folder = freshFolder();
  path = join(folder.path, DATABASE_FILE);
  database = openDatabase(folder.path, () => {});
  lines = [];
  files = new WatchedFiles(database, (line) => lines.push(line));
  nowMs = performance.now();
  isLooking = true;
  const loss = () => {
    if (isLooking) nowMs += LATER_MS;
    return files.loss(nowMs);
  };
  disk = new FailingDisk();
  const safeguard: Safeguard = {
    loss,
    closing: () => files.closing(),
    advance: () => {},
    close: () => files.close(),
  };
  commits = new GroupCommit(database, NOBODY, UNTRACED, safeguard, disk);
  secrets = new EmbeddedSecrets(commits);
  for (const name of ["a", "b", "c"]) await secrets.put(name, "x".repeat(20_000));
});
afterEach(() => {
  try {
    commits.close();
  } catch {
    // Where something was lost nothing more is written.
  }
  folder[Symbol.dispose]();
});

test("a log that is begun anew once a disk that failed takes something again is no loss", async () => {
  disk.isFailing = true;
  expect(await rejection(secrets.put("d", "x"))).toMatchObject({ code: "service_unavailable" });
  disk.isFailing = false;
  const before = statSync(`${path}-wal`).size;
  await secrets.put("e", "x");
  expect(statSync(`${path}-wal`).size).toBeLessThan(before);
  await secrets.put("f", "x");
  expect(commits.isWritable()).toBe(true);
  expect(lines).toEqual([]);
});

test("a log that another program has moved into the database, and emptied, is no loss", async () => {
  using other = new Database(path);
  expect(other.query("PRAGMA wal_checkpoint(TRUNCATE)").get()).toMatchObject({ busy: 0 });
  expect(statSync(`${path}-wal`).size).toBe(0);
  await secrets.put("d", "x");
  expect(await secrets.find("a")).toStartWith("x");
  expect(lines).toEqual([]);
});

test.each([0, 0.5])("a log of which somebody left only so much is a loss: %p", async (share) => {
  truncateSync(`${path}-wal`, Math.floor(statSync(`${path}-wal`).size * share));
  expect(await rejection(secrets.put("d", "x"))).toMatchObject({ code: "service_unavailable" });
  expect(lines).toEqual([expect.stringMatching(/-wal was cut from \d+ to \d+ bytes while it was open/)]);
});

function overwrite(name: string, from: number, to: number): void {
  const descriptor = openSync(name, "r+");
  writeSync(descriptor, Buffer.alloc(to - from, 0x5a), 0, to - from, from);
  closeSync(descriptor);
}

const CHANGED_UNDER_WRITES: readonly (readonly [what: string, change: (log: string) => void])[] = [
  ["emptied", (log) => truncateSync(log, 0)],
  ["halved", (log) => truncateSync(log, statSync(log).size / 2)],
  ["written over", (log) => overwrite(log, 0, statSync(log).size)],
];

test.each(CHANGED_UNDER_WRITES.map(([what]) => what))(
  "a log that is %s, and written to before anybody looks, is a loss, and damages nothing else",
  async (what) => {
    const [, change] = CHANGED_UNDER_WRITES.find(([name]) => name === what) ?? [];
    await secrets.put("d", "x");
    // Moved into the database, so that there is something which can be damaged. The log begins anew with what comes then.
    database.query("PRAGMA wal_checkpoint(TRUNCATE)").all();
    for (const name of ["e", "f", "g"]) await secrets.put(name, "x".repeat(50_000));
    change?.(`${path}-wal`);
    isLooking = false;
    for (const name of ["h", "i", "j"]) await secrets.put(name, "x".repeat(50_000)).catch(() => {});
    isLooking = true;
    expect(await rejection(secrets.put("k", "x"))).toMatchObject({ code: "service_unavailable" });
    expect(lines).toEqual([
      expect.stringMatching(/-wal was written over, or emptied, by another program.* only what is whole/),
    ]);
    expect(() => commits.close()).toThrow();
    using found = new Database(path);
    expect(found.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
    expect(found.query("SELECT name FROM secrets ORDER BY name").values()).toContainEqual(["d"]);
  },
);

test("a database that is written over from its beginning is a loss", async () => {
  overwrite(path, 0, 4_096);
  expect(await rejection(secrets.put("d", "x"))).toMatchObject({ code: "service_unavailable" });
  expect(lines).toEqual([expect.stringMatching(/sqlite was written over, or emptied, by another program/)]);
});

test("an index of the log that is deleted is a loss: whoever opened the database now would take the log away", async () => {
  rmSync(`${path}-shm`);
  expect(await rejection(secrets.put("d", "x"))).toMatchObject({ code: "service_unavailable" });
  expect(lines).toEqual([expect.stringMatching(/-shm was deleted or moved while it was open/)]);
});
