/** "All rooms", "both doors", "everything but the tint": what can hold several holds them, what means all is taken. */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonValue } from "#core/json.ts";
import { overlaps, type Span } from "#core/span.ts";
import { exceptionIn } from "../exceptions/exception.ts";
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
  const exception = exceptionIn(text);
  const isExcepted = (mention: OptionMention | null | undefined) =>
    exception !== null && mention != null && overlaps(mention.span, exception.excepted);
  const named = mentions.filter((mention) => mention !== null);
  // Of what the text names beside, those that it excepts are none; of all, where it names no other.
  if (exception && named.some(isExcepted)) {
    const isOfAll = named.every(isExcepted) || (said !== null && said.start < exception.excepted.start);
    const left = choices.filter((_, at) => !isExcepted(mentions[at]) && (isOfAll || mentions[at]));
    return { value: left, span: { start: said?.start ?? exception.words.start, end: exception.excepted.end } };
  }
  return said && mentions.every((mention) => mention === null) ? { value: choices, span: said } : null;
}
