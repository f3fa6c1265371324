import { expect } from "bun:test";
import { AppError } from "#core/errors.ts";
import { LabelTestReport, TestRunResource, ToolTestReport } from "#http/schemas/examination.ts";
import { pageOf } from "#http/schemas/shared-fields.ts";
import { type Scenario, type Stage, scenarios } from "../kit.ts";
import { lacking, malformed, strangers } from "./resource-rows.ts";
import { banked, banking, getWeather, romanWeather, weather } from "./samples.ts";

const rome = { query: 'weather in "Rome"', tool: "get_weather", parameters: { city: "Rome" } };
const nothing = { query: "who are you", tool: "none" };
const body = { cases: [rome, nothing] };
const changed = malformed(body);
const wrongCase = (clause: "T-43", name: string, one: unknown, place: string): Scenario => ({
  ...changed(clause, name, { cases: [rome, one] }, [place]),
  afterwards: (_, { server }) => expect(server.model.calls).toBe(callsBefore),
});

let callsBefore = 0;
const registered = async ({ owner, server }: Stage) => {
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/classification-sets", { ...banking, allow_none: true });
  callsBefore = server.model.calls;
};

/** The model says what its answers take, and what came next. */
const talkative = async (stage: Stage) => {
  const { model } = stage.server;
  const call = model.call.bind(model);
  const usage = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 20, money: 0.5 };
  model.call = async (...asked) => ({ ...(await call(...asked)), usage, runnerUp: { of: null, margin: 0.25 } });
  const classify = model.classify.bind(model);
  model.classify = async (...asked) =>
    (await classify(...asked)).map((label) => ({ ...label, usage, runnerUp: { of: 0, margin: 0.125 } }));
  // A table of rows shares the server.
  restore = () => {
    for (const method of ["call", "classify"]) Reflect.deleteProperty(model, method);
  };
};
let restore: () => void = () => {};

const failingOnce = async ({ server: { model } }: Stage) => {
  let asked = 0;
  model.before = async () => {
    asked += 1;
    if (asked === 1) throw new AppError("bad_gateway", "the model is away");
  };
  restore = () => {
    model.before = async () => {};
  };
};

const row = (clause: Scenario["clause"], name: string, cases: readonly object[], json: object): Scenario => ({
  clause,
  name,
  body: { cases },
  expect: 200,
  json,
});
const right = (count: number, of: number) => ({ accuracy: { count, of } });

