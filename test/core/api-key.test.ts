import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hashOf, newApiKey, parseApiKey, sameHash } from "#core/access/api-key.ts";

describe("an API key", () => {
  test("is read back as it was made, and its secret has the stored hash", () => {
    for (let round = 0; round < 50; round += 1) {
      const made = newApiKey();
      expect(made.text).toMatch(/^dgm_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
      const parsed = parseApiKey(made.text);
      expect(parsed?.id).toBe(made.id);
      expect(hashOf(parsed?.secret ?? "")).toBe(made.secretHash);
    }
  });

  test("with any one character changed is none", () => {
    const { text } = newApiKey();
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(..."0Aaz_"), (position, character) => {
        fc.pre(text[position] !== character);
        expect(parseApiKey(text.slice(0, position) + character + text.slice(position + 1))).toBeNull();
      }),
    );
  });

  test.each(["", "dgm_", "dgm_x_y"])("%p is none", (text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  test("with anything before or after it is none", () => {
    const { text } = newApiKey();
    for (const wrong of [`${text}0`, ` ${text}`, `${text}\n`]) expect(parseApiKey(wrong)).toBeNull();
  });

  test("hashes are compared whole", () => {
    expect(sameHash(hashOf("a"), hashOf("a"))).toBe(true);
    expect(sameHash(hashOf("a"), hashOf("b"))).toBe(false);
  });
});
