/** What examples and facts say about another query, without any model. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { standingOf } from "#models/embedded/choosing/conversation.ts";
import { valuesOfOwn, withMeanings } from "#models/embedded/memories/facts.ts";
import {
  isSameQuery,
  type RememberedCall,
  valuesByTemplate,
  withConstants,
} from "#models/embedded/memories/remembered-calls.ts";
import { assembled, spansOf } from "#models/embedded/parameter-value.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));
const PROPERTIES = {
  city: { type: "string" },
  people: { type: "integer" },
  share: { type: "number" },
  day: { type: "string", format: "date" },
  size: { type: "string", enum: ["small", "large"] },
  outdoor: { type: "boolean" },
  toppings: { type: "array", items: { type: "string" } },
  place: { type: "object", properties: { street: { type: "string" }, country: { type: "string" } } },
};
const TOOL = { name: "book", description: "", parameters: parametersOf({ type: "object", properties: PROPERTIES }) };

function reused(example: string, parameters: JsonObject, query: string): JsonObject | null {
  const call = { kind: "example", query: example, tool: 0, parameters, similarity: 0.5 } as const;
  const values = valuesByTemplate(call, TOOL, query, NOW);
  return values && assembled(values);
}

describe("an example is a template for the same words around other values", () => {
  test.each<[string, JsonObject, string, JsonObject]>([
    [
      "table for 2 in Oslo",
      { people: 2, city: "Oslo" },
      "Table for four in  New York.",
      { people: 4, city: "New York" },
    ],
    ["a small one in Oslo", { size: "small", city: "Oslo" }, "a large one in Rome", { size: "large", city: "Rome" }],
    [
      "be in Oslo by tomorrow",
      { city: "Oslo", day: "2026-01-01" },
      "be in Rome by 3 December",
      { city: "Rome", day: "2026-12-03" },
    ],
    [
      "the usual for 2",
      { people: 2, city: "Oslo", outdoor: true },
      "the usual for 3",
      { people: 3, city: "Oslo", outdoor: true },
    ],
    [
      "send it to Main St now",
      { place: { street: "Main St" } },
      "send it to Elm Road now",
      { place: { street: "Elm Road" } },
    ],
  ])("%j %j: %j", (example, parameters, query, expected) => {
    expect(reused(example, parameters, query)).toEqual(expected);
  });

  test.each<[string, string, JsonObject, string]>([
    ["other words", "table for 2 in Oslo", { people: 2, city: "Oslo" }, "desk for 2 in Oslo"],
    ["more than one value in a slot", "table in Oslo", { city: "Oslo" }, "table in Rome for two"],
    ["a negation in a slot", "table in Oslo", { city: "Oslo" }, "table in not Oslo"],
    ["a value said twice", "from Oslo to Oslo", { city: "Oslo" }, "from Rome to Rome"],
    ["slots side by side", "table Oslo 2", { city: "Oslo", people: 2 }, "table Rome 3"],
    ["hardly a word around", "in Oslo", { city: "Oslo" }, "in Rome"],
    ["no number for a number", "table for 2 please", { people: 2 }, "table for Rome please"],
    ["half a person", "table for 2 please", { people: 2 }, "table for 2.5 please"],
    ["no option for an option", "a small one please", { size: "small" }, "a huge one please"],
    ["two days for one", "be there tomorrow please", { day: "2026-01-01" }, "be there Monday or Tuesday please"],
    ["a list", "pizza with ham please", { toppings: ["ham"] }, "pizza with cheese please"],
    [
      "what was only known along with the old value",
      "go to Oslo now",
      { city: "Oslo", place: { country: "Norway" } },
      "go to Rome now",
    ],
  ])("but not for %s", (_, example, parameters, query) => {
    expect(reused(example, parameters, query)).toBeNull();
  });

  test("however many places there are for each of its words", () => {
    const names = Array.from({ length: 12 }, (_, at) => `p${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    const tool = { name: "note", description: "", parameters: parametersOf({ type: "object", properties }) };
    const said = names.map((_, at) => `v${"abcdefghijkl"[at]}x`);
    const call = {
      kind: "example",
      query: `note a ${said.join(" a ")} done`,
      tool: 0,
      parameters: Object.fromEntries(names.map((name, at) => [name, said[at] as string])),
      similarity: 0.5,
    } as const;
    const { user } = process.cpuUsage();
    expect(valuesByTemplate(call, tool, `note${" a xy".repeat(98)}`, NOW)).toBeNull();
    expect(valuesByTemplate(call, tool, `note a${" a".repeat(240)} done`, NOW)).toBeNull();
    expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(200);
    const others = names.map((_, at) => `w${at}`);
    const values = valuesByTemplate(call, tool, `note a ${others.join(" a ")} done`, NOW);
    expect(values && assembled(values)).toEqual(Object.fromEntries(names.map((name, at) => [name, others[at]])));
  });

  test("whatever name and number stand in the slots", () => {
    // A word that stands between values is no part of a name, however it is written: "Jaa For".
    const isName = (text: string) => text.match(ENGLISH.asking.betweenValues) === null;
    const name = fc.stringMatching(/^[B-HJ-Z][a-z]{2,8}( [B-HJ-Z][a-z]{2,8})?$/).filter(isName);
    fc.assert(
      fc.property(name, fc.integer({ min: 2, max: 9999 }), (city, people) => {
        const query = `reserve ${people} seats near ${city} station`;
        const call = { kind: "example", query: "reserve 3 seats near Oslo station", tool: 0, similarity: 0.5 } as const;
        const values = valuesByTemplate({ ...call, parameters: { city: "Oslo", people: 3 } }, TOOL, query, NOW);
        expect(values && assembled(values)).toEqual({ city, people });
        const { start, end } = spansOf(values ?? []).city ?? {};
        expect(query.slice(start, end)).toBe(city);
      }),
      { numRuns: 100 },
    );
  });
});

test.each([
  ["the usual", "The  usual!", true],
  ["what is it?", "What is it", true],
  ["the usual", "the unusual", false],
])("%j and %j are the same query: %p", (one, other, same) => {
  expect(isSameQuery(one, other)).toBe(same);
});

const PARAMETERS = parametersOf({
  type: "object",
  properties: {
    city: { type: "string" },
    address: { type: "string" },
    size: { type: "string", enum: ["small", "large"] },
  },
});

describe("a fact gives words a meaning", () => {
  test.each([
    ["home is Berlin", "city", "home", "Berlin"],
    ["My home is Berlin.", "city", "at my Home", "Berlin"],
    ["home = Berlin", "city", "home", "Berlin"],
    ["home means Berlin", "city", "home", "Berlin"],
    ["my doctor is Dr. Weiss", "city", "the doctor", "Dr. Weiss"],
    ["Dr. Weiss is my doctor", "city", "my doctor", "Dr. Weiss"],
    ["the parents are Ada and Bob", "city", "parents", "Ada and Bob"],
    ["the office address: 5 Main St", "address", "the office", "5 Main St"],
    ["the office address: 5 Main St", "city", "the office", "the office"],
    ["home is Berlin", "city", "homeland", "homeland"],
    ["home is Berlin", "city", "", ""],
    ["I like tea", "city", "tea", "tea"],
    ["normal is large", "size", "normal", "large"],
    ["normal is huge", "size", "normal", "normal"],
  ])("%j: for %s, %j is %j", (fact, name, said, meant) => {
    const parameter = PARAMETERS.find((one) => one.name === name);
    if (!parameter) throw new Error(`no parameter ${name}`);
    const value = { parameter, value: said, span: { start: 0, end: 1 }, dependsOnClock: false };
    const [known] = withMeanings([value], [{ kind: "fact", fact, similarity: 0.5 }]);
    expect(known?.value).toBe(meant);
    // What was put in its place stands nowhere in the query.
    expect(known?.span).toEqual(said === meant ? value.span : null);
  });
});

describe("a fact about oneself gives an open parameter its value", () => {
  const open = parametersOf({
    type: "object",
    properties: { city: { type: "string" }, party_size: { type: "integer" }, day: { type: "string", format: "date" } },
  });
  test.each<[string, JsonObject]>([
    ["my city is Madrid", { city: "Madrid" }],
    ["Madrid is our city.", { city: "Madrid" }],
    ["my party size is usually four", { party_size: 4 }],
    ["the city is full", {}],
    ["my party size is large", {}],
    ["my day is Friday", {}],
    ["my home is Madrid", {}],
  ])("%s", (fact, expected) => {
    expect(assembled(valuesOfOwn(open, [{ kind: "fact", fact, similarity: 0.2 }]))).toEqual(expected);
  });
});

describe("by its form a query", () => {
  const tools = ["cancel_booking", "book_table"].map((name) => ({ name, description: "", parameters: [] }));
  test.each([
    ["and for two people", "continuing"],
    ["in Paris", "continuing"],
    ["make it three", "continuing"],
    ["what about Madrid?", "continuing"],
    ["no, the day after tomorrow instead", "continuing"],
    ["three people", "short"],
    ["thanks", "short"],
    ["and cancel it", "whole"],
    ["book two tables", "whole"],
    ["tell me a joke", "whole"],
    ["what's the weather in Oslo?", "whole"],
  ] as const)("%j is %s", (query, standing) => {
    expect(standingOf(query, tools)).toBe(standing);
  });
});

describe("what an example has without its query saying it", () => {
  const tool = {
    name: "take",
    description: "",
    parameters: parametersOf({
      type: "object",
      required: ["article"],
      properties: { article: { type: "string", enum: ["LARGE_COFFEE", "LARGE_TEA"] } },
    }),
  };
  const lent = (example: string, article: string, query: string) => {
    const call: RememberedCall = { kind: "example", query: example, tool: 0, parameters: { article }, similarity: 0.9 };
    return assembled(withConstants([], [call], tool, query, NOW));
  };

  test.each<[string, string, string]>([
    ["my usual coffee", "LARGE_COFFEE", "the usual coffee for Anna"],
    ["my usual", "LARGE_COFFEE", "the usual for my sister"],
    ["my usual coffee", "LARGE_COFFEE", "the usual, please"],
  ])("%j, %s: holds for %j", (example, article, query) => {
    expect(lent(example, article, query)).toEqual({ article });
  });

  test.each<[string, string, string]>([["my usual coffee", "LARGE_COFFEE", "my usual tea"]])(
    "%j, %s: says nothing of %j, which says something else in its place",
    (example, article, query) => {
      expect(lent(example, article, query)).toEqual({});
    },
  );
});
