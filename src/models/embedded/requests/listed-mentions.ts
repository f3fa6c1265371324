/** What stands in a row with a value is a value as well: of "navy, purple and maroon" the network marks one or two. */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { overlaps, type Span } from "#core/span.ts";
import { beginsWithDeed } from "../choosing/same-deeds.ts";
import type { Parameter } from "../tool-parameters.ts";
import type { Mention } from "./mention.ts";
import type { Piece } from "./request-pieces.ts";

const { littleWords, requestBorders } = ENGLISH;
/** So much less likely than what it stands beside: what the network takes for another parameter's goes before. */
const LISTED = 0.5;
/** More words than that are no item, but say something. */
const SMALL_WORDS_MAX = 3;

const CAPITALS_FIRST = /^\p{Lu}[\p{L}\p{N}’'.-]*(?:\s+\p{Lu}[\p{L}\p{N}’'.-]*)*/u;
const CAPITALS_LAST = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}’'.-]*(?:\s+\p{Lu}[\p{L}\p{N}’'.-]*)*$/u;
const QUOTED_FIRST = /^(["“‘'`])([^"”’'`]+)["”’'`]/u;
const END = /[\s.!?,;:]+$/u;

export type Writing = "capital" | "number" | "quoted" | "small";

/** Null where the place asks for a capital letter. */
export function writingOf(text: string, { start }: Span): Writing | null {
  const before = text.slice(0, start).trimEnd();
  if (/["“‘'`]$/u.test(text.slice(0, start)) || /^["“‘'`]/u.test(text.slice(start))) return "quoted";
  if (/^\W?\p{N}/u.test(text.slice(start))) return "number";
  if (!/^\p{Lu}/u.test(text.slice(start))) return "small";
  return before === "" || /[.!?:]$/u.test(before) ? null : "capital";
}

/** With what stands in a row with them, written alike, in pieces that have none. `mentions`: in the text's order, one in a piece. */
export function withListed(
  text: string,
  parameter: Parameter,
  mentions: readonly Mention[],
  pieces: readonly Piece[],
): readonly Mention[] {
  // Options are found in each piece by their own words.
  if (parameter.choices.length > 0) return mentions;
  const known = new Map(mentions.map((mention) => [mention.piece, mention]));
  const add = (piece: number, item: Span | null, like: Mention) => {
    if (item) known.set(piece, { ...item, piece, inside: like.inside * LISTED, isListed: true });
  };
  const isFree = (piece: Piece) => ![...known.values()].some((mention) => overlaps(mention, piece));
  for (const [at, piece] of pieces.entries()) {
    const like = known.get(at - 1);
    if (!like || !isFree(piece) || !isInRow(text, pieces, at) || !endsWith(text, pieces[at - 1], like)) continue;
    const item = itemAt(text, parameter, like, piece);
    // What is neither the first nor the last of a row says nothing else.
    if (item && (piece.border === "word" || endsWith(text, piece, item))) add(at, item, like);
  }
  for (let at = pieces.length - 2; at >= 0; at -= 1) {
    const like = known.get(at + 1);
    const piece = pieces[at];
    if (!piece || !like || !isFree(piece) || !isInRow(text, pieces, at + 1) || like.start !== pieces[at + 1]?.start)
      continue;
    add(at, itemBefore(text, parameter, like, piece), like);
  }
  return [...known.values()].toSorted((one, other) => one.start - other.start);
}

/** Whether it goes on with a row that has an "and" at its end: "Paris, France" has none. */
function isInRow(text: string, pieces: readonly Piece[], at: number): boolean {
  const border = pieces[at]?.border;
  if (border !== "comma") return border === "word";
  const rest = pieces.slice(at + 1);
  const end = rest.findIndex((piece) => piece.border !== "comma");
  const between = rest.slice(0, Math.max(0, end));
  return rest[end]?.border === "word" && between.every((piece) => wordsIn(text, piece).length <= SMALL_WORDS_MAX);
}

function endsWith(text: string, piece: Piece | undefined, { end }: Span): boolean {
  return piece !== undefined && end <= piece.end && !/[\p{L}\p{N}]/u.test(text.slice(end, piece.end));
}

function itemAt(text: string, parameter: Parameter, like: Span, piece: Piece): Span | null {
  const said = text.slice(piece.start, piece.end);
  if (isNumeric(parameter)) {
    const [number] = numbersIn(said, ENGLISH);
    const isFirst = number !== undefined && !/[\p{L}\p{N}]/u.test(said.slice(0, number.start));
    return isFirst ? { start: piece.start + number.start, end: piece.start + number.end } : null;
  }
  if (parameter.type !== "string" || beginsWithDeed(said)) return null;
  const at = (start: number, found: string | undefined) =>
    found === undefined ? null : { start, end: start + found.length };
  const writing = writingOf(text, like);
  if (writing === "capital") return at(piece.start, CAPITALS_FIRST.exec(said)?.[0].replace(END, ""));
  if (writing === "small") return at(piece.start, smallItem(text, piece));
  const [, mark = "", quoted] = (writing === "quoted" && QUOTED_FIRST.exec(said)) || [];
  return at(piece.start + mark.length, quoted);
}

/** What ends a piece: the last number of it, or the name. */
function itemBefore(text: string, parameter: Parameter, like: Span, piece: Piece): Span | null {
  const said = text.slice(piece.start, piece.end);
  if (isNumeric(parameter)) {
    const number = numbersIn(said, ENGLISH).at(-1);
    const isLast = number !== undefined && !/[\p{L}\p{N}]/u.test(said.slice(number.end));
    return isLast ? { start: piece.start + number.start, end: piece.start + number.end } : null;
  }
  if (parameter.type !== "string" || writingOf(text, like) !== "capital") return null;
  const [name] = CAPITALS_LAST.exec(said.replace(END, "")) ?? [];
  const end = piece.start + said.replace(END, "").length;
  // A sentence begins with a capital letter.
  const isFirst = piece.border === "sentence" && name !== undefined && end - name.length === piece.start;
  return name === undefined || isFirst ? null : { start: end - name.length, end };
}

/**
 * "500 from HSBC and 700 from Barclays", of which the network marks the 500: with the numbers that are nobody's, where they are as many
 * as are wanting and written alike. `told`: what all parameters have, this one among them.
 */
export function withSpareNumbers<Own extends { readonly parameter: Parameter; readonly mentions: readonly Mention[] }>(
  text: string,
  own: Own,
  told: readonly Own[],
  count: number,
): Own {
  const [only, ...others] = own.mentions;
  if (!only || others.length > 0 || !isNumeric(own.parameter)) return own;
  const taken = told.flatMap(({ mentions }) => mentions);
  const spare = numbersIn(text, ENGLISH).filter(
    (number) =>
      !taken.some((mention) => overlaps(mention, number)) && signBefore(text, number) === signBefore(text, only),
  );
  if (spare.length !== count - 1) return own;
  const found = spare.map(({ start, end }) => ({ ...only, start, end, inside: only.inside * LISTED, isListed: true }));
  return { ...own, mentions: [only, ...found].toSorted((one, other) => one.start - other.start) };
}

function signBefore(text: string, { start }: Span): string {
  return /\p{Sc}$/u.exec(text.slice(0, start))?.[0] ?? "";
}

/** All of a piece that says no more than a name of something. */
function smallItem(text: string, piece: Piece): string | undefined {
  const words = wordsIn(text, piece);
  const saysMore = words.some((word) => littleWords.harmless.has(word) || requestBorders.references.has(word));
  if (words.length === 0 || words.length > SMALL_WORDS_MAX || saysMore) return undefined;
  const said = text.slice(piece.start, piece.end).replace(END, "");
  return /\p{N}/u.test(said) ? undefined : said;
}

function wordsIn(text: string, { start, end }: Span): readonly string[] {
  return (
    text
      .slice(start, end)
      .toLowerCase()
      .match(/[\p{L}\p{N}’'-]+/gu) ?? []
  );
}

function isNumeric({ type }: Parameter): boolean {
  return type === "number" || type === "integer";
}
