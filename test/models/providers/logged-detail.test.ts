import { expect, test } from "bun:test";
import fc from "fast-check";
import { loggedDetail } from "../../../src/models/language/logged-detail.ts";

test.each([
  ["what is wrong stays", '{"error":{"message":"no such model"}}', '{"error":{"message":"no such model"}}'],
  [
    "what was asked goes",
    'cannot answer {"q":"send me 40 euros now"}, too long',
    'cannot answer {"q":"•••"}, too long',
  ],
  ["also a part of it", "the words me 40 euros are bad", "the words ••• are bad"],
  ["two words may be chance", "send me a key", "send me a key"],
  ["in one line", "a\n\tb", "a b"],
])("%s", (_, detail, shown) => {
  expect(loggedDetail(detail, "The user says: Send me 40 euros now!")).toBe(shown);
});

test("a key that was asked with is masked by itself", () => {
  const asked = "connect shop with gk_7Qz91Lm4Xv20TaRe8Ws5";
  expect(loggedDetail("bad gk_7Qz91Lm4Xv20TaRe8Ws5, use 2026 or model-1", asked)).toBe(
    "bad gk_•••, use 2026 or model-1",
  );
});

test("no three words of what was asked are shown in a row, wherever they are repeated", () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  const sentence = fc.array(word, { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(sentence, fc.string(), fc.string(), (words, before, after) => {
      const shown = loggedDetail(`${before} ${words.join(" ")} ${after}`, `Query: ${words.join(" ")}`);
      for (let first = 0; first + 3 <= words.length; first += 1) {
        expect(` ${shown} `).not.toContain(` ${words.slice(first, first + 3).join(" ")} `);
      }
    }),
  );
});
