import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Storage } from "#core/ports.ts";
import { ledgerContract } from "./contract-ledger.ts";
import { setsContract } from "./contract-sets.ts";
import { aKey, anAnswer, anApp, appId, aToolset, hashOf, NOW, rejection } from "./kit.ts";

/** A storage on its real engine, empty at first. */
export interface StorageFixture {
  readonly storage: Storage;
  /** Ends the storage and opens another on the same data, as a restart does. */
  reopen(): Promise<Storage>;
  dispose(): Promise<void>;
}

/** Gives the storage of the running test. */
export type Current = () => StorageFixture;

/** What every adapter of the `Storage` port does, method by method. */
export function storageContract(name: string, open: () => Promise<StorageFixture>): void {
  describe(`storage: ${name}`, () => {
    let fixture: StorageFixture;
    beforeEach(async () => {
      fixture = await open();
    });
    afterEach(() => fixture.dispose());

    const current: Current = () => fixture;
    describe("apps", () => appsContract(current));
    describe("keys", () => keysContract(current));
    describe("sets", () => setsContract(current));
    describe("ledger", () => ledgerContract(current));
    describe("windows", () => windowsContract(current));
    describe("answers", () => answersContract(current));
    describe("embeddings", () => embeddingsContract(current));
    describe("secrets and closing", () => closingContract(current));
  });
}

function appsContract(current: Current): void {
  test("finds what was created, lists oldest first even when the clock went back", async () => {
    const { apps } = current().storage;
    await apps.create(anApp("one", { createdAt: NOW + 5 }));
    await apps.create(anApp("two", { createdAt: NOW }));
    expect(await apps.find(appId("one"))).toEqual(anApp("one", { createdAt: NOW + 5 }));
    expect((await apps.list()).map((app) => app.name)).toEqual(["one", "two"]);
    expect(await apps.find(appId("three"))).toBeNull();
  });

  test("an id is given once", async () => {
    const { apps } = current().storage;
    await apps.create(anApp("one"));
    await rejection(apps.create(anApp("one", { name: "thief" })));
    expect((await apps.find(appId("one")))?.name).toBe("one");
  });

  test("updates only what is given", async () => {
    const { apps } = current().storage;
    await apps.create(anApp("one"));
    expect(await apps.update(appId("one"), { plan: "pro" })).toEqual(anApp("one", { plan: "pro" }));
    expect(await apps.update(appId("one"), { status: "suspended", raiseEpoch: true })).toEqual(
      anApp("one", { plan: "pro", status: "suspended", epoch: 1 }),
    );
    expect(await apps.update(appId("none"), { plan: "pro" })).toBeNull();
    const reopened = await current().reopen();
    expect(await reopened.apps.find(appId("one"))).toMatchObject({ plan: "pro", status: "suspended", epoch: 1 });
  });

  test("removes an app with all it owns but its ledger, and nothing of others", async () => {
    const { apps, keys, sets, answers, embeddings, ledger } = current().storage;
    for (const name of ["gone", "kept"]) {
      const app = appId(name);
      await apps.create(anApp(name));
      await keys.create(aKey(`key of ${name}`, app));
      await sets.create(app, "toolset", "home-v1", aToolset("light"), NOW);
      await answers.remember(app, anAnswer("k"), 10);
      await embeddings.write(app, "e", new Map([["t", new Float32Array([1])]]));
      await ledger.credit(app, 7, NOW);
    }
    expect(await apps.remove(appId("gone"))).toBe(true);
    expect(await apps.remove(appId("gone"))).toBe(false);
    for (const [name, owned] of [
      ["gone", 0],
      ["kept", 1],
    ] as const) {
      const app = appId(name);
      expect((await keys.list(app)).length).toBe(owned);
      expect((await sets.list(app, "toolset", { limit: 9, after: null })).items.length).toBe(owned);
      expect(await sets.holds(app, hashOf("a"))).toBe(owned === 1);
      expect((await answers.find(app, "p", "k")) !== null).toBe(owned === 1);
      expect((await embeddings.read(app, "e", ["t"])).size).toBe(owned);
      expect(await ledger.balance(app, 0, NOW)).toBe(7);
    }
  });

  test("what is computed for an app that was removed meanwhile is dropped without a word", async () => {
    const { answers, embeddings } = current().storage;
    await answers.remember(appId("gone"), anAnswer("k"), 10);
    await embeddings.write(appId("gone"), "e", new Map([["t", new Float32Array([1])]]));
    expect(await answers.find(appId("gone"), "p", "k")).toBeNull();
    expect((await embeddings.read(appId("gone"), "e", ["t"])).size).toBe(0);
  });
}

