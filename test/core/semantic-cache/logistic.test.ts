/** The regression that the scores are fitted with. */
import { expect, test } from "bun:test";
import { scoreOf } from "#core/semantic-cache/trust/score.ts";
import { fitLogistic, type Row } from "../../../scripts/train/cache/logistic.ts";

/** Numbers from 0 to 1 that look like chance and are the same every time. */
function* numbers(): Generator<number> {
  for (let state = 12_345; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    yield state / 0x7fffffff;
  }
}

test("weights that made the labels are found again, in the features' own units", () => {
  const chance = numbers();
  const next = () => chance.next().value ?? 0;
  const truth = { intercept: -1, weights: { large: 0.02, small: 3 } };
  const rows: Row[] = Array.from({ length: 6_000 }, () => {
    const features = { large: next() * 100, small: next(), constant: 7 };
    return { features, isRight: next() < scoreOf(features, truth) };
  });
  const found = fitLogistic(rows, ["large", "small", "constant"], 1);
  expect(found.weights.large).toBeCloseTo(0.02, 2);
  expect(Math.abs((found.weights.small ?? 0) - 3)).toBeLessThan(0.4);
  expect(found.weights.constant).toBeCloseTo(0, 5);
  const error = rows.map(({ features }) => Math.abs(scoreOf(features, found) - scoreOf(features, truth)));
  expect(Math.max(...error)).toBeLessThan(0.08);
});

test("a feature that a candidate lacks counts as nothing", () => {
  expect(scoreOf({}, { intercept: 0, weights: { missing: 5 } })).toBe(0.5);
  expect(scoreOf({ far: 1e9 }, { intercept: 0, weights: { far: 1 } })).toBeLessThan(1);
});
