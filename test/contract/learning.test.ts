import { afterAll, beforeAll, expect, test } from "bun:test";
import { captain, homeIsBerlin, romanWeather, weather } from "../http/samples.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

async function ready(): Promise<Tenant & { readonly bank: string }> {
  const tenant = await server.tenant();
  await tenant.request("POST", "/v1/toolsets", weather);
  const { json } = await tenant.request("POST", "/v1/banks", { name: "Habits" });
  return { ...tenant, bank: json.id };
}

test("banks are made, listed, read, replaced and deleted [M-1]", async () => {
  const { request, bank } = await ready();
  expect(bank).toMatch(/^bank_[A-Za-z0-9]{20}$/);
  expect((await request("GET", "/v1/banks")).json.data).toMatchObject([{ id: bank, name: "Habits" }]);
  expect((await request("PUT", `/v1/banks/${bank}`, { name: "Ways", description: "d" })).json.name).toBe("Ways");
  expect((await request("GET", `/v1/banks/${bank}`)).json).toMatchObject({ name: "Ways", description: "d" });
  expect((await request("DELETE", `/v1/banks/${bank}`)).status).toBe(204);
  expect((await request("GET", `/v1/banks/${bank}`)).status).toBe(404);
});

test("a memory is an example or a fact; memories are listed and deleted [M-2] [M-3]", async () => {
  const { request, bank } = await ready();
  const path = `/v1/banks/${bank}/memories`;
  const { json: example } = await request("POST", path, romanWeather);
  const { json: fact } = await request("POST", path, homeIsBerlin);
  expect([example, fact]).toMatchObject([romanWeather, homeIsBerlin]);
  for (const wrong of [{}, { ...romanWeather, ...homeIsBerlin }, { query: "x" }]) {
    expect((await request("POST", path, wrong)).json.error).toBe("bad_request");
  }
  expect((await request("GET", path)).json.data).toEqual([example, fact]);
  expect((await request("DELETE", `${path}/${example.id}`)).status).toBe(204);
  expect((await request("GET", path)).json.data).toEqual([fact]);
});

test("a named bank changes the answer, and only what was put to use is named [M-4]", async () => {
  const { request, bank } = await ready();
  const idle = (await request("POST", "/v1/banks", { name: "Idle" })).json.id;
  await request("POST", `/v1/banks/${bank}/memories`, romanWeather);
  const ask = { query: romanWeather.query, toolsets: ["weather-v1"] };
  const without = (await request("POST", "/v1/resolve", ask)).json;
  const named = (await request("POST", "/v1/resolve", { ...ask, banks: [idle, bank] })).json;
  expect(without.resolved.parameters).not.toHaveProperty("city");
  expect(named.resolved).toMatchObject({ tool: "get_weather", parameters: { city: "Rome" } });
  expect(named.metadata.used_banks).toEqual([bank]);
  expect(named.metadata.evidence.city).toEqual({ kind: "memory" });
});

test("a correction drops the cached answer and teaches the bank [M-5] [M-6]", async () => {
  const { request, bank } = await ready();
  const ask = { query: "weather over there", toolsets: ["weather-v1"] };
  await request("POST", "/v1/resolve", ask, { "X-Request-Id": "wrong-1" });
  const right = { tool: "get_weather", parameters: { city: "Rome" } };
  const given = await request("POST", "/v1/feedback", { request_id: "wrong-1", correct: false, ...right, bank });
  expect(given.json).toMatchObject({ request_id: "wrong-1", dropped: true, memory: expect.stringMatching(/^mem_/) });
  expect((await request("POST", "/v1/resolve", ask)).json.metadata.source).toBe("model");
  const taught = (await request("POST", "/v1/resolve", { ...ask, banks: [bank] })).json;
  expect(taught.resolved.parameters.city).toBe("Rome");
});

test("feedback knows the newest request of an id, and no other app's [M-7]", async () => {
  const { request, bank } = await ready();
  const twice = { "X-Request-Id": "twice" };
  for (const query of ['weather in "Oslo"', 'weather in "Rome"']) {
    await request("POST", "/v1/resolve", { query, toolsets: ["weather-v1"] }, twice);
  }
  await request("POST", "/v1/feedback", { request_id: "twice", correct: true, bank });
  const { json } = await request("GET", `/v1/banks/${bank}/memories`);
  expect(json.data).toMatchObject([{ query: 'weather in "Rome"', parameters: { city: "Rome" } }]);
  const stranger = await server.tenant();
  for (const ask of [request, stranger.request]) {
    const id = ask === request ? "never" : "twice";
    expect((await ask("POST", "/v1/feedback", { request_id: id, correct: true })).status).toBe(404);
  }
});

test("personas are made, listed, read, replaced and deleted by name; default stays [M-8] [M-9]", async () => {
  const { request } = await ready();
  expect((await request("POST", "/v1/personas", captain)).status).toBe(201);
  const names = (await request("GET", "/v1/personas")).json.data.map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual(["Captain", "default"]);
  expect((await request("PUT", "/v1/personas/Captain", { instructions: "Warm." })).json).toMatchObject({
    name: "Captain",
    instructions: "Warm.",
    language: null,
  });
  expect((await request("DELETE", "/v1/personas/Captain")).status).toBe(204);
  expect((await request("GET", "/v1/personas/Captain")).status).toBe(404);
  expect((await request("GET", "/v1/personas/default")).status).toBe(200);
  expect((await request("DELETE", "/v1/personas/default")).json.error).toBe("forbidden");
});

test("an answer in words is in the persona's language [M-10]", async () => {
  const { request } = await ready();
  const words = async (language: string) => {
    await request("POST", "/v1/personas", { ...captain, name: language, language });
    const ask = { query: "tell me a joke", toolsets: ["weather-v1"], persona: language };
    return (await request("POST", "/v1/resolve-respond", ask)).json.response.text as string;
  };
  const [english, german] = [await words("en"), await words("de-AT")];
  expect(english).toMatch(/\b(I|you|nothing|that)\b/i);
  expect(german).toMatch(/\b(ich|nicht|kein|keine|nichts|das)\b/i);
});
