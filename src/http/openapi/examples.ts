import type { Example } from "./example.ts";
import { BUNDLE_EXAMPLES, GRADUATION_EXAMPLES } from "./examples-between-servers.ts";
import { ADMIN_EXAMPLES } from "./examples-of-admin.ts";
import { CHAT_EXAMPLES } from "./examples-of-chats.ts";
import { QUERY_LOG_EXAMPLES } from "./examples-of-the-log.ts";

const getWeather = {
  name: "get_weather",
  description: "Get the weather forecast of a city",
  parameters: {
    type: "object",
    properties: {
      city: { type: "string", description: "Name of the city" },
      days: { type: "integer", description: "Days ahead", minimum: 1, maximum: 14, default: 1 },
    },
    required: ["city"],
  },
  examples: ["will it rain in Lisbon"],
};
const toolset = { signature: "weather-v1", name: "Weather", description: "Forecasts by city", tools: [getWeather] };
const classificationSet = {
  signature: "banking-v1",
  name: "Banking",
  classes: [
    { label: "card_lost", description: "The card is lost or stolen", examples: ["I cannot find my card"] },
    { label: "transfer", description: "Sending money to someone" },
  ],
  enable_extraction: true,
};
const bank = { name: "Home", description: "What the household wants remembered" };
const persona = { name: "concierge", instructions: "Friendly and brief.", language: "en" };
const valueList = {
  name: "medicines",
  description: "What the ward may order",
  values: ["Ibuprofen 400", { value: "Paracetamol 500", synonyms: ["acetaminophen", "tylenol"] }],
};
const memory = { query: "brolly today?", tool: "get_weather", parameters: { city: "Lisbon" } };

const stamps = { created_at: "2026-03-10T12:00:30.000Z", updated_at: "2026-03-10T12:00:30.000Z" };
const hashed = {
  content_hash: "sha256:2d6c9e1f0b7a48d35c8e6f1a9b04d7723e5f8c1a6b9d0e4f7a2c5b8d1e3f6a90",
  ...stamps,
  learning: null,
};
const toolsetResource = { ...toolset, require_evidence: false, ...hashed };
const classificationSetResource = { ...classificationSet, allow_none: false, ...hashed };
const bankResource = { id: "bank_4fK9sQ2mTzX7bLr0WcVe", ...bank, ...stamps };
const personaResource = { ...persona, ...stamps };
const taughtCall = { query: "is it umbrella weather in Porto", tool: "get_weather", parameters: { city: "Porto" } };
const taughtCallResource = {
  id: "case_2mVq7RkXz0LdTfY5sBpN",
  taught_at: stamps.created_at,
  ...taughtCall,
  beside: ["weather-v1"],
};
const taughtLabel = { query: "my plastic is gone", label: "card_lost" };
const taughtLabelResource = { id: "case_9wKc3HnJ6uPeAa1GxZtS", taught_at: stamps.created_at, ...taughtLabel };
const valueListResource = { ...valueList, content_hash: hashed.content_hash, ...stamps };
const memoryResource = { id: "mem_8hT3vYp1NcQ6dJk5RxWa", ...memory, created_at: stamps.created_at };

const charged = { latency_ms: 6, requests_used: 1, requests_remaining: 941 };
const resolution = {
  resolved: { tool: "get_weather", parameters: { city: "Lisbon", days: 1 } },
  metadata: {
    source: "model",
    model: "embedded-22",
    language: "en",
    ...charged,
    confidence: 0.97,
    toolset: "weather-v1",
    used_banks: [],
    missing_parameters: [],
    unfilled: [],
    defaults_applied: ["days"],
    evidence: { city: { kind: "query", start: 16, end: 22 }, days: { kind: "default" } },
  },
};
const responded = {
  ...resolution,
  response: { text: "Looking up the weather in Lisbon for 1 day." },
  metadata: { ...resolution.metadata, requests_used: 2 },
};
const classification = {
  classifications: [
    { text: "I lost my card", label: "card_lost", confidence: 0.96 },
    { text: "send 50 to Ana", label: "transfer", confidence: 0.91 },
  ],
  metadata: { source: "model", model: "embedded-22", language: "en", ...charged },
};
const query = "will it rain in Lisbon?";
const resolve = { query, toolsets: ["weather-v1"] };
const classify = { data: "I lost my card and want to send 50 to Ana", classification_set: "banking-v1" };

