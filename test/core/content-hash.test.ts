import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { contentHashOf, type JsonValue } from "#core/json.ts";

const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes("\\ud"));

/** The same JSON with the keys of every object in reverse order. */
function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversedKeys(item)]),
  );
}

describe("content hash", () => {
  test("is sha256: and 64 hex digits of the RFC 8785 form", () => {
    // printf '{"a":1,"b":[1,2]}' | sha256sum
    const digest = "8baa73198470c7bb4c3ce142a8fd651affc0310d878bb9bd159e37a573fb4874";
    expect(contentHashOf({ b: [1, 2], a: 1.0 })).toBe(`sha256:${digest}`);
  });

  test("does not see the order of keys", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(contentHashOf(reversedKeys(value))).toBe(contentHashOf(value));
      }),
      { numRuns: 300 },
    );
  });

  test("sees the order of arrays", () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        fc.pre(JSON.stringify(reversedKeys(one)) !== JSON.stringify(reversedKeys(other)));
        fc.pre(contentHashOf(one) !== contentHashOf(other));
        expect(contentHashOf([one, other] as JsonValue)).not.toBe(contentHashOf([other, one] as JsonValue));
      }),
      { numRuns: 300 },
    );
  });

  test.each([NaN, Number.POSITIVE_INFINITY, undefined])("refuses %p, which JSON cannot hold", (value) => {
    expect(() => contentHashOf(value)).toThrow();
  });
});
