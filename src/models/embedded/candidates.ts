/** What each open parameter could be: stretches of the text with the typed value that they stand for. */
import type { JsonValue } from "#core/json.ts";
import { type LinearRegExp, linearRegExp } from "#core/linear-regexp.ts";
import type { Span } from "#core/ports/models.ts";
import { type ClockTime, clockTimesIn } from "#core/reading/clock-times.ts";
import { type DateMention, type DateShape, dateShapeOf, datesIn } from "#core/reading/dates.ts";
import { frequenciesIn, wantsTimesAYear } from "#core/reading/frequencies.ts";
import { type IdentifierMention, identifiersIn, identifiersWantedBy } from "#core/reading/identifiers.ts";
import { type NumberMention, numbersIn } from "#core/reading/numbers.ts";
import { type Amount, amountsIn, unitWantedBy } from "#core/reading/units.ts";
import { Evidence } from "./evidence.ts";
import type { JointReading, ParameterReading } from "./joint-model.ts";
import { coveredWords, type SlotMemory, type SlotWord, slotWords, stretchesOf } from "./remembered-slots.ts";
import { listItems, quotedLists, quotedSpans, trimmed, wholeName } from "./texts.ts";
import type { Parameter, ParameterType } from "./tool-parameters.ts";
import { contentWords, humanised } from "./words.ts";
import { writtenAs } from "./written-values.ts";

export interface Candidate {
  /** The higher the better; comparable between the candidates of one parameter and, roughly, between parameters. */
  readonly score: number;
  readonly span: Span;
  readonly value: JsonValue;
  readonly dependsOnClock: boolean;
}

/** Candidates of one kind keep the order of the schema more often than not. */
export type CandidateKind = "number" | "numbers" | "list" | "text";

export interface OpenParameter {
  readonly reading: ParameterReading;
  readonly kind: CandidateKind;
  /** Whether examples say how likely the candidates are; their scores are log-odds then. */
  readonly isRemembered: boolean;
  /** Best first. */
  readonly candidates: readonly Candidate[];
}

const CANDIDATES_MAX = 8;
const LISTS_TRIED = 4;
const QUOTED_LIST_MIN = -2;
const NAMED_BEFORE = 1.5;
const LEFT_UNITS_MAX = 60;
/** What may stand between a parameter's name and its value: "project with the id X", "the subject is 'X'". */
const NOUN_BETWEEN = "(?:\\s+(?:with\\s+)?(?:the\\s+)?(?:name|id|uuid|number|code))?";
const LINK_BETWEEN = "\\s*(?:=|:|-|is|of|as|to be|named|called)?\\s*[\\x60'\"“‘]?";
/** Begins a value that is not the value itself: "id AB10". */
const NAMING_NOUN = /^(?:name|id|uuid|number|code)\s/i;
const NAMED_TEXT = 3;
/** The hour of a time for a parameter that wants the hour. */
const RIGHT_HAND = 6;
const SAID_WITH_UNIT = 1;
const SAID_HOW_OFTEN = 6;
/** An e-mail address for a parameter that wants one, and other words where there is an e-mail address. */
const OF_KIND = 2;
const OF_OTHER_KIND = -2;
const WHOLE_NAME = 0.5;
const QUOTED = 0.7;
const BARE_NUMBER = -2;
const WRITTEN_LIST = 2;
const SCATTERED_NUMBERS = -2;
const SCATTERED_INSIDE_MIN = 0.35;
const READ_AS_DATE = 1;

const WRITTEN_LISTS = /\[[^[\]]*\]|\([^()]*,[^()]*\)|(?:-?\d[\d.]*\s*(?:,|and|to)\s*(?:and\s+)?)+-?\d[\d.]*/g;
const LOOKS_NUMERIC = /^[-\d.,%]+$/;
const MAY_BE_NUMERIC = /\b(?:id|number|code|size|phone|zip|date|time|year|version|uuid|address|amount|value|day|port)/;

