/** When the ledger is put into months by itself, and when it is left as it is. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { LedgerCompaction } from "#core/access/ledger-compaction.ts";
import { compactedBefore } from "#core/access/ledger-months.ts";
import type { AppError } from "#core/errors.ts";
import type { LedgerDiscrepancy } from "#core/ports/ledger-store.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { openPatient } from "#storage/embedded/patient.ts";
import { appId, freshFolder, NOW, rejection } from "../storage/kit.ts";

const app = appId("one");
const DAY_MS = 86_400_000;

async function spentLongAgo(dataDir: string) {
  const storage = await openEmbeddedStorage({ dataDir });
  for (const days of [100, 70, 1]) await storage.ledger.credit(app, 5, NOW - days * DAY_MS);
  return storage;
}

function compactionOf(
  storage: Awaited<ReturnType<typeof spentLongAgo>>,
  change: { readonly monthsKept?: number; readonly audit?: () => Promise<readonly LedgerDiscrepancy[]> } = {},
) {
  const said: string[] = [];
  let compacted = 0;
  const compaction = new LedgerCompaction({
    ledger: storage.ledger,
    audit: () => storage.auditLedger(),
    clock: { now: () => NOW, monotonicMs: () => performance.now() },
    monthsKept: 1,
    log: (message) => said.push(message),
    compacted: (entries) => {
      compacted += entries;
    },
    ...change,
  });
  return { compaction, said, compacted: () => compacted };
}

describe("the ledger's compaction", () => {
  test("keeps every entry unless the owner wants it otherwise", async () => {
    using folder = freshFolder();
    const storage = await spentLongAgo(folder.path);
    const { compaction, compacted } = compactionOf(storage, { monthsKept: 0 });
    await compaction.run();
    expect(compacted()).toBe(0);
    expect(await storage.ledger.months(app)).toEqual([]);
    await storage.close();
  });

  test("puts what is older into months, says so, and then has nothing to do", async () => {
    using folder = freshFolder();
    const storage = await spentLongAgo(folder.path);
    const { compaction, said, compacted } = compactionOf(storage);
    await compaction.run();
    await compaction.run();
    expect(compacted()).toBe(2);
    expect(said).toEqual(["2 entries of the ledger from before 2026-10-01T00:00:00.000Z are in months now"]);
    await storage.close();
  });

  test("leaves all of it where a balance is not the sum of its entries", async () => {
    using folder = freshFolder();
    const storage = await spentLongAgo(folder.path);
    const wrong = { app, bucket: "credits", entered: 15, balance: 16 };
    const { compaction, said, compacted } = compactionOf(storage, { audit: async () => [wrong] });
    await compaction.run();
    expect(compacted()).toBe(0);
    expect(said[0]).toContain("one credits has 16 where its entries make 15");
    expect(await rejection(compaction.compact(1))).toMatchObject({ code: "conflict" });
    await storage.close();
  });

  test("leaves all of it where the ledger cannot be read, and says so in words of its own", async () => {
    using folder = freshFolder();
    using damaged = freshFolder();
    writeFileSync(
      join(damaged.path, "dragoman.sqlite"),
      "no database at all, and too long for an empty one".repeat(100),
    );
    const storage = await spentLongAgo(folder.path);
    const { compaction, said } = compactionOf(storage, { audit: () => openPatient(damaged.path).auditLedger() });
    const failure = (await rejection(compaction.compact(1))) as AppError;
    expect(failure).toMatchObject({ code: "service_unavailable", cause: { code: "SQLITE_NOTADB" } });
    await compaction.run();
    for (const words of [failure.message, ...said]) {
      expect(words).toContain("the ledger could not be read, so its balances were not compared with its entries");
      expect(words).toContain("`dragoman doctor`");
      expect(words).not.toContain("not a database");
    }
    expect(await storage.ledger.months(app)).toEqual([]);
    await storage.close();
  });

  test("takes no month that is not over for a full month: what was charged under a key is remembered", () => {
    expect(new Date(compactedBefore(Date.UTC(2026, 0, 1), 1)).toISOString()).toBe("2025-12-01T00:00:00.000Z");
    expect(() => compactedBefore(NOW, 0)).toThrow(RangeError);
  });

  test("changes nothing where a row does not say what its charges are", async () => {
    using folder = freshFolder();
    await (await spentLongAgo(folder.path)).close();
    const file = new Database(join(folder.path, "dragoman.sqlite"));
    file.run("DROP TRIGGER ledger_entries_are_never_changed");
    file.run("UPDATE ledger_entries SET charges = '[0,0,4]' WHERE id = 1");
    file.close();
    const storage = await openEmbeddedStorage({ dataDir: folder.path });
    const failure = await rejection(storage.ledger.compact(compactedBefore(NOW, 1)));
    expect(String(failure)).toContain("make");
    expect(await storage.ledger.months(app)).toEqual([]);
    expect((await storage.ledger.entries(app, { limit: 10, after: null })).items.length).toBe(3);
    await storage.close();
  });
});
