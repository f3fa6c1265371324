/** Units of measure: which one a parameter wants, and amounts in a text turned into it. */

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
}

/** Dimension, size of one in base units, and the ways to write it; symbols after `|` mind their case. */
const TABLE = `
time 1 second sec|s
time 60 minute min
time 3600 hour hr|h
time 86400 day
time 604800 week wk
time 1209600 fortnight
time 2629800 month
time 31557600 year yr
time 315576000 decade
time 3155760000 century
length 0.0254 inch|in "
length 0.3048 foot|ft '
length 0.9144 yard yd
length 1609.344 mile|mi
mass 0.45359237 pound lb
mass 0.028349523125 ounce oz
mass 6.35029318 stone
mass 1000 tonne
volume 3.785411784 gallon gal
volume 0.946352946 quart
volume 0.473176473 pint
volume 0.2365882365 cup
volume 0.01478676478125 tablespoon tbsp
volume 0.00492892159375 teaspoon tsp
pressure 101325 atmosphere atm
pressure 100000 bar
pressure 6894.757293168 psi
energy 4.184 calorie cal
energy 4184 kilocalorie kcal
area 4046.8564224 acre
area 10000 hectare|ha
speed 0.44704 mph
`;

/** Dimension, name and symbol of what takes the prefixes of the metric system. */
const METRIC = `
length meter m
length metre m
mass gram g
volume liter L
volume litre l
time second s
frequency hertz Hz
capacitance farad F
inductance henry H
voltage volt V
current ampere A
current amp A
power watt W
energy joule J
force newton N
pressure pascal Pa
resistance ohm Ω
data byte B
`;
const BASE_OF_METRIC: Readonly<Record<string, number>> = { mass: 0.001 };
const PREFIXES: readonly (readonly [string, string, number])[] = [
  ["", "", 1],
  ["pico", "p", 1e-12],
  ["nano", "n", 1e-9],
  ["micro", "µ", 1e-6],
  ["milli", "m", 1e-3],
  ["centi", "c", 1e-2],
  ["deci", "d", 1e-1],
  ["kilo", "k", 1e3],
  ["mega", "M", 1e6],
  ["giga", "G", 1e9],
  ["tera", "T", 1e12],
];
/** Calendar lengths as people reckon them, not as astronomers do: a year has 12 months and 365 days, a month 30 days. */
const RECKONED: Readonly<Record<string, number>> = {
  "31557600 2629800": 12,
  "31557600 604800": 52,
  "31557600 86400": 365,
  "2629800 604800": 4,
  "2629800 86400": 30,
  "315576000 2629800": 120,
};

const NAMES = new Map<string, Unit>();
const SYMBOLS = new Map<string, Unit[]>();
fillTables();

function fillTables(): void {
  for (const line of TABLE.trim().split("\n")) {
    const [words = "", symbols = ""] = line.split("|");
    const [dimension = "", size, ...names] = words.split(" ");
    const unit = { dimension, factor: Number(size), offset: 0 };
    for (const name of names) addName(name, unit);
    for (const symbol of symbols.split(" ")) addSymbol(symbol, unit);
  }
  for (const line of METRIC.trim().split("\n")) {
    const [dimension = "", name = "", symbol = ""] = line.split(" ");
    for (const [prefix, letter, times] of PREFIXES) {
      const factor = Number(((BASE_OF_METRIC[dimension] ?? 1) * times).toPrecision(12));
      const unit = { dimension, factor, offset: 0 };
      addName(prefix + name, unit);
      addSymbol(letter + symbol, unit);
      if (letter === "µ") for (const other of ["u", "μ"]) addSymbol(other + symbol, unit);
    }
  }
  for (const [name, symbol, factor, offset] of [
    ["celsius", "C", 1, 273.15],
    ["fahrenheit", "F", 5 / 9, 459.67],
    ["kelvin", "K", 1, 0],
  ] as const) {
    addName(name, { dimension: "temperature", factor, offset });
    addSymbol(symbol, { dimension: "temperature", factor, offset });
  }
}

function addName(name: string, unit: Unit): void {
  NAMES.set(name, unit);
  NAMES.set(pluralOf(name), unit);
}

function pluralOf(name: string): string {
  if (name === "foot") return "feet";
  if (name === "century") return "centuries";
  if (name.endsWith("henry")) return name.replace(/y$/, "ies");
  return /(?:ch|hertz)$/.test(name) ? `${name}es` : `${name}s`;
}

function addSymbol(symbol: string, unit: Unit): void {
  if (symbol !== "") SYMBOLS.set(symbol, [...(SYMBOLS.get(symbol) ?? []), unit]);
}

/**
 * The unit that a parameter wants its number in: `duration_minutes`, "in minutes", "(kg)", "number of days"; null where
 * its name and description name none, or several of one kind. A time must be in the plural: `day` and `year` are mostly
 * points in time, not lengths of it.
 */
export function unitWantedBy(name: string, description: string): Unit | null {
  const last = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_.-]+/)
    .at(-1);
  const byName = last === undefined || last.length < 2 ? null : unitOf(last);
  if (byName) return byName;
  const mentions = [...description.matchAll(WANTED)];
  const named = mentions.flatMap(([, word = "", bracketed = ""]) => unitOf(word || bracketed) ?? []);
  const symbols = mentions.flatMap(([, , bracketed = ""]) => SYMBOLS.get(bracketed)?.[0] ?? []);
  const found = named.length > 0 ? named : symbols;
  const [first, ...others] = found;
  const isOne = others.every(({ factor, offset }) => factor === first?.factor && offset === first.offset);
  return first && isOne ? first : null;
}

