import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { asksBack, callInWords, sentenceInWords } from "#models/embedded/read-back/call-words.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

/** A Friday, at noon in Vienna. */
const NOW = { ...inUtc(Date.parse("2027-06-04T10:00:00Z")), zone: "Europe/Vienna" as never };

const SCHEMA: JsonObject = {
  type: "object",
  required: ["berth", "fetchedAt", "note"],
  properties: {
    berth: { type: "string" },
    fetchedAt: { type: "string", format: "date-time" },
    crew: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, age: { type: "integer" } } },
    },
    isPaid: { type: "boolean" },
    lights: { type: "string", enum: ["all_off", "deck"], default: "deck" },
    note: { type: "string" },
    language: { type: "string" },
    power: { type: "object", properties: { amps: { type: "number" } } },
  },
};
const TOOL = { name: "reserveBerth", description: "Keeps a berth free.", parameters: parametersOf(SCHEMA) };

const said = (parameters: JsonObject) => callInWords(TOOL, parameters, NOW).said;

describe("a call in words", () => {
  test("names the tool as people would", () => {
    expect(callInWords(TOOL, {}, NOW).tool).toBe("reserve Berth : Keeps a berth free.");
  });

  test("has what the call gives, in the order of the schema, and what it leaves open, the required first", () => {
    const words = callInWords(TOOL, { isPaid: true, berth: "B 12" }, NOW);
    expect(words.said).toEqual(["berth : B 12", "is Paid : yes"]);
    expect(words.open).toEqual(["fetched At needed", "note needed", "name", "age", "lights", "language", "amps"]);
  });

  test.each<[name: string, parameters: JsonObject, words: readonly string[]]>([
    [
      "a moment",
      { fetchedAt: "2027-06-05T15:30:00+02:00" },
      ["fetched At : saturday 5 june 2027, tomorrow, 15:30, 3:30 pm"],
    ],
    ["a day of this week", { fetchedAt: "2027-06-07" }, ["fetched At : monday 7 june 2027, in 3 days"]],
    ["a day long ago", { fetchedAt: "2026-01-01" }, ["fetched At : thursday 1 january 2026"]],
    ["midnight", { fetchedAt: "2027-06-04T00:00:00+02:00" }, ["fetched At : friday 4 june 2027, today, 0:00, 12 am"]],
    ["a time", { note: "08:05" }, ["note : 8:05, 8:05 am"]],
    ["an option", { lights: "all_off" }, ["lights : all off"]],
    ["a time with an offset", { note: "08:05:00Z" }, ["note : 8:05, 8:05 am"]],
    ["no", { isPaid: false }, ["is Paid : no"]],
    ["a share", { power: { amps: 0.05 } }, ["amps : 0.05, 5 %"]],
    ["millions", { power: { amps: 2_500_000 } }, ["amps : 2500000, 2.5 million"]],
    ["a language", { language: "da" }, ["language : da, Danish"]],
    ["what stands deeper", { power: { amps: 16 } }, ["amps : 16"]],
    ["each of several", { crew: [{ name: "Ida", age: 3 }, { name: "Ole" }] }, ["name : Ida, Ole", "age : 3"]],
  ])("says %s", (_, parameters, words) => {
    expect(said(parameters)).toEqual(words);
  });

  test("does not mention what the default gives as well, nor calls it open", () => {
    const { said, open } = callInWords(TOOL, { lights: "deck" }, NOW);
    expect(said).toEqual([]);
    expect(open).not.toContain("lights");
  });

  test("does not mention what comes from elsewhere", () => {
    const [berth] = TOOL.parameters.filter(({ name }) => name === "berth");
    const elsewhere = new Set(berth ? [berth] : []);
    const words = callInWords(TOOL, { berth: "B 12", note: "late" }, NOW, { elsewhere });
    expect(words.said).toEqual(["note : late"]);
    expect(words.open).not.toContain("berth needed");
  });

  test("asks for what was said and cannot be had, required or not, with a default or without", () => {
    const lacking = ["lights", "power.amps"];
    const words = callInWords(TOOL, { berth: "B 12", note: "late" }, NOW, { lacking });
    expect(words.open).toEqual([
      "fetched At needed",
      "lights needed",
      "amps needed",
      "name",
      "age",
      "is Paid",
      "language",
    ]);
    expect(asksBack({ open: words.open.slice(1) })).toBe(true);
  });

  test("takes whatever a parameter may be called", () => {
    const schema = JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}}}') as JsonObject;
    const tool = { name: "odd", description: "", parameters: parametersOf(schema) };
    expect(callInWords(tool, JSON.parse('{"__proto__": "x"}') as JsonObject, NOW).said).toHaveLength(1);
  });
});

describe("the sentence beside it", () => {
  test("comes after the two that were said before", () => {
    expect(sentenceInWords("and for two", [])).toBe("and for two");
    expect(sentenceInWords("and for two", ["a", "b", "c"])).toBe("b >> c >> and for two");
  });
});
