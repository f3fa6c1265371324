/** How people tell, quote, wonder, and want things left as they are: all words of a request, and nothing is asked for. */
export interface MoodWords {
  /** Tells at what a thing stands: "the barn is at 18 degrees". */
  readonly stands: RegExp;
  /** The name or the description of a tool that sets such a thing. */
  readonly setsLevel: RegExp;
  /** Past forms without an ending of their own, and the verbs that they are of. */
  readonly pasts: ReadonlyMap<string, string>;
  /** What did not come to it, up to the end of its clause, all of them in a text: "I nearly deleted it". */
  readonly unreal: RegExp;
  /** The whole of a sentence that says how somebody finds a thing: "I love this song". */
  readonly opinion: RegExp;
  /** What somebody does again and again, with its verb: "we always lock it". */
  readonly habit: RegExp;
  /** Says of what stands beside it that nothing is decided: "I'm not sure yet". */
  readonly undecided: RegExp;
  /** A sentence that begins with somebody else's words: 'the sign says "stop"'. */
  readonly quoted: RegExp;
  /** Where what is asked may begin beside what is told, and with what. */
  readonly next: RegExp;
  readonly connective: RegExp;
  /** Behind what is to stay as it is: something else is asked for. */
  readonly goesOn: RegExp;
  /** Behind somebody else's words: they are to be followed. */
  readonly carriedOut: RegExp;
  /** What somebody did; the verb as the group. Names have a pattern of their own, as they begin with a capital letter. */
  readonly told: readonly RegExp[];
  /** How the description of a tool begins that begins something; what that is as the group, without its ending. */
  readonly begun: RegExp;
  /** In the name or the description of a tool that writes down what was done. */
  readonly records: RegExp;
  /** What is to stay as it is: "leave the gate open". */
  readonly kept: RegExp;
}

/** How people ask for a thing by what it is not to be. */
export interface WishWords {
  /** Each line: words for how a thing may be, divided by commas, and behind "|" the words that ask for the contrary, the thing at "…" or behind them. */
  readonly contraries: readonly string[];
  /** A pattern of any other word for what was not done, and in it, as a group, of what is to be done: "unpaid" has "paid". */
  readonly undone: string;
  /**
   * "don't leave the gate open" and "the gate mustn't stay open", for any of these ways to be, which is a pattern. The groups are the `thing`, its
   * `state`, and the `rest`, which is said of what is asked for, too.
   */
  readonly leaves: (state: string) => RegExp;
  readonly stays: (state: string) => RegExp;
  /** "don't go on sharing it", "don't let it run": what is to end is the `thing`. */
  readonly goesOn: RegExp;
  readonly stop: string;
  /** "there's no reason not to close it": what there is no reason not to do is the `thing`. */
  readonly concedes: RegExp;
  /** In front of how a thing is not to be. */
  readonly notToBe: RegExp;
}
