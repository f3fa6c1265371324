/** The tables of a language that readers of whole sentences take: endings, little words, what says no. */

/** What is taken off a word so that its forms become one. */
export interface Stemming {
  /** The longest first. */
  readonly endings: readonly string[];
  /** That a stem keeps. */
  readonly lettersMin: number;
  /** What a longer stem ends with when an ending doubled its last letter; null where that is let be. */
  readonly doubled: RegExp | null;
}

export interface WordEndings {
  /** For telling whether a text says a value, in whatever form. */
  readonly ofForms: Stemming;
  /** For comparing what is asked with the names and descriptions of tools. */
  readonly ofNames: Stemming;
  /** For comparing labelled texts with each other. */
  readonly ofLabels: Stemming;
}

export interface ClauseEnds {
  /** Behind them, another part of the sentence begins. */
  readonly words: readonly string[];
  /** With them, a clause of its own begins behind an enumeration. */
  readonly subjects: readonly string[];
  /** Behind it stands what something is of. */
  readonly of: string;
}

/** In small letters, without a number behind them. */
export interface UntellingNames {
  readonly names: ReadonlySet<string>;
}

export interface TruthWords {
  /** Deny what stands behind them, in names of flags and in sentences. */
  readonly denying: ReadonlySet<string>;
  /** Of a word that does so. */
  readonly denyingEnding: RegExp;
  /** Deny what stands before them. */
  readonly deniedBehind: ReadonlySet<string>;
  /** What names of flags are made of beside what they are about. */
  readonly asking: ReadonlySet<string>;
}

/** In small letters, contractions expanded, as all lists of words. */
export interface PolarityWords {
  /** Say the opposite, or undo. */
  readonly turning: ReadonlySet<string>;
  /** Say "not" by themselves. */
  readonly negations: ReadonlySet<string>;
  /** Sentences where one has the one word and the other the other never mean the same. */
  readonly opposites: readonly (readonly [string, string])[];
  /** What is said to be not so, or not wished for, as the group `what`. Global. */
  readonly deniedLabel: RegExp;
  /** In a label that says by itself what is not so. */
  readonly negatedLabel: RegExp;
  /** In front of any word, and of a longer one. */
  readonly undoing: readonly string[];
  readonly turningPrefixes: readonly string[];
}

export interface ComparisonWords {
  /** Say which side, order or bound is meant; exchanging or dropping one changes the meaning. */
  readonly sides: ReadonlySet<string>;
  /** What makes of a number the least or the most. */
  readonly limits: ReadonlySet<string>;
  /** What an amount is counted in, with signs: with another one, it is another amount. */
  readonly units: ReadonlySet<string>;
}

export interface TimeWords {
  /** Mean another time each day. */
  readonly clock: ReadonlySet<string>;
  /** Say when. */
  readonly times: ReadonlySet<string>;
}

/** Phrases, divided by "|". */
export interface PolitePhrases {
  readonly before: string;
  /** With a mark behind them only: "Alexa Chung" is a name. */
  readonly beforeMark: string;
  readonly after: string;
  /** Behind a comma or another mark only: elsewhere they are words like others. */
  readonly afterMark: string;
  /** May be said to whom is asked, and may be a state, a name or a time: not cut off, and no end of a new value. */
  readonly unsure: string;
  /** A sentence does not end in them: what stands behind them is named by the speaker, "my friend". */
  readonly wantsMore: ReadonlySet<string>;
}

/** Phrases, divided by "|". */
export interface TakenBackPhrases {
  readonly anywhere: string;
  /** Behind other words: in front they fill a pause, or are the wish itself. */
  readonly inside: string;
  /** Between marks, or where the sentence ends: elsewhere they are words like others. */
  readonly onItsOwn: string;
  /** Those that only a mark tells from the last word of a wish: "the next bus stop". */
  readonly needMark: ReadonlySet<string>;
  /** Behind other words, a mark behind them is enough: "in Rome sorry, in Bonn". */
  readonly correcting: ReadonlySet<string>;
  /** With a mark before them, they need none behind: "in Rome, sorry in Bonn". */
  readonly excuses: ReadonlySet<string>;
  /** "Disney Universe er, Abby", "Rome uh no Bonn": where a little word stands before it, somebody only thinks. */
  readonly hesitant: RegExp;
}

