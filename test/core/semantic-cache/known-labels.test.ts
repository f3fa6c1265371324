/** What known labels say about texts that were never classified. */
import { describe, expect, test } from "bun:test";
import { KnownLabels } from "#core/semantic-cache/labels/known-labels.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
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

describe("a long text told again", () => {
  const METHOD = "the filter method of a table selects the records that match a mask and drops all the others";
  const TWIN = "the filter function of a table selects the records that match a mask and drops all the others";
  const AGAIN = "the filter method of the table is used for selecting records that match a mask and drops all others";
  const score = async (known: Parameters<typeof knowing>[0]) => {
    const { best } = await (await knowing(known)).ask(AGAIN);
    return { class: best?.class, score: best?.score ?? 0 };
  };

  test("has the label of the one example that there is", async () => {
    const { class: position, score: found } = await score([[METHOD, 0], ...CARDS]);
    expect(position).toBe(0);
    expect(found).toBeGreaterThan(0.98);
  });

  const FOOD =
    "the food at this place was good and the staff were friendly so we will come back next summer with all of us";
  const PLAN = "please activate the larger plan for my account as I want to use the export with all of my colleagues";
  test.each([
    ["a negation", FOOD, FOOD.replace("was good", "was not good")],
    [
      "a negation more",
      FOOD.replace("was good", "was not bad"),
      FOOD.replace("was good", "was not bad").replace("were friendly", "were not friendly"),
    ],
    ["another judgement", FOOD, FOOD.replace("good", "awful")],
    ["a judgement turned by its beginning", FOOD, FOOD.replace("friendly", "unfriendly")],
    ["an undoing verb", PLAN, PLAN.replace("activate", "cancel")],
    ["an opposite wish", PLAN, PLAN.replace("activate", "deactivate")],
  ])("has not the label of one that differs by %s", async (_, known, asked) => {
    const { ask } = await knowing([[known, 0], ...CARDS]);
    expect((await ask(asked)).best?.class ?? null).not.toBe(0);
  });

  test("with the little words of an answer in front, says the same", async () => {
    const { ask } = await knowing([["no, the page about uploads of large files is not there in the last version", 0]]);
    expect((await ask("the page about uploads of large files is not there in the last version")).best?.class).toBe(0);
  });

  test("is unsure where nearly the same text has another label", async () => {
    const alone = await score([[METHOD, 0], ...CARDS]);
    const beside = await score([[METHOD, 0], [TWIN, 1], ...CARDS]);
    expect(beside.score).toBeLessThan(alone.score);
    expect(beside.score).toBeLessThan(0.98);
  });
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
