import type { Instant } from "#core/tenant.ts";
import { BackupError } from "../backup-format.ts";
import { type Piece, pieceIn, type Run, runsIn, type Whole } from "./followed-folder.ts";

/** A follower that lives looks ten times a second. */
const LOOKS_APART_MS_MAX = 2_000;

/** What has to be done to have the database as it was. */
export interface Moment {
  /** Everything that was acknowledged before is in it. */
  readonly at: Instant;
  /** Nothing changed until then; null where nobody looked any more. */
  readonly sameUntil: Instant | null;
  readonly whole: Whole;
  /** To be written over the copy, in this order. */
  readonly pieces: Run["pieces"];
  /** Of the last of them only so much of the log. */
  readonly lastSequence: number;
  readonly lastFrames: number;
}

/**
 * The last moment at or before `at`, or the last of all for null. Looks at the first lines alone. Throws a BackupError where there is none.
 */
export function momentIn(folder: string, at: Instant | null): Moment {
  const runs = runsIn(folder);
  for (const run of runs.toReversed()) {
    if (at !== null && run.startedAt > at) continue;
    const moment = momentOf(run, at);
    if (moment) return moment;
  }
  const first = runs.map(firstMomentOf).find((each) => each !== null);
  if (first === undefined || first === null) {
    throw new BackupError(
      `${folder} has no whole copy of the database yet: the follower was stopped before the first was made`,
    );
  }
  throw new BackupError(
    `${folder} goes back to ${new Date(first).toISOString()}, and no further: name a later moment with --at`,
  );
}

function momentOf(run: Run, at: Instant | null): Moment | null {
  const last = lastPiece(run, at);
  const look = last?.looks.findLast((each) => at === null || each.at <= at);
  const whole = run.wholes.findLast(({ through }) => isDone(through, last, look?.frames));
  if (!whole) return null;
  if (!last || !look) {
    return { at: run.startedAt, sameUntil: sinceOf(run, 0), whole, pieces: [], lastSequence: 0, lastFrames: 0 };
  }
  const pieces = run.pieces.filter(({ sequence }) => sequence >= whole.from && sequence <= last.sequence);
  refuseGap(pieces, whole.from, last.sequence, run.path);
  const next = last.looks[last.looks.indexOf(look) + 1];
  return {
    at: look.at,
    // Within a piece, which is of a second or so, somebody looked all the time.
    sameUntil: next?.at ?? sinceOf(run, last.sequence),
    whole,
    pieces,
    lastSequence: last.sequence,
    lastFrames: look.frames,
  };
}

/** Whether all that the copy needs stands before that place. */
function isDone(through: number, last: Piece | null, frames: number | undefined): boolean {
  if (through === 0) return true;
  if (!last || frames === undefined) return false;
  return through < last.sequence || (through === last.sequence && frames === last.to.frames);
}

/** The last one that has something of `at` or before; its first line is looked at, and those of few others. */
function lastPiece({ pieces }: Run, at: Instant | null): Piece | null {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const file = pieces[middle];
    const first = file && pieceIn(file.path).looks[0]?.at;
    if (at === null || (first !== undefined && first <= at)) low = middle + 1;
    else high = middle;
  }
  const file = pieces[low - 1];
  return file ? pieceIn(file.path) : null;
}

/** Up to when nothing of the next piece was there; null where there is none. */
function sinceOf({ pieces }: Run, sequence: number): Instant | null {
  const file = pieces.find((each) => each.sequence === sequence + 1);
  if (!file) return null;
  const { since, looks } = pieceIn(file.path);
  const first = looks[0]?.at ?? since;
  return first - since <= LOOKS_APART_MS_MAX ? first : since;
}

function firstMomentOf(run: Run): Instant | null {
  const [first] = run.wholes;
  if (!first) return null;
  const piece = run.pieces.find(({ sequence }) => sequence === first.through);
  return piece ? (pieceIn(piece.path).looks.at(-1)?.at ?? null) : run.startedAt;
}

function refuseGap(pieces: Run["pieces"], from: number, to: number, path: string): void {
  const missing = pieces.findIndex(({ sequence }, index) => sequence !== from + index);
  if (missing === -1 && pieces.length === to - from + 1) return;
  const sequence = from + (missing === -1 ? pieces.length : missing);
  const before = pieces[sequence - from - 1];
  const last = before && pieceIn(before.path).looks.at(-1)?.at;
  const until =
    last === undefined ? "name an earlier moment" : `everything up to ${new Date(last).toISOString()} can be restored`;
  throw new BackupError(
    `${path} lacks its piece ${sequence}: copy it again from where it is kept; without it, ${until}, with --at`,
  );
}
