import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { AliasResource } from "#http/schemas/alias.ts";
import { ClassificationAnswer } from "#http/schemas/classification.ts";
import { ResolutionAnswer, RespondAnswer } from "#http/schemas/resolution.ts";
import { pageOf } from "#http/schemas/shared-fields.ts";
import { openTestApp, type Stage, scenarios, type Tenant, type TestApp } from "../kit.ts";
import { malformed, outsiders, strangers } from "./resource-rows.ts";
import { banking, getWeather, weather } from "./samples.ts";

/** The same tool under another name: which set answered is seen in the answer itself. */
const newer = { ...weather, signature: "weather-v2", tools: [{ ...getWeather, name: "get_forecast" }] };
const split = (percent: number) => [
  { signature: "weather-v1", percent: 100 - percent },
  { signature: "weather-v2", percent },
];
const whole = { signature: "weather-v1" };
const QUERY = 'the weather in "Rome" for 3 days';

async function register(tenant: Tenant): Promise<void> {
  await tenant.request("POST", "/v1/toolsets", weather);
  await tenant.request("POST", "/v1/toolsets", newer);
  await tenant.request("POST", "/v1/classification-sets", banking);
}
const registered = ({ owner }: Stage) => register(owner);
const aliased = async (stage: Stage) => {
  await registered(stage);
  await stage.owner.request("PUT", "/v1/aliases/weather-live", whole);
};
const wrong = malformed({});

scenarios(
  "PUT /v1/aliases/weather-live",
  [
    {
      clause: "R-14",
      name: "makes it",
      body: whole,
      expect: 200,
      json: {
        name: "weather-live",
        kind: "toolset",
        ...whole,
        answered: { since: null, sides: [{ ...whole, answers: 0, none: 0 }] },
      },
      replyHeaders: { ETag: /^"r\d+"$/ },
    },
    {
      clause: "R-14",
      name: "of a classification set",
      body: { kind: "classification_set", signature: "banking-v1" },
      expect: 200,
      json: { kind: "classification_set", signature: "banking-v1" },
    },
    {
      clause: "R-17",
      name: "splits it",
      body: { name: "weather-live", split: split(10) },
      expect: 200,
      json: { kind: "toolset", split: split(10) },
    },
    {
      clause: "R-14",
      name: "has it stand for another",
      given: aliased,
      body: { signature: "weather-v2" },
      expect: 200,
      json: { signature: "weather-v2" },
    },
    {
      clause: "R-5",
      name: "as it was before",
      given: aliased,
      headers: { "If-Match": '"r1"' },
      body: { signature: "weather-v2" },
      expect: 412,
      error: "precondition_failed",
      unchanged: true,
    },
    {
      clause: "R-15",
      name: "the name of a toolset",
      path: "/v1/aliases/weather-v2",
      body: whole,
      expect: 409,
      error: "conflict",
    },
    {
      clause: "R-15",
      name: "the name of a classification set",
      path: "/v1/aliases/banking-v1",
      body: whole,
      expect: 409,
      error: "conflict",
    },
    {
      clause: "R-15",
      name: "for sets of the other kind than before",
      given: aliased,
      body: { signature: "banking-v1" },
      expect: 409,
      error: "conflict",
    },
    { clause: "R-14", name: "an unknown set", body: { signature: "x" }, expect: 404, error: "not_found" },
    {
      clause: "R-14",
      name: "an alias of an alias",
      given: aliased,
      path: "/v1/aliases/other-live",
      body: { signature: "weather-live" },
      expect: 404,
      error: "not_found",
    },
    { clause: "R-14", name: "nothing that it stands for", body: {}, expect: 400, error: "bad_request" },
    { clause: "R-14", name: "two things", body: { ...whole, split: split(1) }, expect: 400, error: "bad_request" },
    wrong("F-9", "an unknown field", { ...whole, set: "x" }, ["set"]),
    wrong("F-3", "another name than the path's", { ...whole, name: "x" }, ["name"]),
    wrong("R-17", "a split of one", { split: split(10).slice(1) }, ["split"]),
    wrong("R-17", "a part of a percent", { split: split(0.5) }, ["split.0.percent", "split.1.percent"]),
    wrong("R-17", "fewer than all", { split: [split(10)[0], { signature: "weather-v2", percent: 9 }] }, ["split"]),
    wrong("R-17", "sets of two kinds", { split: [split(50)[0], { signature: "banking-v1", percent: 50 }] }, ["split"]),
    wrong("R-14", "a name with a space", whole, ["name"], { path: "/v1/aliases/a%20b" }),
    ...strangers(whole),
  ],
  { answer: AliasResource, given: registered },
);

