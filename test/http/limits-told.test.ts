/** Whoever is at the end of a plan is told which command of the operator helps; whoever has no end never comes to it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { UNLIMITED_REQUESTS } from "#core/tenant.ts";
import { openTestApp, type TestApp } from "../kit.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const list = (token: string) => server.request("GET", "/v1/toolsets", undefined, { Authorization: `Bearer ${token}` });

test("402 names the commands that add requests and change the plan, with the app's id", async () => {
  const { appId, token } = await server.tenant("poor");
  while ((await list(token)).status === 200);
  expect((await list(token)).json).toMatchObject({
    error: "payment_required",
    message:
      `the call costs 1 and 0 requests are left: \`dragoman app credit ${appId} N\` adds requests, ` +
      `\`dragoman app plan ${appId} PLAN\` changes the plan, and the next month brings new ones`,
  });
});

test("429 names the command that changes the plan", async () => {
  const { appId, token } = await server.tenant("hasty");
  while ((await list(token)).status === 200);
  const { json } = await list(token);
  expect(json.error).toBe("too_many_requests");
  expect(json.message).toEndWith(`; \`dragoman app plan ${appId} PLAN\` moves the app to a plan that allows more`);
});

test("without limits every number is still one, and what was used is counted", async () => {
  const { token, balance } = await server.tenant("unlimited");
  const before = await balance();
  const { status, headers } = await list(token);
  expect(status).toBe(200);
  expect(await balance()).toBe(before - 1);
  expect(before).toBeGreaterThan(UNLIMITED_REQUESTS / 2);
  expect(Number(headers.get("x-ratelimit-limit"))).toBe(UNLIMITED_REQUESTS);
  expect(Number(headers.get("x-ratelimit-remaining"))).toBe(UNLIMITED_REQUESTS - 1);
});
