import { describe, expect, test } from "bun:test";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { EverydayCase } from "../../scripts/eval/everyday-data.ts";
import { judgedAnswer } from "../../scripts/eval/everyday-figures.ts";
import { judge } from "../../scripts/eval/everyday-scoring.ts";

function call(tool: string, parameters: JsonObject = {}) {
  return { tool, parameters };
}

function request(more: Partial<EverydayCase>): EverydayCase {
  return { kind: "plain", query: "water the roses, please", ...more };
}

const WATER = call("water", { bed: "roses" });
const MOW = call("mow");

describe("an answer is", () => {
  const one = request({ calls: [WATER] });
  const two = request({ calls: [WATER, MOW] });
  const open = request({ calls: [call("water")], missing: ["bed"] });
  const nothing = request({ calls: [] });

  test.each([
    { name: "the call", of: one, calls: [WATER], missing: [], is: "right" },
    { name: "both calls, in any order", of: two, calls: [MOW, WATER], missing: [], is: "right" },
    { name: "no call where none is meant", of: nothing, calls: [], missing: [], is: "right" },
    { name: "the call, asking for what nobody gave", of: open, calls: [call("water")], missing: ["bed"], is: "right" },
    { name: "one of two calls", of: two, calls: [MOW], missing: [], is: "part" },
    { name: "no call", of: one, calls: [], missing: [], is: "none" },
    { name: "the call, asking for what was said", of: one, calls: [call("water")], missing: ["bed"], is: "asked" },
    { name: "a call where none is meant, asking", of: nothing, calls: [WATER], missing: ["bed"], is: "asked" },
    { name: "a call where none is meant", of: nothing, calls: [WATER], missing: [], is: "wrong" },
    { name: "another tool", of: one, calls: [MOW], missing: [], is: "wrong" },
    { name: "one call too many", of: one, calls: [WATER, MOW], missing: [], is: "wrong" },
    {
      name: "one of two calls wrong",
      of: two,
      calls: [MOW, call("water", { bed: "herbs" })],
      missing: [],
      is: "wrong",
    },
    { name: "the call without what must be asked for", of: open, calls: [call("water")], missing: [], is: "wrong" },
    { name: "a value that nobody said", of: open, calls: [WATER], missing: [], is: "wrong" },
  ] as const)("$name: $is", ({ of, calls, missing, is }) => {
    expect(judge(of, calls, missing)).toBe(is);
  });

  test("right by another reading that is as good", () => {
    const either = request({ calls: [WATER], accept: [{ calls: [] }, { calls: [call("water")], missing: ["bed"] }] });
    expect(judge(either, [], [])).toBe("right");
    expect(judge(either, [call("water")], ["bed"])).toBe("right");
    expect(judge(either, [MOW], [])).toBe("wrong");
  });

  test("right with or without what is optional, of the call or of the request", () => {
    const free = request({ calls: [{ ...call("water", { bed: "roses", litres: 5 }), optional: ["litres"] }] });
    expect(judge(free, [WATER], [])).toBe("right");
    expect(judge(free, [call("water", { bed: "roses", litres: 5 })], [])).toBe("right");
    expect(judge(free, [call("water", { bed: "roses", litres: 6 })], [])).toBe("wrong");
    const unlisted = request({ calls: [WATER], optional: ["slowly"] });
    expect(judge(unlisted, [call("water", { bed: "roses", slowly: true })], [])).toBe("right");
    expect(judge(unlisted, [call("water", { bed: "roses", twice: true })], [])).toBe("wrong");
  });
});

describe("a value is", () => {
  test.each([
    { name: "the words, whatever stands between them", wanted: "Rose bed", given: "rose-bed!", same: true },
    { name: "other words", wanted: "rose bed", given: "rose beds", same: false },
    { name: "no text where a number is wanted", wanted: 5, given: "5", same: false },
    { name: "a number but for rounding", wanted: 0.3, given: 0.1 + 0.2, same: true },
    { name: "another number", wanted: 5, given: 5.001, same: false },
    { name: "no number where a truth is wanted", wanted: true, given: 1, same: false },
    { name: "one of several", wanted: { any: ["herbs", "roses"] }, given: "roses", same: true },
    { name: "none of several", wanted: { any: ["herbs", "lawn"] }, given: "roses", same: false },
    { name: "a text with words that were said", wanted: { contains: "roses" }, given: "the roses", same: true },
    { name: "a text with a word of before", wanted: { contains: "roses" }, given: "roses and tulips", same: true },
    { name: "a text with a word nobody said", wanted: { contains: "roses" }, given: "red roses", same: false },
    { name: "a text without the words", wanted: { contains: "roses" }, given: "the", same: false },
    { name: "a list in any order", wanted: ["a", "b"], given: ["b", "a"], same: true },
    { name: "a longer list", wanted: ["a"], given: ["a", "b"], same: false },
    { name: "an object with the same fields", wanted: { at: { x: 1 } }, given: { at: { x: 1 } }, same: true },
    { name: "an object with more fields", wanted: { x: 1 }, given: { x: 1, y: 2 }, same: false },
    {
      name: "the moment with another offset",
      wanted: "2030-05-01T18:00:00+02:00",
      given: "2030-05-01T16:00Z",
      same: true,
    },
    { name: "another moment", wanted: "2030-05-01T18:00:00+02:00", given: "2030-05-01T18:00:00Z", same: false },
    { name: "no moment without its offset", wanted: "2030-05-01T18:00:00Z", given: "2030-05-01T18:00:00", same: false },
    {
      name: "what is no moment, to the minute",
      wanted: "2030-02-30T18:00:00",
      given: "2030-02-30T18:00:59",
      same: true,
    },
    { name: "no date where a moment is wanted", wanted: "2030-05-01T18:00:00", given: "2030-05-01", same: false },
  ] as readonly { name: string; wanted: JsonValue; given: JsonValue; same: boolean }[])(
    "$name",
    ({ wanted, given, same }) => {
      const history = [{ query: "and the tulips", tool: "plant", parameters: {} }];
      const asked = request({ history, calls: [call("water", { bed: wanted })] });
      expect(judge(asked, [call("water", { bed: given })], [])).toBe(same ? "right" : "wrong");
    },
  );
});

describe("an answer of several calls", () => {
  const given = (tool: string, missing: readonly string[] = [], confidence = 0.9) => ({
    ...call(tool),
    missing,
    confidence,
  });

  test("that asks for one and carries out what nobody asked for is wrong", () => {
    const asked = request({ calls: [WATER] });
    expect(judgedAnswer(asked, [given("water", ["bed"])])).toMatchObject({ judgement: "asked", confidence: null });
    expect(judgedAnswer(asked, [given("water", ["bed"]), given("mow")])).toMatchObject({ judgement: "wrong" });
  });

  test("is as sure as the least sure call that would be carried out", () => {
    const asked = request({ calls: [call("mow"), call("rake")] });
    const answer = [given("mow", [], 0.7), given("rake", [], 0.6), given("water", ["bed"], 0.1)];
    expect(judgedAnswer(asked, answer.slice(0, 2))).toEqual({ kind: "plain", judgement: "right", confidence: 0.6 });
    expect(judgedAnswer(asked, answer).confidence).toBe(0.6);
  });
});
