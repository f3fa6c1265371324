/** Dates and times of day, beside what chrono knows of them. */
import * as chrono from "chrono-node";
import type { DateWords } from "../reading/value-tables.ts";

export const DATE_WORDS: DateWords = {
  chrono: { monthFirst: chrono.en.casual, dayFirst: chrono.en.GB },
  monthAndDay:
    /\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.(?=\d)/gi,
  minutesAround: { "half past": 30, "half to": -30, "quarter past": 15, "quarter to": -15 },
  atHour: "at",
  looksBack: /\b(?:last|ago|past|previous|since|yesterday)\b/i,
  isOver: /\bsince\b|\bdid (?:i|we|you|he|she|it|they)\b|\b(?:i|we|have) (?:spent|bought|paid)\b|\bhappened\b/i,
  dayOfMonth:
    /(?<=\b(?:on|by|until|till|from|to|before|after|since|between|and|through) )the (\d{1,2})(?:st|nd|rd|th)(?=\s*(?:$|[,.;!?]|\b(?:at|to|until|till|and|for|from|please|with|in the)\b))/i,
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
