/** Days of the week by the words for several of them: "on weekdays", "Monday to Friday", "every day". */
import type { Span } from "../ports/models.ts";

export interface WeekdaysMention extends Span {
  /** 0 is Monday. */
  readonly days: readonly number[];
}

const NAMES = [
  "mon(?:day)?",
  "tue(?:s(?:day)?)?",
  "wed(?:nesday)?",
  "thu(?:rs?(?:day)?)?",
  "fri(?:day)?",
  "sat(?:urday)?",
  "sun(?:day)?",
];
const NAME = NAMES.join("|");
const RANGE = new RegExp(`\\b(${NAME})s?\\s*(?:to|until|till|through|thru|-|–)\\s*(${NAME})s?\\b`, "gi");
const GROUPS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\b(?:on )?(?:weekdays|workdays|working days|every (?:weekday|workday|working day))\b/gi, [0, 1, 2, 3, 4]],
  [/\b(?:on )?(?:the |every )?weekends?\b/gi, [5, 6]],
  [/\b(?:every ?day|each day|daily|all week|seven days a week)\b/gi, [0, 1, 2, 3, 4, 5, 6]],
];

/** Where the text speaks of several days at once; single days by their names are not listed. */
export function weekdaysIn(text: string): readonly WeekdaysMention[] {
  const ranges = [...text.matchAll(RANGE)].map((match) => {
    const [first, last] = [dayOf(match[1] ?? ""), dayOf(match[2] ?? "")];
    const count = ((last - first + 7) % 7) + 1;
    return mention(match, Array.from({ length: count }, (_, day) => (first + day) % 7).toSorted());
  });
  const groups = GROUPS.flatMap(([pattern, days]) => [...text.matchAll(pattern)].map((match) => mention(match, days)));
  return [...ranges, ...groups];
}

/** 0 for "Monday", "mon" and "MO"; −1 for what is no day. */
export function dayOf(word: string): number {
  return NAMES.findIndex((name) => new RegExp(`^(?:${name}|${name.slice(0, 2)})s?$`, "i").test(word));
}

function mention(match: RegExpExecArray, days: readonly number[]): WeekdaysMention {
  return { start: match.index, end: match.index + match[0].length, days };
}
