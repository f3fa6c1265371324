/** Units of measure: which one a parameter wants, and amounts in a text turned into it. */
import { SpanSet } from "../span.ts";
import { type LanguageTables, perLanguage } from "./language.ts";
import type { UnitWords } from "./value-tables.ts";

export interface Unit {
  readonly dimension: string;
  /** An amount in the dimension's base unit is (amount + offset) · factor. */
  readonly factor: number;
  readonly offset: number;
}

/** Something measured: the number, and all words up to the end of the unit. */
export interface Amount {
  /** UTF-16 code units, half-open; from the number to the end of its unit. */
  readonly start: number;
  readonly end: number;
  /** In the unit that was wanted. */
  readonly value: number;
  /** Whether it was said in the unit of another system, of which nobody expects a whole number in this one. */
  readonly isApproximate: boolean;
}

/** So much of an amount may be lost where it was said in the unit of another system. */
export const ROUNDING_MAX = 0.01;

const TEMPERATURE = "temperature";
const TURN = "turn";
const DATA = "data";
const BASE_OF_METRIC: Readonly<Record<string, number>> = { mass: 0.001 };
/** Calendar lengths as people reckon them, not as astronomers do: a year has 12 months and 365 days, a month 30 days. */
const RECKONED: Readonly<Record<string, number>> = {
  "31557600 2629800": 12,
  "31557600 604800": 52,
  "31557600 86400": 365,
  "2629800 86400": 30,
  "315576000 2629800": 120,
};

class KnownUnits {
  readonly #names = new Map<string, Unit>();
  readonly #symbols = new Map<string, Unit[]>();
  readonly #smallSymbols = new Map<string, Unit[]>();
  readonly #words: UnitWords;

  constructor(words: UnitWords) {
    this.#words = words;
    for (const line of words.measures) {
      const [before = "", symbols = ""] = line.split("|");
      const [dimension = "", size, ...names] = before.split(" ");
      const unit = { dimension, factor: Number(size), offset: 0 };
      for (const name of names) this.#addName(name, unit);
      for (const symbol of symbols.split(" ")) this.#addSymbol(symbol, unit);
    }
    for (const line of words.metric) this.#addMetric(line);
    for (const [name, symbol, factor, offset] of words.temperatures) {
      this.#addName(name, { dimension: TEMPERATURE, factor, offset });
      this.#addSymbol(symbol, { dimension: TEMPERATURE, factor, offset });
    }
  }

  /** In small letters; "square metre" as one word. */
  named(name: string): Unit | undefined {
    return this.#names.get(name.replace(/[\s-]+/g, ""));
  }

  ofSymbol(symbol: string): readonly Unit[] {
    return this.#symbols.get(symbol) ?? [];
  }

  /** Whatever the case, where that leaves no doubt: `kw`, but not `mw`. */
  ofSmallSymbol(symbol: string): Unit | null {
    const [only, ...others] = this.#smallSymbols.get(symbol) ?? [];
    return others.length === 0 ? (only ?? null) : null;
  }

  #addMetric(line: string): void {
    const [dimension = "", name = "", symbol = ""] = line.split(" ");
    for (const [prefix, letter, times] of this.#words.prefixes) {
      const factor = Number(((BASE_OF_METRIC[dimension] ?? 1) * times).toPrecision(12));
      const unit = { dimension, factor, offset: 0 };
      this.#addName(prefix + name, unit);
      this.#addSymbol(letter + symbol, unit);
      if (letter === "µ") for (const other of ["u", "μ"]) this.#addSymbol(other + symbol, unit);
    }
  }

  #addName(name: string, unit: Unit): void {
    const [form, ending = ""] = this.#words.plurals.find(([form]) => form.test(name)) ?? [/$/];
    this.#names.set(name, unit);
    this.#names.set(name.replace(form, ending), unit);
  }

  #addSymbol(symbol: string, unit: Unit): void {
    if (symbol === "") return;
    this.#symbols.set(symbol, [...(this.#symbols.get(symbol) ?? []), unit]);
    const small = symbol.toLowerCase();
    this.#smallSymbols.set(small, [...(this.#smallSymbols.get(small) ?? []), unit]);
  }
}

const knownUnits = perLanguage(({ units }) => new KnownUnits(units));

/**
 * The unit that a parameter wants its number in: `duration_minutes`, "in minutes", "(kg)", "number of days"; null where
 * its name and description name none, or several of one kind. A time must be in the plural: `day` and `year` are mostly
 * points in time, not lengths of it.
 */
