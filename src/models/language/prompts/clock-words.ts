/** Whether a call would be another one tomorrow, judged by its values and the words it came from. */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonObject } from "#core/json.ts";
import { type LocalTime, wallClockOf } from "#core/local-time.ts";
import { type DateShape, datesIn } from "#core/reading/dates.ts";
import { leafValues } from "./leaf-values.ts";

/** Shapes in which every date or time that a sentence can mention is found. */
const SHAPES: readonly DateShape[] = [{ kind: "date-time" }, { kind: "pattern", pattern: "HH:mm" }];

/**
 * True when a value is not in the texts as it stands, looks like a date or a time, and either the texts have words that
 * depend on the clock, or its year is nowhere in them: "tomorrow", "5 March", "morgen".
 */
export function callDependsOnClock(parameters: JsonObject, texts: readonly string[], now: LocalTime): boolean {
  const said = texts.join("\n");
  const lower = said.toLowerCase();
  const today = wallClockOf(now);
  const written = leafValues(parameters).filter((value) => !lower.includes(value.toLowerCase()));
  const dated = written.filter((value) => LOOKS_DATED.test(value) || isYearAbout(value, today));
  if (dated.length === 0) return false;
  if (dated.some((value) => yearsIn(value).some((year) => !said.includes(year)))) return true;
  return SHAPES.some((shape) => datesIn(said, shape, now, ENGLISH).some((mention) => mention.dependsOnClock));
}

const WEEKDAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const LOOKS_DATED = new RegExp(
  [
    String.raw`\d{4}-\d{2}`,
    String.raw`\d{1,2}[./]\d{1,2}[./]\d{2,4}`,
    String.raw`\b\d{1,2}:\d{2}`,
    // Seconds and milliseconds since 1970.
    String.raw`^\d{10}(?:\d{3})?$`,
    String.raw`\b(?:${WEEKDAYS}|${MONTHS})\b`,
  ].join("|"),
  "i",
);

/** This year and those beside it; 2000 by itself is more often an amount. */
function isYearAbout(value: string, today: Date): boolean {
  return /^\d{4}$/.test(value) && Math.abs(Number(value) - today.getUTCFullYear()) <= 1;
}

function yearsIn(value: string): readonly string[] {
  return [...value.matchAll(/(?<!\d)(?:19|20|21)\d{2}(?!\d)/g)].map(([year]) => year);
}
