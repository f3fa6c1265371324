/** Who asks for the opposite of what a tool does wants none of it. */
import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { asksForOpposite } from "#models/embedded/choosing/opposite-deeds.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

const tool = (name: string, description: string, properties: JsonObject = {}) => ({
  name,
  description,
  parameters: parametersOf({ type: "object", properties }),
});

const TOOLS = {
  play: tool("play_music", "Plays a song"),
  on: tool("lamp_on", "Turn on the lamp in a room"),
  off: tool("lamp_off", "Turn off the lamp in a room"),
  either: tool("switch_lamp", "Turns the lamp on the desk in the study on or off"),
  lock: tool("lock_gate", "Lock the gate"),
  flag: tool("lock_gate", "Lock the gate", { locked: { type: "boolean" } }),
  option: tool("start_pump", "Start the pump", { action: { type: "string", enum: ["start", "stop"] } }),
  add: tool("add_member", "Add a member to the club"),
  cancel: tool("cancel_court", "Cancel a booking of a court"),
};

describe("the opposite", () => {
  test.each<[string, keyof typeof TOOLS]>([
    ["stop the music", "play"],
    ["could you please pause the music", "play"],
    ["turn the lamp off", "on"],
    ["switch off the lamp on the porch", "on"],
    ["turn on the lamp", "off"],
    ["unlock the gate", "lock"],
    ["remove Ann from the club", "add"],
    ["reserve a court", "cancel"],
    ["schalte die Lampe aus", "on"],
    ["have the lamp turned off", "on"],
    ["I want the gate of the yard unlocked", "lock"],
  ])("%s", (query, name) => {
    expect(asksForOpposite(query, TOOLS[name])).toBe(true);
  });
});

describe("no opposite", () => {
  test.each<[string, keyof typeof TOOLS]>([
    ["play some jazz", "play"],
    ["turn off the lamp on the porch", "off"],
    ["turn the lamp off", "either"],
    ["unlock the gate", "flag"],
    ["stop the pump", "option"],
    ["booking 12 is not coming, cancel it", "cancel"],
    ["I would like the lamp on", "on"],
    ["drop Ann at the club", "add"],
    ["the gate that I unlocked can be shut again", "lock"],
    ["have the lamp turned on", "on"],
  ])("%s", (query, name) => {
    expect(asksForOpposite(query, TOOLS[name])).toBe(false);
  });
});
