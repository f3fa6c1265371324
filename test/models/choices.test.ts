import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import type { ParameterReading } from "#models/embedded/networks/joint-model.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { chooseTruth, chooseValue } from "#models/embedded/values/choices.ts";

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
    ["there is no default that would be wrong", "make the lights red", { enum: ["red", "blue"] }],
  ])("is left out where %s", (_, text, state) => {
    expect(chooseValue(text, overlooked(state))).toBeNull();
  });
});

describe("an option that says how often", () => {
  test.each([
    ["every quarter from next month", ["monthly", "quarterly"], "quarterly"],
    ["every morning", ["every night", "every morning"], "every morning"],
    ["at nine every Tuesday", ["monday", "tuesday"], null],
  ])("in %p", (text, options, expected) => {
    const choice = chooseValue(text, overlooked({ enum: options }));
    expect(choice?.value ?? null).toBe(expected);
  });
});

describe("two options that are a flag's ends", () => {
  test.each([
    [["on", "off"], "turn on the light in the kitchen", "on"],
    [["off", "on"], "lights on in the hall", "on"],
    [["on", "off"], "switch that off", "off"],
    [["open", "closed"], "shut the window", "closed"],
    [["locked", "unlocked"], "unlock the garage", "unlocked"],
    [["on", "off"], "call me on Monday", null],
    [["big", "small"], "turn it off", null],
    [["on", "off", "dim"], "the lights, please", null],
  ])("%p in %p", (options, text, expected) => {
    const against = overlooked({ enum: options });
    const choice = chooseValue(text, { ...against, choices: options.map((option) => (option === expected ? -9 : 9)) });
    expect(choice?.value ?? null).toBe(expected);
  });
});

test("of a list, the end that is named is a list of one", () => {
  const states = { type: "array", items: { enum: ["open", "closed"] } };
  expect(chooseValue("show me what is still open", overlooked(states))?.value).toEqual(["open"]);
});

describe("options of which the text names several", () => {
  test.each([
    ["source_language", "from English to French", "en"],
    ["target_language", "from English to French", "fr"],
    ["target_language", "from French to English", "en"],
  ])("for %p, %p", (name, text, expected) => {
    const schema = { type: "string", enum: ["en", "es", "fr"] };
    const [parameter] = parametersOf({ type: "object", properties: { [name]: schema }, required: [name] });
    if (!parameter) throw new Error("the schema has one parameter");
    expect(chooseValue(text, { ...overlooked({}), parameter, choices: [0, 0, 0], stated: 1 })?.value).toBe(expected);
  });
});

describe("an option within quotes is said, not meant", () => {
  test.each([
    ['decline 3440 with the comment "approve only with a ticket"', "decline"],
    ["approve 12, saying 'decline the next one'", "approve"],
    ["set 3440 to 'approve'", "approve"],
    ["turn down 3390", "decline"],
    ["accept 3390", "approve"],
  ])("%p: %p", (text, expected) => {
    const reading = overlooked({ type: "string", enum: ["approve", "decline"] });
    const against = {
      ...reading,
      stated: 1,
      choices: ["approve", "decline"].map((one) => (one === expected ? -1 : 1)),
    };
    expect(chooseValue(text, against)?.value).toBe(expected);
  });
});

describe("days of the week", () => {
  const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

  test("are chosen several at once", () => {
    const choice = chooseValue(
      "at seven on weekdays and on Sunday",
      overlooked({ type: "array", items: { enum: days } }),
    );
    expect(choice).toEqual({ value: [...days.slice(0, 5), "sunday"], span: { start: 9, end: 34 } });
  });
});

describe("a flag", () => {
  const flag = (name: string, truth: number, schema: JsonObject = { type: "boolean" }): ParameterReading => {
    const [parameter] = parametersOf({ type: "object", properties: { [name]: schema } });
    if (!parameter) throw new Error("the schema has one parameter");
    const nothing = new Float64Array();
    const choices = parameter.choices.map(() => 0);
    return { parameter, stated: 0, truth, choices, startLog: nothing, endLog: nothing, inside: nothing };
  };

  test.each([
    ["include_humidity", "the weather in Oslo with its humidity", true],
    ["with_verdict", "the case 12 with verdict", true],
    ["include_completed", "all tasks, including the completed ones", true],
    ["include_humidity", "the weather in Oslo without the humidity", false],
    ["include_humidity", "the weather in Oslo", null],
    ["live", "where do you live", null],
  ])("%p: %p", (name, text, expected) => {
    expect(chooseTruth(text, flag(name, 0))).toBe(expected);
  });

  test("stays open where the model is sure of the contrary", () => {
    expect(chooseTruth("the weather with its humidity", flag("include_humidity", -4))).toBeNull();
  });

  test("needs little where its name is said word for word, and nothing where that is denied", () => {
    const hinted = (stated: number) => ({ ...flag("express", 6), stated });
    expect(chooseTruth("a parcel to Oslo, express please", hinted(0.25))).toBe(true);
    expect(chooseTruth("a parcel to Oslo please", hinted(0.25))).toBeNull();
    expect(chooseTruth("where does the express stop", hinted(0.1))).toBeNull();
    expect(chooseTruth("a parcel to Oslo, no express", hinted(0.1))).toBe(false);
  });

  test("may be written as an enumeration", () => {
    const reading = flag("has_laundry_service", 0, { type: "string", enum: ["True", "False", "any"], default: "any" });
    expect(chooseValue("a house that has laundry service", reading)).toEqual({ value: "True", span: null });
    expect(chooseValue("a house by the sea", reading)).toBeNull();
  });
});
