import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ENGLISH } from "#core/english/english.ts";
import { mayBeIn } from "#core/reading/own-language.ts";
import { isCourtesy } from "#models/embedded/choosing/conversation.ts";
import { clausesOf } from "#models/embedded/labels/clauses.ts";
import { placeAs } from "#models/embedded/values/place-forms.ts";
import {
  crossesQuotes,
  listItems,
  mentionOf,
  nameOf,
  placeWithRegion,
  quotedExactly,
  quotedLists,
  quotedSpans,
  trimmed,
  wholeName,
  wholeWords,
} from "#models/embedded/values/texts.ts";

const whole = (text: string) => ({ start: 0, end: text.length });
const cut = (text: string, span: { start: number; end: number }) => text.slice(span.start, span.end);

describe("no border is within an address", () => {
  test.each([
    ["remove the cookies of shop.example.no and bank.example.no", "example", "shop.example.no"],
    ["remove the cookies of shop.example.no and bank.example.no", "bank.", "bank.example.no"],
    ["renew a.example.com now", "example.com", "a.example.com"],
    ["bold B2:D40, please", "D40", "B2:D40"],
    ["bold B2:D40, please", "B2", "B2:D40"],
    ["at 12:30", "30", "30"],
    ["send it to ann.lee@mail.example.org, please", "lee@mail", "ann.lee@mail.example.org"],
    ["open notes.txt", "notes", "notes.txt"],
    ["it is done. Then go on", "done", "done"],
    ["version 2.4.1 is out.", "4", "2.4.1"],
    ["it is done.Then go on", "done", "done"],
  ])("of %p %p is %p", (text, part, expected) => {
    const start = text.indexOf(part);
    expect(cut(text, wholeWords(text, { start, end: start + part.length }))).toBe(expected);
  });
});

