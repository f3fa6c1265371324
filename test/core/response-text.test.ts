/** Answers in words: whole sentences in four languages, from nothing but a call and its schema. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonObject } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";
import { responseText } from "#core/wording/response-text.ts";

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

/** What comes after the first sentence, which says what will be done. */
const facts = (parameters: JsonObject, more?: Case) => said(parameters, more).replace(/^.*?\. /, "");

describe("a call in English", () => {
  test.each<[JsonObject, string]>([
    [
      { city: "Rome", people: 2, outdoor_seating: true },
      "The city is Rome, the number of people is 2 and outdoor seating is wanted.",
    ],
    [{ outdoor_seating: false }, "Outdoor seating is not wanted."],
    [{ locked: false, on: false }, "It is not locked and it is off."],
    [{ can_edit: true, done: false }, "It is allowed to edit and it is not done."],
    [{ avoid_tolls: true, delete_branch: false }, "Tolls are avoided and the branch is not deleted."],
    [{ check_in: "2026-11-19" }, "The check-in is 2026-11-19."],
    [{ is_urgent: false, has_breakfast: true }, "It is not urgent and it has breakfast."],
    [{ include_drafts: true, notifications_enabled: false }, "Drafts are included and notifications are not enabled."],
    [{ date: "2026-11-19" }, "The date is 19 November 2026."],
    [{ when: "2026-11-19T06:30:00Z" }, "“when” is 19 November 2026 at 06:30 UTC."],
    [{ when: "2026-11-19T06:30:15+01:00" }, "“when” is 19 November 2026 at 06:30:15 UTC+01:00."],
    [{ when: "2026-02-31T06:30:00Z" }, "“when” is 2026-02-31T06:30:00Z."],
    [{ time: "18:30:00" }, "The time is 18:30."],
    [{ city: "2026-11-19" }, "The city is 2026-11-19."],
    [{ toppings: ["ham"] }, "The toppings are ham."],
    [{ toppings: ["ham", "cheese", "olives"] }, "The toppings are ham, cheese and olives."],
    [{ toppings: ["ham", "cheese"], city: "Rome" }, "The city is Rome. The toppings are ham and cheese."],
    [{ toppings: [], city: "" }, "I will book a table at a restaurant."],
    [
      {
        items: [
          { name: "Pizza", quantity: 2 },
          { name: "Cola", quantity: 1 },
        ],
      },
      "The items are Pizza (quantity: 2) and Cola (quantity: 1).",
    ],
    [
      { address: { city: "Rome", street: "Via Appia 5" } },
      "The city of the address is Rome and the street of the address is Via Appia 5.",
    ],
    [{ radius_km: 2.5 }, "The radius is 2.5 kilometres."],
    [{ wait_minutes: 1, discount_percent: 15 }, "The wait is 1 minute and the discount is 15%."],
    [{ price_usd: 9.99, temperature_celsius: -3 }, "The price is 9.99 USD and the temperature is -3 degrees Celsius."],
    [{ amount: 1234567.125, share: 0.1 }, "The amount is 1234567.125 and the share is 0.1."],
    [{ user_id: "12345678901234567890" }, "The user ID is 12345678901234567890."],
    [{ party_size: 4 }, "The party size is 4."],
    [{ message: "I will be late." }, "The message is “I will be late.”"],
    [{ message: "Are you there?\nI am." }, "The message is “Are you there? I am.”"],
    [{ message: "<b>hi</b>" }, "The message is “<b>hi</b>”."],
    [{ message: "“quoted already”" }, "The message is “quoted already”."],
    [{ message: "Dr. Weiss" }, "The message is Dr. Weiss."],
    [{ message: "at 5 p.m." }, "The message is at 5 p.m."],
    [{ to: "Rome", x: 1 }, "“to” is Rome and “x” is 1."],
  ])("%j", (parameters, expected) => {
    expect(facts(parameters)).toBe(expected);
  });

  test.each([
    [
      "Retrieves the weather (forecast) for a city, e.g. Rome",
      "get_weather",
      "I will retrieve the weather for a city.",
    ],
    ["This function is used to send an email to somebody.", "mail", "I will send an email to somebody."],
    ["Used for booking tables", "book", "I will book tables."],
    ["Cancels a booking. Cannot be undone!", "cancel", "I will cancel a booking."],
    ["Locks or unlocks a door", "lock_door", "I will lock or unlock a door."],
    [
      "Turns the light in a room on or off and sets its brightness",
      "set_light",
      "I will turn the light in a room on or off.",
    ],
    ["Add notes and tags to a contact", "annotate", "I will add notes and tags to a contact."],
    ["Weather data", "getForecast", "I will get the forecast."],
    ["", "xyz", "I will use “xyz”."],
  ])("says what %j does", (description, name, expected) => {
    expect(action(description, name)).toBe(expected);
  });

  test("without a tool says that there is none", () => {
    const none = { tool: null, parameters: {}, missing: [] };
    expect(responseText(none, { language: "en", instructions: "" })).toBe("I have no tool that can do that.");
    expect(responseText(none, { language: "de", instructions: "" })).toBe("Dafür habe ich kein passendes Werkzeug.");
  });
});

