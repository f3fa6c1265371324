/** Sentences that ask for several things, with the real weights; and how they are cut. */
import { describe, expect, test } from "bun:test";
import { inUtc } from "#core/local-time.ts";
import type { Tool } from "#core/toolset.ts";
import { inQuery, partOf } from "#models/embedded/requests/part-text.ts";
import { piecesOf } from "#models/embedded/requests/request-pieces.ts";
import { openRealModels } from "./real-weights.ts";

const models = await openRealModels();
const tool = (name: string, description: string, properties: object, required: readonly string[]): Tool =>
  ({ name, description, parameters: { type: "object", properties, required } }) as Tool;
const TOOLS: readonly Tool[] = [
  tool("turn_off_lights", "Turn off the lights of a room", { room: { type: "string" } }, []),
  tool("lock_door", "Lock the door", {}, []),
  tool("get_weather", "Get the weather forecast of a city", { city: { type: "string" }, days: { type: "integer" } }, [
    "city",
  ]),
  tool("add_to_list", "Add items to the shopping list", { items: { type: "array", items: { type: "string" } } }, [
    "items",
  ]),
  tool("send_message", "Send a message to somebody", { to: { type: "string" }, text: { type: "string" } }, [
    "to",
    "text",
  ]),
  tool(
    "circle_area",
    "Calculate the area of a circle given its radius.",
    { radius: { type: "integer", description: "The radius of the circle" } },
    ["radius"],
  ),
];

const claim = { claim: { type: "integer", description: "The claim's number" } };
const CLAIMS: readonly Tool[] = [
  tool("approve_claim", "Approve an expense claim that waits for approval", claim, ["claim"]),
  tool("reject_claim", "Reject an expense claim", claim, ["claim"]),
];

const ROOM = { type: "string", enum: ["kitchen", "hall", "office", "attic"] };
const HOME: readonly Tool[] = [
  tool("set_lamp", "Turn a lamp on or off", { room: ROOM, on: { type: "boolean" } }, ["room", "on"]),
  tool("set_heating", "Set the heating of a room", { room: ROOM, celsius: { type: "number" } }, ["room", "celsius"]),
];

const TICKETS: readonly Tool[] = [
  tool("assign_ticket", "Give a ticket to an agent", { ticket: { type: "integer" }, agent: { type: "string" } }, [
    "ticket",
    "agent",
  ]),
  tool("close_ticket", "Close a ticket", { ticket: { type: "integer" } }, ["ticket"]),
];

async function ask(query: string, callsMax: number, tools = TOOLS) {
  const request = {
    query,
    tools,
    callsMax,
    context: null,
    history: [],
    memories: [],
    persona: null,
    now: inUtc(Date.parse("2026-11-22T10:00:00Z")),
    findSimilar: async () => [],
  };
  const draft = await models.model.call(request, AbortSignal.timeout(20_000));
  const calls = draft.tool === null ? [] : [{ ...draft, tool: draft.tool }, ...(draft.others ?? [])];
  return {
    calls: calls.map((call) => [tools[call.tool]?.name, call.parameters]),
    more: draft.more ?? false,
    spans: calls.map((call) => call.spans),
  };
}

describe("a sum in two units is one number", () => {
  const refund = tool("refund_order", "Gives money back", { order: { type: "integer" }, amount: { type: "number" } }, [
    "order",
    "amount",
  ]);
  const invoice = tool("issue_invoice", "Issues an invoice", { extra_minutes: { type: "integer" } }, []);

  test.each([
    ["refund 17 dollars and 5 cents for order 4711", refund, { order: 4711, amount: 17.05 }],
    ["refund twelve euros and fifty cents for order 4711", refund, { order: 4711, amount: 12.5 }],
    ["issue an invoice with two hours and ten minutes extra", invoice, { extra_minutes: 130 }],
  ] as const)("%s", async (query, asked, parameters) => {
    const { calls } = await ask(query, 8, [asked]);
    expect(calls).toEqual([[asked.name, parameters]]);
  });

  test("and two of them are two", async () => {
    const { calls } = await ask("refund 12 dollars for order 4711 and 5 dollars for order 4712", 8, [refund]);
    expect(calls.map(([, parameters]) => parameters)).toEqual([
      { order: 4711, amount: 12 },
      { order: 4712, amount: 5 },
    ]);
  });
});

