import { expect } from "bun:test";
import { PersonaResource } from "#http/schemas/persona.ts";
import { pageOf } from "#http/schemas/shared-fields.ts";
import { type Scenario, type Stage, scenarios } from "../kit.ts";
import { lacking, malformed, outsiders, strangers } from "./resource-rows.ts";
import { captain } from "./samples.ts";

const created = ({ owner }: Stage) => owner.request("POST", "/v1/personas", captain);
const options = { answer: PersonaResource };
const manner = { instructions: "Be friendly.", language: "de-AT" };
const wrong = malformed(captain);
const refusedManners: readonly Scenario[] = [
  lacking(captain, "instructions"),
  wrong("M-19", "instructions of 2,001 characters", { instructions: "i".repeat(2_001) }, ["instructions"]),
  wrong("M-19", "a language that is none", { language: "english please" }, ["language"]),
  wrong("E-3", "a language of null", { language: null }, ["language"]),
  wrong("F-9", "an unknown field", { tone: "warm" }, ["tone"]),
];

scenarios(
  "POST /v1/personas",
  [
    {
      clause: "R-1",
      name: "creates the persona",
      body: captain,
      expect: 201,
      json: captain,
      replyHeaders: { Location: "/v1/personas/Captain", ETag: /^"r\d+"$/ },
    },
    {
      clause: "M-19",
      name: "no language",
      body: { ...captain, language: undefined },
      expect: 201,
      json: { language: null },
    },
    {
      clause: "M-19",
      name: "instructions of 2,000 characters, and none",
      body: { name: "Silent", instructions: "" },
      given: ({ owner }) => owner.request("POST", "/v1/personas", { ...captain, instructions: "i".repeat(2_000) }),
      expect: 201,
    },
    {
      clause: "R-1",
      name: "a name that a path cannot hold as it is",
      body: { ...captain, name: "Käpt’n / 100% 🏴" },
      expect: 201,
      afterwards: async ({ headers, json }, { owner }) => {
        const found = await owner.request("GET", headers.get("location") ?? "");
        expect(found.json).toEqual(json);
      },
    },
    {
      clause: "F-11",
      name: "a name written with a combining accent is the same name",
      body: { ...captain, name: "Rene\u0301" },
      expect: 201,
      json: { name: "Ren\u00e9" },
      afterwards: async (_, { owner }) => {
        expect((await owner.request("GET", "/v1/personas/Rene%CC%81")).status).toBe(200);
        expect((await owner.request("GET", "/v1/personas/Ren%C3%A9")).status).toBe(200);
      },
    },
    {
      clause: "R-8",
      name: "a second of the name",
      given: created,
      body: captain,
      expect: 409,
      error: "conflict",
      unchanged: true,
    },
    {
      clause: "M-9",
      name: "default, which is there already",
      body: { ...captain, name: "default" },
      expect: 409,
      error: "conflict",
    },
    {
      clause: "A-10",
      name: "a name that another app has",
      given: async ({ stranger }) => (await stranger()).request("POST", "/v1/personas", captain),
      body: captain,
      expect: 201,
    },
    lacking(captain, "name"),
    wrong("F-3", "an empty name", { name: "" }, ["name"]),
    wrong("F-3", "a name of 129 characters", { name: "n".repeat(129) }, ["name"]),
    ...refusedManners,
    ...outsiders(captain),
  ],
  options,
);

scenarios(
  "GET /v1/personas",
  [
    {
      clause: "M-9",
      name: "lists default, though nobody wrote it down",
      expect: 200,
      json: { data: [{ name: "default", instructions: "", language: null }], next_cursor: null },
    },
    {
      clause: "R-3",
      name: "a page at a time, oldest first",
      path: "/v1/personas?limit=1",
      given: async (stage) => {
        await stage.owner.request("GET", "/v1/personas");
        await created(stage);
      },
      expect: 200,
      json: { data: [{ name: "default" }] },
      afterwards: async ({ json }, { owner }) => {
        const next = await owner.request("GET", `/v1/personas?cursor=${json.next_cursor}`);
        expect(next.json).toMatchObject({ data: [captain], next_cursor: null });
      },
    },
    {
      clause: "A-13",
      name: "of another app, nothing",
      as: "stranger",
      given: created,
      expect: 200,
      json: { data: [{ name: "default" }] },
    },
    ...outsiders(),
  ],
  { answer: pageOf(PersonaResource) },
);

scenarios(
  "GET /v1/personas/Captain",
  [
    { clause: "R-2", name: "reads it", expect: 200, json: captain, replyHeaders: { ETag: /^"r\d+"$/ } },
    { clause: "M-9", name: "default", path: "/v1/personas/default", expect: 200, json: { name: "default" } },
    { clause: "R-11", name: "an unknown one", path: "/v1/personas/Nobody", expect: 404, error: "not_found" },
    { clause: "E-7", name: "broken encoding", path: "/v1/personas/%zz", expect: 400, error: "bad_request" },
    ...strangers(),
  ],
  { ...options, given: created },
);

scenarios(
  "PUT /v1/personas/Captain",
  [
    { clause: "M-8", name: "replaces it", body: manner, expect: 200, json: { name: "Captain", ...manner } },
    { clause: "R-6", name: "a language left out", body: { instructions: "" }, expect: 200, json: { language: null } },
    { clause: "R-7", name: "the name repeated", body: { name: "Captain", ...manner }, expect: 200 },
    {
      clause: "R-7",
      name: "another name",
      body: { name: "Mate", ...manner },
      expect: 400,
      error: "validation_error",
      details: ["name"],
      unchanged: true,
    },
    {
      clause: "M-8",
      name: "default",
      path: "/v1/personas/default",
      body: manner,
      expect: 200,
      json: { name: "default", ...manner },
    },
    {
      clause: "R-5",
      name: "a stale ETag",
      headers: { "If-Match": '"r0"' },
      body: manner,
      expect: 412,
      error: "precondition_failed",
      unchanged: true,
    },
    {
      clause: "R-11",
      name: "an unknown one",
      path: "/v1/personas/Nobody",
      body: manner,
      expect: 404,
      error: "not_found",
    },
    ...refusedManners,
    ...strangers(manner),
  ],
  { ...options, given: created },
);

scenarios(
  "DELETE /v1/personas/Captain",
  [
    {
      clause: "M-8",
      name: "removes it",
      expect: 204,
      afterwards: async (_, { owner }) => {
        expect((await owner.request("GET", "/v1/personas/Captain")).status).toBe(404);
        expect((await owner.request("POST", "/v1/personas", captain)).status).toBe(201);
      },
    },
    {
      clause: "M-9",
      name: "default, which cannot be deleted",
      path: "/v1/personas/default",
      expect: 403,
      error: "forbidden",
      unchanged: true,
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
      path: "/v1/personas/Nobody",
      expect: 404,
      error: "not_found",
      unchanged: true,
    },
    ...strangers(),
  ],
  { given: created },
);
