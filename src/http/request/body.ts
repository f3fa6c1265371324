import { AppError, invalid } from "#core/errors.ts";

const CONTENT_TYPE = /^\s*application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;
/** No definition that a person wrote comes near; far deeper ones would exhaust the stack of whoever walks them. */
const DEPTH_MAX = 64;

/**
 * A client that means well sends a megabyte in some dozens of pieces. One that sends each byte by itself costs a million
 * turns, and while they are taken nobody else is served.
 */
const PIECES_MAX = 16_384;

/** What is needed of a request. */
interface Bodied {
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The body as JSON. Its faults count in this order: too large, then all that `parseJson` throws. */
export async function readJson(request: Bodied, bytesMax: number): Promise<unknown> {
  return parseJson(request.headers, await readBytes(request, bytesMax));
}

/** Throws `bad_request` for another content type or for what is no JSON, `validation_error` for what nobody can keep. */
export function parseJson(headers: Headers, bytes: Uint8Array): unknown {
  checkHeaders(headers);
  const value = parse(bytes);
  checkValues(value, []);
  return value;
}

/** Throws `payload_too_large` over `bytesMax`, however the body is sent, and for one in more than `PIECES_MAX` pieces. */
export async function readBytes(request: Bodied, bytesMax: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const chunks: Uint8Array[] = [];
  let total = 0;
  // Leaving the loop cancels the stream: of a body without a declared length no more than this is ever held.
  for await (const chunk of request.body ?? []) {
    total += chunk.byteLength;
    if (total > bytesMax) throw tooLarge(bytesMax);
    if (chunks.length === PIECES_MAX) throw tooManyPieces();
    chunks.push(chunk);
  }
  const [first = new Uint8Array()] = chunks;
  return chunks.length <= 1 ? first : Buffer.concat(chunks);
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

function parse(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("bad_request", "the body is not UTF-8", { cause });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new AppError("bad_request", "the body is not JSON", { cause });
  }
}

/**
 * Refuses what JSON can spell and nothing behind this point can keep: prototypes, endless numbers, halves of characters.
 * @param path where `value` stands; grows and shrinks on the way, since copies of it would cost more than the check.
 */
function checkValues(value: unknown, path: (string | number)[]): void {
  if (typeof value === "string") checkText(value, path);
  if (typeof value === "number" && !Number.isFinite(value)) throw invalid(fieldOf(path), "is too large a number");
  if (typeof value !== "object" || value === null) return;
  if (path.length >= DEPTH_MAX) throw new AppError("bad_request", `the body is nested deeper than ${DEPTH_MAX} levels`);
  const isArray = Array.isArray(value);
  for (const [name, item] of isArray ? value.entries() : Object.entries(value)) {
    if (name === "__proto__") throw new AppError("bad_request", "the body has a field named `__proto__`");
    if (typeof name === "string") checkText(name, path);
    path.push(name);
    checkValues(item, path);
    path.pop();
  }
}

function checkText(text: string, path: readonly (string | number)[]): void {
  if (!text.isWellFormed()) throw invalid(fieldOf(path), "contains half of a surrogate pair");
}

function fieldOf(path: readonly (string | number)[]): string {
  return path.join(".") || "body";
}

function tooLarge(bytesMax: number): AppError {
  return new AppError("payload_too_large", `the body exceeds the limit of ${bytesMax} bytes`);
}

function tooManyPieces(): AppError {
  return new AppError("payload_too_large", `the body comes in more than ${PIECES_MAX} pieces: send larger ones`);
}
