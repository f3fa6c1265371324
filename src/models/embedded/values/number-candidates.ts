/** What a numeric parameter could be: numbers, amounts with a unit, frequencies, times of day and lists of numbers. */
import { ENGLISH } from "#core/english/english.ts";
import type { WhyUnfilled } from "#core/ports/models.ts";
import { type Described, saysChange } from "#core/reading/change-amounts.ts";
import { type ClockTime, clockTimesIn } from "#core/reading/clock-times.ts";
import { axisWantedBy, type Coordinate, coordinatesIn, placeOf, wantsCoordinates } from "#core/reading/coordinates.ts";
import { CURRENCY_SIGN, wantsMoney } from "#core/reading/currencies.ts";
import { frequenciesIn, wantsTimesAYear } from "#core/reading/frequencies.ts";
import { type NumberMention, numbersIn } from "#core/reading/numbers.ts";
import { type Range, rangesIn } from "#core/reading/ranges.ts";
import { countsInPercent, sharesIn } from "#core/reading/shares.ts";
import { type DigitRun, digitRunsIn } from "#core/reading/spoken-digits.ts";
import { countsSmallerUnits, SMALLER_UNITS, type Sum, sumsIn } from "#core/reading/sums.ts";
import { type Amount, amountsIn, inFewFigures, ROUNDING_MAX, unitWantedBy } from "#core/reading/units.ts";
import { overlaps, type Span } from "#core/span.ts";
import { contentWords, humanised } from "../name-words.ts";
import type { Parameter, ParameterType } from "../tool-parameters.ts";
import { type Candidate, fixed } from "./candidate.ts";
import { withDecimalCommas } from "./decimal-commas.ts";
import { limited } from "./limit-cues.ts";
import { type NumberList, numberListOf } from "./listed-numbers.ts";
import { type Owners, ownersInOrder } from "./number-rows.ts";
import { price } from "./prices.ts";
import { withSaidSign } from "./said-sign.ts";
import type { SpanFit } from "./span-fit.ts";
import { isOfState } from "./state-wanted.ts";
import { counted } from "./value-cues.ts";

const WORDS = ENGLISH.enumerating;

/** How exactly a value is kept that was reckoned: 7 % is 0.07, not 0.07000000000000001. */
const SHARE_DIGITS_MAX = 12;
const RANGE_DIGITS_MAX = 9;
const PERCENT = 100;
const LEFT_UNITS_MAX = 60;

/** The numbers of one text. */
export class NumberFinder {
  readonly #text: string;
  readonly #tool: Described;
  readonly #numbers: readonly NumberMention[];
  /** For parameters that measure something. */
  readonly #withDecimals: readonly NumberMention[];
  /** In a list, "one two three" are three. */
  readonly #apart: readonly NumberMention[];
  readonly #clockTimes: readonly ClockTime[];
  readonly #sumsSaid: readonly Sum[];
  readonly #lists: readonly Span[];
  readonly #bareHours: ReadonlySet<number>;
  readonly #ranges: readonly Range[];
  readonly #coordinates: readonly Coordinate[];
  readonly #owners: Owners;