function keysContract(current: Current): void {
  test("finds a key by its id alone, lists those of one app oldest first", async () => {
    const { apps, keys } = current().storage;
    await apps.create(anApp("one"));
    await apps.create(anApp("two"));
    const first = aKey("zzz", appId("one"), { expiresAt: NOW - 1 });
    await keys.create(first);
    await keys.create(aKey("aaa", appId("one")));
    await keys.create(aKey("bbb", appId("two")));
    expect(await keys.find(first.id)).toEqual(first);
    expect(await keys.find(aKey("none", appId("one")).id)).toBeNull();
    expect((await keys.list(appId("one"))).map((key) => String(key.id))).toEqual(["zzz", "aaa"]);
  });

  test("revoking raises the app's epoch in the same change; again keeps the first time and the epoch", async () => {
    const { apps, keys } = current().storage;
    await apps.create(anApp("one"));
    const key = aKey("k", appId("one"));
    await keys.create(key);
    expect(await keys.revoke(key.id, NOW + 1)).toEqual({ ...key, revokedAt: NOW + 1 });
    expect(await keys.revoke(key.id, NOW + 2)).toEqual({ ...key, revokedAt: NOW + 1 });
    expect((await apps.find(appId("one")))?.epoch).toBe(1);
    expect((await keys.list(appId("one"))).length).toBe(1);
    expect(await keys.revoke(aKey("none", appId("one")).id, NOW)).toBeNull();
  });
}

