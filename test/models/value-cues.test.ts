import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { rangesIn } from "#core/reading/ranges.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { limited } from "#models/embedded/values/limit-cues.ts";
import { announced, counted, cued, onlyDate, withOwnArticle } from "#models/embedded/values/value-cues.ts";

function parameter(name: string, type = "string") {
  const [found] = parametersOf({ type: "object", properties: { [name]: { type } } });
  if (!found) throw new Error("the schema has one parameter");
  return found;
}

function spanOf(text: string, words: string) {
  const start = text.indexOf(words);
  return { start, end: start + words.length };
}

test.each([
  ["remind me in 20 minutes to take the bread out", "take the bread out"],
  ["remind me to take the bread out in 20 minutes", "take the bread out"],
  ["remind Olu to be in Bergen at five", "be in Bergen"],
  ["set a reminder to buy 3 eggs tomorrow morning, please", "buy 3 eggs"],
  ["remind us every Monday to put the bins out.", "put the bins out"],
])("%p is of what is to be done, up to its time", (text, task) => {
  const about = parameter("what");
  expect(announced(text, about).map(({ start, end }) => text.slice(start, end))).toContain(task);
  expect(cued(text, spanOf(text, task), about, "text")).toBeGreaterThan(0);
  expect(announced(text, parameter("place"))).toEqual([]);
});

describe("the words before a value", () => {
  test.each([
    ["flights from Berlin to New York", "Berlin", "origin", "text", 1],
    ["flights from Berlin to New York", "Berlin", "destination", "text", -1],
    ["flights from Berlin to New York", "New York", "destination", "text", 1],
    ["flights from Berlin to New York", "New York", "recipient", "text", 1],
    ["transactions since October 1st", "October 1st", "since", "date", 1],
    ["transactions since October 1st", "October 1st", "until", "date", -1],
    ["leave on Friday, back on Monday", "Monday", "return_date", "date", 1],
    ["move it from Tuesday to Friday", "Friday", "newDay", "date", 1],
    ["move it from Tuesday to Friday", "Tuesday", "new_date", "date", -1],
    ["a song by Queen", "Queen", "artist", "text", 1],
    ["a song by Queen", "Queen", "title", "text", 0],
    ["let Ann know that the bus is late", "the bus is late", "message", "text", 1],
    ["tell Ann the bus is late", "the bus is late", "message", "text", 1],
    ["tell Ann the bus is late", "bus is late", "message", "text", 1],
    ["warn the night shift their gate is open", "their gate is open", "text", "text", 1],
    ["remind me the rent is due", "the rent is due", "text", "text", 1],
    ["tell me the price", "the price", "text", "text", 0],
    ["tell Ann about the bus", "the bus", "text", "text", 0],
    ["text the code to my sister", "my sister", "text", "text", 0],
    ["tell Ann the bus is late", "the bus is late", "recipient", "text", 0],
    ["please write to the clinic that I feel dizzy", "I feel dizzy", "text", "text", 1],
    ["note that the valve leaks", "the valve", "note", "text", 0],
    ["open the note that Ann wrote", "Ann wrote", "note", "text", 0],
  ] as const)("%p: %p for %s", (text, words, name, kind, sign) => {
    expect(Math.sign(cued(text, spanOf(text, words), parameter(name), kind))).toBe(sign);
  });

  test("say where a value begins, and the next part of the sentence where it ends", () => {
    const said = (text: string, name: string) =>
      announced(text, parameter(name)).map(({ start, end }) => text.slice(start, end));
    expect(said("from the airport to Alexanderplatz by train", "from")).toEqual(["airport"]);
    expect(said("from the airport to Alexanderplatz by train", "to")).toEqual(["Alexanderplatz"]);
    expect(said("mail jo saying I will be late, for once.", "body")).toEqual(["I will be late, for once"]);
    expect(said("note for 12: nobody called back, again", "note")).toEqual(["nobody called back, again"]);
    expect(said("add a todo with content go to sleep at 9 pm", "content")).toEqual(["go to sleep at 9 pm"]);
    expect(said("send a message with the contents of the box", "content")).toEqual([]);
    expect(said("transfer 50 to Max for the euro trip", "purpose")).toEqual(["euro trip"]);
    expect(said("here is the answer:\\n\\n**It is not, so far.**", "answer")).toEqual(["It is not, so far"]);
    expect(said("note for 12: nobody called back", "author")).toEqual([]);
    expect(said("at 12:30 in the lobby", "title")).toEqual([]);
    expect(said("from the airport", "color")).toEqual([]);
  });
});

