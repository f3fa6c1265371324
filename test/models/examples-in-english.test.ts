/** Examples in another language: which of them are near to a request, as its gloss is read. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { SimilarExample } from "#core/ports/models.ts";
import { ExamplesInEnglish } from "#models/embedded/glossing/examples-in-english.ts";
import { glossOf } from "#models/embedded/glossing/gloss.ts";
import { letterLikeness } from "#models/embedded/glossing/letter-likeness.ts";
import { NO_SET, WeighedWords } from "#models/embedded/glossing/set-words.ts";

const never = new AbortController().signal;

/** One dimension for each English word that it knows: glosses that share words are near, and sentences in Dutch are at right angles to them. */
class WordEmbedder {
  readonly read: string[] = [];
  readonly #words = "turn on off light heating set alarm".split(" ");

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    this.read.push(...texts);
    return texts.map((text) => {
      const said = new Set(text.toLowerCase().split(" "));
      const vector = Float32Array.from([...this.#words.map((word) => Number(said.has(word))), 0.1]);
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    });
  }
}

const EXAMPLES: readonly SimilarExample[] = [
  { text: "zet de verwarming aan", of: 0, similarity: 0.9 },
  { text: "doe het licht uit", of: 1, similarity: 0.8 },
  { text: "Turn off the light", of: 2, similarity: 0.2 },
];

describe("examples near to a request in Dutch", () => {
  const said = "kun je het licht uitdoen";
  const asked = { said, language: "nl", words: NO_SET, app: undefined };
  const gloss = glossOf(said, "nl", NO_SET).text;
  const found = async () => EXAMPLES;

  test("are those whose gloss is near, whatever their Dutch is near to", async () => {
    const finding = new ExamplesInEnglish(new WordEmbedder()).finding(found, asked);
    const near = await finding(gloss, 3, never);
    expect(near.map(({ of }) => of)).toEqual([1, 2, 0]);
    expect(near.find(({ of }) => of === 1)?.text).toBe("turn off the light");
  });

  test("are as near as their glosses, whatever other letters they have", async () => {
    const finding = new ExamplesInEnglish(new WordEmbedder()).finding(found, asked);
    const near = await finding(gloss, 3, never);
    expect(near.find(({ of }) => of === 1)?.similarity).toBeCloseTo(1, 5);
  });

  test("are no surer than the very same words", async () => {
    const finding = new ExamplesInEnglish(new WordEmbedder()).finding(found, { ...asked, said: "doe het licht uit" });
    const [first] = await finding("turn off the light", 1, never);
    expect(first?.similarity).toBeCloseTo(1, 5);
  });

  test("are read by the embedder once for each set", async () => {
    const embedder = new WordEmbedder();
    const examples = new ExamplesInEnglish(embedder);
    await examples.finding(found, asked)(gloss, 3, never);
    const once = embedder.read.length;
    await examples.finding(found, asked)(gloss, 3, never);
    expect(embedder.read.slice(once)).toEqual([gloss]);
    const words = new WeighedWords([{ text: "light", weight: 3 }]);
    await examples.finding(found, { ...asked, words })(gloss, 3, never);
    expect(embedder.read.slice(once + 1)).toHaveLength(1 + EXAMPLES.length);
  });

  test("let others pass while they are glossed, and are given up when nobody waits any more", async () => {
    const many = Array.from({ length: 40 }, (_, at) => ({ text: `doe licht ${at} uit`, of: at, similarity: 0.5 }));
    const finding = (embedder: WordEmbedder) => new ExamplesInEnglish(embedder).finding(async () => many, asked);
    const caller = new AbortController();
    const embedder = new WordEmbedder();
    const given = finding(embedder)(gloss, 3, caller.signal).catch((failure: unknown) => failure);
    setImmediate(() => setImmediate(() => caller.abort(new Error("gone"))));
    expect(await given).toEqual(new Error("gone"));
    expect(embedder.read).toEqual([]);
    let others = 0;
    const other = () => {
      others += 1;
      if (!isDone) setImmediate(other);
    };
    let isDone = false;
    setImmediate(other);
    await finding(new WordEmbedder())(gloss, 3, never);
    isDone = true;
    expect(others).toBeGreaterThanOrEqual(many.length);
  });

  test("are none where there are none", async () => {
    const embedder = new WordEmbedder();
    const finding = new ExamplesInEnglish(embedder).finding(async () => [], asked);
    expect(await finding(gloss, 3, never)).toEqual([]);
    expect(embedder.read).toEqual([]);
  });
});

describe("letters of two texts", () => {
  test("are most alike in the same words, whatever their accents", () => {
    const [same = 0, near = 0, other = 0] = letterLikeness("Réserve une table", [
      "reserve une table",
      "réserver deux tables",
      "il pleut",
    ]);
    expect(same).toBeCloseTo(1, 5);
    expect(near).toBeGreaterThan(other);
  });

  test("count from 0 to 1 in any text", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 5 }), (text, others) => {
        const found = letterLikeness(text, others);
        expect(found).toHaveLength(others.length);
        for (const likeness of found) {
          expect(likeness).toBeGreaterThanOrEqual(0);
          expect(likeness).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });
});
