/** Orders that are not to be carried out, told by their words alone. */
import { describe, expect, test } from "bun:test";
import { deniesDeed } from "#models/embedded/choosing/denied-deeds.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

function tool(name: string, description: string, properties: Record<string, { type: string }> = {}) {
  return { name, description, parameters: parametersOf({ type: "object", properties, required: [] }) };
}

const stop = tool("pump_stop", "Stops a pump.");
const cancel = tool("booking.cancel", "Cancels a booking.");
const refuel = tool("truck_refuel", "Refuels a truck.");
const order = tool("order_meal", "Orders a meal.");
const light = tool("set_light", "Turns a light on or off.", { on: { type: "boolean" } });
const tell = tool("send_message", "Sends a message to somebody.", { text: { type: "string" } });

describe("is denied", () => {
  test.each([
    ["don't stop pump 3, it has to run", stop],
    ["pump 3 must not be stopped", stop],
    ["pump 3 should not be stopped tonight", stop],
    ["nobody should stop the pump", stop],
    ["let's not stop it yet", stop],
    ["please do not cancel my booking", cancel],
    ["we won't be cancelling anything", cancel],
    ["there is no need to call off Friday", cancel],
    ["truck 12 is not to be refuelled", refuel],
    ["please don’t cancel it", cancel],
    ["cancel my booking? no!", cancel],
    ["stop the pump? certainly not", stop],
    ["Mr Osei won't have dinner tonight", order],
    ["room 4 doesn't want breakfast", order],
    ["the light doesn't have to be turned on", light],
  ] as const)("%s", (query, asked) => {
    expect(deniesDeed(query, asked)).toBe(true);
  });
});

describe("is left to the networks", () => {
  test.each([
    ["stop pump 3", stop],
    ["stop pump 3? no, pump 4", stop],
    ["Mr Osei won't have dinner tonight", cancel],
    ["she doesn't want onions, bring her the salad", order],
    ["won't you have dinner sent up?", order],
    ["why don't you stop the pump?", stop],
    ["couldn't you stop it, please?", stop],
    ["don't forget to cancel Friday", cancel],
    ["don't stop pump 1, only pump 2", stop],
    ["don't wait, cancel it now", cancel],
    ["if it does not run, stop it", stop],
    ["I can't come on Friday, cancel it", cancel],
    ["don't turn the light off", light],
    ["the light shouldn't be turned on", light],
    ["tell Ann not to stop the pump", tell],
    ["write down: nobody should stop the pump", stop],
    ['put up a sign that says "do not stop"', stop],
  ] as const)("%s", (query, asked) => {
    expect(deniesDeed(query, asked)).toBe(false);
  });
});