const WANTED = /\b(?:in|of)\s+([a-zµ°]+)|\((?:in\s+)?([a-zA-Zµ°]+)\)/gi;
/** And "in", which is seldom an inch in a name: `check_in`. */
const NO_UNIT = /^(?:second|minute|hour|day|week|month|year|decade|min|sec|in)$/;

function unitOf(word: string): Unit | null {
  const lower = word.toLowerCase();
  if (NO_UNIT.test(lower)) return null;
  return NAMES.get(lower) ?? (word.length > 1 ? (SYMBOLS.get(word)?.[0] ?? null) : null);
}

/** What stands behind a number and may be its unit: "kg", " hours", "-inch", "°C", " degrees Celsius". */
const UNIT_AFTER = /^(?:\s+of an?\s+|\s+degrees?\s+|\s*°\s*|\s+|-)?(["'Ωµμa-zA-Z]+)(?![\w^])/;
const AND_A_PART = /^\s+and (a half|a third|a quarter|three quarters)\b/i;
const PARTS: Readonly<Record<string, number>> = {
  "a half": 1 / 2,
  "a third": 1 / 3,
  "a quarter": 1 / 4,
  "three quarters": 3 / 4,
};
const JOINED = /^\s*(?:,|and)?\s*$/;

/**
 * Numbers with a unit of the wanted kind, in the wanted unit: "2 hours and 30 minutes" and "2h30" are amounts of 150 minutes.
 * Numbers without a unit, or with another kind of unit, are left out.
 */
export function amountsIn(
  text: string,
  numbers: readonly { readonly start: number; readonly end: number; readonly value: number }[],
  wanted: Unit,
): readonly Amount[] {
  const found: (Amount & { readonly unit: Unit })[] = [];
  const compact = wanted.dimension === SECOND.dimension ? compactTimesIn(text, wanted) : [];
  for (const { start, end, value } of [...numbers, ...wholesIn(text)].sort((a, b) => a.start - b.start)) {
    const after = UNIT_AFTER.exec(text.slice(end));
    const unit = after ? unitWritten(after[1] ?? "", wanted.dimension) : null;
    const previous = found.at(-1);
    if (!after || !unit || (previous && start < previous.end)) continue;
    if (compact.some((time) => time.start <= start && start < time.end)) continue;
    const [rest = "", part = ""] = AND_A_PART.exec(text.slice(end + after[0].length)) ?? [];
    const said = value + (PARTS[part.toLowerCase()] ?? 0);
    const amount = { start, end: end + after[0].length + rest.length, value: converted(said, unit, wanted), unit };
    const goesOn =
      previous &&
      unit.factor < previous.unit.factor &&
      unit.offset === 0 &&
      JOINED.test(text.slice(previous.end, start));
    if (goesOn) {
      found[found.length - 1] = { ...amount, start: previous.start, value: rounded(previous.value + amount.value) };
    } else found.push(amount);
  }
  const amounts = found.map(({ start, end, value }) => ({ start, end, value }));
  return [...compact, ...amounts].sort((a, b) => a.start - b.start);
}

const SECOND: Unit = { dimension: "time", factor: 1, offset: 0 };
const COMPACT_TIME =
  /(?<![\w.,])(?:(\d+) ?h(?:(\d{2})| ?(\d{1,2}) ?m(?:ins?)?)(?: ?(\d{1,2}) ?s(?:ecs?)?)?|(\d+) ?m(?:in)? ?(\d{1,2}) ?s(?:ecs?)?)(?!\w)/gi;

/** "1h30", "2h 15m", "5m30s": an "m" that means minutes, which it does nowhere else. */
function compactTimesIn(text: string, wanted: Unit): readonly Amount[] {
  return [...text.matchAll(COMPACT_TIME)].map((match) => {
    const [, hours, minutes, sameMinutes, seconds, onlyMinutes, theirSeconds] = match;
    const count = (...digits: (string | undefined)[]) => Number(digits.find((one) => one !== undefined) ?? 0);
    const said = 3600 * count(hours) + 60 * count(minutes, sameMinutes, onlyMinutes) + count(seconds, theirSeconds);
    const end = match.index + match[0].length;
    return { start: match.index, end, value: converted(said, SECOND, wanted) };
  });
}

/** "an hour", "the next week", "half a year", "a quarter of a mile": the words before the unit, with how many they stand for. */
function wholesIn(text: string): readonly { readonly start: number; readonly end: number; readonly value: number }[] {
  return [
    ...text.matchAll(
      /\b(?:half (?:of )?an?|(?:an? )?(?:quarter|third) of an?|an?|(?:the )?(?:next|past|last|coming|following|previous))(?=\s+[a-z])/gi,
    ),
  ].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: PARTS[`a ${/half|quarter|third/i.exec(match[0])?.[0].toLowerCase()}`] ?? 1,
  }));
}

function unitWritten(word: string, dimension: string): Unit | null {
  const named = NAMES.get(word.toLowerCase());
  if (named?.dimension === dimension) return named;
  return SYMBOLS.get(word)?.find((unit) => unit.dimension === dimension) ?? null;
}

function converted(value: number, from: Unit, to: Unit): number {
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
