/** "And 20 to Ben": the request before once more, with other values. */
import { ENGLISH } from "#core/english/english.ts";
import { overlaps, type Span } from "#core/span.ts";
import { ownWords } from "../choosing/bm25.ts";
import { contentWords, humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { inQuery, type PartText, partOf, stretchesBefore } from "./part-text.ts";
import type { Piece } from "./request-pieces.ts";

const { cues, littleWords, requestBorders } = ENGLISH;
/** Places in the request before at which a piece may take over. */
const CUTS_MAX = 4;
/** Of the words of a piece. */
const OPEN_SHARE_MAX = 0.34;

/** Where in the query a parameter's value stands. */
export interface Place {
  readonly parameter: Parameter;
  readonly span: Span;
}

export interface Conjunction {
  readonly query: string;
  /** The request before. */
  readonly current: PartText;
  /** What it says. */
  readonly values: readonly ParameterValue[];
  readonly piece: Piece;
  /** What both say as one request. */
  readonly merged: readonly Place[];
  readonly tool: ReadableTool;
  /** What the whole query says, read as one request. */
  readonly whole: readonly Place[];
  /** It begins as people begin who ask for something. */
  readonly opens: boolean;
  readonly read: (text: string) => readonly ParameterValue[];
}

interface Reading {
  readonly part: PartText;
  /** How many values take the place of others. */
  readonly refilled: number;
}

/** Whether a sentence may be its value. */
export function holdsProse({ type, choices, name }: Parameter): boolean {
  return type === "string" && choices.length === 0 && wordsOf(name).some((word) => cues.behindColon.has(word));
}

function wordsOf(name: string): readonly string[] {
  return humanised(name).toLowerCase().split(" ");
}

/**
 * The request before with the piece in the place of what it says anew; null where the piece adds to it. It says something anew
 * where a parameter that holds one value would get a second one.
 */
export function conjunctFor(conjunction: Conjunction): PartText | null {
  const { current, piece, values, opens } = conjunction;
  if (piece.border === "sentence" && !opens) return null;
  const starts = [...new Set(values.flatMap(({ span }) => (span ? wordStart(current.text, span.start) : [])))].sort(
    (one, other) => other - one,
  );
  // Behind an "and" a deed may only say how: "and give it in Celsius".
  const alone = piece.border === "sentence" ? readFrom(0, conjunction) : null;
  if (alone) return alone.part;
  const readings = starts.slice(0, CUTS_MAX).flatMap((cut) => readFrom(cut, conjunction) ?? []);
  const most = Math.max(...readings.map(({ refilled }) => refilled));
  return readings.find(({ refilled }) => refilled === most)?.part ?? null;
}

/** The request before up to the cut, and then the piece; null where that does not say all that the piece says. */
function readFrom(
  cut: number,
  { query, current, values, piece, tool, whole, merged, opens, read }: Conjunction,
): Reading | null {
  const part = partOf(query, [...stretchesBefore(current, cut), piece]);
  const said = query.slice(piece.start, piece.end);
  const from = part.text.length - said.length;
  const own = read(part.text).filter(({ span }) => span !== null && span.start >= from);
  const replaced = new Set(values.flatMap(({ parameter, span }) => (span && span.start >= cut ? [parameter] : [])));
  const kept = new Set(values.flatMap(({ parameter, span }) => (span && span.start < cut ? [parameter] : [])));
  const refilled = own.filter(({ parameter }) => replaced.has(parameter));
  // Read as one request, the query has no place for one of the two.
  const isAnew = refilled.some(({ parameter, span, value }) => {
    const old = values.find((known) => known.parameter === parameter);
    if (!old || Bun.deepEquals(old.value, value)) return false;
    const both = [span && inQuery(part, span), old.span && inQuery(current, old.span)];
    const isReadIn = (readings: readonly Place[]) =>
      both.every((place) => place !== null && isRead(place, readings, piece));
    return holdsOne(parameter) && !isReadIn(whole) && !isReadIn(merged);
  });
  if (!isAnew) return null;
  const isOfOneForm = refilled.every(({ parameter, span }) => {
    const old = values.find((known) => known.parameter === parameter)?.span;
    return !old || !span || isNamedAlike(parameter, [current.text, old], [part.text, span]);
  });
  if (!isOfOneForm) return null;
  if (own.some(({ parameter }) => kept.has(parameter) || holdsProse(parameter))) return null;
  const known = new Set([...contentWords(current.text), ...ownWords(tool).keys()]);
  const begins =
    opens && piece.border === "sentence" ? Math.min(...refilled.map(({ span }) => span?.start ?? from)) : from;
  const openMax = piece.border === "comma" ? 0 : OPEN_SHARE_MAX;
  if (!isExplained(said, { from, begins, openMax }, own, known)) return null;
  return { part, refilled: new Set(refilled.map(({ span }) => span?.start)).size };
}

/** Whether a value of the query, read as one request, has these words. "Rome and Paris" is no one city. */
function isRead(place: Span, readings: readonly Place[], { start, border }: Piece): boolean {
  return readings.some(({ parameter, span }) => {
    if (!overlaps(span, place)) return false;
    const isJoined = border === "word" && span.start < start && span.end > start && parameter.type === "string";
    return !isJoined || wordsOf(parameter.name).some((word) => requestBorders.names.has(word));
  });
}

/** Whether two texts are written alike: "Adriel" and "1234" do not stand for each other, nor do 'sales' and Postgres. */
function isNamedAlike(
  { type, choices }: Parameter,
  one: readonly [string, Span],
  other: readonly [string, Span],
): boolean {
  if (type !== "string" || choices.length > 0) return true;
  const [first, second] = [writingOf(...one), writingOf(...other)];
  return first === null || second === null || first === second;
}

/** Null where the place asks for a capital letter. */
function writingOf(text: string, { start }: Span): "capital" | "number" | "quoted" | "small" | null {
  const before = text.slice(0, start).trimEnd();
  if (/["“‘'`]$/u.test(text.slice(0, start)) || /^["“‘'`]/u.test(text.slice(start))) return "quoted";
  if (/^\W?\p{N}/u.test(text.slice(start))) return "number";
  if (!/^\p{Lu}/u.test(text.slice(start))) return "small";
  return before === "" || /[.!?:]$/u.test(before) ? null : "capital";
}

/** Where the word begins that has this place: "$" is a part of "$30". */
function wordStart(text: string, place: number): number {
  return place - (/\S*$/u.exec(text.slice(0, place))?.[0].length ?? 0);
}

/** Whether a second value takes the place of the first. */
export function holdsOne({ type, path }: Parameter): boolean {
  return type !== "array" && path.every(({ isList }) => !isList);
}

/** Whether each word of it is a value's, known already, or says nothing. */
function isExplained(
  said: string,
  { from, begins, openMax }: { readonly from: number; readonly begins: number; readonly openMax: number },
  values: readonly ParameterValue[],
  known: ReadonlySet<string>,
): boolean {
  const words = [...said.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu)];
  const open = words.filter(({ 0: word, index }) => {
    const at = from + index;
    const isValue = values.some(({ span }) => span && span.start < at + word.length && span.end > at);
    const lower = word.toLowerCase();
    const isLittle = littleWords.harmless.has(lower) || requestBorders.references.has(lower);
    return !(at < begins || isValue || isLittle || contentWords(word).every((stem) => known.has(stem)));
  });
  // A name or a number is a value; of other words some say how, and not what.
  return open.length <= openMax * words.length && open.every(({ 0: word }) => /^\p{Ll}/u.test(word));
}
