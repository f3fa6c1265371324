/** Times of day as people say them in French. */
import type { ClockPhrases } from "../foreign/values/value-gloss-tables.ts";

const HOURS = "(?:heures?|h)";
/** "huit heures" alone may be a length of time, but not behind a day. */
const BEHIND_DAY =
  "(?<=(?:demain|aujourd'hui|soir|matin|apres-midi|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche),?\\s)";

export const FRENCH_CLOCK: ClockPhrases = {
  hours: { minuit: 0, midi: 12, une: 1 },
  plain: [
    { said: "(?<!apres-)<named>", adds: 0, minute: 0 },
    { said: "<named> et demie?", adds: 30, minute: 0 },
    { said: "<named> et quart", adds: 15, minute: 0 },
    { said: "<named> moins le quart", adds: -15, minute: 0 },
    { said: "<named> moins <minute>", adds: 0, minute: -1 },
    { said: "<named> <minute>", adds: 0, minute: 1 },
    { said: `${BEHIND_DAY}<hour> ?${HOURS} et quart`, adds: 15, minute: 0 },
    { said: `<hour> ?${HOURS} moins (?:le |un )?quart`, adds: -15, minute: 0 },
    { said: `<hour> ?${HOURS} moins <minute>`, adds: 0, minute: -1 },
    { said: `<hour> ?${HOURS} pile`, adds: 0, minute: 0 },
    { said: "<hour>:<mm>", adds: 0, minute: 1 },
    { said: "(?=1[3-9]|2[0-3])<hour> ?heures? <mm>", adds: 0, minute: 1 },
    { said: "(?=1\\d|2[0-3]|0?[6-9])<hour> ?h ?<mm>", adds: 0, minute: 1 },
    { said: `${BEHIND_DAY}<hour> ?${HOURS}`, adds: 0, minute: 0 },
    { said: `${BEHIND_DAY}<hour> ?${HOURS} et demie?`, adds: 30, minute: 0 },
    { said: `${BEHIND_DAY}<hour> ?${HOURS} ?<minute>`, adds: 0, minute: 1 },
  ],
  behind: [
    { said: `<hour> ?${HOURS} et quart`, adds: 15, minute: 0 },
    { said: `<hour> ?${HOURS}`, adds: 0, minute: 0 },
    { said: `<hour> ?${HOURS} et demie?`, adds: 30, minute: 0 },
    { said: `<hour> ?${HOURS} ?<minute>`, adds: 0, minute: 1 },
  ],
  before: {
    a: "at",
    "(?:aux alentours|autour) de|vers(?: les)?|environ|sur les": "around",
    "a partir de|des": "from",
    "jusqu'a|jusque": "until",
    avant: "before",
    apres: "after",
  },
  parts: {
    "du mat(?:in)?|le matin": "morning",
    "de l'apres-midi|l'apres-midi": "afternoon",
    "du soir|le soir": "evening",
    "de la nuit": "night",
  },
  ranges: [
    { first: "de|d'", second: "a|jusqu'a", english: ["from", "to"], isClock: false },
    { first: "entre", second: "et", english: ["between", "and"], isClock: false },
  ],
  counted: "de (?:retard|cours|travail|route|plus|moins)",
};