scenarios(
  "GET /v1/aliases",
  [
    { clause: "R-14", name: "lists them", expect: 200, json: { data: [{ name: "weather-live", ...whole }] } },
    { clause: "A-5", name: "none of another app's", as: "stranger", expect: 200, json: { data: [] } },
    ...outsiders(),
  ],
  { answer: pageOf(AliasResource), given: aliased },
);

scenarios(
  "GET /v1/aliases/weather-live",
  [
    { clause: "R-14", name: "reads it", expect: 200, json: { name: "weather-live", ...whole } },
    { clause: "R-14", name: "an unknown one", path: "/v1/aliases/x", expect: 404, error: "not_found" },
    ...strangers(),
  ],
  { answer: AliasResource, given: aliased },
);

scenarios(
  "DELETE /v1/aliases/weather-live",
  [
    {
      clause: "R-14",
      name: "takes it away; its set is there, and can go then",
      expect: 204,
      afterwards: async (_, { owner }) => {
        expect((await ask(owner)).status).toBe(404);
        expect((await owner.request("DELETE", "/v1/toolsets/weather-v1")).status).toBe(204);
      },
    },
    {
      clause: "R-5",
      name: "as it was before",
      headers: { "If-Match": '"r1"' },
      expect: 412,
      error: "precondition_failed",
      unchanged: true,
    },
    { clause: "R-14", name: "an unknown one", path: "/v1/aliases/x", expect: 404, error: "not_found" },
    ...strangers(),
  ],
  { given: aliased },
);

const ask = (tenant: Tenant, more: object = {}, path = "/v1/resolve") =>
  tenant.request("POST", path, { query: QUERY, toolsets: ["weather-live"], ...more });
const meant = { "weather-live": "weather-v1" };
const question = { query: QUERY, toolsets: ["weather-live"] };

scenarios(
  "POST /v1/resolve",
  [
    {
      clause: "R-14",
      name: "by an alias",
      body: question,
      expect: 200,
      json: { resolved: { tool: "get_weather" }, metadata: { toolset: "weather-v1", aliases: meant } },
    },
    { clause: "A-5", name: "by another app's", as: "stranger", body: question, expect: 404, error: "not_found" },
    wrong("F-3", "a caller without a name", { ...question, caller: "" }, ["caller"]),
    wrong("F-3", "a caller with a name that is too long", { ...question, caller: "x".repeat(257) }, ["caller"]),
  ],
  { answer: ResolutionAnswer, given: aliased },
);

scenarios(
  "POST /v1/resolve-respond",
  [{ clause: "R-14", name: "by an alias", body: question, expect: 200, json: { metadata: { aliases: meant } } }],
  { answer: RespondAnswer, given: aliased, cost: 2 },
);

scenarios(
  "POST /v1/classify",
  [
    {
      clause: "R-14",
      name: "by an alias",
      given: ({ owner }) => owner.request("PUT", "/v1/aliases/banking-live", { signature: "banking-v1" }),
      body: { data: "card lost", classification_set: "banking-live", caller: "ana" },
      expect: 200,
      json: { metadata: { aliases: { "banking-live": "banking-v1" } } },
    },
    {
      clause: "R-14",
      name: "by an alias of toolsets",
      body: { data: "card lost", classification_set: "weather-live" },
      expect: 404,
      error: "not_found",
    },
  ],
  { answer: ClassificationAnswer, given: aliased },
);

