/** From what a model server says to a call: in every form that models say it, with one more try where it cannot be used. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { inUtc } from "#core/local-time.ts";
import { Secret } from "#core/secret.ts";
import { type Choice, type FaultServer, openFaultServer, said } from "../../fault-server.ts";
import { asking, call, classifying, NOW, served, signal, weatherTool } from "./served.ts";

let upstream: FaultServer;
beforeEach(() => {
  upstream = openFaultServer();
});
afterEach(() => upstream.close());

const rome = { tool: 0, parameters: { city: "Rome" } };

describe("a call is read", () => {
  const rows: readonly (readonly [string, string | null, object, Choice?])[] = [
    ["as it was asked for", call("weather_get_now", { city: "Rome" }), rome],
    ["by the tool's own name", call("weather.get/now", { city: "Rome" }), rome],
    ["none", call("none", {}), { tool: null, parameters: {} }],
    ["a tool without parameters", '{"call": {"tool": "stop_timer", "parameters": {}}}', { tool: 1, parameters: {} }],
    ["after thinking aloud", `<think>{"x": 1}</think>${call("weather_get_now", { city: "Rome" })}`, rome],
    ["in a code fence", `Sure!\n\`\`\`json\n${call("weather_get_now", { city: "Rome" })}\n\`\`\``, rome],
    ["that is nearly JSON", "{call: {tool: 'weather_get_now', parameters: {city: 'Rome',}}}", rome],
    ["in prose", 'I call {"name": "weather_get_now", "arguments": {"city": "Rome"}} now.', rome],
    ["with its arguments as text", '{"name": "weather_get_now", "arguments": "{\\"city\\": \\"Rome\\"}"}', rome],
    ["without parameters that the tool lacks", call("weather_get_now", { city: "Rome", mood: "sunny" }), rome],
    ["without nulls", call("weather_get_now", { city: "Rome", days: null, unit: null }), rome],
    ["with a number that came as text", call("weather_get_now", { days: "3" }), { tool: 0, parameters: { days: 3 } }],
    [
      "with an option in other capitals",
      call("weather_get_now", { unit: "Celsius" }),
      { tool: 0, parameters: { unit: "celsius" } },
    ],
    ["with a required parameter missing", call("weather_get_now", {}), { tool: 0, parameters: {} }],
    ["from a function call", null, rome, { calls: [{ name: "weather_get_now", arguments: '{"city": "Rome"}' }] }],
    [
      "from a function call without arguments",
      "",
      { tool: 1, parameters: {} },
      { calls: [{ name: "stop_timer", arguments: "" }] },
    ],
  ];
  test.each(rows)("%s", async (_, content, expected, choice = {}) => {
    upstream.answer = () => said(content, choice);
    const draft = await served(upstream.baseUrl).call(asking("weather in Rome"), signal());
    const { tool, parameters, confidence } = draft;
    expect({ tool, parameters, confidence }).toEqual({ ...expected, confidence: 0.9 } as typeof draft);
    expect(upstream.asked).toHaveLength(1);
  });
});

describe("several calls are read", () => {
  const inRome = { tool: "weather_get_now", parameters: { city: "Rome" } };
  const stop = { tool: "stop_timer", parameters: {} };
  const listed = (calls: readonly object[], more: object = {}) => said(JSON.stringify({ calls, ...more }));
  const functions = (...names: readonly string[]) =>
    said(null, {
      calls: names.map((name) => ({ name, arguments: name === "stop_timer" ? "{}" : '{"city": "Rome"}' })),
    });
  const confidence = 0.9;
  const both = { ...rome, confidence, others: [{ tool: 1, parameters: {}, spans: {}, confidence }] };

  test.each([
    ["as they were asked for", listed([inRome, stop]), 8, both],
    ["as function calls", functions("weather_get_now", "stop_timer"), 8, both],
    ["without those that call nothing", listed([{ tool: "none" }, inRome, stop]), 8, both],
    ["of which the first is all that is wanted", listed([inRome, stop]), 1, { ...rome, more: true }],
    ["made though one was wanted", functions("weather_get_now", "stop_timer"), 1, { ...rome, more: true }],
    ["more than may be", listed([inRome, stop, inRome]), 2, { ...both, more: true }],
    ["and that there are more", listed([inRome, stop], { more: true }), 2, { ...both, more: true }],
    [
      "one, of more",
      said(call("weather_get_now", { city: "Rome" }).replace(/}$/, ', "more": true}')),
      1,
      { more: true },
    ],
    ["one", listed([inRome]), 8, rome],
    ["none", listed([]), 8, { tool: null, parameters: {} }],
    ["no function", functions("none"), 8, { tool: null, parameters: {} }],
  ])("%s", async (_, answer, callsMax, expected) => {
    upstream.answer = () => answer;
    const draft = await served(upstream.baseUrl).call(asking("weather in Rome", { callsMax }), signal());
    expect(draft).toMatchObject(expected);
    expect(draft.others ?? []).toHaveLength("others" in expected ? 1 : 0);
    expect(draft.more ?? false).toBe("more" in expected);
    expect(upstream.asked).toHaveLength(1);
  });

  test("each against its own tool's schema, and again where one is wrong", async () => {
    const wrong = { tool: "weather_get_now", parameters: { days: "many" } };
    upstream.answer = (_asked, count) => listed(count === 1 ? [stop, wrong] : [stop, inRome]);
    const draft = await served(upstream.baseUrl).call(asking("weather in Rome", { callsMax: 8 }), signal());
    expect(draft).toMatchObject({ tool: 1, confidence: 0.6, others: [{ ...rome, confidence: 0.6 }] });
    expect(upstream.asked[1]?.messages[3]?.content).toContain("days breaks type");
  });

  test("and not when one is wrong again", async () => {
    upstream.answer = () => listed([stop, { tool: "launch", parameters: {} }]);
    const asked = served(upstream.baseUrl).call(asking("weather in Rome", { callsMax: 8 }), signal());
    await expect(asked).rejects.toMatchObject({ code: "llm_processing_error" });
    expect(upstream.asked).toHaveLength(2);
  });

  test("and are from the clock where any of them is", async () => {
    upstream.answer = () => listed([stop, { ...inRome, parameters: { city: "Rome", day: "2026-03-11" } }]);
    const draft = await served(upstream.baseUrl).call(asking("stop it, and Rome tomorrow", { callsMax: 2 }), signal());
    expect(draft).toMatchObject({ dependsOnClock: true });
  });
});

describe("an answer that cannot be used is asked for once more", () => {
  test.each([
    ["no JSON", "Rome is sunny.", "the answer holds no JSON object"],
    ["broken off in a value", '{"call": {"tool": "weather_get_now", "parameters": {"city": "Ro', "comes to its end"],
    [
      "broken off behind its values",
      '{"call": {"tool": "weather_get_now", "parameters": {"city": "Ro"}',
      "comes to its end",
    ],
    ["an unknown tool", call("launch", {}), 'there is no tool "launch"'],
    ["a wrong type", call("weather_get_now", { days: "many" }), "days breaks type"],
    [
      "a number without end",
      call("weather_get_now", {}).replace("{}", '{"days": -1e999}'),
      "days is too large a number",
    ],
    ["a NUL in a text", call("weather_get_now", { city: "Ro\u0000me" }), "city contains a control character"],
    [
      "half a character",
      call("weather_get_now", {}).replace("{}", '{"city": "\\ud800"}'),
      "city contains a control character or half of a character",
    ],
    ["a prototype", call("weather_get_now", {}).replace("{}", '{"place": {"__proto__": {"a": 1}}}'), "named __proto__"],
    [
      "five hundred levels",
      call("weather_get_now", {}).replace("{}", `{"place": ${"[".repeat(500)}${"]".repeat(500)}}`),
      "deeper than 64 levels",
    ],
    ["an option that is none", call("weather_get_now", { unit: "kelvin" }), "unit breaks enum"],
  ])("%s", async (_, first, problem) => {
    upstream.answer = (_asked, count) => said(count === 1 ? first : call("weather_get_now", { city: "Rome" }));
    const draft = await served(upstream.baseUrl).call(asking("weather in Rome"), signal());
    expect(draft).toMatchObject({ ...rome, confidence: 0.6 });
    expect(draft.usage).toEqual({ inputTokens: 200, cachedInputTokens: 0, outputTokens: 40, money: 0 });
    const [one, two] = upstream.asked;
    expect(two?.messages.slice(0, 2)).toEqual([...(one?.messages ?? [])]);
    expect(two?.messages[2]).toEqual({ role: "assistant", content: first });
    expect(two?.messages[3]?.content).toContain(problem);
  });

  test.each([
    ["a call", { content: call("weather_get_now", { city: "Ro" }) }],
    ["a function call", { content: null, calls: [{ name: "weather_get_now", arguments: '{"city": "Ro"}' }] }],
  ])("%s whose server says that it had no room for more, whole as it looks", async (_, { content, ...choice }) => {
    upstream.answer = (_asked, count) =>
      count === 1 ? said(content, { ...choice, finish: "length" }) : said(call("weather_get_now", { city: "Rome" }));
    const draft = await served(upstream.baseUrl).call(asking("weather in Rome"), signal());
    expect(draft).toMatchObject({ ...rome, confidence: 0.6 });
    expect(upstream.asked[1]?.messages[3]?.content).toContain("broke off");
  });

  test("none, where a call is wanted", async () => {
    upstream.answer = (_asked, count) =>
      said(count === 1 ? call("none", {}) : call("weather_get_now", { city: "Rome" }));
    const draft = await served(upstream.baseUrl).call(asking("hello", { mustCall: true }), signal());
    expect(draft).toMatchObject(rome);
    expect(upstream.asked[1]?.messages[3]?.content).toContain("one of the tools must be called");
  });

  test("and only once", async () => {
    upstream.answer = () => said("no");
    const asked = served(upstream.baseUrl).call(asking("weather in Rome"), signal());
    await expect(asked).rejects.toMatchObject({ code: "llm_processing_error" });
    expect(upstream.asked).toHaveLength(2);
  });
});

describe("what the query says and the schema rules out is no mistake of the model's", () => {
  test.each([
    ["an option that is none", "weather in Rome in kelvin", { city: "Rome", unit: "kelvin" }],
    ["a fraction", "weather in Rome for 2.5 days", { city: "Rome", days: 2.5 }],
  ])("%s", async (_, query, parameters) => {
    upstream.answer = () => said(call("weather_get_now", parameters));
    const draft = await served(upstream.baseUrl).call(asking(query), signal());
    expect(draft).toMatchObject({ tool: 0, parameters, confidence: 0.9 });
    expect(upstream.asked).toHaveLength(1);
  });

  test("but one that nobody says is, and one that is an option in other words", async () => {
    upstream.answer = (_asked, count) =>
      said(call("weather_get_now", count % 2 === 1 ? { unit: "degrees celsius" } : { unit: "celsius" }));
    const model = served(upstream.baseUrl);
    const draft = await model.call(asking("weather in Rome in degrees celsius"), signal());
    expect(draft).toMatchObject({ parameters: { unit: "celsius" }, confidence: 0.6 });
    expect(upstream.asked).toHaveLength(2);
  });
});

describe("a label is read", () => {
  test.each([
    ['{"label": "shipping"}', 1],
    ['The label is ```{"label": "billing"}```', 0],
  ])("%s", async (content, position) => {
    upstream.answer = () => said(content);
    const labels = await served(upstream.baseUrl).classify(classifying("my parcel"), signal());
    expect(labels).toMatchObject([{ span: { start: 0, end: 9 }, class: position }]);
  });

  test.each([
    ["in its text", '{"label": "shipping', "stop"],
    ["at the limit of its length", '{"label": "shipping"}', "length"],
  ])("but none that breaks off %s", async (_, content, finish) => {
    upstream.answer = () => said(content, { finish });
    const asked = served(upstream.baseUrl).classify(classifying("my parcel"), signal());
    await expect(asked).rejects.toMatchObject({ code: "llm_processing_error" });
    expect(upstream.asked).toHaveLength(2);
  });

  test("none, only where that is allowed", async () => {
    upstream.answer = () => said('{"label": "none"}');
    const model = served(upstream.baseUrl);
    expect(await model.classify(classifying("hello", { allowNone: true }), signal())).toMatchObject([{ class: null }]);
    await expect(model.classify(classifying("hello"), signal())).rejects.toMatchObject({
      code: "llm_processing_error",
    });
  });

  test("for each part, where it stands in the text", async () => {
    const text = "I paid twice.  Where  is my parcel? I paid twice.";
    const parts = [
      { text: "I paid twice.", label: "billing" },
      { text: "where is my parcel?", label: "shipping" },
      { text: "I paid twice.", label: "billing" },
    ];
    upstream.answer = () => said(JSON.stringify({ parts }));
    const labels = await served(upstream.baseUrl).classify(classifying(text, { extraction: true }), signal());
    expect(labels.map(({ span }) => text.slice(span.start, span.end))).toEqual([
      "I paid twice.",
      "Where  is my parcel?",
      "I paid twice.",
    ]);
    expect(labels.map((label) => label.class)).toEqual([0, 1, 0]);
  });

  test.each([
    ["a part that is not in the text", { parts: [{ text: "the bill", label: "billing" }] }],
    ["no part", { parts: [] }],
    ["a label that is none", { parts: [{ text: "parcel", label: "parcels" }] }],
  ])("and %s is not", async (_, answer) => {
    upstream.answer = () => said(JSON.stringify(answer));
    const asked = served(upstream.baseUrl).classify(classifying("my parcel", { extraction: true }), signal());
    await expect(asked).rejects.toMatchObject({ code: "llm_processing_error" });
  });
});

describe("what else a draft says", () => {
  test("its usage, in tokens and in money by the prices of the settings", async () => {
    upstream.answer = () => said(call("none", {}));
    const model = served(upstream.baseUrl, { inputPrice: 2, outputPrice: 10 });
    expect((await model.call(asking("hi"), signal())).usage).toEqual({
      inputTokens: 100,
      cachedInputTokens: 0,
      outputTokens: 20,
      money: 0.0004,
    });
  });

  test.each([
    ["weather in Rome tomorrow", "2026-03-11", true],
    ["Wetter in Rom morgen", "2026-03-11", true],
    ["weather in Rome on 12 March 2027", "2027-03-12", false],
    ["weather in Rome on 2026-03-12", "2026-03-12", false],
    ["weather in Rome on 12 March", "2026-03-12", true],
  ])("that %s depends on the clock: %s, %p", async (query, day, dependsOnClock) => {
    upstream.answer = () => said(call("weather_get_now", { city: "Rome", day }));
    const draft = await served(upstream.baseUrl).call(asking(query), signal());
    expect(draft).toMatchObject({ parameters: { day }, dependsOnClock });
  });

  test.each([
    ["Umsatz dieses Jahr", 2026, true],
    ["two thousand of them", 2000, false],
    ["wake me at half past four", 1_773_160_200, true],
  ])("that %s depends on the clock: %p, %p", async (query, days, dependsOnClock) => {
    upstream.answer = () => said(call("weather_get_now", { city: "Rome", days }));
    expect(await served(upstream.baseUrl).call(asking(query), signal())).toMatchObject({ dependsOnClock });
  });

  test("the memories that it took a value from", async () => {
    upstream.answer = () => said(call("weather_get_now", { city: "Berlin", unit: "fahrenheit" }));
    const memories = [
      { kind: "fact", fact: "Mother lives in Paris", similarity: 0.5 },
      { kind: "fact", fact: "Home is Berlin", similarity: 0.5 },
      { kind: "example", query: "how hot", tool: 0, parameters: { unit: "fahrenheit" }, similarity: 0.5 },
    ] as const;
    const draft = await served(upstream.baseUrl).call(asking("weather at home", { memories }), signal());
    expect(draft.usedMemories).toEqual([1, 2]);
  });

  test("words, in the same answer, where they are wanted", async () => {
    upstream.answer = () => said(call("weather_get_now", { city: "Rome" }, "I look up the weather in Rome."));
    const model = served(upstream.baseUrl);
    const persona = { instructions: "Be brief.", language: null };
    expect((await model.call(asking("weather in Rome", { persona }), signal())).text).toBe(
      "I look up the weather in Rome.",
    );
    expect((await model.call(asking("weather in Rome"), signal())).text).toBeNull();
    expect(upstream.asked).toHaveLength(2);
  });
});

describe("what a server does not take is left out from then on", () => {
  const unsupported = (message: string, param?: string) =>
    Response.json({ error: { message, type: "invalid_request_error", param } }, { status: 400 });
  const good = () => said(call("weather_get_now", { city: "Rome" }));

  test.each([
    ["temperature", "Unsupported value: 'temperature' does not support 0 with this model.", "temperature"],
    ["seed", "Unknown parameter: 'seed'.", undefined],
    ["response_format", "'response_format' of type json_schema is not supported", undefined],
    ["max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.", "max_tokens"],
  ])("%s", async (field, message, param) => {
    upstream.answer = (asked) => (asked[field] === undefined ? good() : unsupported(message, param));
    const model = served(upstream.baseUrl);
    expect(await model.call(asking("weather in Rome"), signal())).toMatchObject(rome);
    expect(await model.call(asking("weather in Rome"), signal())).toMatchObject(rome);
    expect(upstream.asked.map((asked) => asked[field] !== undefined)).toEqual([true, false, false]);
    if (field === "max_tokens") expect(upstream.asked[1]?.max_completion_tokens).toBe(500);
  });

  test("but not for a word of the query that the server quotes back", async () => {
    upstream.answer = () => unsupported('cannot read "what is the temperature"');
    const asked = served(upstream.baseUrl).call(asking("what is the temperature"), signal());
    await expect(asked).rejects.toMatchObject({ code: "bad_gateway" });
    expect(upstream.asked).toHaveLength(1);
  });
});

test("in tool mode every tool is a function, and so is none", async () => {
  upstream.answer = () => said(null, { calls: [{ name: "weather_get_now", arguments: '{"city": "Rome"}' }] });
  const model = served(upstream.baseUrl, { mode: "tools" });
  expect(await model.call(asking("weather in Rome"), signal())).toMatchObject(rome);
  const [asked] = upstream.asked;
  expect(asked?.tools?.map((tool) => tool.function.name)).toEqual(["weather_get_now", "stop_timer", "none"]);
  expect(asked?.tool_choice).toBe("required");
  expect(asked?.response_format).toBeUndefined();
});

test("the key goes in the header that the settings name", async () => {
  upstream.answer = () => said(call("none", {}));
  await served(upstream.baseUrl, { apiKey: new Secret("s3cret") }).call(asking("hi"), signal());
  expect(upstream.headers().get("authorization")).toBe("Bearer s3cret");
  await served(upstream.baseUrl, { apiKey: new Secret("s3cret"), apiKeyHeader: "api-key" }).call(
    asking("hi"),
    signal(),
  );
  expect(upstream.headers().get("authorization")).toBeNull();
  expect(upstream.headers().get("api-key")).toBe("s3cret");
});

test("the key is in no log, also when the server repeats it", async () => {
  const lines: string[] = [];
  upstream.answer = () => Response.json({ error: { message: "no such key: s3cret" } }, { status: 401 });
  const model = served(upstream.baseUrl, { apiKey: new Secret("s3cret"), log: (line) => void lines.push(line) });
  await expect(model.call(asking("hi"), signal())).rejects.toMatchObject({ code: "bad_gateway" });
  expect(lines.join()).toContain("no such key: •••");
});

test("parameters of the base URL go with every question, as Azure wants its version", async () => {
  upstream.answer = () => said(call("none", {}));
  await served(`${upstream.baseUrl}/deployments/d?api-version=2026-01-01`).call(asking("hi"), signal());
  expect(upstream.url().pathname).toBe("/v1/deployments/d/chat/completions");
  expect(upstream.url().search).toBe("?api-version=2026-01-01");
});

test("equal definitions make equal beginnings, whatever is asked", async () => {
  upstream.answer = () => said(call("none", {}));
  const model = served(upstream.baseUrl);
  await model.call(asking("weather in Rome"), signal());
  await model.call(
    asking("stop", { context: "kitchen", now: inUtc(NOW + 86_400_000), tools: [weatherTool, weatherTool] }),
    signal(),
  );
  await model.call(asking("stop", { context: "kitchen", now: inUtc(NOW + 86_400_000) }), signal());
  const [one, other, three] = upstream.asked.map(({ messages }) => messages[0]?.content);
  expect(three).toBe(one as string);
  expect(other).not.toBe(one);
});
