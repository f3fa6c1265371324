/**
 * What a parameter's description, or that of its tool, says that its options are: "MCMR mini, ECMR economy", "P1: urgent; P2: normal", or
 * "Polish, Romanian" for `PL` and `RO`.
 */
import { wordsOf } from "#core/reading/word-forms.ts";
import { isFiller } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";

/** A longer explanation says when to take an option, not what else it is called. */
const GLOSS_WORDS_MAX = 6;
const ENDS_GLOSS = /[,;.\n]|\)(?:\s|$)/;
const LINK = /^\s*(?:[:=(–—]|-\s)\s*/;

type Described = Pick<Parameter, "choices" | "description" | "toolDescription">;
type Words = ReadonlyMap<string, readonly string[]>;

interface Glosses {
  /** Folded, without filler. */
  readonly whole: Words;
  /** Without those of another option's explanation. */
  readonly own: Words;
}

/** A parameter outlives many queries. */
const remembered = new WeakMap<Described, Glosses>();

/** The words of each option that is explained. */
export function glossesOf(parameter: Described): Glosses {
  const known = remembered.get(parameter);
  if (known) return known;
  const options = parameter.choices.map(String);
  const found = [parameter.description, parameter.toolDescription ?? ""].map((text) => glossesIn(text, options));
  const whole = [...found, inOrder(parameter.description, options)].find(({ size }) => size > 0) ?? new Map();
  const made = { whole, own: distinct(whole) };
  remembered.set(parameter, made);
  return made;
}

const IS_SHORT = /^[A-Z\d]{1,4}$/;

/** As many words as there are codes, each beginning as its own does. */
function inOrder(description: string, options: readonly string[]): Words {
  const items = (description.split(/[;.]/)[0] ?? "").split(/,\s*/).map((item) => wordsOf(item));
  const isPair = (option: string, at: number) =>
    IS_SHORT.test(option) && items[at]?.length === 1 && items[at]?.[0]?.[0] === option.charAt(0).toLowerCase();
  if (options.length < 2 || items.length !== options.length || !options.every(isPair)) return new Map();
  return new Map(options.map((option, at) => [option, items[at] ?? []]));
}

interface Place {
  readonly option: string;
  readonly start: number;
  readonly end: number;
}

function glossesIn(description: string, options: readonly string[]): Words {
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

function distinct(glosses: Words): Words {
  const all = [...glosses.values()].flatMap((gloss) => [...new Set(gloss)]);
  const isShared = (word: string) => all.filter((other) => other === word).length > 1;
  return new Map(
    [...glosses].flatMap(([option, gloss]) => {
      const own = gloss.filter((word) => !isShared(word));
      return own.length === 0 ? [] : [[option, own] as const];
    }),
  );
}
