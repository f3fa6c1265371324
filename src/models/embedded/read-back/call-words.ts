/** A finished call in words, as the read-back reads it beside the sentence. The training data are written by the same function. */
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { type LocalTime, wallClockOf } from "#core/local-time.ts";
import { humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";

export interface CallWords {
  readonly tool: string;
  /** "minutes : 5": each value that the call has, but for those that the schema's default would give as well. */
  readonly said: readonly string[];
  /** Names of the parameters that the call leaves open, the required ones first. */
  readonly open: readonly string[];
}

/** Parameters that are not said as the others are. */
export interface Apart {
  /** Those that no sentence has to say, as they come from a memory or the context: they are not mentioned. */
  readonly elsewhere?: ReadonlySet<Parameter>;
  /** Paths, as in `address.city`, of those that are asked for, required or not: they cannot have what was said. */
  readonly lacking?: readonly string[];
}

/** `parameters`: as the schema nests them, before or after defaults are filled in. */
export function callInWords(
  tool: ReadableTool,
  parameters: JsonObject,
  now: LocalTime,
  { elsewhere, lacking = [] }: Apart = {},
): CallWords {
  const said: string[] = [];
  const needed: string[] = [];
  const spare: string[] = [];
  for (const parameter of tool.parameters) {
    if (elsewhere?.has(parameter)) continue;
    const value = valueAt(parameters, parameter);
    const name = humanised(parameter.name);
    if (value === undefined && (isNeeded(parameter) || isAmong(lacking, parameter))) needed.push(name + NEEDED);
    else if (value === undefined) spare.push(name);
    else if (!isDefault(value, parameter)) said.push(`${name} : ${inWords(value, parameter, now)}`);
  }
  return { tool: `${humanised(tool.name)} : ${tool.description}`, said, open: [...needed, ...spare] };
}

/** Earlier sentences that are read with the last one: what a follow-up goes on with. */
const BEFORE_MAX = 2;

/** What was said before, and the sentence. */
export function sentenceInWords(query: string, history: readonly string[]): string {
  return [...history.slice(-BEFORE_MAX), query].join(" >> ");
}

/** Behind the name of what a call lacks. */
const NEEDED = " needed";

/** Whether it lacks what its tool requires, or what was said and cannot be had, so that nothing would be carried out. */
export function asksBack({ open }: Pick<CallWords, "open">): boolean {
  return open.some((name) => name.endsWith(NEEDED));
}

function isNeeded({ isRequired, hasDefault }: Parameter): boolean {
  return isRequired && !hasDefault;
}

/** Of what stands in a list the list's path is named. */
function isAmong(paths: readonly string[], { path }: Parameter): boolean {
  if (paths.length === 0) return false;
  return path.some((_, at) =>
    paths.includes(
      path
        .slice(0, at + 1)
        .map(({ key }) => key)
        .join("."),
    ),
  );
}

function isDefault(value: JsonValue, { defaultValue }: Parameter): boolean {
  return defaultValue !== undefined && Bun.deepEquals(value, defaultValue);
}

/** Of a list of objects the values of all its items. */
function valueAt(parameters: JsonObject, { path }: Parameter): JsonValue | undefined {
  let found: readonly JsonValue[] = [parameters];
  let isMany = false;
  for (const { key, isList } of path) {
    found = found.flatMap((at) => {
      const value = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
      if (value === undefined) return [];
      return isList && Array.isArray(value) ? value : [value];
    });
    isMany ||= isList;
  }
  return isMany && found.length > 1 ? [...found] : found[0];
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)\S*)?$/;
const TIME = /^([01]?\d|2[0-3]):(\d\d)(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?$/;
const IDENTIFIER = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

function inWords(value: JsonValue, parameter: Parameter, now: LocalTime): string {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.map((item: JsonValue) => inWords(item, parameter, now)).join(", ");
  if (isJsonObject(value))
    return Object.entries(value)
      .map(([key, item]) => `${humanised(key)} ${inWords(item as JsonValue, parameter, now)}`)
      .join(", ");
  if (typeof value === "number") return numberInWords(value);
  if (typeof value !== "string") return "nothing";
  const date = DATE.exec(value);
  if (date) return dateInWords(date, now);
  const time = TIME.exec(value);
  if (time) return timeInWords(time[1], time[2]);
  if (LANGUAGE.test(value) && OF_LANGUAGE.test(`${parameter.name} ${parameter.description}`))
    return languageInWords(value);
  return IDENTIFIER.test(value) ? humanised(value) : value;
}

const LANGUAGE = /^[a-z]{2}(?:[-_][A-Z]{2})?$/;
const OF_LANGUAGE = /lang/i;
const LANGUAGES = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** "da, Danish": who names a language seldom says its code. */
function languageInWords(code: string): string {
  return `${code}, ${LANGUAGES.of(code.replace("_", "-"))}`;
}

const MILLION = 1_000_000;
const PERCENT = 100;
const DIGITS = 6;

/** "0.05, 5 %" and "3000000, 3 million": as either is said. */
function numberInWords(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && size < 1) return `${value}, ${Number((value * PERCENT).toPrecision(DIGITS))} %`;
  return size >= MILLION ? `${value}, ${Number((value / MILLION).toPrecision(DIGITS))} million` : String(value);
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
export const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const DAY_MS = 86_400_000;
/** Nobody counts more days than these. */
const COUNTED_DAYS_MAX = 31;

/** "saturday 14 march 2026, in 2 days, 15:00, 3 pm": a date is asked for in any of these ways. */
function dateInWords([, year, month, day, hour, minute]: readonly (string | undefined)[], now: LocalTime): string {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const today = Math.floor(wallClockOf(now).getTime() / DAY_MS);
  const written = `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  const distance = distanceInWords(Math.floor(date.getTime() / DAY_MS) - today);
  const time = hour === undefined ? "" : timeInWords(hour, minute);
  return [written, distance, time].filter((part) => part !== "").join(", ");
}

function distanceInWords(days: number): string {
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  if (Math.abs(days) > COUNTED_DAYS_MAX) return "";
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

function timeInWords(hour = "0", minute = "00"): string {
  const hours = Number(hour);
  const twelve = hours % 12 === 0 ? 12 : hours % 12;
  return `${hours}:${minute}, ${twelve}${minute === "00" ? "" : `:${minute}`} ${hours < 12 ? "am" : "pm"}`;
}
