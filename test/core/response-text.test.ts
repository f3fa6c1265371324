/** Answers in words, in four languages, from nothing but a call and its schema. The page of answers is in spoken/. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { TimeZone } from "#core/local-time.ts";
import type { Instant } from "#core/tenant.ts";
import { checkedTools, type Tool } from "#core/toolset.ts";
import { type Occasion, responseText } from "#core/wording/response-text.ts";

const PROPERTIES = {
  city: { type: "string" },
  people: { type: "integer" },
  outdoor_seating: { type: "boolean" },
  date: { type: "string", format: "date" },
  when: { type: "string", format: "date-time" },
  time: { type: "string", format: "time" },
  toppings: { type: "array", items: { type: "string" } },
  message: { type: "string" },
  radius_km: { type: "number" },
  party_size: { type: "integer", title: "Party size" },
  address: { type: "object", properties: { city: { type: "string" }, street: { type: "string" } } },
  items: {
    type: "array",
    items: { type: "object", properties: { name: { type: "string" }, quantity: { type: "integer" } } },
  },
};

const tool = (description = "Book a table at a restaurant.", name = "book_table"): Tool => ({
  name,
  description,
  parameters: { type: "object", properties: PROPERTIES },
});

interface Case {
  readonly missing?: readonly string[];
  readonly language?: string;
  readonly instructions?: string;
}

function said(parameters: JsonObject, { missing = [], language = "en", instructions = "" }: Case = {}): string {
  return responseText({ tool: tool(), parameters, missing }, { language, instructions });
}

const action = (description: string, name?: string) =>
  responseText({ tool: tool(description, name), parameters: {}, missing: [] }, { language: "en", instructions: "" });

describe("a call in English", () => {
  test.each<[JsonObject, string]>([
    [{}, "Booking a table."],
    [{ toppings: [], city: "" }, "Booking a table."],
    [{ city: "Rome", people: 2 }, "Booking a table in Rome for 2 people."],
    [{ outdoor_seating: true }, "Booking a table, with outdoor seating."],
    [{ outdoor_seating: false }, "Booking a table, without outdoor seating."],
    [{ is_urgent: false, has_breakfast: true }, "Booking a table, not urgent, with breakfast."],
    [{ include_drafts: true, notifications_enabled: false }, "Booking a table, with drafts, without notifications."],
    [{ avoid_tolls: true, delete_branch: false }, "Booking a table, avoiding tolls, not deleting the branch."],
    [{ date: "2026-11-19" }, "Booking a table on 19 November 2026."],
    [{ when: "2026-11-19T06:30:00Z" }, "Booking a table on 19 November 2026 at 6:30 am UTC."],
    [{ when: "2026-11-19T06:30:15+01:00" }, "Booking a table on 19 November 2026 at 6:30:15 am UTC+01:00."],
    [{ when: "2026-02-31T06:30:00Z" }, "Booking a table on 2026-02-31T06:30:00Z."],
    [{ time: "18:30:00" }, "Booking a table at 6:30 pm."],
    [{ time: "12:00:00" }, "Booking a table at noon."],
    [{ city: "2026-11-19" }, "Booking a table in 2026-11-19."],
    [{ toppings: ["ham"] }, "Booking a table with ham."],
    [{ toppings: ["ham", "cheese", "olives"] }, "Booking a table with ham, cheese and olives."],
    [
      {
        items: [
          { name: "Pizza", quantity: 2 },
          { name: "Cola", quantity: 1 },
        ],
      },
      "Booking a table with 2 Pizza and 1 Cola.",
    ],
    [{ address: { city: "Rome", street: "Via Appia 5" } }, "Booking a table in Rome at Via Appia 5."],
    [{ radius_km: 2.5 }, "Booking a table within 2.5 kilometres."],
    [{ price_usd: 9.99, temperature_celsius: -3 }, "Booking a table for $9.99: -3 degrees Celsius."],
    [{ amount: 1234567.125 }, "Booking a table for 1234567.125."],
    [{ user_id: "12345678901234567890" }, "Booking a table for user 12345678901234567890."],
    [{ party_size: 4 }, "Booking a table for 4 people."],
    [{ message: "I will be late." }, "Booking a table: “I will be late.”"],
    [{ message: "Are you there?\nI am." }, "Booking a table: “Are you there? I am.”"],
    [{ message: "<b>hi</b>" }, "Booking a table: “<b>hi</b>”."],
    [{ message: "“quoted already”" }, "Booking a table: “quoted already”."],
    [{ to: "Rome" }, "Booking a table to Rome."],
  ])("%j", (parameters, expected) => {
    expect(said(parameters)).toBe(expected);
  });

  test.each([
    ["Retrieves the weather (forecast) for a city, e.g. Rome", "get_weather", "Looking up the weather."],
    ["This function is used to send an email to somebody.", "mail", "Sending an email."],
    ["Cancels a booking. Cannot be undone!", "cancel", "Cancelling the booking."],
    ["Locks or unlocks a door", "lock_door", "Locking the door."],
    ["Get the status of an order", "order_status", "Looking up the order status."],
    ["Weather data", "getForecast", "Looking up the forecast."],
    ["Books a table", "calendar.v1/bookTable", "Booking a table."],
    ["Schedule a wake-up call", "wake_up_call", "Scheduling a wake up call."],
    ["", "xyz", "Xyz."],
  ])("says what %j does", (description, name, expected) => {
    expect(action(description, name)).toBe(expected);
  });

  test("without a tool says that it cannot", () => {
    const none = { tool: null, parameters: {}, missing: [] };
    expect(responseText(none, { language: "en", instructions: "" })).toBe("Sorry, I can’t do that.");
    expect(responseText(none, { language: "de", instructions: "" })).toBe("Das kann ich leider nicht.");
  });

  test("leaves out what nobody said where it would be long, and only then", () => {
    const usual = (name: string) => [name, { type: "string", default: "as ever" }] as const;
    const properties = Object.fromEntries([["city", { type: "string" }], ...["pace", "mood", "tone"].map(usual)]);
    const long = { name: "book_tour", description: "", parameters: { type: "object", properties } };
    const told = (city: string) => {
      const parameters = { city, pace: "as ever", mood: "as ever", tone: "as ever" };
      return responseText({ tool: long, parameters, missing: [] }, { language: "en", instructions: "" });
    };
    expect(told("Rome")).toBe("Booking a tour in Rome: as ever, as ever, as ever.");
    const name = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch near Bangor";
    expect(told(name.repeat(1))).toContain("Bangor: as ever");
    expect(told(`${name} and ${"on".repeat(20)}`)).not.toContain("as ever");
  });
});

describe("a day", () => {
  const told = (date: string, at: string | null, zone = "UTC") => {
    const told = { tool: tool(), parameters: { date }, missing: [] };
    const occasion = { at: at === null ? null : (Date.parse(at) as Instant), zone: zone as TimeZone };
    return responseText(told, { language: "en", instructions: "" }, occasion as Occasion);
  };
  const FRIDAY = "2026-11-27T12:00:00Z";
  test.each([
    ["2026-11-27", "today"],
    ["2026-11-28", "tomorrow"],
    ["2026-11-30", "on Monday 30 November"],
    ["2026-12-24", "on 24 December"],
    ["2028-01-05", "on 5 January 2028"],
    ["2026-11-26", "yesterday"],
  ])("%s is %s, seen from a Friday", (date, words) => {
    expect(told(date, FRIDAY)).toBe(`Booking a table ${words}.`);
  });

  test("is today where who asks is", () => {
    expect(told("2026-11-28", "2026-11-27T23:30:00Z", "Europe/Berlin")).toBe("Booking a table today.");
  });

  test("has its year, and no tomorrow, in words that are kept", () => {
    expect(told("2026-11-28", null)).toBe("Booking a table on 28 November 2026.");
  });
});

describe("what its owner wants to be said", () => {
  const lamp = (response: JsonValue, question?: JsonValue): Tool => ({
    name: "set_light",
    description: "Set a light",
    parameters: {
      type: "object",
      "x-response": response,
      properties: {
        room: {
          type: "string",
          enum: ["living_room", "hall"],
          ...(question !== undefined && { "x-question": question }),
        },
        state: { type: "string", enum: ["on", "off"] },
      },
    },
  });
  const speak = (one: Tool, parameters: JsonObject, language = "en", missing: readonly string[] = []) =>
    responseText({ tool: one, parameters, missing }, { language, instructions: "" });
  const call = { room: "living_room", state: "on" };

  test("has the values as somebody says them", () => {
    expect(speak(lamp("The {room} lights are {state}."), call)).toBe("The living room lights are on.");
  });

  test("may have a text for each language; another is said as ever", () => {
    const words = { en: "The {room} lights are {state}.", de: "Licht {room}: {state}." };
    expect(speak(lamp(words), call, "de-AT")).toBe("Licht living room: on.");
    expect(speak(lamp(words), call, "fr")).toStartWith("J’allume");
  });

  test("is not said where a value is missing from the call", () => {
    expect(speak(lamp("The {room} lights are {state}."), { state: "on" })).toBe("Turning on the light.");
  });

  test("asks in its own words", () => {
    expect(speak(lamp("", "In which room shall it be?"), {}, "en", ["room"])).toBe("In which room shall it be?");
  });

  test.each<[string, JsonValue, string]>([
    [
      "a place that is no parameter",
      "The {rom} is on.",
      "x-response with {rom}, which is no parameter (did you mean {room}?)",
    ],
    ["a number", 5, "x-response that is neither a text nor a map from languages to texts"],
    ["no language", { Deutsch: "Gut.", "d e": "Gut." }, 'x-response for "Deutsch", which is no language'],
    ["nothing", " ", "x-response that is empty"],
    ["too much", "x".repeat(501), "x-response of 501/500 characters"],
  ])("is refused with %s", (_, words, message) => {
    expect(() => checkedTools([lamp(words)])).toThrow(message);
  });

  test("is refused for one parameter with its place", () => {
    expect(() => checkedTools([lamp("On.", 7)])).toThrow("has at #/properties/room x-question that is neither");
  });
});

describe("a persona's manner", () => {
  const parameters = { city: "Rome", people: 2 };
  test.each([
    ["Be brief.", "Rome, 2.", "For which day?"],
    ["You are warm and friendly.", "Sure! Booking a table in Rome for 2 people.", "For which day?"],
    ["Stay formal.", "Certainly. Booking a table in Rome for 2 people.", "May I ask: for which day?"],
    ["Speak like a pirate, informally.", "Booking a table in Rome for 2 people.", "For which day?"],
  ])("%s", (instructions, done, asked) => {
    expect(said(parameters, { instructions })).toBe(done);
    expect(said(parameters, { instructions, missing: ["date"] })).toBe(asked);
  });

  test("writes dates as in its country", () => {
    expect(said({ date: "2026-11-19" }, { language: "en-US" })).toBe("Booking a table on November 19, 2026.");
    expect(said({ date: "2026-11-19" }, { language: "fi" })).toBe(said({ date: "2026-11-19" }));
  });
});

describe("whatever the values", () => {
  const language = fc.constantFrom("en", "de", "fr", "es", "it", "nl", "ja");
  const instructions = fc.constantFrom("", "brief", "formal", "friendly");

  test("a text is one line with one full stop at its end, and the words of each value in it", () => {
    const words = fc.array(fc.constantFrom("Rome", "i.e.", "<b>", "a\nb", "so", "ok?", "50 %", "ÄÖ", "..", "no!"), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, language, instructions, (parts, spoken, manner) => {
        const message = parts.join(" ");
        const text = said({ message }, { language: spoken, instructions: manner });
        expect(text).not.toMatch(/[\n\r]/);
        expect(text.replace(message.replace(/\s+/g, " "), "")).not.toContain("..");
        expect(text).toMatch(/[.!?…][\s»“”]*$/);
        expect(text).toContain(message.replace(/\s+/g, " "));
      }),
      { numRuns: 150 },
    );
  });

  test("no digit of a number is lost", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
        const [, shown = ""] = /^Booking a table: share (.*)\.$/.exec(said({ share: value })) ?? [];
        expect(Number(shown)).toBe(value);
      }),
      { numRuns: 150 },
    );
  });
});
