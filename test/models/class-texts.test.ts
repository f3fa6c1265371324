import { describe, expect, test } from "bun:test";
import type { Class } from "#core/classification-set.ts";
import type { ClassifyRequest } from "#core/ports/models.ts";
import type { AppId } from "#core/tenant.ts";
import { textsOf, textsOfSet } from "#models/embedded/labels/class-texts.ts";
import { LabelClassifier } from "#models/embedded/labels/classifier.ts";

const classes = (count: number, description?: (at: number) => string): readonly Class[] =>
  Array.from({ length: count }, (_, at) => ({
    label: `card_payment_${at}`,
    ...(description && { description: description(at) }),
  }));
const WORDS = "the customer wants to know why a card payment was declined although there is money in the account ";
const words = (characters: number) => WORDS.repeat(Math.ceil(characters / WORDS.length)).slice(0, characters);

describe("what stands for a class", () => {
  test("is its name, a question for it, and its description, in a set of usual size", () => {
    const [first] = textsOfSet([{ label: "card_arrival", description: "Where the card is" }]);
    expect(first).toEqual([
      "card arrival",
      "tell me about card arrival",
      "card arrival: Where the card is",
      "Where the card is",
    ]);
  });

  test.each([
    ["77 with a line each", classes(77, () => words(75))],
    ["150 names", classes(150)],
    ["5 of the longest", classes(5, () => words(2_048))],
  ])("is all of it for %s", (_, set) => {
    expect(textsOfSet(set)).toEqual(set.map(textsOf));
  });

  test.each([
    ["500 of the longest descriptions", classes(500, () => words(2_040))],
    ["500 of signs", classes(500, () => "東京都".repeat(680))],
    ["500 of letters that are no words", classes(500, () => "xqzj".repeat(510))],
    ["500 of single letters", classes(500, () => "x ".repeat(1_020))],
    ["500 of the longest names", classes(500).map(({ label }) => ({ label: `${label} ${words(100)}` }))],
  ])("is one short text for each of %s", (_, set) => {
    const texts = textsOfSet(set);
    expect(texts.map(({ length }) => length)).toEqual(set.map(() => 1));
    expect(Math.max(...texts.flat().map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(texts.flat().every((text) => text.length > 0)).toBe(true);
  });

  test.each([30, 60, 120, 250, 500])(
    "costs less than three seconds of work in a set of %d, however long they are",
    (count) => {
      // Measured, in milliseconds of both networks: what a pass takes at least, for each token, and for each two.
      const passMs = (tokens: number) => 3.2 + 0.46 * tokens + 0.00029 * tokens ** 2;
      for (const text of ["card ", "the customer wants money back, ", "x "]) {
        const texts = textsOfSet(classes(count, () => text.repeat(2_040 / text.length))).flat();
        const ms = texts.map((each) => passMs(Math.min(254, each.match(/\w+|[^\w\s]/g)?.length ?? 0)));
        expect(ms.reduce((sum, each) => sum + each, 0)).toBeLessThan(2_500);
      }
    },
  );

  test("has as much of the description as fits", () => {
    const [[text = ""] = []] = textsOfSet(classes(100, () => words(2_040)));
    expect(text).toStartWith("card payment 0: the customer wants");
    expect(text.length).toBeGreaterThan(200);
  });
});

/** Rejects nothing, makes a vector of a text's length, and waits where it is told to. */
function embedderWith(gate: (texts: readonly string[]) => Promise<void>) {
  return {
    id: "test",
    dimensions: 2,
    embed: async (texts: readonly string[]) => {
      await gate(texts);
      return texts.map((text) => Float32Array.of(1, text.length / 1_000));
    },
  };
}

const asking = (set: readonly Class[]): ClassifyRequest => ({
  text: "a text",
  classes: set,
  extraction: false,
  allowNone: false,
  findSimilar: async () => [],
  app: "app_one" as AppId,
});

test("vectors that were known when a request began are there when it ends, whatever others did meanwhile", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const classifier = new LabelClassifier(
    embedderWith((texts) => (texts.includes("slow") ? promise : Promise.resolve())),
  );
  const { signal } = new AbortController();
  await classifier.classify(asking([{ label: "known" }, { label: "other" }]), signal);
  const waiting = classifier.classify(asking([{ label: "known" }, { label: "slow" }]), signal);
  // More than are remembered, in sets of as many as one may have.
  for (let set = 0; set < 9; set += 1)
    await classifier.classify(asking(Array.from({ length: 500 }, (_, at) => ({ label: `${set} of ${at}` }))), signal);
  resolve();
  expect(await waiting).toHaveLength(1);
});

test("a long part is read with its neighbours no further than 400 characters", async () => {
  const read: string[] = [];
  const classifier = new LabelClassifier(embedderWith(async (texts) => void read.push(...texts)));
  const text = Array.from({ length: 20 }, (_, at) => `please send parcel ${at} back to me today.`).join(" ");
  const set = { ...asking([{ label: "known" }, { label: "other" }]), text, extraction: true };
  const labels = await classifier.classify(set, new AbortController().signal);
  expect(labels.map(({ span }) => text.slice(span.start, span.end)).join(" ")).toBe(text.slice(0, -1));
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter(({ length }) => length > 400)).toEqual([]);
});

test("classes that were read before a request was given up are not read again", async () => {
  let left = 100;
  const read: string[] = [];
  const classifier = new LabelClassifier(
    embedderWith(async (texts) => {
      left -= texts.length;
      if (left < 0) throw new Error("too much work");
      read.push(...texts);
    }),
  );
  const set = asking(Array.from({ length: 500 }, (_, at) => ({ label: `class ${at}` })));
  const { signal } = new AbortController();
  await expect(classifier.classify(set, signal)).rejects.toThrow("too much work");
  expect(read).toHaveLength(64);
  left = 10_000;
  await classifier.classify(set, signal);
  expect(new Set(read).size).toBe(read.length);
});

test("a signal reaches the embedder", async () => {
  const seen: (AbortSignal | undefined)[] = [];
  const embed = async (texts: readonly string[], _priority?: string, _app?: string, signal?: AbortSignal) => {
    seen.push(signal);
    return texts.map(() => Float32Array.of(1, 0));
  };
  const { signal } = new AbortController();
  await new LabelClassifier({ id: "test", dimensions: 2, embed }).classify(asking(classes(3)), signal);
  expect(new Set(seen)).toEqual(new Set([signal]));
});
