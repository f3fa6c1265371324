/** Countries, languages and currencies by their names in a language, with those in English: as `Intl` has both. */
import { ENGLISH } from "../../english/english.ts";
import { GLOSS_FORMS } from "../../english/gloss-forms.ts";
import { countryName, entry } from "../../reading/known-names.ts";
import { perLanguage } from "../../reading/language.ts";
import type { Span } from "../../span.ts";
import { foldedText, LETTERS_ALONE } from "./folded-text.ts";
import { isNameAmidSentence } from "./name-amid-sentence.ts";
import type { ValueGlossTables } from "./value-gloss-tables.ts";

/** "Vereinigte Arabische Emirate", "dollar des États-Unis". */
const WORDS_OF_NAME_MAX = 5;
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Amounts for the singular and the plural of a currency's name. */
const AMOUNTS = [1, 5];

export interface NameMention extends Span {
  readonly english: string;
}

type Tables = Pick<ValueGlossTables, "locale" | "names">;
type NameKind = "country" | "language" | "currency";

interface KnownName {
  readonly english: string;
  readonly kind: NameKind;
}

interface Word extends Span {
  readonly text: string;
}

type Known = readonly (readonly [name: string, known: KnownName])[];

function knownAs(own: string | undefined, english: string | undefined, kind: NameKind): Known {
  const key = wordsOf(foldedText(own ?? "")).map(({ text }) => text);
  const name = key.join(" ");
  if (name === "" || english === undefined || key.length > WORDS_OF_NAME_MAX) return [];
  return [[name, { english, kind }]];
}

const countriesOf = perLanguage(({ locale, names }: Tables): Known => {
  const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  return [
    ...names.countries.flatMap((written) => {
      const [code, name] = entry(written);
      return knownAs(name, countryName(code, ENGLISH), "country");
    }),
    ...PAIRS.flatMap((code) => knownAs(regions.of(code), countryName(code, ENGLISH), "country")),
  ];
});

const languagesOf = perLanguage(({ locale }: Tables): Known => {
  const [own, english] = [locale, ENGLISH.locale].map((of) => new Intl.DisplayNames(of, { type: "language" }));
  return GLOSS_FORMS.languages.flatMap((code) => knownAs(own?.of(code), english?.of(code), "language"));
});

const currenciesOf = perLanguage(
  ({ locale }: Tables): Known =>
    ENGLISH.money.common.flatMap((code) =>
      AMOUNTS.flatMap((amount) =>
        knownAs(currencyName(code, amount, locale), currencyName(code, amount, ENGLISH.locale), "currency"),
      ),
    ),
);

const formsOf = perLanguage((tables: Tables) => {
  const { languageEnding, wordsToo } = tables.names;
  const known = new Map<string, KnownName>();
  for (const [name, one] of [...countriesOf(tables), ...languagesOf(tables), ...currenciesOf(tables)]) {
    if (!wordsToo.has(name) && !known.has(name)) known.set(name, one);
  }
  return { known, ending: new RegExp(`(?:${languageEnding})$`, "u") };
});

/** Makes what `namesIn` needs, in steps. */
export function* preparingNames(tables: Tables): Generator<void, void> {
  for (const make of [countriesOf, languagesOf, currenciesOf]) {
    make(tables);
    yield;
  }
  formsOf(tables);
}

function currencyName(currency: string, amount: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "name" });
  return format.formatToParts(amount).find(({ type }) => type === "currency")?.value ?? "";
}

function wordsOf(folded: string): readonly Word[] {
  return [...folded.matchAll(LETTERS_ALONE)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
}

/** Names in a folded text, in its order; the longest where one is a part of another. `said`: the same with its capitals. */
export function namesIn(folded: string, said: string, tables: Tables): readonly NameMention[] {
  const words = wordsOf(folded);
  const found: NameMention[] = [];
  for (let at = 0; at < words.length; ) {
    const some = words.slice(at, at + WORDS_OF_NAME_MAX);
    while (some.length > 0 && !nameOf(some, said, tables)) some.pop();
    const english = nameOf(some, said, tables);
    const [first, last] = [some[0], some.at(-1)];
    if (english !== null && first && last) found.push({ start: first.start, end: last.end, english });
    at += Math.max(1, some.length);
  }
  return found;
}

/** What the words are in English when they are the whole name of something. */
function nameOf(words: readonly Word[], said: string, tables: Tables): string | null {
  const { known, ending } = formsOf(tables);
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return null;
  const key = words.map(({ text }) => text).join(" ");
  const name = known.get(key) ?? known.get(key.replace(ending, ""));
  if (!name) return null;
  // "island" is an island, "Island" is Iceland; "Bruno Greco" speaks no Greek for it.
  if (name.kind === "country" && !/^\p{Lu}/u.test(said.slice(first.start, first.end))) return null;
  const mayBeName = name.kind === "language" && !tables.names.areLanguagesCapital;
  return mayBeName && isNameAmidSentence(said, { start: first.start, end: last.end }) ? null : name.english;
}