  /** `parameters`: all that want a number. `bareHours`: hours that another parameter wants. */
  constructor(text: string, parameters: readonly Parameter[], tool: Described, bareHours: readonly Span[] = []) {
    this.#text = text;
    this.#tool = tool;
    const said = numbersIn(text, ENGLISH);
    const runs = digitRunsIn(text, ENGLISH);
    const numbers = withRuns(said, runs);
    this.#apart = withRuns(
      said,
      runs.filter(({ digits, groups }) => groups < digits.length),
    );
    this.#ranges = rangesIn(text, numbers, ENGLISH);
    const lows = new Map(this.#ranges.map(({ low }) => [low.start, low.value]));
    this.#numbers = numbers.map((mention) => ({ ...mention, value: lows.get(mention.start) ?? mention.value }));
    this.#withDecimals = withDecimalCommas(
      text,
      this.#numbers,
      parameters.filter(({ isRequired }) => isRequired).length,
    );
    this.#sumsSaid = sumsIn(text, numbers, ENGLISH);
    this.#clockTimes = clockTimesIn(text, ENGLISH);
    this.#bareHours = new Set(bareHours.map(({ start }) => start));
    this.#coordinates = coordinatesIn(text, this.#numbers);
    this.#owners = ownersInOrder(text, this.#numbers, parameters);
    this.#lists = [...text.matchAll(WORDS.writtenLists)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }));
  }

  /** For an integer or a number. */
  single(parameter: Parameter, evidence: SpanFit): readonly Candidate[] {
    const counted = [
      ...this.#sums(parameter, evidence),
      ...this.#amounts(parameter, evidence),
      ...this.#frequencies(parameter, evidence),
      ...this.#shares(parameter, evidence),
    ];
    // What is set to a level may be set "at 6".
    const takesHour = ENGLISH.clock.namesClock.test(parameter.name) || isOfState(parameter, this.#tool);
    const measures =
      parameter.type === "number" || unitWantedBy(parameter.name, parameter.description, ENGLISH) !== null;
    const bare = (measures ? this.#withDecimals : this.#numbers).flatMap((mention) => {
      if (!takesHour && this.#bareHours.has(mention.start)) return [];
      const clock = this.#onClock(parameter, mention);
      const value = numberAs({ ...mention, value: clock?.value ?? mention.value }, parameter, parameter.type);
      const isCounted = counted.some(({ span }) => span.start <= mention.start && mention.end <= span.end);
      if (isCounted || (typeof value !== "number" && this.#isOnClock(mention))) return [];
      return [this.#made(parameter, this.#fit(parameter, mention, evidence) + (clock?.fit ?? 0), mention, value)];
    });
    return [...counted, ...bare];
  }

  /** For a list of integers or numbers: those that are written as one, or else all that belong to the value. */
  lists(parameter: Parameter, evidence: SpanFit): readonly Candidate[] {
    const valuesIn = (mentions: readonly NumberMention[]) => {
      const values = mentions.map((mention) => numberAs(mention, parameter, parameter.itemType));
      const numbers = values.filter((value) => typeof value === "number");
      return numbers.length === values.length && values.length > 0 ? numbers : null;
    };
    const written = this.#lists.flatMap((list) => {
      const seeds = this.#apart.filter(({ start }) => list.start <= start && start < list.end);
      const all = this.#listOf(parameter, seeds);
      if (all) return [fixed(evidence.insideFit(list) + price.writtenList, all, all.values)];
      const values = valuesIn(seeds);
      return values ? [fixed(evidence.insideFit(list) + price.writtenList, list, values)] : [];
    });
    if (written.length > 0) return written;
    const place = wantsCoordinates(aboutOf(parameter)) ? placeOf(this.#coordinates) : null;
    if (place) {
      const [one, other] = place;
      return [fixed(price.numbersScattered, { start: one.start, end: other.end }, [one.value, other.value])];
    }
    const unit = unitWantedBy(parameter.name, parameter.description, ENGLISH);
    const amounts = unit ? amountsIn(this.#text, this.#apart, unit, ENGLISH) : [];
    const measured = amounts.map((amount) => wholeOf(amount, { type: parameter.itemType }).value);
    const [first, last] = [amounts[0], amounts.at(-1)];
    if (first && last && (parameter.itemType !== "integer" || measured.every(Number.isSafeInteger)))
      return [fixed(price.numbersScattered, { start: first.start, end: last.end }, measured)];
    return this.#scattered(parameter, evidence, valuesIn);
  }

  /** What whole numbers are enumerated with those; null where they are all, or where a range is wanted by its ends. */
  #listOf(parameter: Parameter, seeds: readonly NumberMention[]): NumberList | null {
    if (parameter.itemType !== "integer" || ENGLISH.ranges.asEnds.test(aboutOf(parameter))) return null;
    return numberListOf(seeds, { text: this.#text, numbers: this.#apart, ranges: this.#ranges });
  }

  #scattered(
    parameter: Parameter,
    evidence: SpanFit,
    valuesIn: (mentions: readonly NumberMention[]) => readonly number[] | null,
  ): readonly Candidate[] {
    const scattered = this.#apart.filter((mention) => evidence.inside(mention) > price.numbersScatteredInsideMin);
    const values = valuesIn(scattered);
    const [first] = scattered;
    if (!values || !first) return [];
    const list = this.#listOf(parameter, scattered);
    if (list) return [fixed(price.numbersScattered, { start: list.start, end: list.end }, list.values)];
    return [fixed(price.numbersScattered, { start: first.start, end: scattered.at(-1)?.end ?? first.end }, values)];
  }

  /** "12 euros 80" for what counts cents, or for an amount of money; one that is a mere number is read as such. */
  #sums(parameter: Parameter, evidence: SpanFit): readonly Candidate[] {
    const { name, description } = parameter;
    const isSmall = countsSmallerUnits(name, description, ENGLISH);
    if (!isSmall && !isMoneyParameter(parameter)) return [];
    // No number of cents is broken: "at 89.50" is said in euros.
    const broken = this.#numbers.filter(({ value, isPercent }) => isSmall && !isPercent && !Number.isInteger(value));
    const bare = broken.filter((number) => !this.#sumsSaid.some((sum) => overlaps(number, sum)));
    return [...this.#sumsSaid, ...bare].flatMap((sum) => {
      const whole = this.#numbers.find(({ start }) => start === sum.start);
      if (!isSmall && whole?.value === sum.value) return [];
      const said = isSmall ? Math.round(sum.value * SMALLER_UNITS) : sum.value;
      const value = numberAs({ ...sum, value: said, isPercent: false }, parameter, parameter.type);
      const fit = Math.max(this.#fit(parameter, sum, evidence), price.numberToldFitMin);
      return [this.#made(parameter, fit + price.numberWithUnit, sum, value)];
    });
  }

  /** "2 hours and 30 minutes" for a parameter in minutes. */
  #amounts(parameter: Parameter, evidence: SpanFit): readonly Candidate[] {
    const unit = unitWantedBy(parameter.name, parameter.description, ENGLISH);
    const amounts = unit ? amountsIn(this.#text, this.#numbers, unit, ENGLISH) : [];
    return [...amounts, ...this.#beginnings(amounts)].flatMap((amount) => {
      const value = numberAs({ ...wholeOf(amount, parameter), isPercent: false }, parameter, parameter.type);
      const fit = Math.max(this.#fit(parameter, amount, evidence), price.numberToldFitMin);
      return [this.#made(parameter, fit + price.numberWithUnit, amount, value)];
    });
  }

  /** The 1 of "1 to 2 hours", whose unit stands behind the 2. */
  #beginnings(amounts: readonly Amount[]): readonly Amount[] {
    return this.#ranges.flatMap(({ low, high }) => {
      const end = amounts.find(({ start }) => start === high.start);
      const isSaid = amounts.some(({ start }) => start === low.start);
      if (!end || isSaid) return [];
      const value = Number(((low.value * end.value) / high.value).toPrecision(RANGE_DIGITS_MAX));
      return [{ start: low.start, end: low.end, value, isApproximate: end.isApproximate }];
    });
  }

  /** "compounded monthly" for a number of times a year. */
  #frequencies(parameter: Parameter, evidence: SpanFit): readonly Candidate[] {
    if (!wantsTimesAYear(parameter.name, parameter.description, ENGLISH)) return [];
    return frequenciesIn(this.#text, ENGLISH).flatMap((mention) => {
      const value = numberAs({ ...mention, isPercent: false }, parameter, parameter.type);
      return [this.#made(parameter, this.#fit(parameter, mention, evidence) + price.numberHowOften, mention, value)];
    });
  }

  /** "at full volume" for a parameter in percent. */
  #shares(parameter: Parameter, evidence: SpanFit): readonly Candidate[] {
    if (!countsInPercent(aboutOf(parameter), parameter, ENGLISH)) return [];
    const nouns = (words: string) => contentWords(words).filter((word) => !ENGLISH.shares.noSubject.test(word));
    const subject = { name: nouns(parameter.name), about: nouns(parameter.description) };
    return sharesIn(this.#text, subject, ENGLISH).flatMap((share) => {
      const value = numberAs({ ...share, isPercent: false }, parameter, parameter.type);
      const fit = Math.max(evidence.numberFit(share), price.limitFitMin);
      return [this.#made(parameter, fit + price.numberShare, share, value)];
    });
  }

  /** What the parameter cannot have is still what was said. */
  #made(parameter: Parameter, score: number, span: Span, value: number | WhyUnfilled): Candidate {
    const isChange = isOfState(parameter, this.#tool) && saysChange(this.#text, span, ENGLISH);
    if (typeof value === "number" && !isChange)
      return fixed(score, span, withSaidSign(this.#text, span, parameter, value));
    const why = isChange || typeof value === "number" ? "change" : value;
    return { ...fixed(score, span, this.#text.slice(span.start, span.end)), why };
  }

  #isOnClock({ start }: Span): boolean {
    return this.#clockTimes.some(({ hour, minute }) => hour.start === start || minute?.start === start);
  }

  #fit(parameter: Parameter, mention: Span, evidence: SpanFit): number {
    const isOwn = this.#isOwn(parameter, mention);
    if (isOwn !== null)
      return (
        Math.max(evidence.numberFit(mention), price.numberOwnFitMin) + (isOwn ? price.numberOwn : price.numberOfAnother)
      );
    const limit = limited(this.#text, mention, parameter, this.#ranges);
    const told = counted(this.#text, mention, parameter) + limit;
    const fitMin = limit > 0 ? price.limitFitMin : told > 0 ? price.numberToldFitMin : Number.NEGATIVE_INFINITY;
    return Math.max(evidence.numberFit(mention), fitMin) + told + this.#named(parameter, mention);
  }

  /** Whether the number can only be the parameter's, or only another's; null where nothing says so. */
  #isOwn(parameter: Parameter, { start }: Span): boolean | null {
    const owner = this.#owners.get(start);
    if (owner) return owner === parameter;
    const wanted = axisWantedBy(contentWords(parameter.name));
    const said = this.#coordinates.find((coordinate) => coordinate.start === start)?.axis;
    return wanted && said ? said === wanted : null;
  }

  /** What a number that belongs to a time of day is to a parameter: null for any other number, and for other parameters. */
  #onClock(parameter: Parameter, { start }: Span): { readonly value: number; readonly fit: number } | null {
    const wanted = ENGLISH.clock.namesClock.exec(parameter.name)?.[0].toLowerCase();
    if (wanted === undefined) return null;
    const time = this.#clockTimes.find(({ hour, minute }) => hour.start === start || minute?.start === start);
    if (!time) return null;
    const isHour = time.hour.start === start;
    const isOfDay = /\b24\b/.test(parameter.description) || ENGLISH.clock.namesHourOfDay.test(parameter.name);
    const value = isHour ? ((isOfDay ? time.hourOfDay : null) ?? time.hour.value) : (time.minute?.value ?? 0);
    return { value, fit: isHour === (wanted === "hour") ? price.numberOnClock : -price.numberOnClock };
  }

  /** For "radius = 5" or "radius of 5"; else by the share of the name's words since the number before. */
  #named(parameter: Parameter, mention: Span): number {
    const previous = this.#numbers.reduce(
      (end, other) => (other.end <= mention.start ? Math.max(end, other.end) : end),
      0,
    );
    const left = this.#text.slice(Math.max(previous, mention.start - LEFT_UNITS_MAX), mention.start);
    const { direct, words: wanted } = namingOf(parameter);
    if (direct.test(left)) return price.numberNamed;
    const said = new Set(contentWords(left));
    return wanted.size === 0 ? 0 : price.numberNamedNear * (wanted.intersection(said).size / wanted.size);
  }
}

