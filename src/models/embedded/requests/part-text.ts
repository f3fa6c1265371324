/** A request of a query as a sentence of its own: made of stretches of the query, one after the other. */
import { hull, isWithin, type Span } from "#core/span.ts";

export interface PartText {
  readonly text: string;
  /** Where each stretch of the query stands in it, in the text's order. */
  readonly stretches: readonly Stretch[];
}

interface Stretch {
  readonly of: Span;
  readonly at: number;
  /** Of other words that stand in its place; missing where it stands there itself. */
  readonly length?: number;
}

/** What is written in the place of a stretch of the query; missing where that stays. */
export interface Written extends Span {
  readonly words?: string;
}

/** The stretches of the query, in this order, with a blank between those that do not follow each other. */
export function partOf(query: string, spans: readonly Span[]): PartText {
  return writtenOf(query, spans);
}

/** As `partOf`, with other words in the place of some of them. */
export function writtenOf(query: string, spans: readonly Written[]): PartText {
  const stretches: Stretch[] = [];
  let text = "";
  for (const { start, end, words } of spans) {
    const said = words ?? query.slice(start, end);
    if (said.trim() === "") continue;
    if (text !== "" && !/\s$/.test(text) && !/^(?:\s|[,.;:!?])/.test(said)) text += " ";
    stretches.push({ of: { start, end }, at: text.length, ...(words !== undefined && { length: words.length }) });
    text += said;
  }
  return { text, stretches };
}

/** The query with other words in the place of these stretches of it, which stand in its order. */
export function withWords(query: string, written: readonly Required<Written>[]): PartText {
  const ends = written.map(({ end }) => end);
  const between = [...written.map(({ start }) => start), query.length].map((end, at) => ({
    start: ends[at - 1] ?? 0,
    end,
  }));
  return writtenOf(
    query,
    between.flatMap((span, at) => [span, ...written.slice(at, at + 1)]),
  );
}

/** A part of a part, as a part of the query. */
export function within(outer: PartText, inner: PartText): PartText {
  const stretches = inner.stretches.flatMap(({ of, at, length }): readonly Stretch[] => {
    const own = outer.stretches.flatMap((stretch): readonly Stretch[] => {
      const here = { start: stretch.at, end: stretch.at + (stretch.length ?? stretch.of.end - stretch.of.start) };
      const shared = { start: Math.max(of.start, here.start), end: Math.min(of.end, here.end) };
      if (shared.start >= shared.end) return [];
      const place = at + shared.start - of.start;
      if (stretch.length !== undefined) return [{ of: stretch.of, at: place, length: shared.end - shared.start }];
      const by = stretch.of.start - stretch.at;
      return [{ of: { start: shared.start + by, end: shared.end + by }, at: place }];
    });
    if (length === undefined || own.length === 0) return own;
    return [{ of: hull(own.map((one) => one.of)), at, length }];
  });
  return { text: inner.text, stretches };
}

/** Where a stretch of the part stands in the query; null where it is put together of several. */
export function inQuery({ stretches }: PartText, span: Span): Span | null {
  for (const { of, at, length } of stretches) {
    const here = { start: at, end: at + (length ?? of.end - of.start) };
    if (isWithin(span, here) && length !== undefined) return of;
    if (isWithin(span, here)) return { start: of.start + span.start - at, end: of.start + span.end - at };
  }
  return null;
}

/** The stretches of the query that the part has before a place in it. */
export function stretchesBefore({ stretches }: PartText, place: number): readonly Span[] {
  return stretches.flatMap(({ of, at, length: written }) => {
    if (written !== undefined) return at < place ? [of] : [];
    const length = Math.min(of.end - of.start, place - at);
    return length > 0 ? [{ start: of.start, end: of.start + length }] : [];
  });
}
