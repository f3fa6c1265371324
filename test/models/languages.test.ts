/** Requests in the languages that are read as English glosses: through the resolver, with the real networks. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { UNDETERMINED } from "#core/spoken-language/read-languages.ts";
import { HOME_TOOLS } from "./home-tools.ts";
import { openRealModels } from "./real-weights.ts";
import { openResolving, type Resolving } from "./resolving.ts";

const models = await openRealModels();
const never = new AbortController().signal;

let house: Resolving;

beforeAll(async () => {
  house = await openResolving(models);
  await house.toolsets.create(house.owner, "home-v1", { name: "home", tools: HOME_TOOLS });
});
afterAll(() => house.close());

function asked(query: string, language?: string) {
  const request = { query, toolsets: ["home-v1"], ...(language !== undefined && { language }) };
  return house.resolver.resolve(house.owner, request, { read: true, write: true }, never);
}

/** The clock stands at 12:00:30 in UTC on a Tuesday, 10 March 2026. */
describe("tools in English, asked in", () => {
  test.each([
    ["de", "Wie wird das Wetter in München?", "get_weather", { city: "München" }],
    ["de", "Stell den Wecker morgen auf halb acht", "set_alarm", { time: "2026-03-11T07:30:00Z" }],
    ["fr", "Réservez une table à Lyon pour quatre personnes", "book_table", { city: "Lyon", people: 4 }],
    ["es", "pon una alarma mañana a las siete y media", "set_alarm", { time: "2026-03-11T07:30:00Z" }],
    ["it", "che tempo fa a Torino?", "get_weather", { city: "Torino" }],
    ["nl", "annuleer boeking 4711", "cancel_booking", { booking: "4711" }],
  ])("%s: %s", async (language, query, tool, parameters) => {
    const answer = await asked(query);
    expect(answer).toMatchObject({ language, resolved: { tool, parameters } });
  });

  test("a value is where it was said", async () => {
    const query = "Wie wird das Wetter in München?";
    const { evidence } = await asked(query);
    const { start = 0, end = 0 } = evidence.city ?? {};
    expect(query.slice(start, end)).toBe("München");
  });
});

test("an option that another language says is from the query, too", async () => {
  const query = "bring mir bitte einen großen Kaffee";
  const { resolved, evidence } = await asked(query);
  expect(resolved).toMatchObject({ tool: "order_drink", parameters: { size: "large" } });
  const { kind, start = 0, end = 0 } = evidence.size ?? {};
  expect({ kind, said: query.slice(start, end) }).toEqual({ kind: "query", said: "großen" });
});

test("the very same words are answered from the cache, and other ones never", async () => {
  const first = await asked("Wetter in Bonn");
  expect(first.source).toBe("model");
  expect(await asked("Wetter in Bonn")).toMatchObject({
    source: "exact_cache",
    resolved: first.resolved,
    language: "de",
  });
  expect((await asked("Wetter in Köln")).source).toBe("model");
});

describe("a time that the tool wants in figures", () => {
  const tools = [
    {
      name: "set_alarm",
      description: "Sets an alarm.",
      parameters: {
        type: "object",
        properties: { time: { type: "string", description: "When it rings, HH:MM" } },
        required: ["time"],
      },
    },
  ] as const;

  test.each([
    ["Stell den Wecker auf halb elf", "10:30"],
    ["Wecker auf zwanzig Uhr fünfzehn", "20:15"],
    ["imposta la sveglia alle venti e quindici", "20:15"],
    ["zet de wekker om kwart voor elf", "10:45"],
    ["mets le réveil à dix heures et quart", "10:15"],
    ["pon la alarma a las once menos cuarto", "10:45"],
  ])("%s: %s", async (query, time) => {
    const { resolved } = await house.resolver.resolveQuick(house.owner, { query, tools: [...tools] }, never);
    expect(resolved).toEqual({ tool: "set_alarm", parameters: { time } });
  });
});

