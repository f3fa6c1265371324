import { describe, expect, test } from "bun:test";
import { pathBeside } from "#core/exchange/orphans/tensorzero.ts";
import { readFolder, told, toolsOf } from "../reading.ts";

const SCHEMA = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: { animal: { type: "string" }, dose_ml: { type: "number", exclusiveMinimum: 0 } },
  required: ["animal"],
};
const CONFIG = {
  gateway: { bind_address: "0.0.0.0:3000" },
  tools: {
    give_medicine: { description: "Gives an animal its medicine", parameters: "tools/medicine.json", strict: true },
    weigh: { description: "Weighs an animal", parameters: "./tools/../tools/weigh.json", name: "weigh animal" },
    lost: { description: "Lost", parameters: "tools/nowhere.json" },
    outside: { description: "Outside", parameters: "../../secrets.json" },
    absolute: { description: "Outside", parameters: "/etc/passwd" },
  },
  functions: { vet: { type: "chat", tools: ["give_medicine"] } },
};

describe("tools of TensorZero", () => {
  test("have their schemas out of the files beside them", () => {
    const files = {
      "config/tensorzero.toml": CONFIG,
      "config/tools/medicine.json": SCHEMA,
      "config/tools/weigh.json": { type: "object", properties: {} },
    };
    const reading = readFolder(files);
    expect(reading.called).toBe("tools of TensorZero");
    const { $schema: _, ...schema } = SCHEMA;
    expect(toolsOf(reading)).toEqual([
      { name: "give_medicine", description: "Gives an animal its medicine", parameters: schema },
      { name: "weigh_animal", description: "Weighs an animal", parameters: { type: "object", properties: {} } },
    ]);
    const lines = told(reading);
    expect(lines).toContain("dropped lost: its schema tools/nowhere.json is not there, or is no JSON");
    for (const outside of ["outside: its schema ../../secrets.json", "absolute: its schema /etc/passwd"])
      expect(lines).toContain(`dropped ${outside} lies outside of the folder: import the folder that holds both`);
    expect(lines).toContain("dropped `strict` of 1 tool: parameters are always checked here");
    expect(lines).toContain(
      "dropped `gateway`, `functions`: which model answers, and how it is asked, stands in this server's settings",
    );
  });

  test("of a snapshot have their schemas in it", () => {
    const parameters = { __tensorzero_remapped_path: "x", __data: JSON.stringify({ type: "object", properties: {} }) };
    const tools = {
      weigh: { description: "Weighs", parameters },
      bad: { description: "Bad", parameters: { __data: "{" } },
    };
    const reading = readFolder({ "snapshot.toml": { tools } });
    expect(toolsOf(reading)).toEqual([
      { name: "weigh", description: "Weighs", parameters: { type: "object", properties: {} } },
    ]);
    expect(told(reading)).toContain("dropped bad: what it holds is no JSON Schema");
  });

  test("are no intents", () => {
    expect(() => readFolder({ "t.toml": CONFIG }, { making: "tools" })).toThrow(
      "--as says what intents become, and tools of TensorZero has none",
    );
  });
});

test.each([
  ["a.toml", "b.json", "b.json"],
  ["x/a.toml", "../b.json", "b.json"],
  ["x/a.toml", "../../b.json", null],
  ["a.toml", "..\\b.json", null],
  ["a.toml", "/b.json", null],
  ["a.toml", "C:\\b.json", null],
  ["a.toml", "./x//y/../b.json", "x/b.json"],
])("beside %s, %s is %p", (path, named, found) => {
  expect(pathBeside(path, named)).toBe(found);
});
