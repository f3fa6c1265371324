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
  /** Between the whole of a number and its digits: "six point eight". */
  readonly point: string;
  /** A nought among digits that are said one by one, and how often one of them is said at once. */
  readonly zero: string;
  readonly times: Readonly<Record<string, number>>;
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
  /** Behind a number with decimals, as alternatives of a pattern in small letters. */
  readonly measures: string;
  /** At the start of what stands behind a number in words: "%", "per cent". */
  readonly percentBehind: RegExp;
  /** In a description of a number: what a negative one is for, in the group `what`. */
  readonly negativeFor: RegExp;
  /** What stands before a number below zero, with the word before that, at the end of a text. */
  readonly minusBefore: RegExp;
  /** The sides of the world that make a coordinate negative, behind its digits. */
  readonly southOrWest: RegExp;
  /** At the start of what stands behind a number: that it counts thousands in money's slang, with the word as a group. */
  readonly grand: RegExp;
  /** One of them. */
  readonly aGrand: RegExp;
  /** Scales of which "and a half" takes a half: "a dozen and a half" is 18. */
  readonly wholeScales: ReadonlySet<string>;
  /** In descriptions: "last four digits", the number as a group. */
  readonly digitsWanted: RegExp;
}

export interface SpokenTimeRule {
  readonly form: string;
  readonly by: string;
}

/** What is written anew for chrono, which reads figures. */
export interface SpokenTimeWords {
  /** Days of a month in words and small letters, with a blank between two of them. */
  readonly ordinals: Readonly<Record<string, number>>;
  /** Names of days and months that are mended where they are mistyped, in small letters. */
  readonly names: readonly string[];
  /** What stands before minutes under ten. */
  readonly zero: string;
  /**
   * In this order, each in what the ones before wrote. A pattern, with the groups `hour`, `minute` and `day` in figures or words;
   * what is written has `{hour}`, `{earlier}` (the hour before it), `{minute}`, `{left}` (up to the hour), `{:minute}` (where there is
   * one) `{day}` and `{kept}` (the group as it stands)
   * for them.
   */
  readonly rules: readonly SpokenTimeRule[];
  /** The same, when all numbers are written in figures. */
  readonly finishing: readonly SpokenTimeRule[];
  /** The same, before all others, where a time of day is all that a bare number can be: "the alarm for 6". */
  readonly bareHours: readonly SpokenTimeRule[];
  /** At the start of what stands behind a number of hours or days. */
  readonly ofTime: RegExp;
  /** In amounts of time that no whole number counts. */
  readonly broken: RegExp;
  /** The word for minutes. */
  readonly minutes: string;
}

export interface ClockWords {
  /** With hour, minute and half of the day as groups. */
  readonly time: RegExp;
  /** At the end of what stands before a time of day. */
  readonly before: RegExp;
  /** In front of a bare number from 1 to 12 that nothing is counted by, in figures or words, which is a group: "at 6 tomorrow". */
  readonly bareHour: RegExp;
  /** Names of parameters, in words and small letters, for a time of day or what begins at one. */
  readonly namesTime: RegExp;
  /** What the last group is, in small letters, for the half from noon. */
  readonly secondHalf: string;
  /** Names of parameters for a part of a time of day. */
  readonly namesClock: RegExp;
  readonly namesHour: RegExp;
  /** Of those, names that count hours from midnight. */
  readonly namesHourOfDay: RegExp;
}

/** Patterns have the groups `period`, `count` and `adverb` where there is one. */
export interface FrequencyWords {
  /** How often a year, by names in small letters. */
  readonly periods: Readonly<Record<string, number>>;
  /** Words that count periods or times, beside numbers. */
  readonly counts: Readonly<Record<string, number>>;
  readonly inOneWord: readonly (readonly [form: RegExp, timesAYear: number])[];
  /** "every other week". */
  readonly every: RegExp;
  /** "3 times a year". */
  readonly times: RegExp;
  /** "a month", which may be a price's, too. */
  readonly per: RegExp;
  /** "3 months": an option of "every". */
  readonly periodAlone: RegExp;
  /** "every". */
  readonly eachPeriod: string;
  readonly wantsTimesAYear: RegExp;
  readonly namedTimesAYear: RegExp;
}

