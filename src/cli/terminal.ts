import { readSync, writeSync } from "node:fs";

/** Where a command writes. Results go to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Writes `err`'s last line over, which then stays unended; null where `err` is no screen. */
  readonly redraw: ((line: string) => void) | null;
  /** Characters in a line of a screen; null where `out` is a file or a pipe, which takes lines of any length. */
  readonly columns: number | null;
  /** Puts a question on `err` and waits for the line that is typed; "" at the end of the input. Null where nobody sits in front. */
  readonly ask: ((question: string) => string) | null;
}

const NOT_READY_WAIT_MS = 5;

/** No colours: what is written reads the same on a screen, in a file and with NO_COLOR. */
export function processTerminal(): Terminal {
  const columns = process.stdout.isTTY ? process.stdout.columns || 80 : null;
  const err = (text: string) => writeAll(2, text);
  // Back to the first place, and nothing behind what is written.
  const redraw = (line: string) => err(`\r\u001b[K${line}`);
  const ask = (question: string) => {
    err(question);
    return readLine(0);
  };
  return {
    out: (text) => writeAll(1, text),
    err,
    redraw: process.stderr.isTTY ? redraw : null,
    columns,
    ask: process.stdin.isTTY ? ask : null,
  };
}

/** More than anybody types: what comes after is left where it is. */
const LINE_BYTES_MAX = 1_024;

function readLine(descriptor: number): string {
  const line = Buffer.alloc(LINE_BYTES_MAX);
  for (let length = 0; ; length += 1) {
    if (length === line.length || readByte(descriptor, line, length) === 0 || line[length] === NEWLINE)
      return line.toString("utf8", 0, length);
  }
}
const NEWLINE = 10;

/** 0 at the end of the input. */
function readByte(descriptor: number, into: Buffer, at: number): number {
  for (;;) {
    try {
      return readSync(descriptor, into, at, 1, null);
    } catch (failure) {
      // Another program left the terminal so that it does not wait.
      if (!(failure instanceof Error && "code" in failure && failure.code === "EAGAIN")) throw failure;
      Bun.sleepSync(NOT_READY_WAIT_MS);
    }
  }
}

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
      Bun.sleepSync(NOT_READY_WAIT_MS);
    }
  }
}
