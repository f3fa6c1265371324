import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { LOG_BYTES_MAX } from "../database.ts";
import {
  areSame,
  committedIn,
  endOf,
  FRAME_HEADER_BYTES,
  followsDirectly,
  frameBytes,
  LOG_HEADER_BYTES,
  type LogHeader,
  type LogPosition,
  parseLogHeader,
  saltsOfFrame,
  sumInFrame,
} from "./log-frames.ts";

/** What a look at the log has brought. */
export type Seen =
  /** Whole commits behind the place that was known. */
  | {
      readonly kind: "frames";
      readonly bytes: Uint8Array;
      readonly from: LogPosition;
      readonly position: LogPosition;
    }
  /** The log ended where it was known to, and a new one was begun. */
  | { readonly kind: "new-log"; readonly position: LogPosition }
  /** All of it is known. */
  | { readonly kind: "nothing" }
  /** There is no log yet, or it is being begun at this moment. */
  | { readonly kind: "unclear" }
  /** Something was written that cannot be had any more; why, in words. */
  | { readonly kind: "lost"; readonly why: string };

const NOTHING: Seen = { kind: "nothing" };
const UNCLEAR: Seen = { kind: "unclear" };

/**
 * Reads the log of a database as it grows, beside whoever writes it. It takes no lock and asks for nothing: the one who writes never
 * waits for it and keeps nothing for it, and what was overwritten before it was read is told as lost.
 *
 * A log that begins anew is written over the one before, from its start. What stands behind the place that was read is therefore still
 * there until the new log has come as far, and shows whether anything was written there.
 */
export class LogTail {
  readonly #path: string;
  #descriptor: number | null = null;
  #position: LogPosition | null;

  /**
   * @param path of the log.
   * @param position up to which it was read before; null to begin with whatever log is there, at its start.
   */
  constructor(path: string, position: LogPosition | null) {
    this.#path = path;
    this.#position = position;
  }

  /** Null as long as there was no log. */
  get position(): LogPosition | null {
    return this.#position;
  }

  /** @param bytesMax about how many are read at once. */
  look(bytesMax: number): Seen {
    this.#descriptor ??= opened(this.#path);
    if (this.#descriptor === null) return UNCLEAR;
    const seen = this.#seen(this.#descriptor, bytesMax);
    if (seen.kind === "frames" || seen.kind === "new-log") this.#position = seen.position;
    // Of a log that was removed, the descriptor still has all: only then whoever made another is looked at.
    if (seen.kind === "nothing" && this.#isReplaced(this.#descriptor)) {
      return { kind: "lost", why: "the database was closed and opened anew" };
    }
    return seen;
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #seen(descriptor: number, bytesMax: number): Seen {
    const header = parseLogHeader(read(descriptor, 0, LOG_HEADER_BYTES));
    const position = this.#position;
    if (header === null && position !== null && fstatSync(descriptor).size === 0) {
      return { kind: "lost", why: "the log was emptied" };
    }
    if (header === null) return UNCLEAR;
    if (position === null) {
      this.#position = { ...header, frames: 0 };
      return this.#seen(descriptor, bytesMax);
    }
    const isSame = areSame(header.salts, position.salts);
    if (!isSame && !followsDirectly(header.salts, position.salts)) {
      return { kind: "lost", why: "the log was begun anew more than once since it was read" };
    }
    if (!isKnownEndThere(descriptor, position)) {
      return { kind: "lost", why: "the log was written over before it was read to its end" };
    }
    const frames = committedBehind(descriptor, position, bytesMax);
    if (frames !== null) return frames;
    return isSame ? NOTHING : afterTheEnd(descriptor, position, header);
  }

  /** Another file under this name, which whoever opened the database after this one was closed has begun. */
  #isReplaced(descriptor: number): boolean {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    const own = fstatSync(descriptor);
    return found !== undefined && (found.ino !== own.ino || found.dev !== own.dev);
  }
}

function opened(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw cause;
  }
}

function read(descriptor: number, position: number, length: number): Uint8Array {
  const buffer = Buffer.allocUnsafe(length);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
}

/** Whether the last frame that was read is there still: if so, nothing before or behind it was cut off and written anew. */
function isKnownEndThere(descriptor: number, position: LogPosition): boolean {
  if (position.frames === 0) {
    const header = parseLogHeader(read(descriptor, 0, LOG_HEADER_BYTES));
    return header !== null && areSame(header.salts, position.salts);
  }
  const at = endOf({ ...position, frames: position.frames - 1 });
  const header = read(descriptor, at, FRAME_HEADER_BYTES);
  if (header.length < FRAME_HEADER_BYTES) return false;
  return areSame(saltsOfFrame(header), position.salts) && areSame(sumInFrame(header), position.sum);
}

function committedBehind(descriptor: number, position: LogPosition, bytesMax: number): Seen | null {
  const length = frameBytes(position.pageBytes);
  // A commit larger than that is read in one go: half of one is no place to stop at.
  for (let frames = Math.max(1, Math.floor(bytesMax / length)); ; frames *= 4) {
    const bytes = read(descriptor, endOf(position), frames * length);
    const after = committedIn(bytes, position);
    const count = after.frames - position.frames;
    if (count > 0) {
      return { kind: "frames", bytes: bytes.subarray(0, count * length), from: position, position: after };
    }
    if (bytes.length < frames * length || !isOfLog(bytes, bytes.length - length, position)) return null;
  }
}

/** Whether what was read last may belong to a commit that goes on behind it. */
function isOfLog(bytes: Uint8Array, at: number, { salts }: LogHeader): boolean {
  return areSame(saltsOfFrame(bytes.subarray(at, at + FRAME_HEADER_BYTES)), salts);
}

/** A new log was begun, and no whole commit of the old one stands behind the place that is known. */
function afterTheEnd(descriptor: number, position: LogPosition, header: LogHeader): Seen {
  const lost = { kind: "lost", why: "the log was written over before it was read to its end" } as const;
  const next = endOf({ ...position, frames: position.frames + 1 });
  // When it begins anew, SQLite cuts off what is over this: nobody can tell what stood there.
  if (next > LOG_BYTES_MAX) return lost;
  const behind = read(descriptor, endOf(position), FRAME_HEADER_BYTES);
  if (behind.length === FRAME_HEADER_BYTES && areSame(saltsOfFrame(behind), header.salts)) return lost;
  // It was there before and after that look: between the two nothing was cut off.
  if (!isKnownEndThere(descriptor, position)) return lost;
  return { kind: "new-log", position: { ...header, frames: 0 } };
}
