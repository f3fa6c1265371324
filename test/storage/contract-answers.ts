import { beforeEach, expect, test } from "bun:test";
import type { Current } from "./contract.ts";
import { anAnswer, anApp, appId, atMost, hashOf, NOW } from "./kit.ts";

export function answersContract(current: Current): void {
  beforeEach(async () => {
    for (const name of ["one", "two"]) await current().storage.apps.create(anApp(name));
  });
  const keysThere = async (app: string, keys: readonly string[]) => {
    const found = await Promise.all(keys.map((key) => current().storage.answers.find(appId(app), "p", key)));
    return keys.filter((_, index) => found[index]?.entry !== null);
  };

  test("finds an answer under its app, partition and key only", async () => {
    const { answers } = current().storage;
    const answer = anAnswer("k", { contentHashes: [hashOf("b"), hashOf("a"), hashOf("b")] });
    await answers.remember(appId("one"), answer, atMost(10));
    expect((await answers.find(appId("one"), "p", "k")).entry).toMatchObject(answer);
    expect((await answers.find(appId("two"), "p", "k")).entry).toBeNull();
    expect((await answers.find(appId("one"), "q", "k")).entry).toBeNull();
    expect((await answers.find(appId("one"), "p", "l")).entry).toBeNull();
  });

  test("the newer answer takes the place of the older, its contents too", async () => {
    const { answers } = current().storage;
    await answers.remember(appId("one"), anAnswer("k"), atMost(10));
    const newer = anAnswer("k", { contentHashes: [hashOf("b")], answer: { tool: "door" }, createdAt: NOW + 1 });
    await answers.remember(appId("one"), newer, atMost(10));
    await answers.forget(appId("one"), hashOf("a"));
    expect((await answers.find(appId("one"), "p", "k")).entry).toMatchObject(newer);
  });

  test("over the limit of the app, of answers worth the same the oldest goes, and a replaced one counts once", async () => {
    const { answers } = current().storage;
    await answers.remember(appId("two"), anAnswer("k0", { createdAt: 1 }), atMost(3));
    for (const [key, age] of [
      ["k3", 3],
      ["k1", 1],
      ["k2", 2],
      ["k2", 2],
      ["k4", 4],
    ] as const) {
      await answers.remember(appId("one"), anAnswer(key, { createdAt: NOW + age }), atMost(3));
    }
    expect(await keysThere("one", ["k1", "k2", "k3", "k4"])).toEqual(["k2", "k3", "k4"]);
    await answers.remember(appId("one"), anAnswer("k5", { createdAt: NOW + 5 }), atMost(1));
    expect(await keysThere("one", ["k2", "k3", "k4", "k5"])).toEqual(["k5"]);
    expect(await keysThere("two", ["k0"])).toEqual(["k0"]);
  });

  test("forgets by content: any of an answer's sets, of this app only", async () => {
    const { answers } = current().storage;
    await answers.remember(appId("one"), anAnswer("k1", { contentHashes: [hashOf("a"), hashOf("b")] }), atMost(10));
    await answers.remember(appId("one"), anAnswer("k2", { contentHashes: [hashOf("c")] }), atMost(10));
    await answers.remember(appId("two"), anAnswer("k1", { contentHashes: [hashOf("b")] }), atMost(10));
    expect(await answers.forget(appId("one"), hashOf("b"))).toEqual(["p"]);
    expect(await answers.forget(appId("one"), hashOf("b"))).toEqual([]);
    expect(await keysThere("one", ["k1", "k2"])).toEqual(["k2"]);
    expect(await keysThere("two", ["k1"])).toEqual(["k1"]);
  });

  test("drops the one answer that turned out wrong", async () => {
    const { answers } = current().storage;
    for (const app of ["one", "two"]) {
      for (const key of ["k1", "k2"]) await answers.remember(appId(app), anAnswer(key), atMost(10));
    }
    await answers.remember(appId("one"), anAnswer("k1", { partition: "q" }), atMost(10));
    const { id = 0 } = (await answers.find(appId("one"), "p", "k1")).entry ?? {};
    const dropped = (app: string, partition: string, ids: readonly number[], key: string | null = null) =>
      answers.drop(appId(app), partition, { ids, key }, { at: NOW, refusalsMax: 10 });
    expect(await dropped("one", "r", [id])).toEqual([]);
    expect(await dropped("two", "p", [id])).toEqual([]);
    expect(await keysThere("one", ["k1"])).toEqual(["k1"]);
    expect(await dropped("one", "p", [id, 4_711])).toEqual([id]);
    // Also what is being remembered when it turns out to be wrong.
    const remembering = answers.remember(appId("one"), anAnswer("k9"), atMost(10));
    const dropping = dropped("one", "p", [], "k9");
    expect(await dropping).toEqual([(await remembering).id ?? 0]);
    expect(await keysThere("one", ["k9"])).toEqual([]);
    await current().reopen();
    expect(await keysThere("one", ["k1", "k2"])).toEqual(["k2"]);
    expect(await keysThere("two", ["k1", "k2"])).toEqual(["k1", "k2"]);
    expect((await current().storage.answers.find(appId("one"), "q", "k1")).entry).not.toBeNull();
    // It counts no longer either.
    await current().storage.answers.remember(appId("one"), anAnswer("k3", { createdAt: NOW + 1 }), atMost(3));
    expect(await keysThere("one", ["k2", "k3"])).toEqual(["k2", "k3"]);
  });

  test("expires answers of all apps made before an instant, however many", async () => {
    const { answers } = current().storage;
    const old = Array.from({ length: 2_100 }, (_, index) => anAnswer(`old ${index}`, { createdAt: NOW - 1 }));
    await Promise.all(old.map((answer) => answers.remember(appId("one"), answer, atMost(5_000))));
    await answers.remember(appId("two"), anAnswer("old", { createdAt: NOW - 1 }), atMost(10));
    await answers.remember(appId("two"), anAnswer("new", { createdAt: NOW }), atMost(10));
    expect(await answers.expire(NOW)).toBe(2_101);
    expect(await answers.expire(NOW)).toBe(0);
    expect(await keysThere("two", ["old", "new"])).toEqual(["new"]);
  });

  test("what saves the most time per byte stays, as long as it is asked for", async () => {
    const { answers } = current().storage;
    const keep = async (key: string, change: object = {}) =>
      (await answers.remember(appId("one"), anAnswer(key, change), atMost(3))).id ?? 0;
    await keep("slow", { modelMs: 9_000 });
    await keep("large", { modelMs: 400, answer: { text: "x".repeat(4_000) } });
    const asked = await keep("asked", { modelMs: 100 });
    for (let hit = 0; hit < 8; hit += 1) answers.touch(appId("one"), asked, NOW + hit);
    await keep("new");
    expect(await keysThere("one", ["slow", "large", "asked", "new"])).toEqual(["slow", "asked", "new"]);
    expect((await answers.find(appId("one"), "p", "asked")).entry?.hits).toBe(8);
    // Nobody asks for it again, so even what was worth the most has to go at last.
    for (let index = 0; index < 2_000; index += 1) await keep(`${index}`, { modelMs: 20 });
    expect(await keysThere("one", ["slow", "asked"])).toEqual([]);
  }, 60_000);

  test("what must make room is named, and the newest never goes", async () => {
    const { answers } = current().storage;
    const first = await answers.remember(appId("one"), anAnswer("k1", { modelMs: 9_000 }), atMost(1));
    const second = await answers.remember(appId("one"), anAnswer("k2", { modelMs: 1 }), atMost(1));
    expect(first.gone).toEqual([]);
    expect(second.gone).toEqual([{ partition: "p", id: first.id ?? 0 }]);
    const third = await answers.remember(appId("one"), anAnswer("k2"), atMost(1));
    expect(third.gone).toEqual([{ partition: "p", id: second.id ?? 0 }]);
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  });

  test("bytes are limited as entries are, vectors included", async () => {
    const { answers } = current().storage;
    const limits = { entriesMax: 100, bytesMax: 8_000 };
    for (let index = 0; index < 6; index += 1) {
      const answer = anAnswer(`k${index}`, { createdAt: NOW + index });
      const { id } = await answers.remember(appId("one"), answer, limits);
      await answers.attachVector(appId("one"), id ?? 0, "e", new Float32Array(500));
    }
    const [{ entries = 0, bytes = 0 } = {}] = await answers.sizes(appId("one"));
    expect(entries).toBe(4);
    expect(bytes).toBeGreaterThan(4 * 2_000);
    expect(await keysThere("one", ["k0", "k1", "k2", "k5"])).toEqual(["k2", "k5"]);
  });

  test("lessons come newest first, with the vector of the embedder that is asked for", async () => {
    const { answers } = current().storage;
    const lesson = { kind: "label", class: 1 };
    const remembered = async (key: string, change: object = {}) =>
      (await answers.remember(appId("one"), anAnswer(key, { sentence: key, lesson, ...change }), atMost(10))).id ?? 0;
    const [a, b] = [await remembered("a"), await remembered("b")];
    await remembered("none", { lesson: null });
    await remembered("elsewhere", { partition: "q" });
    const c = await remembered("c");
    const vector = new Float32Array([0.25, -1]);
    await answers.attachVector(appId("one"), b, "e", vector);
    await answers.attachVector(appId("one"), c, "older", vector);
    await answers.attachVector(appId("one"), 4_711, "e", vector);
    const page = (before: number | null) => answers.lessons(appId("one"), "p", { before, limit: 2, embedder: "e" });
    const common = { lesson, createdAt: NOW };
    expect(await page(null)).toEqual([
      { id: c, sentence: "c", vector: null, ...common },
      { id: b, sentence: "b", vector, ...common },
    ]);
    expect(await page(b)).toEqual([{ id: a, sentence: "a", vector: null, ...common }]);
    expect(await page(a)).toEqual([]);
    expect(await answers.lessons(appId("two"), "p", { before: null, limit: 9, embedder: "e" })).toEqual([]);
    expect(await answers.read(appId("one"), "p", a)).toMatchObject({ key: "a", sentence: "a" });
    expect(await answers.read(appId("one"), "q", a)).toBeNull();
    expect(await answers.read(appId("two"), "p", a)).toBeNull();
  });

  test("words are refused until they are answered, or it is too long ago", async () => {
    const { answers } = current().storage;
    const refused = async () => {
      const keys = ["k1", "k2", "k3"];
      const found = await Promise.all(keys.map((key) => answers.find(appId("one"), "p", key)));
      return keys.filter((_, index) => found[index]?.isRefused);
    };
    const refusals = { at: NOW, refusalsMax: 2 };
    for (const key of ["k1", "k2", "k3"]) await answers.drop(appId("one"), "p", { ids: [], key }, refusals);
    expect(await refused()).toEqual(["k2", "k3"]);
    expect((await answers.find(appId("two"), "p", "k2")).isRefused).toBe(false);
    expect((await answers.find(appId("one"), "q", "k2")).isRefused).toBe(false);
    await answers.remember(appId("one"), anAnswer("k2"), atMost(10));
    expect(await refused()).toEqual(["k3"]);
    await answers.expire(NOW + 1);
    expect(await refused()).toEqual([]);
  });

  test("what was asked for before an answer was taken back by its key is not kept, and what was asked for later is", async () => {
    const { answers } = current().storage;
    const corrections = async (app = "one") => (await answers.find(appId(app), "p", "k")).corrections;
    const before = await corrections();
    const remembered = async (key: string, seen: number, app = "one") =>
      (await answers.remember(appId(app), anAnswer(key), atMost(10), seen)).id !== null;
    expect(await remembered("k", before)).toBe(true);
    // Others that went the same way are no correction by themselves.
    await answers.drop(appId("one"), "p", { ids: [4_711], key: null }, { at: NOW, refusalsMax: 10 });
    expect(await remembered("l", before)).toBe(true);
    const dropping = answers.drop(appId("one"), "p", { ids: [], key: "k" }, { at: NOW, refusalsMax: 10 });
    expect([await remembered("k", before), await remembered("m", before)]).toEqual([false, false]);
    await dropping;
    expect((await answers.find(appId("one"), "p", "k")).isRefused).toBe(true);
    expect(await remembered("k", await corrections())).toBe(true);
    expect(await remembered("k", await corrections("two"), "two")).toBe(true);
  });

  test("the words of everything that is taken back are refused", async () => {
    const { answers } = current().storage;
    for (const key of ["k1", "k2", "k3"]) await answers.remember(appId("one"), anAnswer(key), atMost(10));
    const { id = 0 } = (await answers.find(appId("one"), "p", "k2")).entry ?? {};
    await answers.drop(appId("one"), "p", { ids: [id, id + 1_000], key: "k1" }, { at: NOW, refusalsMax: 10 });
    const found = await Promise.all(["k1", "k2", "k3"].map((key) => answers.find(appId("one"), "p", key)));
    expect(found.map(({ entry, isRefused }) => [entry !== null, isRefused])).toEqual([
      [false, true],
      [false, true],
      [true, false],
    ]);
  });
}
