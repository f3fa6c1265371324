/** How numbers are spelt in Dutch, without accents: "tweeëntwintig" is "tweeentwintig". */
import type { NumberSpelling } from "../foreign/values/value-gloss-tables.ts";

const ONES = "een twee drie vier vijf zes zeven acht negen".split(" ");
const TEENS = "tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien".split(" ");
const TENS = "twintig dertig veertig vijftig zestig zeventig tachtig negentig".split(" ");

const SMALL: readonly (readonly [word: string, value: number])[] = [
  ["nul", 0],
  ...ONES.slice(1).map((word, index) => [word, index + 2] as const),
  ...TEENS.map((word, index) => [word, index + 10] as const),
  ...TENS.flatMap((ten, index) => [
    [ten, 10 * index + 20] as const,
    ...ONES.map((one, unit) => [`${one}en${ten}`, 10 * index + 21 + unit] as const),
  ]),
];

const IRREGULAR: Readonly<Record<number, string>> = { 1: "eerste", 3: "derde", 8: "achtste" };

export const DUTCH_NUMBERS: NumberSpelling = {
  small: new Map(SMALL),
  articles: new Set(["een", "'n"]),
  stressed: new Set(["één", "éen"]),
  hundreds: new Set(["honderd"]),
  hundredsMax: 99,
  wholeHundreds: new Map(),
  scales: new Map([
    ["duizend", 1e3],
    ["miljoen", 1e6],
    ["miljard", 1e9],
    ["biljoen", 1e12],
  ]),
  and: "en",
  isJoined: true,
  halfMore: "enhalf",
  ordinals: new Map([
    ["eerste", 1],
    ...SMALL.filter(([, value]) => value > 1).map(
      ([word, value]) => [IRREGULAR[value] ?? `${word}${value < 20 ? "de" : "ste"}`, value] as const,
    ),
  ]),
  others: new Map([
    ["anderhalf", 1.5],
    ["anderhalve", 1.5],
    ["tiental", 10],
  ]),
  point: new Set(["komma", "punt"]),
  ordinalEnding: "e|de|ste",
  groupedBy: ".",
  figuresBehindCommaOfThousand: 0,
  none: "in acht|acht (?:op|slaan|geven)|geef acht|eerste hulp|tweede hands|voor het eerst",
};