/** One text with everything that can be found in it without knowing the parameter. */
export class CandidateFinder {
  readonly #text: string;
  readonly #reading: JointReading;
  readonly #now: Date;
  readonly #numbers: readonly NumberMention[];
  readonly #clockTimes: readonly ClockTime[];
  readonly #quoted: readonly Span[];
  readonly #identifiers: readonly IdentifierMention[];
  readonly #lists: readonly Span[];
  readonly #datesByShape = new Map<string, readonly DateMention[]>();

  readonly #examples: SlotMemory | null;
  readonly #words: readonly SlotWord[];

  /** `examples`: what is remembered of the tool; null for nothing. */
  constructor(text: string, reading: JointReading, now: Date, examples: SlotMemory | null) {
    this.#text = text;
    this.#examples = examples;
    this.#words = examples ? slotWords(text) : [];
    this.#reading = reading;
    this.#now = now;
    this.#numbers = numbersIn(text);
    this.#clockTimes = clockTimesIn(text);
    this.#quoted = quotedSpans(text);
    this.#identifiers = identifiersIn(text);
    this.#lists = [...text.matchAll(WRITTEN_LISTS)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }));
  }

  find(reading: ParameterReading): OpenParameter {
    const evidence = new Evidence(this.#text, this.#reading.tokens, reading);
    const { parameter } = reading;
    const { kind, found } = this.#byType(parameter, reading, evidence);
    const all = [...found, ...this.#literals(parameter, evidence)];
    const isRemembered = this.#examples !== null && kind !== "list" && kind !== "numbers";
    const scored = this.#examples && isRemembered ? this.#remembered(this.#examples, reading, evidence, all) : all;
    const candidates = [...scored].sort((a, b) => b.score - a.score).slice(0, CANDIDATES_MAX);
    return { reading, kind, isRemembered, candidates };
  }

  /** The candidates with the scores that examples give them, and for a free text every stretch that is like theirs. */
  #remembered(
    examples: SlotMemory,
    reading: ParameterReading,
    evidence: Evidence,
    found: readonly Candidate[],
  ): readonly Candidate[] {
    const { parameter, stated } = reading;
    const isFree = parameter.type === "string" && !dateShapeOf(parameter) && examples.knows(parameter);
    const stretches = isFree ? stretchesOf(this.#words) : [];
    const own = stretches.map((span) => fixed(evidence.fit(span), span, this.#written(parameter, span)));
    return (isFree ? own : found).flatMap((candidate) => {
      const range = coveredWords(this.#words, candidate.span);
      const read = { fit: candidate.score, stated };
      return range ? [{ ...candidate, score: examples.logOdds(parameter, this.#words, range, read) }] : [];
    });
  }

  #byType(
    parameter: Parameter,
    reading: ParameterReading,
    evidence: Evidence,
  ): { readonly kind: CandidateKind; readonly found: readonly Candidate[] } {
    if (isNumeric(parameter.type)) return { kind: "number", found: this.#numberCandidates(parameter, evidence) };
    if (parameter.type === "array") {
      if (isNumeric(parameter.itemType)) return { kind: "numbers", found: this.#numberLists(parameter, evidence) };
      if (parameter.itemType !== "string") return { kind: "list", found: [] };
      return { kind: "list", found: this.#textLists(parameter, reading, evidence) };
    }
    if (parameter.type !== "string") return { kind: "text", found: [] };
    const shape = dateShapeOf(parameter);
    return { kind: "text", found: shape ? this.#dates(parameter, shape, evidence) : this.#texts(parameter, evidence) };
  }

  #numberCandidates(parameter: Parameter, evidence: Evidence): readonly Candidate[] {
    const amounts = this.#amounts(parameter);
    const often = wantsTimesAYear(parameter.name, parameter.description) ? frequenciesIn(this.#text) : [];
    const counted = [...amounts, ...often].flatMap((mention) => {
      const value = numberAs({ ...mention, isPercent: false }, parameter, parameter.type);
      const isOften = often.some((other) => other === mention);
      const score = evidence.numberFit(mention) + NAMED_BEFORE * this.#namedBefore(parameter, mention);
      return value === null ? [] : [fixed(score + (isOften ? SAID_HOW_OFTEN : SAID_WITH_UNIT), mention, value)];
    });
    const bare = this.#numbers.flatMap((mention) => {
      const clock = this.#onClock(parameter, mention);
      const value = numberAs({ ...mention, value: clock?.value ?? mention.value }, parameter, parameter.type);
      const isCounted = counted.some(({ span }) => span.start <= mention.start && mention.end <= span.end);
      if (value === null || isCounted) return [];
      const score = evidence.numberFit(mention) + NAMED_BEFORE * this.#namedBefore(parameter, mention);
      return [fixed(score + (clock?.fit ?? 0), mention, value)];
    });
    return [...counted, ...bare];
  }

  /** What a number that belongs to a time of day is to a parameter: null for any other number, and for other parameters. */
  #onClock(parameter: Parameter, { start }: Span): { readonly value: number; readonly fit: number } | null {
    const wanted = /hour|minute/i.exec(parameter.name)?.[0].toLowerCase();
    if (wanted === undefined) return null;
    const time = this.#clockTimes.find(({ hour, minute }) => hour.start === start || minute?.start === start);
    if (!time) return null;
    const isHour = time.hour.start === start;
    const isOfDay = /\b24\b/.test(parameter.description) || /opening|operating/i.test(parameter.name);
    const value = isHour ? ((isOfDay ? time.hourOfDay : null) ?? time.hour.value) : (time.minute?.value ?? 0);
    return { value, fit: isHour === (wanted === "hour") ? RIGHT_HAND : -RIGHT_HAND };
  }

  #amounts(parameter: Parameter): readonly Amount[] {
    const unit = unitWantedBy(parameter.name, parameter.description);
    return unit ? amountsIn(this.#text, this.#numbers, unit) : [];
  }

  /** 2 for "radius = 5" or "radius of 5"; else the share of the name's words since the number before. */
  #namedBefore(parameter: Parameter, mention: Span): number {
    const previous = this.#numbers.reduce(
      (end, other) => (other.end <= mention.start ? Math.max(end, other.end) : end),
      0,
    );
    const left = this.#text.slice(Math.max(previous, mention.start - 60), mention.start);
    const name = RegExp.escape(humanised(parameter.name));
    const direct = new RegExp(
      `(?<!\\w)${name}(?:\\s+(?:with\\s+)?(?:the\\s+)?(?:name|id|uuid|number|code))?\\s*(?:=|:|is|of|as|equal to|equals)?\\s*[$€£]?\\s*$`,
      "i",
    );
    if (direct.test(left)) return 2;
    const wanted = new Set(contentWords(parameter.name));
    const said = new Set(contentWords(left));
    return wanted.size === 0 ? 0 : wanted.intersection(said).size / wanted.size;
  }

  /** "component AB10", "the subject is 'Hello'": the parameter's name stands right before. */
  #isNamedBefore(parameter: Parameter, span: Span): boolean {
    if (NAMING_NOUN.test(this.#text.slice(span.start, span.end))) return false;
    const left = this.#text.slice(Math.max(0, span.start - LEFT_UNITS_MAX), span.start);
    const name = humanised(parameter.name).split(" ").map(RegExp.escape).join("[\\s_-]*");
    return new RegExp(`(?<!\\w)${name}${NOUN_BETWEEN}${LINK_BETWEEN}$`, "i").test(left);
  }

  #numberLists(parameter: Parameter, evidence: Evidence): readonly Candidate[] {
    const valuesIn = (mentions: readonly NumberMention[]) => {
      const values = mentions.map((mention) => numberAs(mention, parameter, parameter.itemType));
      return values.every((value) => value !== null) && values.length > 0 ? values : null;
    };
    const written = this.#lists.flatMap((list) => {
      const values = valuesIn(this.#numbers.filter(({ start }) => list.start <= start && start < list.end));
      return values ? [fixed(2 * Math.log(evidence.inside(list) + 1e-4) + WRITTEN_LIST, list, values)] : [];
    });
    if (written.length > 0) return written;
    const scattered = this.#numbers.filter((mention) => evidence.inside(mention) > SCATTERED_INSIDE_MIN);
    const values = valuesIn(scattered);
    const [first] = scattered;
    if (!values || !first) return [];
    return [fixed(SCATTERED_NUMBERS, { start: first.start, end: scattered.at(-1)?.end ?? first.end }, values)];
  }

  #textLists(parameter: Parameter, reading: ParameterReading, evidence: Evidence): readonly Candidate[] {
    const valuesIn = (spans: readonly Span[]) =>
      spans.flatMap((span) => listItems(this.#text, span)).map((item) => this.#written(parameter, item));
    const quoted = quotedLists(this.#text).flatMap((items) => {
      const span = { start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0 };
      const values = items.map((item) => this.#written(parameter, item));
      return [fixed(2 * Math.log(evidence.inside(span) + 1e-4) + WRITTEN_LIST, span, values)];
    });
    if (quoted.some(({ score }) => score > QUOTED_LIST_MIN)) return quoted;
    const runs = evidence.insideRuns();
    const [first] = runs;
    if (first) {
      const span = { start: first.start, end: runs.at(-1)?.end ?? first.end };
      return [fixed(Math.log(reading.stated + 1e-4), span, valuesIn(runs))];
    }
    return evidence.bestSpans(LISTS_TRIED).flatMap(({ span, fit }) => {
      const values = valuesIn([span]);
      return values.length > 0 ? [fixed(fit, span, values)] : [];
    });
  }

  #texts(parameter: Parameter, evidence: Evidence): readonly Candidate[] {
    const own = this.#formed(parameter);
    const formed = [...this.#quoted, ...own].map((span) => ({ span, fit: evidence.fit(span) }));
    const about = `${humanised(parameter.name).toLowerCase()} ${parameter.description.toLowerCase()}`;
    const best = evidence.bestSpans(CANDIDATES_MAX);
    const names = best.slice(0, 2).flatMap(({ span, fit }) => {
      const whole = wholeName(this.#text, span);
      return whole ? [{ span: whole, fit: fit + WHOLE_NAME }] : [];
    });
    const found = [...best, ...names, ...formed].flatMap(({ span, fit }) => {
      const exact = trimmed(this.#text, span);
      if (exact.end === exact.start) return [];
      const isQuoted = this.#quoted.some((other) => isSame(other, span));
      const isBareNumber = LOOKS_NUMERIC.test(this.#text.slice(exact.start, exact.end)) && !MAY_BE_NUMERIC.test(about);
      const named = NAMED_TEXT * Number(this.#isNamedBefore(parameter, exact));
      const ofKind = own.length === 0 ? 0 : own.some((other) => isSame(other, exact)) ? OF_KIND : OF_OTHER_KIND;
      const score = fit + named + ofKind + (isQuoted ? QUOTED : 0) + (isBareNumber ? BARE_NUMBER : 0);
      return [fixed(score, exact, this.#written(parameter, exact))];
    });
    const pattern = patternOf(parameter);
    return pattern ? found.filter(({ value }) => pattern.test(String(value))) : found;
  }

  /** Where the text has what the parameter asks for by its form: an e-mail address, a code, whatever its pattern says. */
  #formed(parameter: Parameter): readonly Span[] {
    const pattern = patternOf(parameter);
    if (pattern) {
      const words = [...this.#text.matchAll(/\S+/g)].map((match) =>
        trimmed(this.#text, { start: match.index, end: match.index + match[0].length }),
      );
      return words.filter(({ start, end }) => pattern.test(this.#text.slice(start, end)));
    }
    const wanted = identifiersWantedBy(parameter.name, parameter.format);
    return wanted.length === 0 ? [] : this.#identifiers.filter(({ kind }) => wanted.includes(kind));
  }

  /** Dates in the shape asked for; only where there is none at all, the words as they stand. */
  #dates(parameter: Parameter, shape: DateShape, evidence: Evidence): readonly Candidate[] {
    const dates = this.#datesIn(shape).map((date: DateMention) => ({
      score: evidence.numberFit(date) + READ_AS_DATE,
      span: { start: date.start, end: date.end },
      value: date.value,
      dependsOnClock: date.dependsOnClock,
    }));
    if (dates.length > 0 || parameter.format !== "") return dates;
    return this.#texts(parameter, evidence);
  }

  /** Read once for all parameters that want the same shape. */
  #datesIn(shape: DateShape): readonly DateMention[] {
    const key = shape.kind === "pattern" ? shape.pattern : shape.kind;
    const dates = this.#datesByShape.get(key) ?? datesIn(this.#text, shape, this.#now);
    this.#datesByShape.set(key, dates);
    return dates;
  }

  /** `[…]` and `{…}` written as JSON, for lists and objects. */
  #literals(parameter: Parameter, evidence: Evidence): readonly Candidate[] {
    if (parameter.type !== "array" && parameter.type !== "object") return [];
    if (parameter.type === "array" && parameter.itemType === "string") return [];
    const pattern = parameter.type === "array" ? /\[.*\]/s : /\{.*\}/s;
    const match = pattern.exec(this.#text);
    if (!match) return [];
    const span = { start: match.index, end: match.index + match[0].length };
    try {
      return [
        fixed(
          2 * Math.log(evidence.inside(span) + 1e-4) + WRITTEN_LIST,
          span,
          JSON.parse(withDoubleQuotes(match[0])) as JsonValue,
        ),
      ];
    } catch {
      return []; // Not JSON: nothing that could be copied.
    }
  }

  #written(parameter: Parameter, span: Span): string {
    return writtenAs(parameter, this.#text.slice(span.start, span.end));
  }
}

function isSame(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}

/** The parameter's pattern; null without one, and for one that would never end or cannot be used. */
function patternOf({ pattern }: Parameter): LinearRegExp | null {
  if (pattern === "") return null;
  try {
    return linearRegExp(pattern);
  } catch {
    return null; // A set with such a pattern is refused: one that got in before is read without it.
  }
}

/** `{'a': 1}`, as Python writes it, is meant as JSON. */
function withDoubleQuotes(written: string): string {
  return written.includes('"') ? written : written.replaceAll("'", '"');
}

function fixed(score: number, span: Span, value: JsonValue): Candidate {
  return { score, span: { start: span.start, end: span.end }, value, dependsOnClock: false };
}

/** Whose description speaks of percent and still wants the share: "as a decimal, 5 % is 0.05", "must sum to 1". */
const WANTS_SHARE = /\bdecimal|\bfraction|\b0\.\d|\bsum to 1\b|\b(?:between|from) 0 (?:and|to) 1\b/i;

function isNumeric(type: ParameterType): boolean {
  return type === "integer" || type === "number";
}

/** The number as the parameter wants it; null when it cannot be one, or lies outside its bounds. */
function numberAs(mention: NumberMention, parameter: Parameter, type: ParameterType): number | null {
  const about = `${parameter.name} ${parameter.description}`;
  const wantsPercent = /percent|%/i.test(about) && !WANTS_SHARE.test(about) && parameter.maximum > 1;
  const isShare = mention.isPercent && type === "number" && !wantsPercent;
  // Divided and rounded: 7 % is 0.07, not 0.07000000000000001.
  const value = isShare ? Number((mention.value / 100).toPrecision(12)) : mention.value;
  if (type === "integer" && !Number.isSafeInteger(value)) return null;
  return value >= parameter.minimum && value <= parameter.maximum ? value : null;
}
