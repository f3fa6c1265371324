/** The tables of a language that readers of requests take: what is asked of tools, and what their schemas are written with. */

/** How names and what they name stand together. Texts are parts of regular expressions. */
export interface NamingWords {
  /** What names of parameters shorten, in small letters, by its short form. */
  readonly inShort: ReadonlyMap<string, string>;
  /** "a list called X" gives a name to whatever has one. */
  readonly namesName: RegExp;
  readonly called: RegExp;
  /** Begins a value that is not the value itself: "id AB10". */
  readonly namingNoun: RegExp;
  /** In front of a path, an address or a version alone. */
  readonly kindOfCode: RegExp;
  /** `image_url`, `email`; the name of a page, `url_name`, is another thing. */
  readonly namesAddress: RegExp;
  readonly pointsElsewhere: RegExp;
  /** Tells none from the others, or is a number of them. */
  readonly unspecific: string;
  /** Words behind which another part of the sentence begins, and units. */
  readonly noQuality: RegExp;
  /** "New York, NY" is as much of a city as "New York". */
  readonly townBehind: RegExp;
  readonly mayBeNumeric: RegExp;
  /** What may stand between a parameter's name and its value: "project with the id X", "the subject is 'X'". */
  readonly nounBetween: string;
  readonly linkBetween: string;
  /** "use 'X' as the host", "the 'X' database". */
  readonly linkBehind: string;
  readonly afterExample: RegExp;
  readonly numbering: RegExp;
  /** Before what tells one thing from others. */
  readonly determiners: string;
  /** Between the examples of a description. */
  readonly betweenExamples: RegExp;
  /** What asks for one part of a person's name. */
  readonly familyName: RegExp;
  readonly givenName: RegExp;
  /** Between what is numbered and its number. */
  readonly numberNoun: string;
  /** What may stand behind a verb without its "e": an ending, and what the verb is about. */
  readonly verbEnding: string;
  /** Asks for an address beside the one that everybody says. */
  readonly second: RegExp;
  /** All that stands between two quotations of one list. */
  readonly listGap: RegExp;
  /** Between the items of a list. */
  readonly listSeparator: RegExp;
  readonly articleInFront: RegExp;
  /** What looks like one and ends a name: the A of "hall A". */
  readonly letterBehind: RegExp;
  /** Begin what is said next: "in Riga, Latvia, Can you say". */
  readonly openings: string;
  readonly wantsFunction: RegExp;
  /** `'asc' for ascending order`, `"F" (Fahrenheit)`, `'kg': kilograms`. */
  readonly explainedOption: RegExp;
  /** "Museum of" before "Modern Art". */
  readonly nameOfBefore: RegExp;
}

export interface EnumerationWords {
  readonly separator: RegExp;
  /** Things of which there is one, the article as a group: "and a cola". */
  readonly single: RegExp;
  /** Between two numbers of a row: "5 units, 4 units and 3 units". */
  readonly nextNumber: RegExp;
  /** Between two names: "base and its height". */
  readonly nextName: RegExp;
  /** Between the last name and the first number. */
  readonly link: RegExp;
  readonly writtenLists: RegExp;
  /** Between a name and its number. */
  readonly namedBy: string;
}

/** How people ask, and go on from what was said before. */
export interface AskingWords {
  readonly connective: RegExp;
  readonly askingAlso: RegExp;
  readonly change: RegExp;
  readonly changeEnd: RegExp;
  readonly preposition: RegExp;
  readonly courtesies: ReadonlySet<string>;
  readonly courtesyLeads: RegExp;
  /** How people begin to ask, then a verb, whom it is for, and how many there are to be: a pattern. */
  readonly askingFor: string;
  readonly connector: string;
  /** A comma before what may begin a request, a statement or a question of its own. */
  readonly openings: string;
  /** Words that go between values: a stretch that holds one more than the remembered value is no single value. */
  readonly betweenValues: RegExp;
  readonly means: RegExp;
  /** What says whose or where, and not what. */
  readonly lead: RegExp;
  readonly own: RegExp;
  readonly possessive: RegExp;
}