describe("several requests", () => {
  test("each is read by itself, in the order said", async () => {
    const { calls, more } = await ask("turn off the lights in the kitchen and lock the door", 8);
    expect(calls).toEqual([
      ["turn_off_lights", { room: "kitchen" }],
      ["lock_door", {}],
    ]);
    expect(more).toBe(false);
  });

  test("of which one may be answered: the first, with nothing of the second, and that there is more", async () => {
    const { calls, more } = await ask("turn off the lights in the kitchen and lock the door", 1);
    expect(calls).toEqual([["turn_off_lights", { room: "kitchen" }]]);
    expect(more).toBe(true);
  });

  test("of which one may be answered: the first, also where the second begins in words that no tool has", async () => {
    const door = { type: "string", enum: ["front door", "back door"] };
    const house = [
      tool("lock", "Lock a door", { door }, ["door"]),
      tool("unlock", "Unlock a door", { door }, ["door"]),
      tool("arm_alarm", "Arm the alarm", {}, []),
      tool("door_state", "Say whether a door is locked", { door }, ["door"]),
      tool("show_camera", "Show a camera", { camera: { type: "string", enum: ["garden", "street"] } }, ["camera"]),
    ];
    const { calls, more } = await ask("lock the front door and get us the garden camera", 1, house);
    expect(calls).toEqual([["lock", { door: "front door" }]]);
    expect(more).toBe(true);
  });

  test("a value that a parameter cannot hold beside another one is a call of its own, from its own place", async () => {
    const query = "what is the weather in Rome and Paris";
    const { calls, spans } = await ask(query, 8);
    expect(calls).toEqual([
      ["get_weather", { city: "Rome" }],
      ["get_weather", { city: "Paris" }],
    ]);
    expect(spans.map(({ city }) => query.slice(city?.start, city?.end))).toEqual(["Rome", "Paris"]);
  });

  test.each([
    ["what is the weather in Rome? Could you also tell me the weather in Oslo?", ["Rome", "Oslo"]],
    ["Give me the forecast for Bonn. Additionally, get the forecast for Lima.", ["Bonn", "Lima"]],
  ])("%s: a tool is asked once more in words of their own", async (query, cities) => {
    const { calls } = await ask(query, 8);
    expect(calls).toEqual(cities.map((city) => ["get_weather", { city }]));
  });

  test.each<[string, readonly [number, string][]]>([
    [
      "assign 4412 and 4413 to Dana and 4414 to Kim",
      [
        [4412, "Dana"],
        [4413, "Dana"],
        [4414, "Kim"],
      ],
    ],
    [
      "assign 4412 to Dana and 4413 and 4414 to Kim",
      [
        [4412, "Dana"],
        [4413, "Kim"],
        [4414, "Kim"],
      ],
    ],
    [
      "give 4412 to Dana, 4413 to Kim",
      [
        [4412, "Dana"],
        [4413, "Kim"],
      ],
    ],
  ])("%s: each has what the words come to next", async (query, given) => {
    const { calls } = await ask(query, 8, TICKETS);
    expect(calls).toEqual(given.map(([ticket, agent]) => ["assign_ticket", { ticket, agent }]));
  });

  test("of one that is asked for by a word of its name, nothing goes into the first", async () => {
    const { calls, more } = await ask("turn on the lamp in the kitchen and heat the office to 20 degrees", 1, HOME);
    expect(calls).toEqual([["set_lamp", { room: "kitchen", on: true }]]);
    expect(more).toBe(true);
  });

  test("what only tells more of the same request is none of its own", async () => {
    const { calls } = await ask("I need the weather in Rome. Give me the forecast of 3 days.", 8);
    expect(calls).toEqual([["get_weather", { city: "Rome", days: 3 }]]);
  });

  test("of one tool, where one call may be made: the whole sentence as one, and that there is more", async () => {
    const { calls, more } = await ask("get me the weather in Rome and get me the weather in Paris", 1);
    expect(calls.map(([name]) => name)).toEqual(["get_weather"]);
    expect(more).toBe(true);
  });

  test.each([
    ["what is the weather in Rome and in Oslo?", "Rome"],
    ["the weather forecast for Oslo, Rome and Bonn", "Oslo"],
  ])("%s: of one call it is the first, and there is more", async (query, city) => {
    const { calls, more } = await ask(query, 1);
    expect(calls).toEqual([["get_weather", { city }]]);
    expect(more).toBe(true);
  });

  test("one value of two words is none of several", async () => {
    const { calls, more } = await ask("the weather in Trinidad and Tobago", 1);
    expect(calls).toEqual([["get_weather", { city: "Trinidad and Tobago" }]]);
    expect(more).toBe(false);
  });

  test.each([
    ["approve 8831 and 8832", "approve_claim"],
    ["approve 8831 and reject 8832", "approve_claim"],
    ["reject 8831, approve 8832", "reject_claim"],
  ])("%s: what is said of another request is not done in its place", async (query, name) => {
    const { calls, more } = await ask(query, 1, CLAIMS);
    expect(calls).toEqual([[name, { claim: 8831 }]]);
    expect(more).toBe(true);
  });

  test("two lists of as many values are paired, in their order", async () => {
    const { calls } = await ask("the weather in Rome and Oslo for 3 and 5 days respectively", 8);
    expect(calls).toEqual([
      ["get_weather", { city: "Rome", days: 3 }],
      ["get_weather", { city: "Oslo", days: 5 }],
    ]);
  });

  test.each([
    ["calculate the areas of circles with radius 5, 10 and 15", [5, 10, 15]],
    ["calculate the area of a circle with radius 5 and of a circle with radius 8", [5, 8]],
  ])("%s: a call for each of the values", async (query, radii) => {
    const { calls } = await ask(query, 8);
    expect(calls).toEqual(radii.map((radius) => ["circle_area", { radius }]));
  });

  test("what is said once, before or behind the values, is said of each call", async () => {
    const expected = [
      ["get_weather", { city: "Rome", days: 3 }],
      ["get_weather", { city: "Oslo", days: 3 }],
    ];
    expect((await ask("for the next 3 days, what is the weather in Rome and in Oslo?", 8)).calls).toEqual(expected);
    expect((await ask("what is the weather in Rome and Oslo for the next 3 days?", 8)).calls).toEqual(expected);
  });

  test("things that are counted are a call each, with what is said of all; how they are counted is no value", async () => {
    const query =
      "I plan two trips. The first city is Rome, and the second city is Oslo. Get me the weather for 3 days.";
    const { calls } = await ask(query, 8);
    expect(calls).toEqual([
      ["get_weather", { city: "Rome", days: 3 }],
      ["get_weather", { city: "Oslo", days: 3 }],
    ]);
  });

  test("a sentence in quotation marks is read like any other", async () => {
    const { calls } = await ask('"Turn off the lights in the kitchen and lock the door"', 8);
    expect(calls.map(([name]) => name)).toEqual(["turn_off_lights", "lock_door"]);
  });

  test.each([
    "send Anna the message 'see you' and the number is 1234",
    "add eggs and butter to the shopping list",
    "add eggs, milk and butter to the list",
    "what is the weather in Rome for 3 days",
    'send Anna the message "turn off the lights and lock the door"',
    "don't turn off the lights and lock the door",
    "turn off the lights, no wait, lock the door",
  ])("%s: one call, and no more", async (query) => {
    const { calls, more } = await ask(query, 8);
    expect({ isOne: calls.length <= 1, more }).toEqual({ isOne: true, more: false });
  });
});

