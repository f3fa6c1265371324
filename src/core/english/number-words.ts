/** Numbers in words. */
import type { NumberWords } from "../reading/value-tables.ts";

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );

/** From one to twelve, as alternatives: numbers that people write out. */
export const WRITTEN_OUT = UNITS.slice(1, 13).join("|");

export const NUMBER_WORDS: NumberWords = {
  units: UNITS,
  tens: "twenty thirty forty fifty sixty seventy eighty ninety".split(" "),
  scales: { hundred: 100, dozen: 12, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 },
  shortScales: { k: 1e3, bn: 1e9 },
  moneyScales: { K: 1e3, M: 1e6, B: 1e9 },
  // "second" is left out: it is a unit of time more often than an ordinal.
  ordinals: {
    first: 1,
    third: 3,
    fourth: 4,
    fifth: 5,
    sixth: 6,
    seventh: 7,
    eighth: 8,
    ninth: 9,
    tenth: 10,
    eleventh: 11,
    twelfth: 12,
    thirteenth: 13,
    fourteenth: 14,
    fifteenth: 15,
    sixteenth: 16,
    seventeenth: 17,
    eighteenth: 18,
    nineteenth: 19,
    twentieth: 20,
    thirtieth: 30,
  },
  others: { once: 1, twice: 2, thrice: 3, dozen: 12 },
  point: "point",
  zero: "oh",
  times: { double: 2, triple: 3 },
  parts: { half: 2, halves: 2, third: 3, quarter: 4, fifth: 5 },
  partPlural: /(?<=d|r|h)s$/,
  article: "a",
  and: "and",
  half: "half",
  amounts: { couple: 2, dozen: 12, fiver: 5, tenner: 10 },
  // A "grand piano" is one piano.
  grand:
    /^([\s-]?grand)(?=\s*(?:$|[.,;:!?)])|\s(?:a|an|each|per|to|for|from|at|on|in|by|as|of|with|or|and|off|max|tops|is|please)\b)/i,
  aGrand:
    /\ba grand(?=\s*(?:$|[.,;:!?)])|\s(?:an?|each|per|to|for|from|at|on|in|by|as|or|and|off|max|tops|is|please)\b)/gi,
  wholeScales: new Set(["dozen", "thousand", "million", "billion"]),
  spokenFraction:
    /\b(?:(\w+) and )?(an?|one|two|three|four|five) (half|halves|thirds?|quarters?|fifths?)(?: (?:of an? )?(hundred|thousand|million|billion|trillion))?\b(?!\s+past\b)/gi,
  countArticle: /^an?$/i,
  percent: "percent",
  measures:
    "(?:[kmc]?g|kilos?|kilograms?|grams?|[kmc]?m|met(?:er|re)s?|kilomet(?:er|re)s?|miles?|[mc]?l|lit(?:er|re)s?|hours?|hrs?|h|percent|degrees?|euros?|dollars?|pounds?|kwh?|eur|usd|gbp|chf)(?![a-z])|[%°€$£]",
  percentBehind: /^\s*(?:%|percent\b|per cent\b)/i,
  negativeFor:
    /\b(?:negative|minus|below zero)(?:\s+(?:values?|numbers?|ones?|amounts?|seconds?|minutes?))?\s*(?:[:=]|to|for|means?|is|are|moves?|goes|if|when)\s+(?<what>[^.,;:()]{1,60})/i,
  minusBefore: /(?:^|[^\w\s])?(?:(\w+)\s+)?\b(?:minus|negative)\s+$/i,
  southOrWest: /^\s*°?\s*[WS]\b(?! *\.)/,
  digitsWanted: new RegExp(`\\b(?:(?:last|first|final)\\s+)?(\\d{1,2}|${WRITTEN_OUT})[\\s-]digits?\\b`, "i"),
};
