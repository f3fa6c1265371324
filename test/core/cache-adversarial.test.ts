/**
 * Pairs of sentences that differ by one small thing and mean something else, by the real embeddings, in which nearly all
 * of them are neighbours. The first one's call is known; whoever asks the second must never be given it.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { openRealModels } from "../models/real-weights.ts";
import { annotated } from "./cache-adversarial/notation.ts";
import { PAIRS } from "./cache-adversarial/pairs.ts";
import { SAME_MEANING } from "./cache-adversarial/same-meaning.ts";
import { dot } from "./cache-adversarial/served-calls.ts";
import { Misled, reversed, wrongAnswer } from "./cache-adversarial/wrong-answers.ts";

const misled = new Misled((await openRealModels()).embedder);

beforeAll(async () => {
  await misled.embed(PAIRS.flatMap(({ known, asked }) => [known.text, asked.text]));
}, 60_000);

describe("one small difference", () => {
  test("is what more than three hundred pairs have, and a plain cosine cache sees few of them", async () => {
    const texts = new Set(PAIRS.map(({ known, asked }) => `${known.text}\n${asked.text}`));
    expect(texts.size).toBe(PAIRS.length);
    expect(PAIRS.length).toBeGreaterThan(300);
    const firsts = await misled.embed(PAIRS.map(({ known }) => known.text));
    const seconds = await misled.embed(PAIRS.map(({ asked }) => asked.text));
    const near = PAIRS.filter((_, at) => {
      const [one, other] = [firsts[at], seconds[at]];
      return one && other && dot(one, other) >= 0.8;
    });
    expect(near.length / PAIRS.length).toBeGreaterThan(0.85);
  });

  const differences = Object.entries(Object.groupBy(PAIRS, ({ about }) => about));
  test.each(differences)(
    "%s: no wrong hit",
    async (_, pairs = []) => {
      expect(await misled.wrongAnswers(pairs)).toEqual([]);
    },
    60_000,
  );

  test.each(differences)(
    "%s, the other way round: no wrong hit",
    async (_, pairs = []) => {
      expect(await misled.wrongAnswers(reversed(pairs))).toEqual([]);
    },
    60_000,
  );

  test("with all first sentences known at once: no wrong hit", async () => {
    const calls = await misled.someKnown();
    for (const { tool, known } of PAIRS) await calls.learn(tool, known);
    const wrong: string[] = [];
    for (const { tool, asked } of PAIRS) wrong.push(...(await wrongAnswer(calls, tool, asked)));
    expect(wrong).toEqual([]);
  }, 60_000);
});

describe("no difference", () => {
  const pairs = SAME_MEANING.map(([tool, known, asked]) => ({
    tool,
    known: annotated(known),
    asked: annotated(asked),
  }));

  test("is answered: who refuses everything is never wrong", async () => {
    expect(await misled.wrongAnswers(pairs)).toEqual([]);
    const calls = await misled.someKnown();
    for (const { tool, known } of pairs) await calls.learn(tool, known);
    const answers = await Promise.all(pairs.map(({ asked }) => calls.answer(asked.text)));
    expect(answers.filter((answer) => answer !== null).length).toBeGreaterThan(pairs.length / 2);
  }, 60_000);
});
