/** "The other way round": where it came from is where it goes now. */
import { ENGLISH } from "#core/english/english.ts";
import type { Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Before, Change } from "./change.ts";

const WORDS = ENGLISH.following;

/** The call before with its two ends in each other's place; null where that is not said, or it has no two ends. */
export function exchangedIn({ text, values, places }: Before, query: string, said: Span): Change | null {
  if (!WORDS.exchanged.test(query.slice(said.start, said.end))) return null;
  const ends = (name: RegExp, other: RegExp) =>
    values.filter(({ parameter }) => name.test(humanised(parameter.name)) && !other.test(humanised(parameter.name)));
  const [beginning, ...others] = ends(WORDS.beginningName, WORDS.endName);
  const [end, ...more] = ends(WORDS.endName, WORDS.beginningName);
  if (!beginning || !end || others.length + more.length > 0 || !areAlike(beginning, end)) return null;
  const [one, other] = [places.get(beginning.parameter), places.get(end.parameter)];
  return {
    values: [
      { ...beginning, value: end.value, span: said },
      { ...end, value: beginning.value, span: said },
    ],
    text: one && other ? exchangedText(text, one, other) : `${text}. ${query}`,
    isReckoned: true,
  };
}

/** A time is no place. */
function areAlike(one: ParameterValue, other: ParameterValue): boolean {
  return typeof one.value === typeof other.value && one.parameter.format === other.parameter.format;
}

function exchangedText(text: string, one: Span, other: Span): string {
  const [first, last] = one.start < other.start ? [one, other] : [other, one];
  const between = text.slice(first.end, last.start);
  const [head, tail] = [text.slice(0, first.start), text.slice(last.end)];
  return head + text.slice(last.start, last.end) + between + text.slice(first.start, first.end) + tail;
}
