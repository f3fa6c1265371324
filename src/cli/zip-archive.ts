import { crc32, inflateRawSync } from "node:zlib";
import { Failure } from "./command.ts";

/** A file of a zip archive; nothing of it is unpacked yet. */
export interface ArchivedFile {
  /** Its parts joined by `/`. */
  readonly path: string;
  /** Of its content, as the archive says; no more than this is ever unpacked. */
  readonly bytes: number;
  /** Throws a Failure for content that is damaged, encrypted, or larger than it says. */
  readonly unpack: () => Uint8Array;
}

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** What may stand behind the directory's end. */
const COMMENT_BYTES_MAX = 65_535;
/** In the place of numbers that stand elsewhere, in archives of more than 4 GiB or 65,534 files. */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffffffff;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** What an entry of a zip archive begins with, and an empty archive. */
const STARTS = ["PK\x03\x04", "PK\x05\x06"];

export function isArchive(bytes: Uint8Array): boolean {
  return STARTS.includes(Buffer.from(bytes.subarray(0, 4)).toString("latin1"));
}

/**
 * The files of a zip archive, in the order of its directory. Throws a Failure for one whose directory is damaged, and for a
 * path that leads out of it. `name` is the archive's, in messages.
 */
export function archivedFiles(name: string, bytes: Uint8Array): readonly ArchivedFile[] {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return [...entriesOf(name, archive)];
  } catch (cause) {
    // Offsets of a damaged directory lead out of the file.
    if (cause instanceof RangeError) throw new Failure(`${name} is no whole zip archive: copy or pack it again`, cause);
    throw cause;
  }
}

function* entriesOf(name: string, archive: Buffer): Generator<ArchivedFile> {
  const end = endOf(name, archive);
  const count = archive.readUInt16LE(end + 10);
  const start = archive.readUInt32LE(end + 16);
  if (count === ELSEWHERE_16 || start === ELSEWHERE_32) throw tooLarge(name);
  let at = start;
  for (let entry = 0; entry < count; entry += 1) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw new Failure(`${name} has a damaged directory: copy or pack it again`);
    const names = archive.readUInt16LE(at + 28);
    const path = archive.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + names).replaceAll("\\", "/");
    if (isOutside(path))
      throw new Failure(`${name} has a file called "${path}", which leads out of it: nothing of it is read`);
    if (!path.endsWith("/")) yield fileAt(name, archive, at, path);
    at += ENTRY_BYTES + names + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}

function fileAt(name: string, archive: Buffer, at: number, path: string): ArchivedFile {
  const flags = archive.readUInt16LE(at + 8);
  const method = archive.readUInt16LE(at + 10);
  const sum = archive.readUInt32LE(at + 16);
  const packed = archive.readUInt32LE(at + 20);
  const bytes = archive.readUInt32LE(at + 24);
  const local = archive.readUInt32LE(at + 42);
  if (packed === ELSEWHERE_32 || bytes === ELSEWHERE_32 || local === ELSEWHERE_32) throw tooLarge(name);
  const refused = (why: string, cause?: unknown) => new Failure(`${name}: ${path} ${why}`, cause);
  const unpack = () => {
    if ((flags & ENCRYPTED) !== 0) throw refused("is encrypted: unpack it, and name the folder");
    const from = dataAt(archive, local);
    if (from === null || from + packed > archive.length) throw refused("is not whole: copy or pack the archive again");
    const content = unpacked(archive.subarray(from, from + packed), method, bytes, refused);
    if (content.length !== bytes || crc32(content) !== sum)
      throw refused("is damaged, or not what the archive says: copy or pack it again");
    return content;
  };
  return { path, bytes, unpack };
}

function unpacked(
  packed: Uint8Array,
  method: number,
  bytes: number,
  refused: (why: string, cause?: unknown) => Failure,
): Uint8Array {
  if (method === STORED) return packed;
  if (method !== DEFLATED)
    throw refused(`is packed in a way that is not read (${method}): unpack it, and name the folder`);
  try {
    // A few bytes can stand for thousands of times as many: no more are made than were announced and counted.
    return inflateRawSync(packed, { maxOutputLength: Math.max(bytes, 1) });
  } catch (cause) {
    throw refused("is damaged, or larger than the archive says: copy or pack it again", cause);
  }
}

/** Behind the entry's own head, which may be longer than the directory's. */
function dataAt(archive: Buffer, local: number): number | null {
  if (local + LOCAL_BYTES > archive.length || archive.readUInt32LE(local) !== LOCAL_ENTRY) return null;
  return local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
}

function endOf(name: string, archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = archive.length - END_BYTES; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) === DIRECTORY_END) return at;
  }
  throw new Failure(`${name} is no whole zip archive: copy or pack it again`);
}

function tooLarge(name: string): Failure {
  return new Failure(`${name} is a zip archive of the kind for large ones (Zip64): unpack it, and name the folder`);
}

function isOutside(path: string): boolean {
  return /^(\/|[A-Za-z]:)/.test(path) || path.split("/").includes("..") || path.includes("\0");
}
