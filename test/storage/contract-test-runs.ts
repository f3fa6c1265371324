import { beforeEach, expect, test } from "bun:test";
import type { TestRun } from "#core/examination/test-run.ts";
import type { Current } from "./contract.ts";
import { anApp, appId, aToolset, classes, hashOf, NOW } from "./kit.ts";
import { aTestRun, ENOUGH } from "./test-run-kit.ts";

const app = appId("one");
const stranger = appId("two");
const sets = { kind: "toolset", signatures: ["home-v1"] } as const;
const page = { limit: 100, after: null };
function headOf({ report: _, verdicts: _verdicts, ...head }: TestRun) {
  return head;
}

export function testRunsContract(current: Current): void {
  const runs = () => current().storage.testRuns;
  const idsOf = async (of = app, asked: TestRun["sets"] = sets) =>
    (await runs().list(of, asked, page))?.items.map(({ id }) => id);
  beforeEach(async () => {
    const { apps, definitions } = current().storage;
    for (const name of ["one", "two"]) {
      await apps.create(anApp(name));
      await definitions.create(appId(name), "toolset", "home-v1", aToolset("light"), NOW);
    }
  });

  test("gives back what was kept, newest first, over a restart, and to its app alone", async () => {
    const [one, other] = [aTestRun("run_z"), aTestRun("run_a", { by: "key ü", at: NOW - 1 })];
    for (const run of [one, other]) expect(await runs().keep(app, run, ENOUGH)).toBe(true);
    const reopened = (await current().reopen()).testRuns;
    expect(await reopened.find(app, "run_z")).toEqual(one);
    expect(await reopened.list(app, sets, page)).toEqual({ items: [headOf(other), headOf(one)], next: null });
    expect(await reopened.find(stranger, "run_z")).toBeNull();
    expect(await reopened.list(stranger, sets, page)).toEqual({ items: [], next: null });
  });

  test("sets that were tested together have a history of their own, and so has each kind", async () => {
    const { definitions } = current().storage;
    await definitions.create(app, "toolset", "shop-v1", aToolset("buy"), NOW);
    await definitions.create(app, "classification_set", "home-v1", classes("mail"), NOW);
    const both = { kind: "toolset", signatures: ["home-v1", "shop-v1"] } as const;
    const labels = { kind: "classification_set", signatures: ["home-v1"] } as const;
    await runs().keep(app, aTestRun("run_1"), ENOUGH);
    await runs().keep(app, aTestRun("run_2", { sets: both }), ENOUGH);
    await runs().keep(app, aTestRun("run_3", { sets: labels }), ENOUGH);
    expect([await idsOf(), await idsOf(app, both), await idsOf(app, labels)]).toEqual([
      ["run_1"],
      ["run_2"],
      ["run_3"],
    ]);
  });

  test("nothing is kept of a set that is not there or of another app", async () => {
    const unknown = { kind: "toolset", signatures: ["none-v1"] } as const;
    expect(await runs().keep(app, aTestRun("run_1", { sets: unknown }), ENOUGH)).toBe(false);
    expect(await runs().list(app, unknown, page)).toBeNull();
    expect(await runs().find(app, "run_1")).toBeNull();
  });

  test("of a set the newest are kept, whatever its app's others are", async () => {
    const { definitions } = current().storage;
    await definitions.create(app, "toolset", "shop-v1", aToolset("buy"), NOW);
    const shop = { kind: "toolset", signatures: ["shop-v1"] } as const;
    await runs().keep(app, aTestRun("run_s", { sets: shop }), ENOUGH);
    for (const id of ["run_1", "run_2", "run_3"]) await runs().keep(app, aTestRun(id), { ...ENOUGH, runsMax: 2 });
    expect(await idsOf()).toEqual(["run_3", "run_2"]);
    expect(await idsOf(app, shop)).toEqual(["run_s"]);
  });

  test("of an app the newest are kept as far as they go, and the last one however long it is", async () => {
    await runs().keep(stranger, aTestRun("run_x"), ENOUGH);
    const characters = JSON.stringify(aTestRun("run_1")).length;
    for (const id of ["run_1", "run_2", "run_3"])
      await runs().keep(app, aTestRun(id), { ...ENOUGH, charactersMax: characters * 2 });
    expect(await idsOf()).toEqual(["run_3", "run_2"]);
    await runs().keep(app, aTestRun("run_4", { verdicts: "v".repeat(characters * 3) }), {
      ...ENOUGH,
      charactersMax: characters,
    });
    expect(await idsOf()).toEqual(["run_4"]);
    expect(await idsOf(stranger)).toEqual(["run_x"]);
  });

  test("pages go on where they ended", async () => {
    for (const id of ["run_1", "run_2", "run_3"]) await runs().keep(app, aTestRun(id), ENOUGH);
    const first = await runs().list(app, sets, { limit: 2, after: null });
    await runs().keep(app, aTestRun("run_4"), ENOUGH);
    const rest = await runs().list(app, sets, { limit: 2, after: first?.next ?? null });
    expect([first, rest].map((one) => one?.items.map(({ id }) => id))).toEqual([["run_3", "run_2"], ["run_1"]]);
    expect(rest?.next).toBeNull();
  });

  test("runs stay where their set is replaced, and go with it", async () => {
    const { definitions } = current().storage;
    await runs().keep(app, aTestRun("run_1"), ENOUGH);
    const other = { ...aToolset("light"), contentHash: hashOf("other") };
    await definitions.replace(app, "toolset", "home-v1", other, NOW, null);
    expect(await idsOf()).toEqual(["run_1"]);
    await definitions.remove(app, "toolset", "home-v1", null);
    await definitions.create(app, "toolset", "home-v1", aToolset("light"), NOW);
    expect(await idsOf()).toEqual([]);
    expect(await runs().find(app, "run_1")).toBeNull();
  });
}
