/** A folder knows that it had a database, and how far that had come: what is less is refused, what is the same or more is taken. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { GroupCommit } from "#storage/embedded/commits/group-commit.ts";
import { DATABASE_FILE, openDatabase } from "#storage/embedded/database.ts";
import { type FolderState, lookAtFolder, MARKER_FILE, markOf, type Progress } from "#storage/embedded/folder-marker.ts";
import { DataLostError, type EmbeddedStorage, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { EmbeddedLedger } from "#storage/embedded/ledger/ledger.ts";
import { EmbeddedSecrets } from "#storage/embedded/secrets.ts";
import {
  aBank,
  aKeptAnswer,
  aMemory,
  anAnswer,
  anAnsweredRequest,
  anApp,
  appId,
  aToolset,
  atMost,
  freshFolder,
  NOW,
  rejection,
} from "./kit.ts";
import { makeOlderFolder } from "./older-database.ts";

const app = appId("one");
/** Of the two records in the file. */
const SECOND_RECORD_AT = 4_096;
const RECORD_BYTES = 48;

let folder: ReturnType<typeof freshFolder>;
let data: string;
let file: string;
let marker: string;
beforeEach(() => {
  folder = freshFolder();
  data = join(folder.path, "data");
  file = join(data, DATABASE_FILE);
  marker = join(data, MARKER_FILE);
});
afterEach(() => folder[Symbol.dispose]());

const look = (dataDir = data): FolderState => lookAtFolder(dataDir, DATABASE_FILE);

/** A folder with an app, a toolset and a charge; closed. */
async function makeFolder(dataDir = data): Promise<void> {
  const storage = await openEmbeddedStorage({ dataDir });
  await storage.apps.create(anApp("one"));
  await storage.definitions.create(app, "toolset", "light-v1", aToolset("light"), NOW);
  await storage.ledger.credit(app, 5, NOW);
  await storage.close();
}

/** Every file with what is in it. */
const contentOf = (dataDir: string) =>
  readdirSync(dataDir)
    .sort()
    .map((name) => [name, readFileSync(join(dataDir, name)).toString("base64")]);

async function refusal(): Promise<string> {
  const before = contentOf(data);
  const reason = await rejection(openEmbeddedStorage({ dataDir: data }));
  expect(reason).toBeInstanceOf(DataLostError);
  // Looked at, and left as it was.
  expect(contentOf(data)).toEqual(before);
  return (reason as DataLostError).message;
}

describe("a folder that had more than is in it now is refused, and left as it is", () => {
  const cases: readonly (readonly [what: string, damage: () => Promise<void> | void, says: RegExp])[] = [
    [
      "the database deleted",
      () => rmSync(file),
      /sqlite is gone, and .*marker says that it had 1 ledger entry and 2 other changes\. /,
    ],
    [
      "the database emptied",
      () => truncateSync(file, 0),
      /sqlite is empty, and .*marker says that it had 1 ledger entry and 2 other changes\. /,
    ],
    [
      "another folder's database",
      async () => {
        await makeFolder(join(folder.path, "other"));
        copyFileSync(join(folder.path, "other", DATABASE_FILE), file);
      },
      /sqlite is not the database that was here\. /,
    ],
    [
      "a database of an older version",
      () => {
        makeOlderFolder(join(folder.path, "older"), 3);
        copyFileSync(join(folder.path, "older", DATABASE_FILE), file);
      },
      /sqlite is not the database that was here\. /,
    ],
    ["a marker of another kind", () => writeFileSync(marker, "hello"), /marker is damaged: nobody can tell/],
    [
      "a link in the place of the marker",
      () => {
        renameSync(marker, join(folder.path, "elsewhere"));
        symlinkSync(join(folder.path, "elsewhere"), marker);
      },
      /marker is damaged: nobody can tell/,
    ],
  ];
  test.each(cases.map(([what]) => what))("%s", async (what) => {
    const [, damage, says] = cases.find(([name]) => name === what) ?? [];
    await makeFolder();
    await damage?.();
    const message = await refusal();
    expect(message).toMatch(says ?? /-/);
    expect(message).toContain("restore the last backup into a new folder");
    expect(message).toContain("--accept-loss");
    expect(message).not.toContain("\n");
  });

  test("with --accept-loss it is said aloud, used as it is, and marked anew; search indexes of what is gone go, too", async () => {
    await makeFolder();
    mkdirSync(join(data, "indexes"));
    rmSync(file);
    const said: string[] = [];
    const log = (message: string) => void said.push(message);
    const storage = await openEmbeddedStorage({ dataDir: data, acceptsLoss: true, log });
    expect(said).toHaveLength(1);
    expect(said[0]).toContain("is gone");
    expect(said[0]).toContain("What is missing is given up");
    expect(await storage.apps.list()).toEqual([]);
    await storage.close();
    expect(existsSync(join(data, "indexes"))).toBe(false);
    expect(look()).toEqual({ kind: "whole" });
    await (await openEmbeddedStorage({ dataDir: data })).close();
  });

  test("--accept-loss changes nothing where nothing is lost", async () => {
    await makeFolder();
    mkdirSync(join(data, "indexes"));
    const said: string[] = [];
    const log = (message: string) => void said.push(message);
    await (await openEmbeddedStorage({ dataDir: data, acceptsLoss: true, log })).close();
    expect(said).toEqual([]);
    expect(existsSync(join(data, "indexes"))).toBe(true);
  });
});

