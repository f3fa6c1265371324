/**
 * Every rule by which the cache refuses to give a known answer: where does it refuse, and why. The order is that of asking: the
 * first that applies in a place is the one that is named. A row that goes takes its rule with it.
 */

import * as label from "./label-rules.ts";
import * as leftover from "./leftover-rules.ts";
import * as none from "./none-rules.ts";
import * as rewording from "./rewording-rules.ts";
import type { Rule } from "./rule.ts";
import * as template from "./template-rules.ts";
import * as edge from "./value-edge-rules.ts";

export const RULES = [
  {
    id: "language",
    refuses: "not plainly English",
    why: "No rule here knows which words of another language turn a meaning: only the very same words share an answer.",
    sentence: ({ closedBecause }) => closedBecause === "language",
    label: ({ asked }) => asked.closedBecause === "language",
  },
  {
    id: "look-alikes",
    refuses: "letters that look like others",
    why: "A Cyrillic letter in a Latin word, or a character that nobody sees, makes another word of what looks the same.",
    sentence: ({ closedBecause }) => closedBecause === "look-alike letters",
    label: ({ asked }) => asked.closedBecause === "look-alike letters",
  },
  {
    id: "taken-back",
    refuses: "something is taken back",
    why: '"In Rome, no wait, in Bonn", "never mind": nobody can tell of which part it is said.',
    sentence: ({ takesBack }) => takesBack,
  },
  {
    id: "known-closed",
    refuses: "nothing of the known sentence may be reused",
    why: "It is in another language, takes something back, or has a value among the words that were cut off as politeness.",
    rewording: ({ entry }) => !entry.isOpen,
    label: ({ known }) => known.closedBecause !== null,
  },
  {
    id: "clock",
    refuses: "a value depends on the clock",
    why: "What a model worked out from the time of day, and our readers cannot work out again, is wrong at another time.",
    template: ({ latest }) => latest.agesWithClock,
    rewording: ({ entry }) => entry.agesWithClock,
  },
  {
    id: "value-missing",
    refuses: "a value is not in the sentence",
    why: 'Whoever asks for a table in Bonn is not given the one "in Rome", however alike the sentences are.',
    rewording: ({ values }) => values.isMissing,
  },
  {
    id: "written-otherwise",
    refuses: "a value is written otherwise",
    why: 'The same words may be another code: "AB_12" is not "AB.12".',
    rewording: ({ values }) => values.isWrittenOtherwise,
  },
  {
    id: "little-word",
    refuses: "a short name may be a little word here",
    why: '"ME" for Maine is not the "me" of "tell me".',
    rewording: ({ values }) => values.isLittleWord,
  },
  {
    id: "values-moved",
    refuses: "values have changed places",
    why: '"From Anna to Boris" is not "to Anna from Boris".',
    rewording: rewording.valuesMoved,
  },
  {
    id: "numbers-moved",
    refuses: "numbers have changed places",
    why: '"Sides of 3, 4 and 5" are not sides of 4, 3 and 5 to whoever names them in order.',
    rewording: rewording.numbersMoved,
  },
  {
    id: "other-negated",
    refuses: "something else is negated",
    why: '"From the old one, not from the new one" is not the other way round.',
    rewording: rewording.negatesAnother,
  },
  {
    id: "date-unread",
    refuses: "a value reads differently here",
    why: "A date that was read against the clock has to be read again from this sentence, and cannot be.",
    rewording: ({ parameters }) => parameters === null,
  },
  {
    id: "polarity-in-value",
    refuses: "a word in a value may turn the meaning",
    why: '"Not" or "except" that the parameter never had in a value: "play not Lithium".',
    template: template.polarityInValue,
  },
  {
    id: "joined-value",
    refuses: "a value joins two",
    why: '"Graz and Linz" where no town ever had an "and": two calls are meant, or a choice that nobody made.',
    template: template.joinsValues,
  },
  {
    id: "short-value",
    refuses: "a short value may be an abbreviation",
    why: 'A model may write "NY" out, or not.',
    template: template.isUnknownShort,
  },
  {
    id: "misspelt",
    refuses: "a value may be misspelt",
    why: "A word of it is none, and one letter away from one that the parameter had: a model may have mended it.",
    template: template.isMisspelt,
  },
  {
    id: "others-number",
    refuses: "a number that another parameter had",
    why: "Where a rating was never 6 and the best rating was, a lone 6 may be the best one.",
    template: template.isOthersNumber,
  },
  {
    id: "hesitation",
    refuses: "a hesitation may be part of a value",
    why: '"Um" in a value may be somebody thinking, and may be a name.',
    template: template.hesitates,
  },
  {
    id: "others-text",
    refuses: "a value that another parameter had",
    why: '"Somewhere in Indiana" is no country where Indiana always was a state that stood behind "in".',
    template: template.isOthersText,
  },
  {
    id: "place-kind",
    refuses: "a place may be of another kind",
    why: "Georgia is a country and a state, and the tool asks for both.",
    template: template.isDoubtfulPlace,
  },
  {
    id: "number-spelling",
    refuses: "how a number is written is not known",
    why: '"Four" where there was "noon": a model may write the word or the digit.',
    template: template.mayBeSpelledOut,
  },
  {
    id: "sign",
    refuses: "a sign may be part of a value",
    why: "In \"play Help!\", and with a picture behind a title, the sign may be the title's or the speaker's.",
    template: template.signMayBelong,
    rewording: rewording.losesSign,
  },
  {
    id: "politeness-in-value",
    refuses: "politeness may be part of a value",
    why: '"Lafayette ok", "Bonn Thanks"; and a message may end in the "lol" that was cut off.',
    template: edge.mayEndPolitely,
  },
  {
    id: "haste-cut-off",
    refuses: "how urgent it is was cut off",
    why: '"Report the lamp asap" says the priority that "report the lamp" leaves open, where the tool has one.',
    template: ({ template, reader, knowledge }) => edge.losesHaste(reader.sentence, knowledge.rulesOf(template.tool)),
    rewording: ({ entry, sentence, knowledge }) => edge.losesHaste(sentence, knowledge.rulesOf(entry.template.tool)),
  },
  {
    id: "time-in-value",
    refuses: "a time may be part of a value",
    why: '"Bonn tonight" is a town and a time.',
    template: edge.mayEndInTime,
  },
  {
    id: "said-twice",
    refuses: "a word beside a value is said twice",
    why: '"In in Bonn": the second one is a slip, and no part of a name.',
    template: edge.isSaidTwice,
  },
  {
    id: "number-in-value",
    refuses: "a number may be no part of a value",
    why: '"Scribblings out of 9": the number may be another value.',
    template: edge.mayEndInNumber,
  },
  {
    id: "another-in-value",
    refuses: "another value may stand in a value",
    why: '"Blackstratblues on Zvooq": behind "on", another parameter\'s values stand.',
    template: edge.goesOnToAnother,
  },
  {
    id: "goes-on-small",
    refuses: "a value goes on where a known one ends",
    why: '"Chris Frantz man": what is written small beside a known value may be no part of it.',
    template: edge.goesOnFromKnown,
  },
  {
    id: "comma-in-value",
    refuses: "a comma may end a value",
    why: '"Boston, MA" goes on with a capital, "California, sweetheart" does not.',
    template: edge.isContinuedSmall,
  },
  {
    id: "young-partition",
    refuses: "too little is known of what is asked",
    why: "Below 200 known sentences, what looks like nothing for the tools may be the first call of its kind.",
    none: none.tooLittleAsked,
  },
  {
    id: "negated",
    refuses: "only one of them is negated",
    why: '"It is too large to fit" says "not" of fitting; "it fits" does not.',
    label: label.negatedOnOneSide,
  },
  {
    id: "number-left",
    refuses: "a number is left over",
    why: '"Lamp 3" is not "the lamp".',
    rewording: leftover.numberLeft,
    label: label.labelNumberLeft,
  },
  {
    id: "turning-word-left",
    refuses: "a word that may turn the meaning is left over",
    why: '"Not", "only", "without", "cancel" on one side alone may turn everything round.',
    rewording: leftover.turningWordLeft,
    none: none.noneTurned,
    label: label.labelTurned,
  },
  {
    id: "unit-left",
    refuses: "a unit is left over",
    why: '"5 dollars" are not "5 euros".',
    rewording: leftover.unitLeft,
  },
  {
    id: "time-left",
    refuses: "a time is left over",
    why: "What is wanted tonight is not what is wanted at any time.",
    rewording: leftover.timeLeft,
  },
  {
    id: "limit-left",
    refuses: "a word that makes a number a limit is left over",
    why: '"For at least 3 euros" is not "for 3 euros".',
    rewording: leftover.limitLeft,
  },
  {
    id: "opposites-left",
    refuses: "opposites are left over",
    why: 'One says "up" and the other "down".',
    rewording: leftover.oppositesLeft,
    none: none.noneOpposed,
    label: label.labelOpposed,
  },
  {
    id: "tense-left",
    refuses: "another tense is left over",
    why: '"I sent it" is not "send it".',
    rewording: leftover.tenseLeft,
  },
  {
    id: "said-on-top",
    refuses: "something is said on top",
    why: '"Remind me to" before a known wish, or "on my phone" behind it, says something more.',
    rewording: leftover.saidOnTop,
  },
  {
    id: "no-name",
    refuses: "a name may be a word here",
    why: '"I have to say goodbye" is not the work "Goodbye".',
    rewording: leftover.saysNoName,
  },
  {
    id: "question-left",
    refuses: "a question of another kind is left over",
    why: '"Should I send it" is not "send it", and "is Tom sick" asks what "Tom is sick" tells.',
    rewording: leftover.opensOtherwise,
  },
  {
    id: "number-turned",
    refuses: "a word that turns a number is left over",
    why: '"By 40" is not "to 40".',
    rewording: leftover.numberTurned,
  },
  {
    id: "strange-at-value",
    refuses: "a strange word at a value is left over",
    why: '"Fluid ounces", "a Goan restaurant": a word that the tool never heard may be part of the value.',
    rewording: leftover.strangeAtValue,
  },
  {
    id: "longer-value",
    refuses: "a longer value is known",
    why: '"Movie theatre" is not "theatre" where the tool had both.',
    rewording: leftover.longerValueLeft,
  },
  {
    id: "another-value",
    refuses: "another value is left over",
    why: '"Heat the attic, and light the hall": the known call has one of two rooms, and nobody said that it is that one.',
    rewording: leftover.anotherValueLeft,
  },
  {
    id: "owner-left",
    refuses: "whose it is is left over",
    why: '"My mother\'s list" is not "my list".',
    rewording: leftover.ownerLeft,
  },
  {
    id: "constant-of-gone-word",
    refuses: "a constant may hang on a word that is gone",
    why: "A value that stands nowhere in the known sentence came from some of its words, and some are gone.",
    rewording: leftover.constantOfGoneWord,
  },
  {
    id: "constant-of-new-word",
    refuses: "a constant may be another where a word is new",
    why: "A value that stands nowhere in the known sentence may be another with a word that the tool never heard.",
    rewording: leftover.constantOfNewWord,
  },
  {
    id: "capitals",
    refuses: "short words in capitals differ",
    why: '"US" is not "us".',
    template: template.aroundInOtherCapitals,
    rewording: leftover.leftInOtherCapitals,
  },
  {
    id: "constant-of-value",
    refuses: "a constant may hang on the words that changed",
    why: "A value that stands nowhere in the known sentence may have come from the value that is another one now.",
    template: template.constantMayChange,
  },
  {
    id: "usual-value",
    refuses: "a word around the values is usually a value",
    why: 'Where "restaurant" mostly is the kind that is wanted, the one sentence without a kind is no wording for others.',
    template: template.hasUnnamedValue,
  },
  {
    id: "young-tool",
    refuses: "too little is known of the tool's words",
    why: "In a tool with fewer than ten known sentences, any word that is gone or new may be a value.",
    rewording: leftover.wordLeftInYoungTool,
  },
  {
    id: "another-tool",
    refuses: "another tool is asked in these words",
    why: "A known sentence of another tool has all the words around the values, and this one's has not.",
    candidate: ({ features }) => features.isExplainedElsewhere === 1,
  },
  {
    id: "question-on-one-side",
    refuses: "only one of them is a question",
    why: '"Is the door locked" asks for what no tool may tell, "lock the door" for what one may do.',
    none: none.isQuestionOnOneSide,
  },
] as const satisfies readonly Rule[];

export type RuleId = (typeof RULES)[number]["id"];

const BY_ID: ReadonlyMap<RuleId, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** What explanations show. */
export function wordsOf(id: RuleId): string {
  return BY_ID.get(id)?.refuses ?? id;
}
