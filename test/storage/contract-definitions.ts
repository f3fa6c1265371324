import { beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "#core/page.ts";
import type { AliasDraft } from "#core/ports/alias-store.ts";
import type { StoredDefinition } from "#core/ports/definition-store.ts";
import type { Current } from "./contract.ts";
import { aBank, aMemory, anApp, appId, aToolset, classes, hashOf, NOW } from "./kit.ts";

const app = appId("one");

export function definitionsContract(current: Current): void {
  beforeEach(async () => {
    for (const name of ["one", "two"]) await current().storage.apps.create(anApp(name));
  });
  const definitions = () => current().storage.definitions;
  const create = async (signature: string): Promise<StoredDefinition<"toolset">> => {
    const set = await definitions().create(app, "toolset", signature, aToolset(signature), NOW);
    if (!set) throw new Error(`${signature} was expected to be free`);
    return set;
  };

  test("finds what was created, under its app and kind only", async () => {
    const set = await definitions().create(app, "toolset", "home-v1", aToolset("light"), NOW);
    expect(set).toEqual({
      ...aToolset("light"),
      signature: "home-v1",
      revision: expect.any(Number),
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(await definitions().find(app, "toolset", "home-v1")).toEqual(set);
    expect(await definitions().find(app, "toolset", "HOME-v1")).toBeNull();
    expect(await definitions().find(appId("two"), "toolset", "home-v1")).toBeNull();
    expect(await definitions().find(app, "classification_set", "home-v1")).toBeNull();
    expect(await (await current().reopen()).definitions.find(app, "toolset", "home-v1")).toEqual(set);
  });

  test("names the signatures of an app and a kind alone, in order and up to a limit", async () => {
    for (const signature of ["b-v1", "a-v1", "c-v1"]) await create(signature);
    await definitions().create(app, "classification_set", "mail-v1", classes("mail"), NOW);
    await definitions().create(appId("two"), "toolset", "theirs-v1", aToolset("door"), NOW);
    expect(await definitions().signatures(app, "toolset", 10)).toEqual(["a-v1", "b-v1", "c-v1"]);
    expect(await definitions().signatures(app, "toolset", 2)).toEqual(["a-v1", "b-v1"]);
    expect(await definitions().signatures(app, "toolset", 10, "a-v1")).toEqual(["b-v1", "c-v1"]);
    expect(await definitions().signatures(app, "toolset", 1, "aa")).toEqual(["b-v1"]);
    expect(await definitions().signatures(appId("none"), "toolset", 10)).toEqual([]);
    const { revision } = (await definitions().find(app, "toolset", "a-v1")) ?? {};
    expect(await definitions().revisions(app, "toolset", 1)).toEqual([{ signature: "a-v1", revision: revision ?? 0 }]);
  });

  test("a signature is taken once in each kind, and one of many racing creations wins", async () => {
    const made = await Promise.all(
      ["a", "b", "c"].map((tool) => definitions().create(app, "toolset", "home-v1", aToolset(tool), NOW)),
    );
    const winners = made.filter((set) => set !== null);
    expect(winners.length).toBe(1);
    expect(await definitions().find(app, "toolset", "home-v1")).toEqual(winners[0] ?? null);
    expect(await definitions().create(app, "classification_set", "home-v1", classes("mail"), NOW)).toMatchObject(
      classes("mail"),
    );
  });

  test("replaces everything but signature and creation time, with a new revision", async () => {
    const first = await create("home-v1");
    await definitions().find(app, "toolset", "home-v1");
    const draft = { ...aToolset("door", hashOf("b")), description: "doors" };
    const replaced = await definitions().replace(app, "toolset", "home-v1", draft, NOW + 9, first.revision);
    if (typeof replaced === "string") throw new Error(replaced);
    expect(replaced.previous).toEqual({ contentHash: first.contentHash });
    expect(replaced.set).toMatchObject({ ...draft, signature: "home-v1", createdAt: NOW, updatedAt: NOW + 9 });
    expect(replaced.set.revision).toBeGreaterThan(first.revision);
    expect(await definitions().find(app, "toolset", "home-v1")).toEqual(replaced.set);
  });

  test("a stale revision or an unknown signature changes nothing", async () => {
    const set = await create("home-v1");
    const draft = aToolset("door");
    expect(await definitions().replace(app, "toolset", "home-v1", draft, NOW, set.revision + 1)).toBe("stale");
    expect(await definitions().replace(app, "toolset", "none", draft, NOW, null)).toBe("not_found");
    expect(await definitions().replace(appId("two"), "toolset", "home-v1", draft, NOW, null)).toBe("not_found");
    expect(await definitions().remove(app, "toolset", "home-v1", set.revision + 1)).toBe("stale");
    expect(await definitions().remove(appId("two"), "toolset", "home-v1", null)).toBe("not_found");
    expect(await definitions().remove(app, "classification_set", "home-v1", null)).toBe("not_found");
    expect(await definitions().find(app, "toolset", "home-v1")).toEqual(set);
  });

  test("of two replacements of one revision the second is stale", async () => {
    const { revision } = await create("home-v1");
    const outcomes = await Promise.all(
      ["a", "b"].map((tool) => definitions().replace(app, "toolset", "home-v1", aToolset(tool), NOW, revision)),
    );
    expect(outcomes.filter((outcome) => outcome === "stale").length).toBe(1);
  });

  test("a removed set tells what it held, and no later set has its revision", async () => {
    const set = await create("home-v1");
    expect(await definitions().remove(app, "toolset", "home-v1", set.revision)).toEqual({
      previous: { contentHash: set.contentHash },
    });
    expect(await definitions().find(app, "toolset", "home-v1")).toBeNull();
    await current().reopen();
    expect((await create("home-v1")).revision).toBeGreaterThan(set.revision);
  });

  test("knows whether any set of the app, of either kind, has a content", async () => {
    await create("home-v1");
    await create("home-v2");
    expect(await definitions().holds(app, hashOf("a"))).toBe(true);
    await definitions().remove(app, "toolset", "home-v1", null);
    expect(await definitions().holds(app, hashOf("a"))).toBe(true);
    await definitions().replace(app, "toolset", "home-v2", aToolset("x", hashOf("b")), NOW, null);
    expect(await definitions().holds(app, hashOf("a"))).toBe(false);
    expect(await definitions().holds(appId("two"), hashOf("b"))).toBe(false);
    await definitions().create(app, "classification_set", "labels-v1", classes("mail"), NOW);
    expect(await definitions().holds(app, hashOf("c"))).toBe(true);
  });

  describe("several in one change", () => {
    const named = (signature: string, tool = signature) =>
      ({ kind: "toolset", signature, draft: aToolset(tool, hashOf(tool === signature ? "a" : "b")) }) as const;
    const all = () => definitions().list(app, "toolset", { limit: 100, after: null });
    const signatures = async () => (await all()).items.map(({ signature }) => signature);
    const written = async (sets: readonly ReturnType<typeof named>[], mayReplace: boolean, at = NOW) => {
      const done = await definitions().writeAll(app, sets, { at, mayReplace });
      if ("taken" in done || "full" in done) throw new Error(`not written: ${JSON.stringify(done)}`);
      return done;
    };

    test("creates those that are not there and replaces those that are, in their order, and tells what was replaced", async () => {
      const before = await create("b-v1");
      const done = await written([named("c-v1"), named("b-v1", "door"), named("a-v1")], true, NOW + 5);
      expect(done.map(({ set, previous }) => [set.signature, previous])).toEqual([
        ["c-v1", null],
        ["b-v1", { contentHash: before.contentHash }],
        ["a-v1", null],
      ]);
      expect(done[1]?.set).toMatchObject({ ...named("b-v1", "door").draft, createdAt: NOW, updatedAt: NOW + 5 });
      const revisions = done.map(({ set }) => set.revision);
      expect(revisions).toEqual([...revisions].sort((one, other) => one - other));
      expect(new Set(revisions).size).toBe(3);
      expect(await signatures()).toEqual(["b-v1", "c-v1", "a-v1"]);
      for (const { set } of done) expect(await definitions().find(app, "toolset", set.signature)).toEqual(set);
      const { definitions: later } = await current().reopen();
      for (const { set } of done) expect(await later.find(app, "toolset", set.signature)).toEqual(set);
    });

    test("changes nothing where one is taken, by a set or by an alias, and says which", async () => {
      await create("b-v1");
      const alias: AliasDraft = { kind: null, sides: [{ signature: "b-v1", percent: 100 }] };
      await current().storage.aliases.put(app, "d-v1", alias, NOW, null, 10);
      const sets = ["a-v1", "b-v1", "c-v1", "d-v1"].map((signature) => named(signature, "new"));
      const before = await all();
      expect(await definitions().writeAll(app, sets, { at: NOW, mayReplace: false })).toEqual({ taken: [1, 3] });
      expect(await definitions().writeAll(app, sets, { at: NOW, mayReplace: true })).toEqual({ taken: [3] });
      expect(await all()).toEqual(before);
      expect(await definitions().find(app, "toolset", "a-v1")).toBeNull();
      expect(await (await current().reopen()).definitions.list(app, "toolset", { limit: 9, after: null })).toEqual(
        before,
      );
    });

    test("replaces the revision that is named where nothing else may be, and no later one", async () => {
      const { revision: ifRevision } = await create("b-v1");
      const sets = [{ ...named("b-v1", "door"), ifRevision }, named("c-v1")];
      const done = await definitions().writeAll(app, sets, { at: NOW, mayReplace: false });
      expect("taken" in done || "full" in done).toBe(false);
      expect(await definitions().find(app, "toolset", "b-v1")).toMatchObject(named("b-v1", "door").draft);
      const again = [{ ...named("b-v1"), ifRevision }];
      expect(await definitions().writeAll(app, again, { at: NOW, mayReplace: false })).toEqual({ taken: [0] });
    });

    test("of two that want the same ones all of the one are there, and none of the other", async () => {
      const sets = (tool: string) => ["a", "b", "c", tool].map((signature) => named(`${signature}-v1`, tool));
      const done = await Promise.all(
        ["x", "y", "z"].map((tool) => definitions().writeAll(app, sets(tool), { at: NOW, mayReplace: false })),
      );
      expect(done.filter((one) => !("taken" in one)).length).toBe(1);
      const found = (await all()).items;
      expect(found.length).toBe(4);
      expect(new Set(found.map(({ definition }) => JSON.stringify(definition))).size).toBe(1);
    });

    const taughtCase = (words: string, taughtAt = NOW) => ({
      ...{ id: `case_${words}_${taughtAt}`, text: words, words, beside: ["a-v1"], taughtAt },
      right: { kind: "calls", calls: [{ tool: "light", parameters: { level: 0.1 } }] } as const,
    });
    const casesOf = (signature: string) => current().storage.taught.all(app, { kind: "toolset", signature });
    const wordsOf = async (signature: string) => (await casesOf(signature)).map(({ text }) => text);
    const bankWith = (...memories: readonly string[]) =>
      ({
        kind: "bank",
        signature: "bank_1",
        draft: aBank("Habits"),
        memories: memories.map((id) => aMemory(id)),
      }) as const;
    const remembered = async () => (await current().storage.memories.all(app, "bank_1")).map(({ id }) => id);
    const taughtTo = (signature: string, casesMax: number, ...cases: readonly ReturnType<typeof taughtCase>[]) => ({
      ...named(signature),
      taught: { cases, casesMax },
    });

    test("brings along what banks remember, in place of what they did, and what sets are taught", async () => {
      const cases = [taughtCase("lights"), taughtCase("lamps"), taughtCase("lights", NOW + 1)];
      const sets = [bankWith("mem_b", "mem_a"), taughtTo("a-v1", 2, ...cases)];
      const first = await definitions().writeAll(app, sets, { at: NOW, mayReplace: false });
      expect(first).toMatchObject([{ previous: null }, { previous: null }]);
      expect(await remembered()).toEqual(["mem_b", "mem_a"]);
      // Of the same words the last one, as if they were taught one after the other.
      expect(await casesOf("a-v1")).toMatchObject([{ text: "lamps" }, { text: "lights", taughtAt: NOW + 1 }]);
      const again = [bankWith("mem_c"), taughtTo("a-v1", 3, taughtCase("lamps", NOW + 2), taughtCase("doors"))];
      const second = await definitions().writeAll(app, again, { at: NOW, mayReplace: true });
      expect(second).toMatchObject([{ previous: {} }, { previous: {} }]);
      expect(await remembered()).toEqual(["mem_c"]);
      expect(await wordsOf("a-v1")).toEqual(["lights", "lamps", "doors"]);
      // It holds as many as are in it, and takes more.
      expect(await current().storage.memories.add(app, "bank_1", aMemory("mem_d"), 1)).toBe("full");
      expect(await current().storage.memories.add(app, "bank_1", aMemory("mem_d"), 2)).toBe("added");
      await current().reopen();
      expect(await remembered()).toEqual(["mem_c", "mem_d"]);
      expect(await wordsOf("a-v1")).toEqual(["lights", "lamps", "doors"]);
    });

    test("changes nothing where a set would have too many cases, and says which", async () => {
      await definitions().writeAll(app, [bankWith("mem_a"), taughtTo("a-v1", 9, taughtCase("lights"))], {
        ...{ at: NOW, mayReplace: false },
      });
      const sets = [
        bankWith("mem_b"),
        taughtTo("b-v1", 9, taughtCase("doors")),
        taughtTo("a-v1", 2, taughtCase("lamps"), taughtCase("doors")),
      ];
      expect(await definitions().writeAll(app, sets, { at: NOW, mayReplace: true })).toEqual({ full: 2 });
      await current().reopen();
      expect(await remembered()).toEqual(["mem_a"]);
      expect(await wordsOf("a-v1")).toEqual(["lights"]);
      expect(await signatures()).toEqual(["a-v1"]);
    });

    test("leaves nothing of it where the last cannot be written, though nobody could see that before", async () => {
      const before = await all();
      const broken = [named("a-v1"), named("b-v1"), named("a-v1", "again")];
      const writing = definitions().writeAll(app, broken, { at: NOW, mayReplace: false });
      expect(await writing.catch(() => ({ taken: [2] }))).toEqual({ taken: [2] });
      expect(await all()).toEqual(before);
      await written([named("a-v1")], false);
      expect(await signatures()).toEqual(["a-v1"]);
    });
  });

  test("pages are whole, in order of creation, and end with null", async () => {
    for (const signature of ["c", "a", "b"]) await create(signature);
    await definitions().replace(app, "toolset", "c", aToolset("x"), NOW, null);
    await definitions().create(app, "classification_set", "z", classes("mail"), NOW);
    const first = await definitions().list(app, "toolset", { limit: 2, after: null });
    expect(first.items.map((set) => set.signature)).toEqual(["c", "a"]);
    const second = await definitions().list(app, "toolset", { limit: 2, after: first.next });
    expect(second).toMatchObject({ items: [{ signature: "b" }], next: null });
    expect((await definitions().list(app, "toolset", { limit: 3, after: null })).next).toBeNull();
    expect(await definitions().list(appId("two"), "toolset", { limit: 3, after: null })).toEqual({
      items: [],
      next: null,
    });
  });

  test("a page of large sets ends early, and never before its first one", async () => {
    const large = (signature: string, characters: number) => {
      const tools = [{ name: "t", description: "d".repeat(characters) }];
      const draft = { ...aToolset(signature), definition: { tools, requireEvidence: false } };
      return definitions().create(app, "toolset", signature, draft, NOW);
    };
    for (const [index, characters] of [3_000_000, 900_000, 900_000, 900_000, 10].entries())
      await large(`large-${index}`, characters);
    const pages: string[][] = [];
    let after: number | null = null;
    do {
      const page: Page<StoredDefinition<"toolset">> = await definitions().list(app, "toolset", { limit: 50, after });
      pages.push(page.items.map(({ signature }) => signature));
      after = page.next;
    } while (after !== null);
    expect(pages).toEqual([["large-0"], ["large-1", "large-2"], ["large-3", "large-4"]]);
  });

  test("a set that was there when paging began appears exactly once, whatever is created, replaced or removed", async () => {
    const before = Array.from({ length: 12 }, (_, index) => `before-${index}`);
    for (const signature of before) await create(signature);
    await create("removed");
    const seen: string[] = [];
    let after: number | null = null;
    let step = 0;
    do {
      const page: Page<StoredDefinition<"toolset">> = await definitions().list(app, "toolset", { limit: 3, after });
      seen.push(...page.items.map((set) => set.signature));
      after = page.next;
      await Promise.all([
        create(`during-${step}`),
        definitions().replace(app, "toolset", `before-${step}`, aToolset("new"), NOW + 1, null),
        definitions().remove(app, "toolset", "removed", null),
      ]);
      step += 1;
    } while (after !== null && step < 50);
    expect(after).toBeNull();
    expect(seen.filter((signature) => signature.startsWith("before"))).toEqual(before);
    expect(new Set(seen).size).toBe(seen.length);
  });
}
