import type { HeaderFields, Lines } from "../route.ts";

/** Lines on their way out. */
export interface Streaming extends Lines {
  /** Called once: with all that was sent when it was sent, with null when the client went away or a line failed. */
  readonly onEnd?: (whole: string | null) => Promise<void>;
}

/**
 * The response, and when it has come to its end. A line is asked for only when the client has taken those before it.
 * @param signal aborted when the client goes away.
 */
export function streamingResponse(
  { status, headers, lines, onEnd = async () => {} }: Streaming,
  commonHeaders: HeaderFields,
  signal: AbortSignal,
): { readonly response: Response; readonly ended: Promise<void> } {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const sent: string[] = [];
  const encoder = new TextEncoder();
  let open = true;
  const end = async (whole: string | null) => {
    if (!open) return;
    open = false;
    await onEnd(whole).finally(resolve);
  };
  const cancel = async () => {
    await lines.return().finally(() => end(null));
  };
  // A client may be gone before the first line is asked for; then nobody cancels the stream.
  signal.addEventListener("abort", () => void cancel().catch(() => {}), { once: true });
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await lines.next();
          if (!done) {
            sent.push(value);
            controller.enqueue(encoder.encode(value));
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
