/** Times of day as people say them in Italian. */
import type { ClockPhrases } from "../foreign/values/value-gloss-tables.ts";

/** The article: "le otto", "l'una". */
const THE = "(?:le |l')";
const TIME = `${THE}?(?:ore )?<hour>`;

export const ITALIAN_CLOCK: ClockPhrases = {
  hours: { mezzanotte: 0, mezzogiorno: 12, una: 1 },
  plain: [
    { said: "<named>", adds: 0, minute: 0 },
    { said: "<named> e mezz[ao]", adds: 30, minute: 0 },
    { said: "<named> e un quarto", adds: 15, minute: 0 },
    { said: "<named> meno un quarto", adds: -15, minute: 0 },
    { said: "<named> e <minute>", adds: 0, minute: 1 },
    { said: `${THE}(?:ore )?<hour> e mezz[ao]`, adds: 30, minute: 0 },
    { said: `${THE}(?:ore )?<hour> e (?:un )?quarto`, adds: 15, minute: 0 },
    { said: `${THE}(?:ore )?<hour> e (?:tre|3) quarti`, adds: 45, minute: 0 },
    { said: `${THE}(?:ore )?<hour> meno (?:un )?quarto`, adds: -15, minute: 0 },
    { said: `${THE}(?:ore )?<hour> meno <minute>`, adds: 0, minute: -1 },
    { said: `${THE}(?:ore )?<hour> e <minute>`, adds: 0, minute: 1 },
    { said: `${THE}(?:ore )?<hour> in punto`, adds: 0, minute: 0 },
    { said: "ore <hour>", adds: 0, minute: 0 },
    { said: "(?:un )?quarto alle <hour>", adds: -15, minute: 0 },
    { said: "mancano <minute>(?: minuti)? alle <hour>", adds: 0, minute: -1 },
    { said: "(?:ore )?<hour>:<mm>", adds: 0, minute: 1 },
    { said: "ore <hour>\\.<mm>", adds: 0, minute: 1 },
  ],
  behind: [
    { said: TIME, adds: 0, minute: 0 },
    { said: `${TIME} e mezz[ao]`, adds: 30, minute: 0 },
    { said: `${TIME} e (?:un )?quarto`, adds: 15, minute: 0 },
    { said: `${TIME} e (?:tre|3) quarti`, adds: 45, minute: 0 },
    { said: `${TIME} meno (?:un )?quarto`, adds: -15, minute: 0 },
    { said: `${TIME} meno <minute>`, adds: 0, minute: -1 },
    { said: `${TIME} e <minute>`, adds: 0, minute: 1 },
    { said: `${TIME} <minute>`, adds: 0, minute: 1 },
    { said: `${TIME}[.,h]<mm>`, adds: 0, minute: 1 },
    { said: `${TIME} in punto`, adds: 0, minute: 0 },
  ],
  before: {
    "alle|all'|per le|a(?= mezz)": "at",
    "verso(?= le | l'| mezz)|intorno (?:alle|all'|a)|circa alle|sulle": "around",
    "dalle|dall'|a partire (?:dalle|dall')|da(?= mezz)": "from",
    "fino (?:alle|all'|a(?= mezz))": "until",
    "entro(?= le | l'| mezz)": "by",
    "prima (?:delle|dell'|di)": "before",
    "dopo(?= le | l'| mezz)": "after",
  },
  parts: {
    "di mattina|del mattino|della mattina|la mattina": "morning",
    "del pomeriggio|di pomeriggio|il pomeriggio": "afternoon",
    "di sera|della sera|la sera": "evening",
    "di notte|della notte": "night",
  },
  ranges: [
    { first: "dalle|dall'", second: "(?:fino )?(?:alle|all'|a)", english: ["from", "to"], isClock: true },
    { first: "tra|fra", second: "e", english: ["between", "and"], isClock: false },
  ],
  counted: "%|€|per cento|euro|persone|stanze|luci|camere|lampade|uova|pagine|prime|ultime|prossime",
};
