/** Chats as clients of OpenAI's API send them, and what is answered. */
import { expect } from "bun:test";
import { getWeather, setAlarm } from "./samples.ts";

export const functionOf = ({ name, description, parameters }: typeof getWeather | typeof setAlarm) => ({
  type: "function" as const,
  function: { name, description, parameters: parameters as Record<string, unknown> },
});
export const TOOLS = [functionOf(getWeather), functionOf(setAlarm)];

export const user = (content: unknown) => ({ role: "user", content });
export const system = (content: string) => ({ role: "system", content });
export const result = (content: string, id = "call_1") => ({ role: "tool", tool_call_id: id, content });
export const words = (content: string) => ({ role: "assistant", content });
export const called = (...calls: readonly (readonly [name: string, args: object | string])[]) => ({
  role: "assistant",
  content: null,
  tool_calls: calls.map(([name, args], index) => ({
    id: `call_${index + 1}`,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  })),
});
export const chat = (...messages: readonly object[]) => ({ model: "dragoman", messages, tools: TOOLS });

export const BERLIN = 'weather in "Berlin" for 3 days';
export const BOTH = 'weather in "Rome" and then alarm at 7';
export const asking = chat(user(BERLIN));
export const answers = (message: object, beside: object, finish_reason = "stop") => ({
  object: "chat.completion",
  model: "dragoman",
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
  dragoman: beside,
});
export const calls = (...given: readonly (readonly [string, object])[]) => {
  const tool_calls = given.map(([name, args]) => ({
    id: expect.stringMatching(/^call_[A-Za-z0-9]{24}$/),
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  return answers({ content: null, tool_calls }, { outcome: "calls" }, "tool_calls");
};
export const inBerlin = ["get_weather", { city: "Berlin", days: 3, unit: "celsius" }] as const;
export const inRome = ["get_weather", { city: "Rome", unit: "celsius" }] as const;
export const atSeven = ["set_alarm", { hour: 7 }] as const;
