/** The tables of a language that readers of values take: numbers, dates, amounts, places. */

export interface NumberWords {
  /** From zero to nineteen. */
  readonly units: readonly string[];
  /** From twenty to ninety. */
  readonly tens: readonly string[];
  /** Words that multiply what stands before them, with what they stand for; the first is a hundred. */
  readonly scales: Readonly<Record<string, number>>;
  /** The same, short, behind digits only; in small letters. */
  readonly shortScales: Readonly<Record<string, number>>;
  /** The same, in capitals, behind an amount of money only. */
  readonly moneyScales: Readonly<Record<string, number>>;
  /** Ordinals that are numbers by themselves. */
  readonly ordinals: Readonly<Record<string, number>>;
  /** Other words that are numbers by themselves, such as "twice". */
  readonly others: Readonly<Record<string, number>>;
  /** Parts of one, by what one is divided into. */
  readonly parts: Readonly<Record<string, number>>;
  /** Alternatives that take the plural's ending off a part. */
  readonly partPlural: RegExp;
  /** "a", as in "a hundred" and "a dozen". */
  readonly article: string;
  /** "and", as in "a hundred and five". */
  readonly and: string;
  /** What "half a" begins with. */
  readonly half: string;
  /** Behind the article: "a couple". */
  readonly amounts: Readonly<Record<string, number>>;
  /** "two and a half million", with the word before "and", the count, the part and the scale. */
  readonly spokenFraction: RegExp;
  /** An article in the place of a fraction's count. */
  readonly countArticle: RegExp;
  /** "percent", behind digits. */
  readonly percent: string;
  /** At the start of what stands behind a number in words: "%", "per cent". */
  readonly percentBehind: RegExp;
  /** What stands before a number below zero, with the word before that, at the end of a text. */
  readonly minusBefore: RegExp;
  /** The sides of the world that make a coordinate negative, behind its digits. */
  readonly southOrWest: RegExp;
}
