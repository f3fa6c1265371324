/** How numbers are spelt in Italian, without accents. */
import type { NumberSpelling } from "../foreign/values/value-gloss-tables.ts";

const ONES = "uno due tre quattro cinque sei sette otto nove".split(" ");
const TEENS = "dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove".split(" ");
const TENS = "venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split(" ");

const SMALL: readonly (readonly [word: string, value: number])[] = [
  ["zero", 0],
  ...ONES.map((word, index) => [word, index + 1] as const),
  ...TEENS.map((word, index) => [word, index + 10] as const),
  ...TENS.flatMap((ten, index) => [
    [ten, 10 * index + 20] as const,
    // The vowel goes before another: "ventuno", "trentotto".
    ...ONES.map(
      (one, unit) =>
        [(one === "uno" || one === "otto" ? ten.slice(0, -1) : ten) + one, 10 * index + 21 + unit] as const,
    ),
    [`${ten.slice(0, -1)}un`, 10 * index + 21] as const,
  ]),
];

const ORDINALS = "prim second terz quart quint sest settim ottav non decim undicesim dodicesim".split(" ");
const LATER_ORDINALS = SMALL.filter(([word, value]) => value > 12 && !word.endsWith("un")).map(
  ([word, value]) => [word.endsWith("tre") || word.endsWith("sei") ? word : word.slice(0, -1), value] as const,
);

/** "prima" is "before" and "quarto" a quarter: phrases say where they are ordinals. */
const ELSEWHERE = new Set(["prima", "quarto"]);

export const ITALIAN_NUMBERS: NumberSpelling = {
  small: new Map(SMALL),
  articles: new Set(["un", "una"]),
  stressed: new Set(),
  hundreds: new Set(["cento", "cent"]),
  hundredsMax: 9,
  wholeHundreds: new Map(),
  scales: new Map([
    ["mille", 1e3],
    ["mila", 1e3],
    ["milione", 1e6],
    ["milioni", 1e6],
    ["miliardo", 1e9],
    ["miliardi", 1e9],
  ]),
  and: "e",
  isJoined: true,
  halfMore: "",
  ordinals: new Map(
    [
      ...ORDINALS.map((stem, index) => [stem, index + 1] as const),
      ...LATER_ORDINALS.map(([stem, value]) => [`${stem}esim`, value] as const),
    ]
      .flatMap(([stem, value]) => ["o", "a"].map((ending) => [stem + ending, value] as const))
      .filter(([word]) => !ELSEWHERE.has(word)),
  ),
  others: new Map([
    ["una-decina", 10],
    ["una-ventina", 20],
    ["una-trentina", 30],
    ["una-cinquantina", 50],
    ["un-centinaio", 100],
    ["un-paio", 2],
  ]),
  point: new Set(["virgola", "punto"]),
  ordinalEnding:
    "[ºª°](?= (?:piano|posto|giorno|mese|capitolo|turno|tentativo|episodio|stagione|classe|fila|gennaio|luogo|livello)(?!\\p{L}))",
  groupedBy: ".",
  figuresBehindCommaOfThousand: 0,
  none: "(?:ci|tu|dove|come|chi|se|che|non|cosa|mi|quando|perche) sei|sei (?:un|una|uno|in grado|sicur[oa]|liber[oa]|pront[oa]|il|la|stat[oa]|capace|ancora|gia|tu|qui|li|molto|davvero)|uno (?:s[bcdfghlmnpqrtvz]|z|gn|ps)\\p{L}*|l'uno|uno che|per cento|secondo (?:me|te|lui|lei|noi|voi|loro|il|la|lo|i|le|gli|quanto)|(?:un|al|\\d|ogni) secondo|a seconda",
};
