/** Clients of OpenAI's API that people have, against the models that ship: all that is changed is the base address and the key. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";

const WEATHER = {
  type: "object",
  properties: { city: { type: "string", description: "Name of the city" } },
  required: ["city"],
  additionalProperties: false,
} as const;
const ALARM = {
  type: "object",
  properties: { hour: { type: "integer", description: "Hour of the day" } },
  required: ["hour"],
  additionalProperties: false,
} as const;
const forecast = (city: string) => `sunny in ${city}`;
const functions: OpenAI.ChatCompletionTool[] = [
  {
    type: "function",
    function: { name: "get_weather", description: "Get the weather forecast of a city", parameters: { ...WEATHER } },
  },
  { type: "function", function: { name: "set_alarm", description: "Set an alarm", parameters: { ...ALARM } } },
];
const BOTH = "weather in Paris and set an alarm for 7";
const WARM_MS_MAX = 60_000;

/** What the promise rejects with; the client's own ones begin to read an answer when they are awaited. */
const failureOf = async (asked: PromiseLike<unknown>): Promise<unknown> => {
  try {
    return await asked;
  } catch (failure) {
    return failure;
  }
};

let server: TestApp;
let owner: Tenant;
let baseURL: string;
beforeAll(async () => {
  server = await openTestApp({ hasShippedModels: true });
  owner = await server.tenant();
  baseURL = `${server.url}/v1`;
  await server.app.model.ready();
}, WARM_MS_MAX);
afterAll(() => server.close());

describe("the official client", () => {
  const client = () => new OpenAI({ apiKey: owner.apiKey, baseURL, maxRetries: 0 });
  const ask = (
    messages: OpenAI.ChatCompletionMessageParam[],
    more: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> = {},
  ) => client().chat.completions.create({ model: "dragoman", messages, tools: functions, ...more });

  test("gets calls, hands in what they gave, and asks on", async () => {
    const first: OpenAI.ChatCompletionMessageParam = { role: "user", content: "what is the weather like in Paris?" };
    const { choices, usage, _request_id: requestId, ...rest } = await ask([first]);
    const message = choices[0]?.message as OpenAI.ChatCompletionMessage;
    expect(choices[0]?.finish_reason).toBe("tool_calls");
    expect(message.tool_calls).toMatchObject([{ function: { name: "get_weather", arguments: '{"city":"Paris"}' } }]);
    expect(usage?.total_tokens).toBe(0);
    expect(rest).toMatchObject({ dragoman: { outcome: "calls", request_id: requestId } });
    const [{ id } = { id: "" }] = message.tool_calls ?? [];
    const done: OpenAI.ChatCompletionMessageParam[] = [
      first,
      message,
      { role: "tool", tool_call_id: id, content: forecast("Paris") },
    ];
    const said = (await ask(done)).choices[0];
    expect(said).toMatchObject({ finish_reason: "stop", message: { content: "sunny in Paris" } });
    const next = await ask([
      ...done,
      { role: "assistant", content: "It is sunny." },
      { role: "user", content: "and in Rome?" },
    ]);
    expect(next.choices[0]?.message.tool_calls).toMatchObject([{ function: { arguments: '{"city":"Rome"}' } }]);
  });

  test("is asked for what is missing, and told that nothing fits", async () => {
    const first: OpenAI.ChatCompletionMessageParam = { role: "user", content: "what is the weather like?" };
    const question = (await ask([first])).choices[0]?.message;
    expect(question).toMatchObject({ content: "Which city?" });
    expect(question?.tool_calls).toBeUndefined();
    const answer = await ask([first, question as OpenAI.ChatCompletionMessage, { role: "user", content: "Berlin" }]);
    expect(answer.choices[0]?.message.tool_calls).toMatchObject([{ function: { arguments: '{"city":"Berlin"}' } }]);
    const none = await ask([{ role: "user", content: "tell me a joke" }]);
    expect(none.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: expect.stringMatching(/./) } });
  });

  test("streams, by hand and with its own helper, with usage where it wants that [Q-64]", async () => {
    const asked = { model: "dragoman", tools: functions, messages: [{ role: "user" as const, content: BOTH }] };
    const stream = await client().chat.completions.create({
      ...asked,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await Array.fromAsync(stream);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 0 } });
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: "tool_calls" }], dragoman: { outcome: "calls" } });
    expect(chunks.filter(({ usage }) => usage)).toHaveLength(1);
    const whole = await client().chat.completions.stream(asked).finalChatCompletion();
    expect(
      whole.choices[0]?.message.tool_calls?.map((call) => call.type === "function" && call.function.arguments),
    ).toEqual(['{"city":"Paris"}', '{"hour":7}']);
  });

  test("carries out all calls of a sentence with its own runner", async () => {
    const made: string[] = [];
    const carriedOut = (name: string, parameters: object) => ({
      type: "function" as const,
      function: {
        name,
        description: name.replaceAll("_", " "),
        parameters: { ...parameters },
        function: (given: string) => {
          made.push(given);
          return "done";
        },
      },
    });
    const runner = client().chat.completions.runTools({
      model: "dragoman",
      messages: [{ role: "user", content: BOTH }],
      tools: [carriedOut("get_weather", WEATHER), carriedOut("set_alarm", ALARM)],
    });
    expect(await runner.finalContent()).toBe("done\ndone");
    expect(made).toEqual(['{"city":"Paris"}', '{"hour":7}']);
  });

  test("lists models and reads one", async () => {
    const ids = await Array.fromAsync(client().models.list(), ({ id }) => id);
    expect(ids).toEqual(["dragoman", "embedded"]);
    expect((await client().models.retrieve("dragoman")).object).toBe("model");
  });

  test("throws its own errors, and tries again by Retry-After", async () => {
    const hi: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "hi" }];
    const free = await failureOf(ask(hi, { tools: [] }));
    expect(free).toBeInstanceOf(OpenAI.BadRequestError);
    expect(free).toMatchObject({ code: "validation_error", param: "tools", type: "invalid_request_error" });
    expect(await failureOf(ask(hi, { model: "gpt-4o" }))).toBeInstanceOf(OpenAI.NotFoundError);
    const stranger = new OpenAI({ apiKey: "dgm_wrong", baseURL, maxRetries: 0 });
    expect(await failureOf(stranger.models.list())).toBeInstanceOf(OpenAI.AuthenticationError);
    const poor = await server.tenant("poor");
    const spent = new OpenAI({ apiKey: poor.apiKey, baseURL });
    for (let call = 0; call < 2; call += 1) await spent.models.list();
    expect(await failureOf(spent.models.list())).toMatchObject({ status: 402, type: "insufficient_quota" });
    const hasty = await server.tenant("hasty");
    const waits: (string | null)[] = [];
    const patient = new OpenAI({
      apiKey: hasty.apiKey,
      baseURL,
      maxRetries: 1,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        const retryAfter = response.headers.get("retry-after");
        if (retryAfter === null) return response;
        waits.push(retryAfter);
        server.clock.advance(Number(retryAfter) * 1_000);
        return new Response(response.body, { status: response.status, headers: { "retry-after-ms": "1" } });
      },
    });
    for (let call = 0; call < 4; call += 1) await patient.models.list();
    expect(waits).toEqual(["30"]);
  });
});

