/** A tool that no longer needs its language model, and one that needs it again. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Secret } from "#core/secret.ts";
import { ToolsetGraduationResource } from "#http/schemas/set-graduation.ts";
import { type FaultServer, openFaultServer, said } from "../fault-server.ts";
import { openTestApp, type Stage, scenarios, type Tenant, type TestApp } from "../kit.ts";
import { MODEL_SERVER } from "../model-server.ts";
import { strangers } from "./resource-rows.ts";
import { weather } from "./samples.ts";

const registered = ({ owner }: Stage) => owner.request("POST", "/v1/toolsets", weather);

scenarios(
  "GET /v1/toolsets/weather-v1/graduation",
  [
    {
      clause: "Q-36",
      name: "off, and nothing compared",
      expect: 200,
      json: { enabled: false, agreement_min: 0.98, verify_share: 0.02, by_tool: [] },
    },
    {
      clause: "R-11",
      name: "an unknown set",
      path: "/v1/toolsets/none-v1/graduation",
      expect: 404,
      error: "not_found",
    },
    ...strangers(),
  ],
  { answer: ToolsetGraduationResource, given: registered },
);

/** So many calls of one kind are enough for a bar of 0.9. */
const ENOUGH = 90;
/** Answers are compared behind them, on a busy machine a while later: half a minute of looks. */
const LOOK_MS = 20;
const LOOKS_MAX = 1_500;
/** Without a number in it, which the fake model would take for days. */
const cityOf = (number: number) => `Ca${[...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
const MONEY_PER_MILLION_TOKENS = 1_000_000;

const NEAR_TOOLS = [{ ...weather.tools[0], description: "Weather forecast of cities" }];

describe("a set whose language model says what the model inside says", () => {
  let served: FaultServer;
  let server: TestApp;
  let owner: Tenant;
  /** What the language model makes of the city that was asked for. */
  let heard = (city: string) => city;
  let asked = 0;

  beforeAll(async () => {
    served = openFaultServer();
    served.answer = (body) => {
      const words = body.messages.at(-1)?.content ?? "";
      const [, city = ""] = /weather in [\\]?"([^"\\]+)/.exec(words) ?? [];
      return said(JSON.stringify({ call: { tool: "get_weather", parameters: { city: heard(city) } } }));
    };
    server = await openTestApp({
      graduation: { enabled: true, agreementMin: 0.9, verifyShare: 1 },
      backends: {
        big: {
          ...MODEL_SERVER,
          ...{ provider: "openai", baseUrl: served.baseUrl, name: "big-1", apiKeyEnv: "", apiKey: new Secret("") },
          inputPrice: MONEY_PER_MILLION_TOKENS,
        },
      },
    });
    owner = await server.tenant();
    await owner.request("POST", "/v1/toolsets", { ...weather, backend: "big" });
  });
  afterAll(async () => {
    await server.close();
    await served.close();
  });

  const ask = async (headers = {}) => {
    asked += 1;
    // Two words of its own: the fake embedder takes some words for each other.
    const query = `weather in "${cityOf(asked)}" of ${cityOf(7 * asked)}land`;
    return (await owner.request("POST", "/v1/resolve", { query, toolsets: ["weather-v1"] }, headers)).json;
  };
  const report = async () => {
    const { json } = await owner.request("GET", "/v1/toolsets/weather-v1/graduation");
    expect([...Value.Errors(ToolsetGraduationResource, json)]).toEqual([]);
    return json;
  };
  const until = async (isSo: (tool: Awaited<ReturnType<typeof report>>["by_tool"][number]) => boolean) => {
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      const [tool] = (await report()).by_tool;
      if (tool && isSo(tool)) return tool;
      await Bun.sleep(LOOK_MS);
    }
    throw new Error(`it did not come to that: ${JSON.stringify(await report())} ${server.logs.slice(-5).join("\n")}`);
  };

  test("[Q-36] is answered by the language model until enough was compared, and then by the model inside", async () => {
    expect((await ask()).metadata.model).toBe("openai/big-1");
    let compared = 1;
    for (; (await until(({ observed }) => observed === compared)).opens_at === null; compared += 1) await ask();
    expect(compared).toBeGreaterThan(30);
    expect(compared).toBeLessThan(ENOUGH);
    const [tool] = (await report()).by_tool;
    expect(tool).toMatchObject({ tool: "get_weather", model: "openai/big-1", agreed: compared, slips: 0, answers: 0 });
    expect(tool.agreement_lower).toBeGreaterThan(0.9);
    const answer = await ask();
    expect(answer).toMatchObject({
      resolved: { tool: "get_weather", parameters: { city: cityOf(asked) } },
      metadata: { source: "model", model: tool.inside },
    });
    const after = await until(({ answers }) => answers === 1);
    expect(after.saved_money).toBeGreaterThan(0);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain("dragoman_graduation_answers_total 1\n");
  }, 60_000);

  test("[Q-36] learns from what the language model said to a sentence that is near", async () => {
    // No word of these is the tool's: by itself the model inside would call nothing, which nobody compares.
    const said = ["how is it outside today my good old friend", "how is it outside today my dear good old friend"];
    const signature = "near-v1";
    await owner.request("POST", "/v1/toolsets", {
      ...weather,
      signature,
      name: "Near",
      tools: NEAR_TOOLS,
      backend: "big",
    });
    for (const query of said) await owner.request("POST", "/v1/resolve", { query, toolsets: [signature] });
    const observed = async () =>
      (await owner.request("GET", `/v1/toolsets/${signature}/graduation`)).json.by_tool[0]?.observed ?? 0;
    for (let looks = 0; looks < LOOKS_MAX && (await observed()) === 0; looks += 1) await Bun.sleep(LOOK_MS);
    expect(await observed()).toBe(1);
  });

  test("[Q-36] what depends on more than the sentence and the set goes to the language model", async () => {
    const asking = { query: 'weather in "Rome"', toolsets: ["weather-v1"] };
    const answers = await Promise.all(
      [{ context: "we are in Italy" }, { history: [{ tool: "get_weather", query: 'weather in "Bern"' }] }].map((more) =>
        owner.request("POST", "/v1/resolve", { ...asking, ...more }),
      ),
    );
    for (const { json } of answers) expect(json.metadata.model).toBe("openai/big-1");
    const words = await owner.request("POST", "/v1/resolve-respond", asking);
    expect(words.json.metadata.model).toBe("openai/big-1");
  });

  test("[Q-36] a tool whose answers are found wrong is sent back, until it says the same again", async () => {
    heard = (city) => `${city} airport`;
    let model = "";
    for (let call = 0; call < LOOKS_MAX && model !== "openai/big-1"; call += 1) {
      ({ model } = (await ask()).metadata);
      await Bun.sleep(LOOK_MS);
    }
    expect(model).toBe("openai/big-1");
    const tool = await until(({ opens_at }) => opens_at === null);
    expect(tool.agreement_lower).toBeLessThan(0.9);
    // What both say is compared again, and it comes back when that is good enough.
    heard = (city) => city;
    for (let call = 0; call < LOOKS_MAX && model === "openai/big-1"; call += 1) {
      ({ model } = (await ask()).metadata);
      await Bun.sleep(5);
    }
    expect(model).toBe("fake-model-1");
  }, 60_000);

  test("another content of the set begins anew", async () => {
    const tools = weather.tools.map((tool) => ({ ...tool, description: "Says how the weather will be" }));
    await owner.request("PUT", "/v1/toolsets/weather-v1", { name: weather.name, tools, backend: "big" });
    expect((await report()).by_tool).toEqual([]);
  });
});
