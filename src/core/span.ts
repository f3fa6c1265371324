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

/** From the first character of any to the last of any. At least one is there. */
export function hull(spans: readonly Span[]): Span {
  return { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
}
