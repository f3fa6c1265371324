/** Days of the week, one by one and together. */
import type { WeekdayNames } from "../reading/value-tables.ts";

export const WEEKDAY_NAMES: WeekdayNames = {
  days: [
    "mon(?:day)?",
    "tue(?:s(?:day)?)?",
    "wed(?:nesday)?",
    "thu(?:rs?(?:day)?)?",
    "fri(?:day)?",
    "sat(?:urday)?",
    "sun(?:day)?",
  ],
  plural: "s?",
  upTo: "to|until|till|through|thru|-|–",
  groups: [
    [/\b(?:on )?(?:weekdays|workdays|working days|every (?:weekday|workday|working day))\b/gi, [0, 1, 2, 3, 4]],
    [/\b(?:on )?(?:the |every )?weekends?\b/gi, [5, 6]],
    [/\b(?:every ?day|each day|daily|all week|seven days a week)\b/gi, [0, 1, 2, 3, 4, 5, 6]],
  ],
};
