const LINE_EVERY_MS = 5_000;

/** How far the evaluation is: one line that is written over on a terminal, else a line every few seconds. */
export class Progress {
  readonly #isTerminal = process.stderr.isTTY === true;
  #lastLineAt = Number.NEGATIVE_INFINITY;

  /** `done` of `total` of this step. */
  show(step: string, done: number, total: number): void {
    const line = `${step}: ${done}/${total}`;
    if (this.#isTerminal) {
      process.stderr.write(`\r\x1b[K${line}${done >= total ? "\n" : ""}`);
      return;
    }
    const now = performance.now();
    if (done < total && now - this.#lastLineAt < LINE_EVERY_MS) return;
    this.#lastLineAt = now;
    process.stderr.write(`${line}\n`);
  }
}
