/** What takes long to gloss, in steps between which whatever waits has its turn: it is done on the thread that serves everybody. */
import { turn } from "#core/turn.ts";

/** UTF-16 code units of one step: some 10 ms where each word has to be taken apart. */
const STEP_UNITS = 400;
/** Steps that are taken together. */
const PIECE_MS = 4;
const SENTENCE_END = /^[\s\S]*[.!?;]\s/;
const LAST_BLANK = /^[\s\S]*\s/;

/**
 * Of a text of any length what `english` makes of it: of a short one as a whole, else piece by piece, each up to the end of a sentence or of
 * a word, with the blanks between them as they were.
 */
export function* glossedInSteps(text: string, english: (piece: string) => string): Generator<void, string> {
  let read = "";
  for (let rest = text; ; ) {
    const piece = pieceOf(rest);
    const words = piece === text ? piece : piece.trimEnd();
    read += english(words) + piece.slice(words.length);
    yield;
    rest = rest.slice(piece.length);
    if (rest === "") return read;
  }
}

function pieceOf(text: string): string {
  if (text.length <= STEP_UNITS) return text;
  const longest = text.slice(0, STEP_UNITS);
  return SENTENCE_END.exec(longest)?.[0] ?? LAST_BLANK.exec(longest)?.[0] ?? longest;
}

/** What comes of the work, with a turn for others behind every few milliseconds of it. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const startedMs = performance.now();
    let step = work.next();
    while (!step.done && performance.now() - startedMs < PIECE_MS) step = work.next();
    if (step.done) return step.value;
    await turn();
  }
}
