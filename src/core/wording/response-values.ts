/** Values as a sentence says them: nothing reworded, no digit lost, everything on one line. */
import { LRUCache } from "lru-cache";
import { ENGLISH } from "../english/english.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { TimeZone } from "../local-time.ts";
import { offsetMinutes, offsetText, wallClockOf } from "../local-time.ts";
import { dateShapeOf } from "../reading/dates.ts";
import type { Instant } from "../tenant.ts";
import type { Language } from "./languages/spoken-language.ts";
import { asAbbreviated, isUnitSymbol, propertyOf, type Step, unitIn, wordsOf } from "./response-labels.ts";

/** In which language somebody is told, and when. */
export interface Speech {
  readonly language: Language;
  /** Where who asks is. */
  readonly zone: TimeZone;
  /** Null where the words are kept for another day: no "tomorrow", and dates with their year. */
  readonly at: Instant | null;
}

export function written(value: JsonValue, step: Step, speech: Speech): string {
  if (typeof value === "number") return numberIn(value, step, speech.language);
  if (typeof value === "boolean") return speech.language.yesOrNo(value);
  if (typeof value === "string") return textIn(value, step, speech);
  if (Array.isArray(value)) {
    const property = isJsonObject(step.property.items) ? step.property.items : {};
    const items = value.map((item: JsonValue) => written(item, { name: step.name, property }, speech));
    return listed(items, speech.language);
  }
  return isJsonObject(value) ? objectIn(value, step, speech) : String(value);
}

export function listed(items: readonly string[], { locale }: Language): string {
  return ready(`list ${locale}`, () => new Intl.ListFormat(locale, { type: "conjunction" })).format(items);
}

/** The first text names the thing, a count stands before it and the rest behind: "2 Pizza (size: large)". */
function objectIn(value: Readonly<Record<string, JsonValue | undefined>>, step: Step, speech: Speech): string {
  const parts = Object.entries(value).flatMap(([name, item]) => {
    if (item === undefined || item === null) return [];
    const text = written(item, { name, property: propertyOf(step.property, name) }, speech);
    return [{ isName: typeof item === "string", isCount: COUNTS.test(name), label: wordsOf(name), text }];
  });
  const head = parts.find(({ isName }) => isName);
  const count = head && parts.find(({ isCount }) => isCount);
  const rest = parts.filter((part) => part !== head && part !== count);
  const details = rest
    .map(({ label, text }) => speech.language.isBriefly({ text: label, isPlural: false, isNoun: true }, text))
    .join(", ");
  if (!head) return details;
  const named = count ? `${count.text} ${head.text}` : head.text;
  return details === "" ? named : `${named} (${details})`;
}
const COUNTS = /^(?:quantity|qty|count|amount|number)$/i;

// ── Formats ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Formats of locales that are kept ready: making one takes longer than all the rest of a sentence. */
const FORMATS_MAX = 200;
const formats = new LRUCache<string, object>({ max: FORMATS_MAX });

function ready<Format extends object>(key: string, make: () => Format): Format {
  const known = formats.get(key) as Format | undefined;
  if (known) return known;
  const made = make();
  formats.set(key, made);
  return made;
}

/** Years and numbers that name things are not grouped, so none is. 17 digits tell any two numbers apart. */
const NUMBERS = { maximumSignificantDigits: 17, useGrouping: false } as const;

export function numberIn(value: number, { name, property }: Step, { locale }: Language): string {
  const unit = unitIn(name)?.unit ?? (isPercent(name, property) ? "percent" : undefined);
  if (unit === undefined) return plainNumber(value, locale);
  return /^[A-Z]{3}$/.test(unit) ? sumOf(value, unit, locale) : inUnit(value, unit, locale);
}

/** `unit`: as `unitIn` has it, and no currency. */
function inUnit(value: number, unit: string, locale: string): string {
  if (isUnitSymbol(unit)) return `${plainNumber(value, locale)} ${unit}`;
  const style = { ...NUMBERS, style: "unit", unit, unitDisplay: unit === "percent" ? "short" : "long" } as const;
  return ready(`unit ${unit} ${locale}`, () => new Intl.NumberFormat(locale, style)).format(value);
}

function plainNumber(value: number, locale: string): string {
  return ready(`number ${locale}`, () => new Intl.NumberFormat(locale, NUMBERS)).format(value);
}

/** "brightness" from 0 to 100. */
function isPercent(name: string, { maximum, description }: JsonObject): boolean {
  if (maximum !== 100) return false;
  const says = typeof description === "string" && /%|percent/i.test(description);
  return says || /^(?:brightness|volume|level|humidity|position)$/i.test(name);
}

/** A sum as the language writes it. A currency that nobody knows stands behind its number. */
export function money(value: number, currency: string, { language: { locale } }: Speech): string {
  const code = currency.toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? sumOf(value, code, locale) : `${plainNumber(value, locale)} ${currency}`;
}

function sumOf(value: number, currency: string, locale: string): string {
  const isWhole = Number.isInteger(value);
  const digits = isWhole ? { maximumFractionDigits: 0 } : { minimumFractionDigits: 2, maximumFractionDigits: 20 };
  const style = {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    useGrouping: false,
    ...digits,
  } as const;
  return ready(`${currency} ${isWhole} ${locale}`, () => new Intl.NumberFormat(locale, style)).format(value);
}

/** A number with a unit that stands beside it: "21" and "celsius". */
export function withUnit(value: number, unit: string, { language: { locale } }: Speech): string {
  const known = unitIn(`x_${unit}`)?.unit;
  if (known === undefined || /^[A-Z]{3}$/.test(known)) return `${plainNumber(value, locale)} ${unit}`;
  return inUnit(value, known, locale);
}

