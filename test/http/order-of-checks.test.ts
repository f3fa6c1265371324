import { expect } from "bun:test";
import { type Stage, scenarios } from "../kit.ts";
import { setAlarm, weather } from "./samples.ts";

/**
 * 401, 403, unknown route 404 or 405, 429, 402, 413, 400, missing resource 404, 412, 409: each row is wrong in everything
 * that comes after what it is refused for.
 */
const tooLarge = JSON.stringify({ name: "n".repeat(2_000) });
const spend = async ({ owner }: Stage, calls: number) => {
  for (let call = 0; call < calls; call += 1) await owner.request("GET", "/v1/toolsets");
};
const used = (calls: number) => (stage: Stage) => spend(stage, calls);
const app = { bodyBytesMax: 1_500 };
const stale = { "If-Match": '"r0"' };

scenarios(
  "PUT /v1/toolsets/nope",
  [
    {
      clause: "E-9",
      name: "no token, and all else wrong",
      as: "anonymous",
      body: tooLarge,
      expect: 401,
      error: "unauthorized",
    },
    {
      clause: "E-9",
      name: "suspended, on an unknown route",
      as: "suspended",
      path: "/v1/nope",
      body: tooLarge,
      expect: 403,
      error: "forbidden",
    },
    {
      clause: "E-9",
      name: "no token, on an unknown route",
      as: "anonymous",
      path: "/v1/nope",
      expect: 401,
      error: "unauthorized",
    },
    {
      clause: "E-9",
      name: "no token, with a wrong method",
      as: "anonymous",
      method: "PATCH",
      expect: 401,
      error: "unauthorized",
    },
    {
      clause: "E-9",
      name: "an unknown route, the window used up",
      plan: "hasty",
      given: used(3),
      path: "/v1/nope",
      expect: 404,
      error: "not_found",
      replyHeaders: { "X-RateLimit-Remaining": "0" },
    },
    {
      clause: "E-9",
      name: "a wrong method, the window used up",
      plan: "hasty",
      given: used(3),
      method: "PATCH",
      expect: 405,
      error: "method_not_allowed",
    },
    {
      clause: "L-9",
      name: "the window used up, the body too large",
      plan: "hasty",
      given: used(3),
      body: tooLarge,
      expect: 429,
      error: "too_many_requests",
      replyHeaders: {
        "Retry-After": "30",
        "X-RateLimit-Limit": "3",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "1773144060",
      },
    },
    {
      clause: "E-9",
      name: "nothing left to spend, the body too large",
      plan: "poor",
      given: used(2),
      body: tooLarge,
      expect: 402,
      error: "payment_required",
    },
    {
      clause: "E-9",
      name: "too large a body that is no JSON either",
      body: "x".repeat(1_501),
      headers: { "Content-Type": "text/plain" },
      expect: 413,
      error: "payload_too_large",
    },
    {
      clause: "E-6",
      name: "a body at the limit",
      body: JSON.stringify({ name: "n", tools: [setAlarm] }).padEnd(1_500),
      expect: 404,
      error: "not_found",
    },
    {
      clause: "E-9",
      name: "a wrong body for a missing toolset",
      body: {},
      headers: stale,
      expect: 400,
      error: "bad_request",
    },
    {
      clause: "E-9",
      name: "a missing toolset with a stale ETag",
      body: { name: "n", tools: [setAlarm] },
      headers: stale,
      expect: 404,
      error: "not_found",
    },
  ],
  { app },
);

scenarios(
  "POST /v1/toolsets",
  [
    {
      clause: "E-9",
      name: "a wrong body before a conflict",
      given: ({ owner }) => owner.request("POST", "/v1/toolsets", weather),
      body: { ...weather, name: "" },
      expect: 400,
      error: "validation_error",
    },
  ],
  { app },
);

scenarios("GET /v1/toolsets", [
  {
    clause: "L-8",
    name: "the third call of three in the minute",
    plan: "hasty",
    given: used(2),
    expect: 200,
    replyHeaders: { "X-RateLimit-Limit": "3", "X-RateLimit-Remaining": "0" },
  },
  {
    clause: "L-10",
    name: "a refused call counts against the window, never against the balance",
    plan: "hasty",
    given: async ({ owner }) => {
      for (let call = 0; call < 3; call += 1) await owner.request("PUT", "/v1/toolsets/nope", "{");
      expect(await owner.balance()).toBe(1_000_000);
    },
    expect: 429,
    error: "too_many_requests",
  },
  {
    clause: "L-10",
    name: "unknown routes and wrong methods count as nothing",
    plan: "hasty",
    given: async ({ owner }) => {
      for (let call = 0; call < 5; call += 1) await owner.request("GET", "/v1/nope");
      for (let call = 0; call < 5; call += 1) await owner.request("PATCH", "/v1/toolsets");
    },
    expect: 200,
    replyHeaders: { "X-RateLimit-Remaining": "2" },
  },
  {
    clause: "L-8",
    name: "the next UTC minute is a new window",
    plan: "hasty",
    given: async (stage) => {
      await spend(stage, 4);
      stage.server.clock.advance(30_000);
    },
    expect: 200,
    replyHeaders: { "X-RateLimit-Remaining": "2" },
  },
  { clause: "L-3", name: "the last request of the balance", plan: "poor", given: used(1), expect: 200 },
  {
    clause: "L-3",
    name: "a balance of zero",
    plan: "poor",
    given: used(2),
    expect: 402,
    error: "payment_required",
    replyHeaders: { "X-RateLimit-Limit": "1000000" },
  },
  {
    clause: "L-3",
    name: "a balance of zero, credits added",
    plan: "poor",
    given: async (stage) => {
      await spend(stage, 2);
      await stage.server.app.tenants.credit(stage.owner.appId, 1);
    },
    expect: 200,
  },
]);