scenarios(
  "POST /v1/toolsets/weather-v1/test",
  [
    {
      clause: "T-40",
      name: "a report of all cases, the right ones counted and the others told",
      given: talkative,
      body: {
        cases: [
          ...body.cases,
          { query: 'weather in "Bern" for 3', tool: "get_weather", parameters: { city: "Rome", days: 3 } },
          { query: "the weather", tool: "none", id: 7, note: "asks back" },
        ],
      },
      expect: 200,
      json: {
        sets: ["weather-v1"],
        kind: "toolset",
        backend: null,
        models: ["fake-model-1"],
        learning: null,
        cases: 4,
        accuracy: { count: 2, of: 4, share: 0.5 },
        choice: { count: 3, of: 4 },
        wrong: { count: 1, of: 4 },
        verdicts: { right: 2, part: 0, asked: 1, missed: 0, wrong: 1, failed: 0 },
        errors: { choice: 1, parameters: 1 },
        confusion: [
          { expected: "get_weather", given: "get_weather", count: 2 },
          { expected: "none", given: "get_weather", count: 1 },
          { expected: "none", given: "none", count: 1 },
        ],
        latency_ms: { p50: 0, p95: 0, p99: 0 },
        cost: { money: 2, input_tokens: 400, output_tokens: 80 },
        examples: 0,
        misses: [
          {
            case: 3,
            sentence: 'weather in "Bern" for 3',
            verdict: "wrong",
            error: "parameters",
            expected: [{ tool: "get_weather", parameters: { city: "Rome", days: 3 } }],
            given: [
              {
                tool: "get_weather",
                parameters: { city: "Bern", days: 3, unit: "celsius" },
                missing_parameters: [],
                defaults_applied: ["unit"],
                evidence: { city: { kind: "query", start: 12, end: 16 } },
              },
            ],
            confidence: 0.9,
            runner_up: { name: "none", margin: 0.25 },
            failure: null,
            is_example: false,
          },
          { case: 4, verdict: "asked", error: "choice", expected: [], given: [{ missing_parameters: ["city"] }] },
        ],
      },
      afterwards: () => restore(),
    },
    {
      clause: "T-41",
      name: "what the cache knows is not given, and nothing is kept",
      given: async ({ owner }) => {
        await owner.request("POST", "/v1/resolve", { query: rome.query, toolsets: ["weather-v1"] });
      },
      body: { cases: [rome, { ...rome, query: 'weather in "Oslo"', parameters: { city: "Oslo" } }] },
      headers: { "X-Request-Id": "a-test" },
      expect: 200,
      json: right(2, 2),
      afterwards: async (_, { owner, server }) => {
        expect(server.model.calls - callsBefore).toBe(3);
        const asked = await owner.request("POST", "/v1/resolve", {
          query: 'weather in "Oslo"',
          toolsets: ["weather-v1"],
        });
        expect(asked.json.metadata.source).toBe("model");
        const judged = await owner.request("POST", "/v1/feedback", { request_id: "a-test", correct: false });
        expect(judged.status).toBe(404);
      },
    },
    row(
      "T-42",
      "numbers by their value, members in any order, defaults named or not, the tool alone",
      [
        { query: 'weather in "Rome" for 3', tool: "get_weather", parameters: { days: 3.0, city: "Rome" } },
        { ...rome, parameters: { unit: "celsius", city: "Rome" } },
        { query: rome.query, tool: "get_weather" },
      ],
      right(3, 3),
    ),
    row(
      "T-42",
      "a default that the case contradicts is wrong",
      [{ ...rome, parameters: { city: "Rome", unit: "fahrenheit" } }],
      { ...right(0, 1), verdicts: { wrong: 1 } },
    ),
    row(
      "T-42",
      "what has to be asked for, what may be left out, and what is right as well",
      [
        { query: "the weather", tool: "get_weather", parameters: {}, missing: ["city"] },
        { query: 'weather in "Rome" for 3', tool: "get_weather", parameters: { city: "Rome" }, optional: ["days"] },
        { ...nothing, tool: "get_weather", parameters: {}, accept: [{ tool: "none" }, { calls: [] }] },
      ],
      right(3, 3),
    ),
    row(
      "T-42",
      "several calls",
      [
        {
          query: 'weather in "Rome" and then weather in "Bern"',
          calls: [
            { tool: "get_weather", parameters: { city: "Bern" } },
            { tool: "get_weather", parameters: { city: "Rome" } },
          ],
        },
        { query: 'weather in "Rome"', calls: [{ tool: "get_weather" }, { tool: "get_weather" }] },
      ],
      { ...right(1, 2), verdicts: { part: 1 } },
    ),
    row(
      "T-42",
      "with what was said before",
      [
        {
          query: "and the weather for 3",
          tool: "get_weather",
          parameters: { city: "Rome", days: 3 },
          history: [{ tool: "get_weather", query: rome.query, parameters: { city: "Rome" } }],
          context: "at home",
          time_zone: "Europe/Rome",
          now: "2026-03-02T09:00:00+01:00",
        },
      ],
      right(1, 1),
    ),
    {
      clause: "M-4",
      name: "with the memories of a bank",
      given: banked(romanWeather),
      body: {
        cases: [{ query: "how is it outside", tool: "get_weather", parameters: { city: "Rome" } }],
        banks: ["{bank}"],
      },
      expect: 200,
      json: right(1, 1),
    },
    {
      clause: "T-40",
      name: "cases that are examples of the set",
      given: ({ owner }) =>
        owner.request("PUT", "/v1/toolsets/weather-v1", {
          name: "Weather",
          tools: [{ ...getWeather, examples: ['Weather in "Rome"'] }],
        }),
      body,
      expect: 200,
      json: { examples: 1 },
    },
    {
      clause: "T-44",
      name: "a case that the model fails to answer",
      given: failingOnce,
      body,
      expect: 200,
      json: {
        ...right(1, 2),
        verdicts: { failed: 1 },
        misses: [
          { case: 1, failure: { code: "bad_gateway", message: "the model is away" }, confidence: null, given: [] },
        ],
      },
      afterwards: () => restore(),
    },
    wrongCase("T-43", "a case without a sentence", { tool: "get_weather" }, "cases.1"),
    wrongCase("T-43", "a case that says nothing", { query: "x" }, "cases.1"),
    wrongCase("T-43", "a tool that the set does not have", { query: "x", tool: "get_wether" }, "cases.1"),
    wrongCase("T-43", "a moment without an offset", { ...rome, now: "2026-03-02T09:00:00" }, "cases.1.now"),
    wrongCase("T-43", "too long a sentence", { ...rome, query: "x".repeat(501) }, "cases.1"),
    wrongCase("T-43", "none with parameters", { ...nothing, parameters: { city: "Rome" } }, "cases.1.parameters"),
    wrongCase("T-43", "a text and a query", { ...rome, text: "x" }, "cases.1"),
    wrongCase("T-43", "a tool and calls", { ...rome, calls: [] }, "cases.1"),
    changed("F-9", "a mistyped field", { cases: [{ ...rome, paramters: {} }] }, ["cases.0.paramters"]),
    {
      ...changed("T-40", "no cases", { cases: [] }, ["cases"]),
      says: "cases: has 0 items, and must have 1 to 100",
    },
    {
      ...changed("T-40", "101 cases", { cases: Array.from({ length: 101 }, () => rome) }, ["cases"]),
      says: "cases: has 101 items, and must have 1 to 100",
    },
    changed("T-40", "an unknown backend", { backend: "nobody" }, ["backend"]),
    { clause: "R-11", name: "an unknown bank", body: { ...body, banks: ["bank_x"] }, expect: 404, error: "not_found" },
    { clause: "R-11", name: "no such set", path: "/v1/toolsets/nope/test", body, expect: 404, error: "not_found" },
    {
      clause: "L-3",
      name: "with nothing left",
      plan: "poor",
      given: ({ owner }) => owner.request("GET", "/v1/toolsets"),
      body,
      expect: 402,
      error: "payment_required",
    },
    lacking(body, "cases"),
    ...strangers(body),
  ],
  { given: registered, answer: ToolTestReport },
);

