import { expect } from "bun:test";
import { FeedbackAnswer } from "#http/schemas/feedback-given.ts";
import { type Scenario, type Stage, scenarios } from "../kit.ts";
import { lacking, malformed, strangers } from "./resource-rows.ts";
import { banked, banking, romanWeather, weather } from "./samples.ts";

const ask = { query: "how is it outside", toolsets: ["weather-v1"] };
const several = { query: 'weather in "Rome" and then weather in "Bern"', toolsets: ["weather-v1"], calls_max: 2 };
const wrong = { request_id: "asked", correct: false };
const right = { request_id: "asked", correct: true };
const weatherIn = (city: string) => ({ tool: "get_weather", parameters: { city, unit: "celsius" } });
const corrected = { ...wrong, tool: "get_weather", parameters: { city: "Oslo" } };

const answered = async (stage: Stage) => {
  const { owner } = stage;
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/classification-sets", banking);
  await banked()(stage);
  await owner.request("POST", "/v1/resolve", ask, { "X-Request-Id": "asked" });
};
const learned = async ({ owner, names }: Stage) =>
  (await owner.request("GET", `/v1/banks/${names.get("bank")}/memories`)).json.data;
const refused = (name: string, body: object, field: string, clause: Scenario["clause"] = "M-14"): Scenario => ({
  clause,
  name,
  body,
  expect: 400,
  error: "validation_error",
  details: [field],
  unchanged: true,
});
/** Another way to ask, whose answer can be judged just the same. */
const found = (name: string, path: string, body: object, dropped: boolean): Scenario => ({
  clause: "M-13",
  name,
  given: ({ owner }) => owner.request("POST", path, body, { "X-Request-Id": "other" }),
  body: { request_id: "other", correct: false },
  expect: 200,
  json: { request_id: "other", dropped, memory: null, taught: null },
});