describe("the article in front", () => {
  test.each([
    ["please note in the log that the pillows are new", "pillows are new", "note", "the pillows are new"],
    ["note for 12: the valve leaks", "valve leaks", "note", "the valve leaks"],
    ["write to Ann that a bus is late", "bus is late", "message", "a bus is late"],
    ["from the airport to the sea", "airport", "from", "airport"],
    ["let Ann know that the bus is late", "bus", "message", "bus"],
    ["wash the car", "car", "text", "car"],
  ])("%p: %p for %s is %p", (text, words, name, expected) => {
    const { start, end } = withOwnArticle(text, spanOf(text, words), parameter(name));
    expect(text.slice(start, end)).toBe(expected);
  });
});

describe("the words behind a number", () => {
  test.each([
    ["a room for 3 nights", "3", "nights", 1],
    ["the last 50 error lines", "50", "lines", 1],
    ["a table for two people", "two", "guests", 1],
    ["a room for 120 a night", "120", "nights", -1],
    ["a room for 120 a night", "120", "price", 0],
    ["a room for 120 francs a night", "120", "nights", -1],
    ["300 dollars each", "300", "coffees", -1],
    ["send 3k pounds, invoice 2231", "3k", "amount", 1],
    ["send $20 to Max", "20", "amount", 1],
    ["send 3k pounds, invoice 2231", "2231", "amount", 0],
    ["the bag weighs 3 pounds", "3", "weight", 0],
    ["5 mol", "5", "joules_per_mol", 0],
    ["volume 7", "7", "nights", 0],
    ["a room in Vienna for two", "two", "guests", 1],
    ["a table for two at Luigi's", "two", "party_size", 1],
    ["a room in Vienna for two", "two", "nights", -1],
    ["a room for two nights", "two", "nights", 1],
    ["a room for 2, please", "2", "rooms", 0],
  ] as const)("%p: %s for %s", (text, words, name, sign) => {
    expect(Math.sign(counted(text, spanOf(text, words), parameter(name, "integer")))).toBe(sign);
  });
});

describe("the words around a number that is an end", () => {
  test.each([
    ["a room under 120", "120", "max_price", 1],
    ["a room under $120", "120", "min_price", -1],
    ["a room for 120", "120", "max_price", 0],
    ["between 20 and 50 dollars", "20", "min_amount", 1],
    ["between 20 and 50 dollars", "20", "max_amount", -1],
    ["between 20 and 50 dollars", "50", "max_amount", 1],
    ["between 20 and 50 dollars", "20", "price_from", 1],
    ["between 20 and 50 dollars", "50", "priceTo", 1],
    ["between 20 and 50 dollars", "50", "amount", 0],
    ["films since 1990", "1990", "start_year", 1],
    ["films since 1990", "1990", "end_year", -1],
    ["novels after 2010", "2010", "published_after", 1],
    ["novels after 2010", "2010", "published_before", -1],
    ["remind me 15 minutes before it", "15", "minutes_before", 0],
    ["hotels from 100 euros", "100", "price_from", 1],
    ["hotels from 5 December", "5", "price_from", 0],
    ["set it to 50", "50", "max_speed", 0],
    ["a deal from ₹ 500", "500", "fare_from", 1],
  ] as const)("%p: %s for %s", (text, words, name, sign) => {
    const ranges = rangesIn(text, numbersIn(text, ENGLISH), ENGLISH);
    expect(Math.sign(limited(text, spanOf(text, words), parameter(name, "number"), ranges))).toBe(sign);
  });

  test("money is less likely the number of something", () => {
    const said = (name: string) =>
      limited("rooms over $80", spanOf("rooms over $80", "80"), parameter(name, "number"), []);
    expect(said("min_price")).toBeGreaterThan(said("min_guests"));
  });
});

describe("one day for a stretch of time", () => {
  const dayOf = (name: string) => {
    const [day] = parametersOf({ type: "object", properties: { [name]: { type: "string", format: "date" } } });
    if (!day) throw new Error("the schema has one parameter");
    return day;
  };

  test.each([
    ["to", "from", true],
    ["endDate", "startDate", true],
    ["until", "from", true],
    ["from", "to", false],
    ["to", "room", false],
    ["due", "start", false],
  ])("%s beside %s is not the one that is meant: %p", (name, other, isUnmeant) => {
    const beside = other === "room" ? parameter(other) : dayOf(other);
    expect(onlyDate(dayOf(name), [dayOf(name), beside]) < 0).toBe(isUnmeant);
  });
});
