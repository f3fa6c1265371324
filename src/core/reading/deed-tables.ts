/** What is known of a language about deeds: how tools do them, and how people ask for them, deny them and set conditions. */
export interface DeedWords {
  /**
   * Each line: words for deeds of one kind, divided by "|". Not synonyms, as those of options are: "pay" and "send" are the same
   * to a tool that is one of six. Words that stand apart in a sentence ("turn the radio off") are joined by "…". Behind the words
   * of the language stand those of near languages that are no words of it as well.
   */
  readonly kinds: readonly string[];
  /** Pairs of lines of which one undoes or denies the other, each by its first word. */
  readonly opposites: readonly (readonly [string, string])[];
  /** First words of requests that are of a line, and of much else: they say nothing of the opposite. */
  readonly manyThings: ReadonlySet<string>;
  /** Of what is done one way and the other: "on or off". */
  readonly both: RegExp;
  /** The ending of a deed's word that is a thing as often: "booking 12". */
  readonly gerund: RegExp;
  /** Before a word that names a thing and no deed: "cancel a booking". */
  readonly nouns: RegExp;
  /** What a verb loses before an ending. */
  readonly verbEnd: RegExp;
  /** A pattern of the endings of a verb with this last letter: "cancels", "booking", "dropped". */
  readonly verbForms: (lastLetter: string) => string;
  /** The endings of "sets" and "switches". */
  readonly thirdPerson: readonly RegExp[];
  /** Questions about how things are or were. */
  readonly asks: RegExp;
  /** The whole of a question in the order of a statement: "the door is locked?" */
  readonly asksPlainly: RegExp;
  /** How people ask for something to be done. */
  readonly requests: RegExp;
  /** How things are said to be, all of them in a text; what was done to them as the group. */
  readonly reported: RegExp;
  /** How people say that something is not to be done, all of them in a text; the words for it as the group. */
  readonly denied: RegExp;
  /** What was asked is answered by whoever asked: "delete them? no!" */
  readonly answeredNo: RegExp;
  /** A sentence that says that somebody does not take something. */
  readonly refused: RegExp;
  /** Names of kinds of deeds by which somebody gets something. */
  readonly gives: ReadonlySet<string>;
  /** Of those that end it. */
  readonly takes: ReadonlySet<string>;
  /** Words that say of a deed that nobody has to do it. */
  readonly unneeded: RegExp;
  /** Words that deny and ask all the same: "why don't you", "not that one, only this". */
  readonly requestsByNot: RegExp;
  /** A sentence that begins with what is to be so first: "if it rains, …", "wait until it rains and …". */
  readonly awaited: RegExp;
  /** The same behind an order: "close it once it is full". Both have the condition as the group `clause`. */
  readonly awaitedBehind: RegExp;
  /** Behind a condition that a sentence ends with. */
  readonly politeEnd: RegExp;
  /** In what follows a condition: a question, or what would be so. */
  readonly supposes: RegExp;
  /** Words of conditions that are none: "if it isn't too much trouble". */
  readonly courtesy: RegExp;
  /** Words of tools that wait for something to be so, as alerts do. */
  readonly waits: RegExp;
  /** "Have the blinds closed": what is to be done as the group. */
  readonly caused: RegExp;
  /** Words of a sentence that says how things are to be. */
  readonly obliges: RegExp;
  /** First words of tools that change something, without those that are names of things as often ("report", "exchange"). */
  readonly deeds: ReadonlySet<string>;
  /** How the name or the description of a tool begins whose verb looks something up by itself, and does something with the word behind: "check in". */
  readonly phrasal: RegExp;
  /** How the description alone begins of a tool that changes something: "Record a payment". In names these are nouns as often: "call_log". */
  readonly described: RegExp;
  /** How the name or the description of a tool begins that changes nothing. */
  readonly looksUp: RegExp;
  /** Of tools that tell something, too. */
  readonly tells: RegExp;
  /** What tools tell of, and others change: of "order status" nobody knows, "set the status" is a deed. */
  readonly toldOf: RegExp;
}
