import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MissList, QueryLogRow, QueryLogState } from "#http/schemas/logged-questions.ts";
import { pageOf } from "#http/schemas/shared-fields.ts";
import { openTestApp, type Stage, scenarios, type Tenant } from "../kit.ts";
import { lacking, malformed, outsiders } from "./resource-rows.ts";
import { banking, weather } from "./samples.ts";

const STATE = "/v1/query-log";
const ENTRIES = "/v1/query-log/entries";
const on = { enabled: true, days: 7, rows: 50, redact: true };

const registered = async ({ owner }: Pick<Stage, "owner">) => {
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/classification-sets", banking);
};
const ask = ({ owner }: Pick<Stage, "owner">, query: string, headers = {}) =>
  owner.request("POST", "/v1/resolve", { query, toolsets: ["weather-v1"] }, headers);
const switchedOn = async (stage: Pick<Stage, "owner">) => {
  await registered(stage);
  await stage.owner.request("PUT", STATE, on);
};
/** One unsure answer that was asked twice, one sure one, and a label. `{row}` is the id of the newest. */
const asked = async (stage: Stage) => {
  await switchedOn(stage);
  await ask(stage, "weather please");
  await ask(stage, "sing me a song");
  await ask(stage, "sing me a song");
  await stage.owner.request("POST", "/v1/classify", { data: "my card was lost", classification_set: "banking-v1" });
  const { json } = await stage.owner.request("GET", ENTRIES);
  stage.names.set("row", json.data[0].id);
};
const rowsOf = async (owner: Tenant) => (await owner.request("GET", ENTRIES)).json.data;

scenarios(
  `PUT ${STATE}`,
  [
    {
      clause: "M-25",
      name: "turns it on",
      body: on,
      expect: 200,
      json: { ...on, count: 0 },
      afterwards: async (_, stage) => {
        await registered(stage);
        await ask(stage, "weather in Oslo");
        expect(await rowsOf(stage.owner)).toMatchObject([{ sentence: "weather in Oslo", sets: ["weather-v1"] }]);
        const stranger = await stage.stranger();
        expect((await stranger.request("GET", ENTRIES)).json.data).toEqual([]);
        expect((await stranger.request("GET", STATE)).json).toMatchObject({ enabled: false, count: 0 });
        expect((await stranger.request("GET", "/v1/misses")).json.misses).toEqual([]);
        expect((await stranger.request("DELETE", ENTRIES)).json).toEqual({ removed: 0 });
        expect(await rowsOf(stage.owner)).toHaveLength(1);
      },
    },
    {
      clause: "M-25",
      name: "with the defaults",
      body: { enabled: true },
      expect: 200,
      json: { enabled: true, days: 30, rows: 10_000, redact: true },
    },
    {
      clause: "M-25",
      name: "turns it off, and keeps what is in it",
      given: asked,
      body: { enabled: false },
      expect: 200,
      json: { enabled: false, days: null, rows: null, redact: null, count: 3 },
      afterwards: async (_, stage) => {
        await ask(stage, "weather in Bergen");
        expect(await rowsOf(stage.owner)).toHaveLength(3);
      },
    },
    {
      clause: "M-25",
      name: "fewer rows drop what was asked longest ago",
      given: asked,
      body: { enabled: true, rows: 1 },
      expect: 200,
      json: { days: 7, rows: 1, count: 1 },
    },
    malformed(on)("M-25", "more days than the settings allow", { days: 366 }, ["days"]),
    malformed(on)("M-25", "more rows than the settings allow", { rows: 10_001 }, ["rows"]),
    malformed(on)("M-25", "no rows at all", { rows: 0 }, ["rows"]),
    malformed({ enabled: false })("M-25", "days of a log that is off", { days: 3 }, ["days"]),
    malformed(on)("F-9", "an unknown field", { keep: true }, ["keep"]),
    lacking(on, "enabled"),
    ...outsiders(on),
  ],
  { answer: QueryLogState },
);

scenarios(
  `GET ${STATE}`,
  [
    { clause: "M-25", name: "is off", expect: 200, json: { enabled: false, days: null, count: 0 } },
    { clause: "M-25", name: "is on", given: asked, expect: 200, json: { ...on, count: 3 } },
    ...outsiders(),
  ],
  { answer: QueryLogState },
);

