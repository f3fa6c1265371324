/** The words around a tool call, by language. */
import type { DeedKind } from "../english/spoken-deed-words.ts";
import type { Role } from "../english/spoken-role-words.ts";

export interface Language {
  /** For numbers, dates and lists, as `Intl` takes it. */
  readonly locale: string;
  readonly quotes: readonly [open: string, close: string];
  /** "city: Rome", where a label has to stand beside its value. */
  readonly isBriefly: (label: Label, value: string) => string;
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
  /** "18:30", and seconds where they count, as somebody says it. */
  readonly clock: (minutes: string, seconds: string | undefined) => string;
  readonly at: (date: string, time: string) => string;
  /** Days near to today, by how many days they are ahead. */
  readonly days: Readonly<Record<number, string>>;
  readonly yesOrNo: (value: boolean) => string;
  readonly nothingFits: string;
  readonly greeting: string;
  readonly formalGreeting: string;
  /** Around a question, for a persona that is formal. */
  readonly formally: (question: string) => string;
  /** Null where sentences are made of their parts: in English, as the names in a schema mostly are. */
  readonly phrases: Phrases | null;
}

/** What is said where a tool's own names are of another language: what is done, and the values. */
export interface Phrases {
  /** "Ich buche". */
  readonly deeds: Readonly<Record<DeedKind, string>>;
  readonly colon: string;
  /** A value in its place: "um 19 Uhr"; missing where the value stands by itself. */
  readonly tails: Partial<Readonly<Record<Role, (value: string, isOne: boolean) => string>>>;
  readonly flag: (label: string, isSo: boolean) => string;
  readonly questions: Partial<Readonly<Record<Role, string>>>;
  /** For what has no question of its own; `options` joined already, or null. */
  readonly ask: (label: string, options: string | null) => string;
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
  isBriefly: ({ text }, value) => `${text}: ${value}`,
  notPossible: (said, named) => `${said} is not possible for ${named}`,
  because,
  limits: {
    least: (value) => `at least ${value}`,
    most: (value) => `at most ${value}`,
    whole: "whole numbers only",
    one: "only one of them",
  },
  named: ({ text, isNoun }) => (isNoun ? `the ${text}` : `“${text}”`),
  within: (inner, outer) => `${inner} of the ${outer}`,
  numberOf: (things) => `number of ${things}`,
  clock: (minutes, seconds) => {
    const [hour = 0, minute = "00"] = [Number(minutes.slice(0, 2)), minutes.slice(3)];
    if (seconds === undefined && minute === "00" && hour % 12 === 0) return hour === 0 ? "midnight" : "noon";
    const shown =
      minute === "00" && seconds === undefined ? "" : `:${minute}${seconds === undefined ? "" : `:${seconds}`}`;
    return `${hour % 12 === 0 ? 12 : hour % 12}${shown} ${hour < 12 ? "am" : "pm"}`;
  },
  at: (date, time) => `${date} at ${time}`,
  days: { [-1]: "yesterday", 0: "today", 1: "tomorrow" },
  yesOrNo: (value) => (value ? "yes" : "no"),
  nothingFits: "Sorry, I can’t do that.",
  greeting: "Sure!",
  formalGreeting: "Certainly.",
  formally: (question) => `May I ask: ${lowered(question)}`,
  phrases: null,
};

