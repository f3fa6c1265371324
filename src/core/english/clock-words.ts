/** Times of day in figures. */
import type { ClockWords } from "../reading/value-tables.ts";

export const CLOCK_WORDS: ClockWords = {
  time: /(?<![\d:.])(\d{1,2})(?::(\d{2})(?!\d)(?::\d{2})?)?(?:\s*([ap])\.?m\b\.?)?/gi,
  before: /\b(?:at|by|around|about|until|till|before|after|from|since|to)\s+$/i,
  bareHour:
    /\bat (?=(?:[1-9]|1[0-2])(?:$|[.,;!?]| (?:and|every|for|in|next|on|please|sharp|this|today|tomorrow|tonight|with)\b))/gi,
  secondHalf: "p",
  namesClock: /hour|minute/i,
  namesHour: /hour/,
  namesHourOfDay: /opening|operating/i,
};
