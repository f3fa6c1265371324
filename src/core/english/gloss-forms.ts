/** How numbers, days and times are written in English where they were said in another language. */

export const GLOSS_FORMS = {
  /** By the last figure, but for eleven, twelve and thirteen. */
  ordinalEndings: { 1: "st", 2: "nd", 3: "rd" } as Readonly<Record<number, string>>,
  otherOrdinals: "th",
  times: { 1: "once", 2: "twice" } as Readonly<Record<number, string>>,
  otherTimes: "times",
  /** Before the first of two times and between them. */
  betweenTimes: ["from", "to"],
  noon: "noon",
  midnight: "midnight",
  beforeNoon: "am",
  afterNoon: "pm",
  /** Languages that people ask for, by ISO 639-1: names of smaller ones are other words too often. */
  languages:
    "af ar az bg bn ca cs cy da de el en es et eu fa fi fr gl he hi hr hu hy id is it ja ka kk ko lt lv mk ms nb nl no pl pt ro ru sk sl sq sr sv sw ta th tl tr uk ur vi zh".split(
      " ",
    ),
  /** What says a day, or a part of one: then nobody has to ask which comes next. */
  ofADay:
    /(?:^| )(?:tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|year|day|daily|every|morning|noon|afternoon|evening|night|tonight|jan|feb|mar|apr|may|june|july|aug|sep|oct|nov|dec)|\d(?:st|nd|rd|th)/i,
  months: "January February March April May June July August September October November December".split(" "),
} as const;
