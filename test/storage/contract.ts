import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Storage } from "#core/ports/storage.ts";
import { adminSessionsContract } from "./contract-admin-sessions.ts";
import { aliasesContract } from "./contract-aliases.ts";
import { answersContract } from "./contract-answers.ts";
import { changesContract } from "./contract-changes.ts";
import { definitionsContract } from "./contract-definitions.ts";
import { keptAnswersContract } from "./contract-kept-answers.ts";
import { ledgerContract } from "./contract-ledger.ts";
import { memoriesContract } from "./contract-memories.ts";
import { modelFindingsContract } from "./contract-model-findings.ts";
import { nodesContract } from "./contract-nodes.ts";
import { queryLogContract } from "./contract-query-log.ts";
import { requestsContract } from "./contract-requests.ts";
import { reuseContract } from "./contract-reuse.ts";
import { taughtCasesContract } from "./contract-taught-cases.ts";
import { testRunsContract } from "./contract-test-runs.ts";
import {
  aBank,
  aKeptAnswer,
  aKey,
  aMemory,
  anAnswer,
  anAnsweredRequest,
  anApp,
  appId,
  aToolset,
  atMost,
  hashOf,
  NOW,
  rejection,
} from "./kit.ts";

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
const PARTS = {
  apps: appsContract,
  keys: keysContract,
  definitions: definitionsContract,
  ledger: ledgerContract,
  windows: windowsContract,
  changes: changesContract,
  answers: answersContract,
  "reuse records": reuseContract,
  memories: memoriesContract,
  aliases: aliasesContract,
  "taught cases": taughtCasesContract,
  "test runs": testRunsContract,
  "kept answers": keptAnswersContract,
  requests: requestsContract,
  "query log": queryLogContract,
  "model findings": modelFindingsContract,
  "admin sessions": adminSessionsContract,
  nodes: nodesContract,
  embeddings: embeddingsContract,
  "secrets and closing": closingContract,
} satisfies Record<string, (current: Current) => void>;

