import { describe, expect, test } from "bun:test";
import { meanVector, scoreLabels } from "#models/embedded/labels/label-scores.ts";

const vector = (...values: number[]) => meanVector([Float32Array.from(values)]);

describe("labels without examples", () => {
  const plain = vector(1, 0, 0, 0);
  const classes = [plain, vector(0.6, 0.8, 0, 0), vector(0.6, 0, 0.8, 0), vector(0.6, 0, 0, 0.8)];
  const score = (text: Float32Array, denied: readonly number[] = []) =>
    scoreLabels({ vector: text, likeness: new Float32Array(classes.length), similar: [], denied }, classes, 0);

  test("a label that has only what all have in common does not win for that", () => {
    const text = vector(0.882, 0.435, 0.12, 0.13);
    const nearness = (other: Float32Array) => other.reduce((sum, value, at) => sum + value * (text[at] ?? 0), 0);
    expect(nearness(plain)).toBeGreaterThan(nearness(classes[1] as Float32Array));
    expect(score(text).class).toBe(1);
  });

  test("a label that is denied stands behind another, with a tenth of the probability", () => {
    const denied = score(classes[2] as Float32Array, [2]);
    expect(denied.class).not.toBe(2);
    expect(denied.confidence).toBeGreaterThan(score(classes[2] as Float32Array).next?.confidence ?? 1);
    expect(denied.confidence).toBeLessThanOrEqual(0.9);
  });

  test("a text of a label's very words is that label's", () => {
    for (const [index, own] of classes.entries()) expect(score(own).class).toBe(index);
  });
});
