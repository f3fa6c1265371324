import { expect } from "bun:test";
import { AppError } from "#core/errors.ts";
import { BatchAnswer } from "#http/schemas/batch-request.ts";
import type { ClauseId } from "../contract/clauses.ts";
import { type Scenario, type Stage, scenarios } from "../kit.ts";
import { outsiders } from "./resource-rows.ts";
import { banking, getWeather, weather } from "./samples.ts";

const resolve = { type: "resolve", body: { query: 'weather in "Berlin"', toolsets: ["weather-v1"] } };
const respond = { ...resolve, type: "resolve-respond" };
const quick = { type: "resolve-quick", body: { query: "weather", tools: [getWeather] } };
const classify = { type: "classify", body: { data: "balance", classification_set: "banking-v1" } };
const all = [resolve, respond, quick, classify];
const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...quick, id: `item ${index}` }));

const registered = async ({ owner }: Stage) => {
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/classification-sets", banking);
};
const statuses = (json: { results: readonly { status: number }[] }) => json.results.map(({ status }) => status);
const inPlace = (
  clause: ClauseId,
  name: string,
  item: object,
  status: number,
  error: string,
  more: Partial<Scenario> = {},
): Scenario => ({
  clause,
  name: `in its place: ${name}`,
  body: { requests: [quick, { id: "wrong", ...item }, quick] },
  expect: 200,
  charged: 2,
  json: {
    results: [{ status: 200 }, { id: "wrong", status, body: { error, code: status } }, { status: 200 }],
    metadata: { requests_used: 2, succeeded: 2, failed: 1 },
  },
  ...more,
});
const refused = (clause: ClauseId, name: string, body: object, details: readonly string[]): Scenario => ({
  clause,
  name,
  body,
  expect: 400,
  error: "validation_error",
  details,
});

