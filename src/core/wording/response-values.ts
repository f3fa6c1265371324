/** Values as a sentence says them: nothing reworded, no digit lost, everything on one line. */
import { ENGLISH } from "../english/english.ts";
import { isJsonObject, type JsonValue } from "../json.ts";
import { dateShapeOf } from "../reading/dates.ts";
import type { Language } from "./languages.ts";
import { propertyOf, type Step, unitIn, wordsOf } from "./response-labels.ts";

export function written(value: JsonValue, step: Step, language: Language): string {
  if (typeof value === "number") return numberIn(value, step.name, language);
  if (typeof value === "boolean") return language.yesOrNo(value);
  if (typeof value === "string") return textIn(value, step, language);
  if (Array.isArray(value)) {
    const property = isJsonObject(step.property.items) ? step.property.items : {};
    const items = value.map((item: JsonValue) => written(item, { name: step.name, property }, language));
    return listed(items, language);
  }
  return isJsonObject(value) ? objectIn(value, step, language) : String(value);
}

export function listed(items: readonly string[], language: Language): string {
  return new Intl.ListFormat(language.locale, { type: "conjunction" }).format(items);
}

/** The first text names the thing, the rest stands behind it: "pizza (quantity: 2)". */
function objectIn(value: Readonly<Record<string, JsonValue | undefined>>, step: Step, language: Language): string {
  const parts = Object.entries(value).flatMap(([name, item]) => {
    if (item === undefined || item === null) return [];
    const text = written(item, { name, property: propertyOf(step.property, name) }, language);
    return [{ isName: typeof item === "string", label: wordsOf(name), text }];
  });
  const head = parts.find(({ isName }) => isName);
  const rest = parts.filter((part) => part !== head);
  const details = rest
    .map(({ label, text }) => language.isBriefly({ text: label, isPlural: false, isNoun: true }, text))
    .join(", ");
  if (!head) return details;
  return details === "" ? head.text : `${head.text} (${details})`;
}

/** Years and numbers that name things are not grouped, so none is. 17 digits tell any two numbers apart. */
const NUMBERS = { maximumSignificantDigits: 17, useGrouping: false } as const;

export function numberIn(value: number, name: string, { locale }: Language): string {
  const unit = unitIn(name)?.unit;
  if (unit === undefined) return new Intl.NumberFormat(locale, NUMBERS).format(value);
  if (/^[A-Z]{3}$/.test(unit)) return `${new Intl.NumberFormat(locale, NUMBERS).format(value)} ${unit}`;
  const style = { ...NUMBERS, style: "unit", unit, unitDisplay: unit === "percent" ? "short" : "long" } as const;
  return new Intl.NumberFormat(locale, style).format(value);
}

// ── Texts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A name of up to this many words needs no quotes. */
const BARE_WORDS_MAX = 4;
const QUOTED = /^(?:["'“„«‘].*["'”“»’])$/su;
/** What would blur where the value ends and the sentence goes on. */
const UNCLEAR = /[,;:!?…](?:\s|$)|[\n\r<>{}[\]|*#`\\]|(?<=[\p{L}\p{N}]{4})\.$|\.\s+\p{Lu}/u;

function textIn(value: string, { property }: Step, language: Language): string {
  const { type, format, description } = property;
  const shape = dateShapeOf(
    {
      type: typeof type === "string" ? type : "string",
      format: typeof format === "string" ? format : "",
      description: typeof description === "string" ? description : "",
    },
    ENGLISH,
  );
  const moment = shape && dated(value, language);
  if (moment) return moment;
  const line = value.replace(/\s+/gu, " ").trim();
  const isName = line.split(" ").length <= BARE_WORDS_MAX && !UNCLEAR.test(value.replace(TITLES, "$1"));
  return isName || QUOTED.test(line) ? line : language.quotes.join(line);
}
/** The full stop of "Dr. Weiss" ends nothing. */
const TITLES = /(?<!\p{L})(Dr|Mr|Mrs|Ms|Prof|St|Mt|Ave|No|Nr|Sr|Sra)\./gu;

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** A date as the language writes it; the time as it stands, in the zone in which it stands. Null for what is neither. */
function dated(text: string, language: Language): string | null {
  const [, year, month, day, minutes, seconds, zone] = ISO.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return timed(text);
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCDate() !== Number(day)) return null;
  const written = new Intl.DateTimeFormat(language.locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
  if (minutes === undefined) return written;
  const time = seconds === undefined || seconds === "00" ? minutes : `${minutes}:${seconds}`;
  const of = zone === undefined ? "" : zone === "Z" ? " UTC" : ` UTC${zone}`;
  return language.at(written, time + of);
}

/** "18:30:00" to the minute, where nothing is lost by it. */
function timed(text: string): string | null {
  return /^(\d{2}:\d{2})(?::00)?(Z|[+-]\d{2}:\d{2})?$/.test(text)
    ? text.replace(/^(\d{2}:\d{2}):00/, "$1").replace("Z", " UTC")
    : null;
}
