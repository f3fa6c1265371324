/** "On Friday" is when, where a tool asks for that, and neither somebody's name nor a text. */
import { ENGLISH } from "#core/english/english.ts";
import { dateShapeOf } from "#core/reading/dates.ts";
import type { Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";

const { onlyWhen, asksWhen } = ENGLISH.dates;

/** Whether the words at the span say only when or how often, the parameter asks for something else, and another one of the tool for that. */
export function saysOnlyWhen(
  text: string,
  { start, end }: Span,
  parameter: Parameter,
  all: readonly Parameter[],
): boolean {
  if (!onlyWhen.test(text.slice(start, end)) || isWhen(parameter)) return false;
  const isQuoted = /["'“‘`]$/.test(text.slice(0, start));
  return !isQuoted && all.some((other) => other !== parameter && isWhen(other));
}

function isWhen(parameter: Parameter): boolean {
  return (
    dateShapeOf(parameter, ENGLISH) !== null || asksWhen.test(`${humanised(parameter.name)} ${parameter.description}`)
  );
}
