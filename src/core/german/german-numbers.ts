/** How numbers are spelt in German, without accents: "fünf" is "funf" or, without umlauts, "fuenf". */
import type { NumberSpelling } from "../foreign/values/value-gloss-tables.ts";

const ONES = "ein zwei drei vier funf sechs sieben acht neun".split(" ");
const TEENS = "zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn".split(" ");
const TENS = "zwanzig dreißig vierzig funfzig sechzig siebzig achtzig neunzig".split(" ");

/** Nobody counts days by them. */
const COLLOQUIAL: ReadonlySet<string> = new Set(["zwo", "fuffzehn", "fuffzig"]);

const SMALL: readonly (readonly [word: string, value: number])[] = [
  ["null", 0],
  ["eins", 1],
  ["zwo", 2],
  ["fuffzehn", 15],
  ["fuffzig", 50],
  ...ONES.slice(1).map((word, index) => [word, index + 2] as const),
  ...TEENS.map((word, index) => [word, index + 10] as const),
  ...TENS.flatMap((ten, index) => [
    [ten, (index + 2) * 10] as const,
    ...ONES.map((one, unit) => [`${one}und${ten}`, (index + 2) * 10 + unit + 1] as const),
  ]),
];
/** The same with what people write instead of umlauts and "ß". */
const respelt = (entries: readonly (readonly [string, number])[]) =>
  new Map(
    entries.flatMap(([word, value]) => [
      [word, value] as const,
      [word.replaceAll("funf", "fuenf").replaceAll("zwolf", "zwoelf").replaceAll("ß", "ss"), value] as const,
      [word.replaceAll("ß", "ss"), value] as const,
    ]),
  );

const IRREGULAR: Readonly<Record<number, string>> = { 1: "erst", 3: "dritt", 7: "siebt", 8: "acht" };
const ORDINAL_STEMS = SMALL.filter(([word, value]) => value > 0 && !COLLOQUIAL.has(word)).map(
  ([word, value]) => [IRREGULAR[value] ?? `${word}${value < 20 ? "t" : "st"}`, value] as const,
);

export const GERMAN_NUMBERS: NumberSpelling = {
  small: respelt(SMALL),
  articles: new Set("ein eine einen einem einer eines ne nen nem ner".split(" ")),
  stressed: new Set(),
  hundreds: new Set(["hundert"]),
  hundredsMax: 99,
  wholeHundreds: new Map(),
  scales: new Map([
    ["tausend", 1e3],
    ["million", 1e6],
    ["millionen", 1e6],
    ["mio", 1e6],
    ["milliarde", 1e9],
    ["milliarden", 1e9],
    ["mrd", 1e9],
    ["billion", 1e12],
    ["billionen", 1e12],
  ]),
  and: "und",
  isJoined: true,
  halfMore: "einhalb",
  ordinals: respelt(
    ORDINAL_STEMS.flatMap(([stem, value]) =>
      ["e", "en", "er", "es", "em"].map((ending) => [stem + ending, value] as const),
    ),
  ),
  others: new Map([
    ["anderthalb", 1.5],
    ["anderthalbe", 1.5],
    ["beide", 2],
    ["beiden", 2],
  ]),
  point: new Set(["komma", "punkt"]),
  // "3." may end a sentence: phrases say where it is an ordinal.
  ordinalEnding: "te[nrsm]?",
  groupedBy: ".",
  figuresBehindCommaOfThousand: 0,
  none: "(?:gib|gebt|geben sie|hab|habt|haben sie|außer|ausser|in) acht|acht geben|erst(?:er|e|en) hilfe|zweite[rs]? hand",
};
