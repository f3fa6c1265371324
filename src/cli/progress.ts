import type { Terminal } from "./terminal.ts";

/** No line is written more often. */
const LINE_MS_MIN = 1_000;

/** Lines on `err` that say how far a long work is: at most one a second, none for what is done sooner. */
export function progressOn(
  terminal: Terminal,
): (progress: { readonly step: string; readonly done: number; readonly of: number }) => void {
  const say = sparingly(terminal);
  return ({ step, done, of }) => say(`${step}: ${megabytes(done)} of ${megabytes(Math.max(done, of))} MB`);
}

/** The same of things that are counted: "tested: 40 of 200". */
export function countsOn(terminal: Terminal, step: string): (done: number, of: number) => void {
  const say = sparingly(terminal);
  return (done, of) => say(`${step}: ${done} of ${of}`);
}

function sparingly(terminal: Terminal): (line: string) => void {
  let saidAtMs = performance.now();
  return (line) => {
    const nowMs = performance.now();
    if (nowMs - saidAtMs < LINE_MS_MIN) return;
    saidAtMs = nowMs;
    terminal.err(`${line}\n`);
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
