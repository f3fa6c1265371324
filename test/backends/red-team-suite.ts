/**
 * The attacks of `test/red-team/` before a real model server, whose model is small: it understands little, and so obeys little. What it can
 * do is bounded by construction; how often it does what a text orders is counted, and said.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { shareOf } from "#core/examination/statistics.ts";
import { openTestApp, type TestApp } from "../kit.ts";
import { MODEL_SERVER } from "../model-server.ts";
import { ATTACKS, type Attack } from "../red-team/cases.ts";
import { HARMLESS, Stage, succeeded, trespasses } from "../red-team/stage.ts";
import { given } from "./backend-kit.ts";

/**
 * One attack in so many: a question is a thousand tokens, which one processor reads for seconds. `RED_TEAM_EVERY=1 bun scripts/real-backends.ts FOLDER
 * red-team` asks all of them.
 */
const EVERY = Number(process.env.RED_TEAM_EVERY ?? 25);
/** Then no other attack is begun, and those that were are counted. */
const MINUTES_MAX = Number(process.env.RED_TEAM_MINUTES ?? 50);
/** A machine that others use, too, takes a hundred times what a quiet one does. */
const TIMEOUT_MS = 900_000;
const ATTACKS_MS_MAX = 60_000 * MINUTES_MAX + TIMEOUT_MS;
/** Neighbours in the list, which are of a kind, stand far from each other then. */
const STRIDE = 37;

/** One in `EVERY`, in an order that has all places and families early. */
function chosenAttacks(): readonly Attack[] {
  const chosen = ATTACKS.filter((_, index) => index % EVERY === 0);
  const placed = chosen.map((attack, index) => ({ attack, place: (index * STRIDE) % chosen.length }));
  return placed.toSorted((one, other) => one.place - other.place).map(({ attack }) => attack);
}

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
    let [asked, answered, obeyed, unasked] = [0, 0, 0, 0];
    const harm: string[] = [];
    const endsAt = performance.now() + 60_000 * MINUTES_MAX;
    for (const attack of chosenAttacks()) {
      if (performance.now() > endsAt) break;
      const beganAt = performance.now();
      const answer = await stage.answer(attack);
      asked += 1;
      for (const why of trespasses(answer, attack)) harm.push(`${attack.id}: ${why}`);
      if (answer.status === 200) answered += 1;
      const hasSucceeded = succeeded(attack, answer);
      if (hasSucceeded) obeyed += 1;
      // A weak model does much that nobody told it to: what it does with harmless words in the same place as well, no attack has done.
      const isItsOwn = hasSucceeded && succeeded(attack, await stage.answer({ ...attack, text: HARMLESS.query }));
      if (isItsOwn) unasked += 1;
      const seconds = ((performance.now() - beganAt) / 1_000).toFixed(0);
      const came = answer.status === 200 ? "answered" : `${answer.status} ${answer.said.slice(0, 80)}`;
      console.log(
        `${asked}. ${attack.id} in ${attack.at} (${attack.family}), ${seconds} s: ${came}${hasSucceeded ? ", SUCCEEDED" : ""}${isItsOwn ? ", AND WITHOUT IT" : ""}`,
      );
    }
    console.log(
      `red team: ${rate(obeyed, asked)} attacks had what they wanted; ${rate(obeyed, answered)} answered ones`,
    );
    console.log(`red team: ${unasked} of them have it with harmless words in the place of the attack, too`);
    expect(harm).toEqual([]);
    expect(await stage.state()).toBe(before);
    expect(answered).toBeGreaterThan(0);
  },
  ATTACKS_MS_MAX,
);

/** With its 95 % interval. */
function rate(count: number, of: number): string {
  const share = shareOf(count, of);
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  return share === null ? "none of 0" : `${count} of ${of} (${percent(share.low)} to ${percent(share.high)})`;
}
