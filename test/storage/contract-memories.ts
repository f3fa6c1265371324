import { beforeEach, expect, test } from "bun:test";
import type { Memory } from "#core/bank.ts";
import type { Page } from "#core/page.ts";
import type { Current } from "./contract.ts";
import { aBank, aMemory, anApp, appId, NOW } from "./kit.ts";

const app = appId("one");

export function memoriesContract(current: Current): void {
  const memories = () => current().storage.memories;
  const revision = async (bank = "bank_1") =>
    (await current().storage.definitions.find(app, "bank", bank))?.revision ?? 0;
  beforeEach(async () => {
    for (const name of ["one", "two"]) {
      await current().storage.apps.create(anApp(name));
      await current().storage.definitions.create(appId(name), "bank", "bank_1", aBank(name), NOW);
    }
  });

  test("gives back what was added, examples and facts, oldest first, to its app and bank only", async () => {
    await current().storage.definitions.create(app, "bank", "bank_2", aBank("other"), NOW);
    const parameters = { room: "Küche", level: 0.1, on: true, zones: [1, null] };
    const content = { kind: "example", query: "mach's hell 💡", tool: "light", parameters } as const;
    const example = aMemory("mem_z", { content, createdAt: NOW + 5 });
    const fact = aMemory("mem_a");
    expect(await memories().add(app, "bank_1", example, 10)).toBe("added");
    expect(await memories().add(app, "bank_1", fact, 10)).toBe("added");
    const reopened = (await current().reopen()).memories;
    expect(await reopened.all(app, "bank_1")).toEqual([example, fact]);
    expect(await reopened.list(app, "bank_1", { limit: 9, after: null })).toEqual({
      items: [example, fact],
      next: null,
    });
    for (const [other, bank] of [
      [app, "bank_2"],
      [appId("two"), "bank_1"],
    ] as const) {
      expect(await reopened.all(other, bank)).toEqual([]);
      expect(await reopened.list(other, bank, { limit: 9, after: null })).toEqual({ items: [], next: null });
    }
  });

  test("a bank that is not there, of another app or of another kind has no memories and takes none", async () => {
    await current().storage.definitions.create(appId("two"), "bank", "bank_2", aBank("theirs"), NOW);
    await memories().add(appId("two"), "bank_2", aMemory("mem_1"), 10);
    for (const bank of ["none", "bank_2", "BANK_1"]) {
      expect(await memories().add(app, bank, aMemory("mem_2"), 10)).toBe("not_found");
      expect(await memories().list(app, bank, { limit: 9, after: null })).toBeNull();
      expect(await memories().all(app, bank)).toEqual([]);
      expect(await memories().remove(app, bank, "mem_1", NOW)).toBe(false);
    }
    expect((await memories().all(appId("two"), "bank_2")).length).toBe(1);
  });

  test("every memory that comes or goes gives the bank a new revision, and nothing else does", async () => {
    const before = await current().storage.definitions.find(app, "bank", "bank_1");
    await memories().add(app, "bank_1", aMemory("mem_1", { createdAt: NOW + 7 }), 1);
    const added = await current().storage.definitions.find(app, "bank", "bank_1");
    expect(added?.revision).toBeGreaterThan(before?.revision ?? Number.NaN);
    expect(added).toEqual({ ...before, revision: added?.revision, updatedAt: NOW + 7 } as typeof added);
    expect(await memories().add(app, "bank_1", aMemory("mem_2"), 1)).toBe("full");
    expect(await memories().remove(app, "bank_1", "unknown", NOW)).toBe(false);
    expect(await memories().remove(appId("two"), "bank_1", "mem_1", NOW)).toBe(false);
    expect(await revision()).toBe(added?.revision ?? Number.NaN);
    expect(await memories().remove(app, "bank_1", "mem_1", NOW)).toBe(true);
    expect(await revision()).toBeGreaterThan(added?.revision ?? Number.NaN);
    expect(await current().storage.definitions.find(appId("two"), "bank", "bank_1")).toMatchObject({ name: "two" });
    expect(
      await current().storage.definitions.replace(app, "bank", "bank_1", aBank("x"), NOW, before?.revision ?? 0),
    ).toBe("stale");
  });

  test("a full bank takes no more until one goes, also when many come at once", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => memories().add(app, "bank_1", aMemory(`mem_${index}`), 3)),
    );
    expect(outcomes.filter((outcome) => outcome === "added").length).toBe(3);
    expect(outcomes.filter((outcome) => outcome === "full").length).toBe(17);
    await memories().remove(app, "bank_1", "mem_1", NOW);
    expect(await memories().add(app, "bank_1", aMemory("mem_x"), 3)).toBe("added");
    expect(await memories().add(app, "bank_1", aMemory("mem_y"), 3)).toBe("full");
    expect((await memories().all(app, "bank_1")).map(({ id }) => id)).toEqual(["mem_0", "mem_2", "mem_x"]);
    expect(await memories().add(appId("two"), "bank_1", aMemory("mem_0"), 3)).toBe("added");
  });

  test("memories stay when their bank is renamed and go with it when it is removed", async () => {
    await memories().add(app, "bank_1", aMemory("mem_1"), 1);
    await current().storage.definitions.replace(app, "bank", "bank_1", aBank("renamed"), NOW, null);
    expect((await memories().all(app, "bank_1")).length).toBe(1);
    await current().storage.definitions.remove(app, "bank", "bank_1", null);
    expect(await memories().list(app, "bank_1", { limit: 9, after: null })).toBeNull();
    await current().storage.definitions.create(app, "bank", "bank_1", aBank("again"), NOW);
    expect(await memories().all(app, "bank_1")).toEqual([]);
    expect(await memories().add(app, "bank_1", aMemory("mem_1"), 1)).toBe("added");
  });

  test("a memory that was there when paging began appears exactly once, whatever comes and goes", async () => {
    const before = Array.from({ length: 12 }, (_, index) => `mem_before_${index}`);
    for (const id of before) await memories().add(app, "bank_1", aMemory(id), 99);
    await memories().add(app, "bank_1", aMemory("mem_last_0"), 99);
    const seen: string[] = [];
    let after: number | null = null;
    let step = 0;
    do {
      const page: Page<Memory> | null = await memories().list(app, "bank_1", { limit: 3, after });
      if (!page) throw new Error("the bank was expected to be there");
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
      // The newest goes and another comes: nothing of the one that went may be given to it.
      await memories().remove(app, "bank_1", `mem_last_${step}`, NOW);
      step += 1;
      await memories().add(app, "bank_1", aMemory(`mem_last_${step}`), 99);
    } while (after !== null && step < 50);
    expect(seen.filter((id) => id.startsWith("mem_before"))).toEqual(before);
    expect(new Set(seen).size).toBe(seen.length);
  });
}