const tested = async (stage: Stage) => {
  await registered(stage);
  await stage.owner.request("POST", "/v1/toolsets/weather-v1/test", body);
  await stage.owner.request("POST", "/v1/toolsets/weather-v1/test", { cases: [{ query: rome.query, tool: "none" }] });
};

scenarios(
  "GET /v1/toolsets/weather-v1/tests",
  [
    {
      clause: "T-50",
      name: "what each test came to, newest first",
      expect: 200,
      json: {
        data: [
          { cases: 1, accuracy: { count: 0, of: 1 }, by: expect.stringMatching(/^key [0-9A-Za-z]{12}$/) },
          {
            run_id: expect.stringMatching(/^run_[0-9A-Za-z]{20}$/),
            at: expect.stringMatching(/Z$/),
            sets: ["weather-v1"],
            kind: "toolset",
            content_hashes: [expect.stringMatching(/^sha256:/)],
            backend: null,
            models: ["fake-model-1"],
            cases: 2,
            accuracy: { count: 2, of: 2, share: 1 },
          },
        ],
        next_cursor: null,
      },
    },
    {
      clause: "T-50",
      name: "a page of them, and what comes behind it",
      path: "/v1/toolsets/weather-v1/tests?limit=1",
      expect: 200,
      json: { data: [{ cases: 1 }] },
      afterwards: async (answer, { owner }) => {
        const { next_cursor } = answer.json as { readonly next_cursor: string };
        const rest = await owner.request("GET", `/v1/toolsets/weather-v1/tests?limit=1&cursor=${next_cursor}`);
        expect(rest.json).toMatchObject({ data: [{ cases: 2 }], next_cursor: null });
      },
    },
    {
      clause: "T-50",
      name: "with another content once the set was replaced",
      given: async ({ owner }) => {
        const { signature: _, ...changed } = {
          ...weather,
          tools: [{ ...getWeather, description: "Tells the weather" }],
        };
        await owner.request("PUT", "/v1/toolsets/weather-v1", changed);
        await owner.request("POST", "/v1/toolsets/weather-v1/test", { cases: [rome] });
      },
      expect: 200,
      afterwards: ({ json }) => {
        const { data } = json as { readonly data: readonly { readonly content_hashes: readonly string[] }[] };
        expect(new Set(data.slice(0, 3).map(({ content_hashes }) => content_hashes.join())).size).toBe(2);
      },
    },
    { clause: "T-50", name: "no such set", path: "/v1/toolsets/nope/tests", expect: 404, error: "not_found" },
    {
      clause: "F-9",
      name: "a page that is too long",
      path: "/v1/toolsets/weather-v1/tests?limit=101",
      expect: 400,
      error: "validation_error",
      details: ["limit"],
    },
    ...strangers(),
  ],
  { given: tested, answer: pageOf(TestRunResource) },
);

