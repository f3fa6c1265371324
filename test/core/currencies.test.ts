import { describe, expect, test } from "bun:test";
import { ENGLISH } from "#core/english/english.ts";
import { currenciesIn, currencyAmong, currencyWantedBy, isMoney, wantsMoney } from "#core/reading/currencies.ts";

describe("a currency in a sentence", () => {
  test.each([
    ["USD", "pay $1,200 to Bob", "$"],
    ["USD", "two thousand dollars", "dollars"],
    ["EUR", "send 50 euros", "euros"],
    ["EUR", "send 50 € to Anna", "€"],
    ["GBP", "the 20 quid", "quid"],
    ["CAD", "50 Canadian dollars", "Canadian dollars"],
    ["KRW", "5000 won", "won"],
  ])("%s: %p", (code, text, words) => {
    const span = currencyAmong(currenciesIn(text, ENGLISH), code);
    expect(span && text.slice(span.start, span.end)).toBe(words);
  });

  test.each([
    ["USD", "50 Canadian dollars"],
    ["KRW", "all deals that we won"],
    ["BRL", "is this real"],
    ["EUR", "the European team"],
    ["XYZ", "fifty of them"],
  ])("%s is not in %p", (code, text) => {
    expect(currencyAmong(currenciesIn(text, ENGLISH), code)).toBeNull();
  });
});

describe("the currencies of a sentence", () => {
  test.each<[string, [string, string, boolean][]]>([
    ["transfer $1,200.50 tomorrow", [["USD", "$", true]]],
    ["transfer 20 CHF to Max", [["CHF", "CHF", true]]],
    ["transfer 20 chf to Max", [["CHF", "chf", true]]],
    ["3k pounds to Bright Ltd", [["GBP", "pounds", true]]],
    ["a 25 euro gift card", [["EUR", "euro", true]]],
    ["five hundred Canadian dollars", [["CAD", "Canadian dollars", true]]],
    ["up to 200 francs", [["CHF", "francs", true]]],
    ["USD 40 for it", [["USD", "USD", true]]],
    ["the price in euros", [["EUR", "euros", false]]],
    [
      "how much is 150 dollars in EUR?",
      [
        ["USD", "dollars", true],
        ["EUR", "EUR", false],
      ],
    ],
    ["I try to win all that we won in real life", []],
    ["20 try it", []],
    ["the European team", []],
  ])("%p", (text, expected) => {
    expect(
      currenciesIn(text, ENGLISH).map(({ code, start, end, isOfAmount }) => [code, text.slice(start, end), isOfAmount]),
    ).toEqual(expected);
  });

  test.each([
    ["currency", "Currency code, such as EUR or USD", "", "code"],
    ["currency", "Such as EUR", "", "code"],
    ["currency", "", "^[A-Z]{3}$", "code"],
    ["currency_code", "", "", "code"],
    ["targetCurrency", "", "", "words"],
    ["money", "The currency of the account", "", "words"],
    ["from_currency", "The currency to convert from.", "", "words"],
    ["amount", "The amount in the local currency", "", null],
    ["currency_pair", "", "", null],
    ["coin", "A cryptocurrency", "", null],
    ["code", "The code of the country", "", null],
  ] as const)("%s, %p, %p wants %p", (name, description, pattern, expected) => {
    expect(currencyWantedBy({ name, description, pattern }, ENGLISH)).toBe(expected);
  });
});

describe("an amount of money", () => {
  test.each([
    ["pay $20", true],
    ["pay 20 €", true],
    ["pay USD 20", true],
    ["pay 20 CHF", true],
    ["pay 20 chf", true],
    ["pay 20 TRY", true],
    ["20 bucks", true],
    ["20 try it", false],
    ["20 yards", false],
    ["my card 20", false],
  ])("%p: %p", (text, expected) => {
    const start = text.indexOf("20");
    expect(isMoney(text, { start, end: start + 2 }, ENGLISH)).toBe(expected);
  });

  test.each([
    ["max_price", "", true],
    ["monthlyRent", "", true],
    ["fees", "", true],
    ["payment", "", true],
    ["income_min", "", true],
    ["max", "The most that the guest wants to spend", true],
    ["loan_term", "", false],
    ["max_years", "The longest term of the loan", false],
    ["number_of_payments", "", false],
    ["coffees", "", false],
    ["guests", "Number of guests", false],
  ])("%s, %p: %p", (name, description, expected) => {
    expect(wantsMoney(name, description, ENGLISH)).toBe(expected);
  });
});
