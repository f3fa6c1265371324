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
  set_temperature: [
    "Set the temperature of a room",
    { room: { type: "string" }, degrees: { type: "number" } },
    ["room", "degrees"],
  ],
  extend_rental: ["Extend a rental", { minutes: { type: "integer" } }, ["minutes"]],
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

describe("by how much something changes is not what it becomes", () => {
  test.each([
    ["raise the temperature of the cold room by 4 degrees", "set_temperature", [["degrees", "4 degrees", "change"]]],
    ["make the cold room 2 degrees warmer", "set_temperature", [["degrees", "2 degrees", "change"]]],
    ["mach den Kühlraum 2 Grad wärmer", "set_temperature", [["degrees", "2 Grad", "change"]]],
    ["erhöhe die Temperatur im Kühlraum um 4 Grad", "set_temperature", [["degrees", "um 4 Grad", "change"]]],
    ["baisse la température de la cuisine de 3 degrés", "set_temperature", [["degrees", "3 degrés", "change"]]],
    ["sube la temperatura de la cocina 3 grados", "set_temperature", [["degrees", "3 grados", "change"]]],
    ["abbassa la temperatura in cucina di 2 gradi", "set_temperature", [["degrees", "di 2 gradi", "change"]]],
    ["zet de keuken 2 graden warmer", "set_temperature", [["degrees", "2 graden", "change"]]],
    ["turn the lights down by 20 percent", "set_lights", [["brightness", "20 percent", "change"]]],
    ["extend the timer by 10 minutes", "set_timer", [["minutes", "10 minutes", "change"]]],
  ])("%p", async (query, name, unfilled) => {
    expect((await read(query, name)).unfilled).toEqual(unfilled.map((one) => [...one]));
  });

  test("unless a change is what the tool takes", async () => {
    expect((await read("extend the rental by 10 minutes", "extend_rental")).parameters).toEqual({ minutes: 10 });
  });
});

describe("what can be had is taken", () => {
  test.each([
    ["turn on the lights in the kitchen", "turn_on_lights", { room: "kitchen" }],
    ["set the lights to 50 percent", "set_lights", { brightness: 50 }],
    ["set a timer for 180 seconds", "set_timer", { minutes: 3 }],
    ["set a timer for 2 hours", "set_timer", { minutes: 120 }],
    ["lower the cold room to 4 degrees", "set_temperature", { room: "cold room", degrees: 4 }],
    ["lock the back door", "lock_door", { door: "back" }],
    ["open channels 2 and 5", "open_channels", { channels: [2, 5] }],
  ])("%p", async (query, name, parameters) => {
    expect(await read(query, name)).toEqual({ parameters, unfilled: [] });
  });
});
