/** What refuses a label, and what does not: the words of long texts come and go where they are told again. */
import { describe, expect, test } from "bun:test";
import { ruleAgainst } from "#core/semantic-cache/labels/label-rules.ts";
import { readText, stemOf } from "#core/semantic-cache/labels/read-text.ts";
import { areOpposites } from "#core/semantic-cache/words/word-lists.ts";
import { isCommonWord } from "#models/embedded/vocabulary.ts";

function ruleBetween(asked: string, known: string): string | null {
  return ruleAgainst(readText(asked, isCommonWord), readText(known, isCommonWord));
}

describe("says the same", () => {
  test.each([
    ["an answer's no", "No, there is no other way to pay", "there is no other way to pay"],
    [
      "no at the beginning",
      "No other way to pay is shown on this page",
      "This page does not show any other way to pay",
    ],
    ["absence", "The label is set in the absence of a file", "The label is set where there is not any file"],
    [
      "what is taken back",
      "You can load not only files but also folders with this part of the app, and look at them in the table on the left",
      "You can load files and also folders with this part of the app, and look at them in the table on the left",
    ],
    ["a reminder", "Do not forget to bring the card to the bank", "Remember to bring the card to the bank"],
    ["a way to avoid", "It is used to avoid making copies", "It is used to not make copies"],
    ["neither and nor", "It is in neither the list nor the table", "It is not in the list or the table"],
    [
      "another word that undoes",
      "Use this to eliminate a column of the table",
      "Use this to remove a column of the table",
    ],
    ["into", "The list is turned into a table of names", "The list is converted to a table of names"],
    ["a version", "It is there in v2.10 of the app", "It is there in 2.10 of the app"],
    ["a large number in words", "There are more than one hundred of them", "There are more than 100 of them"],
  ])("%s", (_, asked, known) => {
    expect(ruleBetween(asked, known)).toBeNull();
  });
});

describe("does not say the same", () => {
  test.each([
    ["a reminder and its opposite", "Forget the card at the bank", "Bring the card to the bank"],
    ["a lack", "I lack the money for it", "I have the money for it"],
    ["what is prevented", "Prevent the update of my phone", "Start the update of my phone"],
    [
      "an undoing word in another form",
      "Tell me about the removal of my card",
      "Tell me about the delivery of my card",
    ],
    ["another version", "It is there in v2.10 of the app", "It is there in v2.11 of the app"],
  ])("%s", (_, asked, known) => {
    expect(ruleBetween(asked, known)).not.toBeNull();
  });
});

test("a beginning turns words of some length only", () => {
  expect(areOpposites("into", "to")).toBe(false);
  expect(areOpposites("undo", "do")).toBe(true);
  expect(areOpposites("incorrect", "correct")).toBe(true);
});

test("words of one family have one stem, and names are themselves", () => {
  for (const family of [
    "load loads loading loader",
    "stop stopped stopping",
    "description descriptions",
    "create creates created",
  ])
    expect(new Set(family.split(" ").map(stemOf)).size).toBe(1);
  expect(stemOf("load_set")).toBe("load_set");
  expect(stemOf("bed")).toBe("bed");
});
