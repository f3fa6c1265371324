/** Orders for a case that may never be, told by their words alone. */
import { describe, expect, test } from "bun:test";
import { awaitsSomething } from "#models/embedded/choosing/awaited-deeds.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

function tool(name: string, description: string, properties: Record<string, { type: string }> = {}) {
  return { name, description, parameters: parametersOf({ type: "object", properties, required: [] }) };
}

const stop = tool("pump_stop", "Stops a pump.");
const cancel = tool("booking.cancel", "Cancels a booking.");
const weather = tool("get_weather", "Tells the weather.");
const callOff = tool("order_cancel", "Cancels an order.", { notify_supplier: { type: "boolean" } });
const alert = tool("alert_set", "Sends a message when a value is over a limit.");
const order = tool("buy_shares", "Buys shares.", { trigger_price: { type: "number" } });
const tell = tool("send_message", "Sends a message to somebody.", { text: { type: "string" } });

describe("waits for something", () => {
  test.each([
    ["if the tank is full, stop the pump", stop],
    ["If the tank is full stop the pump", stop],
    ["ok, in case it rains cancel Friday", cancel],
    ["should nobody come by six, cancel the table", cancel],
    ["once the tank is full, stop the pump", stop],
    ["as soon as tank 3 is full stop the pump", stop],
    ["wait until the tank is full and then stop the pump", stop],
    ["unless Ann says otherwise, cancel it", cancel],
    ["please, when the tank is full, stop the pump", stop],
    ["then, once the tank is full, stop the pump", stop],
    ["when the tank is full, could you stop the pump", stop],
    ["if the tank is full please stop the pump", stop],
    ["could you stop the pump if the tank is full?", stop],
    ["stop the pump once it is full, please", stop],
    ["stop the pump as soon as the tank is full", stop],
    ["stop the pump when I leave", stop],
    ["wait until Monday and then cancel the order", callOff],
  ] as const)("%s", (query, asked) => {
    expect(awaitsSomething(query, asked)).toBe(true);
  });
});

describe("is left to the networks", () => {
  test.each([
    ["stop the pump", stop],
    ["stop the pump when you can", stop],
    ["stop the pump as soon as you can", stop],
    ["stop the pump if it is running", stop],
    ["stop the pump once a day", stop],
    ["check if the pump is running", weather],
    ["stop the pump, in case it leaks", stop],
    ["if you don't mind, could you stop the pump", stop],
    ["if you'd be so good, stop the pump", stop],
    ["when you have time, stop the pump", stop],
    ["stop the pump, if it isn't too much trouble", stop],
    ["if it isn't too much trouble, stop the pump", stop],
    ["if you have a moment, stop pump 3", stop],
    ["when you get a chance, stop the pump, please", stop],
    ["if I could have the pump stopped", stop],
    ["once more, stop the pump", stop],
    ["should I stop the pump?", stop],
    ["if it rains tomorrow, what is the temperature?", weather],
    ["if it rains, tell me", weather],
    ["if the level goes over 90, tell me", alert],
    ["if it falls to 9 dollars, buy me 100", order],
    ['if anybody asks, the sign says "stop the pump"', stop],
    ["write to Ann: if it rains, cancel", tell],
  ] as const)("%s", (query, asked) => {
    expect(awaitsSomething(query, asked)).toBe(false);
  });
});
