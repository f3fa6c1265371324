/** What a language says of days, dates and times, beside what chrono knows of it. */
import type { Chrono } from "chrono-node";

export interface DateWords {
  /** Chrono's readers of the language, for dates with the month first and with the day first. */
  readonly chrono: { readonly monthFirst: Chrono; readonly dayFirst: Chrono };
  /** A month that is written together with its day, "March.11": the month alone is a group. */
  readonly monthAndDay: RegExp;
  readonly looksBack: RegExp;
  /** Where a sentence speaks of what is over. */
  readonly isOver: RegExp;
  /** In names of tools: that what they deal with is over. In those of parameters: that the day is, or that it is to come. */
  readonly tellsOfPast: RegExp;
  readonly isPastDay: RegExp;
  readonly isComing: RegExp;
  /** In names of tools: that they settle what is to be, however far ahead. */
  readonly plansAhead: RegExp;
  /** In what names and describes a tool: that it records what is yet to be broadcast. */
  readonly recordsShows: RegExp;
  readonly thisYear: RegExp;
  /** "last month": which one, which `away` counts from this one, and the unit. */
  readonly periodOf: RegExp;
  /** "the first quarter of last year": one of `quarters`, and which year. */
  readonly quarterOf: RegExp;
  readonly quarters: Readonly<Record<string, number>>;
  /** A month without a day, by its name. */
  readonly monthAlone: RegExp;
  /** "January to March 2026", with both months and what is said of their years. */
  readonly monthRange: RegExp;
  readonly monthNames: readonly string[];
  /** The units of `periodOf` but years. */
  readonly week: string;
  readonly weekend: string;
  readonly month: string;
  /** What tells two parameters apart that are the first and the last day of something. */
  readonly periodEnds: readonly (readonly [first: string, last: string])[];
  /** Before and behind a day that is one end alone; and before one from which something goes on to this day. */
  readonly oneEnd: RegExp;
  /** The same for what is still to come. */
  readonly mayBeOneEnd: RegExp;
  /** Before a period of which a part alone is meant. */
  readonly partOf: RegExp;
  readonly openEnd: RegExp;
  readonly upTo: RegExp;
  /** At the end of what stands before a moment at which something ends. */
  readonly untilThen: RegExp;
  /** Where any such moment may be. */
  readonly saysUntil: RegExp;
  /** "the 14th", with the number as one of its groups. */
  readonly dayOfMonth: RegExp;
  /** "the 1st of next month": the number and the word that says which month, which `away` counts from this one. */
  readonly dayOfNamedMonth: RegExp;
  readonly away: Readonly<Record<string, number>>;
  /** "a week from today", "2 weeks on Monday": count, unit and day. Counts that are words, and how many days a unit has; a month has none. */
  readonly fromAnotherDay: RegExp;
  readonly counts: Readonly<Record<string, number>>;
  readonly unitDays: Readonly<Record<string, number>>;
  /** What the names of the days begin with, from Sunday on. */
  readonly dayNames: readonly string[];
  /** "tomorrow" is one day away. */
  readonly daysAway: Readonly<Record<string, number>>;
  /** "the day after tomorrow", with the day beside it. */
  readonly dayBeside: RegExp;
  /** "the last Friday of May": which one of `places`, the weekday, and "this", "next" or "last" of a month, or its name and perhaps a year. */
  readonly weekdayOfMonth: RegExp;
  /** From 1 on, and -1 for the last. */
  readonly places: Readonly<Record<string, number>>;
  /** "Friday week" with the day as first group; "the Friday after next" with the day and the side as second and third. */
  readonly weekBeside: RegExp;
  /** What stands right before the day that it counts from: groups `count`, `unit` (or a weekday) and `side`. */
  readonly besideDay: RegExp;
  /** A whole mention that counts from a day named before, with the same groups. */
  readonly besideIt: RegExp;
  /** Begins a mention that counts from a day in it. */
  readonly besideAny: RegExp;
  /** Of the two sides, the one that lies before. */
  readonly backwards: RegExp;
  /** "the end of next week": which edge, the word that says which one, and a week, a month or a year as groups. */
  readonly edgeOf: RegExp;
  /** The unit that is a year. */
  readonly year: string;
  readonly edges: Readonly<Record<string, "first" | "last">>;
  /** An hour in one figure, which may be in either half of the day. */
  readonly hourAlone: RegExp;
  /** Sentences of what is done before the day begins. */
  readonly early: RegExp;
  /** Nothing but a time of day, with what stands before it. */
  readonly timeAlone: RegExp;
  /** A time beside it is of the second half of the day. */
  readonly atNight: RegExp;
  /** Begins how long something lasts, which is no moment where another is said. */
  readonly lasting: RegExp;
  /** At the end of what stands before a stretch of time that begins now: it is told by its end. */
  readonly nextOf: RegExp;
  /** What says in which half of the day. */
  readonly halfOfDay: RegExp;
  /** A moment that is so far from now: "in 20 minutes", whole. */
  readonly fromNow: RegExp;
  /** Today, or a part of it. */
  readonly thisDay: RegExp;
  /** The whole of what says a day or how often, and is nobody's name and no text: "Friday", "every month". No months: May may be somebody. */
  readonly onlyWhen: RegExp;
  /** In the name of a parameter, or in what describes it: that it is when or how often. */
  readonly asksWhen: RegExp;
  /** In what names and describes a tool: that of two days one takes the place of the other, and neither is an end. */
  readonly movesDays: RegExp;
  /** All between two days of which the second ends what the first begins: "starting 1 March and ending 30 June". */
  readonly untilBehind: RegExp;
  /** Between the two ends of a stretch of time. */
  readonly connector: RegExp;
  readonly timeOfDay: RegExp;
  /** What may stand before a day, with blanks. */
  readonly beforeDay: RegExp;
  /** In descriptions: "month-day-year", and what each part is written as. */
  readonly speltPattern: RegExp;
  readonly speltParts: Readonly<Record<string, "YYYY" | "MM" | "DD">>;
  readonly namesStandard: RegExp;
  /** In descriptions that name a standard: that it is a time, too. */
  readonly withTime: RegExp;
  /** What stands before the digits of a year. */
  readonly beforeYear: RegExp;
}