scenarios(
  `GET ${ENTRIES}`,
  [
    {
      clause: "M-27",
      name: "lists what was asked, newest first",
      expect: 200,
      json: {
        data: [
          {
            kind: "classify",
            sets: ["banking-v1"],
            answer: { labels: ["card_lost"] },
            source: "model",
            feedback: null,
          },
          { kind: "resolve", sentence: "sing me a song", answer: { tool: "none" }, confidence: 0.4, times: 2 },
          { sentence: "weather please", answer: { tool: "get_weather" }, missing_parameters: ["city"], times: 1 },
        ],
        next_cursor: null,
      },
    },
    { clause: "M-27", name: "a page at a time", path: `${ENTRIES}?limit=2`, expect: 200, json: { data: [{}, {}] } },
    {
      clause: "R-4",
      name: "a cursor of nowhere",
      path: `${ENTRIES}?cursor=!`,
      expect: 400,
      error: "validation_error",
      details: ["cursor"],
    },
    ...outsiders(),
  ],
  { answer: pageOf(QueryLogRow), given: asked },
);

scenarios(
  `DELETE ${ENTRIES}/{row}`,
  [
    {
      clause: "M-27",
      name: "deletes one",
      expect: 204,
      afterwards: async (_, { owner }) => expect(await rowsOf(owner)).toHaveLength(2),
    },
    { clause: "M-27", name: "another app's", as: "stranger", expect: 404, error: "not_found", unchanged: true },
    { clause: "M-27", name: "one that is not there", path: `${ENTRIES}/row_999`, expect: 404, error: "not_found" },
    { clause: "M-27", name: "what no row is called", path: `${ENTRIES}/0x1`, expect: 404, error: "not_found" },
    ...outsiders(),
  ],
  { given: asked },
);

scenarios(
  `DELETE ${ENTRIES}`,
  [
    { clause: "M-27", name: "deletes all", expect: 200, json: { removed: 3 } },
    { clause: "M-27", name: "what is older", path: `${ENTRIES}?before=2001-01-01`, expect: 200, json: { removed: 0 } },
    {
      clause: "M-27",
      name: "before no moment",
      path: `${ENTRIES}?before=yesterday`,
      expect: 400,
      error: "validation_error",
      details: ["before"],
    },
    ...outsiders(),
  ],
  { given: asked },
);

scenarios(
  "GET /v1/misses",
  [
    {
      clause: "M-29",
      name: "the most frequent and most doubtful first, each with its reasons",
      expect: 200,
      json: {
        misses: [
          { sentence: "sing me a song", reasons: ["low_confidence", "none"], asked: 2, sentences: 1, others: [] },
          { sentence: "weather please", reasons: ["missing_parameters"], asked: 1 },
        ],
        compared: true,
        is_cut: false,
      },
    },
    {
      clause: "M-29",
      name: "what is taught leaves it",
      given: async (stage) => {
        await asked(stage);
        const right = { query: "Sing me a song.", tool: "none" };
        await stage.owner.request("POST", "/v1/toolsets/weather-v1/cases", right);
      },
      expect: 200,
      json: { misses: [{ sentence: "weather please" }] },
    },
    {
      clause: "M-29",
      name: "what was said to be wrong comes first, what was right is gone",
      given: async (stage) => {
        await asked(stage);
        const { owner } = stage;
        await ask(stage, "weather in Oslo", { "X-Request-Id": "oslo-1" });
        await ask(stage, "weather in Oslo", { "X-Request-Id": "oslo-2" });
        await owner.request("POST", "/v1/feedback", { request_id: "oslo-1", correct: false });
        const [, , song] = await rowsOf(owner);
        await owner.request("POST", "/v1/feedback", { request_id: song.request_id, correct: true });
      },
      expect: 200,
      json: {
        misses: [
          { sentence: "weather in Oslo", reasons: ["negative_feedback", "missing_parameters"], feedback: "wrong" },
          { sentence: "weather please" },
        ],
      },
    },
    { clause: "M-29", name: "no more than asked for", path: "/v1/misses?limit=1", expect: 200, json: { misses: [{}] } },
    {
      clause: "M-29",
      name: "a limit that none can have",
      path: "/v1/misses?limit=0",
      expect: 400,
      error: "validation_error",
      details: ["limit"],
    },
    ...outsiders(),
  ],
  { answer: MissList, given: asked },
);