/** How people go on from what was said before, and correct themselves. */
export interface FollowingWords {
  /** What begins a sentence that goes on and says nothing new: "no, I meant", "what about". Taken off one after the other. */
  readonly lead: RegExp;
  /** The same at its end: "as well, please". */
  readonly end: RegExp;
  /** By this form it says nothing without what went before. */
  readonly goesOn: RegExp;
  /** "not Rome": what is not meant any more, as the group `denied`. */
  readonly denied: RegExp;
  /** What may stand around a value within it: "the … one". */
  readonly bareBefore: RegExp;
  readonly bareBehind: RegExp;
  /** Between what is said and what is said in its place: ", no wait, I mean". */
  readonly takenBack: RegExp;
  /** What looks so, and takes nothing back: the "no" of "no nuts, please" and "there is no time". */
  readonly takesNothingBack: RegExp;
  /** At the end of what stands before a value, and in front of a new one. */
  readonly preposition: RegExp;
  readonly leadingPreposition: RegExp;
  /** A distance from the value before that adds to it, or takes away. */
  readonly more: RegExp;
  readonly less: RegExp;
  /** In such a distance: it is one of time, and not of a number. */
  readonly inTime: RegExp;
  /** A day's distance without a number. */
  readonly nextDay: RegExp;
  /** A week's. */
  readonly nextWeek: RegExp;
  /** All that is said: what is meant is the one of two that was not. */
  readonly theOther: RegExp;
  /** Days that count from now, whatever was said before. */
  readonly sinceNow: RegExp;
  readonly weekday: RegExp;
  /** Tells the morning from the evening. */
  readonly halfOfDay: RegExp;
  /** Stands for what was said before. */
  readonly pronoun: RegExp;
  /** In front of a "one" that is no number: "the other one", "the red one". */
  readonly otherInFront: RegExp;
  /** The day of a month, where a date is spoken of. */
  readonly ordinal: RegExp;
  /** Behind a number that comes on top of the one before, or is one of its own: nobody can tell. */
  readonly moreBehind: RegExp;
  /** Nothing but words for something else: "that one", "the other two", "once more". */
  readonly standsForOther: RegExp;
  /** "The other way round": what was said first and last change places. */
  readonly exchanged: RegExp;
  /** In the names of parameters: where something begins or comes from, and where it ends or goes. */
  readonly beginningName: RegExp;
  readonly endName: RegExp;
  /** Asks for the very same thing once more. */
  readonly onceMore: RegExp;
}

/** What stands between the requests of one sentence. */
export interface RequestBorderWords {
  /** Words of one or two letters that a sentence may end with. */
  readonly shortEnds: string;
  /** Titles whose point ends no sentence, as a pattern; those of two letters are known by their length. */
  readonly titles: string;
  /** A pattern. */
  readonly joiners: string;
  /** Right before a thing of which there is to be one. */
  readonly single: RegExp;
  /** Words before a request that say nothing of it. */
  readonly leads: RegExp;
  /** At the start of a text: a word that is said of something with an article, as a group. */
  readonly beforeArticle: RegExp;
  /** How a part begins that tells something, and asks for nothing. */
  readonly subjects: RegExp;
  /** Verbs that a request may begin with, beside those of deeds and of whoever asks: a pattern. */
  readonly verbs: string;
  /** Words that point at what was said before, and say nothing new. */
  readonly references: ReadonlySet<string>;
  /** All words before numbers that deny by themselves: "case no 12". */
  readonly numbering: RegExp;
  /** "I would also like to": one more wish, of which the group is what stands before the "also". */
  readonly alsoWithin: RegExp;
  /** "I'd", whoever it is as the group. */
  readonly shortWould: RegExp;
  /** How a part begins that tells what somebody does, and asks for nothing: "and starts to go faster". */
  readonly thirdPerson: RegExp;
  /** A value that is one of these points at what was said before: "the same city". */
  readonly sameAsBefore: RegExp;
  /** Words that point at all of several that were said before: "these years", "the two cities". */
  readonly allBefore: RegExp;
  /** Words of names that say nothing of what is named: of `company_name`. */
  readonly naming: ReadonlySet<string>;
  /** What counts several things that are told of one after the other, in order: patterns. */
  readonly ordinals: readonly string[];
  /** A pattern of what counts the last one. */
  readonly lastOrdinal: string;
  /** Of names of parameters: their values may have an "and" of their own, as the titles of books. */
  readonly names: ReadonlySet<string>;
  /** A part of a sentence with one of these is no request by itself: it denies something, or says when another one counts. */
  readonly denied: RegExp;
}

