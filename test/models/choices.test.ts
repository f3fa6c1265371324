import { describe, expect, test } from "bun:test";
import { chooseValue } from "#models/embedded/choices.ts";
import type { ParameterReading } from "#models/embedded/joint-model.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";

/** What the model makes of a parameter that it takes no notice of. */
function overlooked(state: object): ParameterReading {
  const [parameter] = parametersOf({ type: "object", properties: { state: { type: "string", ...state } } });
  if (!parameter) throw new Error("the schema has one parameter");
  const nothing = new Float64Array();
  return {
    parameter,
    stated: 0,
    truth: 0,
    choices: parameter.choices.map(() => 0),
    startLog: nothing,
    endLog: nothing,
    inside: nothing,
  };
}

describe("an option that the model overlooked", () => {
  const onOrOff = { enum: ["on", "off"], default: "on" };

  test("is taken where the text names it and silence would mean another", () => {
    const choice = chooseValue("turn off the lights", overlooked(onOrOff));
    expect(choice).toEqual({ value: "off", span: { start: 5, end: 8 } });
  });

  test.each([
    ["the text names none", "do the lights", onOrOff],
    ["the text names several", "turn the lights off and on", onOrOff],
    ["it is a word of grammar", "book it on Friday", { enum: ["on", "never"], default: "never" }],
    ["there is no default that would be wrong", "turn off the lights", { enum: ["on", "off"] }],
  ])("is left out where %s", (_, text, state) => {
    expect(chooseValue(text, overlooked(state))).toBeNull();
  });
});
