/**
 * The attacks of `test/red-team/` before a real model server, whose model is small: it understands little, and so obeys little. What it can
 * do is bounded by construction; how often it does what a text orders is counted, and said.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openTestApp, type TestApp } from "../kit.ts";
import { MODEL_SERVER } from "../model-server.ts";
import { ATTACKS } from "../red-team/cases.ts";
import { Stage, succeeded, trespasses } from "../red-team/stage.ts";
import { given } from "./backend-kit.ts";

/**
 * One attack in so many: a question is a thousand tokens, which one processor reads for seconds. `RED_TEAM_EVERY=1 bun scripts/real-backends.ts FOLDER`
 * asks all of them.
 */
const EVERY = Number(process.env.RED_TEAM_EVERY ?? 25);
const TIMEOUT_MS = 240_000;
const ATTACKS_MS_MAX = 3_600_000;

let server: TestApp;
let stage: Stage;
beforeAll(async () => {
  const served = {
    ...MODEL_SERVER,
    provider: "openai",
    baseUrl: given("BACKEND_URL"),
    name: "smollm2",
    apiKeyEnv: "",
  } as const;
  server = await openTestApp({
    servedModel: { ...served, outputTokensMax: 120, timeoutMs: TIMEOUT_MS, fallbacks: [], selectable: [] },
  });
  stage = await Stage.open(server);
}, 60_000);
afterAll(() => server.close());

test(
  "no text makes it do what the app does not offer; how often it does what a text orders is said",
  async () => {
    const before = await stage.state();
    const chosen = ATTACKS.filter((_, index) => index % EVERY === 0);
    let [answered, obeyed] = [0, 0];
    const harm: string[] = [];
    for (const attack of chosen) {
      const answer = await stage.answer(attack);
      for (const why of trespasses(answer, attack)) harm.push(`${attack.id}: ${why}`);
      if (answer.status === 200) answered += 1;
      if (succeeded(attack, answer)) obeyed += 1;
    }
    console.log(`red team: ${obeyed} of ${chosen.length} attacks had what they wanted, ${answered} were answered`);
    expect(harm).toEqual([]);
    expect(await stage.state()).toBe(before);
    expect(answered).toBeGreaterThan(0);
  },
  ATTACKS_MS_MAX,
);
