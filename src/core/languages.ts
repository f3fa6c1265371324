/**
 * The words around a tool call, by language. Every sentence is built so that it stays right whatever the tool's own names
 * are: a label is never inflected, it only stands beside its value.
 */
export interface Language {
  /** For numbers, dates and lists, as `Intl` takes it. */
  readonly locale: string;
  /** `action` is an imperative without a full stop: "book a table". */
  readonly done: (action: string) => string;
  readonly doneBriefly: (action: string) => string;
  /** "the city is Rome", as part of a sentence. */
  readonly is: (label: string, value: string) => string;
  /** "the toppings are ham and cheese". */
  readonly are: (label: string, values: string) => string;
  /** A boolean that is true: "outdoor seating is wanted". */
  readonly wanted: (label: string) => string;
  readonly notWanted: (label: string) => string;
  /** `labels` is a list, already joined; `count` how many it names. */
  readonly ask: (action: string, labels: string, count: number) => string;
  readonly askBriefly: (labels: string) => string;
  readonly nothingFits: string;
  /** Whether the tool's description, which is written in English more often than not, may stand in a sentence. */
  readonly quotesActions: boolean;
  readonly greeting: string;
}

const english: Language = {
  locale: "en-GB",
  done: (action) => `I will ${action}`,
  doneBriefly: (action) => action,
  is: (label, value) => `the ${label} is ${value}`,
  are: (label, values) => `the ${label} are ${values}`,
  wanted: (label) => `${label} is wanted`,
  notWanted: (label) => `${label} is not wanted`,
  ask: (action, labels, count) =>
    `To ${action}, I still need the ${labels}. What ${count === 1 ? "is it" : "are they"}?`,
  askBriefly: (labels) => `Which ${labels}?`,
  nothingFits: "I have no tool that can do that.",
  quotesActions: false,
  greeting: "With pleasure!",
};

const german: Language = {
  locale: "de-DE",
  done: (action) => `Ich führe „${action}“ aus`,
  doneBriefly: (action) => `„${action}“`,
  is: (label, value) => `„${label}“ ist ${value}`,
  are: (label, values) => `„${label}“ sind ${values}`,
  wanted: (label) => `„${label}“ ist gewünscht`,
  notWanted: (label) => `„${label}“ ist nicht gewünscht`,
  ask: (action, labels, count) =>
    `Für „${action}“ brauche ich noch ${count === 1 ? "eine Angabe" : "Angaben"}: ${labels}. Wie ${count === 1 ? "lautet sie" : "lauten sie"}?`,
  askBriefly: (labels) => `Welche Angabe: ${labels}?`,
  nothingFits: "Dafür habe ich kein passendes Werkzeug.",
  quotesActions: true,
  greeting: "Sehr gern!",
};

const french: Language = {
  locale: "fr-FR",
  done: (action) => `Je lance « ${action} »`,
  doneBriefly: (action) => `« ${action} »`,
  is: (label, value) => `« ${label} » vaut ${value}`,
  are: (label, values) => `« ${label} » vaut ${values}`,
  wanted: (label) => `« ${label} » : oui`,
  notWanted: (label) => `« ${label} » : non`,
  ask: (action, labels, count) =>
    `Pour « ${action} », il me manque encore ${count === 1 ? "une information" : "des informations"} : ${labels}. Pouvez-vous ${count === 1 ? "la" : "les"} préciser ?`,
  askBriefly: (labels) => `Précisez : ${labels} ?`,
  nothingFits: "Je n’ai aucun outil pour cela.",
  quotesActions: true,
  greeting: "Avec plaisir !",
};

const spanish: Language = {
  locale: "es-ES",
  done: (action) => `Voy a ejecutar «${action}»`,
  doneBriefly: (action) => `«${action}»`,
  is: (label, value) => `«${label}» es ${value}`,
  are: (label, values) => `«${label}» son ${values}`,
  wanted: (label) => `«${label}»: sí`,
  notWanted: (label) => `«${label}»: no`,
  ask: (action, labels, count) =>
    `Para «${action}» todavía necesito ${count === 1 ? "un dato" : "unos datos"}: ${labels}. ¿Me ${count === 1 ? "lo" : "los"} puede indicar?`,
  askBriefly: (labels) => `¿Qué ${labels}?`,
  nothingFits: "No tengo ninguna herramienta para eso.",
  quotesActions: true,
  greeting: "¡Con mucho gusto!",
};

/** The languages that answers can be put into without a language model, by their ISO 639-1 code. */
export const LANGUAGES: Readonly<Record<string, Language>> = { en: english, de: german, fr: french, es: spanish };
