/** Times of day as people say them in Dutch. */
import type { ClockPhrases } from "../foreign/values/value-gloss-tables.ts";

const MINUTES = "<minute>(?: minuten)?";
/** "zeven uur" alone may be a length of time, but not behind a day. */
const BEHIND_DAY =
  "(?<=(?:morgen|vandaag|overmorgen|vanavond|vanmiddag|vanochtend|avond|middag|ochtend|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag),?\\s)";

export const DUTCH_CLOCK: ClockPhrases = {
  hours: { middernacht: 0, een: 1 },
  plain: [
    { said: "<named>", adds: 0, minute: 0 },
    { said: "kwart over <hour>(?: uur)?", adds: 15, minute: 0 },
    { said: "kwart voor <hour>(?: uur)?", adds: -15, minute: 0 },
    { said: "(?=(?:5|10|20) )<minute> over <hour>", adds: 0, minute: 1 },
    { said: "(?=(?:5|10|20) )<minute> voor <hour>", adds: 0, minute: -1 },
    { said: "half <hour>", adds: -30, minute: 0 },
    { said: `${MINUTES} voor half <hour>`, adds: -30, minute: -1 },
    { said: `${MINUTES} over half <hour>`, adds: -30, minute: 1 },
    { said: "<hour> uur <mm>", adds: 0, minute: 1 },
    { said: "<hour>[:.]<mm> ?(?:uur|u|h)", adds: 0, minute: 1 },
    { said: "<hour> ?[uh] ?<mm>", adds: 0, minute: 1 },
    { said: "<hour>:<mm>", adds: 0, minute: 1 },
    { said: `${BEHIND_DAY}<hour> ?(?:uur|u)`, adds: 0, minute: 0 },
  ],
  behind: [
    { said: "<hour> ?(?:uur|u)", adds: 0, minute: 0 },
    // "Tegen een verkeerde koers" is no time of day.
    { said: "(?<=(?:om|rond|tegen)\\s)(?!een\\s+(?!van|'s|uur)\\p{L})<hour>", adds: 0, minute: 0 },
    { said: "(?<=(?:om|rond|tegen|tot|vanaf|voor|na)\\s)<hour>\\.<mm>", adds: 0, minute: 1 },
    { said: `${MINUTES} over <hour>(?: uur)?`, adds: 0, minute: 1 },
    { said: `${MINUTES} voor <hour>(?: uur)?`, adds: 0, minute: -1 },
  ],
  before: {
    "(?:klokslag |precies |stipt )?om": "at",
    "(?:zo |om )?(?:rond|tegen|omstreeks|ongeveer|circa)(?: om)?": "around",
    "vanaf|van": "from",
    "tot(?: en met| aan)?": "until",
    voor: "for",
    na: "after",
    "naar|op": "to",
  },
  parts: {
    "(?:'s |s')(?:morgens|ochtends?)|in de (?:ochtend|morgen)": "morning",
    "(?:'s |s')middags|in de middag": "afternoon",
    "(?:'s |s')avonds|in de avond": "evening",
    "(?:'s |s')nachts|in de nacht": "night",
  },
  ranges: [
    { first: "van|vanaf", second: "tot(?: en met)?", english: ["from", "to"], isClock: false },
    { first: "tussen", second: "en", english: ["between", "and"], isClock: false },
  ],
  counted:
    "%|€|procent|euro|dollar|graden|minuten|minuut|seconden|uur lang|uren|dagen|dag|weken|week|maanden|jaar|meter|km|cm|kilo|kg|gram|liter|stuks|mensen|personen|keer|punten",
};
