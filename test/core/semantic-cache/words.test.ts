/** Sentences as the cache compares them. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readSentence, standsInCapitals, wordsOfValue } from "#core/semantic-cache/words/words.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";

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
    ["the longest number words", "two billion and three trillion", "2000000000 and 3000000000000"],
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
    ["haste at the end", "play Queen asap", "play queen"],
    ["haste in front", "ASAP: play Queen", "play queen"],
    ["a time says more than haste", "play Queen right now", "play queen right now"],
    ["when it suits", "play Queen when you get a minute, if it's not too much trouble", "play queen"],
    ["thanks as they are texted", "play Queen pls n thx", "play queen pls n"],
    ["thanks as they are texted, twice", "play Queen plz, tysm", "play queen"],
    ["laughing", "lol play Queen haha", "play queen"],
    ["what keeps it vague", "play Queen or something", "play queen"],
    ["somebody greeted", "hey guys, good day! play Queen", "play queen"],
    ["a device called", "alexa, play Queen", "play queen"],
    ["a singer of the same name", "Alexa Feser songs", "alexa feser songs"],
    ["a friend behind the wish", "play Queen, mate", "play queen"],
    ["a friend whom the wish is about", "text it to my mate", "text it to my mate"],
    ["an answer behind a comma", "play Queen, yeah?", "play queen"],
    ["the same word without one", "play Queen yeah", "play queen yeah"],
    ["a leave-taking", "play Queen. Have a nice day!", "play queen"],
    ["a name in capitals is none", "Play the song Thank You", "play the song thank you"],
    ["behind a full stop it is one", "Play Queen. Thank you", "play queen"],
    ["where every word has a capital, it is one", "Play Some Songs By Queen Thank You", "play some songs by queen"],
    ["a state that looks like politeness, in small letters", "weather in witt ok", "weather in witt ok"],
    ["faces and pictures at the ends", "😀 play Queen :P 🙏🏽", "play queen"],
    ["a picture that says no", "play Queen 🚫", "play queen 🚫"],
    ["a picture inside", "add it to Party 🎉 Mix", "add it to party 🎉 mix"],
    ["a wish without its apostrophe", "id like Queen by id 5", "i would like queen by id 5"],
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

describe("whether something is taken back", () => {
  test.each([
    ["a correction", "a table in Rome, no wait, in Bonn", true],
    ["a correction without marks", "a table in Rome no wait Bonn", true],
    ["another one", "a table in Rome, sorry, Bonn", true],
    ["an excuse with one mark", "a table in Rome, sorry Bonn", true],
    ["hesitating over what was said", "a table at Bella Roma er, Luigi", true],
    ["hesitating, and no", "a table in Rome uh no Bonn", true],
    ["hesitating over what is to come", "a table in er, Rome", false],
    ["what was meant", "a table in Rome I mean Bonn", true],
    ["all of it", "a table in Rome, never mind", true],
    ["all of it in a word", "a table in Rome, stop", true],
    ["a joke", "a table in Rome jk", true],
    ["a pause in front", "I mean, a table in Rome", false],
    ["an excuse in front", "Sorry, a table in Rome", false],
    ["a stop that is wished for", "the way to the next bus stop", false],
    ["a number", "a table in Char No. 4", false],
    ["an order to cancel", "cancel that table in Rome", false],
  ])("%s", (_, text, takesBack) => {
    expect(read(text).takesBack).toBe(takesBack);
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
