/** Times and days as they are said aloud, and how they are written for chrono. */
import type { SpokenTimeWords } from "../reading/value-tables.ts";
import { MONTH, WEEKDAY } from "./date-words.ts";
import { NUMBER_WORDS } from "./number-words.ts";

const { units: UNITS, tens: TENS } = NUMBER_WORDS;
const DIGITS = UNITS.slice(1, 10).join("|");
const TWENTY = TENS[0] ?? "";
const HOUR = UNITS.slice(1, 13).join("|");
/** Minutes behind an hour: "seven thirty", "ten forty-five", "five oh five". */
const MINUTE = `(?:${TENS.slice(0, 4).join("|")})(?:[- ](?:${DIGITS}))?|${UNITS.slice(10).join("|")}|oh (?:${DIGITS})`;
/** Minutes around an hour: "ten past", "twenty-five to". */
const AROUND = `five|ten|${TWENTY}[- ]five|${TWENTY}`;

const PART = "in the (?:morning|afternoon|evening)|this (?:morning|afternoon|evening)|at night|tonight";
const DAY = `(?:today|tomorrow|tonight|${WEEKDAY}|this)(?: (?:morning|afternoon|evening|night))?`;
/** What may stand behind a time of day. */
const ENDS = `(?=\\s*(?:$|[.,;:!?)])|\\s+(?:${PART}|${DAY}|on|next|sharp|please|and|but|or|so|for|with|to|till|until|by|at|from|because|if|when|[ap]\\.?m)(?!\\w))`;
/** The same behind "at", where a number counts nothing that comes next. */
const ENDS_AT = `(?=\\s*(?:$|[.,;:!?)])|\\s+(?:${PART}|${DAY}|on|in|next|sharp|instead|please|and|but|or|so|as|for|with|to|till|until|by|at|from|because|since|if|when|then|there|the|we|i|he|she|they|it|you|would|could|can|will|should|has|have|is|[ap]\\.?m)(?!\\w))`;
/** At the end of an hour that may be in either half of the day. */
const ON_CLOCK = "(?<![\\d:.])(?:1[0-2]|[1-9])(?::\\d\\d)?";
const BEFORE_TIME = "at|by|around|about|until|till|before|after|since|from|to|between|and|for";
const BEFORE_DAY = "on|by|until|till|from|to|before|after|since|between|and|through|for|of";

const ORDINAL_UNITS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const ORDINALS: Readonly<Record<string, number>> = Object.fromEntries([
  ...ORDINAL_UNITS.map((word, index) => [word, index + 1] as const),
  ...ORDINAL_UNITS.slice(0, 9).map((word, index) => [`${TWENTY} ${word}`, 21 + index] as const),
  ["thirtieth", 30],
  ["thirty first", 31],
]);
const ORDINAL = Object.keys(ORDINALS)
  .toSorted((one, other) => other.length - one.length)
  .map((words) => words.replace(" ", "[- ]"))
  .join("|");

