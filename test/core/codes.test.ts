import { describe, expect, test } from "bun:test";
import { currencyIn } from "#core/reading/codes.ts";

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
    const span = currencyIn(text, code);
    expect(span && text.slice(span.start, span.end)).toBe(words);
  });

  test.each([
    ["USD", "50 Canadian dollars"],
    ["KRW", "all deals that we won"],
    ["BRL", "is this real"],
    ["EUR", "the European team"],
    ["XYZ", "fifty of them"],
  ])("%s is not in %p", (code, text) => {
    expect(currencyIn(text, code)).toBeNull();
  });
});