export function unitWantedBy(name: string, description: string, language: LanguageTables): Unit | null {
  const own = unitNamed(name, description, language);
  // The degrees of a thermometer are told by what is said of them.
  const isHeat = language.units.temperatures.some(([known]) => description.toLowerCase().includes(known));
  if (own && (own.dimension !== TURN || !isHeat)) return own;
  const mentions = [...description.matchAll(language.units.wanted)];
  const named = mentions.flatMap(([, word = "", bracketed = ""]) => unitOf(word || bracketed, language) ?? []);
  const symbols = mentions.flatMap(([, , bracketed = ""]) => knownUnits(language).ofSymbol(bracketed)[0] ?? []);
  const found = named.length > 0 ? named : symbols;
  const [first, ...others] = found;
  const isOne = others.every(({ factor, offset }) => factor === first?.factor && offset === first.offset);
  return first && isOne ? first : null;
}

function unitNamed(name: string, description: string, language: LanguageTables): Unit | null {
  const { units } = language;
  const known = knownUnits(language);
  const spaced = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  const words = spaced.split(/[\s_.-]+/);
  const last = words.at(-1) ?? "";
  // `MegabitsPerSecond`, `speed_m_s`
  const rate = known.named(words.slice(-3).join("")) ?? known.ofSymbol(words.slice(-2).join("/"))[0];
  if (words.length > 2 && rate) return rate;
  const byName = last.length < 2 ? null : unitOf(last, language);
  if (byName) return byName;
  // `duration_min` counts minutes, `price_min` does not.
  if (units.minutes.test(last) && units.ofTime.test(`${words.join(" ")} ${description}`))
    return known.named(last) ?? null;
  const [length, ...others] = words.filter((word) => units.lengths.test(word));
  if (length !== undefined && others.length === 0) return known.named(length) ?? null;
  const sign = units.shortNames.exec(name)?.[1];
  return sign === undefined ? null : (known.ofSymbol(sign)[0] ?? known.ofSmallSymbol(sign));
}

function unitOf(word: string, language: LanguageTables): Unit | null {
  const lower = word.toLowerCase();
  if (language.units.notWanted.test(lower)) return null;
  const known = knownUnits(language);
  return known.named(lower) ?? (word.length > 1 ? (known.ofSymbol(word)[0] ?? known.ofSmallSymbol(lower)) : null);
}

/** Whether a word names the unit that another is the name or the sign of: "acres" and `acre`, "kilocalories" and `kcal`. */
export function isSameUnit(word: string, other: string, language: LanguageTables): boolean {
  const known = knownUnits(language);
  const unit = known.named(word.toLowerCase());
  if (!unit) return false;
  const named = known.named(other.toLowerCase());
  return [...(named ? [named] : []), ...known.ofSymbol(other)].some(
    ({ dimension, factor, offset }) => dimension === unit.dimension && factor === unit.factor && offset === unit.offset,
  );
}

/**
 * Numbers with a unit of the wanted kind, in the wanted unit: "2 hours and 30 minutes" and "2h30" are amounts of 150 minutes.
 * Numbers without a unit, or with another kind of unit, are left out.
 */
export function amountsIn(
  text: string,
  numbers: readonly { readonly start: number; readonly end: number; readonly value: number }[],
  wanted: Unit,
  language: LanguageTables,
): readonly Amount[] {
  const { units } = language;
  const found: (Amount & { readonly unit: Unit })[] = [];
  const compact = wanted.dimension === SECOND.dimension ? compactTimesIn(text, wanted, language) : [];
  for (const { start, end, value } of [...numbers, ...wholesIn(text, language)].sort((a, b) => a.start - b.start)) {
    const after = units.behind.exec(text.slice(end));
    const unit = after ? unitWritten(after[1] ?? "", wanted.dimension, language) : null;
    const previous = found.at(-1);
    if (!after || !unit || (previous && start < previous.end)) continue;
    if (compact.some((time) => time.start <= start && start < time.end)) continue;
    const [rest = "", part = ""] = units.andAPart.exec(text.slice(end + after[0].length)) ?? [];
    const said = value + (units.parts[part.toLowerCase()] ?? 0);
    const whole = { start, end: end + after[0].length + rest.length, value: converted(said, unit, wanted), unit };
    const amount = withNextSmaller(
      { ...whole, isApproximate: isApproximate(unit, wanted) },
      { text, numbers, wanted },
      language,
    );
    const goesOn =
      previous &&
      unit.factor < previous.unit.factor &&
      unit.offset === 0 &&
      units.joined.test(text.slice(previous.end, start));
    if (goesOn) {
      const value = rounded(previous.value + amount.value);
      found[found.length - 1] = { ...amount, start: previous.start, value };
    } else found.push(amount);
  }
  const amounts = found.map(({ unit: _, ...amount }) => amount);
  return [...compact, ...amounts].sort((a, b) => a.start - b.start);
}

interface MeasuredText {
  readonly text: string;
  readonly numbers: readonly { readonly start: number; readonly end: number; readonly value: number }[];
  readonly wanted: Unit;
}

