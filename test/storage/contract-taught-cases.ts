import { beforeEach, expect, test } from "bun:test";
import type { Page } from "#core/page.ts";
import type { TaughtCase } from "#core/teaching/taught-case.ts";
import type { Current } from "./contract.ts";
import { anApp, appId, aToolset, hashOf, NOW } from "./kit.ts";

const app = appId("one");
const set = { kind: "toolset", signature: "home-v1" } as const;

type Kept = TaughtCase & { readonly words: string };

function aCase(id: string, change: Partial<Kept> = {}): Kept {
  const right = { kind: "calls", calls: [{ tool: "light", parameters: { zones: [1, null], level: 0.1 } }] } as const;
  return {
    id,
    text: `mach's hell 💡 ${id}`,
    right,
    beside: ["home-v1"],
    taughtAt: NOW,
    words: `words of ${id}`,
    ...change,
  };
}

function asKept({ words: _, ...taught }: Kept): TaughtCase {
  return taught;
}

export function taughtCasesContract(current: Current): void {
  const cases = () => current().storage.taught;
  beforeEach(async () => {
    const { apps, definitions } = current().storage;
    for (const name of ["one", "two"]) {
      await apps.create(anApp(name));
      await definitions.create(appId(name), "toolset", "home-v1", aToolset("light"), NOW);
    }
  });

  test("gives back what was taught, oldest first, over a restart, to its app, set and kind only", async () => {
    const [one, other] = [
      aCase("case_z"),
      aCase("case_a", { language: "de", right: { kind: "calls", calls: [] }, taughtAt: NOW + 1 }),
    ];
    for (const taught of [one, other]) expect(await cases().teach(app, set, taught, 10)).toBe("taught");
    const reopened = (await current().reopen()).taught;
    expect(await reopened.all(app, set)).toEqual([asKept(one), asKept(other)]);
    expect(await reopened.list(app, set, { limit: 1, after: null })).toMatchObject({ items: [asKept(one)] });
    expect(await reopened.all(appId("two"), set)).toEqual([]);
    expect(await reopened.all(app, { ...set, kind: "classification_set" })).toEqual([]);
    expect(await reopened.list(app, { ...set, signature: "HOME-V1" }, { limit: 1, after: null })).toBeNull();
  });

  test("the same words are taught once: what was taught last holds, and a full set takes it", async () => {
    await cases().teach(app, set, aCase("case_1", { words: "same" }), 1);
    expect(await cases().teach(app, set, aCase("case_2", { words: "other" }), 1)).toBe("full");
    expect(await cases().teach(app, set, aCase("case_3", { words: "same" }), 1)).toBe("taught");
    expect((await cases().all(app, set)).map(({ id }) => id)).toEqual(["case_3"]);
  });

  test("pages go on where they ended, whatever is taught and taken back meanwhile", async () => {
    for (const id of ["case_1", "case_2", "case_3"]) await cases().teach(app, set, aCase(id), 10);
    const first: Page<TaughtCase> | null = await cases().list(app, set, { limit: 2, after: null });
    expect(await cases().remove(app, set, "case_1")).toBe(true);
    await cases().teach(app, set, aCase("case_4"), 10);
    const rest = await cases().list(app, set, { limit: 5, after: first?.next ?? null });
    expect([...(first?.items ?? []), ...(rest?.items ?? [])].map(({ id }) => id)).toEqual([
      "case_1",
      "case_2",
      "case_3",
      "case_4",
    ]);
    expect(rest?.next).toBeNull();
  });

  test("nothing is taught to or taken from a set that is not there or of another app", async () => {
    await cases().teach(appId("two"), set, aCase("case_1"), 10);
    const unknown = { ...set, signature: "none-v1" };
    expect(await cases().teach(app, unknown, aCase("case_2"), 10)).toBe("not_found");
    for (const where of [set, unknown]) expect(await cases().remove(app, where, "case_1")).toBe(false);
    expect(await cases().all(appId("two"), set)).toHaveLength(1);
  });

  test("cases stay where their set is replaced, and go with it", async () => {
    const { definitions } = current().storage;
    await cases().teach(app, set, aCase("case_1"), 10);
    await definitions.replace(
      app,
      "toolset",
      "home-v1",
      { ...aToolset("light"), contentHash: hashOf("other") },
      NOW,
      null,
    );
    expect(await cases().all(app, set)).toHaveLength(1);
    await definitions.remove(app, "toolset", "home-v1", null);
    await definitions.create(app, "toolset", "home-v1", aToolset("light"), NOW);
    expect(await cases().all(app, set)).toEqual([]);
  });

  test("each teaching, and each that is taken back, is a change of its app", async () => {
    const { changes } = current().storage;
    const seen = [changes.of(app)];
    await cases().teach(app, set, aCase("case_1"), 10);
    seen.push(changes.of(app));
    await cases().remove(app, set, "case_1");
    seen.push(changes.of(app));
    expect(new Set(seen).size).toBe(3);
  });
}