scenarios(
  "POST /v1/batch",
  [
    {
      clause: "B-1",
      name: "each type as its own route answers, charged by item",
      body: { requests: all },
      expect: 200,
      charged: 5,
      json: {
        results: [
          { id: null, status: 200, body: { resolved: { tool: "get_weather" }, metadata: { requests_used: 1 } } },
          {
            status: 200,
            body: { response: { text: expect.stringContaining("Berlin") }, metadata: { requests_used: 2 } },
          },
          { status: 200, body: { resolved: { tool: "get_weather" }, metadata: { toolset: null } } },
          { status: 200, body: { classifications: [{ label: "balance" }] } },
        ],
        metadata: { requests_used: 5, succeeded: 4, failed: 0, latency_ms: 1 },
      },
      afterwards: async ({ json }, { owner }) => {
        expect(json.metadata.requests_remaining).toBe(await owner.balance());
      },
    },
    {
      clause: "B-1",
      name: "100 items, in the order asked, though the first ones take longest",
      given: async ({ server }) => {
        let wait = 20;
        server.model.before = async () => {
          wait = Math.max(0, wait - 4);
          await Bun.sleep(wait);
        };
      },
      body: { requests: many(100) },
      expect: 200,
      charged: 100,
      json: { results: many(100).map(({ id }) => ({ id, status: 200 })), metadata: { succeeded: 100 } },
      afterwards: (_, { server }) => {
        server.model.before = async () => {};
      },
    },
    {
      clause: "B-7",
      name: "an id comes back, and each item has a request id for feedback",
      body: {
        requests: [
          { ...quick, id: "same" },
          { ...quick, id: "same" },
        ],
      },
      headers: { "X-Request-Id": "mine" },
      expect: 200,
      charged: 2,
      json: {
        results: [
          { id: "same", request_id: "mine.0" },
          { id: "same", request_id: "mine.1" },
        ],
      },
    },
    {
      clause: "B-3",
      name: "counts once in the rate window",
      plan: "hasty",
      body: { requests: many(10) },
      expect: 200,
      charged: 10,
      replyHeaders: { "X-RateLimit-Remaining": "0" },
    },
    {
      clause: "B-8",
      name: "Cache-Control is for all of its items",
      given: ({ owner }) => owner.request("POST", "/v1/resolve", resolve.body),
      body: { requests: [resolve] },
      headers: { "Cache-Control": "no-store" },
      expect: 200,
      json: { results: [{ body: { metadata: { source: "model" } } }] },
    },
    inPlace("B-5", "an unknown type", { type: "auth", body: {} }, 400, "validation_error"),
    inPlace("B-5", "a batch in a batch", { type: "batch", body: { requests: [quick] } }, 400, "validation_error"),
    inPlace("B-5", "a type that every object has", { type: "constructor", body: {} }, 400, "validation_error"),
    inPlace("B-2", "a missing field", { type: "classify", body: {} }, 400, "bad_request"),
    inPlace(
      "B-2",
      "a field that is too long",
      { ...quick, body: { ...quick.body, query: "q".repeat(501) } },
      400,
      "validation_error",
    ),
    inPlace("B-2", "an unknown toolset", { ...resolve, body: { query: "q", toolsets: ["nope"] } }, 404, "not_found"),
    inPlace(
      "B-2",
      "an answer that the model could not give",
      { ...quick, body: { ...quick.body, query: "weather in hell" } },
      502,
      "bad_gateway",
      {
        given: async ({ server }) => {
          const { call } = server.model;
          server.model.call = async (request, signal) => {
            if (request.query.includes("hell")) throw new AppError("bad_gateway", "refused");
            return call.call(server.model, request, signal);
          };
        },
      },
    ),
    {
      clause: "B-4",
      name: "in its place: what the balance cannot pay",
      plan: "poor",
      given: async ({ server, owner }) => void (await server.app.tenants.credit(owner.appId, 1)),
      body: { requests: [quick, respond, respond, quick] },
      expect: 200,
      charged: 1,
      afterwards: ({ json }) => {
        // Two went into registering the sets; one of these can be paid, whichever comes first, and no pair of requests.
        expect(statuses(json).sort()).toEqual([200, 402, 402, 402]);
        expect(json.metadata).toMatchObject({ requests_used: 1, requests_remaining: 0, succeeded: 1, failed: 3 });
      },
    },
    {
      clause: "L-3",
      name: "all of it, when nothing is left",
      plan: "poor",
      body: { requests: [quick] },
      expect: 402,
      error: "payment_required",
    },
    {
      clause: "B-3",
      name: "nothing succeeds, nothing is charged",
      body: { requests: [{ type: "classify", body: {} }] },
      expect: 200,
      charged: 0,
      json: { metadata: { requests_used: 0, succeeded: 0, failed: 1 } },
    },
    refused("B-1", "101 items", { requests: many(101) }, ["requests"]),
    refused("B-1", "no items", { requests: [] }, ["requests"]),
    refused("E-3", "items that are none", { requests: ["resolve"] }, ["requests.0"]),
    refused("E-3", "an id that is a number", { requests: [{ ...quick, id: 1 }] }, ["requests.0.id"]),
    refused("E-3", "a body that is a list", { requests: [{ ...quick, body: [] }] }, ["requests.0.body"]),
    refused("F-9", "an unknown field", { requests: [], mode: "fast" }, ["mode"]),
    refused("F-9", "an unknown field in an item", { requests: [{ ...quick, cost: 0 }] }, ["requests.0.cost"]),
    {
      clause: "E-2",
      name: "an item without a type",
      body: { requests: [{ body: {} }] },
      expect: 400,
      error: "bad_request",
      says: "`requests.0.type`",
    },
    {
      clause: "A-5",
      name: "of another app, whose sets it names: each item is 404",
      as: "stranger",
      body: { requests: [resolve, respond, classify] },
      expect: 200,
      charged: 0,
      afterwards: ({ json }) => expect(statuses(json)).toEqual([404, 404, 404]),
    },
    ...outsiders({ requests: all }),
  ],
  { answer: BatchAnswer, given: registered },
);
