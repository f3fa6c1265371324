/** "Tomorrow at six" is another moment in another place: through the model, the evidence and the cache. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HOME_TOOLS } from "./home-tools.ts";
import { openRealModels } from "./real-weights.ts";
import { openResolving, type Resolving } from "./resolving.ts";

const models = await openRealModels();
const never = new AbortController().signal;
const HOUR_MS = 3_600_000;

let house: Resolving;

beforeAll(async () => {
  house = await openResolving(models);
  await house.toolsets.create(house.owner, "home-v1", { name: "home", tools: HOME_TOOLS });
});
afterAll(() => house.close());

async function asked(query: string, timeZone?: string) {
  const request = { query, toolsets: ["home-v1"], ...(timeZone !== undefined && { timeZone }) };
  const { resolved, source, evidence } = await house.resolver.resolve(
    house.owner,
    request,
    { read: true, write: true },
    never,
  );
  return { parameters: resolved.parameters, source, evidence };
}

/** The clock stands at 12:00:30 in UTC on a Tuesday, 10 March 2026. */
describe("a time in a sentence", () => {
  const WAKE = "set an alarm for tomorrow at 6 pm";

  test.each([
    [undefined, "2026-03-11T18:00:00Z"],
    ["Europe/Berlin", "2026-03-11T18:00:00+01:00"],
    ["europe/berlin", "2026-03-11T18:00:00+01:00"],
    ["America/Los_Angeles", "2026-03-11T18:00:00-07:00"],
    ["Pacific/Auckland", "2026-03-12T18:00:00+13:00"],
    ["+05:30", "2026-03-11T18:00:00+05:30"],
  ])("in %s", async (zone, time) => {
    const { parameters, evidence } = await asked(WAKE, zone);
    expect(parameters).toEqual({ time });
    expect(evidence).toEqual({ time: { kind: "query", start: 17, end: WAKE.length } });
  });

  test("is given again to whoever is in the same place, and to nobody else", async () => {
    const wish = "set an alarm for 11 March 2026 at 9 am";
    const first = await asked(wish, "Asia/Tokyo");
    expect(first).toMatchObject({ source: "model", parameters: { time: "2026-03-11T09:00:00+09:00" } });
    const again = await asked(wish, "Asia/Tokyo");
    expect(again.source).not.toBe("model");
    expect(again.parameters).toEqual(first.parameters);
    const elsewhere = await asked(wish, "Asia/Kathmandu");
    expect(elsewhere).toMatchObject({ source: "model", parameters: { time: "2026-03-11T09:00:00+05:45" } });
  });

  test("moves with the day of the place, also out of the cache", async () => {
    const wish = "set an alarm for tomorrow at 8 am";
    expect((await asked(wish, "Europe/Paris")).parameters).toEqual({ time: "2026-03-11T08:00:00+01:00" });
    // 23:30 in UTC, and half past midnight in Paris.
    house.clock.advance(11.5 * HOUR_MS);
    expect((await asked(wish, "Europe/Paris")).parameters).toEqual({ time: "2026-03-12T08:00:00+01:00" });
    expect((await asked(wish)).parameters).toEqual({ time: "2026-03-11T08:00:00Z" });
  });

  test("where there is no such place, nothing is resolved", async () => {
    expect(asked(WAKE, "Mars/Olympus")).rejects.toThrow("time_zone: is no time zone: expected a time zone such as");
  });
});