export interface Contractions {
  /** The words that each stands for. */
  readonly whole: ReadonlyMap<string, readonly string[]>;
  /** What people write for little words in a hurry, as they write it. */
  readonly chatted: ReadonlyMap<string, string>;
  /** Sounds that people make while they think. */
  readonly hesitations: ReadonlySet<string>;
  /** Words after which "'s" is "is"; after any other it makes a genitive. */
  readonly beforeIs: ReadonlySet<string>;
  /** Behind "id", which is "I would" before them. */
  readonly wished: ReadonlySet<string>;
}

export interface LittleWords {
  /** Open a question: with them an order may become one about what was done, may be done, or would be. */
  readonly openers: ReadonlySet<string>;
  /** A sentence can have or lack them without saying anything else, unless they stand in a value. */
  readonly harmless: ReadonlySet<string>;
  /** Between two things. */
  readonly joining: ReadonlySet<string>;
  /** Inside a name: "The Lord of the Rings". */
  readonly insideNames: ReadonlySet<string>;
  /** Short words that mean something else in capitals: the country, the state, the trade. */
  readonly otherInCapitals: ReadonlySet<string>;
  /** Single letters that are words of their own, in capitals. */
  readonly singleCapitals: ReadonlySet<string>;
  /** Hardly a sentence does without one of them, and no near language has them. */
  readonly own: ReadonlySet<string>;
  /** The fewer of them that a sentence is known by where it may as well be a name. */
  readonly unmistakable: ReadonlySet<string>;
  /** Of `own`, those that are words of other languages, too. */
  readonly shared: ReadonlySet<string>;
  /** Hardly a sentence of the near languages does without one, and this language has none of them. */
  readonly foreign: ReadonlySet<string>;
  /** Carry no meaning of their own in what is asked of a tool. */
  readonly fillers: ReadonlySet<string>;
}

/** How people say by how much something is to change: what is true of the text in front of a number, or behind it. */
export interface ChangeWords {
  /** In front: each is enough. */
  readonly before: readonly RegExp[];
  /** In front, where `unitBehind` is true of what stands behind. */
  readonly beforeUnit: RegExp;
  readonly unitBehind: RegExp;
  /** Behind: "degrees warmer". */
  readonly behind: RegExp;
  /** In front: it is what something is to become, whatever else is said. */
  readonly isBecome: RegExp;
  /** No amount, but a time: "raise it by 2030". */
  readonly year: RegExp;
  /** In the words of a tool or a parameter: it takes a change. */
  readonly ofChange: RegExp;
  /** In the same: it takes what something is to become. */
  readonly ofState: RegExp;
}

/** Words for things that are not named, folded. */
export interface UnnamedWords {
  readonly all: ReadonlySet<string>;
  /** Some, none, or another one. */
  readonly any: ReadonlySet<string>;
  /** In front of a noun: "this van". */
  readonly pointing: ReadonlySet<string>;
  /** Of those, what is something else where it stands alone. */
  readonly counts: ReadonlySet<string>;
  readonly little: ReadonlySet<string>;
  /** Nouns for whatever there is. */
  readonly generic: ReadonlySet<string>;
  /** Behind them: "one of the vans". */
  readonly oneOf: RegExp;
}

/** How e-mail addresses are said aloud. */
export interface SpokenAddressWords {
  /** Whole, with what stands before and behind the sign as groups. */
  readonly form: RegExp;
  /** What is written for what is said, with its blanks. */
  readonly signs: readonly (readonly [said: RegExp, sign: string])[];
}
