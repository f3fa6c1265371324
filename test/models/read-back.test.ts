/** What is not asked for is not done, with the real weights: sentences about a home, none of which any data has. */
import { describe, expect, test } from "bun:test";
import { inUtc } from "#core/local-time.ts";
import type { DraftCall, HistoryEntry } from "#core/ports/models.ts";
import type { Tool } from "#core/toolset.ts";
import { openRealModels } from "./real-weights.ts";

const models = await openRealModels();
const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));

const place = { type: "string", enum: ["kitchen", "bedroom", "hall", "garage"] };
const TOOLS: readonly Tool[] = [
  ["turn_on_lights", "Turns on the lights of a room, now.", { room: place }, ["room"]],
  ["turn_off_lights", "Turns off the lights of a room, now.", { room: place }, ["room"]],
  ["open_blinds", "Opens the blinds of a room, now.", { room: place }, ["room"]],
  ["close_blinds", "Closes the blinds of a room, now.", { room: place }, ["room"]],
  ["play_music", "Plays music.", { artist: { type: "string" }, room: place }, []],
  ["start_timer", "Starts a timer.", { minutes: { type: "integer" } }, ["minutes"]],
].map(([name, description, properties, required]) => ({
  name,
  description,
  parameters: { type: "object", properties, required },
})) as readonly Tool[];

const NOTHING = { context: null, memories: [], persona: null, findSimilar: async () => [] };

function ask(query: string, more: { mustCall?: boolean; history?: readonly HistoryEntry[] } = {}): Promise<DraftCall> {
  const request = { ...NOTHING, history: [], ...more, query, tools: TOOLS, now: NOW };
  return models.model.call(request, new AbortController().signal);
}

const called = async (query: string) => TOOLS[(await ask(query)).tool ?? -1]?.name ?? "none";

/** A caller who asks for this much is never told to do what was not asked for. */
const SURE = 0.8;

describe("what is asked for", () => {
  test.each([
    ["turn on the kitchen lights", "turn_on_lights"],
    ["could you turn off the lights in the bedroom, please?", "turn_off_lights"],
    ["lights off in the hall", "turn_off_lights"],
    ["open the blinds in the kitchen", "open_blinds"],
    ["please close the bedroom blinds", "close_blinds"],
    ["play something by Nina Simone in the kitchen", "play_music"],
    ["start a timer for 12 minutes", "start_timer"],
  ])("%s", async (query, tool) => {
    expect(await called(query)).toBe(tool);
  });
});

describe("what is not", () => {
  test.each([
    "don't turn on the lights in the kitchen",
    "please do not open the blinds in the bedroom",
    "why did you turn on the kitchen lights?",
    "never close the blinds in the hall",
    "if it gets dark, turn on the hall lights",
    "my sister turned off the lights in the garage yesterday",
    "should I open the kitchen blinds?",
    "I nearly told you to close the bedroom blinds",
    "who can open the blinds in the hall?",
    "how long does it take to open the kitchen blinds",
    "the lights in the hall are turned on",
    "the blinds in the bedroom have been closed",
    "if anyone asks, the blinds in the hall are closed",
    "tell erik to open the blinds in the bedroom",
    "ask my daughter to turn off the lights in the garage",
  ])("%s", async (query) => {
    const { tool, confidence } = await ask(query);
    expect(tool === null || confidence < SURE).toBe(true);
  });

  test("is mostly none", async () => {
    const nots = [
      "don't turn on the kitchen lights",
      "please do not open the blinds in the kitchen",
      "why did you turn off the hall lights?",
    ];
    const all = await Promise.all(nots.map(called));
    expect(all).toEqual(nots.map(() => "none"));
  });
});

describe("who wants a call in any case", () => {
  test("gets it, with a confidence that says what it is worth", async () => {
    const [asked, forbidden] = await Promise.all([
      ask("turn on the kitchen lights", { mustCall: true }),
      ask("don't turn on the kitchen lights", { mustCall: true }),
    ]);
    expect(forbidden.tool).not.toBeNull();
    expect(forbidden.confidence).toBeLessThan(0.5);
    expect(asked.confidence).toBeGreaterThan(forbidden.confidence + 0.3);
  });
});

test("the same sentence as a memory needs no second reading", async () => {
  const query = "don't turn on the kitchen lights";
  const memory = { kind: "example" as const, query, tool: 1, parameters: { room: "kitchen" }, similarity: 1 };
  const request = { ...NOTHING, history: [], memories: [memory], query, tools: TOOLS, now: NOW };
  const draft = await models.model.call(request, new AbortController().signal);
  expect(draft).toMatchObject({ tool: 1, parameters: { room: "kitchen" } });
  expect(draft.confidence).toBeGreaterThan(0.9);
});

test("a sentence that goes on is read with the one before", async () => {
  const history = [{ tool: "turn_on_lights", query: "turn on the kitchen lights" }];
  const { tool, parameters } = await ask("and in the hall", { history });
  expect({ tool, parameters }).toEqual({ tool: 0, parameters: { room: "hall" } });
});
