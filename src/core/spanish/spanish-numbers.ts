/** How numbers are spelt in Spanish, without accents. */
import type { NumberSpelling } from "../foreign/values/value-gloss-tables.ts";

const ONES = "uno dos tres cuatro cinco seis siete ocho nueve".split(" ");
const TEENS =
  "diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve".split(
    " ",
  );
const TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const HUNDREDS = "doscient trescient cuatrocient quinient seiscient setecient ochocient novecient".split(" ");

const SMALL: readonly (readonly [word: string, value: number])[] = [
  ["cero", 0],
  ...ONES.map((word, index) => [word, index + 1] as const),
  ...TEENS.map((word, index) => [word, index + 10] as const),
  ["veintiun", 21],
  ["veintiuna", 21],
  ...TENS.flatMap((ten, index) => [
    [ten, 10 * index + 30] as const,
    ...ONES.map((one, unit) => [`${ten}-y-${one}`, 10 * index + 31 + unit] as const),
    [`${ten}-y-un`, 10 * index + 31] as const,
    [`${ten}-y-una`, 10 * index + 31] as const,
  ]),
];

const ORDINALS = "primer segund tercer cuart quint sext septim octav noven decim undecim duodecim".split(" ");

export const SPANISH_NUMBERS: NumberSpelling = {
  small: new Map(SMALL),
  articles: new Set(["un", "una"]),
  stressed: new Set(),
  hundreds: new Set(),
  hundredsMax: 0,
  wholeHundreds: new Map([
    ["cien", 100],
    ["ciento", 100],
    ...HUNDREDS.flatMap((word, index) => [
      [`${word}os`, 100 * index + 200] as const,
      [`${word}as`, 100 * index + 200] as const,
    ]),
  ]),
  scales: new Map([
    ["mil", 1e3],
    ["millon", 1e6],
    ["millones", 1e6],
    ["billon", 1e12],
    ["billones", 1e12],
  ]),
  and: "",
  isJoined: false,
  halfMore: "",
  ordinals: new Map([
    // "cuarto" is a quarter and a room, too: phrases say where it is an ordinal.
    ...ORDINALS.flatMap((stem, index) =>
      (stem === "cuart" ? ["a"] : ["o", "a"]).map((ending) => [stem + ending, index + 1] as const),
    ),
    ["primer", 1],
    ["tercer", 3],
    ["vigesimo", 20],
  ]),
  others: new Map([
    ["media-docena", 6],
    ["una-decena", 10],
  ]),
  point: new Set(["coma", "punto"]),
  ordinalEnding:
    "\\.?[ºª](?= \\p{L})(?! (?:en|de|a|y|o|para|por|con|si|el|la|los|durante|hasta|desde|c|centigrados|celsius)(?!\\p{L}))|er|[rdtm][oa]",
  groupedBy: ". \u00a0\u202f",
  figuresBehindCommaOfThousand: 3,
  none: "once (?:a|an|per|in|every|each|again|more|and|the|upon|you|i|it)|(?:un|este|cada|\\d+|por) segundo|por ciento|el tercero|en segundo plano|a la primera|de primera",
};