describe("a folder is taken", () => {
  test("when nothing was ever there, and is marked then, for its owner alone", async () => {
    expect(look()).toEqual({ kind: "new" });
    await makeFolder();
    expect(look()).toEqual({ kind: "whole" });
    expect(statSync(marker).mode & 0o777).toBe(0o600);
  });

  test("when an older version left it, without a word", async () => {
    makeOlderFolder(data, 3);
    expect(look()).toEqual({ kind: "unmarked" });
    const said: string[] = [];
    await (await openEmbeddedStorage({ dataDir: data, log: (message) => void said.push(message) })).close();
    expect(said).toEqual([]);
    expect(look()).toEqual({ kind: "whole" });
  });

  test("whose unfinished marker is a link: what it leads to is not written", async () => {
    mkdirSync(data);
    const elsewhere = join(folder.path, "elsewhere");
    writeFileSync(elsewhere, "mine");
    symlinkSync(elsewhere, `${marker}.new`);
    await makeFolder();
    expect(readFileSync(elsewhere, "utf8")).toBe("mine");
    expect(look()).toEqual({ kind: "whole" });
  });

  test("a look makes no file, beside a log or without one", async () => {
    await makeFolder();
    const names = readdirSync(data);
    look();
    expect(readdirSync(data)).toEqual(names);
  });

  test("a file that cannot be read is no loss but damage, and opening it says which", async () => {
    await makeFolder();
    truncateSync(file, 8_192);
    expect(look()).toMatchObject({ kind: "damaged", found: expect.stringContaining("cannot be read") });
    const reason = await rejection(openEmbeddedStorage({ dataDir: data, acceptsLoss: true }));
    expect(String(reason)).toContain("is damaged");
  });
});

test("whatever 64 bytes of the marker are changed, it is never taken for a newer one, and one good record is enough", async () => {
  await makeFolder();
  const storage = await openEmbeddedStorage({ dataDir: data });
  await storage.secrets.put("a", "x");
  await storage.secrets.put("b", "x");
  await storage.close();
  const sound = readFileSync(marker);
  const change = fc.record({
    at: fc.nat(sound.length - 1),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }),
  });
  fc.assert(
    fc.property(change, ({ at, bytes }) => {
      const damaged = Buffer.from(sound);
      damaged.set(bytes.subarray(0, sound.length - at), at);
      writeFileSync(marker, damaged);
      const isHit = (from: number) =>
        !damaged.subarray(from, from + RECORD_BYTES).equals(sound.subarray(from, from + RECORD_BYTES));
      const bothHit = isHit(0) && isHit(SECOND_RECORD_AT);
      expect(look().kind).toBe(bothHit ? "lost" : "whole");
    }),
    { numRuns: 300 },
  );
});

