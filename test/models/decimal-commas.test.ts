/** "38,9" is one number for what measures something, and two where a list or two numbers are wanted. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { inUtc } from "#core/local-time.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { withDecimalCommas } from "#models/embedded/values/decimal-commas.ts";
import { openRealModels } from "./real-weights.ts";
import { NOTHING_BESIDE, offeredFrom, type TerseTools } from "./terse-tools.ts";

const read = (text: string, wantedMin = 1) =>
  withDecimalCommas(text, numbersIn(text, ENGLISH), wantedMin).map(({ start, end, value }) => [
    text.slice(start, end),
    value,
  ]);

describe("a comma between figures", () => {
  test.each<[string, [string, number][]]>([
    ["he has 38,9", [["38,9", 38.9]]],
    ["down to -3,5, please", [["-3,5", -3.5]]],
    ["raise it to 7,25.", [["7,25", 7.25]]],
    ["1,5 million people", [["1,5 million", 1_500_000]]],
    ["2,05 k", [["2,05 k", 2_050]]],
    [
      "temp 38,9, pulse 90",
      [
        ["38,9", 38.9],
        ["90", 90],
      ],
    ],
    ["a weight of 5,000", [["5,000", 5000]]],
  ])("of %s is a decimal one", (text, numbers) => {
    expect(read(text)).toEqual(numbers);
  });

  test.each([
    ["3,4 and 5", 3],
    ["3,4,5", 3],
    ["3, 4", 2],
    ["3,4 or 5", 3],
    ["(3,4)", 2],
    ["3,4 5,6", 4],
    ["section 1.3,4", 2],
  ])("of %s stands in a list", (text, count) => {
    expect(read(text)).toHaveLength(count);
  });

  test("leaves as many numbers as the tool must have", () => {
    expect(read("plot 3,4", 2)).toEqual([
      ["3", 3],
      ["4", 4],
    ]);
  });

  test("is read as it was written, whatever the number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99 }), (whole, hundredths) => {
        const said = `${whole},${String(hundredths).padStart(2, "0")}`;
        expect(read(`it is ${said} now`)).toEqual([[said, Number(said.replace(",", "."))]]);
      }),
    );
  });
});

const TOOLS: TerseTools = {
  log_temperature: [
    "Log the body temperature of a patient",
    { patient: { type: "string" }, celsius: { type: "number" }, pulse: { type: "integer" } },
    ["patient", "celsius"],
  ],
  set_heating: [
    "Set the heating of the house",
    { degrees: { type: "integer", description: "In degrees Celsius" } },
    ["degrees"],
  ],
};
const models = await openRealModels();

async function answer(query: string) {
  const request = {
    query,
    tools: offeredFrom(TOOLS),
    now: inUtc(Date.parse("2026-11-22T10:00:00Z")),
    ...NOTHING_BESIDE,
  };
  return models.model.call(request, new AbortController().signal);
}

test("a temperature with a comma is taken whole", async () => {
  expect((await answer("log a temperature of 38,9 for Berg")).parameters).toEqual({ patient: "Berg", celsius: 38.9 });
});

test("no whole number is cut out of a broken one", async () => {
  const { parameters, unfilled } = await answer("set the heating to 21,5");
  expect(parameters).toEqual({});
  expect(unfilled).toMatchObject([{ parameter: "degrees", said: "21,5", why: "not_whole" }]);
});
