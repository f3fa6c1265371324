/** How a stretch of text is written down as the value of a parameter, by what the parameter's description asks for. */
import { ENGLISH } from "#core/english/english.ts";
import { codeOf } from "#core/reading/codes.ts";
import type { Parameter } from "../tool-parameters.ts";
import { placeAs } from "./place-forms.ts";

const WORDS = ENGLISH.naming;

/** "y = 3x + 2", "f(x) = 3x + 2": the function is what stands behind. */
const NAME_OF_FUNCTION = /^(?:y|[a-z]\([a-z]\))\s*=\s*/i;

/** The text of a value, as the parameter's description wants it written; unchanged where it says nothing of the kind. */
export function writtenAs({ name, description }: Pick<Parameter, "name" | "description">, text: string): string {
  const known = optionExplainedAs(description, text) ?? codeOf(name, description, text, ENGLISH);
  if (known !== null) return known;
  const isFunction = WORDS.wantsFunction.test(`${name} ${description}`);
  return placeAs(description, isFunction ? text.replace(NAME_OF_FUNCTION, "") : text);
}

/** "ascending" is `asc` where the description says `'asc' for ascending order`; null where it explains no such word. */
function optionExplainedAs(description: string, text: string): string | null {
  const words = text.toLowerCase().split(/\s+/);
  for (const [, option = "", meaning = ""] of description.matchAll(WORDS.explainedOption)) {
    if (words.includes(meaning.toLowerCase())) return option;
  }
  return null;
}
