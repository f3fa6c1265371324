/** Days of the week by the words for several of them: "on weekdays", "Monday to Friday", "every day". */
import type { Span } from "../span.ts";
import { type LanguageTables, perLanguage } from "./language.ts";

export interface WeekdaysMention extends Span {
  /** 0 is Monday. */
  readonly days: readonly number[];
}

/** What a schema may cut the name of a day to: "MO". */
const SHORT_LETTERS = 2;

const formsOf = perLanguage(({ weekdays: { days, plural, upTo } }) => {
  const name = days.join("|");
  return {
    range: new RegExp(`\\b(${name})${plural}\\s*(?:${upTo})\\s*(${name})${plural}\\b`, "gi"),
    days: days.map((day) => new RegExp(`^(?:${day}|${day.slice(0, SHORT_LETTERS)})${plural}$`, "i")),
  };
});

/** Where the text speaks of several days at once; single days by their names are not listed. */
export function weekdaysIn(text: string, language: LanguageTables): readonly WeekdaysMention[] {
  const ranges = [...text.matchAll(formsOf(language).range)].map((match) => {
    const [first, last] = [dayOf(match[1] ?? "", language), dayOf(match[2] ?? "", language)];
    const count = ((last - first + 7) % 7) + 1;
    return mention(match, Array.from({ length: count }, (_, day) => (first + day) % 7).toSorted());
  });
  const groups = language.weekdays.groups.flatMap(([pattern, days]) =>
    [...text.matchAll(pattern)].map((match) => mention(match, days)),
  );
  return [...ranges, ...groups];
}

/** 0 for "Monday", "mon" and "MO"; −1 for what is no day. */
export function dayOf(word: string, language: LanguageTables): number {
  return formsOf(language).days.findIndex((day) => day.test(word));
}

function mention(match: RegExpExecArray, days: readonly number[]): WeekdaysMention {
  return { start: match.index, end: match.index + match[0].length, days };
}
