/**
 * A file of a followed backup: a line of JSON that says what it is, a stream of zstd (within age, where it is encrypted), and a last
 * line with the SHA-256 of everything before it. It appears whole or not at all.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { piecesOf } from "../backup.ts";
import { BackupError, damaged, parseTrailer, TRAILER_BYTES, trailerOf } from "../backup-format.ts";
import { syncFolder } from "../data-folder.ts";
import { decrypted, encrypted, type Identities, type Recipients } from "../encryption.ts";
import { workingFile } from "../working-files.ts";

/** The looks of a busy second are a few hundred bytes. */
const HEADER_BYTES_MAX = 65_536;
const OWNER_ONLY = 0o600;

export interface Written {
  readonly bytes: number;
  /** Of all before the last line. */
  readonly sha256: string;
}

export interface Sealing {
  readonly header: JsonObject;
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Null where everybody who has the file may read it. */
  readonly recipients: Recipients | null;
  /** Asked for another name in the same folder when everything is written; the file appears when it has answered. */
  readonly named?: () => Promise<string>;
}

/** Nothing is left where it throws. */
export async function writeSealed(path: string, { header, content, recipients, named }: Sealing): Promise<Written> {
  const unfinished = workingFile(path, "unfinished");
  const descriptor = openSync(unfinished, "wx", OWNER_ONLY);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    const append = (piece: Uint8Array) => {
      for (let rest = piece; rest.length > 0; ) rest = rest.subarray(writeSync(descriptor, rest));
      hash.update(piece);
      bytes += piece.length;
    };
    append(Buffer.from(`${JSON.stringify(header)}\n`));
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    await pipeline(
      Readable.from(content, { objectMode: false }),
      compress,
      async (compressed: AsyncIterable<Uint8Array>) => {
        for await (const piece of recipients ? encrypted(compressed, recipients) : compressed) append(piece);
      },
    );
    const sha256 = hash.copy().digest("hex");
    append(Buffer.from(trailerOf(sha256)));
    fsyncSync(descriptor);
    renameSync(unfinished, named ? await named() : path);
    syncFolder(dirname(path));
    return { bytes, sha256 };
  } finally {
    closeSync(descriptor);
    rmSync(unfinished, { force: true });
  }
}

/** What its first line says, unproven. Throws a BackupError where that says nothing. */
export function headerOf(path: string): JsonObject {
  return lookAt(path).header;
}

/** The same, and the sum of its last line, when everything in the file fits that. Throws a BackupError where it does not. */
export async function provenHeaderOf(path: string): Promise<{ readonly header: JsonObject; readonly sha256: string }> {
  const { header, end, sha256 } = lookAt(path);
  const hash = createHash("sha256");
  let position = 0;
  for await (const piece of piecesOf(path, () => {})) {
    hash.update(piece.subarray(0, Math.max(0, end - position)));
    position += piece.length;
  }
  if (hash.digest("hex") !== sha256) throw damaged(path, "its SHA-256 is not the one in its last line");
  return { header, sha256 };
}

/** What is in it, which is only certain when all of it was read. Throws a BackupError where it is damaged, or the key is missing or wrong. */
export async function* contentOf(path: string, identities: Identities | null): AsyncGenerator<Uint8Array> {
  const { header, start, end } = lookAt(path);
  const isEncrypted = header.encryption === "age";
  if (isEncrypted && identities === null) {
    throw new BackupError(`${path} is encrypted: name the file of the secret key with --key`);
  }
  const body = bodyOf(path, start, end);
  const compressed = isEncrypted && identities !== null ? decrypted(body, identities, path) : body;
  const decompress = createZstdDecompress();
  const done = pipeline(Readable.from(compressed, { objectMode: false }), decompress);
  // Whoever reads is told below; without a listener here it would be nobody's.
  done.catch(() => {});
  try {
    yield* decompress as AsyncIterable<Uint8Array>;
    await done;
  } catch (cause) {
    await done.catch((first: unknown) => {
      throw first instanceof BackupError ? first : damaged(path, "what is in it cannot be read");
    });
    throw cause;
  }
}

async function* bodyOf(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const piece of piecesOf(path, () => {})) {
    const part = piece.subarray(Math.max(0, start - position), Math.max(0, end - position));
    position += piece.length;
    if (part.length > 0) yield part;
  }
}

function lookAt(path: string) {
  const descriptor = openSync(path, "r");
  try {
    const head = readAt(descriptor, 0, HEADER_BYTES_MAX);
    const start = head.indexOf("\n") + 1;
    const end = fstatSync(descriptor).size - TRAILER_BYTES;
    if (start === 0 || end < start) throw damaged(path, "it is not whole");
    const sha256 = parseTrailer(readAt(descriptor, end, TRAILER_BYTES).toString("latin1"), path);
    return { header: parsed(head.toString("utf8", 0, start), path), start, end, sha256 };
  } finally {
    closeSync(descriptor);
  }
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
}

function parsed(line: string, path: string): JsonObject {
  try {
    const value: unknown = JSON.parse(line);
    if (isJsonObject(value)) return value;
  } catch {
    // Whatever it is, it does not begin as such a file does.
  }
  throw damaged(path, "its first line does not say what is in it");
}
