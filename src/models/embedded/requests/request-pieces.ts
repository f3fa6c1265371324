/** Cuts a query wherever one request of it may end. Offsets are UTF-16 code units. */
import { ENGLISH } from "#core/english/english.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import type { Span } from "#core/span.ts";

const WORDS = ENGLISH.requestBorders;

/** What stands before a piece: the end of a sentence, a word such as "and", or only a comma. */
export type Border = "comma" | "sentence" | "word";

export interface Piece extends Span {
  readonly border: Border;
}

/** Of two that stand side by side the stronger is meant: "… in Rome. Also, play …" has a sentence's end, a word and a comma. */
const STRENGTH: Readonly<Record<Border, number>> = { comma: 0, word: 1, sentence: 2 };

/** More than a person asks for at once: the rest stays in the last one. */
const PIECES_MAX = 16;

/** Not the point of "3.5", nor that of "Dr. Lund" or "Mrs. Lund". */
const SENTENCE = String.raw`(?<sentence>(?:(?<=[\p{L}\p{N}]{3}|["'’”)\]])(?<!(?<!\p{L})(?:${WORDS.titles}))|(?<=(?<!\S)\d{1,2}|(?<![\p{L}\p{N}])(?:${WORDS.shortEnds})))[.!?]+(?=\s)|;|\n+)`;
const TIME = String.raw`\d{1,2}(?:[:.]\d{2}|\s?[ap]\.?m\b)`;
/** Blanks begin where the words end: else each of many blanks would be tried with all behind it. */
const WORD = String.raw`(?<word>(?:,|(?<=\S))\s{1,8}${WORDS.joiners}(?![\p{L}\p{N}]))`;
/** That of "5,10 and 15", not that of "1,500", nor that of "the 31st of March, 6 pm". */
const COMMA = String.raw`(?<comma>(?:(?<=${TIME}),|,(?!\s+(?:at\s+)?${TIME}))(?=\s)|(?<=\d),(?=\d{1,2}(?!\d)))`;
const BORDER = new RegExp(`${SENTENCE}|${WORD}|${COMMA}`, "giu");
/** What stands in quotes or brackets is one thing. None holds its own beginning: else each of many would be tried to the end. */
const CLOSED =
  /"[^"]*"|“[^“”]*”|‘[^‘’]*’|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])|`[^`]*`|\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/gu;

/** The comma of "May 1, 2022" is within a date. */
const DATE = /\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?, ?(?:19|20)\d{2}(?!\d)/gu;

const WRAPPED = /^(?:"[^"]+"|“[^”]+”)$/u;

/** The pieces in the order of the query, without what stands between them: at least one. */
export function piecesOf(query: string): readonly Piece[] {
  const said = saidIn(query);
  const inside = query.slice(said.start, said.end);
  const whole = [...inside.matchAll(CLOSED), ...inside.matchAll(DATE)].map(({ index, 0: text }) => {
    const from = said.start + index;
    return { start: from, end: from + text.length };
  });
  // "One hundred and twenty" is one number.
  const closed = [...whole, ...numbersIn(query, ENGLISH)];
  const pieces: Piece[] = [];
  let [start, border]: [number, Border] = [said.start, "sentence"];
  const add = (end: number): boolean => {
    const piece = withoutLeads(query, { start, end });
    const saysMore = /[\p{L}\p{N}]/u.test(query.slice(piece.start, piece.end));
    if (saysMore) pieces.push({ ...piece, border });
    return saysMore;
  };
  for (const { index, 0: text, groups } of query.matchAll(BORDER)) {
    if (pieces.length === PIECES_MAX - 1) break;
    if (closed.some((span) => span.start < index && index < span.end)) continue;
    if (groups?.sentence !== undefined && isPartOfNumber(query, index, index + text.length)) continue;
    const isNew = add(index);
    start = index + text.length;
    const own = groups?.sentence !== undefined ? "sentence" : groups?.word !== undefined ? "word" : "comma";
    border = isNew || STRENGTH[own] > STRENGTH[border] ? own : border;
  }
  add(said.end);
  return pieces.length > 0 ? pieces : [{ ...said, border: "sentence" }];
}

/** Whether a point behind a short number ends no sentence: that of "1. lock it 2. arm it", and of "on the 7. of May". */
function isPartOfNumber(query: string, from: number, to: number): boolean {
  if (query[from] !== "." || !SHORT_NUMBER.test(query.slice(Math.max(0, from - NUMBER_LOOK), from))) return false;
  return LISTED.test(query) || !CAPITAL.test(query.slice(to, to + NUMBER_LOOK));
}
const SHORT_NUMBER = /(?<!\S)\d{1,2}$/u;
const LISTED = /^\W*1[.)]\s/u;
const CAPITAL = /^\s+\p{Lu}/u;
/** In UTF-16 code units: more than a short number, or some blanks and a letter. */
const NUMBER_LOOK = 8;

/** Quotation marks around all that was said are those of whoever wrote it down. */
export function saidIn(query: string): Span {
  const start = query.length - query.trimStart().length;
  const end = query.trimEnd().length;
  const wrapped = WRAPPED.test(query.slice(start, end));
  return wrapped ? { start: start + 1, end: end - 1 } : { start: 0, end: query.length };
}

function withoutLeads(query: string, { start, end }: Span): Span {
  const text = query.slice(start, end);
  const led = text.trimStart().replace(WORDS.leads, "");
  const from = end - led.length;
  return { start: from, end: from + led.trimEnd().length };
}
