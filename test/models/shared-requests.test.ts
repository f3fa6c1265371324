/** Requests of one sentence that share what is said: in groups, by pointing at it, or told before all of them. With the real weights. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import type { Tool } from "#core/toolset.ts";
import { groupsIn } from "#models/embedded/requests/repeated-groups.ts";
import { type PartDraft, withAdditions } from "#models/embedded/requests/shared-values.ts";
import type { Parameter } from "#models/embedded/tool-parameters.ts";
import { openRealModels } from "./real-weights.ts";

const models = await openRealModels();
const text = (description: string) => ({ type: "string", description });
const whole = (description: string) => ({ type: "integer", description });
const tool = (name: string, description: string, properties: object, required = Object.keys(properties)): Tool =>
  ({ name, description, parameters: { type: "object", properties, required } }) as Tool;

const ROADS = [
  tool("road_length", "Get the length of the road between two towns", {
    from_town: text("Where the road begins"),
    to_town: text("Where the road ends"),
  }),
];
const PAIRS = [
  tool("least_common_multiple", "Compute the least common multiple of two numbers", {
    first: whole("The first number"),
    second: whole("The second number"),
  }),
];
const FENCE = [
  tool("fence_length", "Compute how long a fence has to be between two posts on a map", {
    first: { type: "array", items: { type: "integer" }, description: "Where the first post stands, as x and y" },
    second: { type: "array", items: { type: "integer" }, description: "Where the second post stands, as x and y" },
  }),
];
const TOWNS = [
  tool("get_weather", "Get the weather of a town", { town: text("Name of the town") }),
  tool("get_population", "Get the number of people who live in a town", { town_name: text("Name of the town") }),
  tool("find_hotel", "Find a hotel in a town", { town: text("Name of the town"), stars: whole("How many stars") }, [
    "town",
  ]),
];
const CASES = [tool("close_case", "Close a case", { case_number: text("The number of the case") })];
const TANKS = [
  tool("tank_volume", "Calculate the volume of a tank", {
    width: whole("Its width in metres"),
    height: whole("Its height in metres"),
  }),
  tool("tank_paint", "Calculate how much paint the walls of a tank need", {
    width: whole("Its width in metres"),
    height: whole("Its height in metres"),
  }),
];

const NAMED: Parameter = {
  name: "",
  path: [],
  type: "string",
  itemType: "string",
  description: "",
  choices: [],
  isRequired: true,
  hasDefault: false,
  format: "",
  pattern: "",
  minimum: Number.NEGATIVE_INFINITY,
  maximum: Number.POSITIVE_INFINITY,
};

async function ask(query: string, tools: readonly Tool[]) {
  const now = inUtc(Date.parse("2026-11-22T10:00:00Z"));
  const of = { query, tools, now, callsMax: 8, context: null, history: [], memories: [], persona: null };
  const draft = await models.model.call({ ...of, findSimilar: async () => [] }, AbortSignal.timeout(20_000));
  const calls = draft.tool === null ? [] : [{ ...draft, tool: draft.tool }, ...(draft.others ?? [])];
  return calls.map((call) => [tools[call.tool]?.name, call.parameters]);
}

describe("values in groups that are written alike", () => {
  const PLACES = ["Rome", "Bonn", "Oslo", "Lima", "Cape Town", "Los Angeles", "Riga", "Bern"];
  const pairs = fc
    .shuffledSubarray(PLACES, { minLength: 4 })
    .map((places) => places.slice(0, places.length - (places.length % 2)))
    .map((places) => places.flatMap((place, at) => (at % 2 === 0 ? [[place, places[at + 1] as string] as const] : [])));

  test("are groups, in their order, whatever stands before and behind all of them", () => {
    const written = fc.record({
      pairs,
      lead: fc.constantFrom("between ", "from ", ""),
      within: fc.constantFrom(" and ", " to "),
      end: fc.constantFrom("?", " today", ", please"),
    });
    fc.assert(
      fc.property(written, ({ pairs, lead, within, end }) => {
        const groups = pairs.map(([one, other]) => `${lead}${one}${within}${other}`);
        const query = `how long is the way ${groups.join(", ")}${end}`;
        const said = groupsIn(query).map((group) => group.map((slot) => query.slice(slot.start, slot.end)));
        expect(said).toEqual(pairs.map((pair) => [...pair]));
      }),
    );
  });

  test.each(["the weather in Rome, Bonn, Oslo and Lima", "Rome and Bonn and Oslo and Lima", "pay 5 to Ann", ""])(
    "%p has none",
    (query) => {
      expect(groupsIn(query)).toEqual([]);
    },
  );

  test("are a call each", async () => {
    expect(
      await ask("How long is the road between Bonn and Riga, and between Cape Town and Los Angeles?", ROADS),
    ).toEqual([
      ["road_length", { from_town: "Bonn", to_town: "Riga" }],
      ["road_length", { from_town: "Cape Town", to_town: "Los Angeles" }],
    ]);
    expect(await ask("What is the least common multiple of (12, 18) and (35, 49)?", PAIRS)).toEqual([
      ["least_common_multiple", { first: 12, second: 18 }],
      ["least_common_multiple", { first: 35, second: 49 }],
    ]);
  });

  test("but for a tool that has a place for all of them", async () => {
    expect(await ask("How long is a fence from [1, 2] to [4, 6]?", FENCE)).toHaveLength(1);
  });
});

describe("what was said before", () => {
  test("is meant by words that point at it, and each of several by words that point at all", async () => {
    expect(await ask("Get the weather in Oslo and find a hotel in the same town.", TOWNS)).toEqual([
      ["get_weather", { town: "Oslo" }],
      ["find_hotel", { town: "Oslo" }],
    ]);
    const each = "Get the weather in Rome and Bonn. Also, how many people live in these towns?";
    expect(await ask(each, TOWNS)).toEqual([
      ["get_weather", { town: "Rome" }],
      ["get_weather", { town: "Bonn" }],
      ["get_population", { town_name: "Rome" }],
      ["get_population", { town_name: "Bonn" }],
    ]);
  });

  test.each([
    ["What is its volume? How much paint do its walls need, to the nearest 2 litres?"],
    ["Can you calculate its volume? Also, how much paint do I need for 2 coats on its walls?"],
  ])("and told before anything is asked for is said of each: … %s", async (asked) => {
    expect(
      await ask(`Somebody builds a tank. It is 7 metres wide. It has a height of 9 metres. ${asked}`, TANKS),
    ).toEqual([
      ["tank_volume", { width: 7, height: 9 }],
      ["tank_paint", { width: 7, height: 9 }],
    ]);
  });

  test.each([
    "Can you tell me how the weather is in Rome and also look for a hotel in the same town? After that, I would also like to know the weather in Oslo and look for a hotel in the same town.",
    "How is the weather in Rome, and look for a hotel in the same town. Also, how is the weather in Oslo, and look for a hotel in the same town.",
  ])("is another request in the next sentence, though that asks the same tools: %s", async (query) => {
    expect(await ask(query, TOWNS)).toEqual([
      ["get_weather", { town: "Rome" }],
      ["find_hotel", { town: "Rome" }],
      ["get_weather", { town: "Oslo" }],
      ["find_hotel", { town: "Oslo" }],
    ]);
  });
});

describe("a request that says nothing its tool requires", () => {
  const parameter = (name: string, isRequired: boolean) => ({
    ...NAMED,
    name,
    path: [{ key: name, isList: false }],
    isRequired,
  });
  const hotel = {
    name: "find_hotel",
    description: "",
    parameters: [parameter("town", true), parameter("stars", false)],
  };
  const draft = (parameters: JsonObject): PartDraft => ({
    tool: 0,
    readable: hotel,
    said: "",
    isAlike: false,
    parameters,
    confidence: 0.9,
    spans: {},
    dependsOnClock: false,
    usedMemories: [],
    text: null,
  });
  const given = (...drafts: readonly JsonObject[]) =>
    withAdditions(drafts.map(draft)).map(({ parameters }) => parameters);

  test("adds to the one before it", () => {
    expect(given({ town: "Riga" }, { stars: "4" })).toEqual([{ town: "Riga", stars: "4" }]);
  });

  test.each([
    [{ town: "Riga" }, { town: "Oslo", stars: "4" }],
    [{ town: "Riga", stars: "3" }, { stars: "4" }],
    [{ stars: "3" }, { stars: "4" }],
    [{ town: "Riga" }, {}],
  ])("but not where that has what it says, or lacks what is required: %j, %j", (first, second) => {
    expect(given(first, second)).toEqual([first, second]);
  });
});

describe("how many there are to be of a thing", () => {
  const STORES = [
    tool("order_part", "Order a spare part", { part: text("What to order"), quantity: whole("How many") }),
  ];

  test("is not told of another thing, of which there is to be one", async () => {
    const calls = await ask("order 3 saddles and a chain guard", STORES);
    expect(calls).toEqual([
      ["order_part", { part: "saddles", quantity: 3 }],
      ["order_part", { part: "chain guard", quantity: 1 }],
    ]);
  });

  test("is told of each of its own", async () => {
    const calls = await ask("order 3 saddles and 12 inner tubes", STORES);
    expect(calls).toEqual([
      ["order_part", { part: "saddles", quantity: 3 }],
      ["order_part", { part: "inner tubes", quantity: 12 }],
    ]);
  });
});

test("the no of a number denies nothing", async () => {
  expect(await ask("Close case no 28 and case no 64.", CASES)).toHaveLength(2);
});