describe("[R-15] a set and an alias", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await openTestApp();
  });
  afterAll(() => server.close());
  const owner = async () => {
    const tenant = await server.tenant();
    await register(tenant);
    await tenant.request("PUT", "/v1/aliases/weather-live", whole);
    return tenant;
  };

  test("a set of the name of an alias is 409, and so is deleting what it stands for", async () => {
    const tenant = await owner();
    for (const [path, set] of [
      ["/v1/toolsets", weather],
      ["/v1/classification-sets", banking],
    ] as const) {
      const { status, json } = await tenant.request("POST", path, { ...set, signature: "weather-live" });
      expect([status, json.message]).toEqual([409, '"weather-live" is an alias: a set needs a signature of its own']);
    }
    const { status, json } = await tenant.request("DELETE", "/v1/toolsets/weather-v1");
    expect([status, json.error]).toEqual([409, "conflict"]);
    expect(json.message).toContain('the alias "weather-live"');
    await tenant.request("PUT", "/v1/aliases/banking-live", { signature: "banking-v1" });
    expect((await tenant.request("DELETE", "/v1/classification-sets/banking-v1")).status).toBe(409);
  });

  test("is put as it was read, and not as it was before [R-5]", async () => {
    const tenant = await owner();
    const etag = (await tenant.request("GET", "/v1/aliases/weather-live")).headers.get("etag") ?? "";
    const put = () => tenant.request("PUT", "/v1/aliases/weather-live", whole, { "If-Match": etag });
    expect([(await put()).status, (await put()).status]).toEqual([200, 412]);
  });

  test("of both that race for one name one is made", async () => {
    const tenant = await owner();
    for (let round = 0; round < 10; round += 1) {
      const signature = `raced-${round}`;
      const requests = [
        () => tenant.request("PUT", `/v1/aliases/${signature}`, whole),
        () => tenant.request("POST", "/v1/toolsets", { ...weather, signature }),
      ];
      const replies = await Promise.all((round % 2 === 0 ? requests : requests.reverse()).map((send) => send()));
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(1);
    }
  });

  test("[R-16] management of a set by an alias is 404, and says what to name", async () => {
    const tenant = await owner();
    const path = "/v1/toolsets/weather-live";
    const taught = { query: "x", tool: "none" };
    for (const [method, at, body] of [
      ["GET", path, undefined],
      ["PUT", path, { name: "Weather", tools: weather.tools }],
      ["DELETE", path, undefined],
      ["POST", `${path}/lint`, undefined],
      ["POST", `${path}/cases`, taught],
      ["GET", `${path}/cases`, undefined],
      ["DELETE", `${path}/cases/case_1`, undefined],
      ["POST", `${path}/test`, { cases: [taught] }],
      ["GET", "/v1/classification-sets/weather-live", undefined],
    ] as const) {
      const { status, json } = await tenant.request(method, at, body);
      expect([at, status]).toEqual([at, 404]);
      expect(json.message).toContain('is an alias, for the toolset "weather-v1"');
    }
  });
});

