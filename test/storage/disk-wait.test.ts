import type { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { NOBODY } from "#core/ports/observer.ts";
import { UNTRACED } from "#core/ports/tracer.ts";
import { AppChanges } from "#storage/embedded/app-changes.ts";
import { EmbeddedApps } from "#storage/embedded/apps.ts";
import { type DiskSync, DiskWait } from "#storage/embedded/commits/disk-wait.ts";
import { GroupCommit } from "#storage/embedded/commits/group-commit.ts";
import { LogSync } from "#storage/embedded/commits/log-sync.ts";
import { openDatabase } from "#storage/embedded/database.ts";
import { EmbeddedSecrets } from "#storage/embedded/secrets.ts";
import { anApp, freshFolder, rejection } from "./kit.ts";

const UNAVAILABLE = { code: "service_unavailable", cause: expect.anything() };

/** A disk that answers when it is told to, in any order. */
class SlowDisk implements DiskSync {
  readonly looks: ((failure: Error | null) => void)[] = [];
  isBroken = false;
  /** Called when the log is written once more. */
  renewed: (() => void) | null = null;

  begin(done: (failure: Error | null) => void): void {
    this.looks.push(done);
  }

  now(): void {
    if (this.isBroken) throw new Error("EIO");
  }

  renew(): void {
    if (this.isBroken) throw new Error("EIO");
    this.renewed?.();
  }

  close(): void {}

  /** Answers the look at an index. */
  answer(at: number, failure: Error | null = null): void {
    for (const look of this.looks.splice(at, 1)) look(failure);
  }
}

type Step =
  | { readonly do: "come" }
  | { readonly do: "now" }
  | { readonly do: "answer"; readonly which: number; readonly isFailure: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("come" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("answer" as const), which: fc.nat(3), isFailure: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("now" as const) }) },
);

test("whoever waits is told once, in order, and that it is on the disk only by a look that began later", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const disk = new SlowDisk();
      const wait = new DiskWait(disk, () => {});
      let came = 0;
      /** For each look that is under way, how many had come when it began. */
      const begun: number[] = [];
      const told: { readonly who: number; readonly isOnDisk: boolean }[] = [];
      let proved = 0;
      const waiting = (who: number) => ({
        onDisk: () => void told.push({ who, isOnDisk: true }),
        failed: () => void told.push({ who, isOnDisk: false }),
      });
      const noteLooks = () => {
        while (begun.length < disk.looks.length) begun.push(came);
      };
      for (const next of steps) {
        const before = told.length;
        if (next.do === "come") {
          came += 1;
          wait.add(waiting(came));
        } else if (next.do === "now") {
          came += 1;
          proved = came;
          wait.now(waiting(came));
        } else if (disk.looks.length > 0) {
          const which = next.which % disk.looks.length;
          const [upTo = 0] = begun.splice(which, 1);
          if (!next.isFailure) proved = Math.max(proved, upTo);
          disk.answer(which, next.isFailure ? new Error("EIO") : null);
        }
        noteLooks();
        for (const { who, isOnDisk } of told.slice(before)) if (isOnDisk) expect(who).toBeLessThanOrEqual(proved);
      }
      while (disk.looks.length > 0) disk.answer(0);
      expect(told.map(({ who }) => who)).toEqual(Array.from({ length: came }, (_, index) => index + 1));
    }),
  );
});

test("a disk that does not answer is stuck, until it does", async () => {
  const disk = new SlowDisk();
  const wait = new DiskWait(disk, () => {}, 20);
  await Bun.sleep(25);
  expect(wait.isStuck).toBe(false);
  wait.add({ onDisk: () => {}, failed: () => {} });
  expect(wait.isStuck).toBe(false);
  await Bun.sleep(25);
  expect(wait.isStuck).toBe(true);
  disk.answer(0);
  expect(wait.isStuck).toBe(false);
});

let folder: ReturnType<typeof freshFolder>;
let database: Database;

beforeEach(() => {
  folder = freshFolder();
  database = openDatabase(folder.path, () => {});
});
afterEach(() => folder[Symbol.dispose]());

