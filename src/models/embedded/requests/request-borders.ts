/** Where a sentence stops asking one tool for something, and begins to ask another one. */
import { ENGLISH } from "#core/english/english.ts";
import type { Span } from "#core/span.ts";
import { sigmoid } from "#core/vectors.ts";
import { isCourtesy } from "../choosing/conversation.ts";
import { beginsWithDeed } from "../choosing/same-deeds.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { beginsAsTool, opensRequest, opensStatement } from "./openings.ts";
import { withoutPoliteness } from "./politeness.ts";
import type { Piece } from "./request-pieces.ts";
import type { TextReader, TextReading } from "./text-reader.ts";

/**
 * Fitted (scripts/train/borders) on the borders of the requests to half of the trades, those that ask for two
 * things and those that ask for one.
 */
const WEIGHTS = {
  before: 1.13,
  behind: 1.22,
  whole: -1.08,
  opens: 1.05,
  opensBefore: 0.36,
  deed: 0.57,
  sentence: -0.98,
  comma: -1.98,
  denied: -0.46,
  statement: -0.41,
  short: -0.8,
};
const CONSTANT = -3.06;
/**
 * Stated: "reject 12, approve 14" has a border of the kind that there mostly is none at, and yet each side has its own tool's verb in
 * front. It outweighs the comma.
 */
const NAMED = 2;
/** Where it is likelier one than not. */
const CUT_MIN = 0.5;
/** As far as the weights were fitted: no text is surer than this of its tool, nor less sure. */
const FITS_EDGE = 1e-4;
/** What a reading of the words before could add at most: nearly all of them are less sure. */
const BEFORE_MAX = 0.97;
const SHORT_WORDS_MAX = 2;
/** Of the borders of one stretch, those that look most like it. */
const TRIED_MAX = 4;

/** Pieces of a sentence, one after the other, that ask one tool for something. */
export interface Stretch {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly reading: TextReading;
}

export type BorderEvidence = Readonly<Record<keyof typeof WEIGHTS, number>>;

/** The stretches in the order of the query; one where it asks one tool. None without tools. */
export function stretchesOf(query: string, pieces: readonly Piece[], reader: TextReader): readonly Stretch[] {
  const whole = stretchOf(query, pieces, reader);
  if (!whole) return [];
  // Between two requests to the same tool there is no such border.
  return reader.hasOneTool ? [whole] : cut(query, whole, reader);
}

function cut(query: string, stretch: Stretch, reader: TextReader): readonly Stretch[] {
  const sentences = sentencesApart(query, stretch, reader);
  if (sentences.length > 0) return sentences;
  const [best] = triedBorders(query, stretch)
    .flatMap((at) => cutAt(query, stretch, at, reader) ?? [])
    .toSorted((one, other) => Number(beginsAnew(other)) - Number(beginsAnew(one)) || other.likely - one.likely);
  if (!best) return [stretch];
  return [...cut(query, best.before, reader), ...cut(query, best.behind, reader)];
}

/**
 * Sentences of which each asks two tools for something: "check the tap and water the roses. Then check the fence and water the herbs".
 * What is behind the full stop asks for the same first, so that no border tells them apart. None where they are not so.
 */
function sentencesApart(query: string, stretch: Stretch, reader: TextReader): readonly Stretch[] {
  const { pieces, reading } = stretch;
  const at = pieces.findIndex(
    ({ start, end, border }, index) =>
      index > 1 &&
      border === "sentence" &&
      index < pieces.length - 1 &&
      opensRequest(query.slice(start, end), reading.tool),
  );
  if (at < 0) return [];
  const sides = [pieces.slice(0, at), pieces.slice(at)].map((own) => stretchOf(query, own, reader));
  if (sides.some((side) => !side || side.reading.fits < CUT_MIN)) return [];
  const [before = [], behind = []] = sides.map((side) => (side ? cut(query, side, reader) : []));
  return before.length > 1 && behind.length > 1 ? [...before, ...behind] : [];
}

/** Positions of the pieces that begin behind them, in the query's order. */
function triedBorders(query: string, { pieces, reading }: Stretch): readonly number[] {
  const looks = pieces.map((_, at) => (at === 0 ? Number.NEGATIVE_INFINITY : lookOf(query, pieces, at, reading.tool)));
  return [...looks.keys()]
    .slice(1)
    .toSorted((one, other) => (looks[other] ?? 0) - (looks[one] ?? 0))
    .slice(0, TRIED_MAX);
}