describe("[R-14] a promotion", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await openTestApp();
  });
  afterAll(() => server.close());
  const owner = async () => {
    const tenant = await server.tenant();
    await register(tenant);
    await tenant.request("PUT", "/v1/aliases/weather-live", whole);
    return tenant;
  };
  const toolOf = async (tenant: Tenant, more: object = {}) => (await ask(tenant, more)).json.resolved.tool;

  test("is seen by the same bytes again, which were answered without a look before", async () => {
    const tenant = await owner();
    for (const source of ["model", "exact_cache", "exact_cache"]) {
      expect((await ask(tenant)).json.metadata).toMatchObject({ source, aliases: meant });
    }
    for (const [signature, tool] of [
      ["weather-v2", "get_forecast"],
      ["weather-v1", "get_weather"],
    ]) {
      await tenant.request("PUT", "/v1/aliases/weather-live", { signature });
      for (let time = 0; time < 3; time += 1) expect(await toolOf(tenant)).toBe(tool);
    }
    await tenant.request("DELETE", "/v1/aliases/weather-live");
    expect((await ask(tenant)).status).toBe(404);
  });

  test("[R-17] of a split has each caller stay on his side, by bytes that were answered before too", async () => {
    const tenant = await owner();
    await tenant.request("PUT", "/v1/aliases/weather-live", { split: split(50) });
    const callers = Array.from({ length: 12 }, (_, index) => `caller-${index}`);
    const sides = new Map<string, string>();
    for (let round = 0; round < 4; round += 1) {
      for (const caller of callers) {
        const side = await toolOf(tenant, { caller });
        expect(sides.get(caller) ?? side).toBe(side);
        sides.set(caller, side);
      }
    }
    expect(new Set(sides.values()).size).toBe(2);
    // Without one the same words are on the same side.
    expect(new Set(await Promise.all([toolOf(tenant), toolOf(tenant), toolOf(tenant)])).size).toBe(1);
    // From 50 to 80 percent nobody leaves the new one.
    await tenant.request("PUT", "/v1/aliases/weather-live", { split: split(80) });
    for (const caller of callers) {
      const side = await toolOf(tenant, { caller });
      if (sides.get(caller) === "get_forecast") expect(side).toBe("get_forecast");
    }
  });

  test("items of a batch have callers of their own", async () => {
    const tenant = await owner();
    await tenant.request("PUT", "/v1/aliases/weather-live", { split: split(50) });
    const callers = Array.from({ length: 12 }, (_, index) => `caller-${index}`);
    const requests = callers.map((caller) => ({ type: "resolve", body: { ...question, caller } }));
    const { json } = await tenant.request("POST", "/v1/batch", { requests });
    const tools = json.results.map(({ body }: { body: { resolved: { tool: string } } }) => body.resolved.tool);
    expect(tools).toEqual(await Promise.all(callers.map((caller) => toolOf(tenant, { caller }))));
    expect(new Set(tools).size).toBe(2);
  });

  test("counts what each side answered, repeated bytes too, until it is put anew", async () => {
    const tenant = await owner();
    for (let time = 0; time < 4; time += 1) await ask(tenant);
    await ask(tenant, { query: "nothing that any tool does" });
    await ask(tenant, { toolsets: ["weather-v1"] });
    const read = async () => {
      // Each node writes what it has counted when it is asked, and one of them has read what all had.
      const seen = [];
      for (const _ of server.nodes) seen.push((await tenant.request("GET", "/v1/aliases/weather-live")).json.answered);
      return seen.at(-1);
    };
    expect(await read()).toEqual({
      since: server.clock.now() ? new Date(server.clock.now()).toISOString() : null,
      sides: [{ ...whole, answers: 5, none: 1 }],
    });
    await tenant.request("PUT", "/v1/aliases/weather-live", { split: split(50) });
    expect(await read()).toEqual({
      since: null,
      sides: split(50).map(({ signature }) => ({ signature, answers: 0, none: 0 })),
    });
  });

  test("feedback on an answer teaches the set that was asked", async () => {
    const tenant = await owner();
    const { headers } = await ask(tenant);
    const right = { tool: "get_weather", parameters: { city: "Oslo" } };
    await tenant.request("PUT", "/v1/aliases/weather-live", { signature: "weather-v2" });
    const feedback = { request_id: headers.get("x-request-id"), correct: false, ...right };
    expect((await tenant.request("POST", "/v1/feedback", feedback)).status).toBe(200);
    const cases = async (set: string) => (await tenant.request("GET", `/v1/toolsets/${set}/cases`)).json.data;
    expect(await cases("weather-v1")).toMatchObject([{ query: QUERY, ...right, beside: ["weather-v1"] }]);
    expect(await cases("weather-v2")).toEqual([]);
  });

  test("under load is seen by every request that is sent after its acknowledgement", async () => {
    const tenant = await owner();
    let state = { tool: "get_weather", isChanging: false };
    let isOver = false;
    let compared = 0;
    const wrong: string[] = [];
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let round = 0; !isOver; round += 1) {
        const before = state;
        const query = round % 3 === 0 ? `the weather in "City${client * 1_000 + round}"` : QUERY;
        const tool = await toolOf(tenant, { query });
        if (before !== state || before.isChanging) continue;
        compared += 1;
        if (tool !== before.tool) wrong.push(`${tool} for ${before.tool}`);
      }
    });
    for (let change = 0; change < 20; change += 1) {
      const [signature, tool] = change % 2 === 0 ? ["weather-v2", "get_forecast"] : ["weather-v1", "get_weather"];
      for (const enough = compared + 2; compared < enough; ) await Bun.sleep(1);
      state = { ...state, isChanging: true };
      await tenant.request("PUT", "/v1/aliases/weather-live", { signature });
      state = { tool: tool ?? "", isChanging: false };
      expect(await toolOf(tenant)).toBe(tool);
    }
    isOver = true;
    await Promise.all(clients);
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(30);
  }, 60_000);
});
