import { beforeEach, expect, test } from "bun:test";
import type { Current } from "./contract.ts";
import { anAnswer, anApp, appId, hashOf, NOW } from "./kit.ts";

export function answersContract(current: Current): void {
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

  test("drops the one answer that turned out wrong", async () => {
    const { answers } = current().storage;
    for (const app of ["one", "two"]) {
      for (const key of ["k1", "k2"]) await answers.remember(appId(app), anAnswer(key), 10);
    }
    await answers.remember(appId("one"), anAnswer("k1", { partition: "q" }), 10);
    await answers.drop(appId("one"), "p", "k1");
    await answers.drop(appId("one"), "p", "unknown");
    await current().reopen();
    expect(await keysThere("one", ["k1", "k2"])).toEqual(["k2"]);
    expect(await keysThere("two", ["k1", "k2"])).toEqual(["k1", "k2"]);
    expect(await current().storage.answers.find(appId("one"), "q", "k1")).not.toBeNull();
    // It counts no longer either.
    await current().storage.answers.remember(appId("one"), anAnswer("k3", { createdAt: NOW + 1 }), 3);
    expect(await keysThere("one", ["k2", "k3"])).toEqual(["k2", "k3"]);
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
