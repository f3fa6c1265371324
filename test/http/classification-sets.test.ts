import { expect } from "bun:test";
import { ClassificationSetWritten } from "#http/schemas/classification-set.ts";
import type { ClauseId } from "../contract/clauses.ts";
import { type Scenario, type Stage, scenarios } from "../kit.ts";
import { banking, classesNumbering } from "./samples.ts";

const registered = ({ owner }: Stage) => owner.request("POST", "/v1/classification-sets", banking);
const options = { answer: ClassificationSetWritten };

/** Bodies that neither POST nor PUT takes. */
const malformed: readonly Scenario[] = [
  row("E-2", "no name", { name: undefined }, "bad_request", { says: "`name`" }),
  row("E-2", "no classes", { classes: undefined }, "bad_request", { says: "`classes`" }),
  row("E-2", "a class without label", { classes: [{}] }, "bad_request", { says: "`classes.0.label`" }),
  row("F-9", "an unknown field in a class", { classes: [{ label: "a", weight: 1 }] }, "validation_error", {
    details: ["classes.0.weight"],
  }),
  row("E-3", "a flag that is a string", { enable_extraction: "true" }, "validation_error", {
    details: ["enable_extraction"],
  }),
  row("E-3", "a flag that is a number", { allow_none: 1 }, "validation_error", { details: ["allow_none"] }),
  row("T-9", "no class at all", { classes: [] }, "validation_error", { details: ["classes"] }),
  row("F-7", "the same label twice", { classes: [{ label: "a" }, { label: "a" }] }, "validation_error", {
    details: ["classes.1.label"],
  }),
  row("F-7", "a label of none", { classes: [{ label: "none" }] }, "validation_error", { details: ["classes.0.label"] }),
  row("F-7", "a label of 129 characters", { classes: [{ label: "l".repeat(129) }] }, "validation_error", {
    details: ["classes.0.label"],
  }),
  row("T-9", "501 classes", { classes: classesNumbering(501) }, "class_limit_reached"),
];

function row(clause: ClauseId, name: string, change: object, error: string, more: Partial<Scenario> = {}): Scenario {
  return {
    clause,
    name,
    body: { ...banking, ...change },
    expect: 400,
    error,
    unchanged: true,
    ...more,
  };
}

scenarios(
  "POST /v1/classification-sets",
  [
    {
      clause: "T-7",
      name: "registers a set, its flags false where nothing is said",
      body: banking,
      expect: 201,
      json: { ...banking, enable_extraction: false, allow_none: false, learning: null },
      replyHeaders: { Location: "/v1/classification-sets/banking-v1", ETag: /^"r\d+"$/ },
    },
    {
      clause: "T-6",
      name: "keeps the flags, which are no part of the content hash",
      given: registered,
      body: { ...banking, signature: "banking-v2", enable_extraction: true, allow_none: true },
      expect: 201,
      json: { enable_extraction: true, allow_none: true },
      afterwards: async ({ json }, { owner }) => {
        const first = await owner.request("GET", "/v1/classification-sets/banking-v1");
        expect(json.content_hash).toBe(first.json.content_hash);
      },
    },
    {
      clause: "T-9",
      name: "500 classes",
      body: { ...banking, classes: classesNumbering(500) },
      expect: 201,
    },
    {
      clause: "T-12",
      name: "a signature that a toolset has: the two kinds do not meet",
      given: ({ owner }) =>
        owner.request("POST", "/v1/toolsets", {
          name: "T",
          signature: "banking-v1",
          tools: [{ name: "t", description: "" }],
        }),
      body: banking,
      expect: 201,
    },
    {
      clause: "R-8",
      name: "a signature that is taken",
      given: registered,
      body: banking,
      expect: 409,
      error: "conflict",
      unchanged: true,
    },
    {
      clause: "A-3",
      name: "without a token",
      as: "anonymous",
      body: banking,
      expect: 401,
      error: "unauthorized",
      unchanged: true,
    },
    {
      clause: "A-4",
      name: "while suspended",
      as: "suspended",
      body: banking,
      expect: 403,
      error: "forbidden",
      unchanged: true,
    },
    ...malformed,
  ],
  options,
);

scenarios(
  "GET /v1/classification-sets/banking-v1",
  [
    { clause: "R-2", name: "one's own", expect: 200, json: banking, replyHeaders: { ETag: /^"r\d+"$/ } },
    { clause: "A-5", name: "another app's", as: "stranger", expect: 404, error: "not_found" },
    {
      clause: "R-11",
      name: "an unknown one",
      path: "/v1/classification-sets/nope",
      expect: 404,
      error: "not_found",
    },
  ],
  { ...options, given: registered },
);

const replacement = { name: "Renamed", classes: [{ label: "other" }] };

scenarios(
  "PUT /v1/classification-sets/banking-v1",
  [
    {
      clause: "T-8",
      name: "replaces everything",
      body: replacement,
      expect: 200,
      json: { signature: "banking-v1", ...replacement },
    },
    {
      clause: "R-6",
      name: "flags that are left out go back to false",
      given: ({ owner }) =>
        owner.request("PUT", "/v1/classification-sets/banking-v1", {
          ...replacement,
          enable_extraction: true,
          allow_none: true,
        }),
      body: replacement,
      expect: 200,
      json: { enable_extraction: false, allow_none: false },
    },
    {
      clause: "R-7",
      name: "another signature in the body",
      body: { ...replacement, signature: "x" },
      expect: 400,
      error: "validation_error",
      details: ["signature"],
      unchanged: true,
    },
    {
      clause: "R-5",
      name: "a stale ETag",
      headers: { "If-Match": '"r0"' },
      body: replacement,
      expect: 412,
      error: "precondition_failed",
      unchanged: true,
    },
    {
      clause: "R-11",
      name: "an unknown signature",
      path: "/v1/classification-sets/nope",
      body: replacement,
      expect: 404,
      error: "not_found",
    },
    {
      clause: "A-5",
      name: "another app's",
      as: "stranger",
      body: replacement,
      expect: 404,
      error: "not_found",
      unchanged: true,
    },
    ...malformed,
  ],
  { ...options, given: registered },
);

scenarios(
  "DELETE /v1/classification-sets/banking-v1",
  [
    {
      clause: "T-8",
      name: "removes the set",
      expect: 204,
      afterwards: async (_, { owner }) => {
        const request = { data: "balance", classification_set: "banking-v1" };
        expect((await owner.request("POST", "/v1/classify", request)).json.error).toBe("not_found");
      },
    },
    {
      clause: "R-5",
      name: "a stale ETag",
      headers: { "If-Match": '"r0"' },
      expect: 412,
      error: "precondition_failed",
      unchanged: true,
    },
    {
      clause: "R-11",
      name: "an unknown one",
      path: "/v1/classification-sets/nope",
      expect: 404,
      error: "not_found",
      unchanged: true,
    },
    { clause: "A-5", name: "another app's", as: "stranger", expect: 404, error: "not_found", unchanged: true },
  ],
  { given: registered },
);
