import { beforeEach, expect, test } from "bun:test";
import type { LoggedRow } from "#core/query-log/logged-row.ts";
import type { Current } from "./contract.ts";
import { anApp, appId, NOW } from "./kit.ts";

const app = appId("one");
const settings = { days: 30, rows: 100, redact: true } as const;

export function aQuestion(name: string, change: Partial<LoggedRow> = {}): LoggedRow {
  return {
    digest: `digest of ${name}`,
    question: {
      kind: "resolve",
      sets: ["home-v1"],
      sentence: `mach's hell 💡 ${name}`,
      answer: { tool: "light", parameters: { zones: [1, null] } },
      confidence: 0.4,
      runnerUp: { name: "none", margin: 0.1 },
      missing: ["room"],
      source: "model",
    },
    doubt: 0.5,
    times: 1,
    requestId: `req ${name}`,
    at: NOW,
    ...change,
  };
}

export function queryLogContract(current: Current): void {
  const log = () => current().storage.queryLog;
  const named = async (limit = 10) =>
    (await log().list(app, { limit, after: null })).items.map(({ requestId }) => requestId.slice(4));
  beforeEach(async () => {
    for (const name of ["one", "two"]) await current().storage.apps.create(anApp(name));
  });

  test("is off until it is turned on, keeps nothing then, and is as it was over a restart", async () => {
    await log().add(app, [aQuestion("a")]);
    expect([log().settings(app), log().apps(), await log().count(app)]).toEqual([null, [], 0]);
    await log().configure(app, settings);
    await log().add(app, [aQuestion("a")]);
    const reopened = (await current().reopen()).queryLog;
    expect([reopened.settings(app), reopened.apps(), reopened.settings(appId("two"))]).toEqual([settings, [app], null]);
    const { digest: _, ...row } = aQuestion("a");
    const { items } = await reopened.list(app, { limit: 1, after: null });
    expect(items).toEqual([{ ...row, id: items[0]?.id ?? 0, firstAt: NOW, verdict: null }]);
    await reopened.configure(app, null);
    expect([reopened.settings(app), await reopened.count(app)]).toEqual([null, 1]);
  });

  test("the same question is one row, which counts; what a model told of it stays", async () => {
    await log().configure(app, settings);
    const { question } = aQuestion("a");
    const cached = { ...question, source: "semantic_cache" as const, runnerUp: null };
    await log().add(app, [
      aQuestion("a"),
      aQuestion("a", { question: cached, times: 3, at: NOW + 5, requestId: "req b" }),
    ]);
    expect((await log().list(app, { limit: 9, after: null })).items).toMatchObject([
      { times: 4, at: NOW + 5, firstAt: NOW, requestId: "req b", question },
    ]);
    await log().add(app, [aQuestion("a", { question: { ...question, confidence: 0.9 }, doubt: 0 })]);
    expect((await log().list(app, { limit: 9, after: null })).items).toMatchObject([
      { times: 5, doubt: 0, question: { confidence: 0.9 } },
    ]);
  });

  test("pages go on where they ended, newest first, of the app alone", async () => {
    for (const one of [app, appId("two")]) await log().configure(one, settings);
    await log().add(
      app,
      ["a", "b", "c"].map((name) => aQuestion(name)),
    );
    await log().add(appId("two"), [aQuestion("z")]);
    const first = await log().list(app, { limit: 2, after: null });
    expect(first.items.map(({ requestId }) => requestId)).toEqual(["req c", "req b"]);
    await log().add(app, [aQuestion("d")]);
    const second = await log().list(app, { limit: 2, after: first.next });
    expect([second.items.map(({ requestId }) => requestId), second.next]).toEqual([["req a"], null]);
  });

  test("the doubtful come first that were said to be wrong, then by doubt; none that is right", async () => {
    await log().configure(app, settings);
    const rows = [
      aQuestion("sure", { doubt: 0 }),
      aQuestion("often", { doubt: 0.5, times: 4 }),
      aQuestion("seldom", { doubt: 0.5 }),
      aQuestion("wrong", { doubt: 0 }),
      aQuestion("right", { doubt: 0.9 }),
      aQuestion("most", { doubt: 0.8 }),
    ];
    await log().add(app, rows);
    expect(await log().judge(app, "digest of wrong", "wrong")).toBe(true);
    expect(await log().judge(app, "digest of right", "right")).toBe(true);
    expect(await log().judge(app, "nothing", "right")).toBe(false);
    expect(await log().judge(appId("two"), "digest of most", "right")).toBe(false);
    const doubtful = async (limit: number, offset: number) =>
      (await log().doubtful(app, { limit, offset })).map(({ requestId }) => requestId.slice(4));
    expect(await doubtful(10, 0)).toEqual(["wrong", "most", "often", "seldom"]);
    expect(await doubtful(1, 0)).toEqual(["wrong"]);
    expect(await doubtful(2, 1)).toEqual(["most", "often"]);
    expect(await doubtful(2, 4)).toEqual([]);
  });

  test("some rows, what is older, or all of an app is removed, and nobody else's", async () => {
    for (const one of [app, appId("two")]) await log().configure(one, settings);
    await log().add(
      app,
      ["a", "b", "c", "d"].map((name, index) => aQuestion(name, { at: NOW + index })),
    );
    await log().add(appId("two"), [aQuestion("z", { at: 1 })]);
    const [newest] = (await log().list(app, { limit: 1, after: null })).items;
    expect(await log().remove(appId("two"), { ids: [newest?.id ?? 0] })).toBe(0);
    expect(await log().remove(app, { ids: [newest?.id ?? 0] })).toBe(1);
    expect(await log().remove(app, { before: NOW + 1 })).toBe(1);
    expect(await named()).toEqual(["c", "b"]);
    expect([await log().remove(app, "all"), await log().remove(app, "all")]).toEqual([2, 0]);
    expect([await log().count(app), await log().count(appId("two"))]).toEqual([0, 1]);
  });

  test("trimming keeps what was asked last", async () => {
    await log().configure(app, settings);
    await log().add(
      app,
      ["a", "b", "c", "d"].map((name, index) => aQuestion(name, { at: NOW + index })),
    );
    await log().add(app, [aQuestion("a", { at: NOW + 9 })]);
    expect(await log().trim(app, { before: NOW + 2, rows: 2 })).toBe(2);
    expect(await named()).toEqual(["d", "a"]);
    await log().sweep();
    expect(await log().count(app)).toBe(2);
  });

  test("goes with its app", async () => {
    await log().configure(app, settings);
    await log().add(app, [aQuestion("a")]);
    expect(await current().storage.apps.remove(app)).toBe(true);
    expect([log().settings(app), await log().count(app)]).toEqual([null, 0]);
  });

  test("what is asked while it is swept waits, and none of it is lost", async () => {
    await log().configure(app, settings);
    await log().add(
      app,
      ["a", "b"].map((name) => aQuestion(name)),
    );
    const removing = log().remove(app, "all");
    const adding = ["c", "d", "e"].map((name) => log().add(app, [aQuestion(name)]));
    const again = log().remove(app, { before: 0 });
    await Promise.all([removing, again, ...adding]);
    expect((await named()).toSorted()).toEqual(["c", "d", "e"]);
  });
}