/** How urgent something is: what people say of it, and what schemas call it. */
export interface UrgencyWords {
  /** Names of parameters. */
  readonly names: RegExp;
  /** "as soon as possible". */
  readonly haste: RegExp;
  /** "no rush". */
  readonly leisure: RegExp;
  /** Options for what is in haste, in small letters: of several the first is meant. */
  readonly most: readonly string[];
  /** The same, where no option is for more than that. */
  readonly high: readonly string[];
  readonly beyondHigh: ReadonlySet<string>;
  /** Options for what may wait, as `most`. */
  readonly least: readonly string[];
}

export interface OptionWords {
  /** All of something, its noun as the group: "all the rooms". */
  readonly every: RegExp;
  /** An option that is all of them. */
  readonly meansAll: RegExp;
  /** Each line: words that mean the same option. What a schema writes is matched with them as a whole. */
  readonly synonyms: readonly string[];
  /** How the sign is said that an option ends in: of the blood group `A-`, of the grade `B+`. */
  readonly signs: ReadonlyMap<string, readonly string[]>;
  readonly isNothing: RegExp;
  /** Of what there is to be nothing, as a group. */
  readonly nothingOf: RegExp;
  /** Words that stand in sentences for their grammar: as a choice they are named by accident more often than not. */
  readonly grammar: ReadonlySet<string>;
  readonly yes: RegExp;
  readonly no: RegExp;
}

/** How what was named is said not to be meant. */
export interface ExceptionWords {
  /** Up to what is excepted: "except for ". */
  readonly plain: RegExp;
  /** What says so only behind a word for all, from that on: "all the rooms but ". */
  readonly behindAll: RegExp;
  /** Up to what is to stay as it is: "but leave ". */
  readonly kept: RegExp;
  /** Says so only of what stands in a list before it: ", well, not ". */
  readonly afterList: RegExp;
  /** Words for all of a list at the end of what stands before the exception: ", all of them". */
  readonly group: RegExp;
  /** Whether the words of an exception have nothing but such words before them. */
  readonly groupAhead: RegExp;
  /** Of a list's items, in order: patterns. */
  readonly ordinals: readonly string[];
  readonly last: RegExp;
  readonly middle: RegExp;
}

export interface HeldTextWords {
  /** Up to a text that is to be kept, said or looked for as it stands. The first letter of the sentence is a small one. */
  readonly before: RegExp;
  /** Of `before` what is said to somebody and can be nothing else. */
  readonly told: RegExp;
  /** Words between whom it is for and the text that say nothing of either. */
  readonly telling: ReadonlySet<string>;
  /** What begins the name or the description of a tool that hands over money or goods: no text is told with it. */
  readonly handingOver: RegExp;
}

/** How keys and values are said beside each other. */
export interface PairWords {
  /** A pattern of what stands between a key and its value. */
  readonly link: string;
  /** Between two pairs. */
  readonly next: RegExp;
  /** Between the name of the object and its first pair. */
  readonly lead: RegExp;
  /** Words that are no key. */
  readonly noKey: ReadonlySet<string>;
}

