/** What known labels say about texts that were never classified. */
import { describe, expect, test } from "bun:test";
import { KnownLabels } from "#core/semantic-cache/labels/known-labels.ts";
import { isCommonWord } from "#models/embedded/vocabulary.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { FakeEmbedder } from "../../fakes.ts";

const embedder = new FakeEmbedder();

async function vectorOf(text: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([text]);
  if (!vector) throw new Error("no vector");
  return vector;
}

async function knowing(texts: readonly (readonly [text: string, position: number | null])[]) {
  const index = new ExactIndex(embedder.dimensions);
  const labels = new KnownLabels({
    isWord: isCommonWord,
    findNearest: (vector, count) => index.nearest(vector, count),
  });
  for (const [id, [text, position]] of texts.entries()) {
    const vector = await vectorOf(text);
    labels.add({ id, text, vector, answeredAt: 0, class: position });
    index.add(id, vector);
  }
  const ask = async (text: string) => labels.consider(text, await vectorOf(text));
  return { labels, index, ask };
}

const CARDS = [
  ["my card was stolen yesterday", 0],
  ["somebody has stolen my card", 0],
  ["when will my new card arrive", 1],
  ["how long until my card arrives", 1],
  ["what is the meaning of life", null],
] as const;

test("a text gets the label of those that say the same", async () => {
  const { ask } = await knowing(CARDS);
  const { best, nearest } = await ask("somebody stolen my card");
  expect(best).toMatchObject({ path: "label", class: 0, id: 1, call: null, spans: {}, unseenValues: [] });
  expect(best?.leftoverWords).toEqual(["has"]);
  expect(nearest?.id).toBe(1);
});

test("it is surer without a rival than with one", async () => {
  const alone = await knowing(CARDS.slice(0, 2));
  const beside = await knowing([...CARDS.slice(0, 2), ["somebody has found my card", 1]]);
  const asked = "somebody has my card";
  const score = async ({ ask }: typeof alone) => (await ask(asked)).best?.score ?? 0;
  expect(await score(beside)).toBeLessThan(await score(alone));
});

describe("never proposed", () => {
  test.each([
    ["a negation more", "my card is working", "my card is not working"],
    ["a negation less", "I have not received my card", "I have received my card"],
    ["an undoing verb", "order a new card", "cancel a new card"],
    ["opposites", "enable card payments", "disable card payments"],
    ["another number", "my limit is 100 euros", "my limit is 200 euros"],
    ["letters that look alike", "my card was stolen", "my саrd was stolen"],
    ["another language", "my card was stolen", "meine card was nicht stolen und das ist"],
  ])("%s", async (_, known, asked) => {
    const { ask } = await knowing([[known, 0]]);
    expect((await ask(asked)).best).toBeNull();
  });

  test("the label none", async () => {
    const { ask } = await knowing([["what is the meaning of life", null]]);
    expect((await ask("what is the meaning of my life")).best).toBeNull();
  });
});

test("what is removed is not proposed, and its words count no more", async () => {
  const { labels, index, ask } = await knowing(CARDS);
  const before = await knowing(CARDS.slice(1));
  labels.remove(0);
  labels.remove(0);
  index.remove(0);
  const asked = "somebody has stolen my cards";
  const [one, other] = [await ask(asked), await before.ask(asked)];
  expect(one.best?.score).toBe(other.best?.score);
  expect(labels.size).toBe(CARDS.length - 1);
  expect(labels.bytes).toBe(before.labels.bytes);
});
