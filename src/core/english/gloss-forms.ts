/** How numbers, days and times are written in English where they were said in another language. */

export const GLOSS_FORMS = {
  /** By the categories of `Intl.PluralRules`. */
  ordinalEndings: { one: "st", two: "nd", few: "rd", other: "th" } as Readonly<Record<string, string>>,
  times: { 1: "once", 2: "twice" } as Readonly<Record<number, string>>,
  otherTimes: "times",
  noon: "noon",
  midnight: "midnight",
  beforeNoon: "am",
  afterNoon: "pm",
  months: "January February March April May June July August September October November December".split(" "),
} as const;