function because(refusal: string, allowed: string): string {
  return `${refusal}: ${allowed}`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** "19 Uhr" and "19:30 Uhr": a whole hour is said alone. */
function clockWith(whole: (hour: number) => string, exact: (time: string) => string): Language["clock"] {
  return (minutes, seconds) => {
    if (seconds === undefined && minutes.endsWith(":00")) return whole(Number(minutes.slice(0, 2)));
    return exact(seconds === undefined ? minutes : `${minutes}:${seconds}`);
  };
}

const german: Language = {
  locale: "de-DE",
  quotes: ["„", "“"],
  isBriefly: ({ text }, value) => `${text}: ${value}`,
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
  clock: clockWith(
    (hour) => `${hour} Uhr`,
    (time) => `${time} Uhr`,
  ),
  at: (date, time) => `${date} um ${time}`,
  days: { [-1]: "gestern", 0: "heute", 1: "morgen", 2: "übermorgen" },
  yesOrNo: (value) => (value ? "ja" : "nein"),
  nothingFits: "Das kann ich leider nicht.",
  greeting: "Gern!",
  formalGreeting: "Gewiss.",
  formally: (question) => `Darf ich fragen: ${lowered(question)}`,
  phrases: {
    deeds: {
      add: "Ich füge hinzu",
      book: "Ich buche",
      call: "Ich rufe an",
      cancel: "Ich storniere",
      change: "Ich ändere",
      check: "Ich prüfe",
      close: "Ich schließe",
      convert: "Ich rechne um",
      create: "Ich lege an",
      delete: "Ich lösche",
      do: "Wird gemacht",
      find: "Ich suche",
      lock: "Ich sperre ab",
      log: "Ich notiere",
      look: "Ich sehe nach",
      move: "Ich verschiebe",
      off: "Ich schalte aus",
      on: "Ich schalte ein",
      open: "Ich öffne",
      order: "Ich bestelle",
      pause: "Ich halte an",
      pay: "Ich bezahle",
      plan: "Ich plane",
      play: "Ich spiele",
      remind: "Ich erinnere",
      send: "Ich sende",
      set: "Ich stelle ein",
      start: "Ich starte",
      stop: "Ich beende",
      track: "Ich verfolge",
      translate: "Ich übersetze",
      unlock: "Ich sperre auf",
    },
    colon: ":",
    tails: {
      day: (value) => (/^\d|^\p{Lu}\p{L}+tag|^Mittwoch/u.test(value) ? `am ${value}` : value),
      time: (value) => `um ${value}`,
      people: (value, isOne) => `${value} ${isOne ? "Person" : "Personen"}`,
      from: (value) => `von ${value}`,
      to: (value) => `nach ${value}`,
      recipient: (value) => `an ${value}`,
      by: (value) => `von ${value}`,
      with: (value) => `mit ${value}`,
      expert: (value) => `bei ${value}`,
      person: (value) => `für ${value}`,
    },
    flag: (label, isSo) => `${isSo ? "mit" : "ohne"} „${label}“`,
    questions: {
      day: "Für welchen Tag?",
      time: "Um wie viel Uhr?",
      duration: "Wie lange?",
      people: "Für wie viele Personen?",
      count: "Wie viele?",
      amount: "Welcher Betrag?",
      to: "Wohin?",
      from: "Von wo?",
      recipient: "An wen?",
      place: "An welchem Ort?",
      language: "In welcher Sprache?",
    },
    ask: (label, options) => `Bitte noch „${label}“: ${options === null ? "was soll es sein" : options}?`,
  },
};

const french: Language = {
  locale: "fr-FR",
  quotes: ["«\u00a0", "\u00a0»"],
  isBriefly: ({ text }, value) => `${text}\u00a0: ${value}`,
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
  clock: clockWith(
    (hour) => `${hour}\u00a0h`,
    (time) => time.replace(":", "\u00a0h\u00a0"),
  ),
  at: (date, time) => `${date} à ${time}`,
  days: { [-1]: "hier", 0: "aujourd’hui", 1: "demain", 2: "après-demain" },
  yesOrNo: (value) => (value ? "oui" : "non"),
  nothingFits: "Je ne peux malheureusement pas faire cela.",
  greeting: "Avec plaisir\u00a0!",
  formalGreeting: "Bien entendu.",
  formally: (question) => `Puis-je vous demander\u00a0: ${lowered(question)}`,
  phrases: {
    deeds: {
      add: "J’ajoute",
      book: "Je réserve",
      call: "J’appelle",
      cancel: "J’annule",
      change: "Je modifie",
      check: "Je vérifie",
      close: "Je ferme",
      convert: "Je convertis",
      create: "Je crée",
      delete: "Je supprime",
      do: "C’est en cours",
      find: "Je cherche",
      lock: "Je verrouille",
      log: "Je note",
      look: "Je regarde",
      move: "Je déplace",
      off: "J’éteins",
      on: "J’allume",
      open: "J’ouvre",
      order: "Je commande",
      pause: "Je mets en pause",
      pay: "Je paie",
      plan: "Je planifie",
      play: "Je lance",
      remind: "Je rappelle",
      send: "J’envoie",
      set: "Je règle",
      start: "Je démarre",
      stop: "J’arrête",
      track: "Je suis",
      translate: "Je traduis",
      unlock: "Je déverrouille",
    },
    colon: "\u00a0:",
    tails: {
      day: (value) => (/^\d/.test(value) ? `le ${value}` : value),
      time: (value) => `à ${value}`,
      people: (value, isOne) => `${value} ${isOne ? "personne" : "personnes"}`,
      from: (value) => `de ${value}`,
      to: (value) => `à ${value}`,
      recipient: (value) => `à ${value}`,
      by: (value) => `par ${value}`,
      with: (value) => `avec ${value}`,
      expert: (value) => `avec ${value}`,
      person: (value) => `pour ${value}`,
    },
    flag: (label, isSo) => `${isSo ? "avec" : "sans"} «\u00a0${label}\u00a0»`,
    questions: {
      day: "Pour quel jour\u00a0?",
      time: "À quelle heure\u00a0?",
      duration: "Pendant combien de temps\u00a0?",
      people: "Pour combien de personnes\u00a0?",
      count: "Combien\u00a0?",
      amount: "Quel montant\u00a0?",
      to: "Vers où\u00a0?",
      from: "D’où\u00a0?",
      recipient: "À qui\u00a0?",
      place: "À quel endroit\u00a0?",
      language: "Dans quelle langue\u00a0?",
    },
    ask: (label, options) =>
      `Il me manque «\u00a0${label}\u00a0»\u00a0: ${options === null ? "quelle valeur" : options}\u00a0?`,
  },
};

const spanish: Language = {
  locale: "es-ES",
  quotes: ["«", "»"],
  isBriefly: ({ text }, value) => `${text}: ${value}`,
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
  clock: (minutes, seconds) => (seconds === undefined ? minutes : `${minutes}:${seconds}`),
  at: (date, time) => `${date} a las ${time}`,
  days: { [-1]: "ayer", 0: "hoy", 1: "mañana", 2: "pasado mañana" },
  yesOrNo: (value) => (value ? "sí" : "no"),
  nothingFits: "Lo siento, eso no puedo hacerlo.",
  greeting: "¡Con mucho gusto!",
  formalGreeting: "Por supuesto.",
  formally: (question) => `Si me permite: ${lowered(question)}`,
  phrases: {
    deeds: {
      add: "Añado",
      book: "Reservo",
      call: "Llamo",
      cancel: "Cancelo",
      change: "Cambio",
      check: "Compruebo",
      close: "Cierro",
      convert: "Convierto",
      create: "Creo",
      delete: "Borro",
      do: "En marcha",
      find: "Busco",
      lock: "Bloqueo",
      log: "Anoto",
      look: "Consulto",
      move: "Muevo",
      off: "Apago",
      on: "Enciendo",
      open: "Abro",
      order: "Pido",
      pause: "Pauso",
      pay: "Pago",
      plan: "Planifico",
      play: "Pongo",
      remind: "Recuerdo",
      send: "Envío",
      set: "Ajusto",
      start: "Inicio",
      stop: "Detengo",
      track: "Sigo",
      translate: "Traduzco",
      unlock: "Desbloqueo",
    },
    colon: ":",
    tails: {
      day: (value) => (/^\d/.test(value) ? `el ${value}` : value),
      time: (value) => `a las ${value}`,
      people: (value, isOne) => `${value} ${isOne ? "persona" : "personas"}`,
      from: (value) => `de ${value}`,
      to: (value) => `a ${value}`,
      recipient: (value) => `a ${value}`,
      by: (value) => `de ${value}`,
      with: (value) => `con ${value}`,
      expert: (value) => `con ${value}`,
      person: (value) => `para ${value}`,
    },
    flag: (label, isSo) => `${isSo ? "con" : "sin"} «${label}»`,
    questions: {
      day: "¿Para qué día?",
      time: "¿A qué hora?",
      duration: "¿Por cuánto tiempo?",
      people: "¿Para cuántas personas?",
      count: "¿Cuántos?",
      amount: "¿Qué importe?",
      to: "¿Adónde?",
      from: "¿Desde dónde?",
      recipient: "¿A quién?",
      place: "¿En qué lugar?",
      language: "¿En qué idioma?",
    },
    ask: (label, options) => `Falta «${label}»: ¿${options === null ? "qué valor" : options}?`,
  },
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