describe("a query is cut", () => {
  test.each([
    ["close the window and then lock the door", ["close the window", "lock the door"]],
    ["book a table for 1,500 people at 3.5 miles", ["book a table for 1,500 people at 3.5 miles"]],
    ['write "salt and pepper" and send it', ['write "salt and pepper"', "send it"]],
    ["see Dr. Lund. Also call Mr. Smith", ["see Dr. Lund", "call Mr. Smith"]],
    ['"close the window. Lock the door"', ["close the window", "Lock the door"]],
    ["order one hundred and twenty cups, please", ["order one hundred and twenty cups"]],
    ["put tram 2044 on line 7. Turn the heating on", ["put tram 2044 on line 7", "Turn the heating on"]],
    ["turn the heating on. put tram 2044 on line 7", ["turn the heating on", "put tram 2044 on line 7"]],
    ["drain vat 3; order milk", ["drain vat 3", "order milk"]],
    ["drain vat 3! order milk", ["drain vat 3", "order milk"]],
    ["send it! Lock it. Then call me", ["send it", "Lock it", "call me"]],
    ["1. lock the door 2. Turn the heating on", ["1. lock the door 2. Turn the heating on"]],
    ["come on the 7. of May", ["come on the 7. of May"]],
    ["call J. Smith on May 7. please", ["call J. Smith on May 7. please"]],
  ])("%s", (query, pieces) => {
    expect(piecesOf(query).map(({ start, end }) => query.slice(start, end))).toEqual(pieces);
  });

  test("and a part knows where its words stand in the query", () => {
    const query = "weather in Rome and Paris";
    const part = partOf(query, [
      { start: 0, end: 11 },
      { start: 20, end: 25 },
    ]);
    expect(part.text).toBe("weather in Paris");
    expect(inQuery(part, { start: 11, end: 16 })).toEqual({ start: 20, end: 25 });
    expect(inQuery(part, { start: 8, end: 16 })).toBeNull();
  });
});

describe("what is not several requests", () => {
  const ward = { type: "string", enum: ["north", "south", "east"] };
  const WARDS: readonly Tool[] = [
    tool("set_alarm_level", "Sets how loud the alarm of a ward is", { ward, percent: { type: "integer" } }, [
      "ward",
      "percent",
    ]),
    tool(
      "merge_files",
      "Merges files into one",
      {
        sources: { type: "array", items: { type: "integer" }, description: "Files that are merged" },
        target: { type: "integer", description: "File that stays" },
      },
      ["sources", "target"],
    ),
  ];
  const called = async (query: string) => (await ask(query, 8, WARDS)).calls;

  test("is a sentence that corrects itself", async () => {
    expect(await called("set the north alarm to 60 percent, argh, 40 percent")).toEqual([
      ["set_alarm_level", { ward: "north", percent: 40 }],
    ]);
  });

  test("is one that sets a condition", async () => {
    expect(await called("if anybody wakes up, set the north alarm to 20 percent")).toEqual([]);
  });

  test("is a list where the tool has room for it, and the number of another parameter is none of its items", async () => {
    const merged = [["merge_files", { sources: [5101, 5105, 5107], target: 5099 }]];
    expect(await called("merge files 5101, 5105 and 5107 into file 5099")).toEqual(merged);
  });
});
