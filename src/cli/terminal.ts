import { writeSync } from "node:fs";

/** Where a command writes. Results go to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Characters in a line of a screen; null where `out` is a file or a pipe, which takes lines of any length. */
  readonly columns: number | null;
}

/** No colours: what is written reads the same on a screen, in a file and with NO_COLOR. */
export function processTerminal(): Terminal {
  const columns = process.stdout.isTTY ? process.stdout.columns || 80 : null;
  return { out: (text) => writeAll(1, text), err: (text) => writeAll(2, text), columns };
}

const FULL_PIPE_WAIT_MS = 5;

/** Written when this returns: what is buffered would be lost when the process exits. */
function writeAll(descriptor: number, text: string): void {
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (failure) {
      const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
      // The reader has gone (`| head`): there is nobody to tell, and the command's work is not undone by it.
      if (code === "EPIPE" || code === "EIO") return;
      if (code !== "EAGAIN") throw failure;
      Bun.sleepSync(FULL_PIPE_WAIT_MS);
    }
  }
}
