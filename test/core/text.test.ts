import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { AppError } from "#core/errors.ts";
import { checkedSignature, checkedText, codePointsIn } from "#core/text.ts";
import { cpuMs } from "../cpu-time.ts";

const rule = { min: 1, max: 5 };

describe("checked text", () => {
  test.each([
    ["plain", "abc", "abc"],
    ["CR LF and CR are newlines", "a\r\nb\rc", "a\nb\nc"],
    ["composed after normalisation", "e\u0301", "\u00e9"],
    ["tab and newline stay", "a\tb\n", "a\tb\n"],
    ["five astral characters are five", "😀😀😀😀😀", "😀😀😀😀😀"],
    ["length counts after normalisation", "e\u0301".repeat(5), "\u00e9".repeat(5)],
  ])("%s", (_, given, expected) => {
    expect(checkedText("query", given, rule)).toBe(expected);
  });

  test.each([
    ["too long", "abcdef", "query exceeds the limit: 6/5 characters"],
    ["empty", "", "query needs at least 1 character"],
    ["a control character", "a\u0007b", "contains the character U+0007, which no text may have"],
    ["a C1 control character", "a\u0085b", "contains the character U+0085, which no text may have"],
    ["a lone surrogate", "a\ud800", "contains the character U+D800, which no text may have"],
  ])("refuses %s", (_, given, problem) => {
    const refused = thrownBy(() => checkedText("query", given, rule));
    expect(refused.code).toBe("validation_error");
    expect(refused.details).toEqual({ query: problem });
  });

  test("what it returns is a fixed point", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const wide = { min: 0, max: 1_000 };
        let once: string;
        try {
          once = checkedText("query", text, wide);
        } catch {
          return;
        }
        expect(checkedText("query", once, wide)).toBe(once);
        expect(codePointsIn(once)).toBe([...once].length);
      }),
    );
  });
});

describe("a text that would take long to normalise", () => {
  test("is refused by its length before it is looked at", () => {
    const marks = `a${"\u0323\u0301".repeat(500_000)}`;
    const startedAt = cpuMs();
    const refused = thrownBy(() => checkedText("query", marks, { min: 1, max: 500 }));
    expect(refused.details).toEqual({ query: "query exceeds the limit: 1000001/500 characters" });
    expect(cpuMs() - startedAt).toBeLessThan(1_000);
  });

  test("is refused by its marks, where it is short enough", () => {
    const startedAt = cpuMs();
    const refused = thrownBy(() => checkedText("data", `a${"\u0323\u0301".repeat(8_000)}`, { min: 1, max: 4_000 }));
    expect(refused.details).toEqual({ data: "has more than 30 combining marks in a row, which no text may have" });
    expect(cpuMs() - startedAt).toBeLessThan(1_000);
  });

  test("but not the most that one character is written with, nor thirty marks", () => {
    const decomposed = "\u1f82".normalize("NFD");
    expect(decomposed).toHaveLength(4);
    expect(checkedText("query", decomposed.repeat(5), rule)).toBe("\u1f82".repeat(5));
    const marked = `a${"\u0323".repeat(30)}`;
    expect(checkedText("query", marked, { min: 1, max: 50 })).toBe(marked.normalize("NFC"));
  });
});

describe("signature", () => {
  test.each(["a", "travel-v1", "A.b_c-9", "0", "x".repeat(128)])("%p is one", (signature) => {
    expect(checkedSignature("signature", signature)).toBe(signature);
  });

  test("what the rule allows is taken as it is, and one character outside it is refused", () => {
    const inner = fc.constantFrom(..."ABCXYZabcxyz0189._-");
    const first = fc.constantFrom(..."ABCXYZabcxyz0189");
    const signature = fc.tuple(first, fc.array(inner, { maxLength: 127 })).map(([head, tail]) => head + tail.join(""));
    const foreign = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 1 })
      .filter((text) => !/^[\w.-]$/.test(text));
    fc.assert(
      fc.property(signature, foreign, fc.nat(), (good, wrong, place) => {
        expect(checkedSignature("signature", good)).toBe(good);
        const at = place % (good.length + 1);
        const bad = good.slice(0, at) + wrong + good.slice(at);
        expect(thrownBy(() => checkedSignature("signature", bad)).code).toBe("validation_error");
      }),
    );
  });

  test.each(["", "-a", ".a", "a b", "a/b", "é", "x".repeat(129), "a\n"])("%p is none", (signature) => {
    expect(thrownBy(() => checkedSignature("signature", signature)).code).toBe("validation_error");
  });
});

function thrownBy(action: () => unknown): AppError {
  try {
    action();
  } catch (failure) {
    if (failure instanceof AppError) return failure;
    throw failure;
  }
  throw new Error("nothing was thrown");
}
