import { measured } from "#core/access/effort.ts";
import { whyNoJson } from "#core/broken-json.ts";
import { AppError, invalid } from "#core/errors.ts";
import { JSON_DEPTH_MAX, type JsonFault, type JsonPath, jsonFaultIn } from "#core/json-faults.ts";
import { atOnce } from "#core/steps.ts";
import { takeRest } from "./unread-body.ts";

/** No two runs of white space meet, or a header full of it would take quadratic time. */
const CONTENT_TYPE = /^\s*application\/json\s*(?:;\s*(?:charset\s*=\s*"?utf-8"?\s*(?:;\s*)?)?)?$/i;

/**
 * A client that means well sends a megabyte in some dozens of pieces. One that sends each byte by itself costs a million
 * turns, and while they are taken nobody else is served.
 */
const PIECES_MAX = 16_384;

/** A body that is on its way for this long has to keep up a pace. */
const GRACE_MS = 5_000;
/** Over the time since then. A telephone at the edge of its network sends ten times that. */
const BYTES_PER_SECOND_MIN = 1_024;
const PACE_LOOK_MS = 1_000;
/** A body that says that it is no larger is read in one piece, without a stream, which costs as much as all else of an exact hit. */
const AT_ONCE_BYTES_MAX = 16_384;

/** How much of a body is read, and for how long. */
export interface BodyLimits {
  readonly bytesMax: number;
  readonly msMax: number;
}

/** What is needed of a request. */
interface Bodied {
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** All of the body; where it is there, one that is small is read by it. */
  bytes?(): Promise<Uint8Array>;
}

/** The body as JSON. Its faults count in this order: too large, then all that `parseJson` throws. */
export async function readJson(request: Bodied, limits: BodyLimits): Promise<unknown> {
  return parseJson(request.headers, await readBytes(request, limits));
}

/** Throws `bad_request` for another content type or for what is no JSON, `validation_error` for what nobody can keep. */
export function parseJson(headers: Headers, bytes: Uint8Array): unknown {
  return measured(() => atOnce(parsingJson(headers, bytes)));
}

/** The same in steps: each is one pass over the bytes, 1 to 5 ms for a mebibyte. */
export function* parsingJson(headers: Headers, bytes: Uint8Array): Generator<void, unknown> {
  checkHeaders(headers);
  if (isDeepBeyondReading(bytes)) throw tooDeep();
  yield;
  const text = decoded(bytes);
  yield;
  const value = yield* parsing(text);
  yield;
  checkValues(value);
  return value;
}

/**
 * Throws `payload_too_large` over `bytesMax`, however the body is sent, for one in more than `PIECES_MAX` pieces, and for one
 * that takes longer than `msMax` or comes too slowly.
 */
export async function readBytes(request: Bodied, { bytesMax, msMax }: BodyLimits): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  const bytes = Number(declared ?? 0);
  if (bytes > bytesMax) throw tooLarge(bytesMax);
  if (declared !== null && bytes <= AT_ONCE_BYTES_MAX && request.bytes)
    return readAtOnce(request.bytes(), bytes, msMax);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let total = 0;
  const pace = watchPace(() => total, msMax);
  const pieces = request.body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), pace.lost]);
      if (next.done) break;
      total += next.value.byteLength;
      if (total > bytesMax) {
        await takeRest(pieces);
        throw tooLarge(bytesMax);
      }
      if (chunks.length === PIECES_MAX) throw tooManyPieces();
      chunks.push(next.value);
    }
  } catch (failure) {
    // Cancels the stream: of a body without a declared length no more than this is ever held. Of one that does not come it
    // would wait for the next piece, and the connection is closed anyway.
    void pieces.return?.().catch(() => {});
    throw failure;
  } finally {
    pace.end();
  }
  const [first = new Uint8Array()] = chunks;
  return chunks.length <= 1 ? first : Buffer.concat(chunks);
}

/** `all`: a body of `bytes`. How much of it came so far is not known: it has the time that the slowest pace gives it. */
function readAtOnce(all: Promise<Uint8Array>, bytes: number, msMax: number): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const look = lookOf({ bytes: () => 0, bytesAhead: bytes, msMax, lost: reject });
  all.then(
    (body) => {
      watched.delete(look);
      resolve(body);
    },
    (failure) => {
      watched.delete(look);
      reject(failure);
    },
  );
  return promise;
}

/** Bodies on their way, looked at together: a timer for each would cost more than reading most of them. */
const watched = new Set<() => void>();
let looking: ReturnType<typeof setInterval> | null = null;