describe("what is missing is asked for", () => {
  test.each<[JsonObject, readonly string[], string]>([
    [
      {},
      ["people", "city"],
      "To book a table at a restaurant, I still need the number of people and the city. What are they?",
    ],
    [{}, ["city"], "To book a table at a restaurant, I still need the city. What is it?"],
    [{}, ["toppings"], "To book a table at a restaurant, I still need the toppings. What are they?"],
    [{}, ["address.city"], "To book a table at a restaurant, I still need the city of the address. What is it?"],
    [{}, ["party_size"], "To book a table at a restaurant, I still need the party size. What is it?"],
    [
      { city: "Rome" },
      ["people"],
      "So far, the city is Rome. To book a table at a restaurant, I still need the number of people. What is it?",
    ],
  ])("%j, %j", (parameters, missing, expected) => {
    expect(said(parameters, { missing })).toBe(expected);
  });
});

describe("a persona's language", () => {
  const parameters = {
    city: "Rome",
    radius_km: 2.5,
    date: "2026-11-19",
    outdoor_seating: true,
    toppings: ["ham", "cheese"],
  };
  test.each([
    [
      "en-US",
      "I will book a table at a restaurant. The city is Rome, the radius is 2.5 kilometers, the date is November 19, 2026, and outdoor seating is wanted. The toppings are ham and cheese.",
    ],
    [
      "de",
      "Ich führe „Book a table at a restaurant“ aus. „city“ ist Rome, „radius“ ist 2,5 Kilometer, „date“ ist 19. November 2026 und „outdoor seating“ ist gewünscht. „toppings“ umfasst ham und cheese.",
    ],
    [
      "fr",
      "Je lance «\u00a0Book a table at a restaurant\u00a0». «\u00a0city\u00a0» vaut Rome, «\u00a0radius\u00a0» vaut 2,5\u00a0kilomètres, «\u00a0date\u00a0» vaut 19 novembre 2026 et «\u00a0outdoor seating\u00a0» vaut oui. «\u00a0toppings\u00a0» comprend ham et cheese.",
    ],
    [
      "es-MX",
      "Voy a ejecutar «Book a table at a restaurant». «city» es Rome, «radius» es 2.5 kilómetros, «date» es 19 de noviembre de 2026 y en «outdoor seating» se indica sí. «toppings» incluye ham y cheese.",
    ],
    ["it", said(parameters, { language: "en" })],
  ])("%s", (language, expected) => {
    expect(said(parameters, { language })).toBe(expected);
  });

  test.each([
    [
      "de",
      "Bisher gilt: „city“ ist Rome. Für „Book a table at a restaurant“ brauche ich noch einige Angaben: „people“ und „date“. Wie lauten sie?",
    ],
    [
      "fr",
      "Pour l’instant, «\u00a0city\u00a0» vaut Rome. Pour «\u00a0Book a table at a restaurant\u00a0», il me manque encore des informations\u00a0: «\u00a0people\u00a0» et «\u00a0date\u00a0». Pouvez-vous les préciser\u00a0?",
    ],
    [
      "es",
      "Hasta ahora, «city» es Rome. Para «Book a table at a restaurant» todavía necesito unos datos: «people» y «date». ¿Me los puedes indicar?",
    ],
  ])("asks in %s", (language, expected) => {
    expect(said({ city: "Rome" }, { language, missing: ["people", "date"] })).toBe(expected);
  });
});

describe("a persona's manner", () => {
  const parameters = { city: "Rome", outdoor_seating: true };
  test.each([
    ["Be brief.", "Book a table at a restaurant – city: Rome, outdoor seating: yes.", "What is the number of people?"],
    [
      "You are warm and friendly.",
      "With pleasure! I will book a table at a restaurant. The city is Rome and outdoor seating is wanted.",
      "So far, the city is Rome and outdoor seating is wanted. To book a table at a restaurant, I still need the number of people. What is it?",
    ],
    [
      "Stay formal.",
      "Certainly. I will book a table at a restaurant. The city is Rome and outdoor seating is wanted.",
      "So far, the city is Rome and outdoor seating is wanted. To book a table at a restaurant, I still need the number of people. Could you please tell me what it is?",
    ],
    [
      "Speak like a pirate, informally.",
      "I will book a table at a restaurant. The city is Rome and outdoor seating is wanted.",
      "So far, the city is Rome and outdoor seating is wanted. To book a table at a restaurant, I still need the number of people. What is it?",
    ],
  ])("%s", (instructions, done, asked) => {
    expect(said(parameters, { instructions })).toBe(done);
    expect(said(parameters, { instructions, missing: ["people"] })).toBe(asked);
  });
});

describe("whatever the values", () => {
  const language = fc.constantFrom("en", "de", "fr", "es", "ja");
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
        const [, shown = ""] = /^The share is (.*)\.$/.exec(facts({ share: value })) ?? [];
        expect(Number(shown)).toBe(value);
      }),
      { numRuns: 150 },
    );
  });
});
