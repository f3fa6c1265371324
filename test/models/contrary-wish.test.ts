/** Wishes that are said by what is not to be: what is asked for instead, and where its words stand. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { wishedIn } from "#models/embedded/requests/contrary-wish.ts";

describe("is read as what is to be done", () => {
  test.each([
    ["don't leave the greenhouse unlocked", "lock the greenhouse"],
    ["please don't keep the hatch open any longer", "close the hatch"],
    ["never leave the kiln on overnight", "turn off the kiln overnight"],
    ["don't let the till stay closed", "open the till"],
    ["the hatch mustn't stay open", "close the hatch"],
    ["the fan should not be left running in the hall", "stop the fan in the hall"],
    ["don't leave invoice 12 unpaid", "pay invoice 12"],
    ["don't keep belt 3 out of service", "put belt 3 back into service"],
    ["don't go on sharing plan.docx", "stop sharing plan.docx"],
    ["don't let the belt run any longer", "stop the belt"],
    ["there's no reason not to close the hatch", "close the hatch"],
    ["it wouldn't hurt to close the hatch", "close the hatch"],
  ])("%s", (query, wish) => {
    expect(wishedIn(query)?.text).toBe(wish);
  });
});

describe("is read as it stands", () => {
  test.each([
    "don't close the hatch",
    "leave the hatch open",
    "the hatch shouldn't be open",
    "don't leave the hatch",
    "don't leave the parcel undelivered-ish",
    "don't leave the hatch open and stop the belt",
    "tell Marta not to leave the hatch open",
    'write: "don\'t leave the hatch open"',
    "don't keep going",
  ])("%s", (query) => {
    expect(wishedIn(query)).toBeNull();
  });
});

test("each stretch stands in the wish as it stands in the sentence", () => {
  const thing = fc.stringMatching(/^[a-z]{3,8}( [a-z0-9]{3,8}){0,2}$/);
  const frames = [
    "don't leave the THING unlocked",
    "the THING must not stay open",
    "don't keep the THING off in the hall",
  ];
  fc.assert(
    fc.property(thing, fc.constantFrom(...frames), (name, frame) => {
      const query = frame.replace("THING", name);
      const wish = wishedIn(query);
      for (const { of, at } of wish?.stretches ?? [])
        expect(wish?.text.slice(at, at + of.end - of.start)).toBe(query.slice(of.start, of.end));
    }),
  );
});
