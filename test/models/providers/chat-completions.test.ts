/** OpenAI's chat completions in the shapes that servers send them in. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BackendFailure } from "#models/backend/backend-failure.ts";
import type { Prompt } from "#models/backend/prompt.ts";
import { chatReply, chatRequest } from "#models/language/chat-completions.ts";

const completion = (message: unknown, more: object = {}) =>
  JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }], ...more });
const call = (name: unknown, input?: unknown) => ({
  id: "1",
  type: "function",
  function: { name, ...(input !== undefined && { arguments: input }) },
});

describe("an answer is read", () => {
  const rows: readonly (readonly [string, string, object])[] = [
    ["text", completion({ role: "assistant", content: "hi" }), { text: "hi", calls: [], finish: "stop" }],
    [
      "text in parts",
      completion({
        content: [
          { type: "text", text: "h" },
          { type: "thinking", thinking: "x" },
          { type: "text", text: "i" },
        ],
      }),
      { text: "hi" },
    ],
    ["no text at all", completion({ role: "assistant" }), { text: "", calls: [] }],
    ["a refusal", completion({ content: null, refusal: "I cannot." }), { text: "I cannot.", finish: "refused" }],
    [
      "a call",
      completion({ content: null, tool_calls: [call("f", '{"a": 1}')] }),
      { calls: [{ name: "f", input: '{"a": 1}' }] },
    ],
    [
      "a call whose arguments are no text",
      completion({ tool_calls: [call("f", { a: 1 })] }),
      { calls: [{ name: "f", input: '{"a":1}' }] },
    ],
    ["a call without arguments", completion({ tool_calls: [call("f")] }), { calls: [{ name: "f", input: "" }] }],
    ["no calls", completion({ content: "hi", tool_calls: null }), { calls: [] }],
    ["no usage", completion({ content: "hi" }), { tokens: { input: 0, output: 0 } }],
    [
      "odd usage",
      completion({ content: "hi" }, { usage: { prompt_tokens: null, completion_tokens: -1 } }),
      { tokens: { input: 0, output: 0 } },
    ],
  ];
  test.each(rows)("with %s", (_, body, expected) => {
    expect(chatReply(body)).toMatchObject(expected);
  });

  test.each([
    ["stop", "stop"],
    ["tool_calls", "stop"],
    ["function_call", "stop"],
    ["length", "length"],
    ["content_filter", "refused"],
    ["abort", "other"],
    [null, "other"],
  ])("that ended by %p as %s", (reason, finish) => {
    const body = JSON.stringify({ choices: [{ message: { content: "" }, finish_reason: reason }] });
    expect(chatReply(body).finish).toBe(finish as "stop");
  });
});

describe("what is no answer says so", () => {
  test.each([
    ["nothing", ""],
    ["HTML", "<html></html>"],
    ["a list", "[]"],
    ["an error", '{"error": {"message": "boom"}}'],
    ["no choices", '{"choices": []}'],
    ["a choice that is none", '{"choices": [7]}'],
    ["no message", '{"choices": [{"text": "hi"}]}'],
    ["a text that is none", completion({ content: 7 })],
    ["calls that are none", completion({ tool_calls: "f" })],
    ["a call of nothing", completion({ tool_calls: [call(undefined, "{}")] })],
  ])("%s", (_, body) => {
    expect(() => chatReply(body)).toThrow(BackendFailure);
  });

  test("whatever it is: a reply or that failure, never another exception", () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (message, usage) => {
        for (const body of [
          message,
          `{"choices":[${message}]}`,
          `{"choices":[{"message":${message}}],"usage":${usage}}`,
        ]) {
          try {
            const { text, tokens } = chatReply(body);
            expect([typeof text, tokens.input >= 0, tokens.output >= 0]).toEqual(["string", true, true]);
          } catch (failure) {
            expect(failure).toBeInstanceOf(BackendFailure);
          }
        }
      }),
    );
  });
});

test("a question is JSON, whatever stands in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, text) => {
      const prompt: Prompt = { system: text, user: text, schema: { title: text }, functions: [] };
      const repair = { said: text, request: text };
      const asked = JSON.parse(
        chatRequest({ name, outputTokensMax: 9 }, { prompt, mode: "schema", repair }, () => true),
      );
      const known = JSON.parse(JSON.stringify({ name, text })) as { readonly name: string; readonly text: string };
      expect(asked).toMatchObject({ model: known.name, max_tokens: 9, temperature: 0 });
      expect(asked.messages.map(({ content }: { content: string }) => content)).toEqual(Array(4).fill(known.text));
      expect(asked.response_format.json_schema.schema).toEqual({ title: known.text });
    }),
  );
});
