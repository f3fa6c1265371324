/** How often something happens: "monthly", "every three months", "once a week". */
import type { Span } from "../ports/models.ts";

export interface FrequencyMention extends Span {
  /** Times a year. */
  readonly value: number;
}

/** How often a year. */
const PERIODS: Readonly<Record<string, number>> = {
  hour: 8760,
  day: 365,
  morning: 365,
  afternoon: 365,
  evening: 365,
  night: 365,
  week: 52,
  monday: 52,
  tuesday: 52,
  wednesday: 52,
  thursday: 52,
  friday: 52,
  saturday: 52,
  sunday: 52,
  weekend: 52,
  fortnight: 26,
  month: 12,
  quarter: 4,
  year: 1,
};
const PERIOD = Object.keys(PERIODS).join("|");
const COUNTS: Readonly<Record<string, number>> = { other: 2, second: 2, once: 1, twice: 2, thrice: 3 };
const SMALL = "one two three four five six seven eight nine ten eleven twelve".split(" ");

const IN_ONE_WORD: readonly (readonly [RegExp, number])[] = [
  [/\b(?:semi-?annual(?:ly)?|half-?yearly|bi-?annual(?:ly)?)\b/gi, 2],
  [/\bquarterly\b/gi, 4],
  [/\b(?:bi-?weekly|fortnightly)\b/gi, 26],
  [/\b(?:bi-?monthly)\b/gi, 6],
  [/\bmonthly\b/gi, 12],
  [/\bweekly\b/gi, 52],
  [/\b(?:daily|nightly)\b/gi, 365],
  [/\bhourly\b/gi, 8760],
  [/\b(?:yearly|annually)\b/gi, 1],
];
/** "every week", "each quarter", "every other day", "every 3 months". */
const EVERY = new RegExp(
  `\\b(?:every|each)\\s+(?:(?:single|(other|second|\\d{1,2}|${SMALL.join("|")}))\\s+)?(${PERIOD})s?\\b`,
  "gi",
);
/** "once a week", "3 times per year". */
const TIMES = new RegExp(
  `\\b(?:(once|twice|thrice)|(\\d{1,2}|${SMALL.join("|")})\\s+times)\\s+(?:an?|per|each|every|in\\s+an?)\\s+(${PERIOD})\\b`,
  "gi",
);
/** "50 a month" may be a price, too. */
const PER = /\b(?:per|an?)\s+(hour|day|week|month|quarter|year)\b/gi;
const WANTS_TIMES =
  /\b(?:times|often)\b.{0,60}\b(?:per|a|each|in a|every)\s+(?:year|annum|unit time|unit of time|time period)|\bperiods per year\b/i;

/** Whether the parameter asks how many times a year. */
export function wantsTimesAYear(name: string, description: string): boolean {
  return WANTS_TIMES.test(description) || /per_?year$/i.test(name);
}

/** "compounded monthly", "quarterly payments", "once a week", in the order of the text. */
export function frequenciesIn(text: string): readonly FrequencyMention[] {
  const found: FrequencyMention[] = [];
  const add = (match: RegExpExecArray, value: number) => {
    const mention = { start: match.index, end: match.index + match[0].length, value };
    if (!found.some((other) => mention.start < other.end && mention.end > other.start)) found.push(mention);
  };
  for (const match of text.matchAll(TIMES)) add(match, countOf(match[1] ?? match[2]) * timesAYear(match[3]));
  for (const match of text.matchAll(EVERY)) add(match, timesAYear(match[2]) / countOf(match[1]));
  for (const [pattern, value] of IN_ONE_WORD) {
    for (const match of text.matchAll(pattern)) add(match, value);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** An option of "every": "3 months". "Monday" and "night" are days and times, which differ from each other. */
const PERIOD_ALONE = new RegExp(
  `^(?:(?:\\d{1,2}|${SMALL.join("|")})\\s+)?(?:hour|day|week|fortnight|month|quarter|year)s?$`,
  "i",
);

/** How often the text says, in the order of the text; "50 a month" only where nothing else says so. */
export function ratesIn(text: string): readonly FrequencyMention[] {
  const said = frequenciesIn(text);
  return said.length > 0 ? said : [...text.matchAll(PER)].map(rate);
}

/** Which of a text's rates means the same as the option: "once a quarter" for `quarterly`; null for none. */
export function rateAmong(rates: readonly FrequencyMention[], option: string): Span | null {
  const [meant, ...others] = frequenciesIn(PERIOD_ALONE.test(option) ? `every ${option}` : option);
  if (!meant || others.length > 0) return null;
  return rates.find(({ value }) => Math.abs(value / meant.value - 1) < SAME) ?? null;
}

/** Four weeks are a month, and three months a quarter. */
const SAME = 0.1;

function rate(match: RegExpExecArray): FrequencyMention {
  return { start: match.index, end: match.index + match[0].length, value: timesAYear(match[1]) };
}

function timesAYear(period = ""): number {
  return PERIODS[period.toLowerCase()] ?? 1;
}

function countOf(word = "one"): number {
  const lower = word.toLowerCase();
  const small = SMALL.indexOf(lower);
  return small >= 0 ? small + 1 : (COUNTS[lower] ?? Number(lower));
}
