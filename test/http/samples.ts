import type { Stage } from "../kit.ts";

/** Two toolsets and two classification sets that the fake model can tell apart. */
export const getWeather = {
  name: "get_weather",
  description: "Weather forecast of a city",
  parameters: {
    type: "object",
    properties: {
      city: { type: "string" },
      days: { type: "integer" },
      unit: { type: "string", enum: ["celsius", "fahrenheit"], default: "celsius" },
    },
    required: ["city"],
  },
};
export const setAlarm = {
  name: "set_alarm",
  description: "Set an alarm clock",
  parameters: { type: "object", properties: { hour: { type: "integer" } }, required: ["hour"] },
};
export const weather = { signature: "weather-v1", name: "Weather", tools: [getWeather] };
export const alarms = { signature: "alarms-v1", name: "Alarms", tools: [setAlarm] };

export const banking = {
  signature: "banking-v1",
  name: "Banking",
  classes: [{ label: "card_lost", description: "The card was lost or stolen" }, { label: "balance" }],
};

/** A persona, and memories of both kinds. */
export const captain = { name: "Captain", instructions: "Be brief.", language: "en" };
export const romanWeather = { query: "how is it outside", tool: "get_weather", parameters: { city: "Rome" } };
export const homeIsBerlin = { fact: "home is Berlin" };

/** Makes a bank of the owner's, with memories; `{bank}` and `{memory}` (the last one) stand for their ids. */
export const banked =
  (...memories: readonly object[]) =>
  async ({ owner, names }: Stage) => {
    const { json } = await owner.request("POST", "/v1/banks", { name: "Habits" });
    names.set("bank", json.id);
    for (const memory of memories) {
      const added = await owner.request("POST", `/v1/banks/${json.id}/memories`, memory);
      names.set("memory", added.json.id);
    }
  };

export function toolsNumbering(count: number) {
  return Array.from({ length: count }, (_, index) => ({ name: `tool_${index}`, description: `Tool number ${index}` }));
}

export function classesNumbering(count: number) {
  return Array.from({ length: count }, (_, index) => ({ label: `label ${index}` }));
}
