/** What is said of how far the tools of a set are. */
import { expect, test } from "bun:test";
import { GraduationReports } from "#core/graduation/graduation-report.ts";
import type { CourseCount } from "#core/ports/graduation-store.ts";
import { weather } from "../http/samples.ts";
import { appId, hashOf } from "../storage/kit.ts";

const [app, contentHash] = [appId("a"), hashOf("a")];
const course = { contentHash, member: "get_weather", models: JSON.stringify(["inside", "served"]), slips: 0 };

function reports(counts: readonly CourseCount[], enabled: boolean): GraduationReports {
  const set = { contentHash, definition: { tools: weather.tools } };
  return new GraduationReports({
    ...{ enabled, agreementMin: 0.9, verifyShare: 0.02 },
    store: { counts: async () => counts, answers: async () => [] },
    toolsets: { find: async () => set },
    classificationSets: {},
    aliases: {},
    definitions: {},
  } as never);
}

test("nothing is answered alone while it is turned off, whatever was shown before", async () => {
  const counts: readonly CourseCount[] = [
    { ...course, edge: 0, observed: 300, agreed: 150 },
    { ...course, edge: 9_500, observed: 300, agreed: 300 },
  ];
  const [on] = (await reports(counts, true).ofTools(app, "weather-v1")).by_tool;
  expect(on).toMatchObject({ opens_at: 0.5, observed: 600, agreed: 450 });
  expect(on?.agreement_lower).toBeGreaterThan(0.9);
  const [off] = (await reports(counts, false).ofTools(app, "weather-v1")).by_tool;
  expect(off).toMatchObject({ opens_at: null, observed: 600, agreed: 450 });
  // Of all answers, since none are given alone.
  expect(off?.agreement_lower).toBeLessThan(0.75);
});
