/** Frames in which a deed is spoken of and not asked for. Each pattern that begins a sentence ends with the deed, its `verb`, or `doing` where it has an ending; who does it is the `subject`. */
export interface FrameWords {
  /** How people speak of a deed: "I'm afraid to lock", "you're not supposed to lock", "I regret locking". */
  readonly spoken: readonly RegExp[];
  /** The same of what was done, which a tool that writes things down may be told: "we were locking". */
  readonly lived: readonly RegExp[];
  /** Thanks and apologies, which may be a greeting in front of what is asked for: "thanks for locking". */
  readonly thanked: readonly RegExp[];
  /** The whole of a sentence by which somebody does a thing without help: "I'll lock it myself". */
  readonly ownDeed: RegExp;
  /** What is said of a deed that begins the sentence: "locking it would be a mistake". */
  readonly judged: RegExp;
  /** In a sentence that asks for the deed it begins with: "watering has to be done". */
  readonly obliging: RegExp;
  /** The end of a sentence that takes all of it back: ", just kidding". */
  readonly takenBack: RegExp;
  /** A frame in which the `order` behind it is asked for: "it's time to lock". */
  readonly asked: readonly RegExp[];
  /** The same of a `verb` with an ending: "would you mind locking". */
  readonly minded: RegExp;
  /** What forms of a verb end with, one after the other, and what stands in its place where all of them begin. */
  readonly endings: readonly (readonly [RegExp, string])[];
  /** Verbs that may be said to nearly any tool. */
  readonly anyDeeds: readonly string[];
  /** Words that join what is asked to what was said before. */
  readonly joined: RegExp;
  /** The end of a sentence that somebody else said, or that threatens: ", my father used to say", "and see what happens". */
  readonly saidBehind: RegExp;
  /** Where what is asked may begin behind a frame. */
  readonly next: RegExp;
  /** In the name or the description of a tool to which things are told. */
  readonly keeps: RegExp;
}
