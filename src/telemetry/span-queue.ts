import type { FinishedSpan } from "./finished-span.ts";

/** Spans that wait to be sent: so many and no more. */
export class SpanQueue {
  readonly #max: number;
  readonly #dropped: (count: number) => void;
  #spans: FinishedSpan[] = [];

  /** @param dropped is told how many were not kept. */
  constructor(max: number, dropped: (count: number) => void) {
    this.#max = max;
    this.#dropped = dropped;
  }

  get size(): number {
    return this.#spans.length;
  }

  /** A full queue keeps what it has: the beginning of a disturbance tells more than its hundredth minute. */
  add(span: FinishedSpan): void {
    if (this.#spans.length < this.#max) this.#spans.push(span);
    else this.#dropped(1);
  }

  /** The oldest, which stay until they are removed. */
  first(count: number): readonly FinishedSpan[] {
    return this.#spans.slice(0, count);
  }

  /** The oldest were sent. */
  remove(count: number): void {
    this.#spans = this.#spans.slice(count);
  }

  /** The oldest will not be sent. */
  drop(count: number): void {
    const before = this.size;
    this.remove(count);
    this.#dropped(before - this.size);
  }
}
