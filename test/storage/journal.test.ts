import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { LedgerEntry } from "#core/ports/ledger-store.ts";
import type { AnsweredRequest } from "#core/ports/request-store.ts";
import { DATABASE_FILE } from "#storage/embedded/database.ts";
import { type EmbeddedStorage, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { backUp, restore } from "./backup-kit.ts";
import { anAnswer, anAnsweredRequest, anApp, appId, atMost, freshFolder, NOW } from "./kit.ts";

const APPS = ["one", "two"] as const;
type Owner = (typeof APPS)[number];
const ALLOWANCE = 1_000;

/** The folder as a killed server leaves it: what it wrote, without a last word. */
function asKilled(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), "dragoman-killed-"));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

async function reopened(folder: string, log: (message: string) => void = () => {}) {
  const path = asKilled(folder);
  const storage = await openEmbeddedStorage({ dataDir: path, log });
  const close = async () => {
    await storage.close();
    rmSync(path, { recursive: true });
  };
  return { storage, close };
}

async function spend(storage: EmbeddedStorage, app: Owner, cost: number): Promise<void> {
  const reservation = await storage.ledger.reserve(appId(app), cost, ALLOWANCE, NOW);
  if (!reservation) throw new Error("the allowance was expected to last");
  await storage.ledger.settle(reservation, NOW);
}

function noted({ path }: { readonly path: string }): number {
  using database = new Database(join(path, DATABASE_FILE), { readonly: true });
  const live =
    "SELECT count(*) AS count FROM journal WHERE change > (SELECT value FROM counters WHERE name = 'change')";
  return database.query<{ count: number }, []>(live).get()?.count ?? 0;
}

type Step =
  | { readonly do: "spend"; readonly app: Owner; readonly cost: number }
  | { readonly do: "hit"; readonly app: Owner; readonly id: number; readonly text: string }
  | { readonly do: "write" | "kill" | "list" };

const owner = fc.constantFrom(...APPS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("spend" as const), app: owner, cost: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("hit" as const),
      app: owner,
      id: fc.integer({ min: 0, max: 5 }),
      text: fc.constantFrom("light on", '"', "灯をつけて", "x".repeat(3_000)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("write" as const, "kill" as const, "list" as const) }) },
);

/** What was acknowledged, in its plainest form. */
class Plain {
  readonly spent: Record<Owner, number> = { one: 0, two: 0 };
  readonly counted: Record<Owner, number> = { one: 0, two: 0 };
  readonly requests: Record<Owner, Map<string, AnsweredRequest>> = { one: new Map(), two: new Map() };

  async compare({ ledger, windows, requests }: EmbeddedStorage): Promise<void> {
    for (const app of APPS) {
      expect(await ledger.balance(appId(app), ALLOWANCE, NOW)).toBe(ALLOWANCE - this.spent[app]);
      expect(await windows.peek(appId(app), NOW)).toBe(this.counted[app]);
      for (const [id, request] of this.requests[app]) expect(await requests.find(appId(app), id)).toEqual(request);
    }
  }
}

async function sumOfCharges({ ledger }: EmbeddedStorage, app: Owner): Promise<number> {
  const entries: LedgerEntry[] = [];
  for (let after: number | null = null; ; ) {
    const page = await ledger.entries(appId(app), { limit: 50, after });
    entries.push(...page.items);
    after = page.next;
    if (after === null) break;
  }
  return entries.reduce((sum, { kind, amount }) => sum + (kind === "charge" ? -amount : 0), 0);
}

/** An id that says when it was made, as the server's own do; of some the request took long, and others are made up. */
function idOf(id: number): string {
  const at = [NOW, NOW - 9_000, NOW - 60_000, NOW + 5_000][id] ?? 0;
  const time = at.toString(16).padStart(12, "0");
  return id < 4 ? `${time.slice(0, 8)}-${time.slice(8)}-7abc-8def-00000000000${id}` : `mine ${id}`;
}

