/** Which words of a query a search takes for slips, and for what: with the product's own list of words. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { atOnce } from "#core/steps.ts";
import { doubtfulWords, spelledAsTools } from "#core/tool-search/query-spelling.ts";
import { searchedSet } from "#core/tool-search/tool-index.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";

const DESCRIPTIONS = [
  "Cancels an order of a customer",
  "Schedules a rehearsal",
  "Turns the camera of a room on or off",
  "Tests the brakes of a bike",
  "Prints tickets of the printer queue",
];
const sets = DESCRIPTIONS.map(
  (description, at) => atOnce(searchedSet(`set-${at}`, 1, [{ name: `tool_${at}`, description }])).set,
);
const spelled = (query: string) => atOnce(spelledAsTools(query, doubtfulWords(query, isCommonWord), sets));

describe("a query to tools", () => {
  test.each([
    ["letters that changed places", "cancle the ordre of my cutomer", "cancel the order of my customer"],
    ["a letter too many, one too few", "tickkets for the rehersal", "tickets for the rehearsal"],
    ["a wrong letter in a long word", "move the rehaarsal", "move the rehearsal"],
    ["an end of a sentence", "check my brkaes.", "check my brakes."],
  ])("has %s mended", (_, query, meant) => {
    expect(spelled(query)).toBe(meant);
  });

  test.each([
    ["a word that no tool has", "restart the serach"],
    ["a word of the language, near to one of a tool", "the camel is broken"],
    ["another form of one", "who cancelled the orders"],
    ["a name", "cancel it for Camrea"],
    ["a code, an address and a file", "print ordre-7, ordre@example.org and ordre.pdf"],
    ["what is quoted", 'print "ordre" for me'],
    ["a wrong letter in a short word", "a bime in the hall"],
    ["another language", "wo ist die camara für das Zimmer, bitte?"],
  ])("keeps %s", (_, query) => {
    expect(spelled(query)).toBe(query);
  });

  test("of two words takes the one whose letters changed places, then the one that more tools have", () => {
    const [trial, trail, trails] = ["trial", "trail", "trails"].map(
      (name) => atOnce(searchedSet(name, 1, [{ name: "tool", description: `Finds a ${name} to walk` }])).set,
    );
    if (!trial || !trail || !trails) throw new Error("three sets were made");
    const from = (query: string, ...some: readonly (typeof trial)[]) =>
      atOnce(spelledAsTools(query, doubtfulWords(query, isCommonWord), some));
    expect(from("show a trali", trail, trial)).toBe("show a trail");
    expect(from("show a traail", trial, trail, trails)).toBe("show a trail");
  });

  test("that has only words of the tools stays as it is", () => {
    const words = DESCRIPTIONS.flatMap((description) => description.toLowerCase().split(" "));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }), (some) => {
        expect(spelled(some.join(" "))).toBe(some.join(" "));
      }),
    );
  });

  test("asks the tools for a few of its words at most, however many are none", () => {
    const query = Array.from({ length: 40 }, (_, at) => `zxq${"abcdefghij"[at % 10]}vw`).join(" ");
    expect(doubtfulWords(query, isCommonWord).length).toBeLessThanOrEqual(4);
  });
});
