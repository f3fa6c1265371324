/** Sentences that go on with earlier ones, over HTTP, answered by the models that ship. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { LIMITS } from "#core/limits.ts";
import { TRUSTING } from "../cache-kit.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";

/** A few answers, on a machine that runs other tests beside. */
setDefaultTimeout(60_000);

const setLight = {
  name: "set_light",
  description: "Turns the light in a room on or off and sets its brightness",
  parameters: {
    type: "object",
    properties: {
      room: { type: "string" },
      on: { type: "boolean" },
      brightness: { type: "integer", description: "Brightness in percent", minimum: 0, maximum: 100 },
    },
    required: ["room"],
  },
};
const bookTable = {
  name: "book_table",
  description: "Book a table at a restaurant",
  parameters: {
    type: "object",
    properties: {
      restaurant: { type: "string", description: "Name of the restaurant" },
      people: { type: "integer", description: "Number of people" },
      day: { type: "string", format: "date", description: "Day of the booking" },
      seating: { type: "string", enum: ["inside", "outside"] },
    },
    required: ["restaurant", "people", "day"],
  },
};
const TOOLSET = { signature: "evening-v1", name: "Evening", tools: [setLight, bookTable] };

const light = {
  tool: "set_light",
  query: "turn on the light in the kitchen",
  parameters: { room: "kitchen", on: true },
};
const table = {
  tool: "book_table",
  query: "book a table for four at Chez Anna on 24 December 2026, outside",
  parameters: { restaurant: "Chez Anna", people: 4, day: "2026-12-24", seating: "outside" },
};
const told = ({ parameters: _, ...entry }: typeof light | typeof table) => entry;

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp({ hasShippedModels: true, prior: TRUSTING });
  owner = await server.tenant();
  await owner.request("POST", "/v1/toolsets", TOOLSET);
  // Waits for the models.
  await ask("turn on the light", []);
});
afterAll(() => server.close());

async function ask(query: string, history: readonly object[], more: object = {}, headers = {}) {
  const reply = await owner.request(
    "POST",
    "/v1/resolve",
    { query, history, toolsets: ["evening-v1"], ...more },
    headers,
  );
  await server.app.cache.idle();
  return reply;
}

describe("what is said after a call [Q-6]", () => {
  test.each<[string, string, readonly object[], object]>([
    ["a correction", "no, the bedroom", [light], { room: "bedroom", on: true }],
    ["the same without what was answered", "no, the bedroom", [told(light)], { room: "bedroom", on: true }],
    ["an ellipsis", "and for two", [table], { ...table.parameters, people: 2 }],
    ["a follow-up", "and at Luigi's", [table], { ...table.parameters, restaurant: "Luigi's" }],
    ["what is not meant any more", "25 December, not 24", [table], { ...table.parameters, day: "2026-12-25" }],
    ["a distance", "the day after", [table], { ...table.parameters, day: "2026-12-25" }],
    ["the other one of two", "not that one, the other", [table], { ...table.parameters, seating: "inside" }],
    ["the last call of many", "and in the hallway", [table, table, table, table, light], { room: "hallway", on: true }],
    [
      "a call that was said in several turns",
      "and in the hallway",
      [light, { tool: "set_light", query: "no, the bedroom", parameters: { room: "bedroom", on: true } }],
      { room: "hallway", on: true },
    ],
  ])("%s: %s", async (_, query, history, parameters) => {
    const { status, json } = await ask(query, history);
    expect([status, json.resolved.parameters]).toEqual([200, parameters]);
  });

  test("takes nothing over that the tool cannot have", async () => {
    const { status, json } = await ask("and in the hallway", [{ ...light, parameters: { room: 5, on: true, x: [] } }]);
    expect(status).toBe(200);
    const { room = "hallway", ...others } = json.resolved.parameters;
    expect(room).toBe("hallway");
    expect(Object.keys(others).filter((name) => name !== "on")).toEqual([]);
  });

  test("keeps what nobody mentions, and says that it is from there", async () => {
    const { json } = await ask("no, the bedroom", [light]);
    expect(json.metadata.evidence).toEqual({ room: { kind: "query", start: 8, end: 15 }, on: { kind: "history" } });
  });

  test("may take back what the same sentence says", async () => {
    const { json } = await ask("turn on the light in the kitchen, no sorry, in the bedroom", []);
    expect(json.resolved).toEqual({ tool: "set_light", parameters: { room: "bedroom", on: true } });
  });

  test("is one call where several may be given", async () => {
    const { json } = await ask("no, the bedroom", [light], { calls_max: 4 });
    expect(json.calls.map(({ tool, parameters }: typeof light) => [tool, parameters])).toEqual([
      ["set_light", { room: "bedroom", on: true }],
    ]);
  });

  test("is none where nobody can tell what it changes", async () => {
    const { json } = await ask("two more", [table]);
    expect(json.resolved).toEqual({ tool: "none", parameters: {} });
  });

  test("is a call all the same for who wants one", async () => {
    const { json } = await ask("two more", [table], { tool_choice: "required" });
    expect(json.resolved.tool).not.toBe("none");
  });

  test("changes nothing of a tool that is gone", async () => {
    const gone = { tool: "water_plants", query: "water the roses", parameters: { bed: "roses" } };
    const { status, json } = await ask("turn on the light in the kitchen", [gone]);
    expect([status, json.resolved.parameters]).toEqual([200, { room: "kitchen", on: true }]);
    expect((await ask("and the tulips", [gone])).json.resolved.tool).not.toBe("water_plants");
  });
});

