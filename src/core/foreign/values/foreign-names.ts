/** Countries, languages and currencies by their names in a language, with those in English: as `Intl` has both. */
import { MONEY_WORDS } from "../../english/money-words.ts";
import { entry } from "../../reading/known-names.ts";
import { perLanguage } from "../../reading/language.ts";
import type { Span } from "../../span.ts";
import { foldedText, LETTERS_ALONE } from "./folded-text.ts";
import type { ValueGlossTables } from "./value-gloss-tables.ts";

/** "Vereinigte Arabische Emirate", "dollar des États-Unis". */
const WORDS_OF_NAME_MAX = 5;
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Languages that people ask for; names of smaller ones are other words too often. By ISO 639-1. */
const LANGUAGES =
  "af ar az bg bn ca cs cy da de el en es et eu fa fi fr gl he hi hr hu hy id is it ja ka kk ko lt lv mk ms nb nl no pl pt ro ru sk sl sq sr sv sw ta th tl tr uk ur vi zh".split(
    " ",
  );
/** Amounts for the singular and the plural of a currency's name. */
const AMOUNTS = [1, 5];
const ENGLISH = "en";

export interface NameMention extends Span {
  readonly english: string;
}

type Tables = Pick<ValueGlossTables, "locale" | "names">;

interface KnownName {
  readonly english: string;
  /** Names of countries begin with a capital letter: "island" is an island, "Island" is Iceland. */
  readonly isCapital: boolean;
}

const namesOf = perLanguage(({ locale, names }: Tables): ReadonlyMap<string, KnownName> => {
  const found = new Map<string, KnownName>();
  const add = (name: string | undefined, english: string | undefined, isCapital: boolean) => {
    const key = keyOf(name ?? "");
    if (key === "" || english === undefined || names.wordsToo.has(key) || key.split(" ").length > WORDS_OF_NAME_MAX)
      return;
    if (!found.has(key)) found.set(key, { english, isCapital });
  };
  const regions = displayNames("region", locale);
  const languages = displayNames("language", locale);
  for (const written of names.countries) add(entry(written)[1], regions.english(entry(written)[0]), true);
  for (const written of names.languages) add(entry(written)[1], languages.english(entry(written)[0]), false);
  for (const code of PAIRS) add(regions.own(code), regions.english(code), true);
  for (const code of LANGUAGES) add(languages.own(code), languages.english(code), false);
  for (const code of MONEY_WORDS.common)
    for (const amount of AMOUNTS) add(currencyName(code, amount, locale), currencyName(code, amount, ENGLISH), false);
  return found;
});

function displayNames(type: "region" | "language", locale: string) {
  const [own, english] = [locale, ENGLISH].map((of) => new Intl.DisplayNames(of, { type, fallback: "none" }));
  return { own: (code: string) => own?.of(code), english: (code: string) => english?.of(code) };
}

function currencyName(currency: string, amount: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "name" });
  return format.formatToParts(amount).find(({ type }) => type === "currency")?.value ?? "";
}

function keyOf(name: string): string {
  return (foldedText(name).match(LETTERS_ALONE) ?? []).join(" ");
}

/** Names of a folded text that English has otherwise; the longest first where one is a part of another. `said`: with its capitals. */
export function namesIn(folded: string, said: string, tables: Tables): readonly NameMention[] {
  const known = namesOf(tables);
  const ending = new RegExp(`(?:${tables.names.languageEnding})$`, "u");
  const words = [...folded.matchAll(LETTERS_ALONE)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const found: NameMention[] = [];
  for (let at = 0; at < words.length; ) {
    const taken = nameAt(at);
    if (taken) found.push(taken.mention);
    at += taken?.words ?? 1;
  }
  return found;

  function nameAt(from: number): { readonly mention: NameMention; readonly words: number } | null {
    const first = words[from];
    for (let count = Math.min(WORDS_OF_NAME_MAX, words.length - from); first && count > 0; count -= 1) {
      const some = words.slice(from, from + count);
      const key = some.map(({ text }) => text).join(" ");
      const name = known.get(key) ?? (count === 1 ? known.get(key.replace(ending, "")) : undefined);
      const last = some.at(-1);
      if (!name || !last || (name.isCapital && !/^\p{Lu}/u.test(said.slice(first.start)))) continue;
      return { mention: { start: first.start, end: last.end, english: name.english }, words: count };
    }
    return null;
  }
}
