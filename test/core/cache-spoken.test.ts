/**
 * What is said in other languages, and what differs from it by one small thing: the same with a negation, the opposite, other roles,
 * another number. The first one's call is known; whoever asks the second must never be given it, whatever the detector of languages
 * makes of either. All sentences are as near to each other as can be, so that it is the rules that refuse.
 */
import { describe, expect, test } from "bun:test";
import { SPOKEN_PAIRS } from "./cache-adversarial/spoken-pairs.ts";
import { Misled, reversed, wrongAnswer } from "./cache-adversarial/wrong-answers.ts";

const ALIKE = new Float32Array([1]);
const misled = new Misled({ embed: async (texts) => texts.map(() => ALIKE) });
/** Thousands of questions, each a fraction of a millisecond. */
const TEST_MS_MAX = 60_000;

describe("one small difference in another language", () => {
  const languages = Object.entries(Object.groupBy(SPOKEN_PAIRS, ({ about }) => about));

  test("is what two hundred pairs of each have", () => {
    const counts = languages.map(([language, pairs = []]) => [language, pairs.length]);
    expect(Object.fromEntries(counts)).toEqual({ de: 200, fr: 200, es: 200, it: 200, nl: 200 });
    const texts = new Set(SPOKEN_PAIRS.map(({ about, known, asked }) => `${about}\n${known.text}\n${asked.text}`));
    expect(texts.size).toBe(SPOKEN_PAIRS.length);
  });

  test.each(languages)(
    "%s: no wrong hit",
    async (_, pairs = []) => {
      expect(await misled.wrongAnswers(pairs)).toEqual([]);
      expect(await misled.wrongAnswers(reversed(pairs))).toEqual([]);
    },
    TEST_MS_MAX,
  );

  test.each(languages)(
    "%s, with all that is known first at once: no wrong hit",
    async (_, pairs = []) => {
      const calls = await misled.someKnown();
      for (const { tool, known } of pairs) await calls.learn(tool, known);
      const wrong: string[] = [];
      for (const { tool, asked } of pairs) wrong.push(...(await wrongAnswer(calls, tool, asked)));
      expect(wrong).toEqual([]);
    },
    TEST_MS_MAX,
  );

  test("in English is answered where nothing differs: sentences that are as near get the known answer", async () => {
    const calls = await misled.someKnown();
    expect(await calls.answer("Send 35 euros to Lena")).toMatchObject({ tool: "transfer_money" });
  });
});