describe("parameters that were answered are refused [E-3]", () => {
  const longest = LIMITS.historyParametersCharactersMax;
  const holding = (characters: number) => ({ note: "x".repeat(characters - '{"note":""}'.length) });

  test.each<[string, unknown, string]>([
    ["that are too long", holding(longest + 1), "history.1.parameters"],
    ["that are a list", [], "history.1.parameters"],
    ["that are a text", "room", "history.1.parameters"],
    ["that are null", null, "history.1.parameters"],
    ["with half a surrogate pair", { room: "\ud800" }, "history.1.parameters.room"],
  ])("%s", async (_, parameters, field) => {
    const { status, json } = await ask("no, the bedroom", [light, { ...light, parameters }]);
    expect([status, json.error, Object.keys(json.details)]).toEqual([400, "validation_error", [field]]);
  });

  test("and not where they are as long as they may be", async () => {
    expect((await ask("no, the bedroom", [{ ...light, parameters: holding(longest) }])).status).toBe(200);
  });
});

describe("the cache never gives what another history was answered [K-6] [K-11]", () => {
  const dim = { ...light, parameters: { room: "kitchen", on: true, brightness: 40 } };
  const bright = { on: true };
  const dimmed = { on: true, brightness: 40 };
  const from = async (query: string, history: object, context: string) => {
    const { json } = await ask(query, [history], { context });
    return [json.metadata.source, json.resolved.parameters];
  };

  test.each([
    ["one", [light, bright], [dim, dimmed]],
    ["two", [dim, dimmed], [light, bright]],
    ["three", [told(light), bright], [dim, dimmed]],
    ["four", [dim, dimmed], [told(light), bright]],
    ["five", [told(light), bright], [light, bright]],
  ] as const)("in the same words, in either order: %s", async (context, [one, kept], [other, otherwise]) => {
    const query = "no, the bedroom";
    expect(await from(query, one, context)).toEqual(["model", { room: "bedroom", ...kept }]);
    expect(await from(query, other, context)).toEqual(["model", { room: "bedroom", ...otherwise }]);
    expect(await from(query, one, context)).toEqual(["exact_cache", { room: "bedroom", ...kept }]);
    expect(await from(query, other, context)).toEqual(["exact_cache", { room: "bedroom", ...otherwise }]);
  });

  test.each([
    ["six", [light, bright], [dim, dimmed]],
    ["seven", [dim, dimmed], [light, bright]],
    ["eight", [dim, dimmed], [told(light), bright]],
  ] as const)("in other words, in either order: %s", async (context, [one, kept], [other, otherwise]) => {
    for (const room of ["bedroom", "hallway", "office"])
      expect(await from(`no, the ${room}`, one, context)).toEqual([expect.any(String), { room, ...kept }]);
    expect(await from("no, the garage", other, context)).toEqual(["model", { room: "garage", ...otherwise }]);
    expect(await from("no, the garage", one, context)).toEqual(["semantic_cache", { room: "garage", ...kept }]);
  });

  test("the order of the parameters' names is nothing to it", async () => {
    const turned = { ...light, parameters: { on: true, room: "kitchen" } };
    await from("no, the bedroom", light, "nine");
    expect(await from("no, the bedroom", turned, "nine")).toEqual(["exact_cache", { room: "bedroom", on: true }]);
  });

  test("other words are no other distance from the value before", async () => {
    const rooms = { ...light, parameters: { room: "kitchen", brightness: 40 }, query: "kitchen light at 40 percent" };
    for (const [query, brightness] of [
      ["ten percent more", 50],
      ["20 percent more", 60],
      ["five percent less", 35],
    ] as const) {
      const [, parameters] = await from(query, rooms, "ten");
      expect([query, parameters]).toEqual([query, { room: "kitchen", brightness }]);
    }
  });
});
