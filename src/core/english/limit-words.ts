/** How parameters ask for the least or the most of something. */
import type { LimitWords } from "../reading/request-tables.ts";

export const LIMIT_WORDS: LimitWords = {
  least: "min minimum minimal least lower lowest smallest over above after since start begin beginning".split(" "),
  most: "max maximum maximal most upper highest largest biggest greatest budget under below before until end".split(
    " ",
  ),
  from: /(?:^from\s|\sfrom$|^from$)/i,
  to: /(?:^to\s|\sto$|^to$)/i,
  describedLeast: /^(?:the\s+)?(?:lowest|smallest|minimum|minimal|least|shortest|cheapest|earliest|lower)\b/i,
  describedMost: /^(?:the\s+)?(?:highest|largest|biggest|greatest|maximum|maximal|most|longest|latest|upper)\b/i,
  ofYears: /\byears?\b/i,
  ofDates: /\b(?:after|before|since|until)\b/i,
  otherBehind:
    /^(?:\s?%|[\s-]*(?:percent|stars?|people|persons?|guests?|nights?|days?|weeks?|months?|years?|hours?|minutes?|rooms?|bedrooms?|seats?|km|miles?|kilomet|met(?:er|re)s?|[kmg]b|inch(?:es)?|kg)\b)/i,
  starting: "\\bfrom\\s+",
};
