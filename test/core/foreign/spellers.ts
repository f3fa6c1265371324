/** Whole numbers below ten thousand as each language spells them, written apart from the tables that read them. */
import type { ForeignLanguage } from "#core/foreign/values/gloss-values.ts";

type Speller = (value: number) => string;

const words = (text: string) => text.split(" ");
const at = (list: readonly string[], index: number) => list[index] ?? "";

const GERMAN_SMALL = words(
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
);
const GERMAN_TENS = words("_ _ zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig");

function german(value: number): string {
  const bound = (count: number) => (count === 1 ? "ein" : german(count));
  if (value < 20) return at(GERMAN_SMALL, value);
  if (value < 100) {
    const [ten, one] = [Math.floor(value / 10), value % 10];
    return `${one === 0 ? "" : `${bound(one)}und`}${at(GERMAN_TENS, ten)}`;
  }
  const [unit, name] = value < 1000 ? [100, "hundert"] : [1000, "tausend"];
  const rest = value % unit;
  return `${bound(Math.floor(value / unit))}${name}${rest === 0 ? "" : german(rest)}`;
}

const DUTCH_SMALL = words(
  "nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
);
const DUTCH_TENS = words("_ _ twintig dertig veertig vijftig zestig zeventig tachtig negentig");

function dutch(value: number): string {
  const bound = (count: number) => (count === 1 ? "een" : dutch(count));
  if (value < 20) return at(DUTCH_SMALL, value);
  if (value < 100) {
    const [ten, one] = [Math.floor(value / 10), value % 10];
    const joint = one === 2 || one === 3 ? "ën" : "en";
    return `${one === 0 ? "" : bound(one) + joint}${at(DUTCH_TENS, ten)}`;
  }
  if (value < 1000) {
    const rest = value % 100;
    const hundreds = Math.floor(value / 100);
    return `${hundreds === 1 ? "" : dutch(hundreds)}honderd${rest === 0 ? "" : bound(rest)}`;
  }
  const [thousands, rest] = [Math.floor(value / 1000), value % 1000];
  return `${thousands === 1 ? "" : dutch(thousands)}duizend${rest === 0 ? "" : ` ${dutch(rest)}`}`;
}

const FRENCH_SMALL = words(
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
);
const FRENCH_TENS = words("_ _ vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt");

function french(value: number): string {
  if (value < 20) return at(FRENCH_SMALL, value);
  if (value < 100) {
    const ten = Math.floor(value / 10);
    const rest = ten === 7 || ten === 9 ? value - (ten - 1) * 10 : value % 10;
    if (rest === 0) return ten === 8 ? "quatre-vingts" : at(FRENCH_TENS, ten);
    const joint = (rest === 1 || rest === 11) && ten < 8 ? " et " : "-";
    return at(FRENCH_TENS, ten) + joint + french(rest);
  }
  const [unit, name] = value < 1000 ? [100, "cent"] : [1000, "mille"];
  const [count, rest] = [Math.floor(value / unit), value % unit];
  const plural = unit === 100 && count > 1 && rest === 0 ? "s" : "";
  return `${count === 1 ? "" : `${french(count)} `}${name}${plural}${rest === 0 ? "" : ` ${french(rest)}`}`;
}

const SPANISH_SMALL = words(
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
);
const SPANISH_TENS = words("_ _ _ treinta cuarenta cincuenta sesenta setenta ochenta noventa");
const SPANISH_HUNDREDS = words(
  "_ ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos",
);

function spanish(value: number): string {
  if (value < 30) return at(SPANISH_SMALL, value);
  if (value < 100)
    return `${at(SPANISH_TENS, Math.floor(value / 10))}${value % 10 === 0 ? "" : ` y ${spanish(value % 10)}`}`;
  if (value === 100) return "cien";
  if (value < 1000) {
    return `${at(SPANISH_HUNDREDS, Math.floor(value / 100))}${value % 100 === 0 ? "" : ` ${spanish(value % 100)}`}`;
  }
  const [thousands, rest] = [Math.floor(value / 1000), value % 1000];
  return `${thousands === 1 ? "" : `${spanish(thousands)} `}mil${rest === 0 ? "" : ` ${spanish(rest)}`}`;
}

const ITALIAN_SMALL = words(
  "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
);
const ITALIAN_TENS = words("_ _ venti trenta quaranta cinquanta sessanta settanta ottanta novanta");

function italian(value: number): string {
  if (value < 20) return at(ITALIAN_SMALL, value);
  if (value < 100) {
    const [ten, one] = [at(ITALIAN_TENS, Math.floor(value / 10)), value % 10];
    if (one === 0) return ten;
    const last = one === 3 ? "tré" : italian(one);
    return (one === 1 || one === 8 ? ten.slice(0, -1) : ten) + last;
  }
  if (value < 1000) {
    const [hundreds, rest] = [Math.floor(value / 100), value % 100];
    return `${hundreds === 1 ? "" : italian(hundreds)}cento${rest === 0 ? "" : italian(rest)}`;
  }
  const [thousands, rest] = [Math.floor(value / 1000), value % 1000];
  return `${thousands === 1 ? "mille" : `${italian(thousands)}mila`}${rest === 0 ? "" : italian(rest)}`;
}

export const SPELLERS: Readonly<Record<ForeignLanguage, Speller>> = {
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
};
