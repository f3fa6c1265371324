/** Options and parameters that people, and writers of schemas, call otherwise than the words that stand there. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { spelledOut, tellingDescriptions } from "#models/embedded/parameter-words.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { everyChoice, everySaid } from "#models/embedded/values/every-option.ts";
import { optionMentions } from "#models/embedded/values/near-names.ts";

function parameterOf(name: string, options: readonly string[], description = "", type = "string") {
  const items = type === "array" ? { items: { type: "string", enum: options } } : { enum: options };
  const [parameter] = parametersOf({ type: "object", properties: { [name]: { type, description, ...items } } });
  if (!parameter) throw new Error("the schema has one parameter");
  return parameter;
}

function named(text: string, name: string, options: readonly string[], description = "") {
  const mentions = optionMentions(text, parameterOf(name, options, description));
  return options.flatMap((option, at) => {
    const span = mentions[at]?.span;
    return span ? [[option, text.slice(span.start, span.end)]] : [];
  });
}

describe("an option is named", () => {
  const rooms = "ATT attic, BSM basement, GRG garage";
  test.each([
    ["in the plural", "dim the lamps", "device", ["lamp", "fan"], "", [["lamp", "lamps"]]],
    [
      "in another word class",
      "a vaccination for Rex",
      "kind",
      ["vaccine", "checkup"],
      "",
      [["vaccine", "vaccination"]],
    ],
    ["with letters exchanged", "fresh towles, please", "task", ["towels", "ice"], "", [["towels", "towles"]]],
    ["with a letter missing", "a varifocl lens", "lens", ["varifocal", "single"], "", [["varifocal", "varifocl"]]],
    ["by its number", "open lane three", "lane", ["L1", "L2", "L3"], "", [["L3", "three"]]],
    ["by a number before its noun", "the 2nd lane", "lane", ["L1", "L2"], "", [["L2", "2"]]],
    ["by its explanation", "heat the basement", "zone", ["ATT", "BSM", "GRG"], rooms, [["BSM", "basement"]]],
    [
      "by the whole of an explanation of which each word is in another, too",
      "the hall is dry warm now",
      "state",
      ["DC", "DW", "WC"],
      "DC dry cold, DW dry warm, WC wet cold",
      [["DW", "dry warm"]],
    ],
    [
      "by a description that has as many words in their order",
      "one who speaks Romanian",
      "speaks",
      ["PL", "RO"],
      "Polish, Romanian; left out, none.",
      [["RO", "Romanian"]],
    ],
    ["by a plural with letters exchanged", "all the hosues", "kind", ["house", "flat"], "", [["house", "hosues"]]],
    ["by what is compared", "when it is colder than 4", "side", ["gt", "lt"], "", [["lt", "colder than"]]],
    ["as a unit", "in hectares", "unit", ["ha", "acre"], "", [["ha", "hectares"]]],
    [
      "by the pieces of its words",
      "the standard deviation",
      "measure",
      ["mean", "stdev"],
      "",
      [["stdev", "standard deviation"]],
    ],
    [
      "by its words in another order",
      "cover it in full",
      "extra",
      ["full_cover", "gps"],
      "",
      [["full_cover", "cover it in full"]],
    ],
  ])("%s", (_, text, name, options, description, expected) => {
    expect(named(text, name, options, description)).toEqual(expected);
  });

  test.each([
    ["a wrong letter makes another word", "the winner takes it", "season", ["winter", "summer"], ""],
    ["a number beside another noun", "lane two, for three people", "guests", ["L1", "L3"], ""],
    ["a little word", "for Anna", "wear", ["fortnightly", "daily"], ""],
    [
      "a sentence that happens to have an option in it",
      "the usual",
      "mode",
      ["in", "out"],
      "Which way in the usual case",
    ],
  ])("but not where it is %s", (_, text, name, options, description) => {
    expect(named(text, name, options, description)).toEqual([]);
  });

  test("where its own words stand, by these alone", () => {
    expect(named("the lamp and the fans", "device", ["lamp", "fan"])).toEqual([["lamp", "lamp"]]);
  });

  test("in a list each in a form of its own, of words that name no other", () => {
    const mentions = (text: string, options: readonly string[]) =>
      optionMentions(text, parameterOf("kinds", options, "", "array")).map(
        (mention) => mention && text.slice(mention.span.start, mention.span.end),
      );
    expect(mentions("sweep furniture, clocks and rugs", ["furniture", "clock", "lamp", "rug"])).toEqual([
      "furniture",
      "clocks",
      null,
      "rugs",
    ]);
    expect(mentions("two garden lamps", ["garden lamps", "lamp"])).toEqual(["garden lamps", null]);
  });

  test("at a place in the text, whatever the text and the options", () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9_ -]{0,12}$/);
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 1, maxLength: 5 }), fc.string(), (text, options, description) => {
        for (const mention of optionMentions(text, parameterOf("zone", options, description))) {
          if (!mention) continue;
          expect(mention.span.start).toBeGreaterThanOrEqual(0);
          expect(mention.span.end).toBeLessThanOrEqual(text.length);
          expect(mention.span.end).toBeGreaterThan(mention.span.start);
        }
      }),
    );
  });
});

describe("all of them", () => {
  const doors = ["front", "back", "side"];
  const choice = (text: string, type: string, options = doors) => {
    const parameter = parameterOf("doors", options, "", type);
    return everyChoice(text, parameter, optionMentions(text, parameter))?.value ?? null;
  };

  test.each([
    ["lock all the doors", doors],
    ["lock every door", doors],
    ["lock all the doors except the back one", ["front", "side"]],
    ["lock everything but the front and the side", ["back"]],
    ["lock the doors", null],
    ["tell everyone to lock the back door", null],
  ])("where several can be had: %p", (text, expected) => {
    expect(choice(text, "array")).toEqual(expected);
  });

  test("where one option means all", () => {
    expect(choice("lock both doors", "string", ["left", "right", "both"])).toBe("both");
    expect(choice("lock all doors", "string", ["left", "all_doors"])).toBe("all_doors");
  });

  test("are nothing where only one can be had", () => {
    expect(choice("lock all doors", "string")).toBeNull();
    expect(everySaid("lock all doors", { name: "door" })).toEqual({ start: 5, end: 14 });
    expect(everySaid("lock all windows", { name: "door" })).toBeNull();
  });
});

describe("a parameter's name and description as they are read", () => {
  test.each([
    ["StationDest", "Station destination"],
    ["dest_stn", "destination station"],
    ["arrStation", "arrival Station"],
    ["from", "from"],
    ["department", "department"],
  ])("%s", (name, words) => {
    expect(spelledOut(name)).toBe(words);
  });

  test("descriptions lose what they begin with alike, and no more", () => {
    const told = (...descriptions: readonly string[]) =>
      tellingDescriptions(descriptions.map((description) => ({ description })));
    expect(told("The name of the first stop", "The name of the last stop")).toEqual(["first stop", "last stop"]);
    expect(told("The first stop", "The last stop")).toEqual(["The first stop", "The last stop"]);
    expect(told("Name of it", "Name of it", "How many")).toEqual(["Name of it", "Name of it", "How many"]);
  });
});

test("what a tool is described with may explain its options", () => {
  const schema = { type: "object", properties: { state: { type: "string", enum: ["OK", "NG"] } } };
  const [parameter] = parametersOf(schema, "Marks a part. OK passed, NG rejected.");
  const mentions = parameter && optionMentions("part 4 is rejected", parameter);
  expect(mentions?.map((mention) => mention?.span ?? null)).toEqual([null, { start: 10, end: 18 }]);
});
