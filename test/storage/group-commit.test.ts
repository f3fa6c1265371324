import type { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { AppChanges } from "#storage/embedded/app-changes.ts";
import { EmbeddedApps } from "#storage/embedded/apps.ts";
import { GroupCommit } from "#storage/embedded/commits/group-commit.ts";
import { openDatabase } from "#storage/embedded/database.ts";
import { EmbeddedDefinitions } from "#storage/embedded/definitions.ts";
import { EmbeddedKeptAnswers } from "#storage/embedded/kept-answers.ts";
import { EmbeddedLedger } from "#storage/embedded/ledger/ledger.ts";
import { EmbeddedRequests } from "#storage/embedded/requests.ts";
import { EmbeddedSecrets } from "#storage/embedded/secrets.ts";
import { EmbeddedWindows } from "#storage/embedded/windows.ts";
import { aKeptAnswer, aKey, anAnsweredRequest, anApp, appId, aToolset, freshFolder, NOW, rejection } from "./kit.ts";

const app = appId("one");
const UNAVAILABLE = { code: "service_unavailable", retryAfterSeconds: 30, cause: expect.anything() };

let folder: ReturnType<typeof freshFolder>;
let database: Database;
let commits: GroupCommit;
let secrets: EmbeddedSecrets;

beforeEach(() => {
  folder = freshFolder();
  database = openDatabase(folder.path, () => {});
  commits = new GroupCommit(database);
  secrets = new EmbeddedSecrets(commits);
});
afterEach(() => {
  commits.close();
  folder[Symbol.dispose]();
});

/** Joins the next batch and makes its COMMIT fail: SQLite looks at a deferred foreign key only then. */
function spoilNextCommit(): Promise<unknown> {
  const { id, app: nobody } = aKey("k", appId("nobody"));
  return commits.write(() => {
    database.run("PRAGMA defer_foreign_keys = ON");
    database.run("INSERT INTO keys (id, app, name, secret_hash, created_at) VALUES (?, ?, '', '', 0)", [id, nobody]);
  });
}

/** Lets the file not grow any more, which SQLite reports as it does a full disk. */
function fillDisk(): void {
  const { page_count: pages } = database.query<{ page_count: number }, []>("PRAGMA page_count").get() ?? {
    page_count: 0,
  };
  database.run(`PRAGMA max_page_count = ${pages}`);
}

test("an operation that fails rejects alone and leaves nothing of itself", async () => {
  const before = secrets.put("before", "x");
  const failing = commits.write(() => {
    database.run("INSERT INTO secrets (name, value) VALUES ('half', 'x')");
    throw new Error("changed its mind");
  });
  const after = secrets.put("after", "x");
  expect(await rejection(failing)).toEqual(new Error("changed its mind"));
  await Promise.all([before, after]);
  expect([await secrets.find("before"), await secrets.find("half"), await secrets.find("after")]).toEqual([
    "x",
    null,
    "x",
  ]);
});

test("what is asked for in one turn is one transaction", async () => {
  let transactions = 0;
  const committed = () => {
    transactions += 1;
  };
  commits.join({ write: () => {}, committed });
  await Promise.all(Array.from({ length: 20 }, (_, index) => secrets.put(`s${index}`, "x")));
  expect(transactions).toBe(1);
  await secrets.put("later", "x");
  expect(transactions).toBe(2);
});

test("when the commit fails all of the batch reject, nothing is on disk, and the next batch works", async () => {
  const innocent = secrets.put("innocent", "x");
  const spoiling = spoilNextCommit();
  expect(await rejection(innocent)).toMatchObject(UNAVAILABLE);
  expect(await rejection(spoiling)).toMatchObject(UNAVAILABLE);
  expect(await secrets.find("innocent")).toBeNull();
  await secrets.put("innocent", "y");
  expect(await secrets.find("innocent")).toBe("y");
});

test("when the engine gives up the transaction amid a batch, all of it rejects with the first cause", async () => {
  const earlier = secrets.put("earlier", "x");
  const broken = new Error("disk I/O error");
  const breaking = commits.write(() => {
    // SQLite does this by itself after some failures.
    database.run("ROLLBACK");
    throw broken;
  });
  const later = secrets.put("later", "x");
  for (const promise of [earlier, breaking, later]) {
    expect(await rejection(promise)).toMatchObject({ code: "service_unavailable", cause: broken });
  }
  expect([await secrets.find("earlier"), await secrets.find("later")]).toEqual([null, null]);
  await secrets.put("later", "y");
  expect(await secrets.find("later")).toBe("y");
});

test("a settlement whose commit failed still holds its requests, and can be settled or given back", async () => {
  const ledger = new EmbeddedLedger(commits);
  const first = await ledger.reserve(app, 2, 3, NOW);
  const second = await ledger.reserve(app, 1, 3, NOW);
  if (!first || !second) throw new Error("3 requests were expected to be there");
  const settling = [ledger.settle(first, NOW), ledger.settle(second, NOW)] as const;
  const spoiling = spoilNextCommit();
  for (const promise of [...settling, spoiling]) expect(await rejection(promise)).toMatchObject(UNAVAILABLE);
  expect(await ledger.balance(app, 3, NOW)).toBe(3);
  expect(await ledger.reserve(app, 1, 3, NOW)).toBeNull();
  expect(await ledger.settle(first, NOW)).toBe(1);
  await ledger.giveBack(second);
  expect(await ledger.reserve(app, 1, 3, NOW)).not.toBeNull();
  expect(await ledger.audit()).toEqual([]);
});

test("a balance is what the disk has, whichever of the operations on it failed", async () => {
  await new EmbeddedApps(commits, new AppChanges()).create(anApp("one"));
  const ledger = new EmbeddedLedger(commits);
  const reserve = async () => (await ledger.reserve(app, 1, 9, NOW)) ?? expect.unreachable();
  const [kept, failed, lost, last] = [await reserve(), await reserve(), await reserve(), await reserve()];
  const broken = () => {
    throw new Error("no answer could be made");
  };
  const [first, second] = [ledger.settle(kept, NOW), ledger.settle(failed, NOW, broken)];
  expect(await first).toBe(8);
  expect(await rejection(second)).toMatchObject({ message: "no answer could be made" });
  expect(await ledger.balance(app, 9, NOW)).toBe(8);
  const losing = ledger.settle(lost, NOW);
  const spoiling = spoilNextCommit();
  for (const promise of [losing, spoiling]) expect(await rejection(promise)).toMatchObject(UNAVAILABLE);
  expect(await ledger.balance(app, 9, NOW)).toBe(8);
  expect(await ledger.settle(last, NOW)).toBe(7);
  commits.flush();
  expect(await new EmbeddedLedger(commits).balance(app, 9, NOW)).toBe(7);
  expect(await ledger.audit()).toEqual([]);
});

test("a reservation that could not enter the month's allowance holds nothing", async () => {
  const ledger = new EmbeddedLedger(commits);
  const reserving = ledger.reserve(app, 3, 3, NOW);
  const spoiling = spoilNextCommit();
  for (const promise of [reserving, spoiling]) expect(await rejection(promise)).toMatchObject(UNAVAILABLE);
  expect(await ledger.reserve(app, 3, 3, NOW)).not.toBeNull();
});

test("window counts of a failed commit are written with the next one", async () => {
  const windows = new EmbeddedWindows(commits);
  await windows.count(app, NOW);
  await rejection(spoilNextCommit());
  expect(await windows.count(app, NOW)).toBe(2);
  await secrets.put("next", "x");
  expect(await new EmbeddedWindows(commits).peek(app, NOW)).toBe(2);
});

test("a settlement whose commit failed keeps no answer, and keeps the next one", async () => {
  await new EmbeddedApps(commits, new AppChanges()).create(anApp("one"));
  const ledger = new EmbeddedLedger(commits);
  const kept = new EmbeddedKeptAnswers(commits);
  const reservation = await ledger.reserve(app, 1, 3, NOW);
  if (!reservation) throw new Error("3 requests were expected to be there");
  const settling = ledger.settle(reservation, NOW, () => aKeptAnswer("lost", app));
  const spoiling = spoilNextCommit();
  for (const promise of [settling, spoiling]) expect(await rejection(promise)).toMatchObject(UNAVAILABLE);
  expect(await kept.find(app, "lost")).toBeNull();
  expect(await ledger.settle(reservation, NOW, () => aKeptAnswer("found", app))).toBe(2);
  expect(await kept.find(app, "found")).not.toBeNull();
});

test("recording requests commits nothing by itself, until more wait than memory should hold", async () => {
  await new EmbeddedApps(commits, new AppChanges()).create(anApp("one"));
  const requests = new EmbeddedRequests(commits);
  let transactions = 0;
  const committed = () => {
    transactions += 1;
  };
  commits.join({ write: () => {}, committed });
  const record = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      await requests.record(app, anAnsweredRequest(`${transactions} ${index}`), 9_999);
    }
    await Bun.sleep(1);
  };
  await record(200);
  expect(transactions).toBe(0);
  await secrets.put("change", "x");
  expect(transactions).toBe(1);
  await record(2_200);
  expect(transactions).toBe(3);
});