function windowsContract(current: Current): void {
  const minute = Math.floor(NOW / 60_000) * 60_000;

  test("counts each subject in each UTC minute", async () => {
    const { windows } = current().storage;
    expect(await windows.count(appId("one"), minute)).toBe(1);
    expect(await windows.count(appId("one"), minute + 59_999)).toBe(2);
    expect(await windows.count("address:127.0.0.1", minute)).toBe(1);
    expect(await windows.count(appId("one"), minute + 60_000)).toBe(1);
    // A request that was slow to arrive at the counter still belongs to its own minute.
    expect(await windows.count(appId("one"), minute + 59_999)).toBe(3);
  });

  test("peeking adds nothing", async () => {
    const { windows } = current().storage;
    expect(await windows.peek(appId("one"), minute)).toBe(0);
    await windows.count(appId("one"), minute);
    expect(await windows.peek(appId("one"), minute + 1)).toBe(1);
    expect(await windows.peek(appId("one"), minute + 60_000)).toBe(0);
    expect(await windows.count(appId("one"), minute)).toBe(2);
  });

  test("concurrent calls get a number each", async () => {
    const { windows } = current().storage;
    const counts = await Promise.all(Array.from({ length: 50 }, () => windows.count(appId("one"), minute)));
    expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  test("a restart within the minute forgets nothing", async () => {
    await current().storage.windows.count(appId("one"), minute);
    await current().storage.windows.count(appId("one"), minute);
    const { windows } = await current().reopen();
    expect(await windows.peek(appId("one"), minute)).toBe(2);
    expect(await windows.count(appId("one"), minute)).toBe(3);
  });
}

function answersContract(current: Current): void {
  beforeEach(async () => {
    for (const name of ["one", "two"]) await current().storage.apps.create(anApp(name));
  });
  const keysThere = async (app: string, keys: readonly string[]) => {
    const found = await Promise.all(keys.map((key) => current().storage.answers.find(appId(app), "p", key)));
    return keys.filter((_, index) => found[index] !== null);
  };

  test("finds an answer under its app, partition and key only", async () => {
    const { answers } = current().storage;
    const answer = anAnswer("k", { contentHashes: [hashOf("b"), hashOf("a"), hashOf("b")] });
    await answers.remember(appId("one"), answer, 10);
    expect(await answers.find(appId("one"), "p", "k")).toEqual(answer);
    expect(await answers.find(appId("two"), "p", "k")).toBeNull();
    expect(await answers.find(appId("one"), "q", "k")).toBeNull();
    expect(await answers.find(appId("one"), "p", "l")).toBeNull();
  });

  test("the newer answer takes the place of the older, its contents too", async () => {
    const { answers } = current().storage;
    await answers.remember(appId("one"), anAnswer("k"), 10);
    const newer = anAnswer("k", { contentHashes: [hashOf("b")], answer: { tool: "door" }, createdAt: NOW + 1 });
    await answers.remember(appId("one"), newer, 10);
    await answers.forget(appId("one"), hashOf("a"));
    expect(await answers.find(appId("one"), "p", "k")).toEqual(newer);
  });

  test("over the limit of the app the oldest goes, and a replaced one counts once", async () => {
    const { answers } = current().storage;
    await answers.remember(appId("two"), anAnswer("k0", { createdAt: 1 }), 3);
    for (const [key, age] of [
      ["k3", 3],
      ["k1", 1],
      ["k2", 2],
      ["k2", 2],
      ["k4", 4],
    ] as const) {
      await answers.remember(appId("one"), anAnswer(key, { createdAt: NOW + age }), 3);
    }
    expect(await keysThere("one", ["k1", "k2", "k3", "k4"])).toEqual(["k2", "k3", "k4"]);
    await answers.remember(appId("one"), anAnswer("k5", { createdAt: NOW + 5 }), 1);
    expect(await keysThere("one", ["k2", "k3", "k4", "k5"])).toEqual(["k5"]);
    expect(await keysThere("two", ["k0"])).toEqual(["k0"]);
  });

  test("forgets by content: any of an answer's sets, of this app only", async () => {
    const { answers } = current().storage;
    await answers.remember(appId("one"), anAnswer("k1", { contentHashes: [hashOf("a"), hashOf("b")] }), 10);
    await answers.remember(appId("one"), anAnswer("k2", { contentHashes: [hashOf("c")] }), 10);
    await answers.remember(appId("two"), anAnswer("k1", { contentHashes: [hashOf("b")] }), 10);
    await answers.forget(appId("one"), hashOf("b"));
    expect(await keysThere("one", ["k1", "k2"])).toEqual(["k2"]);
    expect(await keysThere("two", ["k1"])).toEqual(["k1"]);
  });

  test("expires answers of all apps made before an instant, however many", async () => {
    const { answers } = current().storage;
    const old = Array.from({ length: 2_100 }, (_, index) => anAnswer(`old ${index}`, { createdAt: NOW - 1 }));
    await Promise.all(old.map((answer) => answers.remember(appId("one"), answer, 5_000)));
    await answers.remember(appId("two"), anAnswer("old", { createdAt: NOW - 1 }), 10);
    await answers.remember(appId("two"), anAnswer("new", { createdAt: NOW }), 10);
    expect(await answers.expire(NOW)).toBe(2_101);
    expect(await answers.expire(NOW)).toBe(0);
    expect(await keysThere("two", ["old", "new"])).toEqual(["new"]);
  });
}

function embeddingsContract(current: Current): void {
  test("gives back every bit, those that are there, to their app and embedder only", async () => {
    await current().storage.apps.create(anApp("one"));
    const { embeddings } = current().storage;
    const vector = new Float32Array([1, -0, 1e-45, 0.1, 3.4e38]);
    const written = new Map([
      ["k", vector.slice()],
      ["l", new Float32Array([2])],
    ]);
    const writing = embeddings.write(appId("one"), "e", written);
    written.get("k")?.fill(9); // The caller may use its arrays again.
    await writing;
    const { embeddings: reopened } = await current().reopen();
    const read = await reopened.read(appId("one"), "e", ["k", "missing"]);
    expect([...read.keys()]).toEqual(["k"]);
    expect(read.get("k")).toEqual(vector);
    expect((await reopened.read(appId("one"), "other", ["k"])).size).toBe(0);
    expect((await reopened.read(appId("two"), "e", ["k"])).size).toBe(0);
    await reopened.write(appId("one"), "e", new Map([["k", new Float32Array([5])]]));
    expect((await reopened.read(appId("one"), "e", ["k"])).get("k")).toEqual(new Float32Array([5]));
  });
}

function closingContract(current: Current): void {
  test("keeps secrets, the last one put", async () => {
    const { secrets } = current().storage;
    expect(await secrets.find("admin")).toBeNull();
    await secrets.put("admin", "one");
    await secrets.put("admin", "two");
    expect(await (await current().reopen()).secrets.find("admin")).toBe("two");
  });

  test("closing makes durable what was asked for before, and every later call rejects", async () => {
    const { storage } = current();
    const asked = storage.secrets.put("last", "words");
    await storage.close();
    await asked;
    const unavailable = { code: "service_unavailable" };
    expect(await rejection(storage.secrets.find("last"))).toMatchObject(unavailable);
    expect(await rejection(storage.secrets.put("late", "x"))).toMatchObject(unavailable);
    expect(await rejection(storage.windows.count(appId("one"), NOW))).toMatchObject(unavailable);
    expect(await rejection(storage.ledger.reserve(appId("one"), 1, 1, NOW))).toMatchObject(unavailable);
    expect(await (await current().reopen()).secrets.find("last")).toBe("words");
  });
}
