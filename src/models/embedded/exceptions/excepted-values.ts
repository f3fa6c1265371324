/** Values that a sentence names to except them: a parameter that holds one thing has none of them, and a list has the others. */
import { ENGLISH } from "#core/english/english.ts";
import { isWithin, overlaps, type Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { ParameterReading } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import { optionMentions } from "../values/near-names.ts";
import { mentionOf } from "../values/texts.ts";
import { type Exception, exceptionIn, wholeOf } from "./exception.ts";
import { comesBackToOne } from "./without-excepted.ts";

/**
 * The parameter of one option that the text only excepts: missing, as all but that one are meant, which an option for all does not mean
 * either. Null for any other.
 */
export function exceptedOption(text: string, { parameter }: ParameterReading): ParameterValue | null {
  if (parameter.type === "array" || parameter.choices.length === 0) return null;
  const exception = exceptionIn(text);
  if (!exception) return null;
  const named = optionMentions(text, parameter).flatMap((mention, index) => {
    const isOfAll = ENGLISH.options.meansAll.test(humanised(String(parameter.choices[index])));
    return mention && !isOfAll ? [mention] : [];
  });
  const isExcepted = named.length > 0 && named.every(({ span }) => overlaps(span, exception.excepted));
  return isExcepted ? unfilled(text, exception, parameter) : null;
}

/** Mentions of options without those that the text excepts, where it names others. */
export function notExcepted<Mention extends { readonly span: Span }>(
  text: string,
  mentions: readonly (Mention | null)[],
): readonly (Mention | null)[] {
  const exception = exceptionIn(text);
  if (!exception) return mentions;
  const others = mentions.map((mention) => (mention && overlaps(mention.span, exception.excepted) ? null : mention));
  return others.some((mention) => mention !== null) ? others : mentions;
}

/** The values without what the text excepts. */
export function withoutExceptedValues(text: string, values: readonly ParameterValue[]): readonly ParameterValue[] {
  const exception = exceptionIn(text);
  if (!exception || exception.isKept) return values;
  const excepted = text.slice(exception.excepted.start, exception.excepted.end);
  return values.map((value) => {
    const { span, parameter } = value;
    if (value.why !== undefined || span === null || !overlaps(span, exception.excepted)) return value;
    if (parameter.type !== "array" || parameter.choices.length > 0 || !Array.isArray(value.value))
      // A text that goes on around all of it is what is to be written down.
      return isWithin(span, wholeOf(exception)) && parameter.choices.length === 0
        ? unfilled(text, exception, parameter)
        : value;
    const left = value.value.filter((item) => mentionOf(String(item), excepted) === null);
    return left.length === 0 ? unfilled(text, exception, parameter) : { ...value, value: left };
  });
}

/**
 * Whether the text excepts something of which the call knows nothing: it would be carried out for what is excepted as well.
 * `spans`: where the text says what the call has, and what it cannot have.
 */
export function leavesExceptionOut(text: string, spans: readonly { readonly start: number; readonly end: number }[]) {
  if (comesBackToOne(text)) return true;
  const exception = exceptionIn(text);
  if (!exception || exception.isKept) return false;
  return !spans.some((span) => overlaps(span, wholeOf(exception)));
}

function unfilled(text: string, exception: Exception, parameter: ParameterValue["parameter"]): ParameterValue {
  const span = wholeOf(exception);
  return { parameter, value: text.slice(span.start, span.end), span, dependsOnClock: false, why: "several" };
}
