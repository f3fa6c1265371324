/**
 * All options of a parameter that takes one: "both rails up", "every gate but the north one", "and close the other two" ask for as many
 * calls as things are meant. Each is read with its own name in the place of the words for all.
 */
import { ENGLISH } from "#core/english/english.ts";
import type { DraftCall } from "#core/ports/models.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { overlaps, type Span } from "#core/span.ts";
import { singularOf } from "#core/wording/english-words.ts";
import { type Exception, exceptingOf, exceptionIn } from "../exceptions/exception.ts";
import { contentWords } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";
import { optionMentions } from "../values/near-names.ts";
import { quotedSpans } from "../values/texts.ts";
import { inQuery, type PartText, type Written, within, withWords } from "./part-text.ts";
import { neededIn } from "./shared-values.ts";

const WORDS = ENGLISH.several;
const BOTH = 2;

export interface OptionRequest {
  readonly part: PartText;
  readonly parameter: Parameter;
  readonly option: string;
}

/**
 * One for each option that is meant, in the schema's order; none where the text means no such thing. `draft`: what the part gives, which
 * lacks the parameter and nothing else.
 */
export function optionRequests(
  query: string,
  part: PartText,
  { tool, draft }: { readonly tool: ReadableTool; readonly draft: DraftCall },
): readonly OptionRequest[] {
  const [parameter, ...others] = neededIn(tool, draft);
  if (!parameter || others.length > 0 || parameter.type === "array" || parameter.choices.length < 2) return [];
  const total = totalIn(part.text, tool, parameter);
  // Other words that cannot be had stay what they are.
  const isRefused = draft.unfilled?.some(({ parameter: name, why, span }) => {
    const place = total && inQuery(part, total.place);
    return name !== parameter.name || !(why === "several" || (span && place && overlaps(span, place)));
  });
  const left = total && !isRefused ? optionsMeant(query, part, { total, parameter }) : null;
  if (!total || !left) return [];
  return left.map((option) => {
    const written = [
      { ...total.place, words: named(option, total.noun) },
      ...(total.excepting ? [{ ...total.excepting, words: "" }] : []),
    ] satisfies readonly Required<Written>[];
    return { part: within(part, withWords(part.text, written)), parameter, option };
  });
}

/** "North gate"; of a letter or a number "house A". */
function named(option: string, noun: string): string {
  if (noun === "") return option;
  return option.length < 2 || /^\d/u.test(option) ? `${noun} ${option}` : `${option} ${noun}`;
}

interface Total {
  readonly place: Span;
  /** What is counted, in the singular; empty where nobody says it. */
  readonly noun: string;
  /** How many there are; null where nobody says it. */
  readonly count: number | null;
  /** Whether it is what is left of them. */
  readonly isRest: boolean;
  readonly exception: Exception | null;
  /** The words that except something, which stand behind those for all. */
  readonly excepting: Span | null;
}

/** Null where the text says nothing of all, or of all of other things than the parameter names. */
function totalIn(text: string, tool: ReadableTool, parameter: Parameter): Total | null {
  const match = WORDS.total.exec(text);
  const exception = exceptionIn(text);
  if (!match) return null;
  const excepting = exception && exceptingOf(text, exception);
  const { place, noun } = counted(text, match, excepting);
  const isApart = excepting === null || excepting.start >= place.end;
  if (!isApart || quotedSpans(text).some((quoted) => overlaps(quoted, place))) return null;
  const isOfTool = noun === "" || isIn(noun, tool.name);
  const saysHow = contentWords(parameter.name).some((word) => WORDS.manners.has(word));
  if (!isIn(noun, parameter.name) && (!isOfTool || saysHow)) return null;
  const { count, rest, left } = match.groups ?? {};
  const told = count ?? left;
  const number = told === undefined ? null : (numbersIn(told, ENGLISH)[0]?.value ?? null);
  return {
    ...{ place, noun, exception, excepting },
    count: WORDS.both.test(match[0]) ? BOTH : number,
    isRest: rest !== undefined,
  };
}

/** What is counted, and all the words that say so: "all three shutters", but of "all up" the first alone. */
function counted(
  text: string,
  { index, 0: said, groups, indices }: RegExpExecArray,
  excepting: Span | null,
): Pick<Total, "noun" | "place"> {
  const word = (groups?.noun ?? groups?.of ?? "").toLowerCase();
  const [start, end] = indices?.groups?.noun ?? indices?.groups?.of ?? [0, 0];
  const { fillers, harmless } = ENGLISH.littleWords;
  const isLittle =
    fillers.has(word) || harmless.has(word) || (excepting !== null && overlaps(excepting, { start, end }));
  const until = word !== "" && isLittle ? start : index + said.length;
  return {
    place: { start: index, end: index + text.slice(index, until).trimEnd().length },
    noun: isLittle ? "" : singularOf(word),
  };
}

/** Whether a noun is one of the words of a name. */
function isIn(noun: string, name: string): boolean {
  const [stem] = contentWords(noun);
  return stem !== undefined && contentWords(name).includes(stem);
}

/** Null where others are named beside them, or they are not as many as the text says. */
function optionsMeant(
  query: string,
  part: PartText,
  { total: { exception, isRest, count }, parameter }: { readonly total: Total; readonly parameter: Parameter },
): readonly string[] | null {
  const options = parameter.choices.map(String);
  if (options.some((option) => ENGLISH.options.meansAll.test(option))) return null;
  const mentions = optionMentions(query, parameter);
  const place = exception && inQuery(part, exception.excepted);
  const isExcepted = (at: number) => {
    const mention = mentions[at];
    return mention != null && place !== null && overlaps(mention.span, place);
  };
  const isNamed = (at: number) => mentions[at] != null;
  const excepted = options.filter((_, at) => isExcepted(at));
  if (exception && excepted.length === 0) return null;
  const isOther = options.some((_, at) => isNamed(at) && !isExcepted(at));
  // Of what is left there has to be something that was named; of all, nothing.
  if (isRest !== isOther) return null;
  const left = options.filter((_, at) => !isNamed(at));
  const isCounted = count === null || count === left.length || (!isRest && count === options.length);
  return left.length > 0 && isCounted ? left : null;
}
