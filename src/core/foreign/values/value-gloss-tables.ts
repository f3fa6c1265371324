/**
 * What the glosser of values has to be told of a language: how its numbers are spelt, how it says times of day, and what phrases
 * with values are in English. All is in small letters without accents ("fünf" is "funf", "ß" stays), as texts are when it is read.
 */

export interface ValueGlossTables {
  /** For what `Intl` knows. */
  readonly locale: string;
  readonly numbers: NumberSpelling;
  readonly clock: ClockPhrases;
  /** Names of kinds of words, which forms have as `<name>`: patterns with their English. */
  readonly kinds: Readonly<Record<string, Kind>>;
  /** Of two phrases that overlap the longer one counts, of two as long the earlier. */
  readonly phrases: readonly Phrase[];
  readonly names: NameSpelling;
  /** Whether a number in one word with a capital letter amid a sentence is a name: "Otto". */
  readonly isCapitalName: boolean;
}

/** Patterns of regular expressions with their English; of a unit, the singular. */
export type Kind = Readonly<Record<string, string>>;

/**
 * `said` is a regular expression. A blank in it stands for any blanks, a name in brackets for one of a kind: `<n>` is a number in figures,
 * `<o>` an ordinal, `<count>` a number or an article, `<day>` a day of a month, `<year>` a year, `<monthnumber>` a month in figures,
 * `<cents>` hundredths in two figures; others are the tables'. A digit behind a name keeps two of a kind apart: `<day2>`. "2º" is the
 * ordinal, however it was said.
 *
 * In `english` the names stand for what was found: `<day>` is 3, `<day:th>` 3rd, `<n:times>` twice, `<n:+0.5>` half more, `<n:*15>` fifteen times as
 * much, `<sum>` with its cents, and `<unit:many>` in the plural unless the number is one.
 */
export interface Phrase {
  readonly said: string;
  readonly english: string;
  /** The part of the day that a time of day beside it is in. */
  readonly part?: PartOfDay;
  /** Whether it may be a name where it has a capital letter amid a sentence: "Mars". */
  readonly mayBeName?: true;
}

export type PartOfDay = "morning" | "afternoon" | "evening" | "night";

export interface NumberSpelling {
  /** From nought to ninety-nine; of several words, with hyphens between them. */
  readonly small: ReadonlyMap<string, number>;
  /** Numbers in words that are articles, too: numbers only behind or before a greater one. */
  readonly articles: ReadonlySet<string>;
  /** Which are no articles with their accents on. */
  readonly stressed: ReadonlySet<string>;
  /** Words for a hundred, which multiply what stands before them, and how much that may be at most. */
  readonly hundreds: ReadonlySet<string>;
  readonly hundredsMax: number;
  /** Hundreds that are words of their own. */
  readonly wholeHundreds: ReadonlyMap<string, number>;
  /** From a thousand on. */
  readonly scales: ReadonlyMap<string, number>;
  /** Between a hundred or a thousand and what follows it: "hundertundfünf". */
  readonly and: string;
  /** Whether numbers are written in one word. */
  readonly isJoined: boolean;
  /** What half more is at the end of a word: "zweieinhalb". */
  readonly halfMore: string;
  readonly ordinals: ReadonlyMap<string, number>;
  /** Other words that are numbers by themselves: "anderthalb". */
  readonly others: ReadonlyMap<string, number>;
  /** Between the whole of a number and its digits. */
  readonly point: ReadonlySet<string>;
  /** At the end of figures that are an ordinal. */
  readonly ordinalEnding: string;
  /** What figures in threes have between them, as characters of a class. */
  readonly groupedBy: string;
  /** How many figures behind a comma are a group of a thousand rather than decimals; 0 for never. */
  readonly figuresBehindCommaOfThousand: 0 | 3;
  /** Phrases in which a word for a number is none. */
  readonly none: string;
}

export interface TimeForm {
  /** With `<hour>` and `<minute>`; `<mm>` is a minute in two figures, `<named>` midnight or noon by its name. */
  readonly said: string;
  /** Minutes to add to the hour. */
  readonly adds: number;
  /** Whether `<minute>` lies before or behind that. */
  readonly minute: -1 | 0 | 1;
}

export interface ClockPhrases {
  /** Hours that have names, from midnight. */
  readonly hours: Readonly<Record<string, number>>;
  /** Times that nothing else can be, and times that are some only behind one of `before`. */
  readonly plain: readonly TimeForm[];
  readonly behind: readonly TimeForm[];
  /** What stands before a time. */
  readonly before: Kind;
  readonly parts: Readonly<Record<string, PartOfDay>>;
  /** From the first time to the second. `isClock`: whether the words say that times of day are meant. */
  readonly ranges: readonly {
    readonly first: string;
    readonly second: string;
    readonly english: readonly [first: string, second: string];
    readonly isClock: boolean;
  }[];
  /** What a number has behind it that is no time. */
  readonly counted: string;
}

export interface NameSpelling {
  /** "CH schweiz": what else countries are called. */
  readonly countries: readonly string[];
  /** Names that are other words, too. */
  readonly wordsToo: ReadonlySet<string>;
  /** Patterns of what names of languages may end with. */
  readonly languageEnding: string;
  /** Whether they are written with a capital letter. */
  readonly areLanguagesCapital: boolean;
}
