import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { LedgerEntry } from "#core/ports/ledger-store.ts";
import type { Instant } from "#core/tenant.ts";
import { ROUND_LIMITS, type RoundLimits } from "#storage/embedded/commits/rounds.ts";
import { DATABASE_FILE } from "#storage/embedded/database.ts";
import { type EmbeddedStorage, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { aKeptAnswer, anAnsweredRequest, anApp, appId, freshFolder, NOW } from "./kit.ts";

const APPS = ["one", "two", "three", "four", "five"] as const;
type Owner = (typeof APPS)[number];
const ALLOWANCE = 1_000;

/** Opens the folder as a server that was killed leaves it, in a copy, and closes that. */
async function afterKill<Result>(
  folder: string,
  look: (storage: EmbeddedStorage, path: string) => Promise<Result>,
  prepare: (database: Database) => void = () => {},
): Promise<Result> {
  const path = mkdtempSync(join(tmpdir(), "dragoman-killed-"));
  try {
    cpSync(folder, path, { recursive: true });
    {
      using database = new Database(join(path, DATABASE_FILE));
      prepare(database);
    }
    const storage = await openEmbeddedStorage({ dataDir: path });
    const result = await look(storage, path);
    expect(await storage.auditLedger()).toEqual([]);
    expect(await storage.integrity()).toEqual([]);
    await storage.close();
    return result;
  } finally {
    rmSync(path, { recursive: true });
  }
}

async function entriesOf({ ledger }: EmbeddedStorage, app: string): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (let after: number | null = null; ; ) {
    const page = await ledger.entries(appId(app), { limit: 50, after });
    entries.push(...page.items);
    after = page.next;
    if (after === null) return entries;
  }
}

function hit(storage: EmbeddedStorage, app: string, id: string, at: Instant, text = "light on") {
  const { requestId, createdAt, ...trace } = anAnsweredRequest(id, { text, createdAt: at });
  const limits = { callsMax: 10_000, cost: 1, allowance: ALLOWANCE, requestsMax: 1_000 };
  return storage.hits.charge({ app: appId(app), at: createdAt, requestId, trace, ...limits });
}

async function begin(storage: EmbeddedStorage, app: string): Promise<void> {
  await storage.apps.create(anApp(app));
  const reservation = await storage.ledger.reserve(appId(app), 1, ALLOWANCE, NOW);
  await storage.ledger.settle(reservation ?? expect.unreachable(), NOW);
}

type Step =
  | { readonly do: "hit"; readonly app: Owner; readonly id: number; readonly text: string }
  | { readonly do: "credit" | "keep" | "fail" | "list"; readonly app: Owner }
  | { readonly do: "change" | "expire" | "kill" };

const app = fc.constantFrom(...APPS);
const text = fc.constantFrom("light on", '"', "灯をつけて", "x".repeat(9_000));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant("hit" as const), app, id: fc.integer({ min: 0, max: 3 }), text }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("credit", "keep", "fail", "list"), app }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("change", "expire", "kill") }) },
);
const limits: fc.Arbitrary<RoundLimits> = fc.record({
  fewOwnersMax: fc.integer({ min: 0, max: 3 }),
  ownersAtOnceMax: fc.integer({ min: 1, max: 3 }),
  roundMs: fc.constantFrom(0, 5, 60_000),
  journalRowsMax: fc.integer({ min: 2, max: 20 }),
});

/** What was acknowledged, in its plainest form. */
class Plain {
  readonly #spent = new Map<string, number>(APPS.map((name) => [name, 1]));
  readonly #credited = new Map<string, number>();
  readonly #counted = new Map<string, number>();
  readonly #texts = new Map<string, Map<string, string>>(APPS.map((name) => [name, new Map()]));

  spent(of: Owner): number {
    this.#spent.set(of, (this.#spent.get(of) ?? 0) + 1);
    return this.balanceOf(of);
  }

  hit(of: Owner, id: string, said: string): number {
    this.#counted.set(of, this.countOf(of) + 1);
    this.#texts.get(of)?.set(id, said);
    return this.spent(of);
  }

  credited(of: Owner): void {
    this.#credited.set(of, (this.#credited.get(of) ?? 0) + 7);
  }

  balanceOf(of: Owner): number {
    return ALLOWANCE + (this.#credited.get(of) ?? 0) - (this.#spent.get(of) ?? 0);
  }

  countOf(of: Owner): number {
    return this.#counted.get(of) ?? 0;
  }

  async compare(storage: EmbeddedStorage, at: Instant): Promise<void> {
    for (const of of APPS) {
      expect(await storage.ledger.balance(appId(of), ALLOWANCE, at)).toBe(this.balanceOf(of));
      expect(await storage.windows.peek(appId(of), at)).toBe(this.countOf(of));
      for (const [id, said] of this.#texts.get(of) ?? []) {
        expect((await storage.requests.find(appId(of), id))?.text).toBe(said);
      }
    }
  }

  async compareEntries(storage: EmbeddedStorage, of: Owner): Promise<void> {
    const entries = await entriesOf(storage, of);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(this.balanceOf(of));
    // Whatever was noted first and whatever was written at once: the ledger tells it in the order in which it happened.
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((one, other) => other - one));
  }
}

