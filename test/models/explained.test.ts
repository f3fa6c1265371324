/** How much of a query a tool explains, by readings of the tests' own. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { explainedShare } from "#models/embedded/choosing/explained.ts";
import type { JointReading, ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { TOKENIZER_PATH } from "#models/embedded/networks/network-files.ts";
import { WordPiece } from "#models/embedded/networks/wordpiece.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

const TOKENIZER = new WordPiece(await Bun.file(TOKENIZER_PATH).json());

function tool(properties: JsonObject): ReadableTool {
  const parameters = parametersOf({ type: "object", properties });
  return { name: "get_weather", description: "Tells how warm it is outdoors", parameters };
}

const WEATHER = tool({
  city: { type: "string", description: "Town or village" },
  unit: { type: "string", enum: ["celsius", "fahrenheit"] },
});

/** As if the city were given so surely, by these words. */
function reading(query: string, { words = "", stated = 0 }): JointReading {
  const tokens = TOKENIZER.encode(query, 110);
  const start = words === "" ? query.length : query.indexOf(words);
  const isInside = (token: number) =>
    (tokens.starts[token] ?? 0) >= start && (tokens.ends[token] ?? 0) <= start + words.length;
  const inside = Float64Array.from(tokens.ids, (_, token) => Number(isInside(token)));
  const none = new Float64Array(tokens.ids.length);
  const parameters = WEATHER.parameters.map((parameter, at) => ({
    parameter,
    stated: at === 0 ? stated : 0,
    truth: 0,
    choices: [],
    startLog: none,
    endLog: none,
    inside: at === 0 ? inside : none,
  }));
  return { tool: WEATHER, tokens, relevance: 0, parameters };
}

function explained(query: string, city: { words?: string; stated?: number } = {}): number {
  return explainedShare(query, WEATHER, reading(query, city));
}

describe("all of a query is explained", () => {
  test.each([
    ["by the tool's name", "the weather, please"],
    ["by its description, with another ending", "is it warming outdoors?"],
    ["by the name of a parameter", "the units, please"],
    ["by an option", "in Fahrenheit"],
  ])("%s", (_, query) => {
    expect(explained(query)).toBe(1);
  });

  test("by the tool's words and those of a value, spelt from pieces or not", () => {
    expect(explained("weather in San Luis Obispo", { words: "San Luis Obispo", stated: 1 })).toBe(1);
  });

  test("where the tool takes nothing and could hardly say so", () => {
    const query = "why is my invoice higher?";
    expect(explainedShare(query, tool({}), { ...reading(query, {}), parameters: [] })).toBe(1);
  });
});

describe("nothing of a query is explained", () => {
  test.each([
    ["where no word is the tool's or a value's", "play some jazz"],
    ["by what a parameter's description says", "that village"],
    ["where it says nothing", "can you do that for me?"],
    ["where it is empty", ""],
  ])("%s", (_, query) => {
    expect(explained(query)).toBe(0);
  });
});

describe("more of a query is explained", () => {
  test("the surer a value is that has its words", () => {
    const query = "how long will Paris stay dry";
    const [doubtful, sure] = [0.3, 0.9].map((stated) => explained(query, { words: "Paris", stated }));
    expect(sure).toBeGreaterThan(doubtful ?? 1);
    expect(doubtful).toBeGreaterThan(explained(query));
  });

  test("where the words left over are common ones", () => {
    expect(explained("weather this time")).toBeGreaterThan(explained("weather this quasar"));
  });

  test("the fewer other words there are, filler aside", () => {
    expect(explained("weather trumpet")).toBeGreaterThan(explained("weather trumpet lesson"));
    expect(explained("weather trumpet")).toBe(explained("could you please find me the weather trumpet"));
  });
});

test("words behind those that were read count for nothing", () => {
  expect(explained(`weather ${"the ".repeat(110)} trumpet`)).toBe(1);
});
