/** Values that people say and schemas do not allow, with the real weights: none is replaced by the nearest. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { openRealModels } from "./real-weights.ts";

const models = await openRealModels();
const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));

const TOOLS: Readonly<Record<string, readonly [string, JsonObject, readonly string[]]>> = {
  turn_on_lights: [
    "Turn on the lights in a room",
    { room: { type: "string", enum: ["kitchen", "hall", "bedroom"] } },
    ["room"],
  ],
  set_lights: [
    "Set the brightness of the lights",
    { brightness: { type: "integer", description: "In percent", minimum: 0, maximum: 100 } },
    ["brightness"],
  ],
  set_timer: ["Set a timer", { minutes: { type: "integer", minimum: 1 } }, ["minutes"]],
  lock_door: ["Lock a door", { door: { type: "string", enum: ["front", "back"] } }, ["door"]],
  set_pace: ["Set the pace", { metres_per_second: { type: "number", minimum: 0.5, maximum: 20, default: 2 } }, []],
  open_channels: [
    "Open channels of the mixer",
    { channels: { type: "array", items: { type: "integer", minimum: 1, maximum: 8 } } },
    ["channels"],
  ],
};

async function read(query: string, name: string) {
  const [description, properties, required] = TOOLS[name] ?? ["", {}, []];
  const tools = [{ name, description, parameters: { type: "object", properties, required: [...required] } }];
  const request = { query, tools, now: NOW, persona: null, mustCall: true };
  const nothing = { context: null, history: [], memories: [], findSimilar: async () => [] };
  const { parameters, unfilled } = await models.model.call({ ...request, ...nothing }, new AbortController().signal);
  return { parameters, unfilled: (unfilled ?? []).map(({ parameter, said, why }) => [parameter, said, why]) };
}

describe("what cannot be had is said to be so", () => {
  test.each([
    ["turn on the lights in the garden", "turn_on_lights", [["room", "garden", "not_an_option"]]],
    ["set the lights to 150 percent", "set_lights", [["brightness", "150 percent", "above_maximum"]]],
    ["set a timer for 12 seconds", "set_timer", [["minutes", "12 seconds", "not_whole"]]],
    ["lock all doors", "lock_door", [["door", "all doors", "several"]]],
    ["pace of 40 metres per second", "set_pace", [["metres_per_second", "40 metres per second", "above_maximum"]]],
  ])("%p", async (query, name, unfilled) => {
    expect(await read(query, name)).toEqual({ parameters: {}, unfilled });
  });
});

describe("what can be had is taken", () => {
  test.each([
    ["turn on the lights in the kitchen", "turn_on_lights", { room: "kitchen" }],
    ["set the lights to 50 percent", "set_lights", { brightness: 50 }],
    ["set a timer for 180 seconds", "set_timer", { minutes: 3 }],
    ["set a timer for 2 hours", "set_timer", { minutes: 120 }],
    ["lock the back door", "lock_door", { door: "back" }],
    ["open channels 2 and 5", "open_channels", { channels: [2, 5] }],
  ])("%p", async (query, name, parameters) => {
    expect(await read(query, name)).toEqual({ parameters, unfilled: [] });
  });
});
