/**
 * The words around a tool call, by language. Every sentence is built so that it stays right whatever the tool's own names
 * are: in languages that inflect, a label only stands in quotes beside its value.
 */
export interface Language {
  /** For numbers, dates and lists, as `Intl` takes it. */
  readonly locale: string;
  readonly quotes: readonly [open: string, close: string];
  /** `action` is an imperative without a full stop: "book a table". */
  readonly done: (action: string) => string;
  readonly doneBriefly: (action: string) => string;
  /** "the city is Rome", as part of a sentence. */
  readonly is: (label: Label, value: string) => string;
  /** Of a list of several: "the toppings are ham and cheese". */
  readonly holds: (label: Label, values: string) => string;
  readonly isBriefly: (label: Label, value: string) => string;
  /** A boolean: "outdoor seating is wanted". */
  readonly wanted: (label: Label, isWanted: boolean) => string;
  /** What is known already, where something is asked for: the parts of a sentence, already joined. */
  readonly soFar: (facts: string) => string;
  /** `labels` as they are joined; `isOne` whether they ask for one thing. */
  readonly ask: (action: string, labels: string, isOne: boolean) => string;
  readonly askFormally: (action: string, labels: string, isOne: boolean) => string;
  readonly askBriefly: (labels: string) => string;
  /** What was said, in quotes, cannot be had for what is named. */
  readonly notPossible: (said: string, named: string) => string;
  /** The same with what can be had. */
  readonly because: (refusal: string, allowed: string) => string;
  readonly limits: Limits;
  /** A label where it stands alone in a list of what is asked for: "the city". */
  readonly named: (label: Label) => string;
  /** The inner label of two: "city of the address". */
  readonly within: (inner: string, outer: string) => string;
  /** A whole number of things: "number of people". */
  readonly numberOf: (things: string) => string;
  readonly at: (date: string, time: string) => string;
  readonly yesOrNo: (value: boolean) => string;
  readonly nothingFits: string;
  /** Whether a tool's description is written in another language more often than not, and is only quoted. */
  readonly quotesActions: boolean;
  readonly greeting: string;
  readonly formalGreeting: string;
}

/** What a parameter takes, as part of a sentence. */
export interface Limits {
  readonly least: (value: string) => string;
  readonly most: (value: string) => string;
  readonly whole: string;
  readonly one: string;
}

/** What a parameter is called in a sentence. */
export interface Label {
  readonly text: string;
  readonly isPlural: boolean;
  /** Whether an article can stand before it: "the city", but not "the to". */
  readonly isNoun: boolean;
}

const english: Language = {
  locale: "en-GB",
  quotes: ["“", "”"],
  done: (action) => `I will ${action}`,
  doneBriefly: (action) => action,
  is: isInEnglish,
  holds: isInEnglish,
  isBriefly: ({ text }, value) => `${text}: ${value}`,
  wanted: wantedInEnglish,
  soFar: (facts) => `so far, ${facts}`,
  ask: (action, labels, isOne) => `To ${action}, I still need ${labels}. What ${isOne ? "is it" : "are they"}?`,
  askFormally: (action, labels, isOne) =>
    `To ${action}, I still need ${labels}. Could you please tell me what ${isOne ? "it is" : "they are"}?`,
  askBriefly: (labels) => `what ${/ and /.test(labels) ? "are" : "is"} ${labels}?`,
  notPossible: (said, named) => `${said} is not possible for ${named}`,
  because,
  limits: {
    least: (value) => `at least ${value}`,
    most: (value) => `at most ${value}`,
    whole: "whole numbers only",
    one: "only one of them",
  },
  named: namedInEnglish,
  within: (inner, outer) => `${inner} of the ${outer}`,
  numberOf: (things) => `number of ${things}`,
  at: (date, time) => `${date} at ${time}`,
  yesOrNo: (value) => (value ? "yes" : "no"),
  nothingFits: "I have no tool that can do that.",
  quotesActions: false,
  greeting: "With pleasure!",
  formalGreeting: "Certainly.",
};

function because(refusal: string, allowed: string): string {
  return `${refusal}: ${allowed}`;
}

function isInEnglish(label: Label, value: string): string {
  return `${namedInEnglish(label)} ${label.isPlural ? "are" : "is"} ${value}`;
}

function namedInEnglish({ text, isNoun }: Label): string {
  return isNoun ? `the ${text}` : `“${text}”`;
}