test("requests recorded before a failed commit are still found, and written with the next one", async () => {
  await new EmbeddedApps(commits, new AppChanges()).create(anApp("one"));
  const requests = new EmbeddedRequests(commits);
  await requests.record(app, anAnsweredRequest("r"), 10);
  await rejection(spoilNextCommit());
  expect(await requests.find(app, "r")).toEqual(anAnsweredRequest("r"));
  await secrets.put("next", "x");
  expect(await new EmbeddedRequests(commits).find(app, "r")).toEqual(anAnsweredRequest("r"));
});

test("a request that cannot be written is refused when it is recorded, and spoils no commit", async () => {
  const apps = new EmbeddedApps(commits, new AppChanges());
  await apps.create(anApp("one"));
  const requests = new EmbeddedRequests(commits);
  expect(await rejection(requests.record(app, anAnsweredRequest("r", { createdAt: 0.5 }), 10))).toBeInstanceOf(
    RangeError,
  );
  // As many as fit: the next one flushes, and the removal that waits is carried out with it.
  for (let index = 0; index < 256; index += 1) await requests.record(app, anAnsweredRequest(`r${index}`), 999);
  const removing = apps.remove(app);
  await requests.record(app, anAnsweredRequest("of nobody"), 999);
  expect(await removing).toBe(true);
  await secrets.put("next", "x");
  expect(await requests.find(app, "of nobody")).toBeNull();
});