describe("borders of a value", () => {
  test.each([
    ["  the red book. ", "red book"],
    ["'quoted words'", "quoted words"],
    ["Luigi's", "Luigi's"],
    ["an hour and a half", "an hour and a half"],
    ["a couple of hours", "a couple of hours"],
    ["an hour", "hour"],
    ["f(x)", "f(x)"],
    ["(half open", "half open"],
    ["The Beatles", "The Beatles"],
    ["...", ""],
    ["Washington, D.C.", "Washington, D.C."],
    ["U.S.", "U.S."],
    ["plan B.", "plan B"],
    ["what was said**", "what was said"],
  ])("%p is %p", (text, expected) => {
    expect(cut(text, trimmed(text, whole(text)))).toBe(expected);
  });

  test("a question within a sentence keeps its mark", () => {
    const text = "translate How are you? to French";
    expect(cut(text, trimmed(text, { start: 10, end: 22 }))).toBe("How are you?");
  });

  test.each([
    ["the top scorers of the UEFA Champions League this year", "Champions League", "UEFA Champions League"],
    ["the Criminal Law Amendment Act of 2013", "Criminal Law", "Criminal Law Amendment Act"],
    [
      "a ride from 20 Addison Street, Berkeley, CA, USA now",
      "20 Addison Street, Berkeley, CA",
      "20 Addison Street, Berkeley, CA, USA",
    ],
    ["in Riga, Latvia, Can you say", "Riga, Latvia", null],
    ["Play Jazz now", "Jazz", null],
    ["some jazz for Anna", "jazz", null],
    ["bring it to hall A", "hall", "hall A"],
    ["is there a tap in aisle A?", "aisle", "aisle A"],
    ["from gate A to gate B", "gate", "gate A"],
    ["sing A Whiter Shade", "sing", null],
  ])("in %p, %p is part of the name %p", (text, part, expected) => {
    const start = text.indexOf(part);
    const span = wholeName(text, { start, end: start + part.length });
    expect(span && cut(text, span)).toBe(expected);
  });

  test.each([
    ["the weather in El Gastor, Andalusia?", "El Gastor", "El Gastor, Andalusia"],
    [
      "from 20 Addison Street, Berkeley, CA, USA, and soon",
      "20 Addison Street",
      "20 Addison Street, Berkeley, CA, USA",
    ],
    ["in São Paulo, São Paulo State now", "São Paulo", "São Paulo, São Paulo State"],
    ["in Riga, Latvia, Can you say", "Riga", "Riga, Latvia"],
    ["in Riga, Please be quick", "Riga", null],
    ["in Riga, please", "Riga", null],
    ["the park, Berlin", "the park", null],
  ])("in %p, %p is the place %p", (text, part, expected) => {
    const start = text.indexOf(part);
    const span = placeWithRegion(text, { start, end: start + part.length });
    expect(span && cut(text, span)).toBe(expected);
  });

  test.each([
    ["in the Museum of Modern Art", "Modern Art", "Museum of Modern Art"],
    ["read The Legend of the Condor", "Condor", "The Legend of the Condor"],
    ["the capital of France", "France", null],
    ["the Museum of modern art", "modern art", null],
  ])("in %p, %p may be part of %p", (text, part, expected) => {
    const start = text.indexOf(part);
    const span = nameOf(text, { start, end: start + part.length });
    expect(span && cut(text, span)).toBe(expected);
  });

  test("a span grows to whole words", () => {
    expect(cut("play yesterday loudly", wholeWords("play yesterday loudly", { start: 7, end: 9 }))).toBe("yesterday");
  });

  test("quotes of any kind enclose a value, apostrophes do not", () => {
    const text = "play \"Hey Jude\" and 'Let it be', not Anna's or Bob's";
    expect(quotedSpans(text).map((span) => cut(text, span))).toEqual(["Hey Jude", "Let it be"]);
  });

  test.each([
    ["'a man in a red dress'", "a man in a red dress"],
    ["'What is your name?'", "What is your name?"],
    ["'The fox jumps over it.'", "The fox jumps over it."],
    ["'go to the gym tomorrow.'", "go to the gym tomorrow"],
    ["'Report Q3.'", "Report Q3"],
    ["'**in bold print**, '", "in bold print"],
  ])("%p holds %p", (text, expected) => {
    const [quoted] = quotedSpans(text);
    expect(quoted && cut(text, quotedExactly(text, quoted))).toBe(expected);
  });

  test("a value is within quotes, around them or elsewhere, never over one of them", () => {
    const text = "name it 'Blue Whale'吗 now";
    const quoted = quotedSpans(text);
    const crosses = (words: string) => {
      const start = text.indexOf(words);
      return crossesQuotes({ start, end: start + words.length }, quoted);
    };
    expect(["Whale'吗", "it 'Blue"].map(crosses)).toEqual([true, true]);
    expect(["Blue Whale", "'Blue Whale'", "Blue", "it 'Blue Whale'吗", "now"].map(crosses)).toEqual(
      Array(5).fill(false),
    );
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(text.length), (one, other) => {
        const span = { start: Math.min(one, other), end: Math.max(one, other) };
        const marks = [...text.slice(span.start, span.end)].filter((unit) => unit === "'").length;
        if (crossesQuotes(span, quoted)) expect(marks).toBe(1);
      }),
    );
  });

  test("quoted items one after the other are a list, quotes elsewhere are not", () => {
    const text = "sort ['Sam', 'Alice' and 'Jack'], then call \"Bob\"";
    const lists = quotedLists(text).map((items) => items.map((item) => cut(text, item)));
    expect(lists).toEqual([["Sam", "Alice", "Jack"]]);
  });

  test.each([
    ["apples, pears and plums", ["apples", "pears", "plums"]],
    ["milk; bread", ["milk", "bread"]],
    ["Romeo & Juliet", ["Romeo", "Juliet"]],
    ["[a, b, or c]", ["a", "b", "c"]],
  ])("the items of %p", (text, expected) => {
    expect(listItems(text, trimmed(text, whole(text))).map((span) => cut(text, span).replace(/[[\]]/g, ""))).toEqual(
      expected,
    );
  });

  test.each([
    ["round trip", "a Round-Trip to Rome", "Round-Trip"],
    ["USD", "in usd please", "usd"],
    ["art", "start the party", null],
    ["c++", "learn C++ today", "C++"],
  ])("%p in %p", (words, text, expected) => {
    const mention = mentionOf(words, text);
    expect(mention && cut(text, mention)).toBe(expected);
  });

  test.each([
    ["The city, in the format 'City, State'", "Boston", "Boston, MA"],
    ["The city and country", "Paris", "Paris, France"],
    ["The city", "Boston", "Boston"],
    ["Name of the place, if any", "Boston", "Boston"],
    ["The city, e.g. San Francisco, CA", "Gotham", "Gotham"],
  ])("%p: %p", (description, place, expected) => {
    expect(placeAs(description, place)).toBe(expected);
  });

  test("whatever the text, spans stay inside it and in order", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "B", " ", "é", "😀", "'", "(", ")", ",", ".", "and", " and ", "the ", "\n", "1"),
    });
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(40), (given, a, b) => {
        const span = { start: Math.min(a, b, given.length), end: Math.min(Math.max(a, b), given.length) };
        for (const result of [trimmed(given, span), wholeWords(given, span)]) {
          expect(result.start).toBeGreaterThanOrEqual(0);
          expect(result.end).toBeGreaterThanOrEqual(result.start);
          expect(result.end).toBeLessThanOrEqual(given.length);
        }
        let end = span.start;
        for (const item of listItems(given, span)) {
          expect(item.start).toBeGreaterThanOrEqual(end);
          expect(item.end).toBeGreaterThan(item.start);
          end = item.end;
        }
        expect(end).toBeLessThanOrEqual(Math.max(span.end, span.start));
      }),
      { numRuns: 300 },
    );
  });
});