scenarios(
  "POST /v1/feedback",
  [
    {
      clause: "M-11",
      name: "a wrong answer leaves the cache",
      body: wrong,
      expect: 200,
      json: { request_id: "asked", dropped: true, memory: null, taught: null },
      afterwards: async (_, { owner }) => {
        const again = await owner.request("POST", "/v1/resolve", ask);
        expect(again.json.metadata.source).toBe("model");
      },
    },
    {
      clause: "M-6",
      name: "a correction teaches the named bank, and the next similar query is answered by it",
      body: { ...corrected, bank: "{bank}" },
      expect: 200,
      json: { dropped: true, memory: expect.stringMatching(/^mem_/) },
      afterwards: async ({ json }, stage) => {
        const example = { id: json.memory, query: ask.query, tool: "get_weather", parameters: { city: "Oslo" } };
        expect(await learned(stage)).toMatchObject([example]);
        const banks = [stage.names.get("bank")];
        const again = await stage.owner.request("POST", "/v1/resolve", { ...ask, banks });
        expect(again.json).toMatchObject({
          resolved: { parameters: { city: "Oslo" } },
          metadata: { used_banks: banks },
        });
      },
    },
    {
      clause: "M-21",
      name: "a correction teaches the set that was asked, and the same words are answered so",
      body: corrected,
      expect: 200,
      json: { dropped: true, memory: null, taught: expect.stringMatching(/^case_\w{20}$/) },
      afterwards: async ({ json }, { owner }) => {
        const again = await owner.request("POST", "/v1/resolve", { ...ask, query: "How is it outside?" });
        expect(again.json).toMatchObject({
          resolved: { tool: "get_weather", parameters: { city: "Oslo" } },
          metadata: { source: "taught", model: "taught", taught: { case: json.taught, similarity: 1 } },
        });
      },
    },
    {
      clause: "M-21",
      name: "that nothing is to be called is taught as well",
      body: { ...wrong, tool: "none" },
      expect: 200,
      json: { taught: expect.stringMatching(/^case_/) },
      afterwards: async (_, { owner }) => {
        const again = await owner.request("POST", "/v1/resolve", ask);
        expect(again.json).toMatchObject({ resolved: { tool: "none" }, metadata: { source: "taught" } });
      },
    },
    {
      clause: "M-21",
      name: "and so are several calls",
      body: { ...wrong, calls: [weatherIn("Oslo"), weatherIn("Bern")] },
      expect: 200,
      json: { taught: expect.stringMatching(/^case_/) },
      afterwards: async (_, { owner }) => {
        const again = await owner.request("POST", "/v1/resolve", { ...ask, calls_max: 2 });
        expect(again.json).toMatchObject({ calls: [weatherIn("Oslo"), weatherIn("Bern")] });
      },
    },
    {
      clause: "M-21",
      name: "a correction that is only to drop the answer",
      body: { ...corrected, teach: false },
      expect: 200,
      json: { dropped: true, taught: null },
    },
    {
      clause: "M-22",
      name: "a right answer is taught where that is wanted",
      given: ({ owner }) =>
        owner.request("POST", "/v1/resolve", { ...ask, query: 'weather in "Rome"' }, { "X-Request-Id": "asked" }),
      body: { ...right, teach: true },
      expect: 200,
      json: { dropped: false, taught: expect.stringMatching(/^case_/) },
    },
    {
      clause: "M-22",
      name: "what was asked after something else teaches nothing",
      given: ({ owner }) =>
        owner.request("POST", "/v1/resolve", { ...ask, context: "it is late" }, { "X-Request-Id": "asked" }),
      body: corrected,
      expect: 200,
      json: { dropped: true, taught: null },
    },
    {
      clause: "M-22",
      name: "and cannot be made to",
      given: ({ owner }) =>
        owner.request("POST", "/v1/resolve", { ...ask, context: "it is late" }, { "X-Request-Id": "asked" }),
      body: { ...corrected, teach: true },
      expect: 400,
      error: "validation_error",
      details: ["teach"],
    },
    refused("a tool that the sets have not", { ...corrected, tool: "set_alarm" }, "tool", "M-24"),
    refused(
      "a value that the schema does not allow",
      { ...corrected, parameters: { unit: "kelvin" } },
      "parameters",
      "M-24",
    ),
    refused("calls and a tool", { ...corrected, calls: [] }, "calls"),
    refused("teaching a wrong answer without what is right", { ...wrong, teach: true }, "teach"),
    {
      clause: "M-12",
      name: "a right answer stays, and can be learned as it is",
      given: ({ owner }) =>
        owner.request("POST", "/v1/resolve", { ...ask, query: 'weather in "Rome"' }, { "X-Request-Id": "asked" }),
      body: { ...right, bank: "{bank}" },
      expect: 200,
      json: { dropped: false, memory: expect.stringMatching(/^mem_/) },
      afterwards: async (_, stage) => {
        const parameters = { city: "Rome", unit: "celsius" };
        expect(await learned(stage)).toMatchObject([{ query: 'weather in "Rome"', tool: "get_weather", parameters }]);
        const again = await stage.owner.request("POST", "/v1/resolve", { ...ask, query: 'weather in "Rome"' });
        expect(again.json.metadata.source).toBe("exact_cache");
      },
    },
    {
      clause: "M-12",
      name: "a right answer, nothing to learn",
      body: right,
      expect: 200,
      json: { dropped: false, memory: null },
    },
    {
      clause: "M-11",
      name: "several calls leave it together",
      given: ({ owner }) => owner.request("POST", "/v1/resolve", several, { "X-Request-Id": "asked" }),
      body: wrong,
      expect: 200,
      json: { dropped: true, memory: null },
      afterwards: async (_, { owner }) => {
        const again = await owner.request("POST", "/v1/resolve", several);
        expect(again.json).toMatchObject({ calls: [{}, {}], metadata: { source: "model" } });
      },
    },
    {
      clause: "M-12",
      name: "of several calls none is learned as the answer to the whole query",
      given: ({ owner }) => owner.request("POST", "/v1/resolve", several, { "X-Request-Id": "asked" }),
      body: { ...right, bank: "{bank}" },
      expect: 200,
      json: { dropped: false, memory: null },
      afterwards: async (_, stage) => expect(await learned(stage)).toEqual([]),
    },
    {
      clause: "M-12",
      name: "nor the first one, where there was more",
      given: ({ owner }) =>
        owner.request("POST", "/v1/resolve", { ...several, calls_max: 1 }, { "X-Request-Id": "asked" }),
      body: { ...right, bank: "{bank}" },
      expect: 200,
      json: { memory: null },
    },
    found("an answer of resolve-respond", "/v1/resolve-respond", ask, true),
    found(
      "an answer of resolve-quick, which no cache has",
      "/v1/resolve-quick",
      { query: "weather", tools: weather.tools },
      false,
    ),
    found("a classification", "/v1/classify", { data: "balance", classification_set: "banking-v1" }, true),
    {
      clause: "M-5",
      name: "a classification, corrected by its label",
      given: ({ owner }) =>
        owner.request("POST", "/v1/classify", { data: "x", classification_set: "banking-v1" }, { "X-Request-Id": "c" }),
      body: { request_id: "c", correct: false, label: "balance" },
      expect: 200,
      json: { dropped: true, memory: null, taught: expect.stringMatching(/^case_/) },
    },
    {
      clause: "M-13",
      name: "an item of a batch, by its own id",
      given: ({ owner }) =>
        owner.request(
          "POST",
          "/v1/batch",
          {
            requests: [
              { type: "classify", body: {} },
              { type: "resolve", body: { ...ask, query: "weather" } },
            ],
          },
          { "X-Request-Id": "many" },
        ),
      body: { ...wrong, request_id: "many.1" },
      expect: 200,
      json: { request_id: "many.1", dropped: true },
    },
    {
      clause: "M-7",
      name: "of two requests with the same id the newer one counts",
      given: ({ owner }) =>
        owner.request("POST", "/v1/resolve", { ...ask, query: "weather for 5 days" }, { "X-Request-Id": "asked" }),
      body: { ...corrected, bank: "{bank}" },
      expect: 200,
      afterwards: async (_, stage) => expect(await learned(stage)).toMatchObject([{ query: "weather for 5 days" }]),
    },
    {
      clause: "M-7",
      name: "an unknown request",
      body: { ...wrong, request_id: "nobody" },
      expect: 404,
      error: "not_found",
    },
    {
      clause: "M-13",
      name: "a request that failed",
      given: ({ owner }) => owner.request("POST", "/v1/resolve", {}, { "X-Request-Id": "failed" }),
      body: { ...wrong, request_id: "failed" },
      expect: 404,
      error: "not_found",
    },
    {
      clause: "R-11",
      name: "an unknown bank, and nothing has changed",
      body: { ...corrected, bank: "bank_1" },
      expect: 404,
      error: "not_found",
      afterwards: async (_, { owner }) => {
        const again = await owner.request("POST", "/v1/resolve", ask);
        expect(again.json.metadata.source).toBe("exact_cache");
      },
    },
    refused("right, and corrected all the same", { ...right, tool: "get_weather" }, "correct"),
    refused("parameters without their tool", { ...wrong, parameters: {} }, "parameters"),
    refused("a tool and a label", { ...wrong, tool: "t", label: "l" }, "label"),
    refused("a bank, and nothing that it could learn", { ...wrong, bank: "{bank}" }, "bank"),
    refused("a tool with a name that none has", { ...wrong, tool: "t".repeat(129) }, "tool", "M-20"),
    refused("a label that none has", { ...wrong, label: "l".repeat(129) }, "label", "M-20"),
    refused(
      "parameters as large as a body",
      { ...corrected, parameters: { city: "x".repeat(17_000) } },
      "parameters",
      "M-20",
    ),
    malformed(wrong)("E-3", "correct as a word", { correct: "no" }, ["correct"]),
    malformed(wrong)("F-9", "an unknown field", { rating: 5 }, ["rating"]),
    lacking(wrong, "request_id"),
    lacking(wrong, "correct"),
    ...strangers(wrong),
  ],
  { answer: FeedbackAnswer, given: answered },
);