/** A commit takes as long as the disk takes, which on a busy machine is some time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(1);
}

test("nobody is told of a change before the disk has it, and what comes meanwhile shares the next look", async () => {
  const disk = new SlowDisk();
  const commits = new GroupCommit(database, NOBODY, UNTRACED, null, disk);
  const secrets = new EmbeddedSecrets(commits);
  const acknowledged: string[] = [];
  const put = (name: string) => secrets.put(name, "x").then(() => acknowledged.push(name));
  const all = [put("a")];
  await until(() => disk.looks.length === 1);
  expect(await secrets.find("a")).toBe("x");
  expect([acknowledged, disk.looks.length]).toEqual([[], 1]);
  all.push(put("b"));
  await until(() => disk.looks.length === 2);
  all.push(put("c"), put("d"));
  await Bun.sleep(5);
  // Two looks are under way; these two wait to be written.
  expect([disk.looks.length, await secrets.find("c")]).toEqual([2, null]);
  disk.answer(1);
  await until(() => acknowledged.length === 2 && disk.looks.length === 2);
  // The second look began after the first change was committed, too.
  expect(acknowledged).toEqual(["a", "b"]);
  expect(disk.looks.length).toBe(2);
  disk.answer(0);
  disk.answer(0);
  await Promise.all(all);
  expect(acknowledged).toEqual(["a", "b", "c", "d"]);
  disk.isBroken = false;
  commits.close();
});

test("what became of an app is told when the disk has it: a refusal, or a token, would outlive what it was for", async () => {
  const disk = new SlowDisk();
  const commits = new GroupCommit(database, NOBODY, UNTRACED, null, disk);
  const apps = new EmbeddedApps(commits, new AppChanges());
  const ended: string[] = [];
  const app = anApp("one");
  const creating = apps.create(app);
  await until(() => disk.looks.length === 1);
  disk.answer(0);
  await creating;
  expect(await apps.find(app.id)).toMatchObject({ status: "active" });
  const suspending = apps.update(app.id, { status: "suspended" }).then(() => ended.push("suspended"));
  await until(() => disk.looks.length === 1);
  const looking = apps.find(app.id).then((found) => ended.push(`found ${found?.status}`));
  await Bun.sleep(5);
  expect(ended).toEqual([]);
  disk.answer(0);
  await suspending;
  await until(() => {
    if (disk.looks.length > 0) disk.answer(0);
    return ended.length === 2;
  });
  await looking;
  expect(ended).toEqual(["suspended", "found suspended"]);
  // It is known from now on, whatever else is under way.
  const other = new EmbeddedSecrets(commits).put("a", "x");
  await until(() => disk.looks.length === 1);
  expect(await apps.find(app.id)).toMatchObject({ status: "suspended" });
  disk.answer(0);
  await other;
  commits.close();
});

test("what the disk could not take is not told as what it has, until it is whole again", async () => {
  const missing = join(folder.path, "elsewhere");
  const commits = new GroupCommit(database, NOBODY, UNTRACED, null, LogSync.of(missing));
  const app = anApp("one");
  const apps = new EmbeddedApps(commits, new AppChanges());
  expect(await rejection(apps.create(app))).toMatchObject(UNAVAILABLE);
  expect(await rejection(apps.find(app.id))).toMatchObject(UNAVAILABLE);
  writeFileSync(`${missing}-wal`, "");
  expect(await apps.find(app.id)).toMatchObject({ status: "active" });
  commits.close();
});

test("where the disk fails after a commit, whoever waited is refused, and nothing more is taken until it is whole again", async () => {
  const missing = join(folder.path, "elsewhere");
  const commits = new GroupCommit(database, NOBODY, UNTRACED, null, LogSync.of(missing));
  const secrets = new EmbeddedSecrets(commits);
  const both = [secrets.put("a", "x"), secrets.put("b", "x")];
  for (const one of both) expect(await rejection(one)).toMatchObject(UNAVAILABLE);
  writeFileSync(`${missing}-wal`, "");
  await secrets.put("c", "x");
  expect(commits.isWritable()).toBe(true);
  // What was refused is there: it was committed, and moved to where the disk had it before anything else was written.
  expect(await secrets.find("a")).toBe("x");
  commits.close();
});

test("what the disk could not take is on the disk again before any of it is moved", async () => {
  const log = `${join(folder.path, "dragoman.sqlite")}-wal`;
  const disk = new SlowDisk();
  const commits = new GroupCommit(database, NOBODY, UNTRACED, null, disk);
  const secrets = new EmbeddedSecrets(commits);
  const failing = secrets.put("a", "x");
  await Bun.sleep(5);
  disk.answer(0, new Error("EIO"));
  expect(await rejection(failing)).toMatchObject(UNAVAILABLE);
  const unmoved = statSync(log).size;
  expect(unmoved).toBeGreaterThan(0);
  disk.isBroken = true;
  expect(await rejection(secrets.put("b", "x"))).toMatchObject(UNAVAILABLE);
  expect([statSync(log).size, await secrets.find("b")]).toEqual([unmoved, null]);
  disk.isBroken = false;
  const sizes: number[] = [];
  disk.renewed = () => sizes.push(statSync(log).size);
  const after = secrets.put("c", "x");
  await Bun.sleep(5);
  disk.answer(0);
  await after;
  expect(sizes).toEqual([unmoved]);
  expect(statSync(log).size).toBeLessThan(unmoved);
  commits.close();
});

test("a log that is written once more is what it was, and SQLite goes on with it", () => {
  database.run("CREATE TABLE many (text TEXT)");
  for (let row = 0; row < 300; row += 1) database.query("INSERT INTO many VALUES (?)").run("x".repeat(4_000));
  const log = `${join(folder.path, "dragoman.sqlite")}-wal`;
  const before = readFileSync(log);
  LogSync.of(join(folder.path, "dragoman.sqlite"))?.renew();
  expect(readFileSync(log).equals(before)).toBe(true);
  database.query("INSERT INTO many VALUES ('y')").run();
  expect(database.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  LogSync.of(join(folder.path, "nothing"))?.renew();
  database.close();
});

test("a disk that fails is told of as what is not writable", async () => {
  const commits = new GroupCommit(database, NOBODY, UNTRACED, null, LogSync.of(join(folder.path, "elsewhere")));
  const secrets = new EmbeddedSecrets(commits);
  expect(await rejection(secrets.put("a", "x"))).toMatchObject(UNAVAILABLE);
  expect(commits.isWritable()).toBe(false);
  commits.close();
});
