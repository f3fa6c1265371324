/** Times of day as people say them in German. */
import type { ClockPhrases } from "../foreign/values/value-gloss-tables.ts";

export const GERMAN_CLOCK: ClockPhrases = {
  hours: { mitternacht: 0, ein: 1 },
  plain: [
    { said: "(?:ein )?viertel nach <hour>", adds: 15, minute: 0 },
    { said: "(?:ein )?viertel vor <hour>", adds: -15, minute: 0 },
    { said: "viertel uber <hour>", adds: 15, minute: 0 },
    { said: "(?:drei|3) ?viertel <hour>", adds: -15, minute: 0 },
    { said: "(?=(?:5|10|20|25) )<minute> nach <hour>(?: uhr)?", adds: 0, minute: 1 },
    { said: "(?=(?:5|10|20|25) )<minute> vor <hour>(?: uhr)?", adds: 0, minute: -1 },
    { said: "halb <hour>", adds: -30, minute: 0 },
    { said: "<minute>(?: min(?:uten)?)? vor halb <hour>", adds: -30, minute: -1 },
    { said: "<minute>(?: min(?:uten)?)? nach halb <hour>", adds: -30, minute: 1 },
    { said: "kurz vor halb <hour>", adds: -30, minute: 0 },
    { said: "<hour> uhr <minute>", adds: 0, minute: 1 },
    { said: "<hour>[:.]<mm> ?(?:uhr|h)", adds: 0, minute: 1 },
    { said: "<hour><mm> uhr", adds: 0, minute: 1 },
    { said: "<hour>:<mm>", adds: 0, minute: 1 },
    { said: "<hour> ?uhr", adds: 0, minute: 0 },
    { said: "<named>", adds: 0, minute: 0 },
  ],
  behind: [
    { said: "<minute>(?: min(?:uten)?)? nach <hour>", adds: 0, minute: 1 },
    { said: "<minute>(?: min(?:uten)?)? vor <hour>", adds: 0, minute: -1 },
    { said: "(?<=um\\s|gegen\\s|bis\\s|ab\\s)<hour>\\.<mm>", adds: 0, minute: 1 },
    { said: "viertel <hour>", adds: -45, minute: 0 },
    { said: "(?<=um\\s|gegen\\s|punkt\\s)<hour>", adds: 0, minute: 0 },
    { said: "(?<=um\\s|gegen\\s)<hour> <mm>", adds: 0, minute: 1 },
  ],
  before: {
    "(?:so |genau |punkt |exakt )?um(?: punkt| genau)?|schlag|punkt": "at",
    "(?:so |um )?(?:gegen|circa|ca\\.?|ungefahr|etwa)(?: um)?": "around",
    "ab(?: um)?": "from",
    "bis(?: um| spatestens)?|spatestens um": "until",
    von: "from",
    seit: "since",
    vor: "before",
    nach: "after",
    auf: "to",
    fur: "for",
  },
  parts: {
    "(?:in der )?fruh|morgens|am morgen|vormittags|am vormittag": "morning",
    "nachmittags|am nachmittag|mittags|am mittag": "afternoon",
    "abends|am abend": "evening",
    "nachts|in der nacht": "night",
  },
  ranges: [
    { first: "von", second: "bis(?: um)?", english: ["from", "to"], isClock: false },
    { first: "zwischen", second: "und", english: ["between", "and"], isClock: false },
  ],
  counted:
    "%|€|\\$|prozent|euro|dollar|cent|franken|pfund|grad|minuten?|min|sekunden?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|meter|km|cm|mm|kilometer|kilo|kg|gramm|liter|stuck|leute|personen|mal|punkte|stufen?|\\p{L}+(?:prozent)",
};
