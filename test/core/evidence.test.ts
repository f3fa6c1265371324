import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { evidenceOf, type Sources } from "#core/answering/evidence.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { literalPlaces } from "#core/reading/places.ts";

/** A Wednesday. */
const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));
const NOTHING = { context: null, history: [], answered: [], memories: [], spans: {}, now: NOW };
const UNITS = { enum: ["celsius", "fahrenheit", "kelvin"] };
const SIZES = { enum: ["small", "medium", "extra_large"] };
const CURRENCIES = { enum: ["EUR", "USD", "GBP"] };
const DAY = { type: "string", format: "date" };
const MOMENT = { type: "string", format: "date-time" };

function evidence(query: string, parameters: JsonObject, properties: JsonObject = {}, more: Partial<Sources> = {}) {
  return evidenceOf(parameters, { type: "object", properties }, [], { query, ...NOTHING, ...more });
}

/** What stands at the place of the only parameter; null when it is inferred. */
function said(query: string, name: string, value: JsonValue, property: JsonObject = {}): string | null {
  const source = evidence(query, { [name]: value }, { [name]: property })[name];
  if (source?.kind === "inferred") return null;
  expect(source?.kind).toBe("query");
  return query.slice(source?.start, source?.end);
}

test("a value is found whatever the case of its letters, where a pattern would find it", () => {
  const letter = fc.constantFrom(..."aAsSſkK\u212aßẞσςΣiIİıéÉfﬁ");
  const word = fc.array(letter, { minLength: 1, maxLength: 3 }).map((letters) => letters.join(""));
  let found = 0;
  fc.assert(
    fc.property(word, fc.array(word, { minLength: 1, maxLength: 6 }), (value, words) => {
      const text = words.join(" ");
      const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(value)}(?![\\p{L}\\p{N}\\p{M}])`, "giu");
      const starts = [...text.matchAll(pattern)].map(({ index }) => index);
      expect(literalPlaces(value, text).map(({ start }) => start)).toEqual(starts);
      found += starts.length;
    }),
    { numRuns: 5_000 },
  );
  expect(found).toBeGreaterThan(100);
});

describe("a value is found in the query", () => {
  test.each<[string, string, JsonValue, JsonObject, string]>([
    // As it stands.
    ["what's the weather in Rome?", "city", "Rome", {}, "Rome"],
    ["what's the weather in ROME", "city", "Rome", {}, "ROME"],
    ["fly to New\n York", "city", "New York", {}, "New\n York"],
    ["write in C++ please", "language", "C++", {}, "C++"],
    ["mail to a.b@example.org", "to", "a.b@example.org", {}, "a.b@example.org"],
    ["東京の天気は?", "city", "東京", {}, "東京"],
    ["서울에서 만나", "city", "서울", {}, "서울"],
    ["weather in Zürich", "city", "Zu\u0308rich", {}, "Zürich"],
    // Numbers.
    ["a table for two", "people", 2, {}, "two"],
    ["half a million users", "users", 500_000, {}, "half a million"],
    ["give me 1,250.50 dollars", "amount", 1250.5, {}, "1,250.50"],
    ["a tip of 15 %", "share", 0.15, {}, "15 %"],
    ["a tip of 15%", "percent", 15, {}, "15%"],
    ["room twelve", "room", "12", {}, "twelve"],
    ["call +49 (30) 1234-567", "phone", "+49301234567", {}, "+49 (30) 1234-567"],
    // Dates, as of the request's clock.
    ["book it tomorrow", "day", "2026-11-19", DAY, "tomorrow"],
    ["book it on 3 December", "day", "2026-12-03", {}, "on 3 December"],
    ["wake me tomorrow at 6:30", "time", "2026-11-19T06:30:00Z", MOMENT, "tomorrow at 6:30"],
    ["wake me tomorrow at 6:30", "time", "2026-11-19T06:30:00+00:00", MOMENT, "tomorrow at 6:30"],
    ["wake me tomorrow at 6:30", "time", "2026-11-19T07:30:00+01:00", {}, "tomorrow at 6:30"],
    ["remind me tomorrow", "time", "2026-11-19T00:00:00Z", MOMENT, "tomorrow"],
    ["lunch at half past 12", "time", "12:30", {}, "at half past 12"],
    // Options in other words.
    ["20 °F", "unit", "fahrenheit", UNITS, "F"],
    ["in Celcius please", "unit", "celsius", UNITS, "Celcius"],
    ["degrees in C", "unit", "celsius", UNITS, "C"],
    ["a med one", "size", "medium", SIZES, "med"],
    ["an extra-large shirt", "size", "extra_large", SIZES, "extra-large"],
    ["10 km away", "unit", "kilometers", { enum: ["miles", "kilometers"] }, "km"],
    ["pay 5 euros", "currency", "EUR", CURRENCIES, "euros"],
    ["pay $5", "currency", "USD", CURRENCIES, "$"],
    ["pay 5 bucks", "currency", "USD", {}, "bucks"],
    ["weather in Boston", "city", "Boston, MA", { description: "City and state, such as Boston, MA" }, "Boston"],
    ["flights to NYC", "city", "New York City", { enum: ["New York City", "Boston"] }, "NYC"],
    ["flights to New York City", "city", "NYC", { enum: ["NYC", "BOS"] }, "New York City"],
    ["I am a vegetarian", "diet", "vegetarians", {}, "vegetarian"],
    [
      "seats that are outside",
      "place",
      "outside_seat",
      { enum: ["outside_seat", "inside_seat"] },
      "seats that are outside",
    ],
    // Yes and no.
    ["a smoking room", "smoking", true, {}, "smoking"],
    ["for smokers", "is_smoking_allowed", true, {}, "smokers"],
    ["no smoking, please", "smoking", false, {}, "no smoking"],
    ["a room without a balcony", "balcony", false, {}, "without a balcony"],
    ["don't include drafts", "include_drafts", false, {}, "don't include drafts"],
    ["a table outside, outdoor seating if possible", "outdoorSeating", true, {}, "outdoor seating"],
    ["no smoking", "no_smoking", true, {}, "no smoking"],
    ["turn notifications off", "notifications", false, {}, "notifications off"],
    // Lists and objects, by what they hold.
    ["pizza with ham and two cheeses", "toppings", ["ham", "cheese"], {}, "ham and two cheeses"],
    ["from Oslo to Rome", "route", { to: "Rome", from: "Oslo" }, {}, "Oslo to Rome"],
    ["a box of 3 by 5", "box", { size: { width: 3, height: 5 } }, {}, "3 by 5"],
  ])("%j: %s = %j", (query, name, value, property, place) => {
    expect(said(query, name, value, property)).toBe(place);
  });
});

describe("a value is inferred", () => {
  test.each<[string, string, JsonValue, JsonObject]>([
    ["what's the weather in Rome?", "city", "Paris", {}],
    ["Romeo and Juliet", "city", "Rome", {}],
    ["a table for two", "people", 3, {}],
    ["a table for two", "people", "", {}],
    ["a table for two", "names", [], {}],
    ["a table for two", "name", null, {}],
    ["at 8 tomorrow", "time", "2026-11-19T09:00:00Z", MOMENT],
    ["book it tomorrow", "day", "2026-11-20", DAY],
    ["a room please", "smoking", false, {}],
    ["a smoking room", "smoking", false, {}],
    ["no smoking", "smoking", true, {}],
    ["no, a smoking room", "smoking", false, {}],
    ["I want a coffee", "unit", "inch", { enum: ["inch", "centimetre"] }],
    ["weather in Boston", "city", "Boston, MA", {}],
    ["open until Sunday", "country", "US", { enum: ["US", "UK"] }],
    ["trip to Australia", "country", "Austria", { enum: ["Austria", "Australia"] }],
    ["the small ones", "size", "smaller", { enum: ["small", "smaller"] }],
    ["pizza with ham", "toppings", ["ham", "cheese"], {}],
  ])("%j: %s = %j", (query, name, value, property) => {
    expect(said(query, name, value, property)).toBeNull();
  });
});

describe("the place of a value", () => {
  test("is the model's own where that can be true", () => {
    const query = "from Rome to Rome";
    const copied = evidence(query, { to: "Rome" }, {}, { spans: { to: { start: 13, end: 17 } } });
    expect(copied.to).toEqual({ kind: "query", start: 13, end: 17 });
    for (const span of [
      { start: 40, end: 44 },
      { start: -4, end: 4 },
      { start: 5, end: 5 },
      { start: 4, end: 5 },
      { start: 0.5, end: 4 },
      { start: Number.NaN, end: 4 },
    ]) {
      const kept = evidence(query, { to: "Rome" }, {}, { spans: { to: span } });
      expect(kept.to).toEqual({ kind: "query", start: 5, end: 9 });
    }
  });

  test("is another one for each of two equal values", () => {
    expect(evidence("2 tables for 2 people", { tables: 2, people: 2 })).toEqual({
      tables: { kind: "query", start: 0, end: 1 },
      people: { kind: "query", start: 13, end: 14 },
    });
    const spans = { to: { start: 5, end: 9 } };
    expect(evidence("from Rome to Rome", { from: "Rome", to: "Rome" }, {}, { spans }).from).toEqual({
      kind: "query",
      start: 13,
      end: 17,
    });
  });

  test("is shared by two equal values where the query says it once", () => {
    const place = { kind: "query", start: 12, end: 15 } as const;
    expect(evidence("a table for two", { adults: 2, seats: 2 })).toEqual({ adults: place, seats: place });
  });

  test("is free for whoever has no other", () => {
    // "two" could be either number; only the text can be nothing but "2".
    const found = evidence("gate 2, two people", { people: 2, gate: "2" });
    expect([found.gate, found.people]).toEqual([
      { kind: "query", start: 5, end: 6 },
      { kind: "query", start: 8, end: 11 },
    ]);
  });
});

describe("a value that the query does not say", () => {
  const everywhere = {
    context: "I live in Berlin",
    history: ["a flight to Madrid"],
    memories: [
      { text: "my doctor is Dr. Weiss", parameters: {} },
      { text: "the usual", parameters: { drink: { name: "espresso", sugar: false } } },
    ],
  };

  test.each<[string, JsonObject, object]>([
    ["stands in the context", { city: "Berlin" }, { city: { kind: "context", start: 10, end: 16 } }],
    ["was said before", { city: "Madrid" }, { city: { kind: "history" } }],
    ["is in a fact", { contact: "Dr. Weiss" }, { contact: { kind: "memory" } }],
    ["is in an example", { drink: { name: "espresso", sugar: false } }, { drink: { kind: "memory" } }],
    ["is in an example under another name", { name: "espresso" }, { name: { kind: "inferred" } }],
    ["is partly here, partly there", { route: { from: "Berlin", to: "Madrid" } }, { route: { kind: "history" } }],
    ["is partly from nowhere", { route: { from: "Berlin", to: "Atlantis" } }, { route: { kind: "inferred" } }],
    ["is the schema's default", { unit: "celsius" }, { unit: { kind: "default" } }],
    ["is called as what objects have", { __proto__: "x", constructor: "Berlin" }, { constructor: { kind: "context" } }],
  ])("%s", (_, parameters, expected) => {
    const properties = { unit: { type: "string", default: "celsius" } };
    expect(evidence("please go ahead", parameters, properties, everywhere)).toMatchObject(expected);
  });

  test("was filled in by the server, in whole or in part", () => {
    const parameters = { unit: "metric", place: { city: "Rome", floor: 1 } };
    const filled = evidenceOf(parameters, {}, ["unit", "place.floor"], { query: "in Rome, metric", ...NOTHING });
    expect(filled).toEqual({ unit: { kind: "default" }, place: { kind: "query", start: 3, end: 7 } });
  });
});
