import { expect, test } from "bun:test";
import { chainBegun, compactedBefore, problemsOfMonths } from "#core/access/ledger-months.ts";
import { ledgerFileIn, ledgerLines, proofsOf } from "#core/access/ledger-proof.ts";
import type { Page } from "#core/page.ts";
import type { LedgerEntry, LedgerMonth, LedgerStore, Reservation } from "#core/ports/ledger-store.ts";
import { monthOf } from "#core/tenant.ts";
import type { Current } from "./contract.ts";
import { appId, NEXT_MONTH, NOW, rejection } from "./kit.ts";

const app = appId("one");

async function reserved(ledger: LedgerStore, cost: number, allowance: number, at = NOW): Promise<Reservation> {
  const reservation = await ledger.reserve(app, cost, allowance, at);
  if (!reservation) throw new Error(`${cost} were expected to be there`);
  return reservation;
}

export function ledgerContract(current: Current): void {
  const ledger = () => current().storage.ledger;

  test("a new app has its allowance, and spends it to the last request", async () => {
    expect(await ledger().balance(app, 3, NOW)).toBe(3);
    expect(await ledger().settle(await reserved(ledger(), 2, 3), NOW)).toBe(1);
    expect(await ledger().reserve(app, 2, 3, NOW)).toBeNull();
    expect(await ledger().settle(await reserved(ledger(), 1, 3), NOW)).toBe(0);
    expect(await ledger().reserve(app, 1, 3, NOW)).toBeNull();
    expect(await ledger().balance(appId("two"), 3, NOW)).toBe(3);
  });

  test("of many reservations at once exactly as many succeed as there are requests, nothing being settled", async () => {
    await ledger().credit(app, 4, NOW);
    const made = await Promise.all(Array.from({ length: 40 }, () => ledger().reserve(app, 1, 6, NOW)));
    const held = made.filter((reservation) => reservation !== null);
    expect(held.length).toBe(10);
    expect(new Set(held.map((reservation) => reservation.id)).size).toBe(10);
    expect(await ledger().balance(app, 6, NOW)).toBe(10);
    await Promise.all(held.map((reservation) => ledger().settle(reservation, NOW)));
    expect(await ledger().balance(app, 6, NOW)).toBe(0);
  });

  test("what is settled and reserved at the same time is never weighed twice", async () => {
    const first = await reserved(ledger(), 1, 2);
    // Acknowledged together with the settlement, and heard of first.
    const neighbour = current().storage.secrets.put("beside", "it");
    const second = neighbour.then(() => ledger().reserve(app, 1, 2, NOW));
    const settling = ledger().settle(first, NOW);
    expect(await ledger().reserve(app, 2, 2, NOW)).toBeNull();
    expect(await settling).toBe(1);
    expect(await second).not.toBeNull();
    expect(await ledger().reserve(app, 1, 2, NOW)).toBeNull();
  });

  test("settling twice is the same as once, at once or later", async () => {
    const reservation = await reserved(ledger(), 1, 5);
    expect(await Promise.all([ledger().settle(reservation, NOW), ledger().settle(reservation, NOW)])).toEqual([4, 4]);
    expect(await ledger().settle(reservation, NOW)).toBe(4);
    expect(await ledger().balance(app, 5, NOW)).toBe(4);
  });

  test("giving back undoes a reservation, twice is the same as once", async () => {
    const reservation = await reserved(ledger(), 5, 5);
    await ledger().giveBack(reservation);
    await ledger().giveBack(reservation);
    const again = await reserved(ledger(), 5, 5);
    expect(await ledger().reserve(app, 1, 5, NOW)).toBeNull();
    await ledger().settle(again, NOW);
    expect(await ledger().balance(app, 5, NOW)).toBe(0);
  });

  test("giving back what was settled throws, settling what was given back too", async () => {
    const settled = await reserved(ledger(), 1, 5);
    await ledger().settle(settled, NOW);
    expect(String(await rejection(ledger().giveBack(settled)))).toContain("was settled");
    const given = await reserved(ledger(), 1, 5);
    await ledger().giveBack(given);
    expect(String(await rejection(ledger().settle(given, NOW)))).toContain("given back");
    expect(await ledger().balance(app, 5, NOW)).toBe(4);
  });

  test("the allowance is spent before credits, and credits outlive the month", async () => {
    await ledger().credit(app, 10, NOW);
    await ledger().settle(await reserved(ledger(), 3, 5), NOW);
    expect(await ledger().balance(app, 5, NEXT_MONTH)).toBe(15);
    await ledger().settle(await reserved(ledger(), 4, 5), NOW); // 2 of the month and 2 credits
    expect(await ledger().balance(app, 5, NOW)).toBe(8);
    expect(await ledger().balance(app, 5, NEXT_MONTH)).toBe(13);
  });

  test("months are UTC, to the millisecond", async () => {
    await ledger().settle(await reserved(ledger(), 5, 5, NEXT_MONTH - 1), NEXT_MONTH - 1);
    expect(await ledger().reserve(app, 1, 5, NEXT_MONTH - 1)).toBeNull();
    expect(await ledger().reserve(app, 5, 5, NEXT_MONTH)).not.toBeNull();
  });

  test("what was reserved before the month's turn is charged to its own month", async () => {
    const reservation = await reserved(ledger(), 5, 5, NEXT_MONTH - 1);
    expect(await ledger().settle(reservation, NEXT_MONTH)).toBe(5);
    expect(await ledger().balance(app, 5, NEXT_MONTH)).toBe(5);
    expect(await ledger().balance(app, 5, NEXT_MONTH - 1)).toBe(0);
  });

  test("a plan changed in mid-month keeps what was used", async () => {
    await ledger().settle(await reserved(ledger(), 60, 100), NOW);
    expect(await ledger().balance(app, 1000, NOW)).toBe(940);
    expect(await ledger().settle(await reserved(ledger(), 40, 1000), NOW)).toBe(900);
    expect(await ledger().balance(app, 50, NOW)).toBe(0);
    expect(await ledger().reserve(app, 1, 50, NOW)).toBeNull();
    await ledger().credit(app, 2, NOW);
    expect(await ledger().balance(app, 50, NOW)).toBe(2);
    expect(await ledger().settle(await reserved(ledger(), 1, 50), NOW)).toBe(1);
    expect(await ledger().balance(app, 1000, NOW)).toBe(901);
  });

  test("a restart keeps what was settled and gives reservations back", async () => {
    await ledger().settle(await reserved(ledger(), 2, 5), NOW);
    const lost = await reserved(ledger(), 3, 5);
    const { ledger: reopened } = await current().reopen();
    expect(await reopened.balance(app, 5, NOW)).toBe(3);
    const again = await reserved(reopened, 3, 5);
    expect(await reopened.settle(again, NOW)).toBe(0);
    await rejection(reopened.settle(lost, NOW));
    expect(await reopened.balance(app, 5, NOW)).toBe(0);
  });

  test("the entries tell every change of the app, newest first", async () => {
    await ledger().credit(app, 10, NOW);
    await ledger().credit(appId("two"), 9, NOW);
    await ledger().settle(await reserved(ledger(), 3, 2), NOW + 1);
    await ledger().giveBack(await reserved(ledger(), 1, 2));
    await ledger().settle(await reserved(ledger(), 1, 1, NEXT_MONTH), NEXT_MONTH);
    const { ledger: reopened } = await current().reopen();
    const { items, next } = await reopened.entries(app, { limit: 9, after: null });
    expect(next).toBeNull();
    expect(items.map(({ at, month, kind, amount }) => [at, month, kind, amount])).toEqual([
      [NEXT_MONTH, "2026-12", "charge", -1],
      [NEXT_MONTH, "2026-12", "allowance", 1],
      [NOW + 1, null, "charge", -1],
      [NOW + 1, "2026-11", "charge", -2],
      [NOW, "2026-11", "allowance", 2],
      [NOW, null, "credit", 10],
    ]);
    expect((await reopened.entries(appId("two"), { limit: 9, after: null })).items).toMatchObject([{ amount: 9 }]);
    expect(await reopened.entries(appId("three"), { limit: 9, after: null })).toEqual({ items: [], next: null });
  });

  test("pages of entries are whole, also while entries come in", async () => {
    for (let requests = 1; requests <= 7; requests += 1) await ledger().credit(app, requests, NOW);
    const amounts: number[] = [];
    const ids: number[] = [];
    let after: number | null = null;
    let pages = 0;
    do {
      const page: Page<LedgerEntry> = await ledger().entries(app, { limit: 3, after });
      amounts.push(...page.items.map(({ amount }) => amount));
      ids.push(...page.items.map(({ id }) => id));
      after = page.next;
      pages += 1;
      await ledger().credit(app, 99, NOW);
    } while (after !== null && pages < 9);
    expect(amounts).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(new Set(ids).size).toBe(7);
    expect((await ledger().entries(app, { limit: 10, after: null })).next).toBeNull();
  });

  test("takes whole numbers only", async () => {
    for (const cost of [-1, 0.5, Number.NaN]) {
      expect(await rejection(ledger().reserve(app, cost, 5, NOW))).toBeInstanceOf(RangeError);
    }
    for (const requests of [0, -1, 1.5]) {
      expect(await rejection(ledger().credit(app, requests, NOW))).toBeInstanceOf(RangeError);
    }
    expect(await ledger().balance(app, 5, NOW)).toBe(5);
  });

  /** A credit and some charges in each of the months before this one, oldest first. */
  async function spendOver(months: number): Promise<readonly LedgerEntry[]> {
    for (let ago = months; ago >= 0; ago -= 1) {
      const at = monthsAgo(ago);
      await ledger().credit(app, 2 + ago, at);
      for (let charge = 0; charge < 3; charge += 1)
        await ledger().settle(await reserved(ledger(), 1 + charge, 5, at), at);
    }
    return (await ledger().entries(app, { limit: 1_000, after: null })).items.toReversed();
  }

  const compactAll = async (before: number) => {
    let total = 0;
    for (let taken = await ledger().compact(before); taken > 0; taken = await ledger().compact(before)) total += taken;
    return total;
  };

  test("entries from before an instant become months, which have their sums, and prove them (decision 86)", async () => {
    const all = await spendOver(3);
    const balance = await ledger().balance(app, 5, NOW);
    const before = compactedBefore(NOW, 1);
    const taken = await compactAll(before);
    const months = await ledger().months(app);
    const { items: left } = await ledger().entries(app, { limit: 1_000, after: null });
    expect(taken).toBe(all.filter(({ at }) => at < before).length);
    expect(left.toReversed()).toEqual(all.slice(taken));
    expect(months.map(({ month }) => month)).toEqual([monthOf(monthsAgo(3)), monthOf(monthsAgo(2))]);
    expect(months.reduce((sum, { entries }) => sum + entries, 0)).toBe(taken);
    expect(problemsOfMonths(months)).toEqual([]);
    const lines = [...ledgerLines({ app, chainBefore: chainBegun(app), entries: all })].join("\n");
    expect(proofsOf(ledgerFileIn(lines), months).map((proof) => proof.is)).toEqual(["proven", "proven"]);
    expect(await ledger().balance(app, 5, NOW)).toBe(balance);
    expect(await compactAll(before)).toBe(0);
    const reopened = await current().reopen();
    expect(await reopened.ledger.months(app)).toEqual(months);
    expect(await reopened.ledger.balance(app, 5, NOW)).toBe(balance);
  });

  test("whoever pages into months is told so, and nobody is told an entry twice or never", async () => {
    const all = await spendOver(2);
    const single = all.filter(({ at }) => at >= compactedBefore(NOW, 1));
    const oldest = single[0]?.id ?? 0;
    await compactAll(compactedBefore(NOW, 1));
    expect((await ledger().entries(app, { limit: 10, after: oldest })).items).toEqual([]);
    const inside = all[1]?.id ?? 0;
    const failure = await rejection(ledger().entries(app, { limit: 10, after: inside }));
    expect(failure).toMatchObject({ code: "bad_request" });
    expect(String(failure)).toContain("begin anew");
    const pages: LedgerEntry[] = [];
    for (let after: number | null = null, more = true; more; ) {
      const page: Page<LedgerEntry> = await ledger().entries(app, { limit: 2, after });
      pages.push(...page.items);
      after = page.next;
      more = after !== null;
    }
    expect(pages.toReversed()).toEqual(single);
  });

  test("months grow with what comes to them later, and go on from one to the next", async () => {
    const all = await spendOver(4);
    await compactAll(compactedBefore(NOW, 3));
    const [first] = await ledger().months(app);
    await compactAll(compactedBefore(NOW, 1));
    const months = await ledger().months(app);
    expect(months[0]).toEqual(first as LedgerMonth);
    expect(months.length).toBe(3);
    const lines = [...ledgerLines({ app, chainBefore: chainBegun(app), entries: all })].join("\n");
    expect(proofsOf(ledgerFileIn(lines), months).every((proof) => proof.is === "proven")).toBe(true);
  });
}

function monthsAgo(count: number): number {
  const now = new Date(NOW);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 15);
}
