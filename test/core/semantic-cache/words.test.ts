/** Sentences as the cache compares them. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readSentence, standsInCapitals, wordsOfValue } from "#core/semantic-cache/words/words.ts";
import { isCommonWord } from "#models/embedded/vocabulary.ts";

const read = (text: string) => readSentence(text, isCommonWord);
const wordsIn = (text: string) => read(text).words.join(" ");

describe("the words of a sentence", () => {
  test.each([
    ["case and plain punctuation say nothing", "Book a table, for Rome!", "book a table for rome"],
    ["contractions are written out", "I'd like what's new, don't I?", "i would like what is new do not i"],
    ["a contraction without its apostrophe", "dont play it", "do not play it"],
    ["a genitive stays one", "the artist's song", "the artist 's song"],
    ["number words are numbers", "a table for twenty-five", "a table for 25"],
    ["long number words", "two hundred and five thousand", "200 and 5000"],
    ["two numbers next to each other", "two three", "2 3"],
    ["thousands and closing zeros", "1,500.50 and 3.0", "1500.5 and 3"],
    ["a leading zero is part of a code", "code 0044", "code 0044"],
    ["an ordinal is no cardinal", "the 5th of five", "the 5th of 5"],
    ["dates and times in digits are one word", "on 2024-03-05 at 7:30 p.m.", "on 2024-03-05 at 7:30 pm"],
    ["a number and its unit", "20km and $5", "20 km and $ 5"],
    ["letters with digits are a code", "AB12CD for DE89", "ab12cd for de89"],
    ["addresses are one word", "mail john.smith@x.com", "mail john.smith@x.com"],
    ["an underscore is not a blank", "open my_file", "open my_file"],
    ["signs between numbers", "5 - 4 and 5*4", "5 - 4 and 5 * 4"],
    ["a negative number", "at -3 degrees", "at -3 degrees"],
    ["politeness at the start", "Hey, could you please play Queen", "play queen"],
    ["politeness at the end", "Play Queen, thank you very much!", "play queen"],
    ["misspelt politeness", "Pllease play Queen kindlyy", "play queen kindlyy"],
    ["other misspelt politeness", "Good mornign, play Queen, i gess", "play queen"],
    ["a state that looks like politeness", "Is it hot in Witt, OK", "is it hot in witt ok"],
    ["sounds of thinking", "Um, play uh Queen", "play queen"],
    ["a name that looks like one", "the ER season", "the er season"],
    ["hurried spelling", "can u play Queen & Bowie", "play queen and bowie"],
    ["both sides of the Atlantic", "my favourite theatre", "my favorite theater"],
    ["only politeness is kept", "please", "please"],
    ["politeness inside stays", "a song called Please Me now", "a song called please me now"],
  ])("%s", (_, text, words) => {
    expect(wordsIn(text)).toBe(words);
  });

  test("a value loses nothing", () => {
    expect(wordsOfValue("Please Please Me")).toEqual(["please", "please", "me"]);
  });
});

describe("whether other words may share its answer", () => {
  test.each([
    ["plain English", "Book a table for two in Rome", null],
    ["English with a foreign name", "Add it to my Las Canciones playlist", null],
    ["German", "Reserviere bitte keinen Tisch in Rom", "language"],
    ['Italian, in which "i" is a word', "Mostra lampade sotto i 60 euro", "language"],
    ["Spanish", "No quiero reservar una mesa", "language"],
    ["another script", "我想知道上海目前的天气状况", "language"],
    ["Cyrillic letters among Latin ones", "weather in Rоme", "look-alike letters"],
    ["full-width digits", "a table for ４", "look-alike letters"],
    ["letters that nobody sees", "play the que\u200ben song", "look-alike letters"],
  ])("%s", (_, text, reason) => {
    expect(read(text).closedBecause).toBe(reason as never);
  });
});

describe("a word that is another one in capitals", () => {
  test.each([
    ["the country", "show US flights", "US"],
    ["the pronoun", "show us flights", ""],
    ["the state", "weather IN Gary", "IN"],
    ["capitals all over say nothing", "SHOW US FLIGHTS", ""],
    ["an abbreviation that is no other word", "buy a TV", ""],
  ])("%s", (_, text, capitals) => {
    const sentence = read(text);
    const standing = sentence.words.filter((_word, at) => standsInCapitals(sentence, at));
    expect(standing.join(" ").toUpperCase()).toBe(capitals);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    "please",
    "don't",
    "twenty",
    "five",
    "hundred",
    "what's",
    "artist's",
    "5th",
    "a@b.c",
    "$",
    "-3",
    "I",
    "É",
  ),
  fc.string({ maxLength: 6 }),
);
const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" "));

test("every word stands where it says, in order", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { words, starts, ends } = read(text);
      words.forEach((word, at) => {
        const [start, end] = [starts[at] ?? -1, ends[at] ?? -1];
        expect(word).not.toBe("");
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
      });
      const inOrder = starts.every((start, at) => at === 0 || start >= (starts[at - 1] ?? 0));
      expect(inOrder).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("no letter, digit or symbol is lost but for politeness", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("book", "ab1", "7", "€", "é", "x.y@z.de", "４"), { minLength: 1 }),
      (pieces) => {
        const text = pieces.join(" ");
        const { words, starts, ends } = read(text);
        const covered = words.map((_, at) => text.slice(starts[at], ends[at])).join("");
        expect(covered).toBe(text.replaceAll(" ", ""));
      },
    ),
  );
});