/** Things that change what is durable, each time. */
const CHANGES = {
  "an app": (storage: EmbeddedStorage, n: number) => storage.apps.create(anApp(`more ${n}`)),
  "a secret": (storage: EmbeddedStorage, n: number) => storage.secrets.put(`s${n}`, "x"),
  "a set": (storage: EmbeddedStorage, n: number) =>
    storage.definitions.create(app, "toolset", `set-${n}`, aToolset("light"), NOW),
  "a bank with a memory": async (storage: EmbeddedStorage, n: number) => {
    await storage.definitions.create(app, "bank", `bank_${n}`, aBank("home"), NOW);
    await storage.memories.add(app, `bank_${n}`, aMemory("m"), 9);
  },
  "an answer": (storage: EmbeddedStorage, n: number) => storage.answers.remember(app, anAnswer(`k${n}`), atMost(99)),
  "a kept answer": (storage: EmbeddedStorage, n: number) => storage.kept.keep(aKeptAnswer(`i${n}`, app)),
  credits: (storage: EmbeddedStorage) => storage.ledger.credit(app, 2, NOW),
  "a charge, with what waited for it": async (storage: EmbeddedStorage, n: number) => {
    await storage.windows.count(app, NOW);
    await storage.requests.record(app, anAnsweredRequest(`r${n}`), 99);
    const reservation = await storage.ledger.reserve(app, 1, 100, NOW);
    if (reservation) await storage.ledger.settle(reservation, NOW);
  },
  "a reopening": null,
} as const;