const lintReport = {
  findings: [
    {
      code: "default_hides_choice",
      severity: "warning",
      set: "weather-v1",
      path: "/tools/0/parameters/properties/days/default",
      message: '"days" is required and gets "1" when nobody says it',
      instead: "no `default` where people have to choose, or leave it out of `required` where the default will do",
    },
  ],
  left_out: 0,
  languages: [{ set: "weather-v1", described: ["en"], examples: [] }],
  compared: { texts: 2, of: 2 },
};

const alias = { signature: "weather-v1" };
const split = {
  split: [
    { signature: "weather-v1", percent: 90 },
    { signature: "weather-v2", percent: 10 },
  ],
};
const aliasResource = {
  name: "weather-live",
  kind: "toolset",
  ...split,
  answered: {
    since: stamps.created_at,
    sides: [
      { signature: "weather-v1", answers: 4_512, none: 93 },
      { signature: "weather-v2", answers: 488, none: 6 },
    ],
  },
  ...stamps,
};

const page = (item: unknown) => ({ data: [item], next_cursor: null });
const crud = (path: string, key: string, request: object, response: unknown): Readonly<Record<string, Example>> => ({
  [`POST ${path}`]: { request, response },
  [`GET ${path}`]: { response: page(response) },
  [`GET ${path}/:${key}`]: { response },
  // The key stands in the path.
  [`PUT ${path}/:${key}`]: { request: { ...request, [key]: undefined }, response },
});

const every = { count: 1, of: 1, share: 1, low: 0.2065, high: 1 };
const tested = {
  run_id: "run_8hQ2nWc5KtYp0ZxVbL3R",
  sets: ["weather-v1"],
  kind: "toolset",
  backend: null,
  models: ["embedded-22"],
  learning: null,
  cases: 2,
  accuracy: { count: 1, of: 2, share: 0.5, low: 0.0945, high: 0.9055 },
  choice: { count: 1, of: 2, share: 0.5, low: 0.0945, high: 0.9055 },
  wrong: { count: 0, of: 2, share: 0, low: 0, high: 0.6576 },
  verdicts: { right: 1, part: 0, asked: 1, missed: 0, wrong: 0, failed: 0 },
  errors: { choice: 1, parameters: 0 },
  scores: {
    names: [
      { name: "get_weather", expected: 1, given: 2, right: 1, precision: 0.5, recall: 1, f1: 0.6667 },
      { name: "none", expected: 1, given: 0, right: 0, precision: 0, recall: 0, f1: 0 },
    ],
    macro: { precision: 0.25, recall: 0.5, f1: 0.3333 },
    micro: { precision: 0.5, recall: 0.5, f1: 0.5 },
  },
  confusion: [
    { expected: "get_weather", given: "get_weather", count: 1 },
    { expected: "none", given: "get_weather", count: 1 },
  ],
  calibration: { error: 0.295, bins: [{ n: 2, confidence: 0.795, right: 0.5 }] },
  latency_ms: { p50: 6.4, p95: 7.1, p99: 7.1 },
  cost: null,
  examples: 0,
};

const { run_id, accuracy, choice, wrong } = tested;
const keptTest = {
  run_id,
  at: "2026-03-10T09:15:00.000Z",
  by: "key 3mVq7RkXz0Ld",
  sets: ["weather-v1"],
  kind: "toolset",
  content_hashes: ["sha256:6b1f0c5e9d3a47a8c2b7e4f1d0936a5b8c7d2e1f4a3b6c9d8e7f0a1b2c3d4e5f"],
  backend: null,
  models: tested.models,
  cases: 2,
  ...{ accuracy, choice, wrong },
  macro_f1: 0.3333,
  calibration_error: 0.295,
  latency_ms_p50: 6.4,
};

