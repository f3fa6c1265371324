import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";
import { LANGUAGES, type Language } from "./languages.ts";
import type { Tool } from "./toolset.ts";

/** How a persona speaks, as far as templates can follow: a language model follows the instructions themselves. */
export interface Manner {
  /** BCP 47; one that no template knows is spoken in English. */
  readonly language: string;
  readonly instructions: string;
}

export interface Told {
  /** Null when none fits. */
  readonly tool: Tool | null;
  readonly parameters: JsonObject;
  /** Paths, as in `address.city`. */
  readonly missing: readonly string[];
}

/**
 * A call in whole sentences: what will be done with which values, or a question for what is missing.
 * Values are never reworded, only written as the language writes numbers, dates and lists.
 */
export function responseText(told: Told, manner: Manner): string {
  const language = languageOf(manner.language);
  const brief = BRIEF.test(manner.instructions);
  const { tool, parameters, missing } = told;
  if (!tool) return language.nothingFits;
  const action = actionOf(tool, language);
  if (missing.length > 0) {
    const labels = listed(
      language,
      missing.map((path) => labelOf(path.split("."), isCounted(tool.parameters, path.split(".")))),
    );
    return brief ? capitalised(language.askBriefly(labels)) : capitalised(language.ask(action, labels, missing.length));
  }
  const facts = factsOf(parameters, tool.parameters, [], language);
  const done = brief ? language.doneBriefly(action) : language.done(action);
  const sentences = [sentence(done), ...(facts.length === 0 ? [] : [sentence(listed(language, facts))])];
  const friendly = !brief && FRIENDLY.test(manner.instructions);
  return [...(friendly ? [language.greeting] : []), ...sentences].join(" ");
}

/** The language by its primary subtag: `de-AT` is spoken as `de`. */
function languageOf(tag: string): Language {
  return LANGUAGES[tag.toLowerCase().split("-")[0] ?? ""] ?? (LANGUAGES["en"] as Language);
}

const BRIEF = /\b(brief|short|concise|terse|kurz|knapp|bref|br[eè]ve?|concis|conciso)/i;
const FRIENDLY = /\b(friendly|warm|cheerful|kind|freundlich|herzlich|amical|chaleureu|amable|cordial)/i;

// ── What the tool does ─────────────────────────────────────────────────────────────────────────────────────────────

/** Verbs that descriptions of tools begin with. A description that begins otherwise may not be about doing at all. */
const VERBS = new Set(
  (
    "add adjust allocate analyze answer apply approve archive arrange assign attach authenticate authorize begin block book " +
    "buy calculate call cancel change charge check choose classify clean clear close collect compare compile compose compress " +
    "compute configure confirm connect convert copy count create decrease delete deliver deploy describe detect determine " +
    "disable display distribute download draw edit email enable encrypt end estimate evaluate execute export extract fetch " +
    "fill filter find fix follow format forward generate get give go identify import increase initialize insert inspect install " +
    "invite join launch list listen load locate lock log look make manage mark match measure merge modify monitor move mute " +
    "notify obtain open order organize pause pay perform play post predict prepare print process produce publish purchase put " +
    "query rate read recommend record redeem reduce refund register remind remove rename rent repeat replace reply report " +
    "request reschedule reserve reset resolve restart restore resume retrieve return review run save scan schedule search " +
    "see select sell send set share ship show shut sign simulate skip solve sort start stop store submit subscribe suggest " +
    "summarize switch take tell test track transfer translate trigger turn unlock unsubscribe update upgrade upload use validate " +
    "verify view visualize wait watch withdraw write"
  ).split(" "),
);
const ACTION_WORDS_MAX = 12;
/** What a sentence that was cut short must not end with, with the half of a phrase before it. */
const DANGLING = /(?: (?:a|an|and|at|by|for|from|given|in|its|number|of|on|or|specific|the|their|to|with|your))+$/;

function actionOf(tool: Tool, language: Language): string {
  const [first = ""] = tool.description.trim().split(/(?<=[.!?])\s|\n/u);
  const [lead = "", ...rest] = first.replace(/[.!?\s]+$/u, "").split(/\s+/u);
  const verb = imperativeOf(lead.toLowerCase());
  const name = wordsOf(tool.name);
  if (language.quotesActions) return first === "" ? name : first.replace(/[.\s]+$/u, "");
  if (verb !== null && rest.length > 0) return shortened([verb, ...rest]);
  const [nameVerb = "", ...nameRest] = name.split(" ");
  return VERBS.has(nameVerb) && nameRest.length > 0 ? `${nameVerb} the ${nameRest.join(" ")}` : `use “${name}”`;
}

/** "books" and "book" as "book"; null for what is no known verb. */
function imperativeOf(word: string): string | null {
  const forms = [word, word.replace(/ies$/, "y"), word.replace(/es$/, ""), word.replace(/s$/, "")];
  return forms.find((form) => VERBS.has(form)) ?? null;
}

/** A description says how and on what grounds; the sentence only needs what. */
function shortened(words: readonly string[]): string {
  const text = words.join(" ");
  if (words.length <= ACTION_WORDS_MAX) return text;
  const [clause = text] = text.split(/,|;|:| based on | using | given | including | by (?=\w+ing)| according to /u);
  return clause.split(" ").slice(0, ACTION_WORDS_MAX).join(" ").replace(DANGLING, "");
}