test("whoever's rows are written when, each charge, count and request is there once, also after a kill", async () => {
  let marked = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 50 }), limits, async (steps, rounds) => {
      using folder = freshFolder();
      const storage = await openEmbeddedStorage({ dataDir: folder.path, rounds });
      for (const name of APPS) await begin(storage, name);
      const plain = new Plain();
      let at = NOW;
      for (const next of steps) {
        at += 1;
        if (next.do === "hit") {
          const balance = await hit(storage, next.app, `r${next.id}`, at, next.text)?.balance;
          expect(balance).toBe(plain.hit(next.app, `r${next.id}`, next.text));
        } else if (next.do === "credit") {
          await storage.ledger.credit(appId(next.app), 7, at);
          plain.credited(next.app);
        } else if (next.do === "keep") {
          const owner = appId(next.app);
          const reservation = (await storage.ledger.reserve(owner, 1, ALLOWANCE, at)) ?? expect.unreachable();
          const balance = await storage.ledger.settle(reservation, at, () => aKeptAnswer("k", owner));
          expect(balance).toBe(plain.spent(next.app));
        } else if (next.do === "fail") {
          // Beside a charge of the same app, which is not to suffer by it.
          const owner = appId(next.app);
          const reservation = (await storage.ledger.reserve(owner, 1, ALLOWANCE, at)) ?? expect.unreachable();
          const hitting = hit(storage, next.app, "beside", at)?.balance;
          const failing = storage.ledger.settle(reservation, at, () => {
            throw new Error("no answer could be made");
          });
          await expect(failing).rejects.toThrow("no answer could be made");
          expect(await hitting).toBe(plain.hit(next.app, "beside", "light on"));
          await storage.ledger.giveBack(reservation);
        } else if (next.do === "list") await plain.compareEntries(storage, next.app);
        else if (next.do === "change") await storage.secrets.put("next", "change");
        else if (next.do === "expire") await storage.requests.expire(NOW);
        else {
          const now = at;
          await afterKill(
            folder.path,
            async (after) => {
              await plain.compare(after, now);
              for (const of of APPS) await plain.compareEntries(after, of);
            },
            (database) => {
              const marks = "SELECT count(*) AS count FROM journal WHERE marks = 1";
              marked += database.query<{ count: number }, []>(marks).get()?.count ?? 0;
            },
          );
        }
        await plain.compare(storage, at);
      }
      await storage.close();
    }),
    { numRuns: 60 },
  );
  // Otherwise all of it was about something else.
  expect(marked).toBeGreaterThan(0);
}, 120_000);

const CROWD = Array.from({ length: 100 }, (_, index) => `app${index}`);

/** A folder in which a crowd asks, one after the other, so often that some have their rows and others not. */
async function withCrowd(use: (folder: string, spentByEach: number) => Promise<void>): Promise<void> {
  using folder = freshFolder();
  const rounds = { ...ROUND_LIMITS, roundMs: 60_000, journalRowsMax: 600 };
  const storage = await openEmbeddedStorage({ dataDir: folder.path, rounds });
  for (const name of CROWD) await begin(storage, name);
  for (let round = 0; round < 2; round += 1) {
    for (const name of CROWD) await hit(storage, name, `r${round}`, NOW)?.balance;
  }
  await use(folder.path, 3);
  await storage.close();
}

function rowsIn(database: Database): number {
  return (
    database.query<{ apps: number }, []>("SELECT count(DISTINCT app) AS apps FROM request_batches").get()?.apps ?? 0
  );
}

test("rows of a crowd are written a few apps at a time, and a kill between them charges nobody twice", async () => {
  await withCrowd(async (folder, spent) => {
    let written = 0;
    await afterKill(
      folder,
      async (storage) => {
        for (const name of CROWD) {
          const charges = (await entriesOf(storage, name)).filter(({ kind }) => kind === "charge");
          expect(charges.length).toBe(spent);
        }
      },
      (database) => {
        written = rowsIn(database);
      },
    );
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(CROWD.length);
  });
}, 60_000);

test("when a note is lost that said whose rows are written, nobody is charged twice for it", async () => {
  await withCrowd(async (folder, spent) => {
    const counts = await afterKill(
      folder,
      (storage) => Promise.all(CROWD.map(async (name) => (await entriesOf(storage, name)).length - 1)),
      (database) => database.run("UPDATE journal SET length = length - 1 WHERE marks = 1"),
    );
    expect(Math.max(...counts)).toBe(spent);
  });
}, 60_000);

test("reading one app's entries writes that app's rows, and not the crowd's", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path, rounds: { ...ROUND_LIMITS, roundMs: 60_000 } });
  for (const name of CROWD) await begin(storage, name);
  for (const name of CROWD) await hit(storage, name, "r", NOW)?.balance;
  expect((await entriesOf(storage, "app7")).map(({ amount }) => amount)).toEqual([-1, -1, ALLOWANCE]);
  using database = new Database(join(folder.path, DATABASE_FILE), { readonly: true });
  expect(rowsIn(database)).toBe(1);
  await storage.close();
});

test("calls of a minute are known after a kill, also where the clock was put back meanwhile", async () => {
  using folder = freshFolder();
  const rounds = { ...ROUND_LIMITS, fewOwnersMax: 0, ownersAtOnceMax: 1, roundMs: 60_000 };
  const storage = await openEmbeddedStorage({ dataDir: folder.path, rounds });
  for (const name of ["one", "two"]) await begin(storage, name);
  const ahead = (NOW + 10 * 60_000) as Instant;
  for (const at of [ahead, NOW, NOW]) await hit(storage, "one", `r${at}`, at)?.balance;
  // Its rows are written with this, and the note says so.
  await storage.ledger.credit(appId("two"), 1, NOW);
  const count = await afterKill(folder.path, ({ windows }) => windows.peek(appId("one"), NOW));
  expect(count).toBe(2);
  await storage.close();
});
