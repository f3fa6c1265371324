import type { Reason } from "#core/query-log/doubt.ts";
import type { Said } from "./said.ts";

/** The pages of misses. */
export const english = {
  misses: {
    lead: "What people asked of an app and is most worth a look. Each judgement costs the app one request.",
    log: "The log",
    off: "The questions of this app are not logged, so nothing can be shown.",
    offRows: (rows: string) => `The log is off; ${rows} rows from before are still in it.`,
    offLead:
      "Turned on, the log keeps each question with its answer: for 30 days, at most 10,000 rows. E-mail addresses and numbers of accounts, cards and telephones are taken out before anything is written. No answer is slower for it, and it is in no backup.",
    otherwise: "For other bounds, at the terminal:",
    turnOn: "Turn the log on",
    turnOff: "Turn the log off",
    on: (rows: string, days: string, rowsMax: string) => `${rows} rows; kept for ${days} days, at most ${rowsMax}.`,
    redacted: "Addresses and numbers are taken out.",
    unredacted: "Addresses and numbers are left in.",
    empty: "Nothing is worth a look.",
    emptyHint: "What is asked unsurely, or without an answer, stands here.",
    cut: "There are more; these are the most doubtful.",
    notCompared: "Only the same words were taken for one: there is no model that compares sentences.",
    list: "Questions",
    asked: (times: string, sentences: string) => `Asked ${times}×, wordings: ${sentences}.`,
    others: "Other wordings",
    answered: "Answered",
    because: "Why it is here",
    last: (when: string) => `Last on ${when}.`,
    dismiss: "Dismiss",
    dismissed: (rows: string) => `Dismissed, in all its wordings. Rows that are deleted from the log: ${rows}.`,
    noSet: "It was asked with definitions of its own, or with what was said before: nothing learns from it.",
  },
  reasons: {
    negative_feedback: "somebody said that it was wrong",
    disagreement: "a model said something else later",
    low_confidence: "the model was not sure",
    small_margin: "something else was nearly as likely",
    missing_parameters: "a required value was missing",
    none: "nothing fitted",
  } satisfies Record<Reason, string>,
} as const;

export const german: Said<typeof english> = {
  misses: {
    lead: "Was Menschen eine App fragten und am ehesten einen Blick wert ist. Jedes Urteil kostet die App eine Anfrage.",
    log: "Die Aufzeichnung",
    off: "Die Fragen dieser App werden nicht aufgezeichnet, also gibt es nichts zu zeigen.",
    offRows: (rows) => `Die Aufzeichnung ist aus; ${rows} Zeilen von früher sind noch da.`,
    offLead:
      "Eingeschaltet behält die Aufzeichnung jede Frage mit ihrer Antwort: 30 Tage lang, höchstens 10.000 Zeilen. E-Mail-Adressen, Karten- und Telefonnummern werden entfernt, bevor etwas geschrieben wird. Keine Antwort wird dadurch langsamer, und in keiner Sicherung ist sie enthalten.",
    otherwise: "Für andere Grenzen, im Terminal:",
    turnOn: "Aufzeichnung einschalten",
    turnOff: "Aufzeichnung ausschalten",
    on: (rows, days, rowsMax) => `${rows} Zeilen; behalten für ${days} Tage, höchstens ${rowsMax}.`,
    redacted: "Adressen und Nummern sind entfernt.",
    unredacted: "Adressen und Nummern bleiben stehen.",
    empty: "Nichts ist einen Blick wert.",
    emptyHint: "Was unsicher oder gar nicht beantwortet wurde, steht hier.",
    cut: "Es gibt mehr; dies sind die zweifelhaftesten.",
    notCompared: "Nur gleiche Worte gelten als eines: Kein Modell vergleicht Sätze.",
    list: "Fragen",
    asked: (times, sentences) => `${times}-mal gefragt, Wortlaute: ${sentences}.`,
    others: "Andere Wortlaute",
    answered: "Beantwortet",
    because: "Warum es hier ist",
    last: (when) => `Zuletzt am ${when}.`,
    dismiss: "Verwerfen",
    dismissed: (rows) => `Verworfen, in allen Wortlauten. Aus der Aufzeichnung gelöschte Zeilen: ${rows}.`,
    noSet: "Es kam mit eigenen Definitionen, oder mit zuvor Gesagtem: Nichts lernt daraus.",
  },
  reasons: {
    negative_feedback: "jemand sagte, es war falsch",
    disagreement: "ein Modell sagte später etwas anderes",
    low_confidence: "das Modell war nicht sicher",
    small_margin: "etwas anderes war fast so wahrscheinlich",
    missing_parameters: "ein nötiger Wert fehlte",
    none: "nichts passte",
  },
};
