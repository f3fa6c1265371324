/** Times of day in figures. */
import type { ClockWords } from "../reading/value-tables.ts";
import { WEEKDAY } from "./date-words.ts";
import { NUMBER_WORDS } from "./number-words.ts";

const HOUR = `[1-9]|1[0-2]|${NUMBER_WORDS.units.slice(1, 13).join("|")}`;
const BEHIND = `and|but|every|for|if|in|instead|next|on|or|please|sharp|so|then|this|till|to|today|tomorrow|tonight|until|with|${WEEKDAY}`;

export const CLOCK_WORDS: ClockWords = {
  time: /(?<![\d:.])(\d{1,2})(?::(\d{2})(?!\d)(?::\d{2})?)?(?:\s*([ap])\.?m\b\.?)?/gi,
  before: /\b(?:at|by|around|about|until|till|before|after|from|since|to)\s+$/i,
  bareHour: new RegExp(`\\bat (?=(${HOUR})(?:$|[.,;!?]| (?:${BEHIND})\\b))`, "gi"),
  namesTime: /(?:^| )(?:time|when|start|starts|begins?)$/,
  secondHalf: "p",
  namesClock: /hour|minute/i,
  namesHour: /hour/,
  namesHourOfDay: /opening|operating/i,
};
