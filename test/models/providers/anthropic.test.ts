/** The same contract in Anthropic's dialect. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { Secret } from "#core/secret.ts";
import { type Asked, type FaultServer, openFaultServer } from "../../fault-server.ts";
import { asking, call, classifying, served, signal } from "./served.ts";

let upstream: FaultServer;
beforeEach(() => {
  upstream = openFaultServer();
});
afterEach(() => upstream.close());

/** A message with this content. */
function message(content: readonly object[], stopReason = "end_turn"): Response {
  return Response.json({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude",
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  });
}
const text = (words: string) => message([{ type: "text", text: words }]);
const use = (name: string, input: object) => ({ type: "tool_use", id: `use_${name}`, name, input });
const rome = { tool: 0, parameters: { city: "Rome" } };
const anthropic = (settings: object = {}) =>
  served(upstream.baseUrl, {
    provider: "anthropic",
    name: "claude-sonnet-4-5",
    apiKey: new Secret("s3cret"),
    ...settings,
  });

test("a call by schema, with the key in its own header and the beginning kept", async () => {
  upstream.answer = () => text(call("weather_get_now", { city: "Rome" }));
  const draft = await anthropic().call(asking("weather in Rome"), signal());
  expect(draft).toMatchObject({ ...rome, usage: { inputTokens: 100, outputTokens: 20, money: 0 } });
  expect(upstream.headers().get("x-api-key")).toBe("s3cret");
  const [asked] = upstream.asked as readonly (Asked & { readonly system: readonly object[] })[];
  expect(asked?.system).toMatchObject([{ type: "text", cache_control: { type: "ephemeral" } }]);
  expect(JSON.stringify(asked)).toContain("weather_get_now");
});

test("what it had kept of the beginning is among the tokens, and counted", async () => {
  const usage = { input_tokens: 20, output_tokens: 20, cache_read_input_tokens: 80, cache_creation_input_tokens: 0 };
  upstream.answer = async () => Response.json({ ...((await text(call("none", {})).json()) as object), usage });
  const draft = await anthropic({ inputPrice: 3, cachedInputPrice: 0.3 }).call(asking("hi"), signal());
  expect(draft.usage).toMatchObject({ inputTokens: 100, cachedInputTokens: 80 });
  expect(draft.usage?.money).toBeCloseTo((20 * 3 + 80 * 0.3) / 1_000_000, 12);
});

test("a call by tool mode", async () => {
  upstream.answer = () => message([use("weather_get_now", { city: "Rome" })], "tool_use");
  expect(await anthropic({ mode: "tools" }).call(asking("weather in Rome"), signal())).toMatchObject(rome);
  expect(upstream.asked[0]?.tool_choice).toMatchObject({ type: "any" });
});

test("a call in plain JSON", async () => {
  upstream.answer = () => text(`Here: ${call("weather_get_now", { city: "Rome" })}`);
  expect(await anthropic({ mode: "json" }).call(asking("weather in Rome"), signal())).toMatchObject(rome);
});

test("a label", async () => {
  upstream.answer = () => text('{"label": "shipping"}');
  expect(await anthropic().classify(classifying("my parcel"), signal())).toMatchObject([{ class: 1 }]);
});

test("a model of before schemas is asked by a tool of its own", async () => {
  upstream.answer = (asked) => {
    const [tool] = asked.tools as unknown as readonly { readonly name: string }[];
    return message([use(tool?.name ?? "", JSON.parse(call("weather_get_now", { city: "Rome" })))], "tool_use");
  };
  const model = anthropic({ name: "claude-3-haiku-20240307" });
  expect(await model.call(asking("weather in Rome"), signal())).toMatchObject(rome);
});

test.each([
  [1, { tool: 0, more: true }],
  [2, { tool: 0, others: [{ tool: 1, parameters: {} }] }],
])("two calls at once, where %p may be made", async (callsMax, expected) => {
  upstream.answer = () => message([use("weather_get_now", {}), use("stop_timer", {})], "tool_use");
  const asked = asking("weather in Rome, and stop the timer", { callsMax });
  expect(await anthropic({ mode: "tools" }).call(asked, signal())).toMatchObject(expected);
});

const nonsense = "llm_processing_error";
test.each([
  ["a refusal", () => message([], "refusal"), nonsense, 2],
  ["no content", () => message([]), nonsense, 2],
  ["an answer that was cut off", () => message([{ type: "text", text: '{"call"' }], "max_tokens"), nonsense, 2],
  ["529", () => Response.json({ type: "error" }, { status: 529, headers: { "Retry-After": "60" } }), "bad_gateway", 1],
  ["an error inside a 200", () => Response.json({ type: "error", error: { message: "x" } }), "bad_gateway", 1],
  ["HTML", () => new Response("<html>"), "bad_gateway", 1],
])("%s", async (_, answer, code, questions) => {
  upstream.answer = answer;
  const asked = anthropic({ mode: "tools" }).call(asking("weather in Rome"), signal());
  await expect(asked).rejects.toMatchObject({ code });
  expect(upstream.asked).toHaveLength(questions);
});