// ── Parameters ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** "the city is Rome", one for each value; objects by what they hold. */
function factsOf(
  parameters: JsonObject,
  schema: JsonObject | undefined,
  path: readonly string[],
  language: Language,
): readonly string[] {
  const properties = isJsonObject(schema?.["properties"]) ? schema["properties"] : {};
  return Object.entries(parameters).flatMap(([name, value]) => {
    const property = isJsonObject(properties[name]) ? properties[name] : undefined;
    const here = [...path, name];
    if (value === undefined || value === null || value === "") return [];
    if (isJsonObject(value)) return factsOf(value, property, here, language);
    const label = labelOf(here, Number.isInteger(value));
    if (typeof value === "boolean") return [value ? language.wanted(label) : language.notWanted(label)];
    if (!Array.isArray(value)) return [language.is(label, written(value, language, name))];
    const items = value.map((item: JsonValue) => written(item, language, name));
    if (items.length === 0) return [];
    return [items.length === 1 ? language.is(label, items[0] as string) : language.are(label, listed(language, items))];
  });
}

/** "guest_count", "numGuests" and a whole number of "guests" are all the "number of guests". */
function labelOf(path: readonly string[], isWhole: boolean): string {
  const words = path.map(wordsOf).join(" ");
  const counted =
    /^(?:num|number of|nr of|no of|n|count of) (.+)$/.exec(words)?.[1] ?? /^(.+) (?:count|number)$/.exec(words)?.[1];
  if (counted !== undefined && isWhole) return `number of ${counted}`;
  const isPlural = /(?:[^s]s|people|children)$/.test(words);
  return isWhole && isPlural && !UNIT_ENDING.test(words) ? `number of ${words}` : words.replace(UNIT_ENDING, "");
}

/** Whether the schema wants a whole number at this path. */
function isCounted(schema: JsonObject | undefined, path: readonly string[]): boolean {
  let here: JsonValue | undefined = schema;
  for (const name of path) {
    const properties: JsonValue | undefined = isJsonObject(here) ? here["properties"] : undefined;
    here = isJsonObject(properties) ? properties[name] : undefined;
  }
  return isJsonObject(here) && here["type"] === "integer";
}

/** Names of parameters carry their unit at the end; it belongs behind the value. */
const UNITS: Readonly<Record<string, string>> = {
  km: "km",
  miles: "miles",
  meters: "m",
  metres: "m",
  cm: "cm",
  mm: "mm",
  kg: "kg",
  grams: "g",
  lbs: "lb",
  celsius: "°C",
  fahrenheit: "°F",
  percent: "%",
  percentage: "%",
  seconds: "s",
  minutes: "min",
  hours: "h",
  days: "days",
  weeks: "weeks",
  months: "months",
  years: "years",
  usd: "USD",
  eur: "EUR",
  gbp: "GBP",
};
const UNIT_ENDING = new RegExp(`(?<!number of|num|n) (?:in )?(?:${Object.keys(UNITS).join("|")})$`);

function written(value: JsonValue, language: Language, name: string): string {
  if (typeof value === "number") return withUnit(new Intl.NumberFormat(language.locale, NUMBERS).format(value), name);
  if (typeof value === "string") return dated(value, language);
  if (Array.isArray(value))
    return listed(
      language,
      value.map((item: JsonValue) => written(item, language, name)),
    );
  if (!isJsonObject(value)) return String(value);
  const parts = Object.entries(value).flatMap(([key, item]) =>
    item === undefined || item === null ? [] : [`${wordsOf(key)} ${written(item, language, key)}`],
  );
  return parts.join(", ");
}

/** No digit of a value may be lost in a sentence; years and numbers that name things are not grouped. */
const NUMBERS = { maximumSignificantDigits: 17, useGrouping: false } as const;

function withUnit(number: string, name: string): string {
  const unit = UNITS[UNIT_ENDING.exec(wordsOf(name))?.[0]?.replace(/^ (?:in )?/, "") ?? ""];
  return unit === undefined ? number : `${number} ${unit}`;
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** A date as the language writes it; the time as it stands, in the zone in which it stands. Anything else as it is. */
function dated(text: string, language: Language): string {
  const [, year, month, day, hour, minute] = ISO_DATE.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return text;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCDate() !== Number(day)) return text;
  const format = new Intl.DateTimeFormat(language.locale, { dateStyle: "long", timeZone: "UTC" });
  return hour === undefined ? format.format(date) : `${format.format(date)}, ${hour}:${minute}`;
}

// ── Words ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** "bookTable", "book_table" and "restaurant.book-table" in words. */
function wordsOf(name: string): string {
  return name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ")
    .replace(/[_.:/-]+/g, " ")
    .trim()
    .toLowerCase();
}

function listed(language: Language, items: readonly string[]): string {
  return new Intl.ListFormat(language.locale, { type: "conjunction" }).format(items);
}

function sentence(text: string): string {
  const start = capitalised(text);
  return /[.!?…][»”"']?$/u.test(start) ? start : `${start}.`;
}

function capitalised(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