/** Figures that are said in groups are one number, and their groups none. */
function withRuns(numbers: readonly NumberMention[], runs: readonly DigitRun[]): readonly NumberMention[] {
  if (runs.length === 0) return numbers;
  const own = runs.filter(({ digits }) => Number.isSafeInteger(Number(digits)));
  const apart = numbers.filter((number) => !own.some((run) => overlaps(number, run)));
  const joined = own.map(({ start, end, digits }) => ({ start, end, value: Number(digits), isPercent: false }));
  return [...apart, ...joined].toSorted((one, other) => one.start - other.start);
}

/**
 * Half a mile is 805 metres where metres are whole; 90 minutes are no number of hours. And 150 pounds are 68.04 kg: more figures
 * than were said would be made up.
 */
function wholeOf(amount: Amount, { type }: Pick<Parameter, "type">): Amount {
  const whole = Math.round(amount.value);
  const isNear = Math.abs(amount.value - whole) <= ROUNDING_MAX * Math.abs(amount.value);
  if (!amount.isApproximate) return amount;
  if (type === "integer") return isNear ? { ...amount, value: whole } : amount;
  return { ...amount, value: inFewFigures(amount.value) };
}

function isMoneyParameter({ name, description }: Parameter): boolean {
  return (
    wantsMoney(name, description, ENGLISH) || ENGLISH.money.describesMoney.test(`${humanised(name)} ${description}`)
  );
}

