/** What the glosser has to be told of a language, beside its word list. */
import type { FrameTable } from "../said-frames.ts";

export interface GlossWords {
  /**
   * Words that no list has or that it has otherwise, one English word a line: `turn on~: anmachen, anschalten`. A tilde makes a
   * verb, a circumflex what describes a thing, `=` instead of an English word leaves the words out, and a form may be several words.
   */
  readonly words: string;
  /**
   * The same for other common words that the list has otherwise, or with what people seldom mean first: for texts that get a label. A
   * name may be one of these.
   */
  readonly common: string;
  /** `forms` of more verbs, for texts that get a label. */
  readonly commonForms: string;
  /**
   * What the word list lacks, or has with another meaning first, in the form of `words`: in the place of the list's own line, and like it
   * in all else.
   */
  readonly listed: string;
  /** The same for words that end a clause, as "an" in "Licht an". */
  readonly atClauseEnd: string;
  /** Forms of irregular verbs behind the form that the list has: `machen: mach, macht`. */
  readonly forms: string;
  /** What a tool calls its parameters by, where a request means something else with it: `time: hora`. As `forms` in form. */
  readonly names: string;
  /** Endings, and what may stand in their place in the word list; the likelier first. */
  readonly endings: readonly (readonly [ending: string, ...instead: readonly string[]])[];
  /** Words before which a verb of a command is denied: "do not" stands where they stand. Empty where they stand behind it. */
  readonly denials: readonly string[];
  /** Words that deny behind the verb; in a command they become "do not" before it. */
  readonly denialsBehind: readonly string[];
  /** Words that deny a thing, and so the deed of a command: "lösch *keine* Fotos". Empty where another word denies the deed as well. */
  readonly nones: readonly string[];
  /** Verbs of what one has to do that say, denied, that nobody has to: "du *musst* nicht warten". */
  readonly needs: readonly string[];
  /** Verbs behind which a participle is what must be done: "*va* annullato". */
  readonly orderedBy: readonly string[];
  /** What somebody says who asks whether they are to do something, where nobody says "i": "*devo* chiudere?". */
  readonly askedOwn: readonly string[];
  /** "Have you" where nobody says "you": "*hai* chiuso?". */
  readonly askedYou: readonly string[];
  /** Verbs that say little beside a phrase at the end of the clause: "*doe* de deur op slot". */
  readonly lightVerbs: readonly string[];
  /** What stands before a verb that is done again: "*re*verrouiller", "*ri*chiudere". */
  readonly repeats: readonly string[];
  /** Commands to let a thing be as it is: "*lass* das Licht an". */
  readonly leaving: readonly string[];
  /** First parts of verbs that stand apart from them: "mach das Licht *an*". */
  readonly verbParts: readonly string[];
  /** First parts of verbs that never stand apart, and have no "ge" behind them: "*über*wiesen". */
  readonly prefixes: readonly string[];
  /** Verbs behind which another one stands at the end of the clause: "kannst du das Licht *ausmachen*". */
  readonly auxiliaries: readonly string[];
  /** What stands behind the verb at the end of a clause that tells what is to be done to something: "soll verschoben *werden*". */
  readonly passives: readonly string[];
  /** What begins a purpose whose verb stands at its end: "*um* einen Termin zu machen". */
  readonly purposes: readonly string[];
  /** What stands between the verb at the end of a clause and what it needs: "zu", "te". */
  readonly infinitiveMarks: readonly string[];
  /** What a word in two begins with: "l'", "dell'". Each is glossed as a word. */
  readonly elided: readonly string[];
  /** Pronouns that stand at the end of a verb: "accendi*mi*", "pon*me*"; the longest first. Empty where none do. */
  readonly enclitics: readonly string[];
  /** Pronouns behind a hyphen: "réveille-*moi*". */
  readonly hyphened: readonly string[];
  /** Pronouns that stand before a verb, with what English says behind it. */
  readonly objects: ReadonlyMap<string, string>;
  /** Whether nouns are written in one word: "Wohnzimmerlicht". */
  readonly isCompounding: boolean;
  /** What may stand between two parts of a compound. */
  readonly joints: readonly string[];
  /** Whether all nouns begin with a capital, so that it makes no name of one. */
  readonly hasCapitalNouns: boolean;
  /** What stands before a person's name, for languages in which a capital makes no name. */
  readonly titles: readonly string[];
  /** Whether what describes a thing mostly stands behind it: "la temperatura *attuale*". */
  readonly hasAdjectivesBehind: boolean;
  /** Whether "it" and "he" are left out where they are the subject: "è freddo". */
  readonly dropsSubject: boolean;
  /** How a verb ends of which the pronoun is the subject: "mach*t* sie"; in "leg sie" it is what is put. Others go with any verb. */
  readonly subjects: ReadonlyMap<string, RegExp>;
  /** Whether questions begin with any verb: "*Brauche* ich …". */
  readonly asksVerbFirst: boolean;
  /** What stands behind a verb in its infinitive that is a polite command: "Spielen *Sie*". */
  readonly politePronouns: readonly string[];
  /** Behind a comma, what begins a clause about something that was named: "ein Wecker, *der* um sechs klingelt". */
  readonly relatives: readonly string[];
  /** What stands before a number that something is set to: "*auf* 22 Grad". */
  readonly aims: readonly string[];
  /** What may stand behind "have" and "be" for what has been done: "abge*schlossen*", "chiu*so*". */
  readonly participle: RegExp;
  /** Infinitives end so. */
  readonly infinitive: RegExp;
  /** Frames in which people speak of a deed and ask for none. */
  readonly frames: FrameTable;
}
