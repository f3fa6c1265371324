/** Requests and answers as they come, by method and path. Tests send the requests, and check both against the schemas. */
interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

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
const valueListResource = { ...valueList, content_hash: hashed.content_hash, ...stamps };
const memoryResource = { id: "mem_8hT3vYp1NcQ6dJk5RxWa", ...memory, created_at: stamps.created_at };

const charged = { latency_ms: 6, requests_used: 1, requests_remaining: 941 };
const resolution = {
  resolved: { tool: "get_weather", parameters: { city: "Lisbon", days: 1 } },
  metadata: {
    source: "model",
    model: "embedded-10",
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
  response: { text: "Get the weather forecast of a city – city: Lisbon, number of days: 1." },
  metadata: { ...resolution.metadata, requests_used: 2 },
};
const classification = {
  classifications: [
    { text: "I lost my card", label: "card_lost", confidence: 0.96 },
    { text: "send 50 to Ana", label: "transfer", confidence: 0.91 },
  ],
  metadata: { source: "model", model: "embedded-10", ...charged },
};
const query = "will it rain in Lisbon?";
const resolve = { query, toolsets: ["weather-v1"] };
const classify = { data: "I lost my card and want to send 50 to Ana", classification_set: "banking-v1" };

const page = (item: unknown) => ({ data: [item], next_cursor: null });
const crud = (path: string, key: string, request: object, response: unknown): Readonly<Record<string, Example>> => ({
  [`POST ${path}`]: { request, response },
  [`GET ${path}`]: { response: page(response) },
  [`GET ${path}/:${key}`]: { response },
  // The key stands in the path.
  [`PUT ${path}/:${key}`]: { request: { ...request, [key]: undefined }, response },
});

export const EXAMPLES: Readonly<Record<string, Example>> = {
  "POST /v1/auth": {
    request: { api_key: "dgm_a1B2c3D4e5F6_0123456789abcdefghijABCDEFGHIJkl2Xk9Qz" },
    response: { access_token: "eyJhbGciOiJFZERTQSIsImtpZCI6IjEifQ.e30.c2ln", token_type: "Bearer", expires_in: 900 },
  },
  ...crud("/v1/toolsets", "signature", toolset, toolsetResource),
  ...crud("/v1/classification-sets", "signature", classificationSet, classificationSetResource),
  ...crud("/v1/banks", "id", bank, bankResource),
  ...crud("/v1/personas", "name", persona, personaResource),
  ...crud("/v1/value-lists", "name", valueList, valueListResource),
  "GET /v1/value-lists/:name/nearest": {
    response: { data: [{ value: "Ibuprofen 400", score: 0.923, words: "Ibuprofen 400" }] },
  },
  "POST /v1/banks/:id/memories": { request: memory, response: memoryResource },
  "GET /v1/banks/:id/memories": { response: page(memoryResource) },
  "POST /v1/resolve": { request: resolve, response: resolution },
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
      bank: "bank_4fK9sQ2mTzX7bLr0WcVe",
    },
    response: { request_id: "checkout-2026-03-10-0042", dropped: true, memory: "mem_8hT3vYp1NcQ6dJk5RxWa" },
  },
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
  "GET /admin/api/apps/:id/ledger": {
    response: {
      data: [
        { id: 4, at: stamps.created_at, month: "2026-03", kind: "charge", amount: -1 },
        { id: 3, at: stamps.created_at, month: null, kind: "credit", amount: 500 },
        { id: 2, at: stamps.created_at, month: "2026-03", kind: "allowance", amount: 1_000 },
      ],
      next_cursor: "Mg",
      balance: 1_499,
    },
  },
  "GET /livez": { response: { status: "alive" } },
  "GET /readyz": { response: { status: "ready" } },
};
