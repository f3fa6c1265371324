/** Where a text says values of a parameter: one reading marks the words of all of them, also where the parameter holds one. */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { sumsIn } from "#core/reading/sums.ts";
import { amountsIn, unitWantedBy } from "#core/reading/units.ts";
import { isWithin, overlaps, type Span } from "#core/span.ts";
import type { JointReading, ParameterReading } from "../networks/joint-model.ts";
import type { Tokens } from "../networks/wordpiece.ts";
import type { Parameter } from "../tool-parameters.ts";
import { optionMentions } from "../values/near-names.ts";
import { wholeWords } from "../values/texts.ts";
import { withListed } from "./listed-mentions.ts";
import type { Mention } from "./mention.ts";
import type { Piece } from "./request-pieces.ts";

/** A token is a value's from here on. */
const INSIDE_MIN = 0.3;
/** Of several alike the network marks those in the middle less. */
const WEAK_INSIDE_MIN = 0.12;
/** The comma of "Paris, France", where both are one value. */
const COMMA_INSIDE_MIN = 0.5;
/** Of two numbers the network marks one mostly, and the other one a little. */
const NUMBER_INSIDE_MIN = 0.01;
/** So many times as likely a value is the only one. */
const FAR_SURER = 2;
/** An option's own words mean it, whatever else they may be. */
const OPTION_INSIDE = 1;
/** In each piece the options are looked for once more. */
const OPTIONS_MAX = 64;
const STATED_MIN = 0.3;

export interface Told {
  readonly parameter: Parameter;
  /** In the text's order, one in a piece at most. */
  readonly mentions: readonly Mention[];
}

/** Whether a second value takes the place of the first. */
export function holdsOne({ type, path }: Parameter): boolean {
  return type !== "array" && path.every(({ isList }) => !isList);
}

/** Of each parameter that holds one value. `pieces`: of the text, in its order. Words are one parameter's, whose they are most. */
export function mentionsIn(
  text: string,
  { tokens, parameters }: JointReading,
  pieces: readonly Piece[],
): readonly Told[] {
  const marked = owned(
    text,
    parameters
      .filter(({ parameter, stated }) => stated >= STATED_MIN && holdsOne(parameter) && parameter.type !== "boolean")
      .map((reading) => ({ parameter: reading.parameter, mentions: mentionsOf(text, tokens, reading, pieces) })),
  );
  return owned(
    text,
    marked.map(({ parameter, mentions }) => ({ parameter, mentions: withListed(text, parameter, mentions, pieces) })),
  );
}

/** Each with the words that are no other parameter's more. */
function owned(text: string, told: readonly Told[]): readonly Told[] {
  return told.map(({ parameter, mentions }, at) => ({
    parameter,
    mentions: bestOfEach(
      mentions.filter(
        (own) => !told.some((other, index) => index !== at && isMoreOf(text, { parameter, own, mentions }, other)),
      ),
    ),
  }));
}

/** Whether words that one parameter has are more of another one. A number is, where a text need not be given at all. */
function isMoreOf(text: string, { parameter, own, mentions }: Told & { readonly own: Mention }, other: Told): boolean {
  const rival = other.mentions.find((mention) => overlaps(own, mention));
  if (!rival) return false;
  // Of "at 5 %, for 10, 20 and 30 years" the 10 stands in a row with other years, and the rate is told already.
  if (rival.isListed && isToldElsewhere(mentions, own)) return true;
  if (own.isListed && isToldElsewhere(other.mentions, rival)) return false;
  const isNumber = NUMBER.test(text.slice(own.start, own.end));
  if (isNumber && isSpare(parameter) && isNumeric(other.parameter)) return true;
  return rival.inside > own.inside && !(isNumber && isSpare(other.parameter) && isNumeric(parameter));
}

/** Whether one of the parameter's other mentions is far surer. */
function isToldElsewhere(mentions: readonly Mention[], own: Mention): boolean {
  return mentions.some(({ inside }) => inside >= FAR_SURER * own.inside);
}

const NUMBER = /^\W*\d[\d.,]*\W*$/u;

function isSpare({ type, isRequired }: Parameter): boolean {
  return type === "string" && !isRequired;
}

function isNumeric({ type }: Parameter): boolean {
  return type === "number" || type === "integer";
}

