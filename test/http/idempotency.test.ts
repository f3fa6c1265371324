import { expect } from "bun:test";
import { AppError } from "#core/errors.ts";
import type { Reply } from "../answer-checks.ts";
import type { ClauseId } from "../contract/clauses.ts";
import { type Scenario, type Stage, scenarios } from "../kit.ts";
import { banked, captain, getWeather, homeIsBerlin, setAlarm, weather } from "./samples.ts";

const keyed = { "Idempotency-Key": "key-1" };
const replayed = { "Idempotency-Replayed": "true" };
const quick = { query: "weather", tools: [getWeather] };

/** The same request before, under the same key. */
const sentBefore =
  (path: string, body: unknown, headers: Readonly<Record<string, string>> = keyed) =>
  async ({ owner, names }: Stage) => {
    const bank = names.get("bank") ?? "";
    const reply = await owner.request("POST", path.replace("{bank}", bank), body, headers);
    names.set("first", JSON.stringify(reply.json));
    names.set("etag", reply.headers.get("etag") ?? "");
    names.set("location", reply.headers.get("location") ?? "");
  };
const sameAsFirst = ({ json, headers }: Reply, { names }: Stage) => {
  expect(json).toEqual(JSON.parse(names.get("first") ?? ""));
  expect(headers.get("etag") ?? "").toBe(names.get("etag") ?? "");
  expect(headers.get("location") ?? "").toBe(names.get("location") ?? "");
};

function repeats(path: string, body: object, status: number, more: Partial<Scenario> = {}): void {
  scenarios(
    `POST ${path}`,
    [
      {
        clause: "K-1",
        name: "the first answer again, for nothing",
        body,
        headers: { ...keyed, "X-Request-Id": "second" },
        expect: status,
        charged: 0,
        replyHeaders: { ...replayed, "X-Request-Id": "second" },
        unchanged: true,
        afterwards: sameAsFirst,
        ...more,
      },
    ],
    {
      given: async (stage) => {
        await stage.owner.request("POST", "/v1/toolsets", { ...weather, signature: "there-v1" });
        await banked()(stage);
        await sentBefore(path, body, { ...keyed, "X-Request-Id": "first" })(stage);
      },
    },
  );
}

const ask = { query: "weather", toolsets: ["there-v1"] };
repeats("/v1/toolsets", weather, 201);
repeats("/v1/classification-sets", { signature: "s", name: "S", classes: [{ label: "l" }] }, 201);
repeats("/v1/banks", { name: "B" }, 201);
repeats("/v1/banks/{bank}/memories", homeIsBerlin, 201);
repeats("/v1/personas", captain, 201);
repeats("/v1/resolve", ask, 200);
repeats("/v1/resolve-quick", quick, 200);
repeats("/v1/resolve-respond", ask, 200);
repeats("/v1/classify", { data: "x", classes: [{ label: "l" }] }, 200);
repeats("/v1/feedback", { request_id: "first", correct: true }, 404, { error: "not_found" });
repeats(
  "/v1/batch",
  {
    requests: [
      { type: "resolve", body: ask },
      { type: "resolve", body: {} },
    ],
  },
  200,
);

const failing = (failure: Error) => async (stage: Stage) => {
  const { model } = stage.server;
  model.before = async () => {
    model.before = async () => {};
    throw failure;
  };
  await sentBefore("/v1/resolve-quick", quick)(stage);
};
const anew = (
  clause: ClauseId,
  name: string,
  given: NonNullable<Scenario["given"]>,
  more: Partial<Scenario> = {},
): Scenario => ({
  clause,
  name,
  given,
  body: quick,
  headers: keyed,
  expect: 200,
  afterwards: ({ headers }) => expect(headers.get("idempotency-replayed")).toBeNull(),
  ...more,
});
const used = (clause: ClauseId, name: string, more: Partial<Scenario>): Scenario => ({
  clause,
  name,
  given: sentBefore("/v1/resolve-quick", quick),
  body: quick,
  headers: keyed,
  expect: 400,
  error: "bad_request",
  says: "Idempotency-Key",
  ...more,
});
/** Twenty unknown fields with long names, which the answer repeats. */
const unknown = Array.from({ length: 20 }, (_, n) => [`${"字".repeat(290)}${n}`, 1] as const);
const strange = { ...quick, ...Object.fromEntries(unknown) };
const key = (length: number) => ({ "Idempotency-Key": "k".repeat(length) });

