/** Chats as clients of OpenAI's API send them. */
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
