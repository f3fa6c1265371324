import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Reservation } from "#core/ports/ledger-store.ts";
import { AppChanges } from "#storage/embedded/app-changes.ts";
import { EmbeddedApps } from "#storage/embedded/apps.ts";
import { GroupCommit } from "#storage/embedded/commits/group-commit.ts";
import { openDatabase } from "#storage/embedded/database.ts";
import { EmbeddedKeptAnswers } from "#storage/embedded/kept-answers.ts";
import { EmbeddedLedger } from "#storage/embedded/ledger/ledger.ts";
import { aKeptAnswer, anApp, appId, freshFolder, NOW } from "./kit.ts";

const app = appId("one");
const ALLOWANCE = 30;

interface Attempt {
  readonly cost: number;
  readonly how: "settle" | "settle twice" | "fail to make the answer" | "give back";
}
/** What is under way at the same time, and shares a commit that may fail. */
interface Round {
  readonly attempts: readonly Attempt[];
  readonly commitFails: boolean;
}

const attempt: fc.Arbitrary<Attempt> = fc.record({
  cost: fc.nat(3),
  how: fc.oneof(
    { weight: 4, arbitrary: fc.constant("settle" as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom("settle twice" as const, "fail to make the answer" as const, "give back" as const),
    },
  ),
});
const round: fc.Arbitrary<Round> = fc.record({
  attempts: fc.array(attempt, { minLength: 1, maxLength: 6 }),
  commitFails: fc.oneof(fc.constant(false), fc.constant(false), fc.constant(true)),
});

/** A storage on a new file, and a way to make its next commit fail. */
async function withLedger(
  use: (ledger: EmbeddedLedger, kept: EmbeddedKeptAnswers, spoil: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  using folder = freshFolder();
  const database = openDatabase(folder.path, () => {});
  const commits = new GroupCommit(database);
  await new EmbeddedApps(commits, new AppChanges()).create(anApp("one"));
  // SQLite looks at a deferred foreign key only at the COMMIT.
  const spoil = () =>
    commits.write(() => {
      database.run("PRAGMA defer_foreign_keys = ON");
      database.run("INSERT INTO kept_answers VALUES (NULL, 'nobody', 'k', '', 200, '{}', NULL, 0, 0, 0)");
    });
  await use(new EmbeddedLedger(commits), new EmbeddedKeptAnswers(commits), spoil);
  commits.close();
}

async function carryOut(
  ledger: EmbeddedLedger,
  reservation: Reservation,
  { how }: Attempt,
): Promise<PromiseSettledResult<number | null>> {
  const key = `k${reservation.id}`;
  const keep = (balance: number) => {
    if (how === "fail to make the answer") throw new Error("no answer");
    return aKeptAnswer(key, app, { body: `${balance}` });
  };
  if (how === "give back") {
    await ledger.giveBack(reservation);
    return { status: "fulfilled", value: null };
  }
  const settling = ledger.settle(reservation, NOW, keep);
  const again = how === "settle twice" ? ledger.settle(reservation, NOW, () => aKeptAnswer("second", app)) : settling;
  const [outcome] = await Promise.allSettled([settling, again]);
  return outcome;
}

test("a charge and its answer are both there or both are not, whatever fails", async () => {
  const property = fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 8 }), async (rounds) => {
    await withLedger(async (ledger, kept, spoil) => {
      await ledger.reserve(app, 0, ALLOWANCE, NOW);
      let charged = 0;
      for (const { attempts, commitFails } of rounds) {
        const reservations = await Promise.all(attempts.map(({ cost }) => ledger.reserve(app, cost, ALLOWANCE, NOW)));
        const outcomes = attempts.map((attempt, index) => {
          const reservation = reservations[index];
          return reservation ? carryOut(ledger, reservation, attempt) : null;
        });
        if (commitFails) await Promise.allSettled([spoil()]);
        for (const [index, outcome] of (await Promise.all(outcomes)).entries()) {
          const reservation = reservations[index];
          if (!reservation || !outcome) continue;
          const found = await kept.find(app, `k${reservation.id}`);
          const settled = outcome.status === "fulfilled" && outcome.value !== null;
          expect(found?.body ?? null).toBe(settled ? `${outcome.value}` : null);
          if (commitFails) expect(settled).toBe(false);
          if (settled) charged += reservation.cost;
          else await ledger.giveBack(reservation);
        }
        expect(ALLOWANCE - (await ledger.balance(app, ALLOWANCE, NOW))).toBe(charged);
      }
      expect(await kept.find(app, "second")).toBeNull();
      expect(await ledger.audit()).toEqual([]);
      // What failed has let go of what it held.
      expect(await ledger.reserve(app, ALLOWANCE - charged, ALLOWANCE, NOW)).not.toBeNull();
    });
  });
  await fc.assert(property, { numRuns: 40 });
}, 60_000);
