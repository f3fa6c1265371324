import { expect } from "bun:test";
import { BankResource } from "#http/schemas/bank.ts";
import { pageOf } from "#http/schemas/shared-fields.ts";
import { type Scenario, scenarios } from "../kit.ts";
import { lacking, malformed, outsiders, strangers } from "./resource-rows.ts";
import { banked, homeIsBerlin } from "./samples.ts";

const habits = { name: "Habits", description: "Of one household" };
const wrong = malformed(habits);
const refused: readonly Scenario[] = [
  lacking(habits, "name"),
  wrong("F-3", "an empty name", { name: "" }, ["name"]),
  wrong("F-3", "a description of 2,049 characters", { description: "d".repeat(2_049) }, ["description"]),
  wrong("F-9", "an id of the client's choosing", { id: "bank_1" }, ["id"]),
];

scenarios(
  "POST /v1/banks",
  [
    {
      clause: "M-1",
      name: "creates a bank under an id of the server's making",
      body: habits,
      expect: 201,
      json: habits,
      replyHeaders: { Location: /^\/v1\/banks\/bank_\w{20}$/, ETag: /^"r\d+"$/ },
      afterwards: async ({ headers, json }, { owner }) => {
        expect(headers.get("location")).toBe(`/v1/banks/${json.id}`);
        expect((await owner.request("GET", `/v1/banks/${json.id}`)).json).toEqual(json);
      },
    },
    { clause: "M-15", name: "a second one of the same name", given: banked(), body: habits, expect: 201 },
    {
      clause: "R-12",
      name: "no description",
      body: { name: "Habits" },
      expect: 201,
      afterwards: ({ json }) => expect(json).not.toHaveProperty("description"),
    },
    ...refused,
    ...outsiders(habits),
  ],
  { answer: BankResource },
);

scenarios(
  "GET /v1/banks",
  [
    { clause: "R-3", name: "an empty list", expect: 200, json: { data: [], next_cursor: null } },
    { clause: "M-1", name: "lists them", given: banked(), expect: 200, json: { data: [{ name: "Habits" }] } },
    {
      clause: "A-13",
      name: "of another app, nothing",
      as: "stranger",
      given: banked(),
      expect: 200,
      json: { data: [] },
    },
    ...outsiders(),
  ],
  { answer: pageOf(BankResource) },
);

scenarios(
  "GET /v1/banks/{bank}",
  [
    { clause: "R-2", name: "reads it", expect: 200, json: { name: "Habits" }, replyHeaders: { ETag: /^"r\d+"$/ } },
    { clause: "R-11", name: "an unknown one", path: "/v1/banks/bank_1", expect: 404, error: "not_found" },
    ...strangers(),
  ],
  { answer: BankResource, given: banked() },
);

scenarios(
  "PUT /v1/banks/{bank}",
  [
    {
      clause: "M-16",
      name: "replaces name and description; what it remembers stays",
      body: { name: "Ways" },
      expect: 200,
      json: { name: "Ways" },
      afterwards: async (_, { owner, names }) => {
        const { json } = await owner.request("GET", `/v1/banks/${names.get("bank")}/memories`);
        expect(json.data).toMatchObject([homeIsBerlin]);
      },
    },
    {
      clause: "R-5",
      name: "a stale ETag",
      headers: { "If-Match": '"r0"' },
      body: habits,
      expect: 412,
      error: "precondition_failed",
      unchanged: true,
    },
    { clause: "R-11", name: "an unknown one", path: "/v1/banks/bank_1", body: habits, expect: 404, error: "not_found" },
    ...refused,
    ...strangers(habits),
  ],
  { answer: BankResource, given: banked(homeIsBerlin) },
);

scenarios(
  "DELETE /v1/banks/{bank}",
  [
    {
      clause: "M-16",
      name: "removes it with what it remembers",
      expect: 204,
      afterwards: async (_, { owner, names }) => {
        const path = `/v1/banks/${names.get("bank")}`;
        expect((await owner.request("GET", path)).status).toBe(404);
        expect((await owner.request("GET", `${path}/memories`)).status).toBe(404);
        expect((await owner.request("POST", `${path}/memories`, homeIsBerlin)).status).toBe(404);
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
      path: "/v1/banks/bank_1",
      expect: 404,
      error: "not_found",
      unchanged: true,
    },
    ...strangers(),
  ],
  { given: banked(homeIsBerlin) },
);
