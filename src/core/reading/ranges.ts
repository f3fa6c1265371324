/** The ends of what is wanted: "between 20 and 50", "3-10k", "at least 4", "no more than 100", "50 or less". */
import type { Span } from "../ports/models.ts";
import { CURRENCY_SIGN } from "./currencies.ts";

interface NumberSaid extends Span {
  readonly value: number;
}

export interface Range {
  readonly low: NumberSaid;
  readonly high: NumberSaid;
}

const CUE_UNITS_MAX = 60;
const SIGN = `${CURRENCY_SIGN}?\\s?`;
/** What may stand behind the first number. */
const UNIT = `(?:\\s?(?:[%°]|${CURRENCY_SIGN})|[\\s-]?(?!and|to|or|at)[a-zA-Z]{1,12})?`;
const AND = new RegExp(`^${UNIT}\\s+and\\s+${SIGN}$`, "i");
const TO = new RegExp(`^${UNIT}\\s+(?:to|through|till|until|up\\s+to)\\s+${SIGN}$`, "i");
const DASH = new RegExp(`^\\s?[–-]\\s?${SIGN}$`);
const BETWEEN = new RegExp(`\\bbetween\\s+(?:the\\s+)?${SIGN}$`, "i");
/** "2-3-2024" is a date, and so is "Monday 3 to 5". */
const IN_A_DATE = /(?:\d[-/.]|day\s)$/i;
const SCALES: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9, bn: 1e9 };
const SCALED = /(k|thousand|million|billion|bn)$/i;

/** Every range in the order of the text, from the lower to the higher end; of "10 to 50k", the lower end is 10,000. */
export function rangesIn(text: string, numbers: readonly NumberSaid[]): readonly Range[] {
  return numbers.flatMap((first, index) => {
    const high = numbers[index + 1];
    if (!high || first.value >= high.value) return [];
    const before = text.slice(Math.max(0, first.start - CUE_UNITS_MAX), first.start);
    const gap = text.slice(first.end, high.start);
    const isJoined = BETWEEN.test(before) ? AND.test(gap) || DASH.test(gap) : TO.test(gap) || DASH.test(gap);
    const isDate = IN_A_DATE.test(before) || /^[-/.]\d/.test(text.slice(high.end, high.end + 2));
    if (!isJoined || isDate) return [];
    const scale = scaleOf(text, first) === 1 ? scaleOf(text, high) : 1;
    const value = first.value * scale < high.value ? first.value * scale : first.value;
    return [{ low: { start: first.start, end: first.end, value }, high }];
  });
}

function scaleOf(text: string, { start, end }: Span): number {
  return SCALES[SCALED.exec(text.slice(start, end))?.[1]?.toLowerCase() ?? ""] ?? 1;
}

/** Which end of what is wanted a number is. */
export type Limit = "least" | "most";

const MORE = "more|greater|bigger|larger|higher|longer|older|heavier|better|later|newer";
const LESS = "less|fewer|smaller|lower|shorter|younger|lighter|cheaper|earlier";
const BETWEEN_CUE_AND_NUMBER = `(?:(?:the|an?|about|around|roughly|price of|of)\\s+)?${SIGN}$`;
const SAID_BEFORE: Readonly<Record<Limit, RegExp>> = {
  least: new RegExp(
    `(?:(?<![\\w-])(?:over|above|(?:${MORE}) than|at least|exceed(?:ing|s)?|min|minimum|starting at|upwards of)\\s+|[>≥]=?\\s*)${BETWEEN_CUE_AND_NUMBER}`,
    "i",
  ),
  most: new RegExp(
    `(?:(?<![\\w-])(?:under|below|(?:${LESS}) than|at most|up to|max|maximum|within)\\s+|[<≤]=?\\s*)${BETWEEN_CUE_AND_NUMBER}`,
    "i",
  ),
};
const UNIT_BEHIND = `(?:\\s?(?:[%°]|${CURRENCY_SIGN}))?(?:\\s+(?!or|and|at|to)[a-z]+)?`;
const SAID_BEHIND: Readonly<Record<Limit, RegExp>> = {
  least: new RegExp(
    `^(?:\\+|${UNIT_BEHIND},?\\s+(?:(?:or|and) (?:${MORE}|above|over|up|upwards)|at least|minimum)\\b)`,
    "i",
  ),
  most: new RegExp(
    `^${UNIT_BEHIND},?\\s+(?:(?:or|and) (?:${LESS}|below|under)|at (?:the )?most|max|maximum|tops)\\b`,
    "i",
  ),
};
/** Of years, which begin and end like dates. */
const YEARS_BEFORE: Readonly<Record<Limit, RegExp>> = {
  least: /\b(?:since|after|from|starting in|as of)\s+(?:the\s+year\s+)?$/i,
  most: /\b(?:before|until|till|to|through|by)\s+(?:the\s+year\s+)?$/i,
};
/** "no more than", "I don't want to pay more than". */
const DENIED = /(?:\b(?:not?|never|without|nothing)|n['’]t)\s+(?:\w+\s+){0,4}$/i;

/** Which end the words around a number make it; null where they say nothing of that. */
export function limitSaid(text: string, { start, end }: Span, isYear: boolean): Limit | null {
  const left = text.slice(Math.max(0, start - CUE_UNITS_MAX), start);
  const right = text.slice(end, end + CUE_UNITS_MAX);
  for (const limit of ["least", "most"] as const) {
    const said = SAID_BEFORE[limit].exec(left) ?? (isYear ? YEARS_BEFORE[limit].exec(left) : null);
    if (said) return DENIED.test(left.slice(0, said.index)) ? otherEnd(limit) : limit;
  }
  return (["least", "most"] as const).find((limit) => SAID_BEHIND[limit].test(right)) ?? null;
}

export function otherEnd(limit: Limit): Limit {
  return limit === "least" ? "most" : "least";
}
