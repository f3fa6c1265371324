import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
import { taughtAsTest } from "#core/examination/test-case.ts";
import type { TaughtCase, TaughtInput } from "#core/teaching/taught-case.ts";
import { taughtInputIn, taughtJson } from "#core/teaching/taught-json.ts";
import { type Answering, openAnswering } from "./semantic-cache/answering.ts";

const NEVER = new AbortController().signal;
const CACHED = { read: true, write: true };
const UNCACHED = { read: false, write: false };
const DAY_MS = 86_400_000;
const weather = { kind: "toolset", signature: "weather-v1" } as const;
const alarms = { kind: "toolset", signature: "alarms-v1" } as const;
const banking = { kind: "classification_set", signature: "banking-v1" } as const;

let house: Answering;
beforeEach(async () => {
  house = await openAnswering();
});
afterEach(() => house.close());

const ask = (query: string, more: object = {}, mode = CACHED) =>
  house.resolver.resolve(house.owner, { query, toolsets: ["weather-v1"], ...more }, mode, NEVER);
const classify = (data: string, mode = CACHED) =>
  house.classifier.classify(house.owner, { data, classificationSet: "banking-v1" }, mode, NEVER);
const teach = (input: TaughtInput, set: Parameters<Answering["teaching"]["teach"]>[1] = weather) =>
  house.teaching.teach(house.owner, set, input);
const oslo = { tool: "get_weather", parameters: { city: "Oslo", unit: "celsius" } };

