/** Conversations on the real weights: what a sentence that goes on changes, and what stays. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import type { HistoryEntry } from "#core/ports/models.ts";
import type { Tool } from "#core/toolset.ts";
import { openRealModels } from "./real-weights.ts";

/** A few answers, on a machine that runs other tests beside. */
setDefaultTimeout(60_000);

const models = await openRealModels();
/** A Thursday. */
const NOW = inUtc(Date.parse("2026-11-26T10:00:00Z"));

const tool = (name: string, description: string, properties: JsonObject, required: readonly string[]): Tool => ({
  name,
  description,
  parameters: { type: "object", properties, required },
});
const text = (description: string) => ({ type: "string", description });
const whole = (description: string) => ({ type: "integer", description });
const options = (...choices: readonly string[]) => ({ type: "string", enum: choices });

const TRADES = {
  home: [
    tool(
      "set_light",
      "Turns the light in a room on or off and sets its brightness",
      { room: { type: "string" }, on: { type: "boolean" }, brightness: whole("Brightness in percent") },
      ["room"],
    ),
    tool(
      "set_temperature",
      "Sets the temperature of a room",
      { room: { type: "string" }, celsius: { type: "number", description: "Target temperature in degrees Celsius" } },
      ["room", "celsius"],
    ),
  ],
  bike: [
    tool(
      "order_part",
      "Orders a spare part",
      { part: text("Name of the part"), quantity: whole("How many"), supplier: text("Who delivers") },
      ["part", "quantity"],
    ),
    tool(
      "set_ticket_status",
      "Changes the status of a repair ticket",
      {
        ticket: text("Number of the ticket, as in R-104"),
        status: options("waiting", "in repair", "ready", "picked up"),
      },
      ["ticket", "status"],
    ),
  ],
  clinic: [
    tool(
      "record_weight",
      "Records the weight of an animal",
      { animal: text("Name of the animal"), kilograms: { type: "number", description: "Weight in kg" } },
      ["animal", "kilograms"],
    ),
    tool(
      "book_visit",
      "Books a visit at the vet",
      {
        animal: text("Name of the animal"),
        reason: options("vaccination", "checkup", "surgery"),
        day: { type: "string", format: "date" },
      },
      ["animal", "day"],
    ),
  ],
  library: [
    tool(
      "reserve_book",
      "Reserves a book for a reader",
      { title: text("Title of the book"), branch: options("central", "harbour") },
      ["title"],
    ),
  ],
  restaurant: [
    tool(
      "book_table",
      "Book a table at a restaurant",
      {
        restaurant: text("Name of the restaurant"),
        people: whole("Number of people"),
        day: { type: "string", format: "date", description: "Day of the booking" },
        time: { type: "string", format: "time" },
      },
      ["restaurant", "people", "day"],
    ),
    tool("cancel_table", "Cancels a booking", { restaurant: { type: "string" } }, ["restaurant"]),
  ],
  farm: [
    tool(
      "move_herd",
      "Moves a herd to another pasture",
      { herd: options("sheep", "cows", "goats"), pasture: { type: "string" } },
      ["herd", "pasture"],
    ),
  ],
  loans: [
    tool("extend_loan", "Extends a loan", { title: text("Title of the book"), weeks: whole("By how many weeks") }, [
      "title",
      "weeks",
    ]),
  ],
  devops: [
    tool(
      "scale_service",
      "Changes the number of replicas of a service",
      {
        service: { type: "string" },
        replicas: { type: "integer" },
        environment: { ...options("staging", "production"), default: "staging" },
      },
      ["service", "replicas"],
    ),
  ],
  warehouse: [
    tool(
      "move_stock",
      "Move stock between two places",
      {
        item: { type: "string" },
        quantity: { type: "integer" },
        source: text("Place it is taken from"),
        destination: text("Place it is brought to"),
      },
      ["item", "quantity", "source", "destination"],
    ),
    tool(
      "set_valve",
      "Open or close a valve",
      { valve: text("Number of the valve"), state: options("open", "closed") },
      ["valve", "state"],
    ),
  ],
} satisfies Record<string, readonly Tool[]>;

async function answer(trade: keyof typeof TRADES, query: string, history: readonly HistoryEntry[]) {
  const tools = TRADES[trade];
  const request = { query, tools, now: NOW, context: null, memories: [], persona: null, findSimilar: async () => [] };
  const draft = await models.model.call({ ...request, history }, new AbortController().signal);
  const name = draft.tool === null ? null : tools[draft.tool]?.name;
  return { name, parameters: draft.parameters, spans: draft.spans };
}

/** Each sentence after those before it, as a client sends them on: an answer of none is not. */
async function conversation(trade: keyof typeof TRADES, queries: readonly string[]) {
  const history: HistoryEntry[] = [];
  const calls: [string | null | undefined, JsonObject][] = [];
  for (const query of queries) {
    const { name, parameters } = await answer(trade, query, history.slice(-5));
    calls.push([name, parameters]);
    if (name) history.push({ tool: name, query, parameters });
  }
  return calls;
}