scenarios("POST /v1/resolve-quick", [
  anew("K-14", "without a key every request is one of its own", sentBefore("/v1/resolve-quick", quick, {}), {
    headers: {},
  }),
  anew("K-14", "another key is another request", sentBefore("/v1/resolve-quick", quick, key(2))),
  anew("K-5", "a key of 255 characters", async () => {}, { headers: key(255) }),
  anew("K-14", "another app's key is not this one's", async ({ stranger }) =>
    (await stranger()).request("POST", "/v1/resolve-quick", quick, keyed),
  ),
  {
    clause: "K-4",
    name: "the key stands ten minutes later",
    given: async (stage) => {
      await sentBefore("/v1/resolve-quick", quick)(stage);
      stage.server.clock.advance(600_000);
    },
    body: quick,
    headers: keyed,
    expect: 200,
    charged: 0,
    replyHeaders: replayed,
  },
  anew("K-4", "502 is not kept", failing(new AppError("bad_gateway", "refused"))),
  anew("K-4", "503 is not kept", failing(new AppError("service_unavailable", "full"))),
  anew("K-4", "500 is not kept", failing(new Error("unthought of"))),
  anew(
    "K-4",
    "402 is not kept",
    async (stage) => {
      const { server, owner } = stage;
      await owner.request("GET", "/v1/toolsets");
      await owner.request("GET", "/v1/toolsets");
      await sentBefore("/v1/resolve-quick", quick)(stage);
      expect(JSON.parse(stage.names.get("first") ?? "")).toMatchObject({ code: 402 });
      await server.app.tenants.credit(owner.appId, 1);
    },
    { plan: "poor" },
  ),
  anew(
    "K-4",
    "429 is not kept",
    async (stage) => {
      for (let call = 0; call < 3; call += 1) await stage.owner.request("GET", "/v1/toolsets");
      await sentBefore("/v1/resolve-quick", quick)(stage);
      expect(JSON.parse(stage.names.get("first") ?? "")).toMatchObject({ code: 429 });
      stage.server.clock.advance(60_000);
    },
    { plan: "hasty" },
  ),
  {
    clause: "K-1",
    name: "a repetition costs nothing, also when nothing is left",
    plan: "poor",
    given: async (stage) => {
      await sentBefore("/v1/resolve-quick", quick)(stage);
      await stage.owner.request("GET", "/v1/toolsets");
      expect(await stage.owner.balance()).toBe(0);
    },
    body: quick,
    headers: keyed,
    expect: 200,
    charged: 0,
    replyHeaders: replayed,
    afterwards: sameAsFirst,
  },
  {
    clause: "K-15",
    name: "a repetition counts as a call",
    plan: "hasty",
    given: sentBefore("/v1/resolve-quick", quick),
    body: quick,
    headers: keyed,
    expect: 200,
    charged: 0,
    replyHeaders: { ...replayed, "X-RateLimit-Remaining": "1" },
  },
  {
    clause: "K-4",
    name: "400 is kept",
    given: sentBefore("/v1/resolve-quick", "{"),
    body: "{",
    headers: keyed,
    expect: 400,
    error: "bad_request",
    replyHeaders: replayed,
    afterwards: sameAsFirst,
  },
  {
    clause: "K-4",
    name: "400 of more than 16 KiB is not kept",
    given: sentBefore("/v1/resolve-quick", strange),
    body: strange,
    headers: keyed,
    expect: 400,
    error: "validation_error",
    afterwards: ({ headers, json }) => {
      expect(Buffer.byteLength(JSON.stringify(json))).toBeGreaterThan(16_384);
      expect(headers.get("idempotency-replayed")).toBeNull();
    },
  },
  used("K-2", "another body under the key", { body: { ...quick, query: "alarm" } }),
  used("K-2", "the same value written otherwise is another body", { body: ` ${JSON.stringify(quick)}` }),
  used("K-2", "another route under the key", { path: "/v1/resolve" }),
  used("K-5", "a key of 256 characters", {
    headers: key(256),
    error: "validation_error",
    details: ["Idempotency-Key"],
  }),
  used("K-5", "an empty key", { headers: key(0), error: "validation_error", details: ["Idempotency-Key"] }),
  {
    clause: "K-16",
    name: "under a key a body is read before it is paid",
    plan: "poor",
    given: async ({ owner }) => {
      for (let call = 0; call < 2; call += 1) await owner.request("GET", "/v1/toolsets");
    },
    body: `"${"x".repeat(1_048_576)}"`,
    headers: keyed,
    expect: 413,
    error: "payload_too_large",
  },
  {
    clause: "A-3",
    name: "a kept answer is nothing to whoever has no token",
    as: "anonymous",
    given: sentBefore("/v1/resolve-quick", quick),
    body: quick,
    headers: keyed,
    expect: 401,
    error: "unauthorized",
  },
  {
    clause: "A-4",
    name: "… or is suspended",
    as: "suspended",
    given: sentBefore("/v1/resolve-quick", quick),
    body: quick,
    headers: keyed,
    expect: 403,
    error: "forbidden",
  },
]);

scenarios("POST /v1/toolsets", [
  {
    clause: "K-4",
    name: "409 is kept, though the toolset is gone by now",
    given: async (stage) => {
      await stage.owner.request("POST", "/v1/toolsets", weather);
      await sentBefore("/v1/toolsets", weather)(stage);
      await stage.owner.request("DELETE", "/v1/toolsets/weather-v1");
    },
    body: weather,
    headers: keyed,
    expect: 409,
    error: "conflict",
    replyHeaders: replayed,
  },
  {
    clause: "K-1",
    name: "a set that was created under the key and deleted is not created again",
    given: async (stage) => {
      await sentBefore("/v1/toolsets", weather)(stage);
      await stage.owner.request("DELETE", "/v1/toolsets/weather-v1");
    },
    body: weather,
    headers: keyed,
    expect: 201,
    charged: 0,
    replyHeaders: { ...replayed, Location: "/v1/toolsets/weather-v1" },
    unchanged: true,
  },
]);

scenarios("PUT /v1/toolsets/weather-v1", [
  {
    clause: "K-17",
    name: "the key is for POST: a PUT is done again",
    given: async ({ owner }) => {
      await owner.request("POST", "/v1/toolsets", weather);
      await owner.request("PUT", "/v1/toolsets/weather-v1", { name: "W", tools: [setAlarm] }, keyed);
    },
    body: { name: "X", tools: [setAlarm] },
    headers: keyed,
    expect: 200,
    json: { name: "X" },
  },
]);
