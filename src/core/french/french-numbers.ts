/** How numbers are spelt in French, without accents; also as in Belgium and Switzerland. */
import type { NumberSpelling } from "../foreign/values/value-gloss-tables.ts";

const ONES = "un deux trois quatre cinq six sept huit neuf".split(" ");
const TEENS = "dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf".split(" ");
/** With what they count from, and whether "et" joins the one behind them. */
const TENS: readonly (readonly [word: string, value: number, hasEt: boolean])[] = [
  ["vingt", 20, true],
  ["trente", 30, true],
  ["quarante", 40, true],
  ["cinquante", 50, true],
  ["soixante", 60, true],
  ["septante", 70, true],
  ["quatre-vingt", 80, false],
  ["huitante", 80, true],
  ["octante", 80, true],
  ["nonante", 90, true],
];

const SMALL: readonly (readonly [word: string, value: number])[] = [
  ["zero", 0],
  ...ONES.slice(1).map((word, index) => [word, index + 2] as const),
  ...TEENS.map((word, index) => [word, index + 10] as const),
  ...TENS.flatMap(([ten, value, hasEt]) => [
    [ten, value] as const,
    [`${ten}${hasEt ? "-et" : ""}-un`, value + 1] as const,
    [`${ten}${hasEt ? "-et" : ""}-une`, value + 1] as const,
    ...ONES.slice(1).map((one, index) => [`${ten}-${one}`, value + index + 2] as const),
  ]),
  ["quatre-vingts", 80],
  ...["soixante", "quatre-vingt"].flatMap((ten, index) =>
    TEENS.map((teen, unit) => [`${ten}-${teen}`, 70 + 20 * index + unit] as const),
  ),
  ["soixante-et-onze", 71],
];

const ORDINALS = SMALL.filter(([, value]) => value > 1).map(([word, value]) => {
  const stem = word
    .replace(/cinq$/, "cinqu")
    .replace(/neuf$/, "neuv")
    .replace(/vingts$/, "vingt")
    .replace(/e$/, "");
  return [`${stem}ieme`, value] as const;
});

export const FRENCH_NUMBERS: NumberSpelling = {
  small: new Map(SMALL),
  articles: new Set(["un", "une"]),
  stressed: new Set(),
  hundreds: new Set(["cent", "cents"]),
  hundredsMax: 9,
  wholeHundreds: new Map(),
  scales: new Map([
    ["mille", 1e3],
    ["million", 1e6],
    ["millions", 1e6],
    ["milliard", 1e9],
    ["milliards", 1e9],
  ]),
  and: "",
  isJoined: false,
  halfMore: "",
  ordinals: new Map([...ORDINALS, ["premier", 1], ["premiere", 1], ["deuxieme", 2], ["second", 2], ["seconde", 2]]),
  others: new Map([
    ["une-dizaine", 10],
    ["une-quinzaine", 15],
    ["une-vingtaine", 20],
    ["une-trentaine", 30],
    ["une-cinquantaine", 50],
    ["une-centaine", 100],
  ]),
  point: new Set(["virgule"]),
  ordinalEnding: "ers?|eres?|re|e|emes?|nde?",
  groupedBy: ". \u00a0\u202f",
  figuresBehindCommaOfThousand: 0,
  none: "quoi de neuf|(?:tout|flambant|comme) neuf|a neuf(?= ?(?:$|[.,!?]))|une? seconde|par seconde|\\d seconde|pour cent|(?<=\\d )cents?|(?<=(?:dix|ingt|ante|ente|onze|ouze|eize|orze|inze) )cents?",
};
