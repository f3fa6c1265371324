import { expect } from "bun:test";
import { MemoryResource } from "#http/schemas/bank.ts";
import { pageOf } from "#http/schemas/shared-fields.ts";
import { type Scenario, scenarios } from "../kit.ts";
import { malformed, outsiders, strangers } from "./resource-rows.ts";
import { banked, homeIsBerlin, romanWeather } from "./samples.ts";

const path = "/v1/banks/{bank}/memories";
const wrong = malformed(romanWeather);
const neitherNor = (name: string, body: object): Scenario => ({
  clause: "M-2",
  name,
  body,
  expect: 400,
  error: "bad_request",
  unchanged: true,
});

scenarios(
  `POST ${path}`,
  [
    {
      clause: "M-2",
      name: "an example",
      body: romanWeather,
      expect: 201,
      json: romanWeather,
      replyHeaders: { Location: /^\/v1\/banks\/bank_\w{20}\/memories\/mem_\w{20}$/ },
      afterwards: ({ json, headers }) => expect(headers.get("location")).toEndWith(`/${json.id}`),
    },
    {
      clause: "M-2",
      name: "a fact",
      body: homeIsBerlin,
      expect: 201,
      json: homeIsBerlin,
      afterwards: ({ json }) => expect(json).not.toHaveProperty("tool"),
    },
    { clause: "M-17", name: "a fact of 500 characters", body: { fact: "f".repeat(500) }, expect: 201 },
    neitherNor("neither an example nor a fact", {}),
    neitherNor("both", { ...romanWeather, ...homeIsBerlin }),
    neitherNor("half an example", { query: "q", tool: "t" }),
    wrong("Q-4", "a query of 501 characters", { query: "q".repeat(501) }, ["query"]),
    wrong("Q-4", "an empty query", { query: "" }, ["query"]),
    wrong("E-3", "parameters that are a list", { parameters: [] }, ["parameters"]),
    wrong("M-17", "parameters of more than 16 KiB", { parameters: { city: "c".repeat(16_400) } }, ["parameters"]),
    wrong("F-9", "an unknown field", { weight: 2 }, ["weight"]),
    { ...wrong("M-17", "a fact of 501 characters", {}, ["fact"]), body: { fact: "f".repeat(501) } },
    {
      clause: "R-11",
      name: "an unknown bank",
      path: "/v1/banks/bank_1/memories",
      body: homeIsBerlin,
      expect: 404,
      error: "not_found",
    },
    ...strangers(homeIsBerlin),
  ],
  { answer: MemoryResource, given: banked() },
);

scenarios(
  `GET ${path}`,
  [
    {
      clause: "R-3",
      name: "oldest first",
      given: banked(romanWeather, homeIsBerlin),
      expect: 200,
      json: { data: [romanWeather, homeIsBerlin], next_cursor: null },
    },
    {
      clause: "R-3",
      name: "a page at a time",
      given: banked(romanWeather, homeIsBerlin),
      path: `${path}?limit=1`,
      expect: 200,
      json: { data: [romanWeather] },
      afterwards: async ({ json }, { owner, names }) => {
        const rest = `/v1/banks/${names.get("bank")}/memories?cursor=${json.next_cursor}`;
        expect((await owner.request("GET", rest)).json).toMatchObject({ data: [homeIsBerlin], next_cursor: null });
      },
    },
    { clause: "R-3", name: "none yet", given: banked(), expect: 200, json: { data: [], next_cursor: null } },
    { clause: "R-11", name: "an unknown bank", path: "/v1/banks/bank_1/memories", expect: 404, error: "not_found" },
    {
      clause: "R-4",
      name: "a limit of 0",
      given: banked(),
      path: `${path}?limit=0`,
      expect: 400,
      error: "validation_error",
      details: ["limit"],
    },
    ...strangers().map((row) => ({ ...row, given: banked(homeIsBerlin) })),
  ],
  { answer: pageOf(MemoryResource) },
);

scenarios(
  `DELETE ${path}/{memory}`,
  [
    {
      clause: "M-3",
      name: "forgets that one",
      expect: 204,
      afterwards: async (_, { owner, names }) => {
        const { json } = await owner.request("GET", `/v1/banks/${names.get("bank")}/memories`);
        expect(json.data).toMatchObject([romanWeather]);
      },
    },
    { clause: "R-11", name: "an unknown one", path: `${path}/mem_1`, expect: 404, error: "not_found", unchanged: true },
    {
      clause: "R-11",
      name: "of an unknown bank",
      path: "/v1/banks/bank_1/memories/{memory}",
      expect: 404,
      error: "not_found",
    },
    ...strangers(),
  ],
  { given: banked(romanWeather, homeIsBerlin) },
);

scenarios("POST /v1/banks/bank_1/memories", outsiders(homeIsBerlin));
