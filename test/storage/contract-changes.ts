import { beforeEach, expect, test } from "bun:test";
import type { Current } from "./contract.ts";
import { aBank, aKey, aMemory, anAnswer, anApp, appId, aToolset, atMost, hashOf, NOW } from "./kit.ts";

const app = appId("one");

export function changesContract(current: Current): void {
  /** By how much the app's changes grew, and those of another app. */
  const grown = async (work: () => Promise<unknown>) => {
    const { changes } = current().storage;
    const before = [changes.of(app), changes.of(appId("two"))] as const;
    await work();
    return [changes.of(app) > before[0], changes.of(appId("two")) > before[1]];
  };
  beforeEach(async () => {
    for (const name of ["one", "two"]) await current().storage.apps.create(anApp(name));
  });

  test("grow with every change of a definition, a memory, the app or its keys, and are the app's own", async () => {
    const { definitions, memories, apps, keys } = current().storage;
    const set = ["toolset", "home-v1"] as const;
    expect(await grown(() => definitions.create(app, ...set, aToolset("a"), NOW))).toEqual([true, false]);
    expect(await grown(() => definitions.replace(app, ...set, aToolset("b"), NOW, null))).toEqual([true, false]);
    expect(await grown(() => definitions.remove(app, ...set, null))).toEqual([true, false]);
    await definitions.create(app, "bank", "bank_1", aBank("b"), NOW);
    expect(await grown(() => memories.add(app, "bank_1", aMemory("mem_1"), 9))).toEqual([true, false]);
    expect(await grown(() => memories.remove(app, "bank_1", "mem_1", NOW))).toEqual([true, false]);
    await keys.create(aKey("key_1", app));
    expect(await grown(() => keys.revoke(aKey("key_1", app).id, NOW))).toEqual([true, false]);
    expect(await grown(() => apps.update(app, { status: "suspended" }))).toEqual([true, false]);
    expect(await grown(() => apps.remove(app))).toEqual([true, false]);
  });

  test("grow when a kept answer is another or gone, and not when there is one more or it is read", async () => {
    const { answers, ledger } = current().storage;
    expect(await grown(() => answers.remember(app, anAnswer("k"), atMost(9)))).toEqual([false, false]);
    expect(await grown(() => answers.find(app, "p", "k"))).toEqual([false, false]);
    expect(await grown(() => ledger.credit(app, 5, NOW))).toEqual([false, false]);
    expect(await grown(() => answers.remember(app, anAnswer("k"), atMost(9)))).toEqual([true, false]);
    const wrong = { ids: [], key: "k" };
    expect(await grown(() => answers.drop(app, "p", wrong, { at: NOW, refusalsMax: 9 }))).toEqual([true, false]);
    await answers.remember(app, anAnswer("k"), atMost(9));
    expect(await grown(() => answers.forget(app, hashOf("a")))).toEqual([true, false]);
  });

  test("have grown by when the change can be read", async () => {
    const { definitions, changes } = current().storage;
    const before = changes.of(app);
    const creating = definitions.create(app, "toolset", "home-v1", aToolset("a"), NOW);
    while ((await definitions.find(app, "toolset", "home-v1")) === null) await Bun.sleep(0);
    expect(changes.of(app)).toBeGreaterThan(before);
    await creating;
  });

  test("an app is read as it is, however often it was read before", async () => {
    const { apps, keys } = current().storage;
    await keys.create(aKey("key_1", app));
    expect(await apps.find(app)).toMatchObject({ status: "active", epoch: 0 });
    await apps.update(app, { status: "suspended", plan: "pro" });
    expect(await apps.find(app)).toMatchObject({ status: "suspended", plan: "pro", epoch: 0 });
    await keys.revoke(aKey("key_1", app).id, NOW);
    expect(await apps.find(app)).toMatchObject({ epoch: 1 });
    await apps.remove(app);
    expect(await apps.find(app)).toBeNull();
  });
}
