/** Of a tool with more parameters than a pass of the joint extractor holds: which are read first, and which not at all. */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { contentWords, humanised } from "../name-words.ts";
import { spelledOut } from "../parameter-words.ts";
import type { Parameter } from "../tool-parameters.ts";

/** In the order in which they are read: first what has to be given, then what shares a word with the text. */
export function likeliestFirst<Side extends { readonly parameter: Parameter }>(
  text: string,
  sides: readonly Side[],
): readonly Side[] {
  const said = saidWords(text);
  const rank = ({ parameter }: Side) =>
    (parameter.isRequired && !parameter.hasDefault ? 2 : 0) + (sharesWord(parameter, said) ? 1 : 0);
  const ranked = sides.map((side) => ({ side, rank: rank(side) }));
  return ranked.toSorted((one, other) => other.rank - one.rank).map(({ side }) => side);
}

/** Whether a text may give a parameter at all: numbers and flags leave a trace in its words. */
export function mayBeSaid(text: string): (parameter: Parameter) => boolean {
  const said = saidWords(text);
  const hasNumber = numbersIn(text, ENGLISH).length > 0;
  return (parameter) => {
    const { type, itemType, choices } = parameter;
    const isNumeric = NUMERIC.has(type) || (type === "array" && NUMERIC.has(itemType));
    if (choices.length > 0 || (!isNumeric && type !== "boolean")) return true;
    return (isNumeric && hasNumber) || sharesWord(parameter, said);
  };
}

/** Words of more options say little. */
const OPTIONS_MAX = 12;
const NUMERIC: ReadonlySet<string> = new Set(["integer", "number"]);

function saidWords(text: string): ReadonlySet<string> {
  return new Set(contentWords(text));
}

/** A parameter outlives many texts. */
const ownWords = new WeakMap<Parameter, ReadonlySet<string>>();

function sharesWord(parameter: Parameter, said: ReadonlySet<string>): boolean {
  const known = ownWords.get(parameter);
  const { name, description, choices } = parameter;
  const options = choices.slice(0, OPTIONS_MAX).map((choice) => humanised(String(choice)));
  const own = known ?? new Set([spelledOut(name), description, ...options].flatMap(contentWords));
  ownWords.set(parameter, own);
  return !own.isDisjointFrom(said);
}
