/** What model servers say. */

import { isJsonObject, type JsonObject } from "#core/json.ts";
import { preparedSchema } from "#core/schema/json-schema.ts";
import { BackendFailure } from "#models/backend/backend-failure.ts";
import type { ModelReply } from "#models/backend/prompt.ts";
import { chatReply, isStreamed } from "#models/language/chat-completions.ts";
import { withoutKey } from "#models/language/discreet-dialect.ts";
import { readCalls } from "#models/language/prompts/call-answer.ts";
import { callFrame } from "#models/language/prompts/call-frame.ts";
import { formOf } from "#models/language/prompts/call-prompt.ts";
import { jsonObjectIn } from "#models/language/prompts/json-in-text.ts";
import { readLabels } from "#models/language/prompts/label-answer.ts";
import { must, orRefused, type Target, textOf } from "../engine/target.ts";

const TOOLS = [
  {
    name: "get.weather",
    description: "The weather",
    parameters: {
      type: "object",
      properties: {
        city: { type: "string", maxLength: 20 },
        days: { type: "integer", minimum: 1, maximum: 7 },
        unit: { type: "string", enum: ["celsius", "fahrenheit"] },
        parts: { type: "array", items: { type: "object", properties: { at: { type: "string" } } } },
      },
      required: ["city"],
    },
  },
  { name: "stop", description: "Stops everything" },
] as const;
const FORM = { ...formOf({ persona: null, mustCall: false, callsMax: 3 }, "schema") };
const FRAME = callFrame(TOOLS, FORM);

const calls: Target = {
  name: "model-calls",
  about: "calls in the words of a model: each is of a tool that was offered, with parameters that its schema takes",
  seeds: [
    '{"tool":"get.weather","parameters":{"city":"Rome","days":2}}',
    'Sure! ```json\n{"calls":[{"tool":"stop","parameters":{}}],"more":true,"text":"Done"}\n```',
    "<think>{}</think>{'tool': 'get_weather', 'parameters': {city: 'Rome', days: '2', unit: \"C\",},}",
    '{"call":{"name":"get.weather","arguments":"{\\"city\\":\\"Par\\"}"}}',
    '{"tool":null}',
  ],
  words: ["```json", "<think>", "</think>", "get_weather", "parameters", "/*", "*/", "//", "None", "True", "undefined"],
  bytesMax: 8_192,
  time: { ms: 20, msPerKib: 10 },
  grows: true,
  open: () => ({ read: (input) => readAsCalls(textOf(input)) }),
};

function readAsCalls(text: string) {
  const asText: ModelReply = { text, calls: [], finish: "stop" };
  const asCall: ModelReply = { ...asText, text: "", calls: [{ name: "get_weather", input: text }] };
  return [asText, asCall].map((reply) => {
    const read = readCalls(reply, TOOLS, { ...FORM, ...FRAME });
    if ("problem" in read) return read.problem;
    must(read.answer.calls.length <= FORM.callsMax, "more calls than were allowed");
    for (const { tool, parameters } of read.answer.calls) mustFit(tool, parameters);
    return read.answer;
  });
}

function mustFit(position: number, parameters: JsonObject): void {
  const tool = TOOLS[position];
  must(tool !== undefined, `a call of a tool that was not offered: ${position}`);
  const schema: JsonObject = tool !== undefined && "parameters" in tool ? tool.parameters : { type: "object" };
  const known = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  for (const name of Object.keys(parameters))
    must(known.includes(name) || known.length === 0, `the parameter "${name}" is none`);
  const wrong = preparedSchema(schema, "it")(parameters).filter(({ keyword }) => keyword !== "required");
  must(wrong.length === 0, `parameters against their schema: ${JSON.stringify(wrong)}`);
}

const ASKED = {
  text: "My card is gone, and what is my balance?",
  classes: [{ label: "card_lost" }, { label: "balance" }],
  allowNone: true,
};
const labels: Target = {
  name: "model-labels",
  about: "labels in the words of a model: each is one of the set's, and its part lies in the text",
  seeds: [
    '{"label":"card_lost"}',
    '{"parts":[{"text":"My card is gone","label":"card_lost"},{"text":"what is my  BALANCE?","label":"none"}]}',
  ],
  bytesMax: 8_192,
  time: { ms: 20, msPerKib: 10 },
  grows: true,
  open: () => ({
    read: (input) =>
      [true, false].map((extraction) => {
        const reply: ModelReply = { text: textOf(input), calls: [], finish: "stop" };
        const read = readLabels(reply, { ...ASKED, extraction });
        if ("problem" in read) return read.problem;
        for (const { class: position, span } of read.answer) {
          must(position === null || ASKED.classes[position] !== undefined, "a class that is none");
          must(span.start >= 0 && span.start < span.end && span.end <= ASKED.text.length, "a part outside of the text");
        }
        return read.answer;
      }),
  }),
};

const completions: Target = {
  name: "model-completions",
  about: "answers of servers, whole or in events, and the key taken out of what they say",
  seeds: [
    '{"choices":[{"message":{"content":"{}","tool_calls":[{"function":{"name":"a","arguments":"{}"}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":2}}}',
    '{"choices":[{"message":{"content":[{"type":"text","text":"a"}],"refusal":"no"}}],"timings":{"cache_n":1}}',
    'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n',
    '{"error":{"message":"the key sk-canary-key is wrong"}}',
  ],
  words: ["data: ", "[DONE]", "event: ", "\n\n", "sk-canary-key", "sk-canary", "%2D"],
  bytesMax: 8_192,
  time: { ms: 10, msPerKib: 5 },
  grows: true,
  open: () => ({
    read: (input) => {
      const text = textOf(input);
      must(!withoutKey(text, "sk-canary-key").includes("sk-canary-key"), "the key is still there");
      return [
        isStreamed(text),
        jsonObjectIn(text),
        orRefused(
          () => chatReply(text),
          (failure) => failure instanceof BackendFailure,
        ),
      ];
    },
  }),
};

export const MODEL_ANSWERS: readonly Target[] = [calls, labels, completions];