describe("the Vercel AI SDK", () => {
  const tools = () => ({
    get_weather: tool({
      description: "Get the weather forecast of a city",
      inputSchema: jsonSchema<{ city: string }>({
        ...WEATHER,
        properties: { ...WEATHER.properties },
        required: ["city"],
      }),
      execute: async ({ city }) => forecast(city),
    }),
    set_alarm: tool({
      description: "Set an alarm",
      inputSchema: jsonSchema<{ hour: number }>({ ...ALARM, properties: { ...ALARM.properties }, required: ["hour"] }),
      execute: async ({ hour }) => `alarm at ${hour}`,
    }),
  });
  const models = {
    "@ai-sdk/openai-compatible": () =>
      createOpenAICompatible({ name: "dragoman", baseURL, apiKey: owner.apiKey })("dragoman"),
    "@ai-sdk/openai": () => createOpenAI({ baseURL, apiKey: owner.apiKey }).chat("dragoman"),
  };

  test.each(Object.entries(models))("%s makes every step of a sentence", async (_, model) => {
    const { text, steps } = await generateText({
      model: model(),
      tools: tools(),
      system: "You help at home.",
      prompt: BOTH,
      stopWhen: stepCountIs(5),
      maxRetries: 0,
    });
    expect(steps.map(({ toolCalls }) => toolCalls.map(({ toolName, input }) => [toolName, input]))).toEqual([
      [
        ["get_weather", { city: "Paris" }],
        ["set_alarm", { hour: 7 }],
      ],
      [],
    ]);
    expect(text).toContain("sunny in Paris");
    expect(text).toContain("alarm at 7");
  });

  test.each(Object.entries(models))("%s streams, is asked, and told that nothing fits", async (_, model) => {
    const stream = streamText({
      model: model(),
      tools: tools(),
      prompt: "weather in Rome",
      stopWhen: stepCountIs(3),
      maxRetries: 0,
    });
    expect(await stream.text).toContain("sunny in Rome");
    const ask = (prompt: string) => generateText({ model: model(), tools: tools(), prompt, maxRetries: 0 });
    const question = await ask("what is the weather like?");
    expect([question.text, question.finishReason, question.toolCalls]).toEqual(["Which city?", "stop", []]);
    expect((await ask("tell me a joke")).toolCalls).toEqual([]);
    await expect(generateText({ model: model(), prompt: "hi", maxRetries: 0 })).rejects.toThrow(/free text/);
  });
});

describe("LangChain", () => {
  const model = () =>
    new ChatOpenAI({ model: "dragoman", apiKey: owner.apiKey, configuration: { baseURL }, maxRetries: 0 });

  test("binds tools, hands in what they gave, and gets an answer", async () => {
    const bound = model().bindTools(functions);
    const asked = new HumanMessage("weather in Oslo");
    const calling = await bound.invoke([asked]);
    expect(calling.tool_calls).toMatchObject([{ name: "get_weather", args: { city: "Oslo" } }]);
    expect(calling.response_metadata.finish_reason).toBe("tool_calls");
    const results = (calling.tool_calls ?? []).map(
      ({ id = "", args }) => new ToolMessage({ content: forecast(args.city), tool_call_id: id }),
    );
    expect((await bound.invoke([asked, calling, ...results])).content).toBe("sunny in Oslo");
  });

  test("streams, is asked, and told what is wrong", async () => {
    const bound = model().bindTools(functions);
    const chunks = await Array.fromAsync(await bound.stream("weather in Rome"));
    const whole = chunks.reduce((one, other) => one.concat(other));
    expect(whole.tool_calls).toMatchObject([{ name: "get_weather", args: { city: "Rome" } }]);
    expect((await bound.invoke("what is the weather like?")).content).toBe("Which city?");
    expect((await bound.invoke("tell me a joke")).tool_calls).toEqual([]);
    await expect(model().invoke("hi")).rejects.toThrow(/free text/);
  });
});