const PRIVATE = ["anna@example.com", "4111 1111 1111 1111", "4111111111111111", "+49 30 1234567", "1234567"];

test("nothing personal is written to the log, and what is deleted is in none of its files [M-26] [M-27]", async () => {
  const server = await openTestApp();
  const owner = await server.tenant();
  await switchedOn({ owner });
  const queries = PRIVATE.map((secret, index) => `weather in Oslo for ${secret}, please ${index}`);
  for (const [index, query] of queries.entries()) {
    await ask({ owner }, query, { "X-Request-Id": index === 0 ? "anna@example.com" : `r-${index}` });
  }
  const { dataDir } = server;
  const rows = await rowsOf(owner);
  const text = JSON.stringify(rows);
  for (const secret of PRIVATE.slice(0, 4)) expect(text).not.toContain(secret);
  expect(text).toContain("[email]");
  expect(text).toContain("[card]");
  expect(text).toContain("[phone]");
  for (const secret of PRIVATE.slice(0, 4)) expect(logBytes(dataDir).includes(secret)).toBe(false);
  expect(logBytes(dataDir).includes("weather in Oslo for")).toBe(true);
  expect((await owner.request("DELETE", ENTRIES)).json).toEqual({ removed: rows.length });
  expect(logBytes(dataDir).includes("weather in Oslo for")).toBe(false);
  await server.close();
}, 60_000);

test("exact repeats and items of batches are counted on the row of their question [M-28]", async () => {
  const server = await openTestApp();
  const owner = await server.tenant();
  await switchedOn({ owner });
  for (let times = 0; times < 5; times += 1) await ask({ owner }, "weather in Oslo");
  const item = { type: "resolve", body: { query: "weather in Oslo", toolsets: ["weather-v1"] } };
  await owner.request("POST", "/v1/batch", { requests: [item, item] });
  expect(await rowsOf(owner)).toMatchObject([{ sentence: "weather in Oslo", times: 7, source: "model" }]);
  await server.close();
}, 60_000);

test("the operator dismisses a miss by all of its rows at once, and names rows in one way alone", async () => {
  const server = await openTestApp();
  const owner = await server.tenant();
  await switchedOn({ owner });
  for (const query of ["sing me a song", "Sing me a song!"]) await ask({ owner }, query);
  const [miss] = (await owner.request("GET", "/v1/misses")).json.misses;
  expect(miss.row_ids).toHaveLength(2);
  const remove = (args: object) => server.app.operator.run("log.delete", { app_id: owner.appId, ...args }, "a test");
  await expect(remove({ row_ids: miss.row_ids, row_id: miss.id })).rejects.toThrow("send one of them");
  await expect(remove({ row_ids: [] })).rejects.toThrow("must name 1 to 200 rows");
  await expect(remove({ row_ids: ["row_x"] })).rejects.toThrow('there is no row "row_x"');
  expect(await remove({ row_ids: miss.row_ids })).toMatchObject({ removed: 2 });
  expect((await owner.request("GET", "/v1/misses")).json.misses).toEqual([]);
  await server.close();
}, 60_000);

test("where the log is off there is no file of it [M-25]", async () => {
  const server = await openTestApp();
  const owner = await server.tenant();
  await registered({ owner });
  await ask({ owner }, "weather in Oslo");
  expect((await owner.request("GET", "/v1/misses")).json).toEqual({
    misses: [],
    total: 0,
    compared: true,
    is_cut: false,
  });
  expect(existsSync(join(server.dataDir, "query-log.sqlite"))).toBe(false);
  await server.close();
});

/** All bytes of the log's own files. */
function logBytes(dataDir: string): Buffer {
  const files = readdirSync(dataDir).filter((name) => name.startsWith("query-log"));
  return Buffer.concat(files.map((name) => readFileSync(join(dataDir, name))));
}