test("what was acknowledged before a kill is there after it, whether it was noted or written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      using folder = freshFolder();
      const storage = await openEmbeddedStorage({ dataDir: folder.path });
      for (const name of APPS) {
        await storage.apps.create(anApp(name));
        await spend(storage, name, 1);
      }
      const plain = new Plain();
      for (const name of APPS) plain.spent[name] = 1;
      for (const next of steps) {
        if (next.do === "spend") {
          await spend(storage, next.app, next.cost);
          plain.spent[next.app] += next.cost;
        } else if (next.do === "hit") {
          const { requestId, ...trace } = anAnsweredRequest(idOf(next.id), { text: next.text });
          const { createdAt: at, ...rest } = trace;
          const limits = { callsMax: 1_000, cost: 1, allowance: ALLOWANCE, requestsMax: 1_000 };
          const charged = storage.hits.charge({ app: appId(next.app), at, requestId, trace: rest, ...limits });
          plain.spent[next.app] += 1;
          plain.counted[next.app] += 1;
          expect(charged?.count).toBe(plain.counted[next.app]);
          expect(await charged?.balance).toBe(ALLOWANCE - plain.spent[next.app]);
          plain.requests[next.app].set(requestId, { requestId, ...trace });
        } else if (next.do === "write") {
          await storage.secrets.put("next", "change");
          expect(noted(folder)).toBe(0);
        } else if (next.do === "list") {
          for (const app of APPS) expect(await sumOfCharges(storage, app)).toBe(plain.spent[app]);
        } else {
          const { storage: after, close } = await reopened(folder.path);
          await plain.compare(after);
          for (const app of APPS) expect(await sumOfCharges(after, app)).toBe(plain.spent[app]);
          expect(await after.auditLedger()).toEqual([]);
          expect(await after.integrity()).toEqual([]);
          await close();
        }
        await plain.compare(storage);
      }
      await storage.close();
    }),
    { numRuns: 40 },
  );
}, 120_000);

/** A folder in which four charges were noted and none is written. */
async function withNotes(use: (folder: string, storage: EmbeddedStorage) => Promise<void>): Promise<void> {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  await storage.apps.create(anApp("one"));
  for (let charge = 0; charge < 4; charge += 1) await spend(storage, "one", 1);
  expect(noted(folder)).toBe(4);
  await use(folder.path, storage);
  await storage.close();
}

test("charges alone are noted and not written, and closing writes them", async () => {
  await withNotes(async (path, storage) => {
    await storage.close();
    expect(noted({ path })).toBe(0);
    const again = await openEmbeddedStorage({ dataDir: path });
    expect(await sumOfCharges(again, "one")).toBe(4);
    await again.close();
  });
});

test("a backup of a folder that is open has what was noted", async () => {
  await withNotes(async (path) => {
    using elsewhere = freshFolder();
    const [file, result] = [join(elsewhere.path, "backup"), join(elsewhere.path, "result")];
    await backUp(path, file);
    await restore(file, result);
    const restored = await openEmbeddedStorage({ dataDir: result });
    expect(await sumOfCharges(restored, "one")).toBe(4);
    expect(await restored.ledger.balance(appId("one"), ALLOWANCE, NOW)).toBe(ALLOWANCE - 4);
    await restored.close();
  });
});

test("what does not fit into the journal is written at once", async () => {
  await withNotes(async (path, storage) => {
    const limits = { callsMax: 1_000, cost: 1, allowance: ALLOWANCE, requestsMax: 1_000 };
    const hits = Array.from({ length: 30 }, async (_, index) => {
      const {
        requestId,
        createdAt: at,
        ...trace
      } = anAnsweredRequest(`r${index}`, { text: `${index}${"x".repeat(20_000)}` });
      await storage.hits.charge({ app: appId("one"), at, requestId, trace, ...limits })?.balance;
    });
    await Promise.all(hits);
    expect(noted({ path })).toBe(0);
    const { storage: after, close } = await reopened(path);
    expect(await sumOfCharges(after, "one")).toBe(34);
    expect((await after.requests.find(appId("one"), "r29"))?.text.length).toBe(20_002);
    await close();
  });
});

test("charges of many apps that are written together are listed for each, page by page", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  for (const name of APPS) await storage.apps.create(anApp(name));
  for (let round = 0; round < 10; round += 1) for (const app of APPS) await spend(storage, app, 1 + (round % 3));
  await storage.secrets.put("next", "change");
  for (const app of APPS) {
    const all = await storage.ledger.entries(appId(app), { limit: 100, after: null });
    const charges = all.items.filter(({ kind }) => kind === "charge");
    expect(charges.map(({ amount }) => -amount)).toEqual([1, 3, 2, 1, 3, 2, 1, 3, 2, 1]);
    expect(charges.map(({ id }) => id)).toEqual(charges.map(({ id }) => id).toSorted((one, other) => other - one));
    const paged: LedgerEntry[] = [];
    for (let after: number | null = null, isMore = true; isMore; ) {
      const page = await storage.ledger.entries(appId(app), { limit: 3, after });
      paged.push(...page.items);
      after = page.next;
      isMore = after !== null;
    }
    expect(paged).toEqual([...all.items]);
  }
  await storage.close();
});