export const EXAMPLES: Readonly<Record<string, Example>> = {
  "POST /v1/auth": {
    request: { api_key: "dgm_a1B2c3D4e5F6_0123456789abcdefghijABCDEFGHIJkl2Xk9Qz" },
    response: { access_token: "eyJhbGciOiJFZERTQSIsImtpZCI6IjEifQ.e30.c2ln", token_type: "Bearer", expires_in: 900 },
  },
  ...crud("/v1/toolsets", "signature", toolset, toolsetResource),
  ...crud("/v1/classification-sets", "signature", classificationSet, classificationSetResource),
  "PUT /v1/aliases/:alias": {
    request: alias,
    response: {
      name: "weather-live",
      kind: "toolset",
      ...alias,
      answered: { since: null, sides: [{ ...alias, answers: 0, none: 0 }] },
      ...stamps,
    },
  },
  "GET /v1/aliases": { response: page(aliasResource) },
  "GET /v1/aliases/:alias": { response: aliasResource },
  "POST /v1/toolsets/:signature/lint": { response: lintReport },
  "POST /v1/classification-sets/:signature/lint": {
    response: { ...lintReport, findings: [], compared: { texts: 3, of: 3 } },
  },
  ...crud("/v1/banks", "id", bank, bankResource),
  ...crud("/v1/personas", "name", persona, personaResource),
  ...crud("/v1/value-lists", "name", valueList, valueListResource),
  "GET /v1/value-lists/:name/nearest": {
    response: { data: [{ value: "Ibuprofen 400", score: 0.923, words: "Ibuprofen 400" }] },
  },
  "POST /v1/banks/:id/memories": { request: memory, response: memoryResource },
  "GET /v1/banks/:id/memories": { response: page(memoryResource) },
  "POST /v1/toolsets/:signature/diff": {
    request: { proposed: { name: toolset.name, tools: [getWeather] } },
    response: {
      replayed: 12,
      left_out: 0,
      changed: 1,
      broken: 1,
      mended: 0,
      learning: null,
      changes: [
        {
          query: "is it umbrella weather in Porto",
          turn: "broken",
          before: [{ name: "get_weather", parameters: { city: "Porto" }, missing: [] }],
          after: [],
        },
      ],
    },
  },
  "POST /v1/classification-sets/:signature/diff": {
    request: { proposed: { name: classificationSet.name, classes: classificationSet.classes } },
    response: {
      replayed: 12,
      left_out: 0,
      changed: 1,
      broken: 0,
      mended: 1,
      learning: null,
      changes: [
        {
          query: "my plastic is gone",
          turn: "mended",
          before: [{ name: "transfer" }],
          after: [{ name: "card_lost" }],
        },
      ],
    },
  },
  ...BUNDLE_EXAMPLES,
  ...GRADUATION_EXAMPLES,
  "POST /v1/toolsets/:signature/cases": { request: taughtCall, response: taughtCallResource },
  "GET /v1/toolsets/:signature/cases": { response: page(taughtCallResource) },
  "POST /v1/classification-sets/:signature/cases": { request: taughtLabel, response: taughtLabelResource },
  "GET /v1/classification-sets/:signature/cases": { response: page(taughtLabelResource) },
  "POST /v1/resolve": { request: resolve, response: resolution },
  "POST /v1/search-tools": {
    request: { query: "do I need an umbrella in Porto", toolsets: ["weather-v1"], k: 1 },
    response: {
      tools: [
        {
          toolset: "weather-v1",
          tool: getWeather,
          confidence: 0.641,
          why: { words: [], meaning: 0.402, example: "will it rain in Lisbon" },
        },
      ],
      none: false,
      none_confidence: 0.359,
      metadata: {
        searched_tools: 1,
        learning: null,
        language: "en",
        latency_ms: 5,
        requests_used: 1,
        requests_remaining: 993,
      },
    },
  },
  "POST /v1/resolve-quick": {
    request: { query, tools: [getWeather] },
    response: { ...resolution, metadata: { ...resolution.metadata, toolset: null } },
  },
  "POST /v1/resolve-respond": { request: { ...resolve, persona: "concierge" }, response: responded },
  "POST /v1/classify": { request: classify, response: classification },
  "POST /v1/feedback": {
    request: {
      request_id: "checkout-2026-03-10-0042",
      correct: false,
      tool: "get_weather",
      parameters: { city: "Porto" },
    },
    response: {
      request_id: "checkout-2026-03-10-0042",
      dropped: true,
      memory: null,
      taught: "case_2mVq7RkXz0LdTfY5sBpN",
    },
  },
  "POST /v1/toolsets/:signature/test": {
    request: {
      cases: [
        { query, tool: "get_weather", parameters: { city: "Lisbon" } },
        { query: "who painted this", tool: "none" },
      ],
    },
    response: {
      ...tested,
      misses: [
        {
          case: 2,
          sentence: "who painted this",
          verdict: "asked",
          error: "choice",
          expected: [],
          given: [
            {
              tool: "get_weather",
              parameters: { days: 1 },
              missing_parameters: ["city"],
              defaults_applied: ["days"],
              evidence: { days: { kind: "default" } },
            },
          ],
          confidence: 0.62,
          runner_up: { name: "none", margin: 0.24 },
          failure: null,
          latency_ms: 7.1,
          is_example: false,
        },
      ],
    },
  },
  "POST /v1/classification-sets/:signature/test": {
    request: { cases: [{ text: "my card was stolen", label: "card_lost" }] },
    response: {
      ...tested,
      sets: ["banking-v1"],
      kind: "classification_set",
      cases: 1,
      accuracy: every,
      choice: every,
      wrong: { count: 0, of: 1, share: 0, low: 0, high: 0.7935 },
      verdicts: { right: 1, part: 0, asked: 0, missed: 0, wrong: 0, failed: 0 },
      errors: { choice: 0, parameters: 0 },
      scores: {
        names: [{ name: "card_lost", expected: 1, given: 1, right: 1, precision: 1, recall: 1, f1: 1 }],
        macro: { precision: 1, recall: 1, f1: 1 },
        micro: { precision: 1, recall: 1, f1: 1 },
      },
      confusion: [{ expected: "card_lost", given: "card_lost", count: 1 }],
      calibration: { error: 0.04, bins: [{ n: 1, confidence: 0.96, right: 1 }] },
      misses: [],
    },
  },
  "GET /v1/toolsets/:signature/tests": { response: page(keptTest) },
  "GET /v1/classification-sets/:signature/tests": {
    response: page({ ...keptTest, sets: ["banking-v1"], kind: "classification_set" }),
  },
  ...QUERY_LOG_EXAMPLES,
  "POST /v1/batch": {
    request: {
      requests: [
        { id: "a", type: "resolve", body: resolve },
        { id: "b", type: "classify", body: classify },
      ],
    },
    response: {
      results: [
        { id: "a", status: 200, request_id: "import-7.0", body: resolution },
        { id: "b", status: 200, request_id: "import-7.1", body: classification },
      ],
      metadata: { requests_used: 2, requests_remaining: 939, latency_ms: 11, succeeded: 2, failed: 0 },
    },
  },
  ...CHAT_EXAMPLES,
  ...ADMIN_EXAMPLES,
  "GET /": {
    response: {
      name: "dragoman",
      version: "0.2.0",
      admin: "/admin",
      docs: "/docs",
      openapi: "/openapi.json",
      auth: "/v1/auth",
      resolve: "/v1/resolve",
    },
  },
  "GET /livez": { response: { status: "alive" } },
  "GET /readyz": { response: { status: "ready" } },
};
