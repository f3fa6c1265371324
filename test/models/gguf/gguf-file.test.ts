import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkedGguf } from "#models/gguf/gguf-file.ts";
import { checkMemory } from "#models/gguf/memory.ts";

const folder = mkdtempSync(join(tmpdir(), "gguf-"));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (content: string | Uint8Array) => {
  const path = join(folder, "model.gguf");
  writeFileSync(path, content);
  return path;
};

const number = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const kind = (value: number) => number(value).subarray(0, 4);
const text = (value: string) => Buffer.concat([number(value.length), Buffer.from(value)]);
/** Three values, one of them a list of texts and one of numbers, and one tensor of two dimensions. */
const HEAD = Buffer.concat([
  ...[Buffer.from("GGUF"), kind(3), number(1), number(3)],
  ...[text("name"), kind(8), text("Tiny")],
  ...[text("tokens"), kind(9), kind(8), number(2), text("a"), text("bc")],
  ...[text("scores"), kind(9), kind(6), number(3), Buffer.alloc(12)],
  ...[text("output.weight"), kind(2), number(4), number(8), kind(0), number(0)],
]);

describe("before a file is opened it is said", () => {
  test("that there is none", () => {
    expect(() => checkedGguf(join(folder, "nowhere.gguf"))).toThrow(/there is no file .*nowhere\.gguf: check `path`/);
  });

  test("that it is a folder", () => {
    expect(() => checkedGguf(folder)).toThrow(/is no file/);
  });

  test.each(["", "GG", "PK\x03\x04 a zip file"])("that %j is no GGUF", (content) => {
    expect(() => checkedGguf(written(content))).toThrow(/model\.gguf is no GGUF file: it begins with/);
  });

  test("nothing of one that may be a model", () => {
    expect(checkedGguf(written(HEAD))).toBe(HEAD.length);
  });

  test("wherever it was cut off", () => {
    for (let length = 5; length < HEAD.length; length += 1) {
      expect(() => checkedGguf(written(HEAD.subarray(0, length)))).toThrow(
        /was not copied to its end: it ends at byte/,
      );
    }
  });

  test("that it is damaged, whatever it says that it holds", () => {
    expect(() => checkedGguf(written("GGUF\x03\x00\x00\x00 and then nothing to speak of"))).toThrow(/is damaged/);
    const odd = Buffer.from(HEAD);
    odd.writeUInt32LE(77, HEAD.indexOf("name") + 4);
    expect(() => checkedGguf(written(odd))).toThrow(/a value of an unknown kind, 77/);
  });
});

test("what does not fit in memory is refused with both figures and what to do", () => {
  expect(() => checkMemory("a model", 5e9, "take a smaller one", 3.2e9)).toThrow(
    "a model needs 5.0 GB of memory, and 3.2 GB are free: take a smaller one",
  );
  expect(() => checkMemory("a model", 5e9, "take a smaller one", 5e9)).not.toThrow();
  expect(() => checkMemory("a model", 1, "take a smaller one")).not.toThrow();
});
