/** Values that are said in another form than their parameter has them, read by the real weights with the right tool alone. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { openRealModels } from "./real-weights.ts";

const models = await openRealModels();
/** A Sunday. */
const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));
const integer = (description: string, more: JsonObject = {}): JsonObject => ({ type: "integer", description, ...more });

interface Asked {
  readonly tool: string;
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

const PRICE: Asked = {
  tool: "set_price",
  description: "Set the price of an article",
  properties: { article: integer("Number of the article"), priceCents: integer("New price") },
  required: ["article", "priceCents"],
};
const VISIT: Asked = {
  tool: "book_visit",
  description: "Book a visit of the doctor",
  properties: {
    start: { type: "string", format: "date-time", description: "When it begins" },
    minutes: integer("Length of the visit in minutes", { default: 30 }),
  },
  required: ["start"],
};
const MACHINE: Asked = {
  tool: "create_machine",
  description: "Create a virtual machine",
  properties: { mebibytes: integer("Memory of the machine") },
  required: ["mebibytes"],
};
const OVEN: Asked = {
  tool: "heat_oven",
  description: "Heat the oven up",
  properties: { celsius: integer("Target temperature in degrees Celsius") },
  required: ["celsius"],
};
const PASS: Asked = {
  tool: "buy_pass",
  description: "Buy a pass for the trams",
  properties: { days: integer("How many days it is valid", { enum: [1, 7, 14, 30] }) },
  required: ["days"],
};
const TICKET: Asked = {
  tool: "close_ticket",
  description: "Close a ticket",
  properties: { ticket: integer("Number of the ticket") },
  required: ["ticket"],
};
const BIKE: Asked = {
  tool: "rent_bike",
  description: "Rent a bike",
  properties: { weeks: integer("") },
  required: ["weeks"],
};
const BREAK: Asked = {
  tool: "plan_break",
  description: "Plan a break",
  properties: { hours: integer("Length of the break in hours") },
  required: ["hours"],
};

describe("what is said in another form", () => {
  test.each<[string, Asked, JsonObject]>([
    ["article 4411 costs 89.50 euros now", PRICE, { article: 4411, priceCents: 8950 }],
    ["article 4411 is twelve euros eighty from today", PRICE, { article: 4411, priceCents: 1280 }],
    ["I need the doctor in twenty minutes", VISIT, { start: "2026-11-22T10:20:00Z" }],
    ["a visit tomorrow at half past three, please", VISIT, { start: "2026-11-23T15:30:00Z" }],
    ["a machine with 2 gigs of ram", MACHINE, { mebibytes: 2048 }],
    ["heat it up to 350 degrees Fahrenheit", OVEN, { celsius: 177 }],
    ["a pass for two weeks", PASS, { days: 14 }],
    ["close ticket one two zero four two", TICKET, { ticket: 12_042 }],
  ])("%p", async (query, { tool: name, description, properties, required }, expected) => {
    const tools = [{ name, description, parameters: { type: "object", properties, required: [...required] } }];
    const request = { query, tools, now: NOW, persona: null, mustCall: true };
    const nothing = { context: null, history: [], memories: [], findSimilar: async () => [] };
    const draft = await models.model.call({ ...request, ...nothing }, new AbortController().signal);
    expect(draft.parameters).toEqual(expected);
  });

  test.each<[string, Asked, string]>([
    ["plan a break of 90 minutes", BREAK, "hours"],
    ["rent a bike for a month", BIKE, "weeks"],
    ["rent a bike for 10 days", BIKE, "weeks"],
  ])("and what cannot be said in it is left open: %p", async (query, asked, parameter) => {
    const { tool: name, description, properties, required } = asked;
    const tools = [{ name, description, parameters: { type: "object", properties, required: [...required] } }];
    const request = { query, tools, now: NOW, persona: null, mustCall: true };
    const nothing = { context: null, history: [], memories: [], findSimilar: async () => [] };
    const draft = await models.model.call({ ...request, ...nothing }, new AbortController().signal);
    expect(draft.parameters).toEqual({});
    expect(draft.unfilled?.map((one) => [one.parameter, one.why])).toEqual([[parameter, "not_whole"]]);
  });
});
