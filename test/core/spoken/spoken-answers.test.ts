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

test("the page has 166 answers, of at least 12 trades", () => {
  expect(ANSWERS).toHaveLength(166);
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

const ALARM = "set_alarm Set an alarm | time:time label:string";
const WATERING = "start_irrigation Start watering | zone:string minutes:integer";

describe("in other languages", () => {
  test.each([
    ["de", TABLE, SUPPER, "Ich buche einen Tisch bei Chez Anna für 4 Personen am 24. Dezember um 19 Uhr."],
    ["de", LIGHT, { room: "kitchen", state: "on", brightness: 40 }, "Ich schalte das Licht auf 40 % ein: kitchen."],
    ["de", TABLE, { date: "2026-11-28", highchair: true }, "Ich buche einen Tisch morgen, mit „highchair“."],
    [
      "de",
      "book_room Book a room | arrival:date days:integer",
      { arrival: "2026-12-24", days: 3 },
      "Ich buche ein Zimmer für 3 Tage am 24. Dezember.",
    ],
    ["de", ALARM, { time: "06:30:00" }, "Ich stelle einen Wecker um 06:30 Uhr ein."],
    ["de", WATERING, { zone: "roses", minutes: 20 }, "Ich starte für 20 Minuten: roses."],
    [
      "de",
      FLIGHT,
      { origin: "Berlin", destination: "Rome", departure_date: "2026-12-24" },
      "Ich suche Flüge von Berlin nach Rome am 24. Dezember.",
    ],
    ["fr", TABLE, SUPPER, "Je réserve une table Chez Anna pour 4 personnes le 24 décembre à 19 h."],
    ["fr", MONEY, { amount: 50, recipient: "Anna" }, "J’envoie 50 à Anna."],
    ["fr", LIGHT, { room: "kitchen", state: "off" }, "J’éteins la lumière : kitchen."],
    ["es", TABLE, SUPPER, "Reservo una mesa en Chez Anna para 4 personas el 24 de diciembre a las 19:00."],
    ["es", PIZZA, { quantity: 2, toppings: ["ham", "cheese"] }, "Pido con ham y cheese: 2."],
    ["it", TABLE, SUPPER, "Prenoto un tavolo da Chez Anna per 4 persone il 24 dicembre alle 19."],
    ["it", ALARM, { time: "06:30:00" }, "Imposto una sveglia alle 6:30."],
    ["it", ALARM, { time: "01:30:00" }, "Imposto una sveglia all’1:30."],
    [
      "it",
      FLIGHT,
      { origin: "Berlin", destination: "Rome", departure_date: "2026-12-08" },
      "Cerco voli da Berlin a Rome l’8 dicembre.",
    ],
    ["it", WATERING, { zone: "roses", minutes: 1 }, "Avvio per 1 minuto: roses."],
    ["nl", TABLE, SUPPER, "Ik reserveer een tafel bij Chez Anna voor 4 personen op 24 december om 19 uur."],
    ["nl", ALARM, { time: "00:00:00" }, "Ik zet een wekker om middernacht."],
    ["nl", ALARM, { time: "08:30:00" }, "Ik zet een wekker om 8:30 uur."],
    ["nl", LIGHT, { room: "kitchen", state: "on" }, "Ik zet het licht aan: kitchen."],
    ["nl", MONEY, { amount: 50, recipient: "Anna" }, "Ik stuur 50 aan Anna."],
  ])("%s: %s %j", (language, tool, call, said) => {
    expect(spokenBy(tool, call, language).replace(/\s/g, " ")).toBe(said);
  });

  test.each([
    ["de", "Für welchen Tag? Für wie viele Personen?", "Bitte noch „area“: inside oder outside?"],
    ["fr", "Pour quel jour ? Pour combien de personnes ?", "Il me manque « area » : inside ou outside ?"],
    ["es", "¿Para qué día? ¿Para cuántas personas?", "Falta «area»: ¿inside u outside?"],
    ["it", "Per quale giorno? Per quante persone?", "Manca «area»: inside o outside?"],
    ["nl", "Voor welke dag? Voor hoeveel personen?", "Graag nog “area”: inside of outside?"],
  ])("asks in %s", (language, when, area) => {
    expect(askedBy(TABLE, {}, ["date", "party_size"], language).replace(/\s/g, " ")).toBe(when);
    expect(askedBy(TABLE, {}, ["area"], language).replace(/\s/g, " ")).toBe(area);
  });
});
