/** How sure the joint choice of values is of itself. */
import { describe, expect, test } from "bun:test";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { chooseTogether } from "#models/embedded/values/beam.ts";
import { fixed, type OpenParameter } from "#models/embedded/values/candidate.ts";

const [city] = parametersOf({ type: "object", properties: { city: { type: "string" } }, required: ["city"] });
const NOTHING_READ = { startLog: new Float64Array(), endLog: new Float64Array(), inside: new Float64Array() };

function open(...scores: readonly number[]): OpenParameter {
  if (!city) throw new Error("the schema has no parameter");
  const reading = { parameter: city, stated: 0.9, truth: 0, choices: [], ...NOTHING_READ };
  const candidates = scores.map((score, at) => fixed(score, { start: 4 * at, end: 4 * at + 3 }, `city ${at}`));
  return { reading, kind: "text", isRemembered: false, candidates };
}

describe("a choice of values", () => {
  test("leads by what the next one scores less", () => {
    const { chosen, certainty } = chooseTogether([open(-1, -1.75)]);
    expect(chosen[0]?.value).toBe("city 0");
    expect(certainty.lead).toBeCloseTo(0.75, 10);
    expect(certainty.least).toBe(-1);
  });

  test("is beyond comparison where there is nothing to choose", () => {
    expect(chooseTogether([]).certainty).toEqual({
      lead: Number.POSITIVE_INFINITY,
      least: Number.POSITIVE_INFINITY,
    });
  });

  test("leads by nothing where two are alike", () => {
    expect(chooseTogether([open(-1, -1)]).certainty.lead).toBe(0);
  });

  test("gives a number to one parameter, and leaves the other one open", () => {
    const [bench, litres] = parametersOf({
      type: "object",
      properties: { bench: { type: "integer" }, litres: { type: "number" } },
      required: ["bench", "litres"],
    });
    const number = (parameter: typeof bench, score: number): OpenParameter => {
      if (!parameter) throw new Error("the schema has two parameters");
      const reading = { parameter, stated: 0.9, truth: 0, choices: [], ...NOTHING_READ };
      const candidates = [fixed(score, { start: 6, end: 8 }, 12)];
      return { reading, kind: "number", isRemembered: false, candidates };
    };
    const { chosen } = chooseTogether([number(bench, -0.1), number(litres, -3)]);
    expect(chosen.map((candidate) => candidate?.value ?? null)).toEqual([12, null]);
  });

  test("gives a name to one parameter, and a day to its first and its last", () => {
    const [one, other] = parametersOf({
      type: "object",
      properties: { owner: { type: "string" }, plate: { type: "string" } },
      required: ["owner", "plate"],
    });
    const said = (parameter: typeof one, score: number, value: string): OpenParameter => {
      if (!parameter) throw new Error("the schema has two parameters");
      const reading = { parameter, stated: 0.99, truth: 0, choices: [], ...NOTHING_READ };
      return { reading, kind: "text", isRemembered: false, candidates: [fixed(score, { start: 6, end: 10 }, value)] };
    };
    const values = (value: string) => {
      const { chosen } = chooseTogether([said(one, 4, value), said(other, 3, value)]);
      return chosen.map((candidate) => candidate?.value ?? null);
    };
    expect(values("Rosa")).toEqual(["Rosa", null]);
    expect(values("2026-11-18")).toEqual(["2026-11-18", "2026-11-18"]);
  });
});