function mentionsOf(
  text: string,
  tokens: Tokens,
  reading: ParameterReading,
  pieces: readonly Piece[],
): readonly Mention[] {
  const { parameter } = reading;
  if (parameter.choices.length > OPTIONS_MAX) return [];
  if (parameter.choices.length > 0) return pieces.flatMap((piece, at) => optionIn(text, parameter, piece, at));
  const spans = isNumeric(parameter) ? numbersFor(parameter, text) : runsOf(text, tokens, reading, pieces);
  return spans.flatMap(({ start, end }) => {
    const inside = insideOf({ start, end }, tokens, reading);
    const piece = pieces.findIndex((one) => isWithin({ start, end }, one));
    const least = isNumeric(parameter) ? NUMBER_INSIDE_MIN : WEAK_INSIDE_MIN;
    if (inside < least) return [];
    // "Paris, France" stands in two pieces, and begins in the first.
    const first = piece >= 0 ? piece : pieces.findIndex((one) => overlaps(one, { start, end }));
    return first < 0 ? [] : [{ start, end, piece: first, inside }];
  });
}

/** "17 dollars and 5 cents" and "two hours and ten minutes" are one number each. */
function numbersFor({ name, description }: Parameter, text: string): readonly Span[] {
  const numbers = numbersIn(text, ENGLISH);
  const unit = unitWantedBy(name, description, ENGLISH);
  const whole = [...sumsIn(text, numbers, ENGLISH), ...(unit ? amountsIn(text, numbers, unit, ENGLISH) : [])];
  const joined = whole.filter((one) => numbers.filter((number) => isWithin(number, one)).length > 1);
  return [...numbers.filter((number) => !joined.some((one) => isWithin(number, one))), ...joined];
}

function optionIn(text: string, parameter: Parameter, { start, end }: Span, piece: number): readonly Mention[] {
  const named = optionMentions(text.slice(start, end), parameter).flatMap((mention) => mention?.span ?? []);
  const [first] = named.toSorted((one, other) => one.start - other.start || other.end - one.end);
  return first ? [{ start: start + first.start, end: start + first.end, piece, inside: OPTION_INSIDE }] : [];
}

/** The plain ones, and in pieces that have none those that are marked a little. */
function runsOf(text: string, tokens: Tokens, reading: ParameterReading, pieces: readonly Piece[]): readonly Span[] {
  const plain = runsIn(text, tokens, reading, { pieces, insideMin: INSIDE_MIN });
  if (plain.length === 0) return plain;
  const weak = runsIn(text, tokens, reading, { pieces, insideMin: WEAK_INSIDE_MIN });
  const isNew = (run: Span) =>
    !pieces.some((piece) => overlaps(piece, run) && plain.some((one) => overlaps(one, piece)));
  return [...plain, ...weak.filter(isNew)];
}

/** Stretches of tokens that are the value's, grown to whole words; none goes over an "and", nor over most commas. */
function runsIn(
  text: string,
  { starts, ends }: Tokens,
  { inside }: ParameterReading,
  { pieces, insideMin }: { readonly pieces: readonly Piece[]; readonly insideMin: number },
): readonly Span[] {
  const runs: Span[] = [];
  let open = null as Span | null;
  for (let token = 0; token < starts.length; token += 1) {
    const [start, end] = [starts[token] ?? 0, ends[token] ?? 0];
    const isComma = text.slice(start, end) === ",";
    const isInside = (inside[token] ?? 0) >= (isComma ? COMMA_INSIDE_MIN : insideMin);
    const isBorder = !isComma && !pieces.some((piece) => overlaps(piece, { start, end }));
    if (!isInside || isBorder) {
      // The point of "visa.pdf" is seldom marked.
      const isJoint =
        open !== null && !isBorder && !isComma && end - start === 1 && /[./-]/.test(text.slice(start, end));
      if (open && !isJoint) runs.push(open);
      if (!isJoint) open = null;
    } else open = { start: open?.start ?? start, end };
  }
  if (open) runs.push(open);
  return runs.map((run) => withoutArticle(text, wholeWords(text, run)));
}

function withoutArticle(text: string, { start, end }: Span): Span {
  const [article = ""] = ENGLISH.naming.articleInFront.exec(text.slice(start, end)) ?? [];
  return { start: start + article.length, end };
}

function insideOf(span: Span, { starts, ends }: Tokens, { inside }: ParameterReading): number {
  let best = 0;
  for (let token = 0; token < starts.length; token += 1) {
    if ((starts[token] ?? 0) < span.end && (ends[token] ?? 0) > span.start) best = Math.max(best, inside[token] ?? 0);
  }
  return best;
}

/** In the text's order: the surest of each piece. */
function bestOfEach(mentions: readonly Mention[]): readonly Mention[] {
  const best = new Map<number, Mention>();
  for (const mention of mentions) {
    if (mention.inside > (best.get(mention.piece)?.inside ?? 0)) best.set(mention.piece, mention);
  }
  return [...best.values()].toSorted((one, other) => one.start - other.start);
}
