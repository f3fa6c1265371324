/** A text that is written anew in places, and where each place stood in what was said. */
import type { Span } from "../span.ts";

/** A text that was written anew in places, with the places in the text that was said. */
export interface WrittenAnew {
  readonly text: string;
  /** Where that stretch of the new text stands in the old one; UTF-16 code units, half-open, never empty. */
  placeOf(span: Span): Span;
}

export interface Replacement extends Span {
  readonly by: string;
}

export class Rewriting implements WrittenAnew {
  readonly text: string;
  /** Of each code unit, where what it was made of starts and ends; null while nothing was written anew. */
  readonly #starts: readonly number[] | null;
  readonly #ends: readonly number[] | null;

  constructor(text: string, starts: readonly number[] | null = null, ends: readonly number[] | null = null) {
    this.text = text;
    this.#starts = starts;
    this.#ends = ends;
  }

  placeOf({ start, end }: Span): Span {
    if (!this.#starts || !this.#ends) return { start, end };
    return { start: this.#starts[start] ?? start, end: this.#ends[end - 1] ?? end };
  }

  /** With those replacements made, which do not overlap and stand in the order of the text. */
  with(replacements: readonly Replacement[]): Rewriting {
    if (replacements.length === 0) return this;
    const starts: number[] = [];
    const ends: number[] = [];
    let text = "";
    let from = 0;
    const keep = (to: number) => {
      for (let at = from; at < to; at += 1) {
        starts.push(this.#starts?.[at] ?? at);
        ends.push(this.#ends?.[at] ?? at + 1);
      }
      text += this.text.slice(from, to);
    };
    for (const { start, end, by } of replacements) {
      keep(start);
      const place = this.placeOf({ start, end });
      for (let unit = 0; unit < by.length; unit += 1) {
        starts.push(place.start);
        ends.push(place.end);
      }
      text += by;
      from = end;
    }
    keep(this.text.length);
    return new Rewriting(text, starts, ends);
  }
}