scenarios("POST /v1/feedback", [
  {
    clause: "M-18",
    name: "an answer that could not be recorded is given all the same",
    given: async ({ server, owner }) => {
      await owner.request("POST", "/v1/toolsets", weather);
      // Whichever node is asked.
      for (const { services } of server.nodes) {
        const { feedback } = services;
        const record = feedback.record.bind(feedback);
        feedback.record = async () => {
          feedback.record = record;
          throw new Error("told to fail");
        };
      }
      expect((await owner.request("POST", "/v1/resolve", ask, { "X-Request-Id": "lost" })).status).toBe(200);
      expect(server.logs.join("\n")).toContain("lost the answer was not recorded");
    },
    body: { ...wrong, request_id: "lost" },
    expect: 404,
    error: "not_found",
  },
]);

scenarios("POST /v1/resolve", [
  {
    clause: "M-4",
    name: "a memory of a bank that is not named changes nothing",
    given: async (stage) => {
      await stage.owner.request("POST", "/v1/toolsets", weather);
      await banked(romanWeather)(stage);
    },
    body: { ...ask, query: romanWeather.query },
    expect: 200,
    json: { metadata: { used_banks: [] } },
    afterwards: ({ json }) => expect(json.resolved.parameters).not.toHaveProperty("city"),
  },
]);
