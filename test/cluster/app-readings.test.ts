/** When a reading of an app holds, moment by moment: the database in it is a promise that the test settles. */
import { beforeEach, expect, test } from "bun:test";
import fc from "fast-check";
import { AppReadings } from "#storage/cluster/app-readings.ts";
import { AppVersions } from "#storage/cluster/app-versions.ts";
import { Changes } from "#storage/cluster/changes.ts";
import { LogSettingsOfApps } from "#storage/cluster/log-settings.ts";
import type { Postgres } from "#storage/cluster/postgres.ts";
import { appId, rejection } from "../storage/kit.ts";

const app = appId("one");

let counts: Map<string, number>;
let readings: AppReadings<string>;
let isOpen: boolean;
const change = (of = app) => counts.set(of, (counts.get(of) ?? 0) + 1);

beforeEach(() => {
  counts = new Map();
  isOpen = true;
  readings = new AppReadings({
    postgres: {
      requireOpen() {
        if (!isOpen) throw new Error("closed");
      },
    },
    changes: { of: (some) => counts.get(some) ?? 0 },
    weightMax: 100,
    weigh: (reading) => reading.length,
  });
});

/** A reading that ends when the test says so. */
function begun(of = app, name = "set") {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked: (string | null)[] = [];
  const reading = readings.of(of, name, (before) => {
    asked.push(before);
    return promise;
  });
  reading.catch(() => {});
  return { reading, asked, resolve, reject };
}

const read = async (gives: string, of = app, name = "set") => {
  const { reading, resolve, asked } = begun(of, name);
  resolve(gives);
  return { given: await reading, asked };
};

test("what was read is given again until the app changes, and then says what it was before", async () => {
  expect(await read("one")).toEqual({ given: "one", asked: [null] });
  expect(await read("two")).toEqual({ given: "one", asked: [] });
  change(appId("two"));
  expect(await read("two")).toEqual({ given: "one", asked: [] });
  change();
  expect(await read("two")).toEqual({ given: "two", asked: ["one"] });
  expect(await read("three", app, "other set")).toEqual({ given: "three", asked: [null] });
  expect(await read("four", appId("two"))).toEqual({ given: "four", asked: [null] });
});

test("a reading that a change came into is given to whoever waited for it, and kept for nobody", async () => {
  const overtaken = begun();
  change();
  overtaken.resolve("of before or after");
  expect(await overtaken.reading).toBe("of before or after");
  expect(await read("after")).toEqual({ given: "after", asked: [null] });
});

test("who asks while it is read waits for the same reading, and not for one that began before a change", async () => {
  const first = begun();
  const same = begun();
  change();
  const later = begun();
  expect([same.asked, later.asked]).toEqual([[], [null]]);
  later.resolve("after");
  expect(await later.reading).toBe("after");
  first.resolve("before");
  expect(await Promise.all([first.reading, same.reading])).toEqual(["before", "before"]);
  // The one that ended last is not the one that is kept.
  expect(await read("again")).toEqual({ given: "after", asked: [] });
});

test("a reading that fails fails for all who waited, and is tried anew by the next", async () => {
  const failing = begun();
  const waiting = begun();
  failing.reject(new Error("no connection"));
  for (const { reading } of [failing, waiting])
    expect(await rejection(reading)).toMatchObject({ message: "no connection" });
  expect(await read("one")).toEqual({ given: "one", asked: [null] });
});

test("what weighs more than there is room is read each time, and nothing is given when the storage is closed", async () => {
  const heavy = "x".repeat(101);
  expect([(await read(heavy)).asked, (await read(heavy)).asked]).toEqual([[null], [null]]);
  await read("one", app, "light");
  isOpen = false;
  expect(await rejection(read("two", app, "light"))).toMatchObject({ message: "closed" });
});

/** A database of one app and one thing, of which each version is known by its number. */
class NumberedVersions {
  readonly #scheduler: fc.Scheduler;
  #version = 1;

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
  }

  /** A statement: it goes there, is done at one moment, and its answer comes back; whatever falls between. */
  async #sent<Answer>(done: () => Answer): Promise<Answer> {
    await this.#scheduler.schedule(Promise.resolve(), "a statement goes there");
    const answer = done();
    await this.#scheduler.schedule(Promise.resolve(), "its answer comes back");
    return answer;
  }

  read(): Promise<number> {
    return this.#sent(() => this.#version);
  }

  change(): Promise<number> {
    return this.#sent(() => {
      this.#version += 1;
      return this.#version;
    });
  }

  /** As a node has it. */
  postgres(): Postgres {
    const node: Pick<Postgres, "requireOpen"> & Record<"change" | "rows", unknown> = {
      requireOpen() {},
      rows: async () => [{ app, version: await this.read(), log_days: null, log_rows: null, log_redact: null }],
      change: async (_: string, work: (transaction: { version: number }) => unknown) =>
        work({ version: await this.change() }),
    };
    return node as unknown as Postgres;
  }
}

type Deed = "change elsewhere" | "change here" | "read" | "read after a renewal";
const aDeed: fc.Arbitrary<Deed> = fc.constantFrom(
  "change elsewhere",
  "change here",
  "read",
  "read after a renewal",
  "read after a renewal",
);

test("nothing is given that is older than what was acknowledged before it was asked for, in whichever order all comes about", async () => {
  const property = fc.asyncProperty(fc.scheduler(), fc.array(aDeed, { maxLength: 12 }), async (scheduler, deeds) => {
    const database = new NumberedVersions(scheduler);
    const postgres = database.postgres();
    const versions = new AppVersions(postgres, new LogSettingsOfApps());
    const changes = new Changes(postgres, versions);
    const known = new AppReadings<number>({ postgres, changes: versions, weightMax: 9, weigh: () => 1 });
    const acknowledged = { here: 0, anywhere: 0 };
    const read = async (least: number) =>
      expect(await known.of(app, "thing", () => database.read())).toBeGreaterThanOrEqual(least);
    const doings: Record<Deed, () => Promise<unknown>> = {
      async "change elsewhere"() {
        acknowledged.anywhere = Math.max(acknowledged.anywhere, await database.change());
      },
      async "change here"() {
        const version = await changes.make(app, async (transaction) => transaction.version);
        acknowledged.here = Math.max(acknowledged.here, version);
        acknowledged.anywhere = Math.max(acknowledged.anywhere, version);
      },
      read: () => read(acknowledged.here),
      async "read after a renewal"() {
        const least = acknowledged.anywhere;
        await versions.renew(app);
        await read(least);
      },
    };
    const done = deeds.map(async (deed) => {
      await scheduler.schedule(Promise.resolve(), deed);
      await doings[deed]();
    });
    await scheduler.waitFor(Promise.all(done));
  });
  await fc.assert(property, { numRuns: 1_000 });
});