describe("what a toolset was taught", () => {
  test("answers its words from the next request on, whatever the cache had, and asks no model", async () => {
    await ask("how wet is it");
    const { id } = await teach({ query: "how wet is it", ...oslo });
    const before = house.model.calls;
    for (const mode of [CACHED, UNCACHED])
      expect(await ask("How wet is it?", {}, mode)).toMatchObject({
        resolved: oslo,
        source: "taught",
        taught: { case: id, similarity: 1 },
        model: "taught",
        confidence: 1,
        cache: null,
      });
    expect(house.model.calls).toBe(before);
  });

  test("that nothing is called holds alone, and not where another toolset is asked as well", async () => {
    await teach({ query: 'weather in "Rome"', tool: "none" });
    expect(await ask('weather in "Rome"')).toMatchObject({ resolved: { tool: "none" }, source: "taught" });
    expect(await ask('weather in "Rome"', { toolsets: ["weather-v1", "alarms-v1"] })).toMatchObject({
      source: "model",
    });
    expect(await ask('weather in "Bern"')).toMatchObject({ resolved: { tool: "get_weather" } });
  });

  test("several calls are given as many as may be, and say that there are more", async () => {
    const calls = [oslo, { tool: "get_weather", parameters: { city: "Bern", unit: "celsius" } }];
    await teach({ query: "the usual two", calls });
    expect(await ask("the usual two", { callsMax: 2 })).toMatchObject({ calls, more: false });
    expect(await ask("the usual two")).toMatchObject({ resolved: oslo, calls: null, more: true });
  });

  test("is a value of the list that the parameter refers to, and nothing that the list has no longer", async () => {
    const medicines = (...values: object[]) => ({ name: "medicines", values: values as { value: string }[] });
    await house.valueLists.create(
      house.owner,
      "medicines",
      medicines({ value: "Paracetamol 500", synonyms: ["tylenol"] }),
    );
    const medicine = { type: "string", "x-values": "medicines" };
    const order = {
      name: "order",
      description: "Order a medicine",
      parameters: { type: "object", properties: { medicine } },
    };
    await house.toolsets.create(house.owner, "ward-v1", { name: "Ward", tools: [order] });
    const ward = { kind: "toolset", signature: "ward-v1" } as const;
    await teach({ query: "the usual", tool: "order", parameters: { medicine: "tylenol" } }, ward);
    const usual = () => ask("the usual", { toolsets: ["ward-v1"] });
    expect(await usual()).toMatchObject({
      resolved: { tool: "order", parameters: { medicine: "Paracetamol 500" } },
      source: "taught",
    });
    await house.valueLists.replace(house.owner, "medicines", medicines({ value: "Ibuprofen 400" }), null);
    expect((await usual()).source).toBe("model");
  });

  test("is taken back, and then answered as before", async () => {
    const { id } = await teach({ query: "how wet is it", ...oslo });
    await house.teaching.remove(house.owner, weather, id);
    expect(await ask("how wet is it")).toMatchObject({ source: "model", taught: null });
  });

  test("holds what was taught last for the same words", async () => {
    await teach({ query: "how wet is it", tool: "none" });
    await teach({ query: "how wet is it", ...oslo });
    expect(await ask("how wet is it")).toMatchObject({ resolved: oslo });
    expect((await house.teaching.list(house.owner, weather, { limit: 9, after: null })).items).toHaveLength(1);
  });

  test("says nothing where something was said before, which has its part in what is right", async () => {
    await teach({ query: "how wet is it", ...oslo });
    const history = [{ tool: "get_weather", query: 'weather in "Rome"' }];
    expect(await ask("how wet is it", { history })).toMatchObject({ source: "model" });
    expect(await ask("how wet is it", { context: "in Bonn" })).toMatchObject({ source: "model" });
  });

  test("gives way to who wants a call, or another tool", async () => {
    await teach({ query: "how wet is it", tool: "none" });
    expect(await ask("how wet is it", { toolChoice: "required" })).toMatchObject({ source: "model" });
    await teach({ query: "how wet is it", ...oslo });
    const both = { toolsets: ["weather-v1", "alarms-v1"] };
    expect(await ask("how wet is it", { ...both, toolChoice: "get_weather" })).toMatchObject({ source: "taught" });
    expect(await ask("how wet is it", { ...both, toolChoice: "set_alarm" })).toMatchObject({ source: "model" });
  });

  test("names the tool of its own set among those that are asked together, in any order", async () => {
    await teach({ query: "get me up", tool: "set_alarm", parameters: { hour: 6 } }, alarms);
    for (const toolsets of [
      ["alarms-v1", "weather-v1"],
      ["weather-v1", "alarms-v1"],
    ])
      expect(await ask("get me up", { toolsets })).toMatchObject({
        resolved: { tool: "set_alarm" },
        toolset: "alarms-v1",
      });
  });

  test("reads a day again that is counted from now", async () => {
    const at = new Date(house.clock.now()).toISOString().slice(0, 10);
    await teach({
      query: "the weather tomorrow",
      tool: "get_weather",
      parameters: { city: `on ${at}`, unit: "celsius" },
    });
    expect(await ask("the weather tomorrow")).toMatchObject({ source: "taught" });
    house.clock.advance(DAY_MS);
    // Whoever can read the day again answers.
    expect(await ask("the weather tomorrow")).toMatchObject({ source: "model" });
  });

  test("is a test of the day that it was taught for, and is brought in elsewhere as of that day", async () => {
    const day = new Date(house.clock.now()).toISOString().slice(0, 10);
    const parameters = { city: `on ${day}`, unit: "celsius" };
    const taught = await teach({ query: "the weather tomorrow", tool: "get_weather", parameters });
    const at = house.clock.now();
    house.clock.advance(DAY_MS);
    expect(taughtAsTest(taught)).toMatchObject({ at });
    const written = taughtJson(taught);
    expect(written).toMatchObject({ now: new Date(at).toISOString() });
    // What counts from no day is asked at no other one.
    expect(taughtJson(await teach({ query: "how wet is it", ...oslo }))).not.toHaveProperty("now");
    await house.teaching.remove(house.owner, weather, taught.id);
    await teach(taughtInputIn(written));
    // A day later the old day is no answer, although it was taught today.
    expect(await ask("the weather tomorrow")).toMatchObject({ source: "model" });
    const [, brought] = (await house.teaching.list(house.owner, weather, { limit: 9, after: null })).items;
    expect(brought).toMatchObject({ taughtAt: house.clock.now(), saidAt: at });
    expect(taughtJson(brought as TaughtCase)).toEqual(written);
  });

  test("is no answer of the cache: what was answered before a teaching is not given to what means the same", async () => {
    const words = [
      "show me how very wet it is outside over there",
      "please show me how very wet it is outside over there",
    ];
    for (const query of words) await ask(query);
    await teach({ query: words[0] as string, ...oslo });
    expect(await ask(words[1] as string)).toMatchObject({ resolved: oslo });
  });

  test.each([
    ["a tool that the set has not", { query: "x", tool: "set_alarm", parameters: {} }, "validation_error"],
    [
      "a value that the schema does not allow",
      { query: "x", tool: "get_weather", parameters: { unit: "kelvin" } },
      "validation_error",
    ],
    [
      "a parameter that there is not",
      { query: "x", tool: "get_weather", parameters: { town: "Rome" } },
      "validation_error",
    ],
    ["nothing", { query: "x" }, "bad_request"],
    ["a label", { query: "x", label: "a" }, "bad_request"],
    ["two things at once", { query: "x", tool: "none", calls: [] }, "bad_request"],
    ["parameters of none", { query: "x", tool: "none", parameters: { city: "Rome" } }, "validation_error"],
    ["none beside a call", { query: "x", calls: [oslo, { tool: "none", parameters: {} }] }, "validation_error"],
    ["an empty sentence", { query: "", ...oslo }, "validation_error"],
    ["a sentence that is too long", { query: "x".repeat(501), ...oslo }, "validation_error"],
  ] as const)("cannot be %s", async (_, input, code) => {
    const refusal = await teach(input as unknown as TaughtInput).catch((failure: unknown) => failure);
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code });
    expect((await house.teaching.list(house.owner, weather, { limit: 9, after: null })).items).toEqual([]);
  });
});

describe("what a classification set was taught", () => {
  test("is the label of its words from the next request on", async () => {
    const before = await classify("my plastic is gone");
    const [given] = before.classifications;
    const label = given?.label === "balance" ? "card_lost" : "balance";
    const { id } = await teach({ query: "my plastic is gone", label }, banking);
    expect(await classify("my plastic is gone")).toMatchObject({
      classifications: [{ text: "my plastic is gone", label, confidence: 1 }],
      source: "taught",
      taught: { case: id, similarity: 1 },
    });
    await house.teaching.remove(house.owner, banking, id);
    expect(await classify("my plastic is gone", UNCACHED)).toMatchObject({ source: "model" });
  });

  test("is one of its classes", async () => {
    for (const input of [{ label: "fish" }, { label: "none" }, { tool: "x" }])
      expect(await teach({ query: "x", ...input }, banking).catch((failure: unknown) => failure)).toBeInstanceOf(
        AppError,
      );
  });
});