test("what is not to be done is not done", async () => {
  for (const query of [
    "storniere die Buchung 4711 nicht",
    "n'annulez pas la réservation 4711",
    "no canceles la reserva 4711",
  ])
    expect((await asked(query)).resolved.tool).toBe("none");
});

test("a language that nobody prepared is said, and nothing is called", async () => {
  const answer = await asked("hvordan bliver vejret i København i morgen");
  expect(answer).toMatchObject({ language: "da", resolved: { tool: "none" } });
  expect(answer.confidence).toBeLessThan(0.5);
  expect(await asked("какая погода в Москве")).toMatchObject({ language: UNDETERMINED, resolved: { tool: "none" } });
});

test("what the request says goes before what its words tell, and is answered apart", async () => {
  const told = await asked("Wetter Bonn");
  expect((await asked("Wetter Bonn", "de-AT")).language).toBe("de");
  expect((await asked("Wetter Bonn", "da")).resolved.tool).toBe("none");
  expect(await asked("Wetter Bonn")).toMatchObject({ resolved: told.resolved, language: told.language });
});

test("tools in the speaker's language, whose options are answered as they are written", async () => {
  const tools = [
    {
      name: "licht_schalten",
      description: "Schaltet das Licht in einem Raum ein oder aus.",
      parameters: {
        type: "object",
        properties: {
          raum: { type: "string", enum: ["wohnzimmer", "küche", "bad"], description: "Der Raum" },
          zustand: { type: "string", enum: ["an", "aus"], description: "Ob das Licht an oder aus sein soll" },
        },
        required: ["raum", "zustand"],
      },
    },
    {
      name: "wecker_stellen",
      description: "Stellt einen Wecker.",
      parameters: {
        type: "object",
        properties: { uhrzeit: { type: "string", format: "date-time", description: "Wann er klingelt" } },
        required: ["uhrzeit"],
      },
    },
  ] as const;
  const quick = (query: string) => house.resolver.resolveQuick(house.owner, { query, tools: [...tools] }, never);
  expect((await quick("Weck mich morgen um sechs")).resolved).toEqual({
    tool: "wecker_stellen",
    parameters: { uhrzeit: "2026-03-11T06:00:00Z" },
  });
  const { resolved } = await quick("schalte das Licht im Wohnzimmer an");
  expect(resolved).toMatchObject({ tool: "licht_schalten", parameters: { raum: "wohnzimmer", zustand: "an" } });
});

/** What a set says in its own language is read in any of them, its parameters' names as well. */
describe("a set whose parameters are named in German", () => {
  const tools = [
    {
      name: "raum_buchen",
      description: "Bucht einen Besprechungsraum.",
      parameters: {
        type: "object",
        properties: {
          raum: { type: "string", enum: ["aquarium", "bibliothek"], description: "Der Raum" },
          beginn: { type: "string", format: "date-time" },
          minuten: { type: "integer", minimum: 5 },
        },
        required: ["raum", "minuten"],
      },
    },
    {
      name: "heizung_stellen",
      description: "Stellt die Heizung in einem Raum ein.",
      parameters: {
        type: "object",
        properties: { raum: { type: "string" }, grad: { type: "number", description: "Grad Celsius" } },
        required: ["raum", "grad"],
      },
    },
  ] as const;
  const quick = (query: string) => house.resolver.resolveQuick(house.owner, { query, tools: [...tools] }, never);

  test.each([
    ["Buche die Bibliothek für anderthalb Stunden", { raum: "bibliothek", minuten: 90 }],
    ["Book the library for an hour and a half", { raum: "bibliothek", minuten: 90 }],
    ["réserve la bibliothèque pour deux heures", { raum: "bibliothek", minuten: 120 }],
  ])("%s", async (query, parameters) => {
    const answer = await quick(query);
    expect(answer.resolved).toEqual({ tool: "raum_buchen", parameters });
    expect(answer.evidence.minuten).toMatchObject({ kind: "query" });
  });
});
