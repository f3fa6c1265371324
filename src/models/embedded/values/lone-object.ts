/** "Order a coffee": what is ordered is the only thing that the sentence says beside the order. */

import { ENGLISH } from "#core/english/english.ts";
import { dateShapeOf } from "#core/reading/dates.ts";
import { identifiersWantedBy } from "#core/reading/identifiers.ts";
import { overlaps } from "#core/span.ts";
import { ownWords } from "../choosing/bm25.ts";
import { saysDeed } from "../choosing/same-deeds.ts";
import { contentWords, isFiller } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";

const WORDS = ENGLISH.asking;

/** How people begin to ask, then a verb, whose is known, and what it is done to: at most four words. */
const REQUEST = new RegExp(
  `^\\W*${WORDS.askingFor}` +
    "((?:[a-z'’-]+\\s+){0,3}?[a-z'’-]+)" +
    `(?=$|[.,;:!?]|\\s+(?:${[...ENGLISH.clauseEnds.words, ENGLISH.clauseEnds.of].join("|")})\\b)`,
  "i",
);

/**
 * The values, and what is left over as that of the one required text for which nothing was found. Only words that neither the tool
 * has nor another value can be left over.
 */
export function withLoneObject(
  text: string,
  tool: ReadableTool,
  values: readonly ParameterValue[],
): readonly ParameterValue[] {
  const isGiven = new Set(values.map(({ parameter }) => parameter));
  const [open, ...others] = tool.parameters.filter((parameter) => parameter.isRequired && !isGiven.has(parameter));
  if (!open || others.length > 0 || !isFreeText(open) || !saysDeed(text, tool)) return values;
  const [request = "", words = ""] = REQUEST.exec(text) ?? [];
  const start = request.length - words.length;
  const span = { start, end: request.length };
  const isTaken = values.some((value) => value.span && overlaps(value.span, span));
  const own = ownWords(tool);
  const isOwn = contentWords(words).some((word) => own.has(word)) || words.split(/\s+/).every(isFiller);
  if (words === "" || isTaken || isOwn) return values;
  return [...values, { parameter: open, value: words, span, dependsOnClock: false }];
}

/** Whether anything may be its value. */
function isFreeText(parameter: Parameter): boolean {
  const { type, choices, name, format, pattern, description, hasDefault } = parameter;
  const isPlain = type === "string" && choices.length === 0 && format === "" && pattern === "" && !hasDefault;
  return isPlain && !dateShapeOf(parameter, ENGLISH) && identifiersWantedBy(name, format, description).length === 0;
}