// ── Texts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A name of up to this many words needs no quotes. */
const BARE_WORDS_MAX = 4;
const QUOTED = /^(?:["'“„«‘].*["'”“»’])$/su;
/** What would blur where the value ends and the sentence goes on. */
const UNCLEAR = /[,;:!?…](?:\s|$)|[\n\r<>{}[\]|*#`\\]|(?<=[\p{L}\p{N}]{4})\.$|\.\s+\p{Lu}/u;

/** "day" with a date in it, "time" without one; null for what is neither. */
export function shapeOf({ type, format, description }: JsonObject): "day" | "time" | null {
  const shape = dateShapeOf(
    {
      type: typeof type === "string" ? type : "string",
      format: typeof format === "string" ? format : "",
      description: typeof description === "string" ? description : "",
    },
    ENGLISH,
  );
  if (shape === null) return null;
  return shape.kind === "pattern" && !/[YD]/.test(shape.pattern) ? "time" : "day";
}

function textIn(value: string, { name, property }: Step, speech: Speech): string {
  const moment = (shapeOf(property) !== null || MOMENT_NAME.test(name)) && dated(value, speech);
  if (moment) return moment;
  if (Array.isArray(property.enum)) return optionIn(value, property.enum);
  const line = value.replace(/\s+/gu, " ").trim();
  const isName = line.split(" ").length <= BARE_WORDS_MAX && !UNCLEAR.test(value.replace(TITLES, "$1"));
  return isName || QUOTED.test(line) ? line : speech.language.quotes.join(line);
}
/** The full stop of "Dr. Weiss" ends nothing. */
const TITLES = /(?<!\p{L})(Dr|Mr|Mrs|Ms|Prof|St|Mt|Ave|No|Nr|Sr|Sra)\./gu;
const MOMENT_NAME = /(?:date|time|day|when|deadline)$/i;

/** "living_room" and "BUSINESS_CLASS" are words; "EUR", "A4" and "iPhone" stay as they are. */
function optionIn(value: string, options: readonly JsonValue[]): string {
  const isJoined = /^[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)+$/u.test(value) && /_|^[a-z]+(?:-[a-z]+)+$/.test(value);
  const isCamel = /^[a-z]{3,}(?:[A-Z][a-z]+)+$/.test(value);
  const texts = options.filter((option) => typeof option === "string");
  const isLoud = texts.every((option) => /^[A-Z_]+$/.test(option)) && texts.some((option) => LOUD.test(option));
  return isJoined || isLoud || isCamel ? wordsOf(value) : asAbbreviated(value.replace(/\s+/gu, " ").trim());
}
/** No abbreviation is so long. */
const LOUD = /[A-Z]{5}/;

// ── Moments ────────────────────────────────────────────────────────────────────────────────────────────────────────

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const DAY_MS = 86_400_000;
/** A day further away than this is told with its year. */
const SAME_YEAR_DAYS_MAX = 300;
/** A day nearer than this is told with its weekday. */
const WEEKDAY_DAYS_MAX = 7;

/** A date as somebody says it; the time as it stands, in the zone in which it stands. Null for what is neither. */
function dated(text: string, speech: Speech): string | null {
  const [, year, month, day, minutes, seconds, zone] = ISO.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return timed(text, speech);
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCDate() !== Number(day)) return null;
  const { language } = speech;
  const said = dayIn(date, speech);
  if (minutes === undefined) return said;
  const time = language.clock(minutes, seconds === "00" ? undefined : seconds);
  const isOwn =
    zone !== undefined && zone === offsetText(offsetMinutes({ at: Date.parse(text) as Instant, zone: speech.zone }));
  const of =
    zone === undefined || (isOwn && (zone !== "Z" || speech.at !== null)) ? "" : zone === "Z" ? " UTC" : ` UTC${zone}`;
  return language.at(said, time + of);
}

/** "today", "Friday 27 November", "24 December" or "24 December 2027". */
function dayIn(date: Date, { language, at, zone }: Speech): string {
  const { locale } = language;
  const formatted = (key: string, fields: Intl.DateTimeFormatOptions) =>
    ready(`${key} ${locale}`, () => new Intl.DateTimeFormat(locale, { ...fields, timeZone: "UTC" })).format(date);
  if (at !== null) {
    const today = Math.floor(wallClockOf({ at, zone }).getTime() / DAY_MS);
    const ahead = Math.round(date.getTime() / DAY_MS) - today;
    const named = language.days[ahead];
    if (named !== undefined) return named;
    if (ahead > 0 && ahead < WEEKDAY_DAYS_MAX)
      return formatted("weekday", { weekday: "long", day: "numeric", month: "long" });
    if (Math.abs(ahead) < SAME_YEAR_DAYS_MAX) return formatted("day", { day: "numeric", month: "long" });
  }
  return formatted("date", { dateStyle: "long" });
}

/** "18:30:00" to the minute, where nothing is lost by it. */
function timed(text: string, { language, at, zone: own }: Speech): string | null {
  const [, minutes, seconds, zone] = /^(\d{2}:\d{2})(?::(\d{2}))?(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  if (minutes === undefined) return null;
  const isOwn = at !== null && zone === offsetText(offsetMinutes({ at, zone: own }));
  const of = zone === undefined || isOwn ? "" : zone === "Z" ? " UTC" : ` UTC${zone}`;
  return language.clock(minutes, seconds === "00" ? undefined : seconds) + of;
}
