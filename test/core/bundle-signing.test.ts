import { expect, test } from "bun:test";
import fc from "fast-check";
import { BundleSigning, checkedKey, verifiedBundle } from "#core/bundle/bundle-signing.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { FakeSecrets } from "../fakes.ts";

const contents = fc.dictionary(
  fc.string({ unit: "grapheme" }),
  fc.jsonValue({ maxDepth: 3 }),
) as fc.Arbitrary<JsonObject>;

/** The same, its members in another order, as another program may write it. */
function turnedOver(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => turnedOver(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, item]) => [name, turnedOver(item as JsonValue)]),
  );
}

function nested(levels: number): JsonObject {
  let content: JsonObject = {};
  for (let level = 0; level < levels; level += 1) content = { content };
  return content;
}

/** `-0` is 0 once it is written. */
const written = (value: JsonObject) => JSON.parse(JSON.stringify(value)) as JsonObject;

test("whatever it holds, and however it is laid out, what was signed is what was signed", async () => {
  const signing = new BundleSigning(new FakeSecrets());
  await fc.assert(
    fc.asyncProperty(contents, async (content) => {
      const bundle = written(await signing.sign(written(content)));
      const { key, content: read } = verifiedBundle(JSON.parse(JSON.stringify(turnedOver(bundle), null, 3)));
      expect(key).toBe(String(bundle.key));
      expect(read).toEqual(written(content));
      expect(await signing.isOwn(key)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("whatever is changed of it is found out", async () => {
  const signing = new BundleSigning(new FakeSecrets());
  await fc.assert(
    fc.asyncProperty(contents, contents, async (content, other) => {
      fc.pre(JSON.stringify(turnedOver(content)) !== JSON.stringify(turnedOver(other)));
      const bundle = written(await signing.sign(written(content)));
      const another = written(await signing.sign(written(other)));
      fc.pre(bundle.signature !== another.signature);
      expect(() => verifiedBundle({ ...bundle, content: written(other) })).toThrow("is not what was signed");
      expect(() => verifiedBundle({ ...bundle, signature: another.signature as string })).toThrow(
        "is not what was signed",
      );
    }),
    { numRuns: 300 },
  );
});

test("a signature is one of its key alone", async () => {
  const [one, other] = [new BundleSigning(new FakeSecrets()), new BundleSigning(new FakeSecrets())];
  const [first, second] = [await one.sign({ a: 1 }), await other.sign({ a: 1 })];
  expect(() => verifiedBundle({ ...first, key: second.key as string })).toThrow("is not what was signed");
  expect(await one.isOwn(String(second.key))).toBe(false);
});

test("a folder has one key, also where two bundles are made at once", async () => {
  const kept = new FakeSecrets();
  const signing = new BundleSigning(kept);
  const bundles = await Promise.all(Array.from({ length: 8 }, (_, at) => signing.sign({ at })));
  expect(new Set(bundles.map(({ key }) => key)).size).toBe(1);
  expect(await new BundleSigning(kept).isOwn(String(bundles[0]?.key))).toBe(true);
});

test.each([
  ["", "must be a key"],
  ["ed25519:short", "must be a key"],
  [`rsa:${"A".repeat(43)}`, "must be a key"],
])("%p is no key", (key, says) => {
  expect(() => checkedKey("trusted_keys.0", key)).toThrow(says);
});

test.each([
  ["null", null, "must be a bundle"],
  ["a list", [], "must be a bundle"],
  ["one of another format", { dragoman_bundle: 2 }, "is of format 2"],
  ["one without a content", { dragoman_bundle: 1, key: "x" }, "lacks its `key`"],
  ["a signature that is none", { dragoman_bundle: 1, key: "x", signature: "x", content: {} }, "is not what was signed"],
  ["a key that is none", { dragoman_bundle: 1, key: "x", signature: "A".repeat(86), content: {} }, "must be a key"],
  [
    "one of 100,000 levels",
    { dragoman_bundle: 1, key: "x", signature: "x", content: nested(100_000) },
    "is nested more than 200 levels deep",
  ],
  [
    "one with a number that nobody can hold",
    { dragoman_bundle: 1, key: "x", signature: "x", content: JSON.parse('{"sets": [6e308]}') },
    "has a number that is none",
  ],
  [
    "one with half a character in a name",
    { dragoman_bundle: 1, key: "x", signature: "x", content: { "\ud800": 1 } },
    "has half a character",
  ],
])("%s is no bundle", (_, document, says) => {
  expect(() => verifiedBundle(document as JsonValue)).toThrow(says);
});
