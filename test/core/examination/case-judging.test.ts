import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type AnsweredCall, isSameValue, judgedCalls, judgedLabels } from "#core/examination/case-judging.ts";
import type { Reading } from "#core/examination/test-case.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";

const given = (tool: string, parameters: JsonObject = {}, more: Partial<AnsweredCall> = {}): AnsweredCall => ({
  tool,
  parameters,
  missing: [],
  defaults: [],
  evidence: {},
  ...more,
});
const wanted = (tool: string, parameters: JsonObject | null = {}, optional: readonly string[] = []) => ({
  tool,
  parameters,
  optional,
});
const reading = (calls: Reading["calls"], missing: readonly string[] = []): Reading => ({ calls, missing });
const NONE = reading([]);

/** What is expected, what comes, and what that is. */
const CALLS: readonly (readonly [
  string,
  readonly [Reading, ...Reading[]],
  readonly AnsweredCall[],
  string,
  string | null,
])[] = [
  ["nothing for nothing", [NONE], [], "right", null],
  ["a call where nothing is right", [NONE], [given("a")], "wrong", "choice"],
  ["a question where nothing is right", [NONE], [given("a", {}, { missing: ["x"] })], "asked", "choice"],
  ["nothing for a call", [reading([wanted("a")])], [], "missed", "choice"],
  ["another tool", [reading([wanted("a")])], [given("b")], "wrong", "choice"],
  ["another value", [reading([wanted("a", { n: 1 })])], [given("a", { n: 2 })], "wrong", "parameters"],
  ["a value too many", [reading([wanted("a")])], [given("a", { n: 2 })], "wrong", "parameters"],
  ["a value too few", [reading([wanted("a", { n: 1 })])], [given("a")], "wrong", "parameters"],
  ["an optional value", [reading([wanted("a", {}, ["n"])])], [given("a", { n: 2 })], "right", null],
  [
    "an optional value that is another",
    [reading([wanted("a", { n: 1 }, ["n"])])],
    [given("a", { n: 2 })],
    "wrong",
    "parameters",
  ],
  ["a default", [reading([wanted("a")])], [given("a", { n: 2 }, { defaults: ["n"] })], "right", null],
  [
    "a default that is named",
    [reading([wanted("a", { n: 2 })])],
    [given("a", { n: 2 }, { defaults: ["n"] })],
    "right",
    null,
  ],
  [
    "a default in place of what is said",
    [reading([wanted("a", { n: 1 })])],
    [given("a", { n: 2 }, { defaults: ["n"] })],
    "wrong",
    "parameters",
  ],
  [
    "a default inside",
    [reading([wanted("a", { o: { m: 1 } })])],
    [given("a", { o: { m: 1, n: 2 } }, { defaults: ["o.n"] })],
    "right",
    null,
  ],
  [
    "an object of defaults alone",
    [reading([wanted("a")])],
    [given("a", { o: { n: 2 } }, { defaults: ["o.n"] })],
    "right",
    null,
  ],
  [
    "an object that has more than its default",
    [reading([wanted("a")])],
    [given("a", { o: { m: 1, n: 2 } }, { defaults: ["o.n"] })],
    "wrong",
    "parameters",
  ],
  ["the tool alone", [reading([wanted("a", null)])], [given("a", { n: 2 }, { missing: ["m"] })], "right", null],
  [
    "what has to be asked for",
    [reading([wanted("a")], ["m"])],
    [given("a", {}, { missing: ["m", "k"] })],
    "right",
    null,
  ],
  [
    "something else asked for",
    [reading([wanted("a")], ["m"])],
    [given("a", {}, { missing: ["k"] })],
    "asked",
    "parameters",
  ],
  ["done, where it has to be asked for", [reading([wanted("a")], ["m"])], [given("a")], "wrong", "parameters"],
  [
    "asked for, though it is said",
    [reading([wanted("a", { n: 1 })])],
    [given("a", {}, { missing: ["n"] })],
    "asked",
    "parameters",
  ],
  ["another reading", [reading([wanted("a")]), NONE], [], "right", null],
  ["two calls in another order", [reading([wanted("a"), wanted("b")])], [given("b"), given("a")], "right", null],
  ["one of two", [reading([wanted("a"), wanted("b")])], [given("b")], "part", "choice"],
  ["one of two, and wrong", [reading([wanted("a"), wanted("b", { n: 1 })])], [given("b")], "wrong", "choice"],
  ["one too many", [reading([wanted("a")])], [given("a"), given("b")], "wrong", "choice"],
  ["the same twice for once", [reading([wanted("a")])], [given("a"), given("a")], "wrong", "choice"],
  [
    "a tool alone and a call, whichever comes first",
    [reading([wanted("a", null), wanted("a", { n: 1 })])],
    [given("a", { n: 1 }), given("a", { n: 2 })],
    "right",
    null,
  ],
];

test.each(CALLS)("%s", (_, readings, calls, verdict, error) => {
  expect(judgedCalls(readings, calls)).toMatchObject({ verdict, error } as never);
});

test("what is expected and what came stand side by side", () => {
  const two = reading([wanted("a"), wanted("b"), wanted("b")]);
  expect(judgedCalls([two], [given("c"), given("b")]).pairs).toEqual([
    ["b", "b"],
    ["a", "c"],
    ["b", "none"],
  ]);
  expect(judgedCalls([reading([wanted("a")]), NONE], []).pairs).toEqual([["none", "none"]]);
});

test.each([
  [["a"], ["a"], "right"],
  [["none"], ["none"], "right"],
  [["none"], [], "right"],
  [["a"], ["none"], "missed"],
  [["a", "b"], ["b"], "part"],
  [["a", "b"], ["b", "a", "b"], "right"],
  [["a"], ["b"], "wrong"],
  [["a"], ["a", "b"], "wrong"],
  [["none"], ["a"], "wrong"],
] as const)("of the labels %p %p is %s", (expected, labels, verdict) => {
  expect(judgedLabels(expected, labels).verdict).toBe(verdict);
});

describe("values are the same", () => {
  test.each<readonly [JsonValue, JsonValue, boolean]>([
    [2, 2.0, true],
    [0.1 + 0.2, 0.3, true],
    [1e300, 1.0000001e300, false],
    [1, true, false],
    [1, "1", false],
    [null, 0, false],
    ["Zoe\u0308", "Zo\u00eb", true],
    ["Rome", "rome", false],
    ["2026-03-02T09:00:00Z", "2026-03-02T10:00:00+01:00", true],
    ["2026-03-02T09:00", "2026-03-02T09:00:00Z", false],
    ["2026-03-02", "2026-03-02T00:00:00Z", false],
    ["2026-03-02x", "2026-03-02y", false],
    [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{}, [], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [JSON.parse('{"__proto__":1}'), {}, false],
  ])("%j and %j: %p", (one, other, isSame) => {
    expect([isSameValue(one, other), isSameValue(other, one)]).toEqual([isSame, isSame]);
  });

  test("any JSON is itself, however its members are ordered, and after a way through JSON", () => {
    const turned = (value: JsonValue): JsonValue => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, inner]) => [name, turned(inner ?? null)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        isSameValue(value as JsonValue, turned(JSON.parse(JSON.stringify(value)))),
      ),
    );
  });
});
