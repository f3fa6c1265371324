/** Resources with every field that they can have, read in every way there is. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { banking, getWeather, weather } from "../http/samples.ts";
import { openTestApp, type TestApp } from "../kit.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const examples = ["is it raining", "will it snow"];
const description = "All that there is to say";
const sets = [
  ["/v1/toolsets", { ...weather, description, tools: [{ ...getWeather, examples }] }],
  ["/v1/classification-sets", { ...banking, description, classes: [{ label: "rain", description, examples }] }],
] as const;

test("a set is the same wherever it is read, while it learns and afterwards [T-1] [T-7] [T-11]", async () => {
  const { request } = await server.tenant();
  const embed = server.embedder.embed.bind(server.embedder);
  const gate = Promise.withResolvers<void>();
  server.embedder.embed = (texts) => gate.promise.then(() => embed(texts));
  for (const [path, body] of sets) {
    const { signature, ...replacement } = body;
    const one = `${path}/${signature}`;
    const { json: created } = await request("POST", path, body);
    expect(created).toMatchObject({ ...body, learning: { done: 0, total: 2 } });
    expect((await request("GET", one)).json).toEqual(created);
    expect((await request("GET", path)).json.data).toEqual([created]);
    expect((await request("PUT", one, replacement)).json).toMatchObject({ ...body, learning: created.learning });
  }
  gate.resolve();
  server.embedder.embed = embed;
  for (const [path, { signature }] of sets) {
    while ((await request("GET", `${path}/${signature}`)).json.learning !== null) await Bun.sleep(2);
  }
});

test("a bank is the same wherever it is read [M-1]", async () => {
  const { request } = await server.tenant();
  const { json: created } = await request("POST", "/v1/banks", { name: "Habits", description });
  expect((await request("GET", `/v1/banks/${created.id}`)).json).toEqual(created);
  expect((await request("GET", "/v1/banks")).json.data).toEqual([created]);
});
