/** How often a model is asked by a chat whose earlier sentences are still open: each was read when it was said. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { answers, calls, chat, user, words } from "./chat.ts";
import { alarms, weather } from "./samples.ts";

const MINUTE_MS = 60_000;
/** Sentences of which each asks for the same call and names no city, until the last one does. */
const OPEN = ["weather", "weather please", "weather now"];
const inBerlin = ["get_weather", { city: "Berlin", unit: "celsius" }] as const;

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

/** The messages up to the sentence at that place, each before it answered by a question. */
const upTo = (sentences: readonly string[]) =>
  sentences.flatMap((said, at) => (at === 0 ? [user(said)] : [words("Which city?"), user(said)]));

/** The answer, and how often the model was asked for it. */
async function asked(
  body: object,
  { headers = {}, as = owner }: { readonly headers?: Readonly<Record<string, string>>; readonly as?: Tenant } = {},
) {
  const before = server.model.calls;
  // A token would not outlive the half hour.
  const credential = { Authorization: `Bearer ${as.apiKey}` };
  const { status, json } = await as.request("POST", "/v1/chat/completions", body, { ...credential, ...headers });
  return { status, json, times: server.model.calls - before };
}

/** Goes through the chat sentence by sentence, to a last one that says the city. */
async function held(headers: Readonly<Record<string, string>> = {}, more: object = {}): Promise<readonly number[]> {
  const times: number[] = [];
  const whole = [...OPEN, '"Berlin"'];
  for (let length = 1; length <= whole.length; length += 1) {
    const body = { ...chat(...upTo(whole.slice(0, length))), ...more };
    const { status, json, times: now } = await asked(body, { headers });
    expect(status).toBe(200);
    expect(json).toMatchObject(length < whole.length ? QUESTION : { ...calls(inBerlin), model: json.model });
    times.push(now);
  }
  return times;
}
const { model: _, ...QUESTION } = answers({}, { outcome: "question" });

test("with tools that come along each sentence is read once, and each request is charged once [Q-62]", async () => {
  owner = await server.tenant();
  const before = await owner.balance();
  expect(await held()).toEqual([1, 1, 1, 1]);
  expect(await owner.balance()).toBe(before - 4);
});

test("of a toolset as well, whatever the cache keeps [Q-62]", async () => {
  owner = await server.tenant();
  await owner.request("POST", "/v1/toolsets", weather);
  expect(await held({}, { model: "dragoman/weather-v1", tools: undefined })).toEqual([1, 1, 1, 1]);
});

test("where nothing may be kept, three earlier sentences are read again at most [Q-62]", async () => {
  owner = await server.tenant();
  expect(await held({ "Cache-Control": "no-store" })).toEqual([1, 2, 3, 4]);
  const longer = chat(...upTo(["weather today", ...OPEN, '"Berlin"']));
  expect((await asked(longer, { headers: { "Cache-Control": "no-store" } })).times).toBe(4);
});

test("a chat that was never held here is read, and is another's than the app's that held it [Q-62]", async () => {
  owner = await server.tenant();
  await held();
  const stranger = await server.tenant();
  const last = chat(...upTo([...OPEN, '"Rome"']));
  expect((await asked(last, { as: stranger })).times).toBe(4);
  expect((await asked(last)).times).toBe(1);
});

test("after a change of what the app has registered, after other tools, and after half an hour it is read anew [Q-62]", async () => {
  owner = await server.tenant();
  const [first, second] = [chat(user("weather")), chat(...upTo(["weather", '"Rome"']))];
  await asked(first);
  expect((await asked({ ...second, tools: second.tools.slice(0, 1) })).times).toBe(2);
  expect((await asked(second)).times).toBe(1);
  await owner.request("POST", "/v1/toolsets", alarms);
  expect((await asked(second)).times).toBe(2);
  server.clock.advance(29 * MINUTE_MS);
  expect((await asked(second)).times).toBe(1);
  server.clock.advance(2 * MINUTE_MS);
  expect((await asked(second)).times).toBe(2);
});