describe("the clauses of a text", () => {
  test.each([
    ["cancel my card and order a new one", ["cancel my card", "order a new one"]],
    ["Hi there! Where is my package?", ["Hi there", "Where is my package"]],
    ["it costs 3.5 euros", ["it costs 3.5 euros"]],
    ["turn it off, then call Bob", ["turn it off", "call Bob"]],
    ["book a flight, please send the invoice", ["book a flight", "please send the invoice"]],
    ["a sandy android", ["a sandy android"]],
    ["...", ["..."]],
  ])("%p", (text, expected) => {
    expect(clausesOf(text).map((clause) => cut(text, clause).replace(/[!?]$/, ""))).toEqual(expected);
  });

  test("a clause after a full stop starts a sentence, one after a comma does not", () => {
    expect(clausesOf("Go on. Stop it, and turn back").map(({ startsSentence }) => startsSentence)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("cover the text in order, and what lies between them are borders only", () => {
    const word = fc.constantFrom("cancel", "and", "then", "my", "card", ",", ".", "!", "i", "want", "\n", "é", "😀");
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        const text = words.join(" ");
        let rest = "";
        let end = 0;
        for (const clause of clausesOf(text)) {
          expect(clause.start).toBeGreaterThanOrEqual(end);
          expect(clause.end).toBeGreaterThan(clause.start);
          rest += text.slice(end, clause.start);
          end = clause.end;
        }
        rest += text.slice(end);
        expect(rest.replace(/\b(?:and|then)\b|[\s,.!]/g, "")).toBe("");
      }),
      { numRuns: 300 },
    );
  });
});

describe("a text in English", () => {
  test.each([
    ["what is the weather in Rome", true],
    ["tell me a joke and sing", true],
    ["Wetter Rom", true],
    ["Wie wird das Wetter morgen", false],
    ["réserve une table pour demain soir", false],
    ["reserva una mesa para mañana", false],
  ])("%s: %p", (text, expected) => {
    expect(mayBeIn(text, ENGLISH)).toBe(expected);
  });
});

describe("a query that is only polite", () => {
  test.each(["thanks", "Thank you very much!", "ok great, thanks a lot", "Good morning", "bye"])("%p is", (query) => {
    expect(isCourtesy(query)).toBe(true);
  });

  test.each(["thank Maria for the flowers", "good restaurants", "ok, and for two", "help", "all", "say hello to Bob"])(
    "%p is not",
    (query) => {
      expect(isCourtesy(query)).toBe(false);
    },
  );
});
