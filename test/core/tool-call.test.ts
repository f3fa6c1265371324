import { describe, expect, test } from "bun:test";
import { checkParameters } from "#core/answering/tool-call.ts";
import type { JsonObject } from "#core/json.ts";

const book = {
  type: "object",
  properties: {
    city: { type: "string" },
    people: { type: "integer", minimum: 1 },
    smoking: { type: "boolean", default: false },
    table: {
      type: "object",
      properties: { size: { type: "string", enum: ["small", "large"] }, floor: { type: "integer", default: 1 } },
      required: ["size"],
    },
  },
  required: ["city", "people"],
};

const call = (parameters: JsonObject, schema: JsonObject = book) =>
  checkParameters({ name: "book", description: "", parameters: schema }, parameters);

describe("a proposed call is made to fit its schema", () => {
  test("defaults are filled and named", () => {
    expect(call({ city: "Rome", people: 2 })).toEqual({
      parameters: { city: "Rome", people: 2, smoking: false },
      missing: [],
      defaultsApplied: ["smoking"],
    });
  });

  test("a value of the wrong type is dropped, and missing when it is required", () => {
    const { parameters, missing } = call({ city: "Rome", people: "two" });
    expect(parameters).toEqual({ city: "Rome", smoking: false });
    expect(missing).toEqual(["people"]);
  });

  test("types are exact: a number is no string, 2.5 no integer", () => {
    expect(call({ city: 5, people: 2.5 }).missing).toEqual(["city", "people"]);
  });

  test("parameters that the tool does not have never leave the server", () => {
    expect(call({ city: "Rome", people: 2, mood: "good" }).parameters).not.toHaveProperty("mood");
  });

  test("nested objects: defaults inside, missing with their path", () => {
    const { parameters, missing, defaultsApplied } = call({ city: "Rome", people: 2, table: {} });
    expect(parameters.table).toEqual({ floor: 1 });
    expect(missing).toEqual(["table.size"]);
    expect(defaultsApplied).toEqual(["smoking", "table.floor"]);
  });

  test("a default that contradicts its own schema is not used", () => {
    const schema = { type: "object", properties: { unit: { type: "string", default: 7 } }, required: ["unit"] };
    expect(call({}, schema)).toEqual({ parameters: {}, missing: ["unit"], defaultsApplied: [] });
  });

  test("several errors at once leave what is right", () => {
    expect(call({ city: "Rome", people: -1, smoking: "no" }).parameters).toEqual({ city: "Rome", smoking: false });
  });

  test("a tool without parameters gets none", () => {
    expect(checkParameters({ name: "stop", description: "" }, { now: true }).parameters).toEqual({});
  });

  test("a parameter named like an object's own machinery is a parameter", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"constructor":{"type":"string"}},"required":["constructor"]}',
    );
    expect(call({}, schema).missing).toEqual(["constructor"]);
    expect(call({ constructor: "Ferrari" } as unknown as JsonObject, schema).missing).toEqual([]);
  });
});
