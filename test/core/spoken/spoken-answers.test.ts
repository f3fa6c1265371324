/** Answers read aloud: what is being done, with the values, as a person would say it. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#core/json.ts";
import { askedBy, spokenBy, toolOf } from "./kit.ts";

/** Longer is not listened to. */
const CHARACTERS_MAX = 120;
const PAGE = readFileSync(join(import.meta.dir, "answers.txt"), "utf8");

const ANSWERS = PAGE.split("\n\n")
  .filter((block) => !block.startsWith("#"))
  .map((block) => {
    const [asked = "", tool = "", call = "", said = ""] = block.split("\n").map((line) => line.trim());
    return { asked, tool, call: JSON.parse(call) as JsonObject, said };
  });

test("the page has 120 answers, of at least 12 trades", () => {
  expect(ANSWERS).toHaveLength(120);
  expect(new Set(ANSWERS.map(({ asked }) => asked.split(":")[0])).size).toBeGreaterThanOrEqual(12);
});

test.each(ANSWERS)("$asked", ({ tool, call, said }) => {
  const text = spokenBy(tool, call);
  expect(text).toBe(said);
  expect(text.length).toBeLessThanOrEqual(CHARACTERS_MAX);
});

test("no answer says that anything was done: whoever asked carries it out afterwards", () => {
  for (const { said } of ANSWERS) expect(said).toMatch(/^\w+ing\b/);
});

test.each(ANSWERS)("recites no description: $asked", ({ tool, said }) => {
  const { description } = toolOf(tool);
  if (description.split(" ").length > 4) expect(said.toLowerCase()).not.toContain(description.toLowerCase());
});

const TABLE =
  "book_table Book a table | restaurant:string date:date time:time party_size:integer area:inside/outside highchair:boolean";
const PIZZA = "order_pizza Order a pizza | size:small/medium/large quantity:integer toppings:string[]";
const MONEY = "transfer_money Transfer money | amount:number recipient:string";
const FLIGHT = "search_flights Search flights | origin:string destination:string departure_date:date";

describe("what is missing is asked for", () => {
  test.each([
    [TABLE, ["date"], "For which day?"],
    [TABLE, ["time"], "At what time?"],
    [TABLE, ["party_size"], "For how many people?"],
    [TABLE, ["restaurant"], "Which restaurant?"],
    [TABLE, ["area"], "Which area: inside or outside?"],
    [TABLE, ["highchair"], "With highchair?"],
    [TABLE, ["date", "party_size"], "For which day, and for how many people?"],
    [TABLE, ["restaurant", "date", "time"], "Which restaurant, for which day and at what time?"],
    [PIZZA, ["quantity"], "How many pizzas?"],
    [PIZZA, ["toppings"], "Which toppings?"],
    [MONEY, ["amount"], "How much?"],
    [MONEY, ["recipient", "amount"], "To whom, and how much?"],
    [FLIGHT, ["origin", "destination"], "Where from, and where to?"],
    ["send_message Send a message | message:string", ["message"], "What should the message say?"],
    ["create_event Create an event | title:string", ["title"], "What should it be called?"],
    ["register_user Register a user | name:string", ["name"], "What is the name?"],
    ["cancel_order Cancel an order | order_id:string", ["order_id"], "What is the order ID?"],
    ["start_timer Start a timer | minutes:integer", ["minutes"], "For how long?"],
    ["translate_text Translate a text | target_language:string", ["target_language"], "Into which language?"],
    ["search_products Search products | query:string", ["query"], "What should I look for?"],
    ["book_appointment Book an appointment | reason:string", ["reason"], "What is the reason?"],
  ])("%s, without %j", (tool, missing, question) => {
    expect(askedBy(tool, {}, missing)).toBe(question);
  });
});

const SUPPER = { restaurant: "Chez Anna", date: "2026-12-24", time: "19:00:00", party_size: 4 };
const LIGHT = "set_light Turn a light on or off | room:kitchen/hall state:on/off brightness:percent";

describe("in other languages", () => {
  test.each([
    ["de", TABLE, SUPPER, "Ich buche: Chez Anna, 4 Personen, am 24. Dezember um 19 Uhr."],
    ["de", LIGHT, { room: "kitchen", state: "on", brightness: 40 }, "Ich schalte ein: kitchen, 40 %."],
    ["de", TABLE, { date: "2026-11-28", highchair: true }, "Ich buche: mit „highchair“, morgen."],
    ["fr", TABLE, SUPPER, "Je réserve : Chez Anna, 4 personnes, le 24 décembre à 19 h."],
    ["fr", MONEY, { amount: 50, recipient: "Anna" }, "J’envoie : amount : 50, à Anna."],
    ["es", TABLE, SUPPER, "Reservo: Chez Anna, 4 personas, el 24 de diciembre a las 19:00."],
    ["es", PIZZA, { quantity: 2, toppings: ["ham", "cheese"] }, "Pido: 2, con ham y cheese."],
  ])("%s: %s %j", (language, tool, call, said) => {
    expect(spokenBy(tool, call, language).replace(/\s/g, " ")).toBe(said);
  });

  test.each([
    ["de", "Für welchen Tag? Für wie viele Personen?", "Bitte noch „area“: inside oder outside?"],
    ["fr", "Pour quel jour ? Pour combien de personnes ?", "Il me manque « area » : inside ou outside ?"],
    ["es", "¿Para qué día? ¿Para cuántas personas?", "Falta «area»: ¿inside u outside?"],
  ])("asks in %s", (language, when, area) => {
    expect(askedBy(TABLE, {}, ["date", "party_size"], language).replace(/\s/g, " ")).toBe(when);
    expect(askedBy(TABLE, {}, ["area"], language).replace(/\s/g, " ")).toBe(area);
  });
});
