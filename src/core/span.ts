/** A half-open stretch of a text, in UTF-16 code units: `start` is in, `end` is not. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether they share a character. Empty ones share none. */
export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && one.end > other.start;
}

/** Whether no character of the first lies outside of the second. */
export function isWithin(one: Span, other: Span): boolean {
  return one.start >= other.start && one.end <= other.end;
}

export function isSameSpan(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}

/** Whether each of the first, of which there is one at least, is but a part of one of the others: "7" of "7 pm". */
export function arePartsOf(parts: readonly Span[], wholes: readonly Span[]): boolean {
  const isPart = (part: Span) => wholes.some((whole) => isWithin(part, whole) && !isSameSpan(part, whole));
  return parts.length > 0 && parts.every(isPart);
}

/** From the first character of any to the last of any. At least one is there. */
export function hull(spans: readonly Span[]): Span {
  return { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
}

/** Spans of a text, of which any may overlap: whether one more overlaps one of them is found by halving. */
export class SpanSet {
  /** By their start. */
  readonly #spans: Span[] = [];
  /** The furthest end of each and of all before it. */
  readonly #reached: number[] = [];

  constructor(spans: Iterable<Span> = []) {
    for (const span of spans) this.add(span);
  }

  add(span: Span): void {
    const at = this.#beginningBefore(span.start);
    this.#spans.splice(at, 0, span);
    this.#reached.splice(at, 0, Math.max(span.end, this.#reached[at - 1] ?? span.end));
    for (let later = at + 1; (this.#reached[later] ?? span.end) < span.end; later += 1) this.#reached[later] = span.end;
  }

  /** Whether it shares a character with any of them. */
  overlaps(span: Span): boolean {
    const furthest = this.#reached[this.#beginningBefore(span.end) - 1];
    return furthest !== undefined && furthest > span.start;
  }

  /** How many begin before that place. */
  #beginningBefore(place: number): number {
    let [low, high] = [0, this.#spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#spans[middle] as Span).start < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
