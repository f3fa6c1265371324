import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isAmong, newSpanId, newTraceId, readTraceparent, writeTraceparent } from "#telemetry/trace-context.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

describe("a traceparent", () => {
  test.each([
    [`00-${traceId}-${spanId}-01`, true],
    [`00-${traceId}-${spanId}-00`, false],
    [`00-${traceId}-${spanId}-03`, true],
    [`cc-${traceId}-${spanId}-01-what-comes-later`, true],
  ])("%p is read", (header, sampled) => {
    expect(readTraceparent(header)).toEqual({ traceId, spanId, sampled });
  });

  test.each([
    [null],
    [""],
    [`ff-${traceId}-${spanId}-01`],
    [`00-${traceId}-${spanId}-01-more`],
    [`00-${traceId.toUpperCase()}-${spanId}-01`],
    [`00-${"0".repeat(32)}-${spanId}-01`],
    [`00-${traceId}-${"0".repeat(16)}-01`],
    [`00-${traceId}-${spanId}`],
    [`00-${traceId}-${spanId}-0`],
    [`canary ${"x".repeat(10_000)}`],
  ])("%p is none", (header) => {
    expect(readTraceparent(header)).toBeNull();
  });

  test("is read as it is written", () => {
    fc.assert(
      fc.property(fc.boolean(), (sampled) => {
        const context = { traceId: newTraceId(), spanId: newSpanId(), sampled };
        expect(readTraceparent(writeTraceparent(context))).toEqual(context);
      }),
    );
  });

  test("whatever it is, reading it throws nothing", () => {
    fc.assert(fc.property(fc.string(), (header) => void readTraceparent(header)));
  });
});

test("of all traces the share is followed, none at 0 and all at 1", () => {
  const ids = Array.from({ length: 2_000 }, newTraceId);
  expect(ids.filter((id) => isAmong(0, id))).toEqual([]);
  expect(ids.filter((id) => isAmong(1, id))).toHaveLength(2_000);
  const quarter = ids.filter((id) => isAmong(0.25, id)).length;
  expect(quarter).toBeGreaterThan(400);
  expect(quarter).toBeLessThan(600);
  expect(isAmong(1, "f".repeat(32))).toBe(true);
});