test("a revision taken back by a failed commit never shows another set's content", async () => {
  await new EmbeddedApps(commits, new AppChanges()).create(anApp("one"));
  const definitions = new EmbeddedDefinitions(commits, new AppChanges());
  const lost = definitions.create(app, "toolset", "home-v1", aToolset("lost"), NOW);
  const spoiling = spoilNextCommit();
  await rejection(lost);
  await rejection(spoiling);
  expect(await definitions.find(app, "toolset", "home-v1")).toBeNull();
  const kept = await definitions.create(app, "toolset", "home-v1", aToolset("kept"), NOW);
  expect(await definitions.find(app, "toolset", "home-v1")).toEqual(kept);
});

test("on a full disk writing rejects, reading goes on, and with room again all is well", async () => {
  const ledger = new EmbeddedLedger(commits);
  await ledger.credit(app, 5, NOW);
  const reservation = await ledger.reserve(app, 1, 0, NOW);
  if (!reservation) throw new Error("5 credits were expected to be there");
  await secrets.put("small", "x");
  fillDisk();
  expect(await rejection(secrets.put("large", "x".repeat(1_000_000)))).toMatchObject(UNAVAILABLE);
  expect(await secrets.find("small")).toBe("x");
  expect(await ledger.balance(app, 0, NOW)).toBe(5);
  database.run("PRAGMA max_page_count = 1000000");
  await secrets.put("large", "x".repeat(1_000_000));
  expect(await ledger.settle(reservation, NOW)).toBe(4);
  expect(await ledger.audit()).toEqual([]);
});

test("what is not written makes it unwritable until something is, and it looks for that itself", async () => {
  expect(commits.isWritable()).toBe(true);
  await secrets.put("small", "y");
  fillDisk();
  await rejection(secrets.put("large", "x".repeat(1_000_000)));
  // The look writes a page that is there, and that a full file takes.
  expect(commits.isWritable()).toBe(true);

  // A disk that takes nothing at all, and nobody comes who would find out that it does again.
  const locking = openDatabase(folder.path, () => {});
  database.run("PRAGMA busy_timeout = 0");
  locking.run("BEGIN IMMEDIATE");
  expect(await rejection(secrets.put("small", "z"))).toMatchObject(UNAVAILABLE);
  expect(commits.isWritable()).toBe(false);
  locking.run("ROLLBACK");
  expect(commits.isWritable()).toBe(false);
  await Bun.sleep(1_050);
  expect(commits.isWritable()).toBe(true);
  expect(await secrets.find("small")).toBe("y");
  locking.close();
});

test("entries of the ledger can be neither changed nor deleted, and a wrong balance is found", async () => {
  const ledger = new EmbeddedLedger(commits);
  await ledger.credit(app, 5, NOW);
  expect(() => database.run("UPDATE ledger_entries SET amount = 9")).toThrow("never changed");
  expect(() => database.run("DELETE FROM ledger_entries")).toThrow("never deleted");
  expect(await ledger.audit()).toEqual([]);
  database.run("UPDATE balances SET amount = 6");
  expect(await ledger.audit()).toEqual([{ app, bucket: "credits", entered: 5, balance: 6 }]);
  database.run("DELETE FROM balances");
  expect(await ledger.audit()).toEqual([{ app, bucket: "credits", entered: 5, balance: 0 }]);
});