describe("a conversation goes on from its last call", () => {
  test("by what the last sentence changes, however many went before", async () => {
    const calls = await conversation("home", [
      "turn on the light in the kitchen",
      "no, the bedroom",
      "and the hallway too",
      "set the living room to 21 degrees",
      "two degrees more",
      "same for the bathroom",
      "not the bathroom, the office",
    ]);
    expect(calls).toEqual([
      ["set_light", { room: "kitchen", on: true }],
      ["set_light", { room: "bedroom", on: true }],
      ["set_light", { room: "hallway", on: true }],
      ["set_temperature", { room: "living room", celsius: 21 }],
      ["set_temperature", { room: "living room", celsius: 23 }],
      ["set_temperature", { room: "bathroom", celsius: 23 }],
      ["set_temperature", { room: "office", celsius: 23 }],
    ]);
  });

  test("by the part of a code that differs", async () => {
    expect(await conversation("bike", ["set ticket R-104 to ready", "and 105"])).toEqual([
      ["set_ticket_status", { ticket: "R-104", status: "ready" }],
      ["set_ticket_status", { ticket: "R-105", status: "ready" }],
    ]);
  });

  test("by distances of time, in words that the networks know", async () => {
    const calls = await conversation("restaurant", [
      "Book a table for four at Chez Anna on 24 December 2026",
      "make it six",
      "at 7 pm",
      "an hour later",
      "the day after",
      "at Luigi's instead",
      "cancel it",
    ]);
    const first = { restaurant: "Chez Anna", people: 4, day: "2026-12-24" };
    expect(calls).toEqual([
      ["book_table", first],
      ["book_table", { ...first, people: 6 }],
      ["book_table", { ...first, people: 6, time: "19:00:00Z" }],
      ["book_table", { ...first, people: 6, time: "20:00:00Z" }],
      ["book_table", { ...first, people: 6, day: "2026-12-25", time: "20:00:00Z" }],
      ["book_table", { restaurant: "Luigi's", people: 6, day: "2026-12-25", time: "20:00:00Z" }],
      ["cancel_table", { restaurant: "Luigi's" }],
    ]);
  });

  test("the other way round", async () => {
    const moved = { item: "drills", quantity: 5 };
    expect(await conversation("warehouse", ["move 5 drills from hall B to aisle 2", "the other way round"])).toEqual([
      ["move_stock", { ...moved, source: "hall B", destination: "aisle 2" }],
      ["move_stock", { ...moved, source: "aisle 2", destination: "hall B" }],
    ]);
  });

  test("but what only speaks of what was done names nothing", async () => {
    const moved = { item: "drills", quantity: 5, source: "hall B", destination: "aisle 2" };
    const calls = await conversation("warehouse", [
      "move 5 drills from hall B to aisle 2",
      "undo that",
      "close valve 7",
      "no wait, leave it open",
      "all of them",
    ]);
    expect(calls).toEqual([
      ["move_stock", moved],
      [null, {}],
      ["set_valve", { valve: "7", state: "closed" }],
      ["set_valve", { valve: "7", state: "open" }],
      [null, {}],
    ]);
  });

  test("to an option, and no free text, where both could have the word", async () => {
    const calls = await conversation("farm", [
      "move the sheep to the upper pasture",
      "the goats too",
      "I meant the cows",
    ]);
    expect(calls.at(-1)).toEqual(["move_herd", { herd: "cows", pasture: "upper" }]);
  });

  test("and is none where a number may be something else", async () => {
    const parameters = { title: "Emma", weeks: 2 };
    const before = [{ tool: "extend_loan", query: 'extend "Emma" by 2 weeks', parameters }];
    for (const query of ["the other one", "one more"])
      expect([query, (await answer("loans", query, before)).name]).toEqual([query, null]);
    const booked = { restaurant: "Chez Anna", people: 4, day: "2026-12-24" };
    const table = [{ tool: "book_table", query: "a table for four at Chez Anna on 24 December", parameters: booked }];
    const { name, parameters: changed } = await answer("restaurant", "and for the 26th", table);
    if (name !== null) expect(changed).toEqual({ ...booked, day: "2026-12-26" });
  });

  test("and never from what an older sentence said", async () => {
    const history = [
      { tool: "record_weight", query: "Bella weighs 12.5 kg", parameters: { animal: "Bella", kilograms: 12.5 } },
      {
        tool: "book_visit",
        query: "book Rex for a vaccination on Monday",
        parameters: { animal: "Rex", reason: "vaccination", day: "2026-11-30" },
      },
      {
        tool: "book_visit",
        query: "checkup, not vaccination",
        parameters: { animal: "Rex", reason: "checkup", day: "2026-11-30" },
      },
    ];
    const { name, parameters } = await answer("clinic", "and on Tuesday", history);
    if (name !== null) expect(parameters).toEqual({ animal: "Rex", reason: "checkup", day: "2026-12-01" });
    const scaled = [
      {
        tool: "scale_service",
        query: "scale checkout to 5 replicas in production",
        parameters: { service: "checkout", replicas: 5, environment: "production" },
      },
      {
        tool: "scale_service",
        query: "and search to 3",
        parameters: { service: "search", replicas: 3, environment: "production" },
      },
    ];
    const more = await answer("devops", "one more", scaled);
    if (more.name !== null) expect(more.parameters).toMatchObject({ service: "search", environment: "production" });
  });

  test("to the other one of two", async () => {
    const query = 'reserve "Emma" at the central branch';
    const parameters = { title: "Emma", branch: "central" };
    for (const other of ["not that one, the other", "no, the other one"]) {
      const { name, parameters: changed } = await answer("library", other, [
        { tool: "reserve_book", query, parameters },
      ]);
      expect([other, name, changed]).toEqual([other, "reserve_book", { title: "Emma", branch: "harbour" }]);
    }
  });
});

test("a value is worked out from the one before, and its words are no other value", async () => {
  const history = [
    { tool: "book_visit", query: "book Rex on Monday", parameters: { animal: "Rex", day: "2026-11-30" } },
  ];
  expect(await answer("clinic", "the day after", history)).toMatchObject({
    name: "book_visit",
    parameters: { animal: "Rex", day: "2026-12-01" },
  });
});
