import type { Example } from "./example.ts";

const chatModel = { id: "dragoman/weather-v1", object: "model", created: 1_773_144_030, owned_by: "app" };
const chat = {
  model: chatModel.id,
  messages: [{ role: "user", content: "will it rain in Lisbon?" }],
};
const chatCompletion = {
  id: "chatcmpl-checkout-2026-03-10-0042",
  object: "chat.completion",
  created: 1_773_144_030,
  model: chatModel.id,
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: [
          {
            id: "call_9wKc3HnJ6uPeAa1GxZtS2mVq",
            type: "function",
            function: { name: "get_weather", arguments: '{"city":"Lisbon","days":1}' },
          },
        ],
      },
      logprobs: null,
      finish_reason: "tool_calls",
    },
  ],
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  dragoman: {
    request_id: "checkout-2026-03-10-0042",
    outcome: "calls",
    source: "model",
    model: "embedded-22",
    confidence: 0.97,
    toolset: "weather-v1",
    missing_parameters: [],
    defaults_applied: ["days"],
    unfilled: [],
    latency_ms: 6,
    requests_used: 1,
    requests_remaining: 941,
  },
};

const own = { id: "dragoman", object: "model", created: 0, owned_by: "dragoman" };

/** Chats as clients of OpenAI's API hold them, with the toolset that the other examples register. */
export const CHAT_EXAMPLES: Readonly<Record<string, Example>> = {
  "POST /v1/chat/completions": { request: chat, response: chatCompletion },
  "GET /v1/models": { response: { object: "list", data: [own, chatModel], has_more: false } },
  "GET /v1/models/:model": { response: chatModel },
};
