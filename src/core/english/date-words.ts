/** Dates and times of day, beside what chrono knows of them. */
import * as chrono from "chrono-node";
import type { DateWords } from "../reading/date-tables.ts";

/** As alternatives of a regular expression. */
export const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
export const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december";
/** "Since Monday" and "since we opened in May", but not "since she is ill", which says why. */
const SINCE = `since(?! (?:(?:the|my|our|his|her|their|an?) )?[\\w'’-]+ (?:is|are|has|have|can|can['’]?t|cannot|won['’]t|will|would|must|needs?|wants?)\\b| (?:i|we|you|he|she|it|they)['’](?:s|re|ll|m)\\b)`;
const COUNT = "an?|one|two|three|(?:a )?couple of|\\d{1,2}";

const WEEKDAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?";

export const DATE_WORDS: DateWords = {
  chrono: { monthFirst: chrono.en.casual, dayFirst: chrono.en.GB },
  monthAndDay:
    /\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.(?=\d)/gi,
  looksBack: new RegExp(
    `\\b(?:last(?! \\w+day (?:of|in) (?:the|this|next|last|${MONTH})\\b)|ago|past|previous|${SINCE}|yesterday)\\b`,
    "i",
  ),
  isOver: new RegExp(
    `\\b${SINCE}\\b|\\bdid (?:i|we|you|he|she|it|they)\\b|^(?:(?:when|what|how|why|who|where|which)\\b[^.!?]*? )?did\\b|\\b(?:i|we|have) (?:spent|bought|paid)\\b|\\bhappened\\b`,
    "i",
  ),
  tellsOfPast:
    /^(?:\w+ )?logs?\b|^record\b|^mark attendance\b|\b(?:history|compensation|claim|claims|sales|entries|journal|balance|usage|harvest|incident|misconduct|statement|transactions|results|restore|revert|roll ?back)\b|\breports?$/i,
  isPastDay:
    /\b(?:since|loss|occurred|incident|happened|as of|read on|taken|worked|born|birth|bought|purchased|built|installed|commissioned|founded|drawn|measured|diagnosed)\b/i,
  plansAhead:
    /^(?:\w+ ){0,2}(?:book|reserve|schedule|plan|remind|appoint|hire|rent|leave|holiday|vacation)(?:s|ing|ings|ation|er)?\b/i,
  recordsShows: /^records?\b.*\b(?:programmes?|channels?|broadcasts?|shows?|episodes?|series)\b/i,
  isComing: /\b(?:due|deadline|expir\w*|remind\w*|next|valid|renew\w*|follow)\b|^(?:\w+ ){1,3}by\b/i,
  periodOf: /\b(?:the )?(this|last|next|previous|past) (week|weekend|month|year)\b/gi,
  quarterOf: /\b(?:the )?(first|second|third|fourth) quarter(?: of (this|last|next) year)?\b/gi,
  monthAlone: new RegExp(
    `(?<!\\d(?:st|nd|rd|th)?(?: of)?[ -]?)(?:(?<=\\b(?:in|for|from|during|of|my|our|all) )|(?<=\\b[A-Za-z]+['’]s ))(${MONTHS})\\b(?! ?\\d| the \\d|(?: to| and|[-–]) ?\\w)`,
    "gi",
  ),
  monthRange: new RegExp(
    `(?<!\\d(?:st|nd|rd|th)?(?: of)?[ -]?)\\b(${MONTHS})(?: (\\d{4}))?(?:(?: to| through| until| till)(?: the end of)?|(?<=\\bbetween [a-z]+(?: \\d{4})?) and|\\s?[-–]) ?(${MONTHS})\\b(?! ?\\d{1,2}(?!\\d)| the \\d)(?: (\\d{4})\\b)?`,
    "gi",
  ),
  monthNames: MONTHS.split("|"),
  week: "week",
  weekend: "weekend",
  month: "month",
  quarters: { first: 0, second: 1, third: 2, fourth: 3 },
  periodEnds: [
    ["from", "to"],
    ["from", "until"],
    ["start", "end"],
    ["starts", "ends"],
    ["begins", "ends"],
    ["since", "until"],
    ["first", "last"],
    ["begin", "end"],
    ["after", "before"],
  ],
  oneEnd: /\b(?:since|until|till|by|before|after|starting|beginning|up to|on and after)\s+(?:the\s+)?$/i,
  mayBeOneEnd: /\b(?:from|to|for)\s+(?:the\s+)?$/i,
  partOf: /\b(?:\w*(?:st|nd|rd|th)|week|weekend|end|beginning|start|middle|half|days?)\s+of\s+(?:the\s+)?$/i,
  openEnd: /\bsince\s+(?:the\s+)?$/i,
  upTo: /^\s+(?:on|onwards?|until|till|to|through|and)\b/i,
  saysUntil: /\b(?:un)?till?\b/i,
  untilThen: /\b(?:un)?till?(?:\s+(?:about|around))?(?:\s+at)?\s+$/i,
  thisYear: /\bthis year\b/i,
  dayOfMonth:
    /(?:(?<=\b(?:on|by|until|till|from|to|before|after|since|between|and|through|for|of) )|(?<=\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,? ))the (\d{1,2})(?:st|nd|rd|th)(?=\s*(?:$|[,.:;!?)]|\b(?:at|to|until|till|and|but|or|for|from|please|with|in the|is|isn['’]t|was|wasn['’]t|so|can|could|will|would|should|has|have|instead|because|since|if|when|then|we|i|he|she|they|it)\b))|\bthe (\d{1,2})(?:st|nd|rd|th)(?=,? at \d)|\bthe ([1-3]\d)(?:st|nd|rd|th)(?=\s*(?:$|[,.;!?]))/i,
  dayOfNamedMonth: /\b(?:the )?(\d{1,2})(?:st|nd|rd|th) of (this|next|last|previous) month\b/i,
  away: { this: 0, the: 0, next: 1, last: -1, previous: -1, past: -1 },
  fromAnotherDay:
    /\b(?:in )?(an?|one|\d{1,2}) (days?|weeks?|months?) (?:(?:from|on|after) )?(today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b(?! (?:week|in)\b)/i,
  counts: { a: 1, an: 1, one: 1, two: 2, three: 3, "couple of": 2, "a couple of": 2 },
  weekdayOfMonth: new RegExp(
    `\\b(?:the )?(first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) (${WEEKDAY}) (?:of|in) (?:(the|this|next|last) month|(${MONTH})(?:,? (\\d{4}))?)\\b`,
    "i",
  ),
  places: {
    ...{ first: 1, second: 2, third: 3, fourth: 4, last: -1 },
    // Ordinals may have been written in figures already, each with the same ending.
    ...{ "1st": 1, "1th": 1, "2nd": 2, "2th": 2, "3rd": 3, "3th": 3, "4th": 4 },
  },
  weekBeside: new RegExp(
    `\\b(?:(${WEEKDAY}|today|tomorrow) week\\b|(?:the )?(${WEEKDAY}) (after next|before last)\\b)`,
    "i",
  ),
  besideDay: new RegExp(
    `(?:\\b(?<count>${COUNT}) (?<unit>days?|weeks?|months?)|\\b(?:the )?(?<unit>day|week|month|${WEEKDAY})) (?<side>after|before|following) (?:the )?$`,
    "i",
  ),
  besideIt: new RegExp(
    `^(?:the )?(?:(?<unit>day) (?<side>after|before)|(?<side>next|following) (?<unit>day|week)|(?<count>${COUNT}) (?<unit>days?|weeks?|months?) (?<side>later|earlier))$`,
    "i",
  ),
  besideAny: new RegExp(
    `^(?:the |${COUNT}|day|week)[a-z\\d ]{0,16} (?:after|before) (?:the )?(?:\\d|(?:${MONTH})\\b)`,
    "i",
  ),
  backwards: /before|earlier/i,
  unitDays: { day: 1, days: 1, week: 7, weeks: 7 },
  dayNames: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
  daysAway: { today: 0, tonight: 0, tomorrow: 1, yesterday: -1 },
  dayBeside: /\b(?:the )?day (?:after|before) (tomorrow|yesterday)\b/i,
  edgeOf: /\b(?:the )?(end|beginning|start) of (this|the|next|last) (week|month|year)\b/i,
  year: "year",
  edges: { end: "last", beginning: "first", start: "first" },
  hourAlone: /(?<![\d:.])[1-9](?::[0-5]\d)?(?![\d:.]|\s*h\b)/,
  timeAlone:
    /^(?:(?:starting|beginning|from|at|around|about|by)\s+){0,2}(?:\d{1,2}[:.]\d{2}(?:\s*[ap]\.?m\.?)?|\d{1,2}\s*(?:[ap]\.?m\.?|o'clock))(?:\s+(?:sharp|in the (?:morning|afternoon|evening)))?$/i,
  atNight: /\b(?:last night|tonight|(?:this|yesterday|tomorrow) evening)\b/i,
  lasting:
    /^(?:for\b|(?:(?:about|around|another) )?(?:an?|one|two|three|half|half an|\d[\d.]*)[ -](?:\w+[ -])?(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?)$)/i,
  nextOf: /\b(?:next|coming|following)\s+$/i,
  halfOfDay: /[ap]\.?m\b|morning|night|evening|afternoon/i,
  early: /(?<![\w-])(?:wake|waking|alarms?|up at|get (?:me|us) up|sunrise|dawn|overnight|early|watch)\b/i,
  fromNow: /^in\b.*(?:minute|hour|day|week|month|min|hr)s?\b|\bfrom now$/i,
  thisDay: /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/i,
  onlyWhen: new RegExp(
    `^(?:(?:(?:on|by|from|this|next|last|coming)\\s+)*(?:${WEEKDAYS})|today|tonight|yesterday|tomorrow|(?:tomorrow|yesterday|this)\\s+(?:morning|afternoon|evening|night)|(?:next|this|last)\\s+(?:week|weekend|month|year)|(?:every|each)\\s+(?:hour|day|week|month|quarter|year|morning|evening|night|weekday|weekend|${WEEKDAYS})|hourly|daily|weekly|monthly|quarterly|yearly)$`,
    "i",
  ),
  asksWhen:
    /\b(?:when|dates?|days?|times?|weekdays?|schedules?|frequenc(?:y|ies)|how often|repeats?|recurr\w*|intervals?|every|deadline|due|periods?|starts?|ends?|until|since|moment)\b/i,
  movesDays:
    /\b(?:mov(?:e|es|ing)|reschedul\w*|postpon\w*|shift(?:s|ing)?|swap\w*|exchang\w*|switch\w*|rebook\w*|bring(?:s|ing)? forward|put(?:s|ting)? off)\b/i,
  untilBehind:
    /^,? (?:and|to|until|till|through|up to)(?: (?:until|till|end(?:s|ing)?|finish(?:es|ing)?|back))?(?: (?:on|by|at))?(?: the)? $/i,
  connector: / (?:to|until|till|through|and) | [-–] |(?<=[a-z\d])[-–](?=[a-z])/i,
  timeOfDay:
    /(?:\bat\s+|\baround\s+|\bby\s+)?\b(?:\d{1,2}(?::\d{2}){1,2}(?:\s*[ap]\.?m\b\.?)?|\d{1,2}\s*(?:[ap]\.?m\b\.?|o'clock)|noon|midnight|midday|(?<=at )\d{1,2})/i,
  beforeDay: /^[\s,]*(?:on\s+)?/,
  speltPattern: /\b(?:year|month|day)([-/.])(?:year|month|day)\1(?:year|month|day)\b/i,
  speltParts: { year: "YYYY", month: "MM", day: "DD" },
  namesStandard: /\bISO[- ]?8601\b|\bRFC[- ]?3339\b/i,
  withTime: /time/i,
  beforeYear:
    /\b(?:in|since|from|of|until|till|before|after|year|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?$/i,
};
