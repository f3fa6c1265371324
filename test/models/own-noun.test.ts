/** "The Cedar chapel" is the chapel "Cedar": a parameter's own noun is no part of a name in front of it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { withoutOwnNoun } from "#models/embedded/values/own-noun.ts";

/** What is left of `said` in the text for a parameter of that name. */
function left(text: string, said: string, name: string, schema = {}) {
  const [parameter] = parametersOf({ type: "object", properties: { [name]: { type: "string", ...schema } } });
  if (!parameter) throw new Error("there is a parameter");
  const start = text.indexOf(said);
  const { start: from, end } = withoutOwnNoun(text, { start, end: start + said.length }, parameter);
  return text.slice(from, end);
}

describe("the parameter's own noun behind a name", () => {
  test.each([
    ["hire the Cedar chapel on Friday", "Cedar chapel", "chapel", "Cedar"],
    ["what does the Sierra Nevada brewery make?", "Sierra Nevada brewery", "brewery_name", "Sierra Nevada"],
    ["pause the Berlin campaigns", "Berlin campaigns", "campaign", "Berlin"],
    ["open the Smith & Sons account", "Smith & Sons account", "accountName", "Smith & Sons"],
  ])("in %p of %p the %s is %p", (text, said, name, expected) => {
    expect(left(text, said, name)).toBe(expected);
  });

  test.each([
    ["hire the Cedar chapel", "Cedar chapel", "room"],
    ["hire the Cedar Chapel", "Cedar Chapel", "chapel"],
    ["hire the old chapel", "old chapel", "chapel"],
    ["Book rooms for us", "Book rooms", "room"],
    ["Good. Pause campaigns", "Pause campaigns", "campaign"],
  ])("in %p of %p the %s keeps it", (text, said, name) => {
    expect(left(text, said, name)).toBe(said);
  });

  test("a name that is given with its noun keeps it", () => {
    const said = "Elm room";
    const text = "meet in the Elm room";
    expect(left(text, said, "room")).toBe("Elm");
    expect(left(text, said, "room", { "x-examples": ["Oak room"] })).toBe(said);
    expect(left(text, said, "room", { description: "the room, as Oak room" })).toBe(said);
  });

  test("never takes more than one word, and never from the front", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z &'-]{0,20}$/), (name) => {
        const whole = `${name} chapel`;
        const rest = left(`go to ${whole} now`, whole, "chapel");
        expect([whole, name.trimEnd()]).toContain(rest);
      }),
    );
  });
});
