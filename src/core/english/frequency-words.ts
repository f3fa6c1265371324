/** How often something happens. */
import type { FrequencyWords } from "../reading/value-tables.ts";
import { WRITTEN_OUT } from "./number-words.ts";

const PERIODS: FrequencyWords["periods"] = {
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

export const FREQUENCY_WORDS: FrequencyWords = {
  periods: PERIODS,
  counts: { other: 2, second: 2, once: 1, twice: 2, thrice: 3 },
  inOneWord: [
    [/\b(?:semi-?annual(?:ly)?|half-?yearly|bi-?annual(?:ly)?)\b/gi, 2],
    [/\bquarterly\b/gi, 4],
    [/\b(?:bi-?weekly|fortnightly)\b/gi, 26],
    [/\b(?:bi-?monthly)\b/gi, 6],
    [/\bmonthly\b/gi, 12],
    [/\bweekly\b/gi, 52],
    [/\b(?:daily|nightly)\b/gi, 365],
    [/\bhourly\b/gi, 8760],
    [/\b(?:yearly|annually)\b/gi, 1],
  ],
  every: new RegExp(
    `\\b(?:every|each)\\s+(?:(?:single|(?<count>other|second|\\d{1,2}|${WRITTEN_OUT}))\\s+)?(?<period>${PERIOD})s?\\b`,
    "gi",
  ),
  times: new RegExp(
    `\\b(?:(?<adverb>once|twice|thrice)|(?<count>\\d{1,2}|${WRITTEN_OUT})\\s+times)\\s+(?:an?|per|each|every|in\\s+an?)\\s+(?<period>${PERIOD})\\b`,
    "gi",
  ),
  per: /\b(?:per|an?)\s+(?<period>hour|day|week|month|quarter|year)\b/gi,
  periodAlone: new RegExp(
    `^(?:(?:\\d{1,2}|${WRITTEN_OUT})\\s+)?(?:hour|day|week|fortnight|month|quarter|year)s?$`,
    "i",
  ),
  eachPeriod: "every",
  wantsTimesAYear:
    /\b(?:times|often)\b.{0,60}\b(?:per|a|each|in a|every)\s+(?:year|annum|unit time|unit of time|time period)|\bperiods per year\b/i,
  namedTimesAYear: /per_?year$/i,
};
