/** What is learned from examples, on made-up embeddings whose truth is known; `embedded.test.ts` has the real ones. */
import { describe, expect, test } from "bun:test";
import { type Lesson, learn } from "#models/embedded/labels/class-training.ts";
import { fitWeights, yesOrNo } from "#models/embedded/labels/evidence-weights.ts";
import { LabelWords } from "#models/embedded/labels/label-words.ts";
import { learnedAsBytes } from "#models/embedded/labels/learned-bytes.ts";
import { LearnedLabels } from "#models/embedded/labels/learned-labels.ts";
import { fitLinear, type LinearModel, logitsOf, softmaxInPlace } from "#models/embedded/labels/linear-model.ts";
import { WordSketch } from "#models/embedded/labels/word-sketch.ts";

const DIMENSIONS = 32;

function finished<Result>(steps: Generator<void, Result>): { readonly result: Result; readonly steps: number } {
  for (let count = 0; ; count += 1) {
    const step = steps.next();
    if (step.done) return { result: step.value, steps: count };
  }
}

/** The same numbers in every run, about normal, with variance 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => (next() + next() + next() - 1.5) * 2;
}

function unit(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (value) => value / length);
}

/** Classes that lie around centres of their own; `spread` is how far, where 1 makes them hard to tell apart. */
function world(classes: number, spread: number, seed = 7) {
  const random = randomNumbers(seed);
  const centres = Array.from({ length: classes }, () => Array.from({ length: DIMENSIONS }, random));
  let made = 0;
  const textOf = (c: number, by = spread) => {
    made += 1;
    const vector = unit((centres[c] ?? []).map((value) => value + by * 1.6 * random()));
    return { text: `said ${made}`, vector, of: c };
  };
  const textsOf = (c: number, count: number) => Array.from({ length: count }, () => textOf(c));
  const labels = centres.map((_, c) => ({ ...textOf(c, 0.8), text: `label ${c}` }));
  return { labels, textsOf };
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, d) => sum + value * (other[d] ?? 0), 0);
}

type Text = Lesson["examples"][number];

