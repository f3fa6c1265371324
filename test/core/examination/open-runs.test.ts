/** Tests whose cases are asked some at a time. */
import { beforeEach, expect, test } from "bun:test";
import { OpenRuns } from "#core/examination/open-runs.ts";
import type { Outcome } from "#core/examination/outcome.ts";
import type { AppId } from "#core/tenant.ts";

const app = "app_1" as AppId;
const sets = { kind: "toolset", signatures: ["home-v1"], contentHashes: ["sha256:a"] } as const;

let runs: OpenRuns;
beforeEach(() => {
  runs = new OpenRuns();
});

function some(from: number, count: number, of = sets as Parameters<OpenRuns["add"]>[2]["sets"]) {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const cases = numbers.map((number) => ({ query: `sentence ${number}`, tool: "none" }));
  const outcomes = cases.map(
    ({ query: sentence }): Outcome => ({
      sentence,
      expected: [],
      given: [],
      judgement: { verdict: "right", error: null, pairs: [["none", "none"]] },
      confidence: 1,
      runnerUp: null,
      failure: null,
      latencyMs: 1,
      usage: null,
      model: "m",
      isExample: false,
    }),
  );
  return { from, sets: of, cases, outcomes };
}

const begin = (of: number) => runs.open(app, sets, { backend: null, of });
const sentencesOf = (id: string) => runs.close(app, id).outcomes.map(({ sentence }) => sentence);

test("puts together what came of the parts, those that came twice once", () => {
  const id = begin(5);
  runs.add(app, id, some(0, 2));
  runs.add(app, id, some(2, 2));
  runs.add(app, id, some(2, 2));
  runs.add(app, id, some(4, 1));
  expect(sentencesOf(id)).toEqual([0, 1, 2, 3, 4].map((number) => `sentence ${number}`));
});

test("is closed once all cases were asked, and once only", () => {
  const id = begin(2);
  runs.add(app, id, some(0, 1));
  expect(() => runs.close(app, id)).toThrow("1 of 2 cases were asked");
  runs.add(app, id, some(1, 1));
  expect(runs.close(app, id).digests).toHaveLength(2);
  expect(() => runs.close(app, id)).toThrow("not open any more");
});

test("takes no gap, and no more cases than it has", () => {
  const id = begin(2);
  expect(() => runs.add(app, id, some(1, 1))).toThrow("from: is 1, and 0 of 2 cases were asked");
  expect(() => runs.add(app, id, some(0, 3))).toThrow("from");
  for (const of of [0, 1.5, 50_001]) expect(() => begin(of)).toThrow("1 to 50000");
});

test("ends where a set is another one by then: half of it would say nothing of either", () => {
  const id = begin(2);
  runs.add(app, id, some(0, 1));
  expect(() => runs.add(app, id, some(1, 1, { ...sets, contentHashes: ["sha256:b"] }))).toThrow("was replaced");
  expect(() => runs.close(app, id)).toThrow("not open any more");
});

test("is its app's alone", () => {
  const id = begin(1);
  expect(() => runs.add("app_2" as AppId, id, some(0, 1))).toThrow("not open any more");
  runs.add(app, id, some(0, 1));
  expect(sentencesOf(id)).toEqual(["sentence 0"]);
});

test("eight are open at most: whoever begins another ends the one that was left alone longest", () => {
  const [first = "", second = ""] = Array.from({ length: 8 }, () => begin(2));
  runs.add(app, first, some(0, 1));
  begin(2);
  runs.add(app, first, some(1, 1));
  expect(sentencesOf(first)).toHaveLength(2);
  expect(() => runs.close(app, second)).toThrow("not open any more");
});
