/** What a parameter is called in a sentence, and the unit that its name carries. */
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Label, Language } from "./languages/spoken-language.ts";

/** A step down into a schema: the parameter's name and what the schema says about it. */
export interface Step {
  readonly name: string;
  readonly property: JsonObject;
}

/** The schema of a property; {} where it says nothing. */
export function propertyOf(schema: JsonObject | undefined, name: string): JsonObject {
  const properties = schema?.properties;
  const property = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isJsonObject(property) ? property : {};
}

/** The label of what the steps lead to: the schema's `title`, or the name in words. "city of the address" where it is nested. */
export function labelOf(steps: readonly Step[], language: Language): Label {
  const [text = "", ...outer] = steps.map((step) => wordingOf(step, language)).reverse();
  const whole = outer.reduce((inner, around) => language.within(inner, around), text);
  return { text: whole, isPlural: isPlural(text), isNoun: !NO_NOUN.test(text) };
}

/** What stands for itself in a schema and for nothing in a sentence. */
const NO_NOUN =
  /^(?:\p{L}|from|to|by|at|in|on|of|with|for|when|where|who|whom|what|which|how|if|until|since|before|after)$/iu;

function wordingOf({ name, property }: Step, language: Language): string {
  const { title, type } = property;
  if (typeof title === "string" && title.trim() !== "") return titled(title.replace(/\s+/gu, " ").trim());
  const words = wordsOf(name);
  const isWhole = type === "integer";
  // "guest_count", "numGuests" and a whole number of "guests" are all the "number of guests".
  const things = counted(words);
  if (things !== null && isWhole) return language.numberOf(things);
  const unit = unitIn(name);
  if (isWhole && isPlural(words) && !unit) return language.numberOf(words);
  return (unit ? words.slice(0, -unit.ending.length) : words).replace(PARTICLE, "$1-$2");
}

/** What is counted: "guest" of "guest count"; null where nothing is. */
export function counted(words: string): string | null {
  const [, before] = /^(?:num|number of|nr of|no of|n|count of) (.+)$/.exec(words) ?? [];
  return before ?? /^(.+) count$/.exec(words)?.[1] ?? null;
}

/** "check in" is done, a "check-in" is a thing. */
const PARTICLE = /\b(check|pick|drop|log|sign|follow) (in|out|up|off)\b/;

/** A title begins with a capital that it has no right to within a sentence, unless it is a name or an abbreviation. */
function titled(title: string): string {
  return /^\p{Lu}\p{Ll}+(?:\s\p{Ll}|$)/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

const PLURAL = /(?:[a-z]s|people|children|criteria|data)$/;
const SINGULAR = /(?:ss|us|is|news|alias|canvas|gas|lens|series)$/;

function isPlural(words: string): boolean {
  const last = words.split(" of ")[0] ?? "";
  return PLURAL.test(last) && !SINGULAR.test(last);
}

/** Of a word in small letters; itself where it is none. */
export function asAbbreviated(word: string): string {
  return ABBREVIATIONS.has(word) ? word.toUpperCase() : word;
}

const ABBREVIATIONS = new Set(
  "ac api atm cpu csv dns gps gpu hvac led pc tv vip vm html iban id ip isbn json pdf pin qr sku sms uri url vat vin wifi xml".split(
    " ",
  ),
);

/** "bookTable", "book_table" and "restaurant.book-table" in words. */
export function wordsOf(name: string): string {
  return name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ")
    .replace(/[_.:/\s-]+/gu, " ")
    .trim()
    .toLowerCase()
    .split(" ")
    .map(asAbbreviated)
    .join(" ");
}

/** Units as names of parameters end in them, with their names in `Intl`, or a currency. */
const UNITS: Readonly<Record<string, string>> = {
  km: "kilometer",
  kilometers: "kilometer",
  miles: "mile",
  meters: "meter",
  m: "meter",
  metres: "meter",
  cm: "centimeter",
  mm: "millimeter",
  feet: "foot",
  inches: "inch",
  kg: "kilogram",
  grams: "gram",
  lbs: "pound",
  liters: "liter",
  litres: "liter",
  ml: "milliliter",
  degrees: "degree",
  celsius: "celsius",
  fahrenheit: "fahrenheit",
  percent: "percent",
  percentage: "percent",
  seconds: "second",
  minutes: "minute",
  hours: "hour",
  days: "day",
  weeks: "week",
  months: "month",
  years: "year",
  usd: "USD",
  eur: "EUR",
  gbp: "GBP",
};
/** Units that `Intl` has no name for, as they are written in every language. */
const UNIT_SYMBOLS: Readonly<Record<string, string>> = {
  m3: "m³",
  m2: "m²",
  mg: "mg",
  db: "dB",
  kw: "kW",
  kwh: "kWh",
  hz: "Hz",
  khz: "kHz",
  mhz: "MHz",
  bar: "bar",
  psi: "psi",
  ppm: "ppm",
  rpm: "rpm",
  bpm: "bpm",
  kmh: "km/h",
  kcal: "kcal",
  volts: "V",
  watts: "W",
  lux: "lux",
  px: "px",
  dpi: "dpi",
};
const SYMBOLS: ReadonlySet<string> = new Set(Object.values(UNIT_SYMBOLS));

/** Whether a unit stands behind its number as it is, and `Intl` does not know it. */
export function isUnitSymbol(unit: string): boolean {
  return SYMBOLS.has(unit);
}

const UNIT_ENDING = new RegExp(
  `(?<=\\S)(?<!\\b(?:number of|num|nr of|no of|n|cubic|square|due|per)) (?:in )?(${Object.keys({ ...UNITS, ...UNIT_SYMBOLS }).join("|")})$`,
);

/** The unit at the end of a name, as `Intl` calls it, or the code of a currency; null when there is none. */
export function unitIn(name: string): { readonly unit: string; readonly ending: string } | null {
  const [ending, unit = ""] = UNIT_ENDING.exec(wordsOf(name)) ?? [];
  return ending === undefined ? null : { unit: UNITS[unit] ?? UNIT_SYMBOLS[unit] ?? "", ending };
}
