/** The language that a request names goes with it, from door to door: into its answer, the log, what is taught of it, and its test. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestApp, type Tenant } from "../kit.ts";
import { banking, weather } from "./samples.ts";

let server: Awaited<ReturnType<typeof openTestApp>>;
let owner: Tenant;
const TOOLSETS = ["weather-v1"];

beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
  await owner.request("POST", "/v1/toolsets", weather);
  await owner.request("POST", "/v1/classification-sets", banking);
  await owner.request("PUT", "/v1/query-log", { enabled: true });
});
afterAll(() => server.close());

/** What the model was told that its last sentence is in. */
const heardIn = () => server.model.heardIn;

describe("a chat", () => {
  const chat = {
    model: "dragoman/weather-v1",
    messages: [{ role: "user", content: 'weather in "Rome"' }],
  };

  test("is read in the language that it names, and says so", async () => {
    const { json } = await owner.request("POST", "/v1/chat/completions", { ...chat, dragoman: { language: "fr-CA" } });
    expect(json.dragoman).toMatchObject({ outcome: "calls", language: "fr" });
    expect(heardIn()).toBe("fr");
  });

  test("says what it was taken for where it names none", async () => {
    const { json } = await owner.request("POST", "/v1/chat/completions", chat);
    expect(json.dragoman).toMatchObject({ outcome: "calls", language: "en" });
  });

  test("that names what is no tag is told where", async () => {
    const sent = { ...chat, dragoman: { language: "german" } };
    const { status, json } = await owner.request("POST", "/v1/chat/completions", sent);
    expect(status).toBe(400);
    expect(json.error.param).toBe("dragoman.language");
  });
});

describe("what is asked in a named language", () => {
  test("is logged in it, taught in it, and tested in it", async () => {
    const query = 'meteo "Oslo"';
    const { headers } = await owner.request("POST", "/v1/resolve", { query, language: "it", toolsets: TOOLSETS });
    const { json: log } = await owner.request("GET", "/v1/query-log/entries");
    expect(log.data[0]).toMatchObject({ sentence: query, language: "it" });
    const right = { tool: "get_weather", parameters: { city: "Oslo" } };
    const request_id = headers.get("x-request-id");
    await owner.request("POST", "/v1/feedback", { request_id, correct: false, ...right });
    const { json: cases } = await owner.request("GET", "/v1/toolsets/weather-v1/cases");
    expect(cases.data).toMatchObject([{ query, language: "it", ...right }]);
    const { json: run } = await owner.request("POST", "/v1/toolsets/weather-v1/test", {
      cases: [{ query: 'tempo a "Bari"', language: "it", ...right }],
    });
    expect(run).toMatchObject({ cases: 1 });
    expect(heardIn()).toBe("it");
  });

  test("is told of no language where the words told", async () => {
    await owner.request("POST", "/v1/resolve", { query: 'weather in "Bern"', toolsets: TOOLSETS });
    const { json } = await owner.request("GET", "/v1/query-log/entries");
    expect(json.data[0]).toMatchObject({ language: null });
  });

  test("is asked so in a batch, as anywhere", async () => {
    const requests = [
      { type: "resolve", body: { query: 'tijd "Gent"', language: "nl", toolsets: TOOLSETS } },
      { type: "classify", body: { data: "kaart weg", language: "nl", classification_set: "banking-v1" } },
    ];
    const { json } = await owner.request("POST", "/v1/batch", { requests });
    const bodies = json.results.map(({ body }: { readonly body: object }) => body);
    expect(bodies).toMatchObject([{ metadata: { language: "nl" } }, { metadata: { language: "nl" } }]);
  });

  test("is taught so by hand, and a tag that is none is refused", async () => {
    const taught = { query: "karte weg", language: "de-AT", label: "card_lost" };
    const path = "/v1/classification-sets/banking-v1/cases";
    expect((await owner.request("POST", path, taught)).json).toMatchObject({ ...taught, language: "de" });
    expect((await owner.request("POST", path, { ...taught, language: "german" })).json.details).toHaveProperty(
      "language",
    );
  });
});
