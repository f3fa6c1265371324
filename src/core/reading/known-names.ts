/**
 * Countries, languages and currencies by name: as `Intl` writes them in the language, with what else people call them on top.
 * Codes are those of ISO 3166-1 alpha-2, ISO 639-1 and ISO 4217. The executable has the same names as Bun: it carries all of ICU.
 */
import { type LanguageTables, perLanguage } from "./language.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Regions that `Intl` names and that are no country's: withdrawn codes, unions, islets, and what stands for none. */
const NO_COUNTRIES = new Set("AC AN CP CQ CS DG DY EA EU EZ HV IC NH QO RH SU TA UK UN VD XA XB YU ZZ".split(" "));
/** Of the codes with an X, which stand for metals and funds, those of currencies of several countries. */
const SHARED_CURRENCIES = new Set(["XAF", "XCD", "XCG", "XOF", "XPF"]);
/** "Turkish lira (1922–2005)" is over. */
const IS_OVER = /[\d(]/;

/** Codes by names, in small letters, as they stand and without accents. */
export type CodesByName = ReadonlyMap<string, string>;

/** Of countries and territories; "Myanmar" and "Burma" are two names of one. */
export const countryCodes = perLanguage((language): CodesByName => {
  const { respelt, countries } = language.places;
  const names = new Intl.DisplayNames(language.locale, { type: "region", fallback: "none" });
  const known = PAIRS.filter((code) => !NO_COUNTRIES.has(code)).flatMap((code) => {
    const written = names.of(code);
    if (written === undefined) return [];
    const plain = respelt.reduce((name, [form, by]) => name.replace(form, by), written);
    const [, name = plain, other] = /^(.+) \((.+)\)$/.exec(plain) ?? [];
    return [name, ...(other === undefined ? [] : [other])].map((one) => [code, one] as const);
  });
  return byName([...known, ...countries.map(entry)]);
});

/** What a country is called in an address: the name that people use where `Intl` has another. */
export function countryName(code: string, { locale, places }: LanguageTables): string {
  return places.commonNames[code] ?? new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;
}

export const languageCodes = perLanguage((language): CodesByName => {
  const names = new Intl.DisplayNames(language.locale, { type: "language", fallback: "none" });
  const codes = PAIRS.map((pair) => pair.toLowerCase()).filter((code) => isCurrent(code));
  const known = codes.flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [[code, name] as const];
  });
  return byName([...known, ...language.codes.languages.map(entry)]);
});

/** With the signs. */
export const currencyCodes = perLanguage((language): CodesByName => {
  const names = new Intl.DisplayNames(language.locale, { type: "currency" });
  const codes = Intl.supportedValuesOf("currency").filter((code) => code[0] !== "X" || SHARED_CURRENCIES.has(code));
  const known = codes.flatMap((code) => {
    const name = names.of(code) ?? code;
    return name === code || IS_OVER.test(name) ? [] : [[code, name] as const];
  });
  return byName([...known, ...language.money.currencies.map(entry)]);
});

/** "iw" was Hebrew once. */
function isCurrent(code: string): boolean {
  return Intl.getCanonicalLocales(code)[0] === code;
}

/** "GB Great Britain": the code, then the name. */
export function entry(written: string): readonly [code: string, name: string] {
  const space = written.indexOf(" ");
  return [written.slice(0, space), written.slice(space + 1)];
}

function byName(entries: readonly (readonly [code: string, name: string])[]): CodesByName {
  return new Map(
    entries.flatMap(([code, name]) => {
      const lower = name.toLowerCase();
      return [[withoutAccents(lower), code] as const, [lower, code] as const];
    }),
  );
}

function withoutAccents(name: string): string {
  return name.normalize("NFD").replace(/\p{M}+/gu, "");
}
