/** "Lock the back or the cellar door": a choice that the speaker leaves open is no value. Nobody knows which of the two is meant. */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { hull, overlaps, type Span } from "#core/span.ts";
import { looksUp } from "../choosing/deeds.ts";
import { humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { optionMentions } from "./near-names.ts";

const WORDS = ENGLISH.several;
const NAME = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}’'-]*(?:\s+\p{Lu}[\p{L}\p{N}’'-]*)*/gu;
/** In more of them each would be compared with each other one. */
const OPTIONS_MAX = 64;
/** What stands before a number is looked for its noun no further back. */
const NOUN_UNITS_MAX = 64;

/**
 * Each value that the text gives as one of two is missing. What only looks something up is asked for either, and a title may have an "or" of
 * its own.
 */
export function withOpenChoices(
  text: string,
  tool: ReadableTool,
  values: readonly ParameterValue[],
): readonly ParameterValue[] {
  if (!WORDS.orAnywhere.test(text) || looksUp(tool)) return values;
  return values.map((value) => {
    const { parameter, span, why } = value;
    if (why !== undefined || span === null || !isOne(parameter)) return value;
    const isBoth = parameter.isRequired && WORDS.orWithin.test(text.slice(span.start, span.end));
    const both = isBoth ? span : alternativesFor(text, parameter).find((pair) => overlaps(pair, span));
    return both ? { ...value, value: text.slice(both.start, both.end), span: both, why: "several" } : value;
  });
}

function isOne({ type, path, name }: Parameter): boolean {
  const words = humanised(name).toLowerCase().split(" ");
  const isFree = words.some((word) => ENGLISH.requestBorders.names.has(word) || ENGLISH.cues.behindColon.has(word));
  return type !== "array" && path.every(({ isList }) => !isList) && !isFree;
}

/** Stretches of the text that name one of two. */
function alternativesFor(text: string, parameter: Parameter): readonly Span[] {
  if (parameter.choices.length > OPTIONS_MAX) return [];
  const isOr = (between: string) => WORDS.or.test(between);
  if (parameter.choices.length > 0) {
    const named = optionMentions(text, parameter).flatMap((mention) => mention?.span ?? []);
    return pairsOf(text, named, isOr);
  }
  const names = [...text.matchAll(NAME)].map(({ index, 0: name }) => ({ start: index, end: index + name.length }));
  return [...pairsOf(text, numbersIn(text, ENGLISH), isNumberOr), ...pairsOf(text, names, isOr)];
}

/** Those that stand beside each other with an "or" between them. */
function pairsOf(
  text: string,
  found: readonly Span[],
  isOr: (between: string, before: string) => boolean,
): readonly Span[] {
  const ordered = found.toSorted((one, other) => one.start - other.start);
  return ordered.flatMap((second, at) => {
    const first = ordered[at - 1];
    if (!first || first.end > second.start) return [];
    const before = text.slice(Math.max(0, first.start - NOUN_UNITS_MAX), first.start);
    return isOr(text.slice(first.end, second.start), before) ? [hull([first, second])] : [];
  });
}

/** "Tap 4 or 5" and "tap 4 or tap 5", not "10 or more of the 5". */
function isNumberOr(between: string, before: string): boolean {
  const match = WORDS.numberOr.exec(between);
  const noun = match?.groups?.noun;
  return match !== null && (noun === undefined || before.trimEnd().toLowerCase().endsWith(noun.toLowerCase()));
}
