/** The executable with a collector of its owner's: what it is told, and that the end of the server does not lose it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { type Collector, openCollector } from "../telemetry/collector.ts";
import {
  createApp,
  ensureExecutable,
  freshPlace,
  LARGE_PLAN,
  lampToolset,
  type Place,
  settings,
  signedIn,
} from "./kit.ts";

let place: Place;
let collector: Collector;
beforeAll(() => {
  ensureExecutable();
  place = freshPlace();
  collector = openCollector();
});
afterAll(async () => {
  place?.[Symbol.dispose]();
  await collector?.close();
});

test("sends the traces and metrics of its session, and nothing that was asked", async () => {
  const telemetry = ["[telemetry]", `otlp_endpoint = "${collector.url}"`, 'headers = ["api-key: canary-key"]'];
  settings(place, [...LARGE_PLAN, ...telemetry, "interval_seconds = 3600", 'service_name = "lamps"']);
  const server = await startServer({ dataDir: place.path });
  await waitUntilReady(server);
  const send = await signedIn(server.url, await createApp(place.path));
  expect((await send("POST", "/v1/toolsets", lampToolset("canary-v1"))).status).toBe(201);
  const query = "dim the lamp in the kitchen to 40 percent";
  const answer = await send("POST", "/v1/resolve", { query, toolsets: ["canary-v1"] });
  expect(answer.body.resolved.parameters.brightness).toBe(40);
  expect(await server.stop()).toBe(0);
  const resolve = collector.spans.find(({ name }) => name === "POST /v1/resolve");
  const parts = collector.spans.filter(({ traceId }) => traceId === resolve?.traceId).map(({ name }) => name);
  expect(parts).toEqual(
    expect.arrayContaining(["cache find", "store commit", expect.stringMatching(/^call embedded-/)]),
  );
  const answers = collector.metrics.find(({ name }) => name === "dragoman_answers_total");
  expect(answers?.points.find(({ attributes }) => attributes.source === "model")?.value).toBe(1);
  expect(collector.resource["service.name"]).toBe("lamps");
  expect(collector.headers.at(-1)?.get("api-key")).toBe("canary-key");
  const written = collector.bodies.join("\n") + server.output();
  expect(written).not.toMatch(/kitchen|canary/);
}, 60_000);
