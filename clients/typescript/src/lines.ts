import { ApiConnectionError } from "./errors.ts";

/** The lines of a body, each as soon as it is whole. `beforeRead` and `afterRead` stand around each wait for the network. */
export async function* linesOf(
  body: ReadableStream<Uint8Array>,
  wait: { readonly restart: () => void; readonly pause: () => void },
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      wait.restart();
      const { value, done } = await reader.read();
      wait.pause();
      const parts = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split("\n");
      rest = parts.pop() ?? "";
      yield* parts.filter((line) => line !== "");
      // A line without its end was cut off.
      if (done && rest !== "") throw new ApiConnectionError("the answer ended within a line", false);
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
