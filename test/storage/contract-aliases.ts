import { beforeEach, expect, test } from "bun:test";
import type { AliasDraft, AliasRefusal, StoredAlias } from "#core/ports/alias-store.ts";
import type { Current } from "./contract.ts";
import { anApp, appId, aToolset, classes, NOW } from "./kit.ts";

const app = appId("one");
const to = (signature: string): AliasDraft => ({ kind: null, sides: [{ signature, percent: 100 }] });
const between = (one: string, other: string, percent = 90): AliasDraft => ({
  kind: null,
  sides: [
    { signature: one, percent },
    { signature: other, percent: 100 - percent },
  ],
});

export function aliasesContract(current: Current): void {
  const aliases = () => current().storage.aliases;
  const definitions = () => current().storage.definitions;
  const put = (name: string, draft: AliasDraft, at = NOW, ifRevision: number | null = null, max = 10) =>
    aliases().put(app, name, draft, at, ifRevision, max);
  const made = async (name: string, draft: AliasDraft): Promise<StoredAlias> => {
    const outcome = await put(name, draft);
    if ("refused" in outcome) throw new Error(outcome.refused);
    return outcome;
  };
  beforeEach(async () => {
    for (const name of ["one", "two"]) {
      await current().storage.apps.create(anApp(name));
      await definitions().create(appId(name), "toolset", "home-v1", aToolset("light"), NOW);
    }
    await definitions().create(app, "toolset", "home-v2", aToolset("lamp"), NOW);
    await definitions().create(app, "classification_set", "mail-v1", classes("mail"), NOW);
  });

  test("gives back what was put, under its app and name only, over a restart", async () => {
    const alias = await made("home-live", between("home-v2", "home-v1", 7));
    expect(alias).toEqual({
      name: "home-live",
      kind: "toolset",
      sides: between("home-v2", "home-v1", 7).sides,
      revision: expect.any(Number),
      createdAt: NOW,
      updatedAt: NOW,
    });
    await made("mail-live", to("mail-v1"));
    const reopened = (await current().reopen()).aliases;
    expect(await reopened.find(app, "home-live")).toEqual(alias);
    expect(await reopened.find(app, "mail-live")).toMatchObject({ ...to("mail-v1"), kind: "classification_set" });
    expect(await reopened.find(app, "HOME-live")).toBeNull();
    expect(await reopened.find(appId("two"), "home-live")).toBeNull();
  });

  test("stands for something else from when that is acknowledged, with a new revision", async () => {
    const first = await made("home-live", to("home-v1"));
    const second = await put("home-live", to("home-v2"), NOW + 5, first.revision);
    expect(second).toMatchObject({ ...to("home-v2"), kind: "toolset", createdAt: NOW, updatedAt: NOW + 5 });
    expect(await aliases().find(app, "home-live")).toEqual(second as StoredAlias);
    expect((second as StoredAlias).revision).toBeGreaterThan(first.revision);
  });

  const refusals: readonly [string, string, AliasDraft, AliasRefusal][] = [
    ["a set that is not there", "a", to("home-v3"), { refused: "unknown", signature: "home-v3" }],
    ["one of two", "a", between("home-v1", "home-v3"), { refused: "unknown", signature: "home-v3" }],
    [
      "a set of another kind than named",
      "a",
      { ...to("mail-v1"), kind: "toolset" },
      { refused: "unknown", signature: "mail-v1" },
    ],
    ["sets of both kinds", "a", between("home-v1", "mail-v1"), { refused: "mixed" }],
    ["the name of a toolset", "home-v1", to("home-v2"), { refused: "taken", by: "toolset" }],
    ["the name of a classification set", "mail-v1", to("home-v2"), { refused: "taken", by: "classification_set" }],
    ["itself", "a", to("a"), { refused: "unknown", signature: "a" }],
    ["an alias", "a", to("there"), { refused: "unknown", signature: "there" }],
    ["the other kind than before", "there", to("mail-v1"), { refused: "other_kind", kind: "toolset" }],
  ];
  test.each(refusals)("is refused for %s, and nothing is changed", async (_, name, draft, refused) => {
    const there = await made("there", to("home-v1"));
    expect(await put(name, draft)).toEqual(refused);
    expect((await aliases().list(app, { limit: 9, after: null })).items).toEqual([there]);
  });

  test("asks for the kind where sets of both have the signature", async () => {
    await definitions().create(app, "classification_set", "home-v1", classes("mail"), NOW);
    expect(await put("home-live", to("home-v1"))).toEqual({ refused: "ambiguous" });
    expect(await put("home-live", { ...to("home-v1"), kind: "classification_set" })).toMatchObject({
      kind: "classification_set",
    });
  });

  test("a revision that is not the current one, or of an alias that is not there, changes nothing", async () => {
    const { revision } = await made("home-live", to("home-v1"));
    expect(await put("home-live", to("home-v2"), NOW, revision + 1)).toEqual({ refused: "stale" });
    expect(await put("new-live", to("home-v2"), NOW, revision)).toEqual({ refused: "stale" });
    expect(await aliases().remove(app, "home-live", revision + 1)).toBe("stale");
    expect(await aliases().remove(app, "new-live", null)).toBe("not_found");
    expect(await aliases().remove(appId("two"), "home-live", null)).toBe("not_found");
    expect(await aliases().remove(app, "home-live", revision)).toBe("removed");
    expect(await aliases().find(app, "home-live")).toBeNull();
  });

  test("a full app takes no new one, and changes those it has", async () => {
    await made("a", to("home-v1"));
    expect(await put("b", to("home-v1"), NOW, null, 1)).toEqual({ refused: "full" });
    expect(await put("a", to("home-v2"), NOW, null, 1)).toMatchObject({ name: "a" });
    expect(await aliases().put(appId("two"), "b", to("home-v1"), NOW, null, 1)).toMatchObject({ name: "b" });
  });

  test("pages go on where they ended, whatever is put and removed meanwhile", async () => {
    for (const name of ["c", "b", "a"]) await made(name, to("home-v1"));
    const first = await aliases().list(app, { limit: 2, after: null });
    await aliases().remove(app, "c", null);
    await made("b", to("home-v2"));
    await made("d", to("home-v1"));
    const rest = await aliases().list(app, { limit: 2, after: first.next });
    expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(["c", "b", "a", "d"]);
    expect(rest.next).toBeNull();
  });

  test("of an alias and a set of one name that race, one is made", async () => {
    for (let round = 0; round < 20; round += 1) {
      const name = `raced-${round}`;
      const [alias, set] = await Promise.all(
        round % 2 === 0
          ? [put(name, to("home-v1"), NOW, null, 100), definitions().create(app, "toolset", name, aToolset("x"), NOW)]
          : [
              put(name, to("home-v1"), NOW, null, 100),
              definitions().create(app, "classification_set", name, classes("x"), NOW),
            ],
      );
      expect("refused" in alias).toBe(set !== null);
      expect((await aliases().find(app, name)) === null).toBe(set !== null);
    }
  });

  test("a set of the name of an alias is not made, a bank or persona is", async () => {
    await made("home-live", to("home-v1"));
    const draft = { name: "x", description: null, contentHash: aToolset("x").contentHash };
    expect(await definitions().create(app, "toolset", "home-live", aToolset("x"), NOW)).toBeNull();
    expect(await definitions().create(app, "classification_set", "home-live", classes("x"), NOW)).toBeNull();
    expect(await definitions().create(app, "bank", "home-live", { ...draft, definition: {} }, NOW)).not.toBeNull();
    expect(await definitions().create(appId("two"), "toolset", "home-live", aToolset("x"), NOW)).not.toBeNull();
  });

  test("what an alias stands for is there as long as it does, whoever races", async () => {
    await made("home-live", between("home-v1", "home-v2", 0));
    await made("home-next", to("home-v2"));
    for (const [signature, names] of [
      ["home-v1", ["home-live"]],
      ["home-v2", ["home-live", "home-next"]],
    ] as const) {
      expect(await definitions().remove(app, "toolset", signature, null)).toEqual({ aliases: names });
    }
    expect(await definitions().remove(appId("two"), "toolset", "home-v1", null)).toMatchObject({ previous: {} });
    const [moved, gone] = await Promise.all([
      put("home-live", to("home-v2")),
      definitions().remove(app, "toolset", "home-v1", null),
    ]);
    expect([moved, gone]).toMatchObject([{ name: "home-live" }, { previous: {} }]);
    const [removed, refused] = await Promise.all([
      definitions().remove(app, "classification_set", "mail-v1", null),
      put("mail-live", to("mail-v1")),
    ]);
    expect([removed, refused]).toMatchObject([{ previous: {} }, { refused: "unknown" }]);
  });

  test("goes with its app", async () => {
    await made("home-live", to("home-v1"));
    expect(await current().storage.apps.remove(app)).toBe(true);
    expect(await aliases().find(app, "home-live")).toBeNull();
  });

  test("each put and each removal is a change of its app, and of no other", async () => {
    const { changes } = current().storage;
    const before = changes.of(appId("two"));
    const seen = [changes.of(app)];
    await made("home-live", to("home-v1"));
    seen.push(changes.of(app));
    await made("home-live", to("home-v2"));
    seen.push(changes.of(app));
    await aliases().remove(app, "home-live", null);
    seen.push(changes.of(app));
    expect(new Set(seen).size).toBe(4);
    expect(changes.of(appId("two"))).toBe(before);
  });
}
