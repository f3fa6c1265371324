/** "All rooms", "both doors", "everything but the tint": what can hold several holds them, what means all is taken. */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonValue } from "#core/json.ts";
import type { Span } from "#core/span.ts";
import { contentWords, humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { OptionMention } from "./option-names.ts";

const WORDS = ENGLISH.options;

type Mentions = readonly (OptionMention | null)[];

/** Where the text says that all of what the parameter is about are meant; null where it does not. */
export function everySaid(text: string, { name }: Pick<Parameter, "name">): Span | null {
  const subject = new Set(contentWords(name));
  for (const { 0: words, 1: noun = "", index } of text.matchAll(WORDS.every)) {
    if (contentWords(noun).some((word) => subject.has(word))) return { start: index, end: index + words.length };
  }
  return null;
}

/** All of the options, or all but those that the text excepts; null where it means no such thing, or the parameter takes one. */
export function everyChoice(
  text: string,
  parameter: Parameter,
  mentions: Mentions,
): { readonly value: JsonValue; readonly span: Span } | null {
  const { choices, type } = parameter;
  const said = everySaid(text, parameter);
  if (type !== "array") {
    const all = said && choices.find((choice) => WORDS.meansAll.test(humanised(String(choice))));
    return said && all !== undefined && all !== null ? { value: all, span: said } : null;
  }
  const but = exceptedFrom(text, said);
  const isExcepted = (at: number) => but !== null && (mentions[at]?.span.start ?? -1) >= but;
  const left = choices.filter((_, at) => !isExcepted(at));
  if (but !== null && left.length < choices.length) {
    const end = Math.max(...mentions.flatMap((mention, at) => (mention && isExcepted(at) ? mention.span.end : [])));
    return { value: left, span: { start: said?.start ?? exceptionIn(text)?.start ?? 0, end } };
  }
  return said && mentions.every((mention) => mention === null) ? { value: choices, span: said } : null;
}

/** Where what is excepted begins, behind "all the rooms" or an "everything" that has no noun. */
function exceptedFrom(text: string, said: Span | null): number | null {
  const exception = exceptionIn(text);
  return exception && (said === null || exception.end > said.end) ? exception.end : null;
}

function exceptionIn(text: string): Span | null {
  const match = WORDS.everyBut.exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : null;
}
