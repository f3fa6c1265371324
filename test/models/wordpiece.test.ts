import { describe, expect, test } from "bun:test";
import { Tokenizer } from "@huggingface/tokenizers";
import { WordPiece } from "#models/embedded/networks/wordpiece.ts";

const file = await Bun.file(new URL("../../data/models/tokenizer.json", import.meta.url)).json();
const wordPiece = new WordPiece(file);
const reference = new Tokenizer({ ...file, padding: null, truncation: null }, {});

const TEXTS = [
  "Book a table for four at Luigi's, 7:30pm!",
  "naïve café São Paulo Ünïcödé",
  "東京の天気 and 서울",
  "emoji 😀🎉 and symbols €£¥ ™ ½",
  "snake_case camelCase foo.bar(baz) C++ #hash @at",
  "tabs\tand\nnewlines  and   spaces",
  "antidisestablishmentarianism xqzjkw 12345678901234567890",
  `${"x".repeat(120)} after a word that is too long`,
  "",
];

describe("the tokenizer", () => {
  test.each(TEXTS)("gives the ids of the reference: %p", (text) => {
    const expected = reference.encode(text, { add_special_tokens: false }).ids;
    expect(wordPiece.encode(text, 1_000).ids).toEqual(expected);
  });

  test.each(TEXTS)("knows where each token stands: %p", (text) => {
    const { ids, starts, ends } = wordPiece.encode(text, 1_000);
    expect([starts.length, ends.length]).toEqual([ids.length, ids.length]);
    let last = 0;
    starts.forEach((start, index) => {
      expect(start).toBeGreaterThanOrEqual(last);
      expect(ends[index]).toBeGreaterThan(start);
      expect(ends[index]).toBeLessThanOrEqual(text.length);
      last = start;
    });
  });

  test("offsets count UTF-16 code units", () => {
    const text = "😀 Zoë sings";
    const { starts, ends } = wordPiece.encode(text, 100);
    const words = starts.map((start, index) => text.slice(start, ends[index]));
    expect(words.join("|")).toContain("Zoë");
    expect(words.at(-1)).toBe("sings");
  });

  test("no more than asked for", () => {
    expect(wordPiece.encode("one two three four five", 3).ids).toHaveLength(3);
  });
});