export interface FlagWords {
  /**
   * Each line: names of flags, the words that mean true, the words that mean false, and words that are near to one of them and
   * say neither: who closes a door has not locked it. Only whole words, in any case.
   */
  readonly poles: readonly string[];
  /** Names of what is switched, for which "on" is a word of its own. */
  readonly switched: ReadonlySet<string>;
  /** "turn the wifi back on", "lights on": not the "on" of "on Monday". */
  readonly switchedOn: RegExp;
  /** What only something that is on can have: its brightness, its speed. */
  readonly degree: RegExp;
  /** The ending of a name that is what was done: `locked`, `subscribed`. */
  readonly done: RegExp;
  /** Words of a flag's name that say that something comes along, not what. */
  readonly verbs: string;
  readonly denied: RegExp;
  /** Names of flags for what comes along. */
  readonly namesCompany: RegExp;
  readonly denyingName: RegExp;
  readonly denyingWord: RegExp;
  readonly asked: RegExp;
  /** Of a flag's name: link it to what it says. */
  readonly linking: ReadonlySet<string>;
}

export interface LimitWords {
  /** Words of names. */
  readonly least: readonly string[];
  readonly most: readonly string[];
  /** `price_from`, `to_year`: beside another word, or else it may be anything. */
  readonly from: RegExp;
  readonly to: RegExp;
  /** How descriptions begin. */
  readonly describedLeast: RegExp;
  readonly describedMost: RegExp;
  readonly ofYears: RegExp;
  readonly ofDates: RegExp;
  readonly otherBehind: RegExp;
  /** A pattern of what stands before the lower end of a price. */
  readonly starting: string;
}

/** Words of parameters' names, and alternatives of what stands before their values. */
export type Cue = readonly [names: string, before: string];

export interface CueWords {
  readonly origin: Cue;
  readonly destination: Cue;
  /** Of dates. */
  readonly beginning: Cue;
  readonly ending: Cue;
  /** Names of dates that something is moved to, with what stands before those and before the old ones. */
  readonly moved: readonly [names: string, before: string, contrary: string];
  /** Of values that have no contrary. */
  readonly single: readonly Cue[];
  readonly purpose: Cue;
  /** Of values that go on to the end of the text. */
  readonly saying: Cue;
  /** Of a command line. */
  readonly running: Cue;
  readonly withContent: Cue;
  /** Before the words that somebody is told: "let Ann know that". */
  readonly toldThat: RegExp;
  /** The same without such a word, "tell Ann", where what follows begins as `clauseBegins` does: "the bus is late". */
  readonly toldPlainly: RegExp;
  readonly clauseBegins: RegExp;
  /** A reminder, with what it is of as the group `task`. */
  readonly reminded: RegExp;
  /** Names of what somebody is reminded of. */
  readonly reminds: ReadonlySet<string>;
  /** Names of what somebody is told, or what is noted. */
  readonly told: ReadonlySet<string>;
  /** Names of what stands behind a colon. */
  readonly behindColon: ReadonlySet<string>;
  /** A pattern of what may stand between a cue and its value. */
  readonly between: string;
  /** At the end of a name, its words joined by "-". */
  readonly dateNoun: RegExp;
  readonly namesReturn: RegExp;
  /** In names of parameters: when something begins, and when it ends. */
  readonly beginningAndEnd: readonly [RegExp, RegExp];
  /** Behind the number of a rate: "a night". */
  readonly each: string;
  readonly namesRate: RegExp;
  /** `nights`, `number_of_guests`: what is counted. */
  readonly namesCount: RegExp;
  /** Who is counted is called by many names. */
  readonly people: string;
  /** Before a number that stands alone. */
  readonly forPeople: RegExp;
  /** Names of how long something lasts. */
  readonly lengths: string;
  /** Numbers and letters of a row: whoever names two of them names them in this order. */
  readonly rows: readonly (readonly string[])[];
  /** The two ends of something, mostly named in this order: "from Rome to Paris", seldom "to Paris from Rome". */
  readonly ends: readonly (readonly string[])[];
}
