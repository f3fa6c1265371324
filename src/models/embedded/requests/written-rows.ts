/** "Valves 3 to 5" are valves 3, 4 and 5: a row of things that is said by its ends, where a tool takes one of them. */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import type { Span } from "#core/span.ts";
import { isPluralNoun, singularOf } from "#core/wording/english-words.ts";
import { contentWords, humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";
import { type PartText, withWords } from "./part-text.ts";
import { holdsOne } from "./value-mentions.ts";

const WORDS = ENGLISH.several;
/** As many calls as one answer may have. */
const THINGS_MAX = 8;
/** "Up to", with blanks. */
const BETWEEN_UNITS_MAX = 16;
/** What stands before a number is looked for its noun no further back. */
const NOUN_UNITS_MAX = 64;
const NOUN = new RegExp(`(?<noun>\\p{L}+)\\s+(?:${ENGLISH.naming.numberNoun}s?\\.?\\s+)?$`, "iu");
const CODE = /(?<![\p{L}\p{N}])(?<code>\p{Lu}{1,2}-?)(?<number>\d{1,4})(?![\p{L}\p{N}])/gu;
const FOLLOWS = /^(?:[.,:]?\d|\s?%|-?\p{L})/u;

/** Every row written out, each number in the place of the row's words; null where the text has none. */
export function rowsWritten(text: string, tools: readonly ReadableTool[]): PartText | null {
  const rows = rowsIn(text, tools);
  return rows.length === 0
    ? null
    : withWords(
        text,
        rows.flatMap(({ things, ...place }) =>
          things.flatMap((thing, at) => {
            const joined = at === 0 ? "" : at === things.length - 1 ? "and" : ",";
            const before = joined === "" ? [] : [{ ...place, words: joined }];
            return [...before, { ...place, words: thing }];
          }),
        ),
      );
}

interface Row extends Span {
  readonly things: readonly string[];
}

function rowsIn(text: string, tools: readonly ReadableTool[]): readonly Row[] {
  return endsIn(text).flatMap(({ start, end, noun, code, first, last }) => {
    if (!isOfOneEach(noun, code !== "", tools)) return [];
    const things = Array.from({ length: last - first + 1 }, (_, at) => `${code}${first + at}`);
    return [{ start, end, things }];
  });
}

interface Ends extends Span {
  /** In the plural. */
  readonly noun: string;
  /** What stands before each number; empty for plain numbers. */
  readonly code: string;
  readonly first: number;
  readonly last: number;
}

function endsIn(text: string): readonly Ends[] {
  const plain = numbersIn(text, ENGLISH)
    .filter(({ value, isPercent }) => Number.isInteger(value) && !isPercent)
    .map(({ start, end, value }) => ({ start, end, value, code: "" }));
  const codes = [...text.matchAll(CODE)].map(({ index, 0: said, groups }) => {
    const { code = "", number = "" } = groups ?? {};
    return { start: index, end: index + said.length, value: Number(number), code };
  });
  return [plain, codes].flatMap((ends) => ends.slice(1).flatMap((last, at) => rowOf(text, ends[at] as End, last)));
}

interface End extends Span {
  readonly value: number;
  readonly code: string;
}

function rowOf(text: string, first: End, last: End): readonly Ends[] {
  const count = last.value - first.value + 1;
  const isFar = last.start - first.end > BETWEEN_UNITS_MAX;
  if (isFar || first.code !== last.code || count < 2 || count > THINGS_MAX) return [];
  if (!WORDS.rangeTo.test(text.slice(first.end, last.start)) || FOLLOWS.test(text.slice(last.end))) return [];
  const { start, code, value } = first;
  const before = text.slice(Math.max(0, start - NOUN_UNITS_MAX), start);
  const noun = NOUN.exec(before)?.groups?.noun?.toLowerCase() ?? "";
  return isPluralNoun(noun) ? [{ start, end: last.end, noun, code, first: value, last: last.value }] : [];
}

/** Whether a tool takes one thing of that name, and none takes several of them, or the first and the last. */
function isOfOneEach(noun: string, isCode: boolean, tools: readonly ReadableTool[]): boolean {
  const of = tools.flatMap(({ parameters }) => parameters.filter(({ name }) => isNamed(name, noun)));
  return (
    of.length > 0 && of.every((parameter) => takesOne(parameter, isCode)) && !tools.some((tool) => hasTwo(tool, noun))
  );
}

function takesOne(parameter: Parameter, isCode: boolean): boolean {
  const { type, choices, name } = parameter;
  const isWhole = type === "integer" || type === "number";
  const isPlural = humanised(name)
    .toLowerCase()
    .split(" ")
    .some((word) => isPluralNoun(word) && singularOf(word) !== word);
  return holdsOne(parameter) && (isCode ? type === "string" : isWhole || choices.length > 0) && !isPlural;
}

function hasTwo({ parameters }: ReadableTool, noun: string): boolean {
  return parameters.filter(({ name }) => isNamed(name, noun)).length > 1;
}

/** `lane` and `lanes` are names of lanes. */
function isNamed(name: string, noun: string): boolean {
  const [stem] = contentWords(singularOf(noun));
  const words = humanised(name).toLowerCase().split(" ");
  return stem !== undefined && words.some((word) => contentWords(singularOf(word)).includes(stem));
}