const lost = { text: "my card was stolen", label: "card_lost" };

scenarios(
  "POST /v1/classification-sets/banking-v1/test",
  [
    {
      clause: "T-40",
      name: "what its answers take, and what came next",
      given: talkative,
      body: { cases: [{ text: "what is my balance", label: "card_lost" }] },
      expect: 200,
      json: {
        cost: { money: 0.5, input_tokens: 100, output_tokens: 20 },
        misses: [{ runner_up: { name: "card_lost", margin: 0.125 } }],
      },
      afterwards: () => restore(),
    },
    {
      clause: "T-44",
      name: "a case that the model fails to answer",
      given: failingOnce,
      body: { cases: [lost] },
      expect: 200,
      json: {
        verdicts: { failed: 1 },
        calibration: null,
        latency_ms: null,
        misses: [{ failure: { code: "bad_gateway" } }],
      },
      afterwards: () => restore(),
    },
    {
      clause: "T-40",
      name: "a report of labels",
      body: {
        cases: [lost, { query: "what is my balance", label: "card_lost" }, { text: "zzz", label: "none" }],
        backend: "embedded",
      },
      expect: 200,
      json: {
        kind: "classification_set",
        backend: "embedded",
        ...right(2, 3),
        wrong: { count: 1 },
        cost: null,
        misses: [{ case: 2, expected: [{ label: "card_lost" }], given: [{ label: "balance" }], error: "choice" }],
      },
    },
    row(
      "T-42",
      "several labels",
      [
        { text: "my card was stolen", labels: ["card_lost", "card_lost"] },
        { text: lost.text, labels: ["card_lost", "balance"] },
      ],
      {
        ...right(1, 2),
        verdicts: { part: 1 },
      },
    ),
    {
      ...malformed({ cases: [lost] })(
        "T-43",
        "a label that the set does not have",
        { cases: [{ text: "x", label: "lost" }] },
        ["cases.0"],
      ),
    },
    {
      ...malformed({ cases: [lost] })("F-9", "a tool", { cases: [{ text: "x", tool: "get_weather" }] }, [
        "cases.0.tool",
      ]),
    },
    {
      clause: "T-43",
      name: "none of a set that has a label for everything",
      given: ({ owner }) =>
        owner.request("PUT", "/v1/classification-sets/banking-v1", { ...banking, signature: undefined }),
      body: { cases: [{ text: "zzz", label: "none" }] },
      expect: 400,
      error: "validation_error",
      details: ["cases.0"],
    },
    ...strangers({ cases: [lost] }),
  ],
  { given: registered, answer: LabelTestReport },
);

scenarios(
  "GET /v1/classification-sets/banking-v1/tests",
  [
    {
      clause: "T-50",
      name: "what each test came to, with how many labels were right",
      given: ({ owner }) =>
        owner.request("POST", "/v1/classification-sets/banking-v1/test", {
          cases: [{ text: "my card was stolen", label: "card_lost" }],
        }),
      expect: 200,
      json: {
        data: [{ kind: "classification_set", sets: ["banking-v1"], cases: 1, accuracy: { of: 1 } }],
        next_cursor: null,
      },
    },
    {
      clause: "T-50",
      name: "no such set",
      path: "/v1/classification-sets/nope/tests",
      expect: 404,
      error: "not_found",
    },
  ],
  { given: registered },
);
