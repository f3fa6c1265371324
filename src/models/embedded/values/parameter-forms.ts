/** What a parameter's name and schema say of the words at its value. */
import { ENGLISH } from "#core/english/english.ts";
import { type LinearRegExp, linearRegExp } from "#core/schema/linear-regexp.ts";
import { humanised } from "../name-words.ts";
import type { Parameter } from "../tool-parameters.ts";

const WORDS = ENGLISH.naming;

interface Forms {
  readonly before: RegExp;
  readonly behind: RegExp;
  /** Something between an article and the name. */
  readonly qualified: RegExp;
  /** The name and nothing else, or the name in front of what is called so: "zone 22". */
  readonly own: RegExp;
  /** The schema's own; null without one. */
  readonly pattern: (LinearRegExp & { readonly source: string }) | null;
  /** Values that its description gives as examples. */
  readonly examples: readonly string[];
  /** What it numbers, right before the number: "booking 77", "order number" and "ticket #" for `order_id`. */
  readonly numbered: RegExp;
}

/** A parameter outlives many queries; compiling for each candidate took longer than finding them. */
const remembered = new WeakMap<Parameter, Forms>();

export function formsOf(parameter: Parameter): Forms {
  const known = remembered.get(parameter);
  if (known) return known;
  const words = humanised(parameter.name).split(" ");
  const name = words.map(RegExp.escape).join("[\\s_-]*");
  // "the spinning class" names a class: what `class_name` asks for stands before the word without its "name".
  const isNameOf = words.length > 1 && words.at(-1)?.toLowerCase() === "name";
  const named = isNameOf ? words.slice(0, -1).map(RegExp.escape).join("[\\s_-]*") : name;
  const lower = words.map((word) => RegExp.escape(word.toLowerCase())).join("\\s+");
  const made = {
    before: new RegExp(`(?<!\\w)${saidAs(words)}${WORDS.nounBetween}${WORDS.linkBetween}$`, "i"),
    behind: new RegExp(`^${WORDS.linkBehind}${name}(?!\\w)`, "i"),
    qualified: new RegExp(`(?<!\\w)(?:${WORDS.determiners})\\s+((?:[\\w'’-]+\\s+){1,2}?)(${named})(?!\\w)`, "gi"),
    own: new RegExp(`^${lower}(?:$|\\s+(?=\\S*\\d))`),
    pattern: patternOf(parameter),
    examples: examplesIn(parameter.description),
    numbered: numberedBy(words),
  };
  remembered.set(parameter, made);
  return made;
}

/** "sorted by" and "sort it by" for `sort_by`, any other name as it is. */
function saidAs(words: readonly string[]): string {
  const name = words.map(RegExp.escape);
  const [verb = "", ...rest] = name;
  const isVerbBy = words.length === 2 && words[1]?.toLowerCase() === "by";
  const inflected = `${verb.replace(/e$/i, "")}${WORDS.verbEnding}`;
  return [isVerbBy ? inflected : verb, ...rest].join("[\\s_-]*");
}

const EXAMPLE_LETTERS_MIN = 3;
const QUOTED_EXAMPLE = /['"\x60“‘]([^'"\x60”’]{1,60})['"\x60”’]/g;

/** "such as 'humidity'", "e.g. ice age, bronze age". */
function examplesIn(description: string): readonly string[] {
  const quoted = [...description.matchAll(QUOTED_EXAMPLE)].map(([, example = ""]) => example);
  const listed = [...description.matchAll(WORDS.afterExample)].flatMap(([, list = ""]) =>
    list.split(WORDS.betweenExamples),
  );
  return [...quoted, ...listed]
    .map((example) => example.trim())
    .filter((example) => example.replace(/[^\p{L}]/gu, "").length >= EXAMPLE_LETTERS_MIN);
}

function numberedBy(words: readonly string[]): RegExp {
  const nouns = words.filter((word) => !WORDS.numbering.test(word));
  const noun = (nouns.length > 0 ? nouns : words).map(RegExp.escape).join("[\\s_-]*");
  return new RegExp(`(?<!\\w)${noun}s?\\s*${WORDS.numberNoun}\\s*#?\\s*$`, "i");
}

/** The parameter's pattern; null without one, and for one that would never end or cannot be used. */
function patternOf({ pattern }: Parameter): Forms["pattern"] {
  if (pattern === "") return null;
  try {
    return { source: pattern, test: linearRegExp(pattern).test };
  } catch {
    return null; // A set with such a pattern is refused: one that got in before is read without it.
  }
}
