/** The tables of phrases: what their English speaks of is found by what is said. */
import { describe, expect, test } from "bun:test";
import { DUTCH_VALUES } from "#core/dutch/dutch-values.ts";
import type { ValueGlossTables } from "#core/foreign/values/value-gloss-tables.ts";
import { FRENCH_VALUES } from "#core/french/french-values.ts";
import { GERMAN_VALUES } from "#core/german/german-values.ts";
import { ITALIAN_VALUES } from "#core/italian/italian-values.ts";
import { SPANISH_VALUES } from "#core/spanish/spanish-values.ts";

const TABLES: readonly ValueGlossTables[] = [
  GERMAN_VALUES,
  FRENCH_VALUES,
  SPANISH_VALUES,
  ITALIAN_VALUES,
  DUTCH_VALUES,
];
/** Names that every language has. */
const NUMBERS = new Set("n o count day year monthnumber cents".split(" "));

const namesIn = (pattern: string) =>
  [...pattern.matchAll(/(?<!\(\?)<(\p{L}+)(\d?)/gu)].map(([, name = "", twin = ""]) => ({ name, twin }));

describe.each(TABLES.map((tables) => [tables.locale, tables] as const))("%s", (_, { phrases, kinds, numbers }) => {
  test("every phrase speaks of kinds that there are", () => {
    const unknown = phrases
      .flatMap(({ said }) => namesIn(said))
      .filter(({ name }) => !NUMBERS.has(name) && !(name in kinds));
    expect(unknown).toEqual([]);
  });

  test("its English speaks of nothing that was not found", () => {
    const lacking = phrases.filter(({ said, english }) => {
      const found = new Set(namesIn(said).map(({ name, twin }) => name + twin));
      // A sum is made of a number and its hundredths.
      const needed = namesIn(english).flatMap(({ name, twin }) => (name === "sum" ? ["cents"] : [name + twin]));
      return needed.some((name) => !found.has(name));
    });
    expect(lacking).toEqual([]);
  });

  test("no phrase stands in it twice", () => {
    const said = phrases.map((phrase) => phrase.said);
    expect(said.filter((one, index) => said.indexOf(one) !== index)).toEqual([]);
  });

  test("what it looks for has no accents and no capital letters, as no text has any when it is read", () => {
    const plain = /^[^\p{Lu}áàâäéèêëíìîïóòôöúùûüñç]*$/u;
    const patterns = [
      ...Object.values(kinds).flatMap((kind) => Object.keys(kind)),
      ...numbers.small.keys(),
      ...numbers.ordinals.keys(),
    ];
    expect(patterns.filter((pattern) => !plain.test(pattern))).toEqual([]);
    expect(phrases.map(({ said }) => said.replaceAll(/\\p\{[LN]\}/g, "")).filter((said) => !plain.test(said))).toEqual(
      [],
    );
  });
});
