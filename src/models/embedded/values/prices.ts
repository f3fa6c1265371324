/**
 * The prices by which the decoder weighs one reading of a value against another, in one place: the beam adds them up and takes
 * the highest sum. What only bounds work (how many spans, how many letters) stands as a named limit where it is used.
 * `scripts/train/prices` checks each of them; docs/measurements/prices.md has what came of it.
 */

/**
 * log-odds: added to a score. log-probability: what was read counts as so much at least. probability: 0–1, a bound. factor: what
 * a logarithm is multiplied with.
 */
export type PriceUnit = "log-odds" | "log-probability" | "probability" | "factor";

/**
 * fitted: taken from the check. checked: of the other values that were tried, none is worth taking. by hand: too few sentences of the
 * check's sources depend on it to tell.
 */
export type PriceOrigin = "fitted" | "checked" | "by hand";

export interface Price {
  readonly value: number;
  readonly unit: PriceUnit;
  /** A sentence: when it is paid. */
  readonly pays: string;
  readonly origin: PriceOrigin;
}

const priced =
  (unit: PriceUnit) =>
  (value: number, pays: string, origin: PriceOrigin): Price => ({ value, unit, pays, origin });
const logOdds = priced("log-odds");
const logProbability = priced("log-probability");
const probability = priced("probability");
const factor = priced("factor");

