/** How long something goes on that is said by when it ends. */
import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import type { JsonObject } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { datesIn } from "#core/reading/dates.ts";
import { lengthsUntil } from "#core/reading/lengths-until.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

const now = inUtc(Date.parse("2026-11-18T10:00:00Z"));

function lengths(text: string, properties: JsonObject) {
  const parameters = parametersOf({ type: "object", properties });
  const moments = datesIn(text, { kind: "date-time" }, now, ENGLISH);
  const [first] = parameters;
  return first && lengthsUntil({ text, moments, now }, first, parameters, ENGLISH).map(({ value }) => value);
}

describe("a length that is said by its end", () => {
  const minutes = { minutes: { type: "integer" } };
  test.each([
    ["no calls until 3 pm", minutes, [300]],
    ["quiet till half past ten", minutes, [30]],
    ["quiet until noon", { hours: { type: "number" } }, [2]],
    ["quiet at 3 pm", minutes, []],
    ["quiet until Friday at noon", minutes, []],
    ["quiet until 3 pm", { ...minutes, ends: { type: "string", format: "date-time" } }, []],
    ["quiet until 3 pm", { days: { type: "integer" } }, []],
    ["quiet until half past ten", { hours: { type: "integer" } }, []],
  ])("%s", (text, properties, expected) => {
    expect(lengths(text, properties)).toEqual(expected);
  });
});
