/** The trees that labels are scored with, and how they are fitted. */
import { describe, expect, test } from "bun:test";
import { Forest } from "#core/semantic-cache/trust/trees.ts";
import { BOOSTING, fitTrees } from "../../../scripts/train/cache/boosting.ts";
import type { Row } from "../../../scripts/train/cache/logistic.ts";

/** Numbers from 0 to 1 that look like chance and are the same every time. */
function* numbers(): Generator<number> {
  for (let state = 12_345; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    yield state / 0x7fffffff;
  }
}

describe("a forest", () => {
  const forest = new Forest({ features: ["lead", "words"], start: 0.5, trees: ["0<0.2 -1 1<5 0.25 2", "0.125"] });
  const logit = (score: number) => Math.log(score / (1 - score));

  test("adds the leaves that a row comes to", () => {
    expect(logit(forest.scoreOf({ lead: 0.1, words: 9 }))).toBeCloseTo(0.5 - 1 + 0.125, 9);
    expect(logit(forest.scoreOf({ lead: 0.2, words: 4 }))).toBeCloseTo(0.5 + 0.25 + 0.125, 9);
    expect(logit(forest.scoreOf({ lead: 0.3, words: 5 }))).toBeCloseTo(0.5 + 2 + 0.125, 9);
  });

  test("takes some trees together for as many apart", () => {
    const together = new Forest({ features: ["lead", "words"], start: 0.5, trees: ["0<0.2 -1 1<5 0.25 2 + 0.125"] });
    expect(together.scoreOf({ lead: 0.3, words: 5 })).toBe(forest.scoreOf({ lead: 0.3, words: 5 }));
  });

  test("counts a feature that a row lacks as nothing", () => {
    expect(forest.scoreOf({})).toBe(forest.scoreOf({ lead: 0, words: 0 }));
  });

  test.each(["", "1 + ", "0<0.2 1", "0<0.2 1 2 3", "2<1 0 1", "0<x 1 2", "0<1<2 1 2"])("refuses %p", (tree) => {
    expect(() => new Forest({ features: ["lead", "words"], start: 0, trees: [tree] })).toThrow(/tree/);
  });
});

describe("fitting", () => {
  const chance = numbers();
  const next = () => chance.next().value ?? 0;
  /** A lead says much of long texts and nothing of short ones: no straight line can weigh that. */
  const truth = (lead: number, isLong: number) => (isLong === 1 ? (lead > 0.5 ? 0.95 : 0.1) : 0.5);
  const rows: Row[] = Array.from({ length: 4_000 }, () => {
    const [lead, isLong] = [next(), Number(next() > 0.5)];
    return { features: { lead, isLong, noise: next() }, isRight: next() < truth(lead, isLong) };
  });
  const options = { ...BOOSTING, trees: 80 };
  const fitted = fitTrees(rows, ["isLong", "lead", "noise"], options);
  const forest = new Forest(fitted);

  test.each([
    [0.2, 1],
    [0.8, 1],
    [0.2, 0],
    [0.8, 0],
  ])("finds what a lead of %p says where long is %p", (lead, isLong) => {
    expect(Math.abs(forest.scoreOf({ lead, isLong, noise: 0.5 }) - truth(lead, isLong))).toBeLessThan(0.12);
  });

  test("gives the same trees again, no more leaves than asked for", () => {
    expect(fitTrees(rows, ["isLong", "lead", "noise"], options)).toEqual(fitted);
    for (const tree of fitted.trees.flatMap((some) => some.split(" + ")))
      expect(tree.split(" ").filter((node) => !node.includes("<")).length).toBeLessThanOrEqual(options.leaves);
  });

  test("never gives less for more of what may only rise, where the rows say otherwise", () => {
    const asked = [0, 0.1, 0.3, 0.5, 0.55, 0.7, 0.9, 1];
    const turned = rows.map(({ features, isRight }) => ({
      features: { ...features, early: (features.lead ?? 0) > 0.3 ? 0.2 : (features.lead ?? 0) },
      isRight,
    }));
    const rising = { ...options, rising: ["lead", "noise", "early"], rowsMin: 5 };
    const bound = new Forest(fitTrees(turned, ["isLong", "lead", "noise", "early"], rising));
    for (const name of rising.rising)
      for (const isLong of [0, 1])
        for (const other of asked) {
          const others = { isLong, lead: other, noise: 1 - other, early: other };
          const scores = asked.map((value) => bound.scoreOf({ ...others, [name]: value }));
          expect(scores).toEqual(scores.toSorted((one, next) => one - next));
        }
  });

  test("takes the mean of more than one forest", () => {
    const few = { ...options, trees: 20, forests: 1 };
    const row = { isLong: 1, lead: 0.4, noise: 0.3 };
    const logit = (seed: number, forests: number) => {
      const score = new Forest(fitTrees(rows, Object.keys(row), { ...few, seed, forests })).scoreOf(row);
      return Math.log(score / (1 - score));
    };
    expect(logit(7, 2)).toBeCloseTo((logit(7, 1) + logit(8, 1)) / 2, 3);
  });
});
