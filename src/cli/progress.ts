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

/** Characters of a bar. */
const BAR_WIDTH = 24;
/** A bar grows no more often. */
const BAR_MS_MIN = 100;

interface Counted {
  readonly step: string;
  readonly done: number;
  readonly of: number;
}

/** How far a count is: a bar that grows where `err` is a screen, lines elsewhere. `end` takes the bar away. */
export function barOn(terminal: Terminal): { readonly show: (progress: Counted) => void; readonly end: () => void } {
  const { redraw } = terminal;
  if (!redraw) {
    const say = sparingly(terminal);
    return { show: ({ step, done, of }) => say(`${step}: ${done} of ${of}`), end: () => {} };
  }
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  const show = (progress: Counted) => {
    const nowMs = performance.now();
    if (nowMs - drawnAtMs < BAR_MS_MIN) return;
    drawnAtMs = nowMs;
    redraw(barOf(progress));
  };
  return { show, end: () => redraw("") };
}

function barOf({ step, done, of }: Counted): string {
  const share = of === 0 ? 1 : Math.min(1, done / of);
  const full = Math.floor(share * BAR_WIDTH);
  return `[${"#".repeat(full)}${"-".repeat(BAR_WIDTH - full)}] ${Math.floor(share * 100)}%  ${step}  ${done} of ${of}`;
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