test("a note that is not what was written is told of, and the others are taken up", async () => {
  await withNotes(async (path) => {
    const copy = asKilled(path);
    {
      using database = new Database(join(copy, DATABASE_FILE));
      database.run("UPDATE journal SET length = length - 1 WHERE slot = 1");
    }
    const said: string[] = [];
    const storage = await openEmbeddedStorage({ dataDir: copy, log: (message) => said.push(message) });
    expect(said.join()).toContain("1 of the commits before the last end of the server");
    expect(await sumOfCharges(storage, "one")).toBe(3);
    expect(await storage.auditLedger()).toEqual([]);
    await storage.close();
    rmSync(copy, { recursive: true });
  });
});

test("when no note is what was written, that is told of once, and not at each start", async () => {
  await withNotes(async (path) => {
    const copy = asKilled(path);
    {
      using database = new Database(join(copy, DATABASE_FILE));
      database.run("UPDATE journal SET length = length - 1");
    }
    const said: string[] = [];
    for (let start = 0; start < 2; start += 1) {
      const storage = await openEmbeddedStorage({ dataDir: copy, log: (message) => said.push(message) });
      expect(await storage.auditLedger()).toEqual([]);
      await storage.close();
    }
    expect(said.filter((message) => message.includes("of the commits before the last end"))).toHaveLength(1);
    rmSync(copy, { recursive: true });
  });
});

test("hits of very many answers are written some at a time, and none is lost", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  await storage.apps.create(anApp("one"));
  const ids: number[] = [];
  for (let index = 0; index < 1_200; index += 1) {
    const kept = storage.answers.remember(appId("one"), anAnswer(`k${index}`), atMost(10_000));
    ids.push((await kept).id ?? 0);
  }
  for (const id of ids) storage.answers.touch(appId("one"), id, NOW);
  const written = () => {
    using database = new Database(join(folder.path, DATABASE_FILE), { readonly: true });
    return database.query<{ hits: number }, []>("SELECT sum(hits) AS hits FROM answers").get()?.hits ?? 0;
  };
  await spend(storage, "one", 1);
  expect(written()).toBeGreaterThanOrEqual(64);
  expect(written()).toBeLessThanOrEqual(192);
  await storage.close();
  expect(written()).toBe(1_200);
}, 60_000);

test("a folder whose last notes are gone is noticed as one that has lost something", async () => {
  await withNotes(async (path) => {
    const copy = asKilled(path);
    {
      using database = new Database(join(copy, DATABASE_FILE));
      database.run("DELETE FROM journal WHERE slot = 3");
    }
    await expect(openEmbeddedStorage({ dataDir: copy })).rejects.toThrow("is older than it was");
    rmSync(copy, { recursive: true });
  });
});

test("a hit is not charged where its minute is used up, the balance is, or the month was not begun", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  await storage.apps.create(anApp("one"));
  const { requestId, createdAt: at, ...trace } = anAnsweredRequest("r");
  const hit = { app: appId("one"), callsMax: 2, cost: 1, allowance: 5, at, requestId, trace, requestsMax: 10 };
  expect(storage.hits.charge(hit)).toBeNull();
  const reservation = await storage.ledger.reserve(hit.app, 1, 5, NOW);
  if (!reservation) throw new Error("five requests were expected to be there");
  expect(storage.hits.charge({ ...hit, cost: 5 })).toBeNull();
  expect(storage.hits.charge({ ...hit, callsMax: 0 })).toBeNull();
  expect(await storage.windows.peek(hit.app, NOW)).toBe(0);
  expect(await storage.hits.charge({ ...hit, cost: 4 })?.balance).toBe(1);
  expect(storage.hits.charge(hit)).toBeNull();
  await storage.ledger.giveBack(reservation);
  expect(await storage.hits.charge(hit)?.balance).toBe(0);
  expect(await storage.windows.peek(hit.app, NOW)).toBe(2);
  await storage.close();
});
