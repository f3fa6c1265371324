/** "Two degrees more", "an hour earlier", "the day after": a value by how far it is from the one before. */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonValue } from "#core/json.ts";
import { dateShapeOf } from "#core/reading/dates.ts";
import { type NumberMention, numbersIn } from "#core/reading/numbers.ts";
import { amountsIn, unitWantedBy } from "#core/reading/units.ts";
import { hull, overlaps, type Span } from "#core/span.ts";
import { contentWords } from "../name-words.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { shifted } from "./moments.ts";

const WORDS = ENGLISH.following;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Of what binary fractions leave behind. */
const DIGITS = 12;

/** What a text compares, with its numbers: places in that text. */
interface Comparison {
  readonly text: string;
  readonly span: Span;
  /** 1 for more, −1 for less. */
  readonly sign: 1 | -1;
  readonly numbers: readonly NumberMention[];
}

interface Reckoned {
  readonly parameter: Parameter;
  readonly value: JsonValue;
  /** Whether it has the unit that was said. */
  readonly isInUnit: boolean;
}

/** What is said of the value before, with the place of the words in the query; null where it is not said so, or of more than one value. */
export function relativeValue(values: readonly ParameterValue[], query: string, said: Span): ParameterValue | null {
  const text = query.slice(said.start, said.end);
  const comparison = comparisonIn(text);
  if (!comparison) return null;
  const found = values.flatMap(({ parameter, value }) => relativeTo(value, parameter, comparison) ?? []);
  const words = new Set(contentWords(text));
  const named = found.filter(({ parameter }) => contentWords(parameter.name).some((word) => words.has(word)));
  const inUnit = found.filter(({ isInUnit }) => isInUnit);
  const [only, ...others] = [named, inUnit, found].find((some) => some.length > 0) ?? [];
  if (!only || others.length > 0) return null;
  const { start, end } = comparison.span;
  const span = { start: said.start + start, end: said.start + end };
  return { parameter: only.parameter, value: only.value, span, dependsOnClock: false };
}

/** Null where the text compares nothing, or both ways. */
function comparisonIn(text: string): Comparison | null {
  const [less, more] = [WORDS.less.exec(text), WORDS.more.exec(text)];
  const found = less ?? more;
  if (!found || (less && more)) return null;
  const said = { start: found.index, end: found.index + found[0].length };
  // "A touch more, 0.5" says how much it is, not by how much it is more.
  const numbers = numbersIn(text, ENGLISH).filter((number) => overlaps(number, said));
  return { text, span: hull([said, ...numbers]), sign: more ? 1 : -1, numbers };
}

function relativeTo(old: JsonValue, parameter: Parameter, comparison: Comparison): Reckoned | null {
  const { text, span, sign } = comparison;
  const isOfTime = WORDS.inTime.test(text.slice(span.start, span.end));
  if (typeof old === "number") return isOfTime ? null : numberRelativeTo(old, parameter, comparison);
  if (typeof old !== "string" || !isOfTime || !dateShapeOf(parameter, ENGLISH)) return null;
  const time = amountOf(comparison, "seconds", "");
  const ms = time === null ? wholeDaysIn(text) : time * SECOND_MS;
  const value = shifted(old, sign * ms);
  return ms === 0 || value === null ? null : { parameter, value, isInUnit: time !== null };
}

function numberRelativeTo(old: number, parameter: Parameter, comparison: Comparison): Reckoned | null {
  const [number, ...others] = comparison.numbers;
  const amount = amountOf(comparison, parameter.name, parameter.description);
  const by = amount ?? (others.length === 0 ? number?.value : undefined);
  if (by === undefined || !(by > 0)) return null;
  const value = Number((old + comparison.sign * by).toPrecision(DIGITS));
  const isWhole = parameter.type !== "integer" || Number.isInteger(value);
  return isWhole ? { parameter, value, isInUnit: amount !== null } : null;
}

/** The first amount in the unit that a name or a description asks for; null without. */
function amountOf({ text, span, numbers }: Comparison, name: string, description: string): number | null {
  const unit = unitWantedBy(name, description, ENGLISH);
  const amounts = unit ? amountsIn(text, numbers, unit, ENGLISH) : [];
  return amounts.find((amount) => overlaps(amount, span))?.value ?? null;
}

function wholeDaysIn(text: string): number {
  if (WORDS.nextDay.test(text)) return DAY_MS;
  return WORDS.nextWeek.test(text) ? WEEK_MS : 0;
}

/** "The other one" of two; null where all that is said is something else, or there are several such pairs. */
export function otherValue(values: readonly ParameterValue[], query: string, said: Span): ParameterValue | null {
  if (!WORDS.theOther.test(query.slice(said.start, said.end))) return null;
  const found = values.flatMap(({ parameter, value }): ParameterValue[] => {
    const { choices, type } = parameter;
    if (type !== "string" || choices.length !== 2) return [];
    const other = choices.find((choice) => choice !== value);
    return other === undefined ? [] : [{ parameter, value: other, span: said, dependsOnClock: false }];
  });
  const [only, ...others] = found;
  return only && others.length === 0 ? only : null;
}