function student(lesson: Lesson) {
  const learned = new LearnedLabels(finished(learn(lesson)).result);
  const part = ({ text, vector }: Pick<Text, "text" | "vector">) => {
    const similar = lesson.examples.map((example) => ({ ...example, similarity: dot(example.vector, vector) }));
    return { text, vector, similar: similar.sort((a, b) => b.similarity - a.similarity).slice(0, 40) };
  };
  const rightOf = (texts: readonly Text[]) =>
    texts.filter((text) => learned.score(part(text)).class === text.of).length / texts.length;
  return { learned, part, rightOf };
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe("the linear model", () => {
  const { textsOf } = world(4, 1.5);
  const taught = range(4).flatMap((c) => textsOf(c, 60).map(({ vector }) => ({ vector, of: [c] })));

  const lossOf = (logits: (vector: Float32Array) => Float32Array) =>
    taught.reduce((sum, { vector, of: [c = 0] }) => {
      const shares = logits(vector).slice();
      softmaxInPlace(shares);
      return sum - Math.log(shares[c] ?? 0);
    }, 0) / taught.length;

  /** Plain gradient descent over all texts at once, for long: slow, and hard to get wrong. */
  function reference(rounds: number): LinearModel {
    const model = { ...finished(fitLinear(taught, { classes: 4, kinship: "one", epochs: 0 })).result };
    for (let round = 0; round < rounds; round += 1) {
      const errors = taught.map(({ vector, of: [right = 0] }) => {
        const shares = logitsOf(model, vector);
        softmaxInPlace(shares);
        return shares.map((share, c) => (share - (c === right ? 1 : 0)) / taught.length);
      });
      for (const c of range(4)) {
        for (const [index, { vector }] of taught.entries()) {
          const error = 2 * (errors[index]?.[c] ?? 0);
          model.biases[c] = (model.biases[c] ?? 0) - error;
          for (const d of range(DIMENSIONS)) {
            const at = c * DIMENSIONS + d;
            model.weights[at] = (model.weights[at] ?? 0) - error * ((vector[d] ?? 0) - (model.mean[d] ?? 0));
          }
        }
      }
    }
    return model;
  }

  test("comes as close to its texts as plain gradient descent does", () => {
    const exact = reference(400);
    const quick = finished(fitLinear(taught, { classes: 4, kinship: "one", epochs: 40 })).result;
    const start = finished(fitLinear(taught, { classes: 4, kinship: "one", epochs: 0 })).result;
    const least = lossOf((vector) => logitsOf(exact, vector));
    expect(lossOf((vector) => logitsOf(start, vector))).toBeGreaterThan(least + 0.05);
    expect(lossOf((vector) => logitsOf(quick, vector))).toBeLessThan(least + 0.03);
  });

  test.each([1, 2, 3, 4])("gives each of %p classes the product of its row and the text", (classes) => {
    const few = taught.map(({ vector, of }) => ({ vector, of: of.map((c) => c % classes) }));
    const model = finished(fitLinear(few, { classes, kinship: "several", epochs: 1 })).result;
    const [{ vector } = { vector: new Float32Array(DIMENSIONS) }] = few;
    const logits = logitsOf(model, vector);
    for (const c of range(classes)) {
      const row = model.weights.subarray(c * DIMENSIONS, (c + 1) * DIMENSIONS);
      const centred = vector.map((value, d) => value - (model.mean[d] ?? 0));
      expect(logits[c]).toBeCloseTo(dot(row, centred) + (model.biases[c] ?? 0), 3);
    }
  });

  test("is the same each time", () => {
    const [one, other] = range(2).map(() => finished(fitLinear(taught, { classes: 4, kinship: "one", epochs: 2 })));
    expect(one?.result.weights).toEqual(other?.result.weights as Float32Array);
  });

  test("lets others have their turn while it is fitted", () => {
    const many = range(200)
      .flatMap(() => taught)
      .slice(0, 5_000);
    expect(finished(fitLinear(many, { classes: 150, kinship: "one", epochs: 1 })).steps).toBeGreaterThan(15);
  });
});

describe("the weights of evidence", () => {
  test("say how often it holds", () => {
    const choices = range(1_000).map((index) => yesOrNo([1], index % 10 < 3));
    const [weight = 0] = finished(fitWeights(choices, { weights: [0], strength: 0.001 })).result;
    expect(1 / (1 + Math.exp(-weight))).toBeCloseTo(0.3, 3);
  });

  test("stay what they were where nothing is known", () => {
    expect(finished(fitWeights([], { weights: [1, 0.5], strength: 2 })).result).toEqual([1, 0.5]);
  });

  test("follow the evidence that decides, not the one that does not", () => {
    const random = randomNumbers(3);
    const choices = range(400).map(() => {
      const evidence = Float32Array.from({ length: 6 }, random);
      const sums = range(3).map((a) => 4 * (evidence[2 * a] ?? 0));
      return { evidence, chosen: sums.indexOf(Math.max(...sums)) };
    });
    const [deciding = 0, idle = 0] = finished(fitWeights(choices, { weights: [1, 1], strength: 1 })).result;
    expect(deciding).toBeGreaterThan(5);
    expect(Math.abs(idle)).toBeLessThan(0.5);
  });
});

describe("a lesson", () => {
  test("tells classes apart, and its confidence says how often", () => {
    const { labels, textsOf } = world(20, 0.9);
    const { learned, part, rightOf } = student({ labels, examples: range(20).flatMap((c) => textsOf(c, 8)) });
    const asked = range(20).flatMap((c) => textsOf(c, 15));
    const confidence = asked.reduce((sum, text) => sum + learned.score(part(text)).confidence, 0) / asked.length;
    expect(rightOf(asked)).toBeGreaterThan(0.7);
    expect(Math.abs(confidence - rightOf(asked))).toBeLessThan(0.1);
  });

  test("knows what belongs to none of its classes", () => {
    const { labels, textsOf } = world(40, 0.5);
    const { learned, part } = student({
      labels: labels.slice(0, 30),
      examples: range(30).flatMap((c) => textsOf(c, 10)),
    });
    const fitting = (texts: readonly Text[]) =>
      texts.filter((text) => learned.score(part(text)).fits >= 0.5).length / texts.length;
    expect(fitting(range(30).flatMap((c) => textsOf(c, 5)))).toBeGreaterThan(0.85);
    expect(fitting(range(10).flatMap((c) => textsOf(30 + c, 15)))).toBeLessThan(0.2);
  });

  test.each([
    { classes: "narrow", spread: 0.6, count: 4, kin: 0.95, strangers: 0.15 },
    { classes: "narrow", spread: 0.6, count: 10, kin: 0.95, strangers: 0.1 },
    { classes: "narrow", spread: 0.6, count: 30, kin: 0.95, strangers: 0.05 },
    { classes: "broad", spread: 1.1, count: 4, kin: 0.6, strangers: 0.2 },
    { classes: "broad", spread: 1.1, count: 10, kin: 0.5, strangers: 0.15 },
    { classes: "broad", spread: 1.1, count: 30, kin: 0.65, strangers: 0.15 },
  ])(
    "of three $classes classes with $count examples each knows their kin, and strangers for what they are",
    ({ spread, count, kin, strangers }) => {
      const { labels, textsOf } = world(6, spread);
      const taught = range(3).flatMap((c) => textsOf(c, count));
      const { learned, part } = student({ labels: labels.slice(0, 3), examples: taught });
      const fitting = (texts: readonly Text[]) =>
        texts.filter((text) => learned.score(part(text)).fits >= 0.5).length / texts.length;
      expect(fitting(range(3).flatMap((c) => textsOf(c, 60)))).toBeGreaterThan(kin);
      expect(fitting(range(3).flatMap((c) => textsOf(3 + c, 60)))).toBeLessThan(strangers);
    },
  );

  test("with many more examples of one class costs the others two points at most", () => {
    const { labels, textsOf } = world(20, 0.9);
    const few = range(20).flatMap((c) => textsOf(c, 5));
    const asked = range(19).flatMap((c) => textsOf(c + 1, 25));
    const before = student({ labels, examples: few }).rightOf(asked);
    const after = student({ labels, examples: [...few, ...textsOf(0, 45)] }).rightOf(asked);
    expect(after).toBeGreaterThan(before - 0.02);
  });

  test("leaves a class without examples to its label", () => {
    const { labels, textsOf } = world(10, 0.6);
    const { rightOf } = student({ labels, examples: range(9).flatMap((c) => textsOf(c, 5)) });
    expect(rightOf(textsOf(9, 20))).toBeGreaterThan(0.6);
  });

  test.each([1, 2, 3])("of a single example each and %p classes is still one", (classes) => {
    const { labels, textsOf } = world(classes, 0.5);
    const { rightOf } = student({ labels, examples: range(classes).flatMap((c) => textsOf(c, 1)) });
    expect(rightOf(range(classes).flatMap((c) => textsOf(c, 10)))).toBeGreaterThan(0.8);
  });

  test("whose examples stand under two classes gives a text both", () => {
    const { labels, textsOf } = world(6, 0.6);
    const both = (one: Text, other: Text, text: string) => ({
      text,
      vector: unit([...one.vector].map((value, d) => value + (other.vector[d] ?? 0))),
    });
    const pairs = range(6).flatMap((a) =>
      range(6)
        .filter((b) => b > a)
        .map((b) => [a, b] as const),
    );
    const make = ([a, b]: readonly [number, number], text: string) =>
      both(textsOf(a, 1)[0] as Text, textsOf(b, 1)[0] as Text, text);
    const examples = range(4).flatMap((round) =>
      pairs.flatMap((pair) => pair.map((of) => ({ ...make(pair, `both ${round} ${pair}`), of }))),
    );
    const { learned, part } = student({ labels, examples });
    expect(learned.allowsSeveral).toBe(true);
    const right = pairs.map((pair) => {
      const named = learned.named(part(make(pair, "asked"))).map((label) => label.class);
      return pair.filter((c) => named.includes(c)).length;
    });
    expect(right.reduce((sum, count) => sum + count, 0) / (2 * pairs.length)).toBeGreaterThan(0.7);
  });
});

describe("what was learned, as bytes", () => {
  const asBytes = learnedAsBytes("made-up");

  test.each(["one", "several"] as const)(
    "says the same of every text on another node: %s class to a text",
    (kinship) => {
      const { labels, textsOf } = world(6, 0.8);
      const examples = range(6).flatMap((c) =>
        textsOf(c, 12).flatMap((text) => (kinship === "one" ? [text] : [text, { ...text, of: (c + 1) % 6 }])),
      );
      const { learned, part } = student({ labels, examples });
      // As a database hands them out: a part of a larger buffer.
      const buffer = Buffer.concat([Buffer.from("before"), asBytes.write(learned), Buffer.from("after")]);
      const read = asBytes.read(buffer.subarray("before".length, -"after".length)) as LearnedLabels;
      expect([read.classes, read.allowsSeveral]).toEqual([6, kinship === "several"]);
      for (const text of range(6).flatMap((c) => textsOf(c, 3))) {
        expect(read.score(part(text))).toEqual(learned.score(part(text)));
        expect(read.named(part(text))).toEqual(learned.named(part(text)));
      }
    },
  );

  test("is none where a part of it is missing, or it is something else", () => {
    const { labels, textsOf } = world(3, 0.8);
    const bytes = asBytes.write(student({ labels, examples: range(3).flatMap((c) => textsOf(c, 4)) }).learned);
    for (const damaged of [
      bytes.slice(0, -4),
      bytes.slice(0, 9),
      new Uint8Array(),
      Uint8Array.of(10),
      Uint8Array.of(123, 125, 10),
    ])
      expect(asBytes.read(damaged)).toBeNull();
    expect(() => asBytes.write({ classes: 3 })).toThrow("only what was learned here");
  });

  test("is of a version, which counts up when classes are learned otherwise", () => {
    const { labels, textsOf } = world(5, 0.8);
    const { model, fitWeights } = finished(learn({ labels, examples: range(5).flatMap((c) => textsOf(c, 20)) })).result;
    const sizeOf = (weights: Iterable<number>) => [...weights].reduce((sum, weight) => sum + Math.abs(weight), 0);
    // Where this differs nodes of two versions would take each other's: count VERSION up in learned-bytes.ts, then change it here.
    expect([asBytes.id, sizeOf(model.weights), sizeOf(fitWeights)]).toEqual([
      "labels 1 by made-up",
      expect.closeTo(406.7, 1),
      expect.closeTo(14.1, 1),
    ]);
  });
});

describe("words beside embeddings", () => {
  test("tell texts apart whose embeddings are equal", () => {
    const sketch = WordSketch.of(["cancel my visa card", "cancel my amex card"]);
    const embedding = unit([1, 0, 0, 0]);
    const [visa, amex, typo] = ["block my visa", "block my amex", "block my visaa"].map((text) =>
      sketch.beside(text, embedding),
    ) as [Float32Array, Float32Array, Float32Array];
    expect(dot(visa, amex)).toBeLessThan(dot(visa, typo));
    expect([...visa.subarray(0, 4)]).toEqual([1, 0, 0, 0]);
  });

  test("are nothing where no example has them", () => {
    const both = WordSketch.of(["hello there"]).beside("quux", unit([1, 0, 0, 0]));
    expect(both.slice(4).some((value) => value !== 0)).toBe(false);
  });

  test("liken a text to the label whose words it has", () => {
    const likeness = new LabelWords(["card arrival", "exchange rate"]).likenessTo("when does my card arrive?");
    expect(likeness[0]).toBeGreaterThan(0.5);
    expect(likeness[1]).toBeLessThan(0.2);
  });
});