/** The database as it lies there, its log included; nothing is being written. */
function snapshot(to: string): void {
  mkdirSync(to);
  for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`, MARKER_FILE]) {
    if (existsSync(join(data, name))) copyFileSync(join(data, name), join(to, name));
  }
}

/** A folder with the database of one snapshot and the marker of another. */
function mixed(database: string, markerOf: string, trial: string): string {
  rmSync(trial, { recursive: true, force: true });
  mkdirSync(trial);
  for (const name of readdirSync(database))
    if (name !== MARKER_FILE) copyFileSync(join(database, name), join(trial, name));
  copyFileSync(join(markerOf, MARKER_FILE), join(trial, MARKER_FILE));
  return trial;
}

test("after any sequence of changes every older copy of the database is refused beside a newer marker, every newer one taken", async () => {
  const steps = fc.array(fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])), {
    minLength: 1,
    maxLength: 6,
  });
  let compared = 0;
  const property = fc.asyncProperty(steps, async (names) => {
    rmSync(folder.path, { recursive: true, force: true });
    mkdirSync(folder.path);
    let storage = await openEmbeddedStorage({ dataDir: data });
    await storage.apps.create(anApp("one"));
    const at = (n: number) => join(folder.path, `snapshot-${n}`);
    snapshot(at(0));
    let taken = 1;
    for (const [n, name] of names.entries()) {
      const change = CHANGES[name];
      if (change) {
        await change(storage, n);
        snapshot(at(taken));
        taken += 1;
      } else {
        await storage.close();
        // Cleanly closed, it is always taken.
        storage = await openEmbeddedStorage({ dataDir: data });
      }
    }
    await storage.close();
    expect(look()).toEqual({ kind: "whole" });
    const trial = join(folder.path, "trial");
    for (let database = 0; database < taken; database += 1) {
      for (let mark = 0; mark < taken; mark += 1) {
        const { kind } = look(mixed(at(database), at(mark), trial));
        expect([database, mark, kind]).toEqual([database, mark, database < mark ? "lost" : "whole"]);
        compared += 1;
      }
    }
  });
  await fc.assert(property, { numRuns: 15 });
  expect(compared).toBeGreaterThan(100);
}, 60_000);

test("whenever the process may be killed, the marker is not ahead of what is on disk", async () => {
  const database = openDatabase(data, () => {});
  const ahead: Progress[] = [];
  const seen: Progress[] = [];
  const commits = new GroupCommit(database, undefined, undefined, {
    loss: () => null,
    closing: () => {},
    advance: (progress) => {
      // At this moment the marker is written; whoever opens the folder now finds this.
      using other = new Database(file, { readonly: true });
      const found = markOf(other);
      seen.push(progress);
      if (!found || found.entry < progress.entry || found.change < progress.change) ahead.push(progress);
    },
    close: () => {},
  });
  const secrets = new EmbeddedSecrets(commits);
  const ledger = new EmbeddedLedger(commits);
  const failing = (spoils: boolean) =>
    commits.write(() => {
      database.run(
        "INSERT INTO ledger_entries (app, at, bucket, kind, amount) VALUES ('app_x', 1, 'credits', 'credit', 1)",
      );
      if (!spoils) throw new Error("taken back alone");
      database.run("PRAGMA defer_foreign_keys = ON");
      database.run("INSERT INTO keys (id, app, name, secret_hash, created_at) VALUES ('k', 'nobody', '', '', 0)");
    });
  const step = fc.constantFrom("secret", "credit", "fails alone", "fails all", "nothing");
  const property = fc.asyncProperty(
    fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
    async (turns) => {
      for (const turn of turns) {
        const all = turn.map((what, n): Promise<unknown> => {
          if (what === "secret") return secrets.put(`s${n}`, String(Math.random()));
          if (what === "credit") return ledger.credit(app, 1, NOW);
          if (what === "nothing") return commits.write(() => null);
          return failing(what === "fails all");
        });
        await Promise.allSettled(all);
      }
    },
  );
  await fc.assert(property, { numRuns: 60 });
  commits.close();
  expect(seen.length).toBeGreaterThan(50);
  expect(ahead).toEqual([]);
  // Each of them is further than the one before.
  for (const [n, { entry, change }] of seen.entries()) {
    const before = seen[n - 1];
    if (before) expect(entry + change).toBeGreaterThan(before.entry + before.change);
  }
}, 60_000);

describe("while the files are open", () => {
  /** Longer than what lies between two looks. */
  const LOOK_MS = 1_050;
  const changes: readonly (readonly [what: string, change: () => void, says: string])[] = [
    ["the database deleted", () => rmSync(file), "was deleted or moved"],
    ["the database emptied", () => truncateSync(file, 0), "was cut from"],
    [
      "the database exchanged for a copy of itself",
      () => {
        copyFileSync(file, `${file}.copy`);
        renameSync(`${file}.copy`, file);
      },
      "was exchanged for another file",
    ],
    ["its log deleted", () => rmSync(`${file}-wal`), "was deleted or moved"],
    ["its log cut", () => truncateSync(`${file}-wal`, 100), "was cut from"],
  ];
  test.each(changes.map(([what]) => what))(
    "%s: changes are refused within a second or two, and it is said once",
    async (what) => {
      const [, change, says = ""] = changes.find(([name]) => name === what) ?? [];
      await makeFolder();
      const said: string[] = [];
      const storage = await openEmbeddedStorage({ dataDir: data, log: (message) => void said.push(message) });
      await storage.secrets.put("a", "x");
      await Bun.sleep(LOOK_MS);
      expect(storage.isWritable()).toBe(true);
      change?.();
      await Bun.sleep(LOOK_MS);
      expect(storage.isWritable()).toBe(false);
      expect(await rejection(storage.secrets.put("b", "x"))).toMatchObject({ code: "service_unavailable" });
      expect(await rejection(storage.secrets.put("c", "x"))).toMatchObject({ code: "service_unavailable" });
      expect(said).toHaveLength(1);
      expect(said[0]).toContain(says);
      await storage.close().catch(() => {});
    },
  );

  test("a database that was moved away and back is used again, and that is said, too", async () => {
    await makeFolder();
    const said: string[] = [];
    const storage = await openEmbeddedStorage({ dataDir: data, log: (message) => void said.push(message) });
    renameSync(file, `${file}.away`);
    await Bun.sleep(LOOK_MS);
    expect(await rejection(storage.secrets.put("a", "x"))).toMatchObject({ code: "service_unavailable" });
    renameSync(`${file}.away`, file);
    await Bun.sleep(LOOK_MS);
    await storage.secrets.put("a", "y");
    expect(storage.isWritable()).toBe(true);
    expect(said.map((line) => /is back/.test(line))).toEqual([false, true]);
    await storage.close();
    expect(look()).toEqual({ kind: "whole" });
  });
});

test("a marker that cannot be written is said at the start, with what to do", async () => {
  if (process.getuid?.() === 0) {
    // Root may write anywhere: a folder in its place stands for a file that may not be written.
    await makeFolder();
    mkdirSync(`${marker}.new`);
    rmSync(marker);
    expect(String(await rejection(openEmbeddedStorage({ dataDir: data })))).toContain("cannot be written");
    return;
  }
  await makeFolder();
  rmSync(marker);
  chmodSync(data, 0o500);
  expect(String(await rejection(openEmbeddedStorage({ dataDir: data })))).toContain("cannot be");
  chmodSync(data, 0o700);
});
