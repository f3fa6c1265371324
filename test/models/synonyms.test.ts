/** Values said by the words that a schema gives for them, with the real weights. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { shapedLike } from "#models/embedded/values/example-shapes.ts";
import { openRealModels } from "./real-weights.ts";

const models = await openRealModels();
const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));

const WORDS = { NYC: ["new york", "big apple"], LA: ["city of angels"], "San Francisco": ["frisco"] };
const ANY = { type: "string", description: "City", "x-synonyms": WORDS };
const OPTION = { ...ANY, enum: ["NYC", "LA", "San Francisco", "Boston"] };
const LEVEL = { type: "integer", enum: [1, 2, 3], "x-synonyms": { 1: ["gentle breeze"], 3: ["full blast"] } };
const STATUS = {
  type: "string",
  enum: ["open", "wip", "done"],
  "x-synonyms": { wip: ["being worked on"], done: ["wrapped up"] },
};

const HOTEL = "Book a hotel in a city";
const TOOLS: Readonly<Record<string, readonly [string, JsonObject, readonly string[]]>> = {
  book_hotel: [HOTEL, { city: ANY, guests: { type: "integer" } }, ["city"]],
  reserve_hotel: [HOTEL, { city: OPTION, guests: { type: "integer" } }, ["city"]],
  book_flight: ["Book a flight", { origin: OPTION, destination: OPTION }, ["origin", "destination"]],
  find_restaurants: ["Find restaurants", { cuisine: { type: "string" }, city: ANY }, []],
  list_restaurants: ["Find restaurants", { cuisine: { type: "string" }, city: OPTION }, []],
  compare_cities: ["Compare the weather of cities", { cities: { type: "array", items: ANY } }, ["cities"]],
  rank_cities: ["Compare the weather of cities", { cities: { type: "array", items: OPTION } }, ["cities"]],
  set_fan: ["Set the speed of the fan", { level: LEVEL }, ["level"]],
  list_tickets: ["List support tickets", { status: STATUS }, []],
  ship_parcel: ["Ship a parcel", { to: { type: "object", properties: { city: OPTION }, required: ["city"] } }, ["to"]],
  track_order: [
    "Track an order",
    { ref: { type: "string", description: "Reference", "x-examples": ["AB-1234", "ZX-98"] } },
    ["ref"],
  ],
};

async function read(query: string, name: string) {
  const [description, properties, required] = TOOLS[name] ?? ["", {}, []];
  const tools = [{ name, description, parameters: { type: "object", properties, required: [...required] } }];
  const nothing = { context: null, history: [], memories: [], findSimilar: async () => [], persona: null };
  const draft = await models.model.call({ query, tools, now: NOW, ...nothing }, new AbortController().signal);
  const said = Object.entries(draft.spans).map(([key, { start, end }]) => [key, query.slice(start, end)]);
  return { tool: draft.tool, parameters: draft.parameters, said: Object.fromEntries(said) };
}

describe("a synonym becomes the value, with the words that said it", () => {
  test.each<[string, string, JsonObject, JsonObject]>([
    [
      "book a hotel in the big apple for 2",
      "book_hotel",
      { city: "NYC", guests: 2 },
      { city: "big apple", guests: "2" },
    ],
    [
      "book a hotel in the big apple for 2",
      "reserve_hotel",
      { city: "NYC", guests: 2 },
      { city: "big apple", guests: "2" },
    ],
    [
      "I need a room in Frisco for three guests",
      "book_hotel",
      { city: "San Francisco", guests: 3 },
      { city: "Frisco", guests: "three" },
    ],
    [
      "thai restaurants in the city of angels",
      "find_restaurants",
      { cuisine: "thai", city: "LA" },
      { cuisine: "thai", city: "city of angels" },
    ],
    [
      "thai restaurants in the city of angels",
      "list_restaurants",
      { cuisine: "thai", city: "LA" },
      { cuisine: "thai", city: "city of angels" },
    ],
    [
      "fly from the big apple to frisco",
      "book_flight",
      { origin: "NYC", destination: "San Francisco" },
      { origin: "big apple", destination: "frisco" },
    ],
    [
      "book a flight to new york from boston",
      "book_flight",
      { origin: "Boston", destination: "NYC" },
      { origin: "boston", destination: "new york" },
    ],
    ["put the fan on full blast", "set_fan", { level: 3 }, { level: "full blast" }],
    ["which tickets are being worked on", "list_tickets", { status: "wip" }, { status: "being worked on" }],
    ["show me wrapped up tickets", "list_tickets", { status: "done" }, { status: "wrapped up" }],
    [
      "compare the weather of the big apple, frisco and boston",
      "rank_cities",
      { cities: ["NYC", "San Francisco", "Boston"] },
      { cities: "big apple, frisco and boston" },
    ],
    [
      "compare the weather of the big apple, frisco and Denver",
      "compare_cities",
      { cities: ["NYC", "San Francisco", "Denver"] },
      { cities: "big apple, frisco and Denver" },
    ],
    ["ship the parcel to the big apple", "ship_parcel", { to: { city: "NYC" } }, { to: "big apple" }],
  ])("%p to %p", async (query, name, parameters, said) => {
    expect(await read(query, name)).toEqual({ tool: 0, parameters, said });
  });
});

describe("also in another form", () => {
  test.each<[string, string, JsonObject]>([
    ["book a hotel in the city of angles", "book_hotel", { city: "LA" }],
    ["book a hotel in the city of angles", "reserve_hotel", { city: "LA" }],
    ["book a hotel in big apples", "reserve_hotel", { city: "NYC" }],
    ["book a hotel in BIG-APPLE", "reserve_hotel", { city: "NYC" }],
  ])("%p to %p", async (query, name, parameters) => {
    expect((await read(query, name)).parameters).toEqual(parameters);
  });
});

describe("and nothing else does", () => {
  test.each<[string, string, JsonObject]>([
    ["book a hotel in Boston", "book_hotel", { city: "Boston" }],
    ["book a hotel in Rome", "reserve_hotel", {}],
    ["find thai restaurants", "find_restaurants", { cuisine: "thai" }],
    ["find thai restaurants", "list_restaurants", { cuisine: "thai" }],
    ["set the fan to 2", "set_fan", { level: 2 }],
    ["list tickets", "list_tickets", {}],
    ["compare the weather of Denver and Rome", "compare_cities", { cities: ["Denver", "Rome"] }],
  ])("%p to %p", async (query, name, parameters) => {
    expect((await read(query, name)).parameters).toEqual(parameters);
  });
});

describe("texts like those of x-examples", () => {
  test.each([
    ["where is my order QW-7781", "QW-7781"],
    ["find order kq-12 please", "kq-12"],
  ])("%p", async (query, ref) => {
    expect((await read(query, "track_order")).parameters).toEqual({ ref });
  });

  test.each([
    [["AB-1234", "ZX-98"], "QW-778 and Q-1, also ABCQW-778", ["QW-778"]],
    [["12/34"], "12/34, 1/2 and 112/34", ["12/34"]],
    [["(a.b)+1"], "(c.d)+2 or cxd+2", ["(c.d)+2"]],
    [["no digits", "AB 12", "a1"], "a1 AB 12 no digits", []],
  ])("by their shape: %j", (examples, text, found) => {
    expect(shapedLike(examples, text).map(({ start, end }) => text.slice(start, end))).toEqual(found);
  });
});
