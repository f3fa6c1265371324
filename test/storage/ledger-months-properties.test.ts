/** Charges, credits, plans that change, and entries put into months at any moment: sums and proofs hold, and what was changed is found. */

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { chainBegun, compactedBefore, problemsOfMonths, sealOf } from "#core/access/ledger-months.ts";
import { ledgerFileIn, ledgerLines, proofsOf } from "#core/access/ledger-proof.ts";
import type { LedgerEntry, LedgerMonth } from "#core/ports/ledger-store.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { problemsOfLedgerMonths } from "#storage/embedded/ledger/months.ts";
import { problemsOfLedger } from "#storage/embedded/summed-rows.ts";
import { appId, freshFolder, NOW } from "./kit.ts";

const APPS = [appId("one"), appId("two")] as const;
const DAY_MS = 86_400_000;
const RUNS = 25;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("charge" as const), app: fc.nat(1), cost: fc.integer({ min: 0, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("give back" as const), app: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("credit" as const), app: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("plan" as const), to: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 25 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("compact" as const), kept: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reopen" as const) }) },
);

test(`in ${RUNS} orders of all of it: balances stay, months are the sums of the entries of a file, and the doctor finds nothing`, async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: "max" }), async (steps) => {
    using folder = freshFolder();
    let storage = await openEmbeddedStorage({ dataDir: folder.path });
    let [at, plan] = [NOW, 20];
    // All that ever was, by app: entries are read before each time that some go.
    const known = new Map<string, Map<number, LedgerEntry>>(APPS.map((app) => [app, new Map()]));
    const read = async () => {
      for (const app of APPS) {
        const { items } = await storage.ledger.entries(app, { limit: 10_000, after: null });
        for (const entry of items) known.get(app)?.set(entry.id, entry);
      }
    };
    const balances = () => Promise.all(APPS.map((app) => storage.ledger.balance(app, plan, at)));
    try {
      for (const one of steps) {
        const app = APPS["app" in one ? one.app : 0] ?? APPS[0];
        if (one.do === "plan") plan = one.to;
        if (one.do === "wait") at += one.days * DAY_MS;
        if (one.do === "credit") await storage.ledger.credit(app, 3, at);
        if (one.do === "charge" || one.do === "give back") {
          const reservation = await storage.ledger.reserve(app, one.do === "charge" ? one.cost : 1, plan, at);
          if (reservation && one.do === "charge") await storage.ledger.settle(reservation, at);
          else if (reservation) await storage.ledger.giveBack(reservation);
        }
        if (one.do === "compact") {
          await read();
          const before = await balances();
          await storage.ledger.compact(compactedBefore(at, one.kept));
          expect(await balances()).toEqual(before);
          expect(await storage.auditLedger()).toEqual([]);
        }
        if (one.do === "reopen") {
          await storage.close();
          storage = await openEmbeddedStorage({ dataDir: folder.path });
        }
      }
      await read();
      expect(await storage.auditLedger()).toEqual([]);
      for (const app of APPS) {
        const entries = [...(known.get(app)?.values() ?? [])].toSorted((one, other) => one.id - other.id);
        const months = await storage.ledger.months(app);
        expect(problemsOfMonths(months)).toEqual([]);
        const left = (await storage.ledger.entries(app, { limit: 10_000, after: null })).items;
        const inMonths = months.reduce((sum, month) => sum + month.entries, 0);
        expect(inMonths + left.length).toBe(entries.length);
        const text = [...ledgerLines({ app, chainBefore: chainBegun(app), entries })].join("\n");
        expect(proofsOf(ledgerFileIn(text), months).filter(({ is }) => is !== "proven")).toEqual([]);
      }
      await storage.close();
      using database = new Database(join(folder.path, "dragoman.sqlite"), { readonly: true });
      expect([...problemsOfLedger(database), ...problemsOfLedgerMonths(database)]).toEqual([]);
    } finally {
      await storage.close().catch(() => {});
    }
  });
  await fc.assert(property, { numRuns: RUNS });
}, 60_000);

/** Two months of a few entries, and the file that proves them. */
async function proven() {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  const app = APPS[0];
  for (let ago = 4; ago >= 0; ago -= 1) {
    await storage.ledger.credit(app, 10 + ago, NOW - ago * 31 * DAY_MS);
    const reservation = await storage.ledger.reserve(app, 2, 0, NOW - ago * 31 * DAY_MS);
    if (reservation) await storage.ledger.settle(reservation, NOW - ago * 31 * DAY_MS);
  }
  const { items } = await storage.ledger.entries(app, { limit: 100, after: null });
  const text = [...ledgerLines({ app, chainBefore: chainBegun(app), entries: items.toReversed() })].join("\n");
  await storage.ledger.compact(compactedBefore(NOW, 1));
  const months = await storage.ledger.months(app);
  await storage.close();
  return { text, months };
}

test("a byte that was changed in the file is found, wherever it is", async () => {
  const { text, months } = await proven();
  expect(proofsOf(ledgerFileIn(text), months).every(({ is }) => is === "proven")).toBe(true);
  const isAccepted = (changed: string) => {
    try {
      return proofsOf(ledgerFileIn(changed), months).every(({ is }) => is === "proven");
    } catch {
      return false;
    }
  };
  const property = fc.property(fc.nat(text.length - 1), fc.constantFrom("0", "7", '"', "x", "-"), (at, byte) => {
    const changed = text.slice(0, at) + byte + text.slice(at + 1);
    return changed === text || !isAccepted(changed);
  });
  fc.assert(property, { numRuns: 400 });
});

test("entries that were changed and chained anew contradict the months", async () => {
  const { text, months } = await proven();
  const file = ledgerFileIn(text);
  const entries = file.entries.map((entry, at) => (at === 1 ? { ...entry, amount: entry.amount - 1 } : entry));
  const forged = ledgerFileIn([...ledgerLines({ ...file, entries })].join("\n"));
  expect(proofsOf(forged, months)[0]?.is).toBe("contradicted");
  expect(proofsOf({ ...file, entries: entries.slice(0, 1) }, months)[0]?.is).toBe("not_in_file");
});

test("a month that was changed is found, and so is one that was sealed anew", async () => {
  const { months } = await proven();
  const changed = (change: Partial<LedgerMonth>) =>
    months.map((month, at) => (at === 0 ? { ...month, ...change } : month));
  const [first] = months as [LedgerMonth];
  const raised = { sums: first.sums.map((sum) => ({ ...sum, amount: sum.amount + 1 })) };
  for (const change of [
    raised,
    { entries: first.entries + 1 },
    { chain: "0".repeat(64) },
    { lastEntry: 99 },
    { month: "2020-01" },
  ])
    expect(problemsOfMonths(changed(change)).length).toBeGreaterThan(0);
  const resealed = { ...first, ...raised };
  expect(problemsOfMonths(changed({ ...resealed, seal: sealOf("", resealed) })).length).toBeGreaterThan(0);
});
