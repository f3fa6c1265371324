/** Evidence is worth something only when the client can slice its own text by it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { evidenceOf } from "#core/answering/evidence.ts";
import { evidenceAsSent, evidenceMoved } from "#core/answering/evidence-offsets.ts";
import type { JsonValue } from "#core/json.ts";
import { inUtc } from "#core/local-time.ts";
import { checkedText } from "#core/text.ts";

const NOW = inUtc(Date.parse("2026-11-18T10:00:00Z"));
const RULE = { min: 0, max: 10_000 };

/** The evidence of one value, as a client that sent this text gets it. */
function evidenceIn(sent: string, value: JsonValue) {
  const query = checkedText("query", sent, RULE);
  const sources = { query, context: null, history: [], answered: [], memories: [], spans: {}, now: NOW };
  const found = evidenceOf({ value }, {}, [], sources);
  return evidenceAsSent(found, { query: sent }, { query, context: null }).value;
}

const slice = (text: string, { start, end }: { start?: number; end?: number } = {}) =>
  [...text].slice(start, end).join("");
const checked = (text: string) => checkedText("query", text, RULE);

describe("offsets are code points of the text as it was sent", () => {
  test.each([
    ["leading white space", "  \t Rome", "Rome"],
    ["CR LF", "line one\r\nline two\r\nRome", "Rome"],
    ["CR LF inside of the value", "to New\r\nYork now", "New York"],
    ["characters outside the basic plane", "🍕🍝 in 𝕽ome 🎉", "𝕽ome"],
    ["an emoji of several", "👩‍👩‍👧 and 👍🏽 in Rome", "Rome"],
    ["decomposed letters before it", "Zu\u0308rich, Mu\u0308nchen, Rome", "Rome"],
    ["decomposed letters in it", "to Zu\u0308rich now", "Zürich"],
    ["a composed value that is proposed decomposed", "to Zürich now", "Zu\u0308rich"],
    ["jamo", "\u1112\u1161\u11ab\u1100\u116e\u11a8 Rome", "Rome"],
    ["right to left", "מזג האוויר ברומא Rome", "Rome"],
  ])("%s", (_, sent, value) => {
    const source = evidenceIn(sent, value);
    expect(source?.kind).toBe("query");
    expect(checked(slice(sent, source)).replace(/\s+/g, " ")).toBe(value.normalize("NFC"));
  });
});

/** Letters of many scripts with marks on them, composed or not, and what stands outside the basic plane. */
const letter = fc.constantFrom(
  ..."aZ9äßñ中あ한𝕽𐐷",
  "e\u0301",
  "u\u0308",
  "x\u0302",
  "q\u0323\u0307",
  "\u1112\u1161\u11ab",
);
const filler = fc.constantFrom(..."bcd", "🍕", "👩‍👩‍👧", "👍🏽", "e\u0301", "o\u0302\u0323", "🇮🇹", "ö");
const gap = fc.constantFrom(" ", "  ", "\n", "\r\n", "\r", "\t", "\u00a0", " \r\n ");
const word = fc.array(filler, { minLength: 1, maxLength: 6 }).map((letters) => letters.join(""));
const value = fc.array(letter, { minLength: 2, maxLength: 8 }).map((letters) => `V${letters.join("")}`);
const words = fc.array(fc.tuple(word, gap), { maxLength: 6 }).map((parts) => parts.flat().join(""));

describe("whatever the text", () => {
  test("slicing it by the offsets gives back the value", () => {
    fc.assert(
      fc.property(words, value, gap, words, fc.constantFrom("NFC", "NFD"), (before, planted, apart, after, form) => {
        const sent = before + planted.normalize(form) + apart + after;
        const source = evidenceIn(sent, planted);
        expect(source?.kind).toBe("query");
        expect(slice(sent, source).normalize("NFC").toLowerCase()).toBe(planted.normalize("NFC").toLowerCase());
      }),
      { numRuns: 300 },
    );
  });

  test("offsets lie inside of it, and nothing is claimed for what is nowhere", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.string({ unit: "grapheme" }), (text, other) => {
        const sent = text.replace(/[\p{Cc}\p{Cs}]/gu, " ");
        for (const proposed of [other, [other, 7], { a: other }]) {
          const { start = 0, end = 1, kind } = evidenceIn(sent, proposed) ?? {};
          if (kind === "inferred") continue;
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual([...sent].length);
        }
        expect(evidenceIn(sent, `${sent.slice(0, 20)}Nowhere`)).toEqual({ kind: "inferred" });
      }),
      { numRuns: 300 },
    );
  });

  test("evidence moves with its words to another layout of white space", () => {
    const spaced = fc.array(fc.tuple(word, gap, gap), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(spaced, fc.nat(), gap, (parts, chosen, lead) => {
        const from = parts
          .map(([text, space]) => text + space)
          .join("")
          .normalize("NFC");
        const to = (lead + parts.map(([text, , space]) => text + space).join("")).normalize("NFC");
        const all = [...from.matchAll(/\S+/gu)];
        const source = all[chosen % all.length] as RegExpExecArray;
        const evidence = { it: { kind: "query", start: source.index, end: source.index + source[0].length } } as const;
        const { start, end } = evidenceMoved(evidence, from, to).it ?? {};
        expect(to.slice(start, end)).toBe(source[0]);
      }),
      { numRuns: 200 },
    );
  });
});

test("no offset is given where the checked text is not the one that was sent", () => {
  const evidence = { city: { kind: "query", start: 3, end: 7 } } as const;
  const moved = evidenceAsSent(evidence, { query: "in Rome" }, { query: "something else", context: null });
  expect(moved).toEqual({ city: { kind: "query" } });
});

test("evidence in the context counts in the context as it was sent", () => {
  const evidence = { city: { kind: "context", start: 3, end: 7 } } as const;
  const sent = { query: "q", context: "🍕\r\nRome" };
  const { city } = evidenceAsSent(evidence, sent, { query: "q", context: "🍕\nRome" });
  expect(city).toEqual({ kind: "context", start: 3, end: 7 });
});