export const PRICES = {
  // What values cost each other, and what leaving one out costs.
  overlap: logOdds(8, "Costs: two values are read from the same words.", "checked"),
  swappedNumbers: logOdds(2, "Costs: numbers stand in another order than in the schema.", "checked"),
  swappedTexts: logOdds(1.4, "Costs: texts or lists stand in another order than in the schema.", "checked"),
  againstNumberedNames: logOdds(12, "Costs: `point2` stands before `point1`.", "by hand"),
  againstEndNames: logOdds(5, "Costs: `end` stands before `start`.", "checked"),
  omitted: logOdds(3, "Costs: an optional parameter gets no value.", "checked"),
  stated: factor(0.5, "How far an optional parameter that seems stated, or not, weighs.", "checked"),
  statedFloor: probability(0.001, "No parameter seems less stated, or unstated, than this.", "checked"),
  requiredTextOmitted: logOdds(-5, "A required text gets no value.", "checked"),
  requiredTextStated: factor(3, "How far a required text that seems stated weighs against leaving it open.", "checked"),
  requiredOmitted: logOdds(-12, "A required number or list gets no value.", "checked"),
  defaultStatedMin: probability(0.3, "From here a parameter with a default seems stated.", "by hand"),
  defaultStated: logOdds(-4, "A required parameter that seems stated is left to its default.", "by hand"),
  defaultUnstated: logOdds(-2, "A required parameter that seems unstated is left to its default.", "by hand"),
  requiredLeftOpen: logOdds(4, "Costs: a required text stays open while an optional one gets a value.", "checked"),
  rememberedRequiredOmitted: logOdds(-4, "A required parameter that examples know gets no value.", "by hand"),
  namesOption: logOdds(4, "Costs: a text is made of words that name an option of another parameter.", "checked"),

  // How well a stretch of text fits, by what the network read.
  inside: factor(2, "How far what lies between the borders weighs beside the borders.", "checked"),
  insideFloor: probability(0.0001, "Nothing lies within a value with less.", "by hand"),
  noToken: logProbability(-20, "The stretch has no token that was read.", "by hand"),
  numberFitMin: logProbability(-6, "Any number.", "fitted"),
  runInsideMin: probability(0.45, "From here a token belongs to a list that is not written as one.", "checked"),
  writtenList: logOdds(2, "It is written as a list.", "by hand"),

  // Numbers.
  numberNamed: logOdds(3, "The parameter's name stands right before it: `radius of 5`.", "by hand"),
  numberNamedNear: logOdds(1.5, "All words of the parameter's name stand before it.", "by hand"),
  numberToldFitMin: logProbability(-4, "Words around it give it to the parameter.", "checked"),
  numberCounted: logOdds(2.5, "What it counts is the parameter: `3 nights`.", "checked"),
  numberRate: logOdds(-6, "It is a rate where a count is wanted: `120 a night`.", "by hand"),
  numberWithUnit: logOdds(3, "It stands with a unit of the kind that is wanted.", "checked"),
  numberHowOften: logOdds(6, "It is said as a frequency: `compounded monthly`.", "by hand"),
  numberShare: logOdds(4.5, "It is said as a share: `half brightness`.", "by hand"),
  numberOnClock: logOdds(
    6,
    "It is the hour, or the minute, of a time where that is wanted; less where the other is.",
    "by hand",
  ),
  numberOwn: logOdds(5, "Only this parameter can have it: the second of two for the second of two names.", "by hand"),
  numberOwnFitMin: logProbability(-3, "Only this parameter can have it.", "by hand"),
  numberOfAnother: logOdds(-6, "Only another parameter can have it.", "by hand"),
  numbersScattered: logOdds(-2, "A list is made of numbers that are not written as one.", "by hand"),
  numbersScatteredInsideMin: probability(0.35, "From here a number belongs to such a list.", "by hand"),
  limitFitMin: logProbability(-3, "Words make it the end that is wanted, or a share.", "by hand"),
  limit: logOdds(4, "Words make it the end that is wanted: `at most 50` for a maximum.", "by hand"),
  limitOtherEnd: logOdds(-5, "Words make it the other end.", "by hand"),
  limitOfKind: logOdds(2, "An end is of the kind that is wanted: money for a price.", "by hand"),
  limitOfOtherKind: logOdds(-6, "An end is of another kind: money for a number of rooms.", "by hand"),

  // Dates and the words before a value.
  date: logOdds(1, "It can be read as a date where one is wanted.", "checked"),
  dateCue: logOdds(4, "Words before a date make it the end that is wanted, or take it away: `since May`.", "checked"),
  hourFitMin: logProbability(-1, "An hour without a unit is said, and a time of day is wanted.", "by hand"),
  hourOfDayFitMin: logProbability(-0.1, "The same with its day, for what takes both in words.", "by hand"),
  dateCuedFitMin: logProbability(-3, "Words before a date make it the end that is wanted.", "by hand"),
  dateUnsaidReturn: logOdds(-3, "The only date is taken for that of the return.", "by hand"),
  textCue: logOdds(2.5, "Words before a text give it to the parameter, or take it away: `from Berlin`.", "checked"),
  textCueOfPurpose: logOdds(4.5, "`for the`, `because of` stand before a purpose.", "by hand"),
  textCueOfContent: logOdds(5, "A colon or `with the text` stands before what is to be written.", "checked"),
  textCuedFitMin: logProbability(-5, "Words before a text give it to the parameter.", "checked"),

  // Texts.
  textFitMin: logProbability(-7, "A text is named, or has the form that is wanted.", "checked"),
  textSureFitMin: logProbability(-1, "A text has a form that nothing else has: an e-mail address.", "by hand"),
  textOfForm: logOdds(2, "A text has the form that is wanted.", "checked"),
  textOfOtherForm: logOdds(-4, "A text has another form while one of that form is there.", "checked"),
  textNamed: logOdds(3, "The parameter's name, or `called`, stands beside it.", "checked"),
  textWholeName: logOdds(0.5, "It is the whole of a name or thing of which a part was read.", "checked"),
  textTitleInsideMin: probability(0.1, "From here `Museum of` belongs to the name behind it.", "by hand"),
  textQualityInsideMin: probability(0.2, "From here `blueberry` belongs to the muffins behind it.", "by hand"),
  textQualified: logOdds(
    2.5,
    "It stands between an article and the parameter's name: `the web deployment`.",
    "checked",
  ),
  textExampled: logOdds(4, "The description gives it as an example.", "checked"),
  textExampledFitMin: logProbability(-5, "The description gives it as an example.", "checked"),
  textPlace: logOdds(4, "It is a place of the kind that is wanted.", "checked"),
  textPlaceFitMin: logProbability(-3, "It is a place of the kind that is wanted.", "checked"),
  textOtherPlace: logOdds(-3, "It is a place of another kind.", "by hand"),
  textPlaceElsewhere: logOdds(-8, "It is a place for which the tool has another parameter.", "checked"),
  textQuoted: logOdds(0.7, "It stands between quotation marks.", "checked"),
  textSaysNothing: logOdds(-3, "It is a word like `it`, or the parameter's own name: `room`.", "by hand"),
  textBareNumber: logOdds(-2, "It is a mere number where no number is wanted.", "checked"),
  quotedListMin: logOdds(-2, "From here a list of quoted texts is taken before any other.", "by hand"),

  // Currencies.
  currencyFitMin: logProbability(-6, "Any currency.", "by hand"),
  currencyToldFitMin: logProbability(
    -3,
    "The amount beside it, or words before it, give it to the parameter.",
    "by hand",
  ),
  currencyTold: logOdds(4.5, "The amount beside it, or words before it, give it to the parameter.", "by hand"),
  currencyAgainst: logOdds(-4, "The amount beside it, or words before it, give it to another parameter.", "by hand"),
  currencyBesides: logOdds(-2, "It stands with no amount: `for the euro trip`.", "by hand"),

  // Options and flags.
  optionNamed: logOdds(3, "The text has the option's own words.", "checked"),
  optionNamedOtherwise: logOdds(5, "The text has other words that mean the option.", "checked"),
  optionNamedPerUnit: logOdds(0.02, "For each letter that names it: `brand new` rather than `new`.", "by hand"),
  optionStatedMin: probability(0.85, "From here an option is taken that nothing names.", "checked"),
  optionNamedStatedMin: probability(0.02, "From here an option is taken that the text names.", "checked"),
  optionReadMin: logOdds(-4, "From here an option is near enough to what was said without naming it.", "checked"),
  requiredStatedMin: probability(
    0.3,
    "From here a required option or flag is taken; under it, asking back is better.",
    "checked",
  ),
  flagNamedStatedMin: probability(
    0.2,
    "From here an optional flag is taken whose name is said word for word.",
    "by hand",
  ),
  flagStatedMin: probability(0.7, "From here an optional flag is taken that nothing names.", "checked"),
  flagTruthMin: logOdds(-2, "From here a flag may be true whose words are there.", "by hand"),
} as const satisfies Readonly<Record<string, Price>>;

export type PriceName = keyof typeof PRICES;
export type Prices = Readonly<Record<PriceName, number>>;

/** The values alone, as the decoder reads them. */
export let price: Prices = Object.freeze(valuesOf(PRICES));

function valuesOf(prices: Readonly<Record<PriceName, Price>>): Prices {
  return Object.fromEntries(Object.entries(prices).map(([name, { value }]) => [name, value])) as Prices;
}

/**
 * What the work gives at other prices. For `scripts/train/prices` alone: nothing in the server may call it, and a test of the
 * house sees to that. Decoding is synchronous, so no request can come in between.
 */
export function withPrices<Result>(others: Prices, work: () => Result): Result {
  const before = price;
  price = others;
  try {
    return work();
  } finally {
    price = before;
  }
}
