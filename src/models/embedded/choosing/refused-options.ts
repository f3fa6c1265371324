/** Words that name a value for a parameter with options, and none of the options. */
import { overlaps, type Span } from "#core/span.ts";
import { contentWords } from "../name-words.ts";
import type { JointReading, ParameterReading } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { everySaid } from "../values/every-option.ts";
import { SpanFit } from "../values/span-fit.ts";
import { trimmed } from "../values/texts.ts";

const SPANS_TRIED = 2;

/**
 * From here words are meant for the parameter, and plain: that it is given at all, 0–1, and the log-probability of the words'
 * borders. In the training trades these find two of three values that are none of the options, and are wrong of one in
 * thirty parameters of which nothing is said, and of one in twenty-five that may be left out.
 */
const REQUIRED = { statedMin: 0.5, fitMin: -3 };
const OPTIONAL = { statedMin: 0.8, fitMin: -1.5 };

/** For each parameter with options that has no value: what was said for it, if that is plain and nobody else's. */
export function refusedOptions(
  text: string,
  { tokens, parameters }: JointReading,
  values: readonly ParameterValue[],
): readonly ParameterValue[] {
  const given = new Set(values.map(({ parameter }) => parameter));
  const taken = values.flatMap(({ span }) => span ?? []);
  return parameters.flatMap((reading): readonly ParameterValue[] => {
    const { parameter } = reading;
    if (parameter.choices.length === 0 || given.has(parameter)) return [];
    const every = everySaid(text, parameter);
    if (every) return [{ ...refused(text, parameter, every), why: "several" }];
    const span = saidFor(text, reading, new SpanFit(text, tokens, reading), taken);
    return span ? [{ ...refused(text, parameter, span), why: "not_an_option" }] : [];
  });
}

function refused(text: string, parameter: Parameter, span: Span): ParameterValue {
  return { parameter, value: text.slice(span.start, span.end), span, dependsOnClock: false };
}

function saidFor(text: string, { parameter, stated }: ParameterReading, evidence: SpanFit, taken: readonly Span[]) {
  // What may be left out mostly is.
  const { statedMin, fitMin } = parameter.isRequired ? REQUIRED : OPTIONAL;
  if (stated < statedMin) return null;
  const name = new Set(contentWords(parameter.name));
  const isPlain = (span: Span) => {
    const words = contentWords(text.slice(span.start, span.end));
    return words.some((word) => !name.has(word)) && !taken.some((other) => overlaps(other, span));
  };
  const said = evidence.bestSpans(SPANS_TRIED).find(({ fit, span }) => fit >= fitMin && isPlain(trimmed(text, span)));
  return said ? trimmed(text, said.span) : null;
}
