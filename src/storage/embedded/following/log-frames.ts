/**
 * SQLite's write-ahead log as its file format describes it (https://sqlite.org/fileformat2.html#walformat): 32 bytes that say
 * which log it is, then frames of 24 bytes and a page each. A frame counts when its salts are those of the log, its running sum fits
 * all that stands before it, and a frame at or behind it ends a commit. SQLite itself takes up a log by the same rules.
 */

export const LOG_HEADER_BYTES = 32;
export const FRAME_HEADER_BYTES = 24;

const MAGIC = 0x377f0682;
const VERSION = 3_007_000;
/** Of the log's header that its own sum is of. */
const SUMMED_HEADER_BYTES = 24;
/** Of a frame's header that its sum is of, before the page. */
const SUMMED_FRAME_BYTES = 8;

/** Two words that carry on from frame to frame. */
export type RunningSum = readonly [number, number];

/** Which log it is: the first counts up each time that it begins anew, the second is random. */
export type Salts = readonly [number, number];

export interface LogHeader {
  readonly pageBytes: number;
  readonly salts: Salts;
  /** Of the header: the sum of the first frame carries on from it. */
  readonly sum: RunningSum;
  /** Whether sums are of words with the high byte first. */
  readonly isBigEndian: boolean;
}

/** A place in a log: behind so many frames, the last of which ends a commit. */
export interface LogPosition extends LogHeader {
  readonly frames: number;
}

/** Null where these bytes begin no log: it was never written, or is being begun at this moment. */
export function parseLogHeader(bytes: Uint8Array): LogHeader | null {
  if (bytes.length < LOG_HEADER_BYTES) return null;
  const view = viewOf(bytes);
  const magic = view.getUint32(0);
  const isBigEndian = magic === MAGIC + 1;
  if ((magic !== MAGIC && !isBigEndian) || view.getUint32(4) !== VERSION) return null;
  const salts = [view.getUint32(16), view.getUint32(20)] as const;
  const sum = runningSum([0, 0], view, 0, SUMMED_HEADER_BYTES, isBigEndian);
  if (sum[0] !== view.getUint32(24) || sum[1] !== view.getUint32(28)) return null;
  return { pageBytes: view.getUint32(8), salts, sum, isBigEndian };
}

export function frameBytes(pageBytes: number): number {
  return FRAME_HEADER_BYTES + pageBytes;
}

/** In bytes of the file. */
export function endOf({ frames, pageBytes }: Pick<LogPosition, "frames" | "pageBytes">): number {
  return LOG_HEADER_BYTES + frames * frameBytes(pageBytes);
}

/** The frames that stand in `bytes` behind `position`, up to the last one that ends a commit. */
export function committedIn(bytes: Uint8Array, position: LogPosition): LogPosition {
  const view = viewOf(bytes);
  const length = frameBytes(position.pageBytes);
  let { sum } = position;
  let committed = position;
  for (let at = 0, frames = position.frames + 1; at + length <= bytes.length; at += length, frames += 1) {
    const next = sumOfFrame(view, at, position, sum);
    if (next === null) break;
    sum = next;
    if (view.getUint32(at + 4) > 0) committed = { ...position, frames, sum };
  }
  return committed;
}

export interface Frame {
  /** From 1 on. */
  readonly page: number;
  /** Pages that the database has with this commit; 0 in the middle of one. */
  readonly pagesAfter: number;
  readonly content: Uint8Array;
}

/** What `committedIn` has found right. */
export function* framesOf(bytes: Uint8Array, pageBytes: number): Generator<Frame> {
  const view = viewOf(bytes);
  for (let at = 0; at + frameBytes(pageBytes) <= bytes.length; at += frameBytes(pageBytes)) {
    const content = bytes.subarray(at + FRAME_HEADER_BYTES, at + frameBytes(pageBytes));
    yield { page: view.getUint32(at), pagesAfter: view.getUint32(at + 4), content };
  }
}

/** What stands in the header of a frame, right or not. */
export function saltsOfFrame(header: Uint8Array): Salts {
  const view = viewOf(header);
  return [view.getUint32(8), view.getUint32(12)];
}

export function sumInFrame(header: Uint8Array): RunningSum {
  const view = viewOf(header);
  return [view.getUint32(16), view.getUint32(20)];
}

export function areSame(one: readonly [number, number], other: readonly [number, number]): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** Whether a log with the salts `next` was begun right after one with `before`, and none between. */
export function followsDirectly(next: Salts, before: Salts): boolean {
  return next[0] === (before[0] + 1) >>> 0;
}

/** Null where the frame is none of this log, or not whole. */
function sumOfFrame(view: DataView, at: number, { salts, pageBytes, isBigEndian }: LogHeader, before: RunningSum) {
  if (view.getUint32(at + 8) !== salts[0] || view.getUint32(at + 12) !== salts[1]) return null;
  const ofHeader = runningSum(before, view, at, SUMMED_FRAME_BYTES, isBigEndian);
  const sum = runningSum(ofHeader, view, at + FRAME_HEADER_BYTES, pageBytes, isBigEndian);
  return sum[0] === view.getUint32(at + 16) && sum[1] === view.getUint32(at + 20) ? sum : null;
}

function runningSum(
  before: RunningSum,
  view: DataView,
  from: number,
  length: number,
  isBigEndian: boolean,
): RunningSum {
  let [one, other] = before;
  for (let at = from; at < from + length; at += 8) {
    one = (one + view.getUint32(at, !isBigEndian) + other) >>> 0;
    other = (other + view.getUint32(at + 4, !isBigEndian) + one) >>> 0;
  }
  return [one, other];
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