export interface WeekdayNames {
  /** From Monday on: a pattern for each, whose first letters are its shortest form. */
  readonly days: readonly string[];
  /** A pattern. */
  readonly plural: string;
  /** Alternatives between the first day and the last. */
  readonly upTo: string;
  /** Words for several days; 0 is Monday. */
  readonly groups: readonly (readonly [form: RegExp, days: readonly number[]])[];
}

type Ends<Of> = Readonly<Record<"least" | "most", Of>>;

/** Texts are alternatives of regular expressions. */
export interface RangeWords {
  /** No unit begins so: the words that join two numbers. */
  readonly noUnit: string;
  readonly and: string;
  readonly to: string;
  /** A pattern for what stands before "20 and 30". */
  readonly between: string;
  /** What stands before a number of a date. */
  readonly inADate: RegExp;
  /** What may stand between a cue and its number. */
  readonly beforeNumber: string;
  readonly saidBefore: Ends<string>;
  readonly saidBehind: Ends<string>;
  readonly yearsBefore: Ends<RegExp>;
  /** Before a number that is taken out of a list or a range. */
  readonly leftOut: RegExp;
  /** In what is said of a list that has the two ends of a range, and not what lies between. */
  readonly asEnds: RegExp;
  /** What turns a limit round, at the end of what stands before it. */
  readonly denied: RegExp;
}

export interface UnitWords {
  /** "dimension size name … | symbol …": the size of one in base units; symbols mind their case. */
  readonly measures: readonly string[];
  /** "dimension name symbol" of what takes the prefixes of the metric system. */
  readonly metric: readonly string[];
  readonly prefixes: readonly (readonly [word: string, symbol: string, times: number])[];
  readonly temperatures: readonly (readonly [name: string, symbol: string, factor: number, offset: number])[];
  /** The first that fits makes the plural. */
  readonly plurals: readonly (readonly [form: RegExp, by: string])[];
  /** In descriptions: "in minutes", "(kg)", with the word or what is in brackets as a group. */
  readonly wanted: RegExp;
  /** The short form of minutes, which is that of a minimum. */
  readonly minutes: RegExp;
  /** What says of a number that its "min" are minutes, and no minimum. */
  readonly ofTime: RegExp;
  /** Lengths of time, wherever they stand in a name: `seconds_to_answer`. */
  readonly lengths: RegExp;
  /** Words that ask for a point in time, or for nothing. */
  readonly notWanted: RegExp;
  /** What stands behind a number and may be its unit, which is a group: " hours", "-inch", " degrees Celsius". */
  readonly behind: RegExp;
  /** " and a half", with one of `parts` as a group. */
  readonly andAPart: RegExp;
  readonly parts: Readonly<Record<string, number>>;
  /** A sign of one letter at the end of a name, as in `radius_m`. */
  readonly shortNames: RegExp;
  /** "an hour and ten", "5 foot 10": by dimension and size, the unit of a number that has none behind such an amount. */
  readonly nextSmaller: Readonly<Record<string, readonly [dimension: string, factor: number]>>;
  /** Behind "a": what has a price for each, mostly. */
  readonly rated: RegExp;
  /** All that may stand between the two, and the start of what may stand behind. */
  readonly nextJoined: RegExp;
  readonly nextEnds: RegExp;
  /** All that may stand between an amount and its next, smaller unit. */
  readonly joined: RegExp;
  /** "1h30", "2h 15m", "5m30s": hours, minutes, minutes, seconds; minutes, seconds. */
  readonly compactTime: RegExp;
  /** "half an", "the next": the words before a unit, with how many they stand for. */
  readonly wholes: readonly (readonly [form: RegExp, value: number])[];
}