/** Names of booleans are half a sentence themselves: "is urgent", "has breakfast", "include drafts", "sound enabled". */
function wantedInEnglish({ text, isPlural }: Label, isWanted: boolean): string {
  const not = isWanted ? "" : "not ";
  const [, verb = "", rest = ""] =
    /^(is|are|has|have|can|include|includes|enable|allow|use|show|with|avoid|skip|delete|remove) (.+)$/.exec(text) ??
    [];
  const be = isPlural ? "are" : "is";
  switch (verb) {
    case "":
      if (text === "on") return `it is ${isWanted ? "on" : "off"}`;
      return STATE.test(text) ? saidOf(text, isWanted) : `${text} ${be} ${not}wanted`;
    case "can":
      return `it is ${not}allowed to ${rest}`;
    case "is":
    case "are":
      return `it ${verb} ${not}${rest}`;
    case "has":
    case "have":
    case "with":
      return `it ${isWanted ? "has" : "has no"} ${rest}`;
    case "delete":
    case "remove":
      return `the ${rest} ${be} ${not}${PARTICIPLES[verb]}`;
    default:
      return `${rest} ${be} ${not}${PARTICIPLES[verb] ?? "wanted"}`;
  }
}

const PARTICIPLES: Readonly<Record<string, string>> = {
  include: "included",
  includes: "included",
  enable: "enabled",
  allow: "allowed",
  use: "used",
  show: "shown",
  avoid: "avoided",
  skip: "skipped",
  delete: "deleted",
  remove: "removed",
};
/** Words that say how something is, not what. */
const STATE =
  /(?:ed|able)$|^(?:done|open|public|private|urgent|recurring|active|visible|hidden|covered|vegetarian|vegan)$/;

/** "sound enabled" and "refundable". */
function saidOf(text: string, isSo: boolean): string {
  const words = text.split(" ");
  const last = words.pop() ?? "";
  const be = /[^su]s$/.test(words.at(-1) ?? "") ? "are" : "is";
  return `${words.length === 0 ? "it" : words.join(" ")} ${be} ${isSo ? "" : "not "}${last}`;
}

/** Half a sentence rather than a thing that somebody may want. */
const IS_SENTENCE =
  /^(?:is|are|has|have|can|include|includes|enable|allow|use|show|with|avoid|skip|ist|hat|mit)\s|(?:ed|able)$/;

const german: Language = {
  locale: "de-DE",
  quotes: ["„", "“"],
  done: (action) => `Ich führe ${action} aus`,
  doneBriefly: (action) => action,
  is: ({ text }, value) => `„${text}“ ist ${value}`,
  holds: ({ text }, values) => `„${text}“ umfasst ${values}`,
  isBriefly: ({ text }, value) => `${text}: ${value}`,
  wanted: ({ text }, isWanted) =>
    IS_SENTENCE.test(text)
      ? `„${text}“ trifft ${isWanted ? "" : "nicht "}zu`
      : `„${text}“ ist ${isWanted ? "" : "nicht "}gewünscht`,
  soFar: (facts) => `Bisher gilt: ${facts}`,
  ask: (action, labels, isOne) =>
    `Für ${action} brauche ich noch ${isOne ? "eine Angabe" : "einige Angaben"}: ${labels}. Wie ${isOne ? "lautet sie" : "lauten sie"}?`,
  askFormally: (action, labels, isOne) =>
    `Für ${action} benötige ich noch ${isOne ? "eine Angabe" : "einige Angaben"}: ${labels}. Könnten Sie sie mir bitte nennen?`,
  askBriefly: (labels) => `Bitte noch angeben: ${labels}.`,
  notPossible: (said, named) => `${said} ist für ${named} nicht möglich`,
  because,
  limits: {
    least: (value) => `mindestens ${value}`,
    most: (value) => `höchstens ${value}`,
    whole: "nur ganze Zahlen",
    one: "nur einer der Werte",
  },
  named: ({ text }) => `„${text}“`,
  within: (inner, outer) => `${outer}: ${inner}`,
  numberOf: (things) => things,
  at: (date, time) => `${date} um ${time}`,
  yesOrNo: (value) => (value ? "ja" : "nein"),
  nothingFits: "Dafür habe ich kein passendes Werkzeug.",
  quotesActions: true,
  greeting: "Sehr gern!",
  formalGreeting: "Gewiss.",
};