function lookAtAll(): void {
  for (const look of watched) look();
  if (watched.size > 0 || looking === null) return;
  clearInterval(looking);
  looking = null;
}

/** `lost` rejects, within a second, when what came by now is too little for the time that it took. `bytes`: so many came. */
function watchPace(bytes: () => number, msMax: number): { readonly lost: Promise<never>; end(): void } {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  const look = lookOf({ bytes, bytesAhead: 0, msMax, lost: reject });
  return { lost, end: () => watched.delete(look) };
}

interface Paced {
  /** So many came. */
  readonly bytes: () => number;
  /** So many may come without being seen. */
  readonly bytesAhead: number;
  readonly msMax: number;
  readonly lost: (failure: AppError) => void;
}

function lookOf({ bytes, bytesAhead, msMax, lost }: Paced): () => void {
  const startedMs = performance.now();
  const look = () => {
    const ms = performance.now() - startedMs;
    if (ms >= msMax) return lost(tooSlow(`takes longer than ${msMax / 1_000} s`));
    const dueBytes = ((ms - GRACE_MS) / 1_000) * BYTES_PER_SECOND_MIN;
    if (bytes() + bytesAhead < dueBytes) lost(tooSlow(`comes at less than ${BYTES_PER_SECOND_MIN} bytes a second`));
  };
  watched.add(look);
  looking ??= setInterval(lookAtAll, PACE_LOOK_MS).unref();
  return look;
}

function checkHeaders(headers: Headers): void {
  if (!CONTENT_TYPE.test(headers.get("content-type") ?? "")) {
    throw new AppError("bad_request", "the body must be JSON, sent with `Content-Type: application/json`");
  }
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") {
    throw new AppError("bad_request", `the body must not be compressed: Content-Encoding is "${encoding}"`);
  }
}

/** The engine's reader takes 80 bytes for each level: a megabyte of brackets takes 80. What is small is not looked at. */
const LOOKED_AT_BYTES_MIN = 16_384;
/** What is behind it is counted exactly when it is read. */
const DEPTH_READ_MAX = 2 * JSON_DEPTH_MAX;
const [QUOTE, BACKSLASH, CLOSES_LIST, CLOSES_OBJECT] = [0x22, 0x5c, 0x5d, 0x7d];
const [OPENS_LIST, OPENS_OBJECT] = [0x5b, 0x7b];

/** Whether more brackets are open at once than any body has levels. One pass over the bytes, texts left out. */
function isDeepBeyondReading(bytes: Uint8Array): boolean {
  if (bytes.length < LOOKED_AT_BYTES_MIN) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === OPENS_LIST || byte === OPENS_OBJECT) {
      depth += 1;
      if (depth > DEPTH_READ_MAX) return true;
    } else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) depth -= 1;
  }
  return false;
}

/** Where the text that begins at a quote has ended: at its other quote, or behind the last byte. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let end = bytes.indexOf(QUOTE, from + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return bytes.length;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("bad_request", "the body is not UTF-8", { cause });
  }
}

function* parsing(text: string): Generator<void, unknown> {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    yield;
    throw new AppError("bad_request", `the body is not JSON: ${whyNoJson(text, cause)}`, { cause });
  }
}

/** Refuses what nothing behind this point can keep: prototypes, endless numbers, halves of characters, endless depth. */
function checkValues(value: unknown): void {
  const fault = jsonFaultIn(value, (text) => text.isWellFormed());
  if (fault !== null) throw refusalOf(fault);
}

function refusalOf({ kind, path }: JsonFault): AppError {
  if (kind === "depth") return tooDeep();
  if (kind === "prototype") return new AppError("bad_request", "the body has a field named `__proto__`");
  if (kind === "number") return invalid(fieldOf(path), "is too large a number");
  return invalid(fieldOf(path), "contains half of a surrogate pair");
}

function tooDeep(): AppError {
  return new AppError("bad_request", `the body is nested deeper than ${JSON_DEPTH_MAX} levels`);
}

function fieldOf(path: JsonPath): string {
  return path.join(".") || "body";
}

function tooLarge(bytesMax: number): AppError {
  return new AppError("payload_too_large", `the body exceeds the limit of ${bytesMax} bytes`);
}

function tooSlow(how: string): AppError {
  return new AppError("payload_too_large", `the body ${how}: send less at once, or from nearer by`);
}

function tooManyPieces(): AppError {
  return new AppError("payload_too_large", `the body comes in more than ${PIECES_MAX} pieces: send larger ones`);
}
