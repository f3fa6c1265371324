/** The words by which several things are said in short. */
export interface SeveralWords {
  /** Between the first and the last number of a row of things: "3 to 5". */
  readonly rangeTo: RegExp;
  /** Whether anything is said to be one of two. */
  readonly orAnywhere: RegExp;
  /** Between two names of which one is meant, and nobody says which. */
  readonly or: RegExp;
  /** All of a value that names two: "beer or a cider". */
  readonly orWithin: RegExp;
  /** As `or`, between two numbers; what the second one counts as the group `noun`. */
  readonly numberOr: RegExp;
  /** What is said of each of several, where no noun follows: "25 each for", "5 apiece". */
  readonly each: RegExp;
  /**
   * All of something, or all that is left of it: what is counted as `noun`, how many there are as `count`; of what is left `rest`, how many as
   * `left`, its noun as `of`.
   */
  readonly total: RegExp;
  /** A total of two. */
  readonly both: RegExp;
  /** What is left where that is one thing. */
  readonly theOther: RegExp;
  /** Of names of parameters: they say how something is to be, and not which thing is meant. */
  readonly manners: ReadonlySet<string>;
  /** Points at one thing that was said before. */
  readonly pronoun: RegExp;
}
