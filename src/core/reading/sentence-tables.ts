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

export interface LittleWords {
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
