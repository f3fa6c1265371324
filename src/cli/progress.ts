import type { Terminal } from "./terminal.ts";

/** No line is written more often. */
const LINE_MS_MIN = 1_000;

/** Lines on `err` that say how far a long work is: at most one a second, none for what is done sooner. */
export function progressOn(
  terminal: Terminal,
): (progress: { readonly step: string; readonly done: number; readonly of: number }) => void {
  let saidAtMs = performance.now();
  return ({ step, done, of }) => {
    const nowMs = performance.now();
    if (nowMs - saidAtMs < LINE_MS_MIN) return;
    saidAtMs = nowMs;
    terminal.err(`${step}: ${megabytes(done)} of ${megabytes(Math.max(done, of))} MB\n`);
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