/** `names`: of its parts, where not all of it is asked. */
export function storageContract(
  name: string,
  open: () => Promise<StorageFixture>,
  names = Object.keys(PARTS) as readonly (keyof typeof PARTS)[],
): void {
  describe(`storage: ${name}`, () => {
    let fixture: StorageFixture;
    beforeEach(async () => {
      fixture = await open();
    });
    afterEach(() => fixture.dispose());
    for (const part of names) describe(part, () => PARTS[part](() => fixture));
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
    const { apps, keys, definitions, answers, embeddings, memories, kept, requests, ledger } = current().storage;
    for (const name of ["gone", "kept"]) {
      const app = appId(name);
      await apps.create(anApp(name));
      await keys.create(aKey(`key of ${name}`, app));
      await definitions.create(app, "toolset", "home-v1", aToolset("light"), NOW);
      await answers.remember(app, anAnswer("k"), atMost(10));
      await embeddings.write(app, "e", new Map([["t", new Float32Array([1])]]));
      await definitions.create(app, "bank", "bank_1", aBank("home"), NOW);
      await memories.add(app, "bank_1", aMemory("mem_1"), 10);
      await kept.keep(aKeptAnswer("k", app));
      await requests.record(app, anAnsweredRequest("r"), 10);
      await ledger.credit(app, 7, NOW);
    }
    // Recorded in the very turn of the removal.
    void requests.record(appId("gone"), anAnsweredRequest("late"), 10);
    expect(await apps.remove(appId("gone"))).toBe(true);
    expect(await apps.remove(appId("gone"))).toBe(false);
    for (const [name, owned] of [
      ["gone", 0],
      ["kept", 1],
    ] as const) {
      const app = appId(name);
      expect((await keys.list(app)).length).toBe(owned);
      expect((await definitions.list(app, "toolset", { limit: 9, after: null })).items.length).toBe(owned);
      expect(await definitions.holds(app, hashOf("a"))).toBe(owned === 1);
      expect((await answers.find(app, "p", "k")).entry !== null).toBe(owned === 1);
      expect((await embeddings.read(app, "e", ["t"])).size).toBe(owned);
      expect((await memories.all(app, "bank_1")).length).toBe(owned);
      expect((await kept.find(app, "k")) !== null).toBe(owned === 1);
      expect((await requests.find(app, "r")) !== null).toBe(owned === 1);
      expect(await ledger.balance(app, 0, NOW)).toBe(7);
      expect((await ledger.entries(app, { limit: 9, after: null })).items.length).toBe(1);
    }
  });

  test("what is computed for an app that was removed meanwhile is dropped without a word", async () => {
    const { answers, embeddings, kept, requests, ledger } = current().storage;
    await requests.record(appId("gone"), anAnsweredRequest("r"), 10);
    await kept.keep(aKeptAnswer("k", appId("gone")));
    const reservation = await ledger.reserve(appId("gone"), 1, 5, NOW);
    if (!reservation) throw new Error("5 requests were expected to be there");
    expect(await ledger.settle(reservation, NOW, () => aKeptAnswer("l", appId("gone")))).toBe(4);
    await answers.remember(appId("gone"), anAnswer("k"), atMost(10));
    await embeddings.write(appId("gone"), "e", new Map([["t", new Float32Array([1])]]));
    expect((await answers.find(appId("gone"), "p", "k")).entry).toBeNull();
    expect((await embeddings.read(appId("gone"), "e", ["t"])).size).toBe(0);
    expect(await requests.find(appId("gone"), "r")).toBeNull();
    expect([await kept.find(appId("gone"), "k"), await kept.find(appId("gone"), "l")]).toEqual([null, null]);
    // An app created later under the same id finds nothing of it.
    await current().storage.apps.create(anApp("gone"));
    expect(await requests.find(appId("gone"), "r")).toBeNull();
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

  test("lists an app's by embedder and key, behind a name", async () => {
    const { embeddings, apps } = current().storage;
    for (const name of ["one", "two"]) await apps.create(anApp(name));
    const vector = new Float32Array([1]);
    for (const embedder of ["f", "e"])
      await embeddings.write(appId("one"), embedder, new Map(["m", "k", "l"].map((key) => [key, vector])));
    await embeddings.write(appId("two"), "e", new Map([["theirs", vector]]));
    const first = await embeddings.list(appId("one"), { limit: 2, after: null });
    const rest = await embeddings.list(appId("one"), { limit: 10, after: first[1] ?? null });
    const names = (found: typeof first) => found.map(({ embedder, key }) => `${embedder} ${key}`);
    expect([names(first), names(rest)]).toEqual([
      ["e k", "e l"],
      ["e m", "f k", "f l", "f m"],
    ]);
  });

  test("removes what nobody uses by the time of the writing, and of no other app", async () => {
    const { embeddings, apps } = current().storage;
    for (const name of ["one", "two"]) await apps.create(anApp(name));
    const vectors = new Map(["k", "l", "m"].map((key) => [key, new Float32Array([1])]));
    for (const name of ["one", "two"]) await embeddings.write(appId(name), "e", vectors);
    const used = new Set<string>();
    const named = (key: string) => ({ embedder: "e", key });
    const removing = embeddings.remove(appId("one"), ["k", "l", "gone"].map(named), ({ key }) => used.has(key));
    used.add("l");
    expect(await removing).toBe(1);
    expect(await embeddings.list(appId("one"), { limit: 10, after: null })).toEqual(["l", "m"].map(named));
    expect(await embeddings.list(appId("two"), { limit: 10, after: null })).toHaveLength(3);
  });
}

function closingContract(current: Current): void {
  test("keeps what operators did, newest first, through a restart", async () => {
    const { audit } = current().storage;
    expect(await audit.list({ limit: 10, after: null })).toEqual({ items: [], next: null });
    for (const at of [1, 2, 3]) await audit.add({ at, by: "user 1000", what: `app.credit requests=${at}` });
    const { audit: reopened } = await current().reopen();
    const first = await reopened.list({ limit: 2, after: null });
    expect(first.items.map(({ at, by, what }) => [at, by, what])).toEqual([
      [3, "user 1000", "app.credit requests=3"],
      [2, "user 1000", "app.credit requests=2"],
    ]);
    const rest = await reopened.list({ limit: 2, after: first.next });
    expect(rest).toMatchObject({ items: [{ at: 1 }], next: null });
  });

  test("keeps secrets, the last one put", async () => {
    const { secrets } = current().storage;
    expect(await secrets.find("admin")).toBeNull();
    await secrets.put("admin", "one");
    await secrets.put("admin", "two");
    expect(await (await current().reopen()).secrets.find("admin")).toBe("two");
  });

  test("exchanges a secret where the one stands that is expected, and of many at once for one only", async () => {
    const { secrets } = current().storage;
    const first = await Promise.all(["a", "b", "c", "d"].map((value) => secrets.exchange("key", null, value)));
    expect(first.filter(Boolean)).toHaveLength(1);
    const put = (await secrets.find("key")) ?? "";
    expect(["a", "b", "c", "d"][first.indexOf(true)]).toBe(put);
    expect(await secrets.exchange("key", "another", "e")).toBe(false);
    expect(await secrets.exchange("key", put, "e")).toBe(true);
    expect(await secrets.find("key")).toBe("e");
  });

  test("work under a key that was ended may be begun again, of any app", async () => {
    const { keyedWork, apps } = current().storage;
    for (const name of ["one", "two"]) await apps.create(anApp(name));
    const work = await keyedWork.begin(appId("one"), "k");
    const others = [await keyedWork.begin(appId("one"), "l"), await keyedWork.begin(appId("two"), "k")];
    for (const begun of [work, ...others]) await begun?.end();
    const again = await keyedWork.begin(appId("one"), "k");
    expect([work, ...others, again]).not.toContain(null);
    await again?.end();
    expect(await keyedWork.begin(appId("gone"), "k")).not.toBeNull();
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
    expect(await rejection(storage.requests.record(appId("one"), anAnsweredRequest("r"), 1))).toMatchObject(
      unavailable,
    );
    expect(await rejection(storage.requests.find(appId("one"), "r"))).toMatchObject(unavailable);
    expect(await (await current().reopen()).secrets.find("last")).toBe("words");
  });
}
