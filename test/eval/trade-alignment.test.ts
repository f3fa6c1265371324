/** What the joint extractor learns to mark in the requests of trades. */
import { describe, expect, test } from "bun:test";
import type { JsonValue } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { Alignment } from "../../scripts/train/trades/alignment.ts";
import { toolsMeant } from "../../scripts/train/trades/trades.ts";

const PARAMETERS = parametersOf({
  type: "object",
  properties: {
    boat: { type: "string", description: "The boat's label, B01 to B30." },
    hours: { type: "integer", description: "For how many hours." },
    sail: { type: "string", enum: ["red", "white"], default: "white" },
    insured: { type: "boolean", description: "With insurance.", default: false },
    day: { type: "string", format: "date" },
    crew: { type: "array", items: { type: "string" } },
    note: { type: "string" },
  },
});
const USUAL: Readonly<Record<string, JsonValue>> = { sail: "white", insured: false };
const NOW = inUtc(Date.parse("2026-06-01T12:00:00Z"));

/** As the marked words, or the slot itself where it marks none. */
function said(text: string, name: string, wanted: JsonValue, isImplied = false) {
  const parameter = PARAMETERS.find((one) => one.name === name);
  if (!parameter) throw new Error(`no parameter ${name}`);
  const slot = new Alignment(text, PARAMETERS, NOW).slotOf(parameter, { wanted, usual: USUAL[name], isImplied });
  return slot?.k === "span" ? slot.spans.map(({ start, end }) => text.slice(start, end)) : slot;
}

describe("a value in a request", () => {
  test.each([
    ["the very words, in any case", "send the Gull a note", "boat", "gull", ["Gull"]],
    ["words with a slip of the finger", "send the Pelcian a note", "boat", "Pelican", ["Pelcian"]],
    ["one of several that are right", "write Ahoy there", "note", { any: ["hello", "ahoy there"] }, ["Ahoy there"]],
    ["words that a text must have", "write that tea is ready", "note", { contains: "tea is ready" }, ["tea is ready"]],
    ["the number of a label", "take boat 7 out", "boat", "B07", ["7"]],
    ["a number in words", "rent it for twelve hours", "hours", 12, ["twelve hours"]],
    ["an amount in another unit", "rent it for a day", "hours", 24, ["a day"]],
    ["a day that counts from today", "sail tomorrow with Ann", "day", "2026-06-02", ["tomorrow"]],
    ["the items of a list", "Ann and Tom Reed come along", "crew", ["Tom Reed", "Ann"], ["Ann", "Tom Reed"]],
  ] as const)("is marked: %s", (_, text, name, wanted, marked) => {
    expect(said(text, name, wanted as JsonValue)).toEqual(marked as never);
  });

  test("that is said twice is nowhere in particular", () => {
    expect(said("2 of the 2 boats, for an evening", "hours", 2)).toEqual([]);
  });

  test("that is put in other words is said, but nowhere", () => {
    expect(said("write that lunch waits", "note", "the meal is ready")).toEqual([]);
  });

  test("that only follows from what is said is unknown", () => {
    expect(said("I am starving", "note", "lunch", true)).toEqual({ k: "unk" });
    expect(said("keep it for the whole shift", "hours", 8)).toEqual({ k: "unk" });
  });

  test("that is the usual one is not said unless its words are", () => {
    expect(said("take a boat", "sail", "white")).toBeNull();
    expect(said("the one with the white sail", "sail", "white")).toEqual({ k: "opt", v: ["white"] });
    expect(said("the one like blood", "sail", "red")).toEqual({ k: "opt", v: ["red"] });
    expect(said("take a boat", "insured", false)).toBeNull();
    expect(said("not insured", "insured", false)).toEqual({ k: "unk" });
    expect(said("with cover", "insured", true)).toEqual({ k: "bool", v: true });
  });
});

test("a request means what all its readings mean", () => {
  const call = { tool: "rent" };
  const request = { kind: "plain", query: "a boat" };
  expect(toolsMeant({ ...request, calls: [] })).toEqual([]);
  expect(toolsMeant({ ...request, calls: [call], accept: [{ calls: [call], missing: ["hours"] }] })).toEqual(["rent"]);
  expect(toolsMeant({ ...request, calls: [], accept: [{ calls: [call] }] })).toBeNull();
});
