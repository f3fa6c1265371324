/** "Back 30 seconds" where a schema says "negative to go back": which way a number goes may be said by a word beside it. */
import { ENGLISH } from "#core/english/english.ts";
import type { Span } from "#core/span.ts";
import { contentWords } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";

/** As far from the number as the word may stand. */
const AROUND_UNITS_MAX = 32;

/** The number with the sign that its parameter's description gives to a word beside it; as it was said where that may not be. */
export function withSaidSign(text: string, span: Span, parameter: Parameter, value: number): number {
  const told = ENGLISH.numbers.negativeFor.exec(parameter.description)?.groups?.what;
  if (told === undefined || value <= 0 || -value < parameter.minimum) return value;
  const way = contentWords(told).at(-1);
  const around = `${text.slice(Math.max(0, span.start - AROUND_UNITS_MAX), span.start)} ${text.slice(span.end, span.end + AROUND_UNITS_MAX)}`;
  return way !== undefined && contentWords(around).includes(way) ? -value : value;
}