/** Texts are alternatives of regular expressions. */
export interface MoneyWords {
  /** "EUR euro": names and signs beside those that `Intl` has, in the singular. */
  readonly currencies: readonly string[];
  /** Codes that are read in sentences: others are words, too. */
  readonly common: readonly string[];
  /** Names and codes that are words, too, in small letters. */
  readonly ambiguous: readonly string[];
  /** "dollars" after these are not those of the United States. */
  readonly otherDollars: string;
  /** A pattern. */
  readonly plural: string;
  /** What stands before a currency that belongs to an amount. */
  readonly amountBefore: RegExp;
  /** Names of currencies that stand behind amounts. */
  readonly behindAmount: string;
  /** Names of the hundredths of a currency, and names of currencies that have none. */
  readonly smallerUnits: string;
  readonly undivided: string;
  /** Between an amount and its hundredths. */
  readonly and: string;
  /** Begins what each costs so much. */
  readonly rate: string;
  /** Names and descriptions of what counts hundredths. */
  readonly namesSmaller: RegExp;
  readonly describesSmaller: RegExp;
  /** In names and descriptions: the currency of an amount. */
  readonly describesMoney: RegExp;
  /** What people write for the currencies that they deal with most. */
  readonly inShort: Readonly<Record<string, RegExp>>;
  readonly namesCurrency: RegExp;
  readonly describesCurrency: RegExp;
  /** Descriptions that only speak of a currency. */
  readonly describesAmount: RegExp;
  readonly wantsCode: RegExp;
  readonly inMoney: RegExp;
  readonly namedInMoney: RegExp;
  readonly changedInto: RegExp;
  /** Of two currencies, the one that is changed into the other, and the other. */
  readonly changed: RegExp;
  readonly into: RegExp;
  readonly from: RegExp;
  /** Wants another currency than that of the amount. */
  readonly converted: RegExp;
}

/** Texts are parts of regular expressions. */
export interface ShareWords {
  /** In percent. */
  readonly fractions: readonly (readonly [form: RegExp, percent: number])[];
  readonly notBehind: RegExp;
  readonly notBefore: RegExp;
  /** Between a share and what it is of. */
  readonly articles: string;
  /** How full something is. */
  readonly fillings: readonly string[];
  /** What a share may be of, whatever the parameter is called. */
  readonly subjects: readonly string[];
  readonly all: string;
  readonly nothing: string;
  /** Around "full" and its like where the subject is not said. */
  readonly before: string;
  readonly behind: string;
  /** In names and descriptions. */
  readonly inPercent: RegExp;
  /** In descriptions that speak of percent and still want the share: "as a decimal, 5 % is 0.05". */
  readonly asPart: RegExp;
  /** Words of names that no share can be of. */
  readonly noSubject: RegExp;
}

export interface PlaceNames {
  /** "GB Great Britain": what countries are called beside their names in `Intl`. */
  readonly countries: readonly string[];
  /** The same, where a code is asked for and only there. */
  readonly countriesInShort: readonly string[];
  /** What people write for a country in an address, by its code; others as `Intl` has them. */
  readonly commonNames: Readonly<Record<string, string>>;
  /** From names as `Intl` writes them to names as people do. */
  readonly respelt: readonly (readonly [form: RegExp, by: string])[];
  readonly states: readonly string[];
  /** Countries and states that are well-known towns, too. */
  readonly citiesToo: readonly string[];
  readonly stateCodes: readonly string[];
  /** Names that are other words in small letters. */
  readonly wordsToo: readonly string[];
  /** In front of a name, with its blanks. */
  readonly article: RegExp;
  /** A pattern of what stands before the code of a state. */
  readonly beforeCode: string;
  /** Words of parameters' names by the kind of place that they ask for. */
  readonly kinds: Readonly<Record<string, "country" | "state" | "city">>;
  /** In descriptions: that a place is wanted with its state or country. */
  readonly wantsRegion: RegExp;
}

/** "TX Houston", "FR Paris": with the codes of states and of countries. */
export interface CityNames {
  readonly ofStates: readonly string[];
  readonly ofCountries: readonly string[];
}

export interface CodeWords {
  /** "zh Mandarin": what languages are called beside their names in `Intl`. */
  readonly languages: readonly string[];
  /** In names and descriptions. */
  readonly wantsCode: RegExp;
  /** In small letters. */
  readonly aboutCurrency: RegExp;
  readonly aboutLanguage: RegExp;
  readonly aboutCountry: RegExp;
}
