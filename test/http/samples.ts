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

export function toolsNumbering(count: number) {
  return Array.from({ length: count }, (_, index) => ({ name: `tool_${index}`, description: `Tool number ${index}` }));
}

export function classesNumbering(count: number) {
  return Array.from({ length: count }, (_, index) => ({ label: `label ${index}` }));
}
