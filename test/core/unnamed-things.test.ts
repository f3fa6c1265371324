/** Words that stand where a name should, and name nothing. */
import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { unnamedAt } from "#core/reading/unnamed-things.ts";

const TOOL = { name: "lockBoat", description: "Lock a boat" };
const BOAT = { name: "boat", description: "Name of the boat" };

/** The value stands between brackets. */
function said(marked: string, parameter = BOAT) {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  return unnamedAt(marked.replace(/[[\]]/g, ""), { start, end }, [TOOL, parameter], ENGLISH);
}

describe("name none", () => {
  test.each([
    ["lock [every boat]", "several"],
    ["lock [all the boats]", "several"],
    ["lock [both boats]", "several"],
    ["lock [everything]", "several"],
    ["lock the [rest]", "several"],
    ["lock the [other boat]", "unnamed"],
    ["lock [one] of the boats", "unnamed"],
    ["lock [one boat]", "unnamed"],
    ["lock [some boat] or other", "unnamed"],
    ["lock [this boat]", "unnamed"],
    ["give it to [nobody]", "unnamed"],
  ] as const)("%s", (marked, why) => {
    expect(said(marked)).toBe(why);
  });
});

test.each([
  "lock [Heron]",
  "lock [the boat]",
  "lock [boat one]",
  "number [one]",
  "lock the [rest house]",
  "play [Everything] on the Heron",
  'lock "[everything]"',
  "who is on board: [nobody]",
  "lock [all saints]",
])("%s is a name, or left to others", (marked) => {
  expect(said(marked)).toBeNull();
});

test("what the description offers is a name", () => {
  expect(said("lock [all]", { name: "boat", description: "Name of the boat, or all" })).toBeNull();
  expect(said("lock [every boat]", { name: "boat", description: "Name of the boat, or all" })).toBe("several");
});
