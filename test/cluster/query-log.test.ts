/** The log of questions that two nodes write. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Reply } from "../answer-checks.ts";
import { weather } from "../http/samples.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { startPostgres } from "./postgres-server.ts";

/** Far more than a node takes to write what it noted. */
const WRITTEN_MS_MAX = 40_000;

const postgres = await startPostgres();
const database = await postgres.createDatabase("questions");
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ cluster: { nodes: 2, createDatabase: () => database.copy() } });
});
afterAll(async () => {
  await server.close();
  await postgres.dispose();
});

/** To one of the nodes; the kit would take turns. */
async function asked(node: number, { token }: Tenant, method: string, path: string, body?: object): Promise<Reply> {
  const response = await fetch(`${server.nodes[node]?.server.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

test.each([true, false])(
  "what another node is told of an answer before it is written stands in the log: correct %p",
  async (correct) => {
    const owner = await server.tenant();
    await owner.request("POST", "/v1/toolsets", weather);
    await owner.request("PUT", "/v1/query-log", { enabled: true });
    const question = { query: 'weather in "Oslo"', toolsets: ["weather-v1"] };
    const { headers } = await asked(0, owner, "POST", "/v1/resolve", question);
    const opinion = { request_id: headers.get("x-request-id"), correct };
    expect((await asked(1, owner, "POST", "/v1/feedback", opinion)).status).toBe(200);
    const endsAt = performance.now() + WRITTEN_MS_MAX;
    const feedback = async () => (await asked(1, owner, "GET", "/v1/query-log/entries")).json.data[0]?.feedback ?? null;
    while ((await feedback()) === null && performance.now() < endsAt) await Bun.sleep(50);
    expect(await feedback()).toBe(correct ? "right" : "wrong");
  },
);

test("what another node had noted, and not written yet, goes with what is removed", async () => {
  const owner = await server.tenant();
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("PUT", "/v1/query-log", { enabled: true });
  const ask = (city: string) =>
    asked(0, owner, "POST", "/v1/resolve", { query: `weather in "${city}"`, toolsets: ["weather-v1"] });
  await ask("Oslo");
  expect((await asked(1, owner, "DELETE", "/v1/query-log/entries")).json).toEqual({ removed: 0 });
  await server.nodes[0]?.services.queryLog.flush();
  server.clock.advance(1);
  await ask("Rome");
  await server.nodes[0]?.services.queryLog.flush();
  const sentences = async (): Promise<string[]> =>
    (await asked(1, owner, "GET", "/v1/query-log/entries")).json.data.map(
      ({ sentence }: { sentence: string }) => sentence,
    );
  expect(await sentences()).toContain('weather in "Rome"');
  const endsAt = performance.now() + WRITTEN_MS_MAX;
  while ((await sentences()).length > 1 && performance.now() < endsAt) await Bun.sleep(50);
  expect(await sentences()).toEqual(['weather in "Rome"']);
});
