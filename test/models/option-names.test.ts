import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { optionsNamed } from "#models/embedded/values/option-names.ts";
import { precedence } from "#models/embedded/values/parameter-order.ts";
import { writtenAs } from "#models/embedded/values/written-values.ts";

const parameter = { name: "option", description: "" };

function optionNamed(option: string, text: string, about = parameter) {
  return optionsNamed([option], text, about)[0] ?? null;
}

describe("an option that a text names", () => {
  test.each([
    ["round_trip", "a round-trip ticket", "round-trip", true],
    ["desc", "in descending order", "descending", false],
    ["MID", "medium wind, please", "medium", false],
    ["walking", "I go there on foot", "on foot", false],
    ["fahrenheit", "the heat in fahrenhiet", "fahrenhiet", false],
    ["delete", "remove the milk", "remove", false],
    ["price_asc", "the cheapest laptops", "cheapest", false],
    ["stolen", "somebody stole my card", "stole", false],
    ["USD", "transfer $1,200", "$", false],
    ["usd", "fifteen dollars", "dollars", false],
    ["resume", "continue vacuuming", "continue", false],
    ["quarterly", "30 every quarter from next month", "every quarter", false],
    ["every_two_weeks", "call them every other week", "every other week", false],
    ["A+", "two bags of A positive", "A positive", false],
    ["AB-", "AB neg for the ward", "AB neg", false],
    ["O-", "three units of O- please", "O-", true],
    ["B+", "she got a B plus", "B plus", false],
    ["m", "a medium shirt", "medium", false],
    ["S", "let's have it in S", "S", true],
    ["eau", "je veux de l'eau", "eau", true],
  ])("%p in %p", (option, text, words, isLiteral) => {
    const mention = optionNamed(option, text);
    expect(mention && text.slice(mention.span.start, mention.span.end)).toBe(words);
    expect(mention?.isLiteral).toBe(isLiteral);
  });

  test.each([
    ["pop", "something popular"],
    ["winter", "the winner takes it"],
    ["planet", "the plane is late"],
    ["m", "I am here"],
    ["s", "let's order a mask"],
    ["S", "it's Tom's mask"],
    ["m", "I'm after a mask"],
    ["D", "I’d like a seat"],
    ["tables", "all chairs"],
    ["A-", "two bags of A positive"],
    ["A+", "two bags of AB positive"],
    ["O-", "three units of O"],
    ["O-", "three units of O+ please"],
  ])("%p is not named by %p", (option, text) => {
    expect(optionNamed(option, text)).toBeNull();
  });

  test.each([
    ["none", "with no sweetness, please", "sweetness_level", "no sweetness"],
    ["no", "without any sugar", "sugar", "without any sugar"],
    ["none", "no milk and some sugar", "sugar", null],
    ["light", "with no sweetness", "sweetness_level", null],
  ])("%p in %p for %p", (option, text, name, words) => {
    const span = optionNamed(option, text, { name, description: "" })?.span;
    expect(span ? text.slice(span.start, span.end) : null).toBe(words);
  });

  test("an article is no option A", () => {
    const base = { name: "base", description: "" };
    expect(optionNamed("A", "a sequence", base)).toBeNull();
    expect(optionNamed("A", "base A", base)?.span).toEqual({ start: 5, end: 6 });
    expect(optionNamed("m", "in size M", base)?.isLiteral).toBe(true);
  });

  test("codes are named by what they stand for", () => {
    const language = { name: "tgt_lang", description: "The target language" };
    expect(optionNamed("da", "translate this to Danish", language)?.span).toEqual({ start: 18, end: 24 });
    expect(optionNamed("de", "translate this to Danish", language)).toBeNull();
  });
});

describe("options that a text is read for together", () => {
  const options = fc.uniqueArray(
    fc.constantFrom("EUR", "usd", "TRY", "da", "de", "monthly", "3 months", "asc", "off", "fahrenheit", "moderate"),
  );
  const words = fc.constantFrom(
    ..."50 euros|$20|in USD|20 TRY|try|to Danish|from German|every quarter|three months|ascending|farenheit".split("|"),
    ..."fahrenheit|medium|intermediate|switch off|a month|monthly".split("|"),
  );
  const parameters = fc.constantFrom(
    parameter,
    { name: "to_currency", description: "The code of a currency" },
    { name: "lang", description: "The language" },
  );

  test("are named as each alone would be", () => {
    fc.assert(
      fc.property(options, fc.array(words, { maxLength: 6 }), parameters, (all, parts, about) => {
        const text = parts.join(" ");
        expect(optionsNamed(all, text, about)).toEqual(all.map((option) => optionNamed(option, text, about)));
      }),
    );
  });
});

describe("the order of parameters", () => {
  test.each([
    ["side1", "side2", "always"],
    ["point_1", "point_3", "always"],
    ["datasetA", "datasetB", "always"],
    ["first_name_of_guest", "second_name_of_guest", "always"],
    ["start_location", "end_location", "mostly"],
    ["from_city", "to_city", "mostly"],
    ["side2", "side1", "open"],
    ["city", "country", "open"],
    ["start_city", "end_town", "open"],
    ["a", "a", "open"],
  ] as const)("%p before %p: %p", (first, second, expected) => {
    expect(precedence(first, second)).toBe(expected);
  });
});

describe("how a value is written", () => {
  test.each([
    ["order", "'asc' for ascending order, or 'desc' for descending order", "descending", "desc"],
    ["unit", "'C' for Celsius or 'F' for Fahrenheit", "fahrenheit", "F"],
    ["function", "The function to integrate", "f(x) = 3x^2", "3x^2"],
    ["function", "The function to integrate", "y=2x+3", "2x+3"],
    ["title", "The title", "y = why", "y = why"],
    ["language", "The language code, such as 'en'", "Spanish", "es"],
    ["location", "City and state, as in 'City, ST'", "Boston", "Boston, MA"],
    ["query", "What to search for", "descending", "descending"],
  ])("%p, %p: %p is %p", (name, description, text, expected) => {
    expect(writtenAs({ name, description }, text)).toBe(expected);
  });
});
