/** A request of a query as a sentence of its own: made of stretches of the query, one after the other. */
import { isWithin, type Span } from "#core/span.ts";

export interface PartText {
  readonly text: string;
  /** Where each stretch of the query stands in it, in the text's order. */
  readonly stretches: readonly { readonly of: Span; readonly at: number }[];
}

/** The stretches of the query, in this order, with a blank between those that do not follow each other. */
export function partOf(query: string, spans: readonly Span[]): PartText {
  const stretches: { of: Span; at: number }[] = [];
  let text = "";
  for (const span of spans) {
    const said = query.slice(span.start, span.end);
    if (said.trim() === "") continue;
    if (text !== "" && !/\s$/.test(text)) text += " ";
    stretches.push({ of: { start: span.start, end: span.end }, at: text.length });
    text += said;
  }
  return { text, stretches };
}

/** Where a stretch of the part stands in the query; null where it is put together of several. */
export function inQuery({ stretches }: PartText, span: Span): Span | null {
  for (const { of, at } of stretches) {
    const here = { start: at, end: at + of.end - of.start };
    if (isWithin(span, here)) return { start: of.start + span.start - at, end: of.start + span.end - at };
  }
  return null;
}

/** The stretches of the query that the part has before a place in it. */
export function stretchesBefore({ stretches }: PartText, place: number): readonly Span[] {
  return stretches.flatMap(({ of, at }) => {
    const length = Math.min(of.end - of.start, place - at);
    return length > 0 ? [{ start: of.start, end: of.start + length }] : [];
  });
}