/** What can be said of a border before anything is read there. */
function lookOf(query: string, pieces: readonly Piece[], at: number, tool: ReadableTool): number {
  const said = textOf(query, pieces.slice(at));
  return oddsOf({ ...looks(said, pieces[at] as Piece, tool), before: 0, behind: 0, whole: 0, opensBefore: 0 });
}

interface Cut {
  readonly before: Stretch;
  readonly behind: Stretch;
  readonly likely: number;
}

/** "… in 1900 and 1950? Also, what was …": a sentence that asks for something ends what was asked before, lists and all. */
function beginsAnew({ behind }: Cut): boolean {
  return behind.pieces[0]?.border === "sentence" && opensRequest(behind.text, behind.reading.tool);
}

/** Null where it is no border. What is behind it is read first: mostly that is enough to know. */
function cutAt(query: string, stretch: Stretch, at: number, reader: TextReader): Cut | null {
  const piece = stretch.pieces[at] as Piece;
  if (isCourtesy(query.slice(piece.start, piece.end))) return null;
  const behind = stretchOf(query, stretch.pieces.slice(at), reader);
  if (!behind) return null;
  const surest = { ...unread(stretch, behind, piece), before: logOdds(BEFORE_MAX), opensBefore: 1 };
  const named = isNamed(behind) ? NAMED : 0;
  if (sigmoid(oddsOf(surest) + named) < CUT_MIN) return null;
  const before = stretchOf(query, stretch.pieces.slice(0, at), reader);
  if (!before || before.reading.tool === behind.reading.tool) return null;
  const likely = sigmoid(oddsOf(borderEvidence(stretch, before, behind)) + (isNamed(before) ? named : 0));
  return likely < CUT_MIN ? null : { before, behind, likely };
}

/** Whether it begins with the verb of the tool that it asks for. */
function isNamed({ text, reading }: Stretch): boolean {
  return beginsAsTool(withoutPoliteness(text), [reading.tool]);
}

/** What speaks for a border between two stretches of one. */
export function borderEvidence(whole: Stretch, before: Stretch, behind: Stretch): BorderEvidence {
  const { tool, fits } = before.reading;
  return {
    ...unread(whole, behind, behind.pieces[0] as Piece),
    before: logOdds(fits),
    opensBefore: Number(opensRequest(before.text, tool)),
  };
}

function unread(whole: Stretch, behind: Stretch, piece: Piece) {
  return {
    ...looks(behind.text, piece, behind.reading.tool),
    behind: logOdds(behind.reading.fits),
    whole: logOdds(whole.reading.fits),
  };
}

/** Null without tools, and where too much was read. At least one piece is there. */
export function stretchOf(query: string, pieces: readonly Piece[], reader: TextReader): Stretch | null {
  const text = textOf(query, pieces);
  const reading = reader.read(text);
  return reading && { pieces, text, reading };
}

function textOf(query: string, pieces: readonly Piece[]): string {
  const { start, end } = spanOf(pieces);
  return query.slice(start, end);
}

/** From the first to the last of them. At least one is there. */
export function spanOf(pieces: readonly Piece[]): Span {
  return { start: pieces[0]?.start ?? 0, end: pieces.at(-1)?.end ?? 0 };
}

function looks(said: string, { border }: Piece, tool: ReadableTool) {
  return {
    opens: Number(opensRequest(said, tool)),
    deed: Number(beginsWithDeed(said)),
    sentence: Number(border === "sentence"),
    comma: Number(border === "comma"),
    denied: Number(ENGLISH.requestBorders.denied.test(said)),
    statement: Number(opensStatement(said)),
    short: Number(said.split(/\s+/u).length <= SHORT_WORDS_MAX),
  };
}

function oddsOf(evidence: BorderEvidence): number {
  const names = Object.keys(WEIGHTS) as readonly (keyof typeof WEIGHTS)[];
  return names.reduce((sum, name) => sum + WEIGHTS[name] * evidence[name], CONSTANT);
}

function logOdds(probability: number): number {
  const inner = Math.min(1 - FITS_EDGE, Math.max(FITS_EDGE, probability));
  return Math.log(inner / (1 - inner));
}