function aboutOf({ name, description }: Parameter): string {
  return `${humanised(name)} ${description}`;
}

interface Naming {
  /** The name right before a number. */
  readonly direct: RegExp;
  readonly words: ReadonlySet<string>;
}

/** A parameter outlives many queries. */
const namings = new WeakMap<Parameter, Naming>();

function namingOf(parameter: Parameter): Naming {
  const known = namings.get(parameter);
  if (known) return known;
  const name = RegExp.escape(humanised(parameter.name));
  const made = {
    direct: new RegExp(`(?<!\\w)${name}\\s*(?:${WORDS.namedBy})?\\s*${CURRENCY_SIGN}?\\s*$`, "i"),
    words: new Set(contentWords(parameter.name)),
  };
  namings.set(parameter, made);
  return made;
}

export function isNumeric(type: ParameterType): boolean {
  return type === "integer" || type === "number";
}

/** The number as the parameter wants it, or why the parameter cannot have it. */
function numberAs(mention: NumberMention, parameter: Parameter, type: ParameterType): number | WhyUnfilled {
  const isInPercent = countsInPercent(aboutOf(parameter), parameter, ENGLISH);
  // An opacity of 0.35 is 35 percent where percents are whole.
  if (isInPercent && type === "integer" && !mention.isPercent && mention.value > 0 && mention.value < 1)
    return numberAs(
      { ...mention, value: Number((mention.value * PERCENT).toPrecision(SHARE_DIGITS_MAX)), isPercent: true },
      parameter,
      type,
    );
  const isShare = mention.isPercent && type === "number" && !isInPercent;
  const value = isShare ? Number((mention.value / PERCENT).toPrecision(SHARE_DIGITS_MAX)) : mention.value;
  if (type === "integer" && !Number.isSafeInteger(value)) return "not_whole";
  if (value < parameter.minimum) return "below_minimum";
  return value > parameter.maximum ? "above_maximum" : value;
}