export const SPOKEN_TIME_WORDS: SpokenTimeWords = {
  ordinals: ORDINALS,
  names: (
    "monday tuesday wednesday thursday friday saturday sunday today tonight tomorrow yesterday january february march april june " +
    "july august september october november december"
  ).split(" "),
  zero: "oh",
  rules: [
    // As they are written in a hurry.
    { form: "\\b(?:2day|tdy)\\b", by: "today" },
    { form: "\\b(?:2nite|2night|tonite)\\b", by: "tonight" },
    { form: "\\b(?:2moro|2morrow|tmrw|tmr|tmw|tomoz)\\b", by: "tomorrow" },
    { form: "\\bteh (?=\\d{1,2}(?:st|nd|rd|th)\\b)", by: "the " },
    // "a quarter past nine", "half past seven", "half seven", "twenty to four": hours in figures or in words.
    { form: `\\bhalf past (?<hour>${HOUR}|\\d{1,2})(?![\\w:])`, by: "{hour}:30" },
    { form: `(?<=\\bat )half (?<hour>${HOUR})\\b`, by: "{hour}:30" },
    {
      form: `(?:(?<=^|\\b(?:${BEFORE_TIME}|${DAY})[ ,]{1,2})half|(?<=, )half) (?<hour>${HOUR}|1[0-2]|[1-9])${ENDS}`,
      by: "{hour}:30",
    },
    // "noonish", "tenish", "around 3ish", "at 18.30", "at 0600", "at oh seven hundred".
    { form: "\\bnoon-?ish\\b", by: "noon" },
    { form: `(?:\\b(?:at|around|about|by) )?\\b(?<hour>${HOUR}|\\d{1,2})[- ]?ish${ENDS}`, by: "at {hour}" },
    { form: `(?<=\\b(?:at|until|till) )(?<kept>\\d{1,2})\\.(?=[0-5]\\d${ENDS})`, by: "{kept}:" },
    { form: `(?<=\\bat )(?<kept>[01]\\d|2[0-3])(?=[0-5]\\d(?: ?(?:hours|hrs))?${ENDS})`, by: "{kept}:" },
    { form: `(?<=\\bat )(?:oh|zero) (?<hour>${HOUR}) hundred(?: hours)?\\b`, by: "0{hour}:00" },
    { form: `\\b(?:a )?quarter (?:past|after) (?<hour>${HOUR}|\\d{1,2})(?![\\w:])`, by: "{hour}:15" },
    { form: `\\b(?:a )?quarter (?:to|before|of) (?<hour>${HOUR}|\\d{1,2})(?![\\w:])`, by: "{earlier}:45" },
    {
      form: `\\b(?<minute>${AROUND}|[1-5]?\\d) (?:minutes )?past (?<hour>${HOUR}|\\d{1,2})(?![\\w:])`,
      by: "{hour}:{minute}",
    },
    {
      form: `\\b(?<minute>${AROUND}|[1-5]?\\d) minutes to (?<hour>${HOUR}|\\d{1,2})(?![\\w:])`,
      by: "{earlier}:{left}",
    },
    {
      form: `(?<=\\b(?:at|by|around|about|until|till|before|after|since) )(?<minute>${AROUND}|5|10|20|25) (?:minutes )?to (?<hour>${HOUR}|\\d{1,2})(?![\\w:])`,
      by: "{earlier}:{left}",
    },
    // "ten o'clock", "from eleven till one", "seven thirty", "at seven".
    { form: `\\b(?<hour>${HOUR})(?= o['’]?\\s?clock\\b)`, by: "{hour}" },
    {
      form: `(?<=\\b(?:from|between) )(?<hour>${HOUR})(?: (?<minute>${MINUTE}))?(?= (?:to|till|until|and) (?:${HOUR}|\\d{1,2})${ENDS})`,
      by: "{hour}{:minute}",
    },
    {
      form: `(?<=\\b(?:from|between) \\d{1,2}(?::\\d\\d)? (?:to|till|until|and) )(?<hour>${HOUR})(?: (?<minute>${MINUTE}))?${ENDS}`,
      by: "{hour}{:minute}",
    },
    {
      form: `(?<=\\b(?:at|from|starting|(?:${DAY}),?) )(?<hour>${HOUR})(?: (?<minute>${MINUTE}))?${ENDS}`,
      by: "{hour}{:minute}",
    },
    { form: `(?<=\\bat )(?<hour>${HOUR})(?: (?<minute>${MINUTE}))?${ENDS_AT}`, by: "{hour}{:minute}" },
    {
      form: `\\b(?:by|before|after|until|till|around|about) (?<hour>${HOUR})(?: (?<minute>${MINUTE}))?${ENDS}`,
      by: "at {hour}{:minute}",
    },
    { form: `\\b(?<hour>${HOUR})(?: (?<minute>${MINUTE}))?(?= (?:${PART}|[ap]\\.?m)\\b)`, by: "{hour}{:minute}" },
    { form: "(?<=\\bago) today\\b", by: "" },
    { form: `(?<=\\b(?:${BEFORE_TIME}) ${ON_CLOCK}) this (?:evening|afternoon)\\b`, by: " pm today" },
    { form: `(?<=\\b(?:${BEFORE_TIME}) ${ON_CLOCK}) this morning\\b`, by: " am today" },
    // Chrono takes no evening for one.
    { form: `(?<=${ON_CLOCK})(?: o['’]?\\s?clock)? in the (?:evening|afternoon)\\b`, by: " pm" },
    { form: `(?<=${ON_CLOCK})(?: o['’]?\\s?clock)? in the morning\\b`, by: " am" },
    {
      form: `(?<=${ON_CLOCK}) (?<kept>(?:on )?(?:${WEEKDAY}|tomorrow)) (?:evening|afternoon|night)\\b`,
      by: " pm {kept}",
    },
    // "on the twelfth", "the twenty-first to the thirtieth of June", "April the seventh".
    {
      form: `(?<=\\b(?:${BEFORE_DAY}|${MONTH}|${WEEKDAY})[ ,]{1,3})(?:the )?(?<day>${ORDINAL})(?= (?:of )?(?:${MONTH}|next|this|last)\\b)`,
      by: "the {day}th",
    },
    { form: `\\bthe (?<day>${ORDINAL})(?= of (?:${MONTH}|next|this|last)\\b)`, by: "the {day}th" },
    { form: `(?<=\\b(?:${BEFORE_DAY}|${WEEKDAY})[ ,]{1,3})the (?<day>${ORDINAL})(?!\\w)`, by: "the {day}th" },
    { form: `\\bthe (?<day>${ORDINAL})(?= at \\d)`, by: "the {day}th" },
    { form: `(?<=\\b(?:${MONTH}) )(?:the )?(?<day>${ORDINAL})(?!\\w)`, by: "{day}" },
    // "next week, Monday to Friday": chrono knows the week behind the days.
    { form: `(?<=\\bnext week,? (?:from )?${WEEKDAY} (?:to|till|until|through) ${WEEKDAY})\\b`, by: " next week" },
    { form: `\\bnext week,? (?=(?:from )?${WEEKDAY} \\w+ ${WEEKDAY} next week\\b)`, by: "" },
    { form: `(?<=\\bbetween ${WEEKDAY}) and (?=${WEEKDAY} next week\\b)`, by: " to " },
    // Two weeks, and the days that have a name.
    { form: "\\ba fortnight\\b", by: "2 weeks" },
    { form: "(?<=\\bweek|\\bmonth|\\byear)['’]s time\\b", by: "" },
    { form: "(?<=\\bweeks|\\bmonths|\\byears|\\bdays)['’] time\\b", by: "" },
    { form: "\\b(?:midnight tonight|tonight at midnight)\\b", by: "midnight" },
    { form: "\\bvalentine['’]?s(?: day)?\\b", by: "February 14" },
    { form: "\\b(?:halloween|hallowe['’]en)\\b", by: "October 31" },
    { form: "\\bchristmas eve\\b", by: "December 24" },
    { form: "\\bboxing day\\b", by: "December 26" },
    { form: "\\b(?:christmas day|christmas)\\b(?! \\w+ay\\b)", by: "December 25" },
    { form: "\\bnew year['’]?s eve\\b", by: "December 31" },
    { form: "\\bnew year['’]?s day\\b", by: "January 1" },
    // "between the 14th and the 28th of September", "5 to 16 June": the month is said once.
    {
      form: `(?<=\\b(?:${BEFORE_DAY})[ ,]{1,3})(?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?=(?: (?:and|to|until|till|through|or) |[-–])(?:the )?\\d{1,2}(?:st|nd|rd|th)? (?<kept>(?:of )?(?:${MONTH})|of (?:this|next|last) month)\\b)`,
      by: "{day}th {kept}",
    },
  ],
  finishing: [
    // "Saturday the 22nd of May": chrono knows "Saturday, 22nd of May".
    { form: `(?<=\\b${WEEKDAY},? )the (?=\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTH})\\b)`, by: "" },
    // "May the 23rd", "June 3rd through the 9th", "from 12 June", where "from 12" is no hour.
    { form: `(?<=\\b(?:${MONTH}) )the (?=\\d{1,2}(?:st|nd|rd|th)\\b)`, by: "" },
    {
      form: `(?<=\\b(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th)?) (?:through|until|till)(?: the)? (?=\\d{1,2}(?:st|nd|rd|th)?(?![\\d:.]|\\s*[ap]\\.?m))`,
      by: " to ",
    },
    { form: `(?<=\\bfrom )(?<day>\\d{1,2})(?= (?:of )?(?:${MONTH})\\b)`, by: "{day}th" },
    // "in a year" is counted in months, which leave the day as it is.
    { form: "\\b(?:a|one|1) year(?= from (?:now|today)\\b)", by: "12 months" },
    { form: "(?<=\\bin )(?:a|one|1) year(?=\\s*(?:$|[.,;:!?)]))", by: "12 months" },
    { form: `\\b(?:(?:the )?middle of |mid[- ])(?<kept>${MONTH})\\b(?! \\d)`, by: "{kept} 15" },
    // "on March 24, 99 Harding Street" has no year.
    { form: `(?<=\\b(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th)?),(?= \\d\\d(?![\\d:.]|\\s*[ap]\\.?m))`, by: ";" },
  ],
  bareHours: [
    {
      form: `\\b(?:for|to|by|before|after|until|till|around|about) (?<hour>${HOUR}|1[0-2]|[1-9])${ENDS}`,
      by: "at {hour}",
    },
  ],
  ofTime: /^[\s-]+(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)\b/i,
  broken: /\b(?:half|quarters?|thirds?)\b/i,
  minutes: "minutes",
};
