/** What a sentence takes back or denies, told by its words alone. */
import { describe, expect, test } from "bun:test";
import { correctionIn, deniesOneOf, leavesCorrectionOut } from "#models/embedded/following/tail.ts";

function places(query: string, ...words: readonly string[]) {
  return words.map((word) => {
    const start = query.indexOf(word);
    return { start, end: start + word.length };
  });
}

describe("a sentence corrects itself", () => {
  test.each([
    ["lane 4, argh, 5 for Iris", "lane 4", "5 for Iris"],
    ["three tickets, scrap that, four", "three tickets", "four"],
    ["put Rosa on the ferry, nah, on the train", "put Rosa on the ferry", "on the train"],
    ["page 12, hmm no, page 21", "page 12", "page 21"],
    ["dim it to 60, disregard that, to 40", "dim it to 60", "to 40"],
    ["to the cellar, hang on, to the attic I mean", "to the cellar", "to the attic"],
  ])("%s", (query, head, tail) => {
    const correction = correctionIn(query);
    expect(correction && query.slice(correction.head.start, correction.head.end)).toBe(head);
    expect(correction && query.slice(correction.tail.said.start, correction.tail.said.end)).toBe(tail);
  });

  test.each([
    "Good morning, sorry to bother you, could you open lane 5",
    "Hello, sorry for the late request: add a lane",
    "put a hold on 5120 for Iris",
    "the lamp is on hold on floor three",
  ])("but not by %p", (query) => {
    expect(correctionIn(query)).toBeNull();
  });
});

describe("words speak against a call", () => {
  test.each([
    ["a viewer for Rosa, no, make that an editor", ["viewer", "Rosa"], true],
    ["a viewer for Rosa, no, make that an editor", ["Rosa", "editor"], false],
    ["a viewer for Rosa", ["viewer", "Rosa"], false],
    ["it rains in, oh no, close the roof", [], false],
  ] as const)("as it takes back all that the call has: %p with %p", (query, words, expected) => {
    expect(leavesCorrectionOut(query, places(query, ...words))).toBe(expected);
  });

  test.each([
    ["not 12, cancel 14", ["12"], true],
    ["not 12, cancel 14", ["14"], false],
    ["not the red one, wash the blue car", ["red"], true],
    ["lamp 4 goes out, not 5", ["5"], true],
    ["we don't need the oak, cut two planks of beech", ["oak"], true],
    ["we don't need the oak, cut two planks of beech", ["beech"], false],
    ["I don't want to wait, cut the oak", ["oak"], false],
    ["the lamp is not working in room 5", ["5"], false],
    ["note that it does not fit the 12 mm pipe", ["12"], false],
  ] as const)("as it denies one of its values: %p with %p", (query, words, expected) => {
    expect(deniesOneOf(query, places(query, ...words))).toBe(expected);
  });
});
