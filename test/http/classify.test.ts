import { expect } from "bun:test";
import { AppError } from "#core/errors.ts";
import { ClassificationAnswer } from "#http/schemas/classification.ts";
import { type Stage, scenarios } from "../kit.ts";
import { banking, classesNumbering } from "./samples.ts";

const registered = async ({ owner }: Stage) => {
  await owner.request("POST", "/v1/classification-sets", banking);
  await owner.request("POST", "/v1/classification-sets", {
    ...banking,
    signature: "parts-v1",
    enable_extraction: true,
    allow_none: true,
  });
};
const ask = { data: "My card was stolen", classification_set: "banking-v1" };
const inline = { data: "My card was stolen", classes: banking.classes };
const asked =
  (body: object = ask, headers = {}) =>
  ({ owner }: Stage) =>
    owner.request("POST", "/v1/classify", body, headers);
const from = (source: string) => ({ metadata: { source } });

scenarios(
  "POST /v1/classify",
  [
    {
      clause: "C-2",
      name: "one label for the whole text",
      body: ask,
      expect: 200,
      json: {
        classifications: [{ text: "My card was stolen", label: "card_lost", confidence: 0.8 }],
        metadata: { source: "model", latency_ms: 1, requests_used: 1 },
      },
      afterwards: async ({ json }, { owner }) => expect(json.metadata.requests_remaining).toBe(await owner.balance()),
    },
    {
      clause: "C-3",
      name: "with extraction, one label for each part, in the order of the text",
      body: { data: "my balance and my lost card and a joke", classification_set: "parts-v1" },
      expect: 200,
      json: {
        classifications: [
          { text: "my balance", label: "balance" },
          { text: "my lost card", label: "card_lost" },
          { text: "a joke", label: "none" },
        ],
      },
    },
    {
      clause: "C-2",
      name: "what it is in is told by the words, unless the request says it",
      body: { ...ask, language: "nl-BE" },
      expect: 200,
      json: { metadata: { language: "nl" } },
    },
    {
      clause: "E-3",
      name: "a language by its name",
      body: { ...ask, language: "german" },
      expect: 400,
      error: "validation_error",
    },
    {
      clause: "C-7",
      name: "inline classes, with extraction",
      body: { ...inline, data: "balance and lost card", enable_extraction: true },
      expect: 200,
      json: { classifications: [{ label: "balance" }, { label: "card_lost" }] },
    },
    {
      clause: "C-6",
      name: "inline classes are never cached",
      given: asked(inline),
      body: inline,
      expect: 200,
      json: from("model"),
    },
    {
      clause: "K-6",
      name: "the same text again",
      given: asked(),
      body: ask,
      expect: 200,
      json: { metadata: { source: "exact_cache", cache: { reused: "call" } } },
    },
    {
      clause: "K-7",
      name: "after a PUT the old answer is gone",
      given: async (stage) => {
        await asked()(stage);
        const classes = [{ label: "stolen", description: "card stolen" }];
        await stage.owner.request("PUT", "/v1/classification-sets/banking-v1", { name: "B", classes });
      },
      body: ask,
      expect: 200,
      json: { classifications: [{ label: "stolen" }], ...from("model") },
    },
    {
      clause: "K-9",
      name: "no-store neither reads",
      given: asked(),
      body: ask,
      headers: { "Cache-Control": "no-store" },
      expect: 200,
      json: from("model"),
    },
    {
      clause: "K-9",
      name: "… nor writes",
      given: asked(ask, { "Cache-Control": "no-store" }),
      body: ask,
      expect: 200,
      json: from("model"),
    },
    {
      clause: "K-9",
      name: "no-cache writes",
      given: asked(ask, { "Cache-Control": "no-cache" }),
      body: ask,
      expect: 200,
      json: from("exact_cache"),
    },
    { clause: "C-4", name: "4,000 characters", body: { ...ask, data: "card ".repeat(800) }, expect: 200 },
    {
      clause: "C-4",
      name: "4,001 characters",
      body: { ...ask, data: "d".repeat(4_001) },
      expect: 400,
      error: "validation_error",
      details: ["data"],
      says: "4001/4000 characters",
    },
    {
      clause: "C-4",
      name: "empty data",
      body: { ...ask, data: "" },
      expect: 400,
      error: "validation_error",
      details: ["data"],
    },
    {
      clause: "E-2",
      name: "no data",
      body: { classification_set: "banking-v1" },
      expect: 400,
      error: "bad_request",
      says: "`data`",
    },
    {
      clause: "C-1",
      name: "neither a set nor classes",
      body: { data: "x" },
      expect: 400,
      error: "bad_request",
    },
    {
      clause: "C-1",
      name: "both a set and classes",
      body: { ...ask, ...inline },
      expect: 400,
      error: "bad_request",
    },
    {
      clause: "C-7",
      name: "a set with enable_extraction",
      body: { ...ask, enable_extraction: true },
      expect: 400,
      error: "bad_request",
    },
    {
      clause: "E-3",
      name: "a set that is a list",
      body: { ...ask, classification_set: ["a"] },
      expect: 400,
      error: "validation_error",
      details: ["classification_set"],
    },
    {
      clause: "F-9",
      name: "an unknown field",
      body: { ...ask, query: "x" },
      expect: 400,
      error: "validation_error",
      details: ["query"],
    },
    {
      clause: "C-8",
      name: "501 inline classes",
      body: { data: "x", classes: classesNumbering(501) },
      expect: 400,
      error: "class_limit_reached",
    },
    {
      clause: "R-11",
      name: "an unknown set",
      body: { ...ask, classification_set: "nope" },
      expect: 404,
      error: "not_found",
    },
    { clause: "A-5", name: "another app's set", as: "stranger", body: ask, expect: 404, error: "not_found" },
    { clause: "A-3", name: "without a token", as: "anonymous", body: ask, expect: 401, error: "unauthorized" },
    { clause: "A-4", name: "while suspended", as: "suspended", body: ask, expect: 403, error: "forbidden" },
    {
      clause: "E-11",
      name: "the model fails",
      given: async ({ server }) => {
        server.model.before = async () => {
          server.model.before = async () => {};
          throw new AppError("bad_gateway", "refused");
        };
      },
      body: ask,
      expect: 502,
      error: "bad_gateway",
    },
  ],
  { answer: ClassificationAnswer, given: registered },
);
