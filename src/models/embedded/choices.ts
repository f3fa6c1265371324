/** Parameters with given values: enumerations and booleans. */
import type { JsonValue } from "#core/json.ts";
import type { Span } from "#core/ports/models.ts";
import type { ParameterReading } from "./joint-model.ts";
import { mentionOf } from "./texts.ts";
import { contentWords, humanised } from "./words.ts";

export interface Choice {
  readonly value: JsonValue;
  /** Where the text names it; null when the model only understood it. */
  readonly span: Span | null;
}

const STATED_MIN = 0.5;
/** With one of the very words in the text. */
const NAMED_STATED_MIN = 0.1;
/** Log-odds under which even the parameter's own words mean no. */
const TRUTH_NAMED_MIN = -2;
/** Without such a word the model has to be surer. */
const UNNAMED_STATED_MIN = 0.85;
/** A required parameter is given the benefit of the doubt; under this a default or a question is better than a guess. */
const REQUIRED_STATED_MIN = 0.3;
const NAMED = 3;
/** "brand new" rather than "new" where both are choices. */
const NAMED_PER_UNIT = 0.02;

/** The value among the schema's, or null when the text says nothing about it. */
export function chooseValue(text: string, reading: ParameterReading): Choice | null {
  const { parameter, stated } = reading;
  const mentions = parameter.choices.map((choice) => mentionOf(humanised(String(choice)), text));
  const named = mentions.some((mention) => mention !== null);
  const contrary = contraryToDefault(reading, mentions);
  if (contrary) return contrary;
  if (!parameter.isRequired && stated < (named ? NAMED_STATED_MIN : UNNAMED_STATED_MIN)) return null;
  if (stated < REQUIRED_STATED_MIN && !named) return null;
  if (parameter.type === "array" && named) return allNamed(parameter.choices, mentions);
  const best = bestChoice(reading, mentions);
  const value = parameter.choices[best];
  if (value === undefined) return null;
  return { value: parameter.type === "array" ? [value] : value, span: mentions[best] ?? null };
}

/** Words that stand in sentences for their grammar: as a choice they are named by accident more often than not. */
const FUNCTION_WORDS = new Set(
  "a all and any at by for from in is it no none not of on or other the to up with".split(" "),
);

/**
 * The one choice that the text names, where silence would mean another: "turn off the lamp" must not become a lamp that is
 * on by default, however little the model made of the word.
 */
function contraryToDefault({ parameter }: ParameterReading, mentions: readonly (Span | null)[]): Choice | null {
  if (parameter.isRequired || !parameter.hasDefault || parameter.type === "array") return null;
  const named = mentions.flatMap((span, index) => (span ? [{ span, value: parameter.choices[index] }] : []));
  const [only] = named;
  if (named.length !== 1 || only?.value === undefined || FUNCTION_WORDS.has(String(only.value).toLowerCase()))
    return null;
  return { value: only.value, span: only.span };
}

function allNamed(choices: readonly JsonValue[], mentions: readonly (Span | null)[]): Choice {
  const spans = mentions.filter((mention) => mention !== null);
  return {
    value: choices.filter((_, index) => mentions[index]),
    span: { start: Math.min(...spans.map((span) => span.start)), end: Math.max(...spans.map((span) => span.end)) },
  };
}

function bestChoice(reading: ParameterReading, mentions: readonly (Span | null)[]): number {
  let best = -1;
  let bestScore = Number.NEGATIVE_INFINITY;
  reading.parameter.choices.forEach((_, index) => {
    const mention = mentions[index];
    // A choice that the model did not read any more counts only when the text names it.
    const read = reading.choices[index] ?? (mention ? 0 : Number.NEGATIVE_INFINITY);
    const score = read + (mention ? NAMED + NAMED_PER_UNIT * (mention.end - mention.start) : 0);
    if (score > bestScore) [best, bestScore] = [index, score];
  });
  return best;
}

/** True or false where the text tells, else null. */
export function chooseTruth(text: string, reading: ParameterReading): boolean | null {
  const { parameter, stated, truth } = reading;
  if (truth > TRUTH_NAMED_MIN && isNamed(text, parameter.name)) return true;
  return stated < (parameter.isRequired ? REQUIRED_STATED_MIN : STATED_MIN) ? null : truth > 0;
}

/** "including the completed ones" names `include_completed`: every word of the name, and more than one of them. */
function isNamed(text: string, name: string): boolean {
  const words = new Set(contentWords(name));
  return words.size > 1 && words.isSubsetOf(new Set(contentWords(text)));
}
