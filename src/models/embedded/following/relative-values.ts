/** "Two degrees more", "an hour earlier", "the day after": a value by how far it is from the one before. */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonValue } from "#core/json.ts";
import { dateShapeOf } from "#core/reading/dates.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { amountsIn, unitWantedBy } from "#core/reading/units.ts";
import type { Span } from "#core/span.ts";
import { contentWords } from "../name-words.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { shifted } from "./moments.ts";

const WORDS = ENGLISH.following;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** Of what binary fractions leave behind. */
const DIGITS = 12;

/** What is said of the value before, with its place; null where it is not said so, or of more than one value. */
export function relativeValue(values: readonly ParameterValue[], query: string, said: Span): ParameterValue | null {
  const text = query.slice(said.start, said.end);
  const sign = signOf(text);
  if (sign === 0) return null;
  const found = values.flatMap(({ parameter, value }): ParameterValue[] => {
    const moved = relativeTo(value, parameter, text, sign);
    return moved === null ? [] : [{ parameter, value: moved, span: said, dependsOnClock: false }];
  });
  const words = new Set(contentWords(text));
  const named = found.filter(({ parameter }) => contentWords(parameter.name).some((word) => words.has(word)));
  const [only, ...others] = named.length > 0 ? named : found;
  return only && others.length === 0 ? only : null;
}

/** 1 for more, −1 for less, 0 where the text compares nothing. */
function signOf(text: string): number {
  const { less, more } = { less: WORDS.less.test(text), more: WORDS.more.test(text) };
  return less === more ? 0 : more ? 1 : -1;
}

function relativeTo(old: JsonValue, parameter: Parameter, text: string, sign: number): JsonValue | null {
  const numbers = numbersIn(text, ENGLISH);
  if (typeof old === "number") {
    const unit = unitWantedBy(parameter.name, parameter.description, ENGLISH);
    const [amount] = unit ? amountsIn(text, numbers, unit, ENGLISH) : [];
    const [number, ...others] = numbers;
    const by = amount?.value ?? (others.length === 0 ? number?.value : undefined);
    if (by === undefined || !(by > 0)) return null;
    const value = Number((old + sign * by).toPrecision(DIGITS));
    return parameter.type === "integer" && !Number.isInteger(value) ? null : value;
  }
  if (typeof old !== "string" || !dateShapeOf(parameter, ENGLISH)) return null;
  const seconds = unitWantedBy("seconds", "", ENGLISH);
  const [time] = seconds ? amountsIn(text, numbers, seconds, ENGLISH) : [];
  if (time) return shifted(old, sign * time.value * SECOND_MS);
  return WORDS.nextDay.test(text) ? shifted(old, sign * DAY_MS) : null;
}
