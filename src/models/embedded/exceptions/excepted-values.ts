/** Values that a sentence names to except them: a parameter that holds one thing has none of them, and a list has the others. */
import { isWithin, overlaps } from "#core/span.ts";
import type { ParameterReading } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import { optionMentions } from "../values/near-names.ts";
import { mentionOf } from "../values/texts.ts";
import { type Exception, exceptionIn, wholeOf } from "./exception.ts";
import { comesBackToOne } from "./without-excepted.ts";

/** The parameter of one option that the text only excepts: missing, as all but that one are meant. Null for any other. */
export function exceptedOption(text: string, { parameter }: ParameterReading): ParameterValue | null {
  if (parameter.type === "array" || parameter.choices.length === 0) return null;
  const exception = exceptionIn(text);
  const named = exception ? optionMentions(text, parameter).filter((mention) => mention !== null) : [];
  const isExcepted = named.length > 0 && named.every(({ span }) => exception && overlaps(span, exception.excepted));
  return exception && isExcepted ? unfilled(text, exception, parameter) : null;
}

/** The values without what the text excepts. */
export function withoutExceptedValues(text: string, values: readonly ParameterValue[]): readonly ParameterValue[] {
  const exception = exceptionIn(text);
  if (!exception) return values;
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
  return exception !== null && !spans.some((span) => overlaps(span, wholeOf(exception)));
}

function unfilled(text: string, exception: Exception, parameter: ParameterValue["parameter"]): ParameterValue {
  const span = wholeOf(exception);
  return { parameter, value: text.slice(span.start, span.end), span, dependsOnClock: false, why: "several" };
}
