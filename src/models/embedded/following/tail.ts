/** What a sentence that goes on says anew, without the words that only go on: "same for Rome please" says Rome. */
import { ENGLISH } from "#core/english/english.ts";
import { overlaps, type Span } from "#core/span.ts";

const WORDS = ENGLISH.following;

/** Of words that go on in front of what is new: "no sorry, I meant". */
const LEADS_MAX = 6;

export interface Tail {
  /** What is new. May be empty. */
  readonly said: Span;
  /** What is not meant any more: the Rome of "Bonn, not Rome". */
  readonly denied: readonly Span[];
}

/** Of the text from `start` on. */
export function tailOf(text: string, start = 0): Tail {
  const denied = [...text.slice(start).matchAll(WORDS.denied)].map(({ index, 0: whole, groups }) => ({
    whole: { start: start + index, end: start + index + whole.length },
    said: { start: start + index + whole.length - (groups?.denied ?? "").length, end: start + index + whole.length },
  }));
  const inner = denied.map(({ said }) => said);
  const whole = trimmedOf(text, { start, end: text.length });
  const [first] = denied;
  if (!first) return { said: whole, denied: [] };
  // "Bonn, not Rome" and "not Rome, Bonn": what is new is the longer one of what stands before it and behind.
  const last = denied.at(-1) ?? first;
  const before = trimmedOf(text, { start, end: first.whole.start });
  const behind = trimmedOf(text, { start: last.whole.end, end: text.length });
  return { said: lengthOf(before) > 0 ? before : behind, denied: inner };
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

function trimmedOf(text: string, span: Span): Span {
  let { start, end } = span;
  for (let count = 0; count < LEADS_MAX; count += 1) {
    const lead = WORDS.lead.exec(text.slice(start, end));
    if (!lead || lead[0] === "") break;
    start += lead[0].length;
  }
  for (let count = 0; count < LEADS_MAX; count += 1) {
    const tail = WORDS.end.exec(text.slice(start, end));
    if (!tail || tail.index === 0) break;
    end = start + tail.index;
  }
  const said = text.slice(start, end);
  const marks = /^[\s,;:.!?…—–-]*/u.exec(said)?.[0].length ?? 0;
  const behind = /[\s,;:.!?…—–]*$/u.exec(said)?.[0].length ?? 0;
  return { start: Math.min(start + marks, end), end: Math.max(start + marks, end - behind) };
}

/** Where a sentence takes back what it said, and says something else; null where it does not. */
export interface Correction {
  /** What is said first. */
  readonly head: Span;
  readonly tail: Tail;
}

export function correctionIn(query: string): Correction | null {
  const marks = [...query.matchAll(WORDS.takenBack)].filter(({ 0: said, index }) => {
    const isInside =
      /[\p{L}\p{N}]/u.test(query.slice(0, index)) && /[\p{L}\p{N}]/u.test(query.slice(index + said.length));
    return isInside && !WORDS.takesNothingBack.test(said);
  });
  const last = marks.at(-1);
  if (!last) return null;
  const tail = tailOf(query, last.index + last[0].length);
  return tail.said.end > tail.said.start ? { head: { start: 0, end: last.index }, tail } : null;
}

/** Whether the sentence says of one of these places that it is not meant: "not 12, cancel 14". */
export function deniesOneOf(query: string, places: readonly Span[]): boolean {
  return tailOf(query).denied.some(({ start, end }) =>
    places.some((place) => {
      const isWithinIt = place.start >= start && place.end <= end;
      const [before, behind] = [query.slice(start, place.start), query.slice(place.end, end)];
      return isWithinIt && WORDS.bareBefore.test(before) && WORDS.bareBehind.test(behind);
    }),
  );
}

/** Whether the sentence corrects itself, and all values of the call are of what it takes back: "seats for two, no, make that a booth". */
export function leavesCorrectionOut(query: string, places: readonly Span[]): boolean {
  const correction = correctionIn(query);
  return correction !== null && places.length > 0 && !places.some((place) => overlaps(place, correction.tail.said));
}
