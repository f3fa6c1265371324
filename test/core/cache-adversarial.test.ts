/**
 * Pairs of sentences that differ by one small thing and mean something else, by the real embeddings, in which nearly all
 * of them are neighbours. The first one's call is known; whoever asks the second must never be given it.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { openRealModels } from "../models/real-weights.ts";
import { type Annotated, annotated } from "./cache-adversarial/notation.ts";
import { PAIRS, type Pair } from "./cache-adversarial/pairs.ts";
import { SAME_MEANING } from "./cache-adversarial/same-meaning.ts";
import { dot, ServedCalls } from "./cache-adversarial/served-calls.ts";
import { TOOLS } from "./cache-adversarial/tools.ts";

const vectors = new Map<string, Float32Array>();
const models = await openRealModels();

async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
  const fresh = [...new Set(texts)].filter((text) => !vectors.has(text));
  const made = fresh.length === 0 ? [] : await models.embedder.embed(fresh);
  for (const [index, text] of fresh.entries()) vectors.set(text, made[index] as Float32Array);
  return texts.map((text) => vectors.get(text) as Float32Array);
}

beforeAll(async () => {
  await embed(PAIRS.flatMap(({ known, asked }) => [known.text, asked.text]));
}, 60_000);

/** Knows the few sentences of each tool that are always known. */
async function someKnown(): Promise<ServedCalls> {
  const calls = new ServedCalls(embed);
  for (const { name, known } of TOOLS) for (const line of known) await calls.learn(name, annotated(line));
  return calls;
}

/** Each pair's second sentence, asked where beside those only its first one is known. */
async function wrongAnswers(pairs: readonly Omit<Pair, "about">[]): Promise<readonly string[]> {
  const calls = await someKnown();
  const wrong: string[] = [];
  for (const { tool, known, asked } of pairs) {
    const id = await calls.learn(tool, known);
    wrong.push(...(await wrongAnswer(calls, tool, asked)));
    calls.forget(id);
  }
  return wrong;
}

/** None when nothing was answered, or what was is right. */
async function wrongAnswer(
  calls: ServedCalls,
  tool: string,
  { text, parameters }: Annotated,
): Promise<readonly string[]> {
  const answer = await calls.answer(text);
  if (answer === null) return [];
  const { path, score, ...given } = answer;
  if (parameters !== null && Bun.deepEquals(given, { tool, parameters })) return [];
  return [`${text}: ${path} ${score.toFixed(3)} ${JSON.stringify(given)}`];
}

describe("one small difference", () => {
  test("is what more than three hundred pairs have, and a plain cosine cache sees few of them", () => {
    const texts = new Set(PAIRS.map(({ known, asked }) => `${known.text}\n${asked.text}`));
    expect(texts.size).toBe(PAIRS.length);
    expect(PAIRS.length).toBeGreaterThan(300);
    const near = PAIRS.filter(({ known, asked }) => {
      const [one, other] = [vectors.get(known.text), vectors.get(asked.text)];
      return one && other && dot(one, other) >= 0.8;
    });
    expect(near.length / PAIRS.length).toBeGreaterThan(0.85);
  });

  const differences = Object.entries(Object.groupBy(PAIRS, ({ about }) => about));
  test.each(differences)(
    "%s: no wrong hit",
    async (_, pairs = []) => {
      expect(await wrongAnswers(pairs)).toEqual([]);
    },
    60_000,
  );

  test.each(differences)(
    "%s, the other way round: no wrong hit",
    async (_, pairs = []) => {
      const reversed = pairs.map(({ tool, known, asked }) => ({ tool, known: asked, asked: known }));
      expect(await wrongAnswers(reversed)).toEqual([]);
    },
    60_000,
  );

  test("with all first sentences known at once: no wrong hit", async () => {
    const calls = await someKnown();
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
    expect(await wrongAnswers(pairs)).toEqual([]);
    const calls = await someKnown();
    for (const { tool, known } of pairs) await calls.learn(tool, known);
    const answers = await Promise.all(pairs.map(({ asked }) => calls.answer(asked.text)));
    expect(answers.filter((answer) => answer !== null).length).toBeGreaterThan(pairs.length / 2);
  }, 60_000);
});