const french: Language = {
  locale: "fr-FR",
  quotes: ["«\u00a0", "\u00a0»"],
  done: (action) => `Je lance ${action}`,
  doneBriefly: (action) => action,
  is: ({ text }, value) => `«\u00a0${text}\u00a0» vaut ${value}`,
  holds: ({ text }, values) => `«\u00a0${text}\u00a0» comprend ${values}`,
  isBriefly: ({ text }, value) => `${text}\u00a0: ${value}`,
  wanted: ({ text }, isWanted) => `«\u00a0${text}\u00a0» vaut ${isWanted ? "oui" : "non"}`,
  soFar: (facts) => `Pour l’instant, ${facts}`,
  ask: (action, labels, isOne) =>
    `Pour ${action}, il me manque encore ${isOne ? "une information" : "des informations"}\u00a0: ${labels}. Pouvez-vous ${isOne ? "la" : "les"} préciser\u00a0?`,
  askFormally: (action, labels, isOne) =>
    `Pour ${action}, il me manque encore ${isOne ? "une information" : "des informations"}\u00a0: ${labels}. Auriez-vous l’amabilité de ${isOne ? "la" : "les"} préciser\u00a0?`,
  askBriefly: (labels) => `À préciser\u00a0: ${labels}.`,
  notPossible: (said, named) => `${said} n’est pas possible pour ${named}`,
  because: (refusal, allowed) => `${refusal}\u00a0: ${allowed}`,
  limits: {
    least: (value) => `au moins ${value}`,
    most: (value) => `au plus ${value}`,
    whole: "des nombres entiers seulement",
    one: "une seule des valeurs",
  },
  named: ({ text }) => `«\u00a0${text}\u00a0»`,
  within: (inner, outer) => `${outer}\u00a0: ${inner}`,
  numberOf: (things) => things,
  at: (date, time) => `${date} à ${time}`,
  yesOrNo: (value) => (value ? "oui" : "non"),
  nothingFits: "Je n’ai aucun outil pour cela.",
  quotesActions: true,
  greeting: "Avec plaisir\u00a0!",
  formalGreeting: "Bien entendu.",
};

const spanish: Language = {
  locale: "es-ES",
  quotes: ["«", "»"],
  done: (action) => `Voy a ejecutar ${action}`,
  doneBriefly: (action) => action,
  is: ({ text }, value) => `«${text}» es ${value}`,
  holds: ({ text }, values) => `«${text}» incluye ${values}`,
  isBriefly: ({ text }, value) => `${text}: ${value}`,
  wanted: ({ text }, isWanted) => `en «${text}» se indica ${isWanted ? "sí" : "no"}`,
  soFar: (facts) => `Hasta ahora, ${facts}`,
  ask: (action, labels, isOne) =>
    `Para ${action} todavía necesito ${isOne ? "un dato" : "unos datos"}: ${labels}. ¿Me ${isOne ? "lo" : "los"} puedes indicar?`,
  askFormally: (action, labels, isOne) =>
    `Para ${action} todavía necesito ${isOne ? "un dato" : "unos datos"}: ${labels}. ¿Sería tan amable de indicár${isOne ? "melo" : "melos"}?`,
  askBriefly: (labels) => `Falta indicar: ${labels}.`,
  notPossible: (said, named) => `${said} no es posible para ${named}`,
  because,
  limits: {
    least: (value) => `${value} como mínimo`,
    most: (value) => `${value} como máximo`,
    whole: "solo números enteros",
    one: "solo uno de los valores",
  },
  named: ({ text }) => `«${text}»`,
  within: (inner, outer) => `${outer}: ${inner}`,
  numberOf: (things) => things,
  at: (date, time) => `${date} a las ${time}`,
  yesOrNo: (value) => (value ? "sí" : "no"),
  nothingFits: "No tengo ninguna herramienta para eso.",
  quotesActions: true,
  greeting: "¡Con mucho gusto!",
  formalGreeting: "Por supuesto.",
};

/** By ISO 639-1 code. */
const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ["en", english],
  ["de", german],
  ["fr", french],
  ["es", spanish],
]);

/**
 * The language that answers are put into without a language model, by BCP 47: `de-AT` speaks German and writes its dates
 * as in Austria. A language that nobody taught us is spoken as English.
 */
export function languageFor(tag: string): Language {
  const language = LANGUAGES.get(tag.toLowerCase().split("-")[0] ?? "");
  if (!language) return english;
  return tag.includes("-") ? { ...language, locale: tag } : language;
}