/** "an hour and ten", "5 foot 10": with the number that says no unit, as nothing else follows it. */
function withNextSmaller<Measured extends Amount & { readonly unit: Unit }>(
  amount: Measured,
  { text, numbers, wanted }: MeasuredText,
  { units }: LanguageTables,
): Measured {
  const { unit } = amount;
  const [dimension, factor = 0] = units.nextSmaller[`${unit.dimension} ${unit.factor}`] ?? [];
  if (dimension === undefined) return amount;
  const next = numbers.find(({ start }) => start > amount.end && units.nextJoined.test(text.slice(amount.end, start)));
  const isPart =
    next !== undefined &&
    Number.isInteger(next.value) &&
    next.value > 0 &&
    next.value * factor < unit.factor &&
    units.nextEnds.test(text.slice(next.end));
  if (!isPart) return amount;
  const more = converted(next.value, { dimension, factor, offset: 0 }, wanted);
  return { ...amount, end: next.end, value: rounded(amount.value + more) };
}

/** Between yards and metres, Fahrenheit and Celsius; but not between minutes and hours, or grams and tonnes. */
function isApproximate(from: Unit, to: Unit): boolean {
  if (from.offset !== to.offset) return true;
  const ratio = Math.max(from.factor, to.factor) / Math.min(from.factor, to.factor);
  return Math.abs(ratio - Math.round(ratio)) > ratio * EXACT;
}
const EXACT = 1e-9;

const SECOND: Unit = { dimension: "time", factor: 1, offset: 0 };

/** "1h30", "2h 15m", "5m30s": an "m" that means minutes, which it does nowhere else. */
function compactTimesIn(text: string, wanted: Unit, { units }: LanguageTables): readonly Amount[] {
  return [...text.matchAll(units.compactTime)].map((match) => {
    const [, hours, minutes, sameMinutes, seconds, onlyMinutes, theirSeconds] = match;
    const count = (...digits: (string | undefined)[]) => Number(digits.find((one) => one !== undefined) ?? 0);
    const said = 3600 * count(hours) + 60 * count(minutes, sameMinutes, onlyMinutes) + count(seconds, theirSeconds);
    const end = match.index + match[0].length;
    return { start: match.index, end, value: converted(said, SECOND, wanted), isApproximate: false };
  });
}

/** "an hour", "the next week", "half a year", "a quarter of a mile": the words before the unit, with how many they stand for. */
function wholesIn(
  text: string,
  { units }: LanguageTables,
): readonly { readonly start: number; readonly end: number; readonly value: number }[] {
  const found: { readonly start: number; readonly end: number; readonly value: number }[] = [];
  const taken = new SpanSet();
  for (const [form, value] of units.wholes) {
    for (const match of text.matchAll(form)) {
      const span = { start: match.index, end: match.index + match[0].length };
      const isRate = units.rated.test(text.slice(span.end)) && RATE_BEFORE.test(text.slice(0, span.start));
      if (taken.overlaps(span) || isRate) continue;
      taken.add(span);
      found.push({ ...span, value });
    }
  }
  return found;
}

/** "120 a night", "120 euros a night": money for each. */
const RATE_BEFORE = /\d(?:\s?[^\s\d,.;]{1,8})?\s$/;

function unitWritten(word: string, dimension: string, language: LanguageTables): Unit | null {
  const known = knownUnits(language);
  const named = known.named(word.toLowerCase());
  if (named?.dimension === dimension) return named;
  const small = known.ofSmallSymbol(word.toLowerCase());
  return (
    known.ofSymbol(word).find((unit) => unit.dimension === dimension) ?? (small?.dimension === dimension ? small : null)
  );
}

/** Who counts in powers of 1024 takes "2 gigs" for 2048 mebibytes. */
const BINARY: Readonly<Record<number, number>> = { 1e3: 2 ** 10, 1e6: 2 ** 20, 1e9: 2 ** 30, 1e12: 2 ** 40 };

function converted(value: number, said: Unit, to: Unit): number {
  const isBinary = to.dimension === DATA && Object.values(BINARY).includes(to.factor);
  const from = isBinary ? { ...said, factor: BINARY[said.factor] ?? said.factor } : said;
  if (from.factor === to.factor && from.offset === to.offset) return value;
  const up = RECKONED[`${from.factor} ${to.factor}`];
  if (up !== undefined) return rounded(value * up);
  const down = RECKONED[`${to.factor} ${from.factor}`];
  if (down !== undefined) return rounded(value / down);
  return rounded(((value + from.offset) * from.factor) / to.factor - to.offset);
}

/** Without what binary fractions leave behind: 1.1 · 3 is 3.3. */
function rounded(value: number): number {
  return Number(value.toPrecision(9));
}

/** As people write what was reckoned: 68.04, 4.137, 0.0508. */
export function inFewFigures(value: number): number {
  const size = Math.abs(value);
  return Number(size < 1 ? value.toPrecision(4) : value.toFixed(size < 10 ? 3 : 2));
}
