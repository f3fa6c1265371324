import type { HeaderFields, Lines } from "../route.ts";

/** Lines on their way out. */
export interface Streaming extends Lines {
  /** Called once: with all that was sent when it was sent, with null when the client went away or a line failed. */
  readonly onEnd?: (whole: string | null) => Promise<void>;
}

/** A client that takes nothing for so long is given up: what was made for it would be kept. */
const STALLED_MS_MAX = 30_000;

/**
 * The response, and when it has come to its end. A line is asked for only when the client has taken those before it.
 * @param signal aborted when the client goes away.
 */
export function streamingResponse(
  { status, headers, lines, onEnd = async () => {} }: Streaming,
  commonHeaders: HeaderFields,
  signal: AbortSignal,
  stalledMsMax = STALLED_MS_MAX,
): { readonly response: Response; readonly ended: Promise<void> } {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const sent: string[] = [];
  const encoder = new TextEncoder();
  let open = true;
  let stalled: Timer | undefined;
  const end = async (whole: string | null) => {
    if (!open) return;
    open = false;
    clearTimeout(stalled);
    await onEnd(whole).finally(resolve);
  };
  const cancel = async () => {
    await lines.return().finally(() => end(null));
  };
  // A client may be gone before the first line is asked for; then nobody cancels the stream.
  signal.addEventListener("abort", () => void cancel().catch(() => {}), { once: true });
  const giveUp = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    // Without a reason: with one, Bun writes it to the standard error, past the log.
    controller.error();
    void cancel().catch(() => {});
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stalled);
        try {
          const { value, done } = await lines.next();
          if (!done) {
            // Bytes are a picture's, of which nobody keeps what was sent.
            if (typeof value === "string") sent.push(value);
            controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
            if (open) stalled = setTimeout(() => giveUp(controller), stalledMsMax);
            return;
          }
          await end(sent.join(""));
          controller.close();
        } catch (failure) {
          await end(null);
          // The status is sent already: a connection that breaks off is the only way left to say so.
          controller.error(failure);
        }
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(stream, { status, headers: { ...commonHeaders, ...headers } }), ended };
}
