/** What a parameter's description says that its options are: "MCMR mini, ECMR economy", "P1: urgent; P2: normal". */
import { wordsOf } from "#core/reading/word-forms.ts";
import { isFiller } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";

/** A longer explanation says when to take an option, not what else it is called. */
const GLOSS_WORDS_MAX = 6;
const ENDS_GLOSS = /[,;.\n]|\)(?:\s|$)/;
const LINK = /^\s*(?:[:=(–—]|-\s)\s*/;

/** A parameter outlives many queries. */
const remembered = new WeakMap<Pick<Parameter, "choices" | "description">, ReadonlyMap<string, readonly string[]>>();

/** The words of each option that is explained, folded, without filler and without those of another option's explanation. */
export function glossesOf(
  parameter: Pick<Parameter, "choices" | "description">,
): ReadonlyMap<string, readonly string[]> {
  const known = remembered.get(parameter);
  if (known) return known;
  const made = distinct(glossesIn(parameter.description, parameter.choices.map(String)));
  remembered.set(parameter, made);
  return made;
}

interface Place {
  readonly option: string;
  readonly start: number;
  readonly end: number;
}

function glossesIn(description: string, options: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const places = options
    .flatMap((option) => placeOf(option, description))
    .sort((one, other) => one.start - other.start);
  const found = places.flatMap(({ option, end }, index) => {
    const next = places[index + 1]?.start ?? description.length;
    const behind = description.slice(end, next);
    const link = LINK.exec(behind)?.[0] ?? "";
    const rest = behind.slice(link.length);
    const gloss = wordsOf(rest.slice(0, ENDS_GLOSS.exec(rest)?.index ?? rest.length)).filter((word) => !isFiller(word));
    const isGloss = gloss.length > 0 && gloss.length <= GLOSS_WORDS_MAX && (link !== "" || /^\s/.test(behind));
    return isGloss ? [{ option, gloss, isLinked: link !== "" }] : [];
  });
  // A sentence that happens to name an option explains none.
  const isList = found.length > 1 && found.length * 2 >= options.length;
  return new Map(found.filter(({ isLinked }) => isLinked || isList).map(({ option, gloss }) => [option, gloss]));
}

/** As it is written, case and all: the "in" of a sentence is no option `IN`. */
function placeOf(option: string, description: string): readonly Place[] {
  const match = new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(option)}(?![\\p{L}\\p{N}_])`, "u").exec(description);
  return match ? [{ option, start: match.index, end: match.index + option.length }] : [];
}

function distinct(glosses: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const all = [...glosses.values()].flatMap((gloss) => [...new Set(gloss)]);
  const isShared = (word: string) => all.filter((other) => other === word).length > 1;
  return new Map(
    [...glosses].flatMap(([option, gloss]) => {
      const own = gloss.filter((word) => !isShared(word));
      return own.length === 0 ? [] : [[option, own] as const];
    }),
  );
}
