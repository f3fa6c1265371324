/** What refuses a label, and what does not: the words of long texts come and go where they are told again. */
import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { areOpposites } from "#core/reading/opposites.ts";
import { stemOf } from "#core/reading/word-forms.ts";
import { labelReading } from "#core/semantic-cache/labels/label-reading.ts";
import { readText } from "#core/semantic-cache/labels/read-text.ts";
import { ALL_RULES } from "#core/semantic-cache/rules/rules.ts";
import type { RuleId } from "#core/semantic-cache/rules/table.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";

function ruleBetween(asked: string, known: string): RuleId | null {
  return ALL_RULES.against("label", labelReading(readText(asked, isCommonWord), readText(known, isCommonWord)));
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
    ["whether or not", "Tell me whether or not the shop is open", "Tell me whether the shop is open"],
    ["or not at the end", "It says if the run was a success or not", "It says whether the run was a success"],
    [
      "or not before a little word",
      "You choose whether a copy is made or not by using the switch",
      "You choose if a copy is made by using the switch",
    ],
    [
      "too much to",
      "It is for files that are too large to open at once",
      "It is for files that you cannot open at once",
    ],
    ["zero of something", "There are zero fees for this card", "There are no fees for this card"],
    [
      "a zero that is none",
      "They show us how to run a zero-waste kitchen",
      "They show us how to run a kitchen without waste",
    ],
    [
      "one name with a non in it, named twice",
      "A non-refundable ticket is cheap, but a non-refundable ticket is lost when you are ill",
      "A non-refundable ticket is cheap, but it is lost when you are ill",
    ],
    ["a non in one word", "Set it to a nonzero value", "Set it to a non-zero value"],
    ["what is not needed", "The second page is not mandatory", "The second page is optional"],
    [
      "what is not the same",
      "Take a version that is not the same as mine",
      "Take a version that is different from mine",
    ],
    ["two words that hold a not", "The answer is not clear to me", "The answer is unclear to me"],
    ["averting", "It is used to avert clashes of names", "It is used to avoid clashes of names"],
    [
      "what is taken out",
      "The result is the list with the first name removed",
      "The result is the list with the first name taken out",
    ],
    [
      "both ways",
      "You can enable or disable the log with this switch on the left of the page",
      "You can control the log with this switch on the left of the page",
    ],
    ["a large number in words", "There are more than one hundred of them", "There are more than 100 of them"],
  ])("%s", (_, asked, known) => {
    expect(ruleBetween(asked, known)).toBeNull();
    expect(ruleBetween(known, asked)).toBeNull();
  });
});

describe("does not say the same, in whatever order", () => {
  test.each([
    ["a reminder and its opposite", "Forget the card at the bank", "Bring the card to the bank"],
    ["a lack", "I lack the money for it", "I have the money for it"],
    ["what is prevented", "Prevent the update of my phone", "Start the update of my phone"],
    [
      "an undoing word in another form",
      "Tell me about the removal of my card",
      "Tell me about the delivery of my card",
    ],
    ["what is needed after all", "The second page is optional", "The second page is mandatory"],
    ["what is good and what is not", "The food was not good", "The food was good"],
    ["what is not good may be no bad either", "The food was not good", "The food was bad"],
    ["a complement that is said of something else", "It is not valid", "It is valid and the other is invalid"],
    [
      "an or that leaves one way only",
      "Tell me whether it was lost or not found",
      "Tell me whether it was lost or found",
    ],
    ["too much to", "The table is too large to fit in here", "The table is large enough to fit in here"],
    ["zero of something", "Is this a card with zero fees", "Is this a card with fees"],
    ["a non in one word", "I want a nonsmoking room", "I want a smoking room"],
    ["one of both ways", "How do I enable or disable the log", "How do I enable the log"],
    ["a verb that is not turned by not doing it", "Do not lock my card", "Unlock my card"],
    ["a removal that only one names", "The list with the first name removed", "The list with the first name in it"],
    ["another version", "It is there in v2.10 of the app", "It is there in v2.11 of the app"],
  ])("%s", (_, asked, known) => {
    expect(ruleBetween(asked, known)).not.toBeNull();
    expect(ruleBetween(known, asked)).not.toBeNull();
  });
});

test("a beginning turns words of some length only", () => {
  expect(areOpposites("into", "to", ENGLISH)).toBe(false);
  expect(areOpposites("undo", "do", ENGLISH)).toBe(true);
  expect(areOpposites("incorrect", "correct", ENGLISH)).toBe(true);
});

const stem = (word: string) => stemOf(word, ENGLISH.endings.ofLabels);

test("words of one family have one stem, and names are themselves", () => {
  for (const family of [
    "load loads loading loader",
    "stop stopped stopping",
    "description descriptions",
    "create creates created",
  ])
    expect(new Set(family.split(" ").map(stem)).size).toBe(1);
  expect(stem("load_set")).toBe("load_set");
  expect(stem("bed")).toBe("bed");
});
