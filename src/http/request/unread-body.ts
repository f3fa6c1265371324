/** What is left of a shorter body is mostly there already: whoever is refused with it may go on with the connection. */
const UNREAD_BYTES_MAX = 16_384;

/** Whether a body that may take long to come was announced, and nobody has begun to read it. */
export function hasUnreadBody({ headers, bodyUsed }: Pick<Request, "bodyUsed" | "headers">): boolean {
  if (bodyUsed) return false;
  return Number(headers.get("content-length") ?? 0) > UNREAD_BYTES_MAX || headers.has("transfer-encoding");
}

/** Of what nobody reads so much is taken, in pieces of any size, before the answer goes out and the connection is closed. */
const TAKEN_BYTES_MAX = 33_554_432;
const TAKEN_PIECES_MAX = 16_384;
const TAKEN_MS_MAX = 5_000;
/** Of a client that waits for its answer before it sends more. */
const SILENT_MS_MAX = 500;

/**
 * Takes what is still to come of a body, and lets it go. A connection that is closed while its client sends is reset, and most
 * clients then lose the answer that says why. Resolves when all has come, when it is too much or too slow to wait for, and when the
 * client has gone.
 */
export async function takeUnread({ headers, body }: Pick<Request, "body" | "headers">): Promise<void> {
  // Who says that it is more may look at the answer before all is sent, and does not see it earlier than now.
  if (body === null || Number(headers.get("content-length") ?? 0) > TAKEN_BYTES_MAX) return;
  await takeRest(body[Symbol.asyncIterator]());
}

/** The same of a body that was begun. */
export async function takeRest(pieces: AsyncIterator<Uint8Array>): Promise<void> {
  const endMs = performance.now() + TAKEN_MS_MAX;
  let bytes = 0;
  for (let taken = 0; taken < TAKEN_PIECES_MAX && bytes < TAKEN_BYTES_MAX; taken += 1) {
    const next = await within(Math.min(SILENT_MS_MAX, endMs - performance.now()), pieces.next());
    if (next === null || next.done) break;
    bytes += next.value.byteLength;
  }
  // Of a body that does not come it would wait for the next piece.
  void pieces.return?.().catch(() => {});
}

/** Null where nothing came in time, or nothing will. */
async function within(
  ms: number,
  next: Promise<IteratorResult<Uint8Array>>,
): Promise<IteratorResult<Uint8Array> | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, Math.max(0, ms), null);
  return Promise.race([next, late])
    .catch(() => null)
    .finally(() => clearTimeout(timer));
}
