import { expect, test } from "bun:test";
import fc from "fast-check";
import { arePartsOf, hull, isSameSpan, isWithin, overlaps, type Span, SpanSet } from "#core/span.ts";

const LENGTH = 12;
const span = fc
  .tuple(fc.nat(LENGTH), fc.nat(LENGTH))
  .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other) }));
/** The plainest form of a span: which characters it holds. */
const charactersOf = ({ start, end }: Span) => Array.from({ length: LENGTH }, (_, at) => at >= start && at < end);

test("spans overlap where they share a character", () => {
  fc.assert(
    fc.property(span, span, (one, other) => {
      // An empty one holds no character, and lies in what surrounds it all the same.
      fc.pre(one.start < one.end && other.start < other.end);
      const theirs = charactersOf(other);
      expect(overlaps(one, other)).toBe(charactersOf(one).some((held, at) => held && theirs[at]));
      expect(overlaps(one, other)).toBe(overlaps(other, one));
    }),
  );
});

test("a span is within another where that holds all its characters, and the same where both are within the other", () => {
  fc.assert(
    fc.property(span, span, (one, other) => {
      if (one.start < one.end) {
        const theirs = charactersOf(other);
        expect(isWithin(one, other)).toBe(charactersOf(one).every((held, at) => !held || theirs[at] === true));
      }
      expect(isSameSpan(one, other)).toBe(isWithin(one, other) && isWithin(other, one));
    }),
  );
});

test("spans are parts of others where each lies within a longer one", () => {
  const spans = fc.array(span, { maxLength: 4 });
  fc.assert(
    fc.property(spans, spans, (parts, wholes) => {
      const lengths = ({ start, end }: Span) => end - start;
      const isPart = (part: Span) => wholes.some((whole) => isWithin(part, whole) && lengths(part) < lengths(whole));
      expect(arePartsOf(parts, wholes)).toBe(parts.length > 0 && parts.every(isPart));
    }),
  );
  expect(arePartsOf([], [{ start: 0, end: 4 }])).toBe(false);
});

test("the hull is the smallest span that holds all", () => {
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 5 }), (spans) => {
      const whole = hull(spans);
      expect(spans.every((one) => isWithin(one, whole))).toBe(true);
      expect(spans.some(({ start }) => start === whole.start)).toBe(true);
      expect(spans.some(({ end }) => end === whole.end)).toBe(true);
    }),
  );
});

test("a set of spans overlaps what one of them overlaps, in whatever order they came", () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 8 }), span, (spans, one) => {
      expect(new SpanSet(spans).overlaps(one)).toBe(spans.some((other) => overlaps(other, one)));
    }),
  );
});
