/** What a sentence takes out of what it named, by its words and with the real weights. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { exceptionIn } from "#models/embedded/exceptions/exception.ts";
import { comesBackToOne, withoutExcepted } from "#models/embedded/exceptions/without-excepted.ts";
import { openRealModels } from "./real-weights.ts";

const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));
const models = await openRealModels();

describe("what is excepted of a list that is written out is not in it", () => {
  test.each([
    ["pause T1, T2 and T3 except T2", "pause T1 and T3"],
    ["pause T1, T2 and T3, all but T1", "pause T2 and T3"],
    ["of T1, T2 and T3 pause all but the last one", "of T1, T2 pause"],
    ["of T1, T2 and T3 pause all but the middle one", "of T1 and T3 pause"],
    ["invite Ann, Ben and Cora, well, not Ben", "invite Ann and Cora"],
    ["mute Ann Lee, Ben and Cora, apart from Lee", "mute Ben and Cora"],
  ])("%s", (text, left) => {
    expect(withoutExcepted(text)?.text.replace(/[ ,]+$/, "")).toBe(left);
  });
});

describe("no list of the text is concerned", () => {
  test.each([
    "pause everything except T2",
    "pause T1 and T2",
    'note "all but T2" for T1, T2 and T3',
    "send Ann and Ben home, but not now",
  ])("%s", (text) => {
    expect(withoutExcepted(text)).toBeNull();
  });
});

test("a sentence that comes back to one thing of its list says something else of it", () => {
  expect(comesBackToOne("restart N1, N2 and N3, only N2 must keep running")).toBe(true);
  expect(comesBackToOne("restart N1, N2 and N3 at 10")).toBe(false);
  expect(comesBackToOne("go, go and go on")).toBe(false);
});

describe("what is to stay as it is, is excepted", () => {
  test.each([
    ["turn all lights off but leave the hall on", "hall on"],
    ["lights off, just keep the hall on", "hall on"],
    ["turn the lights off, but please keep the one in the hall", "one in the hall"],
    ["all off, leave the hall alone", "hall alone"],
  ])("%s", (text, excepted) => {
    const exception = exceptionIn(text);
    expect(exception?.isKept).toBe(true);
    expect(text.slice(exception?.excepted.start, exception?.excepted.end)).toBe(excepted);
  });

  test.each([
    "keep the hall on",
    "deliver it and leave a note",
    "turn it off, leave a message for Ann",
    "leave the lights on",
    "turn it off but keep in mind that Ann sleeps",
  ])("and nothing in: %s", (text) => {
    expect(exceptionIn(text)).toBeNull();
  });
});

const ROOMS = { type: "string", enum: ["kitchen", "hall", "bedroom"] };
const TOOLS: Readonly<Record<string, JsonObject>> = {
  one: { room: ROOMS },
  all: { room: { type: "string", enum: [...ROOMS.enum, "all"] } },
  many: { rooms: { type: "array", items: ROOMS } },
  none: {},
};

async function switchedOff(query: string, name: string) {
  const tools = [
    {
      name: "turn_off_lights",
      description: "Turn off the lights",
      parameters: { type: "object", properties: TOOLS[name] ?? {} },
    },
  ];
  const request = { query, tools, now: NOW, persona: null, context: null, history: [], memories: [] };
  const draft = await models.model.call({ ...request, findSimilar: async () => [] }, new AbortController().signal);
  const unfilled: readonly string[] = draft.unfilled?.map(({ why }) => why) ?? [];
  return { tool: draft.tool, parameters: draft.parameters, unfilled };
}

describe("an exception is never carried out for what it excepts", () => {
  test.each([
    ["turn off the lights except in the kitchen", "many", { tool: 0, parameters: { rooms: ["hall", "bedroom"] } }],
    ["turn off all the lights but the hall", "many", { tool: 0, parameters: { rooms: ["kitchen", "bedroom"] } }],
    ["turn off the lights except in the kitchen", "one", { tool: 0, parameters: {}, unfilled: ["several"] }],
    [
      "turn off all the lights, but keep the hall on",
      "many",
      { tool: 0, parameters: { rooms: ["kitchen", "bedroom"] } },
    ],
    ["turn off all the lights but leave the hall on", "one", { tool: 0, parameters: {}, unfilled: ["several"] }],
    ["turn off all the lights but leave the hall on", "all", { tool: 0, parameters: {}, unfilled: ["several"] }],
    ["turn off all the lights", "all", { tool: 0, parameters: { room: "all" } }],
    ["turn off the bedroom lights but keep the hall on", "one", { tool: 0, parameters: { room: "bedroom" } }],
    ["all lights off except the one in the hall", "one", { tool: 0, parameters: {}, unfilled: ["several"] }],
    ["turn off the lights except in the kitchen", "none", { tool: null, parameters: {} }],
  ])("%s (%s)", async (query, name, expected) => {
    const wanted: { readonly [key: string]: unknown } = { unfilled: [], ...expected };
    expect({ ...(await switchedOff(query, name)) }).toEqual(wanted as never);
  });
});
