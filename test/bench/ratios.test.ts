import { describe, expect, test } from "bun:test";
import { measured, summaryOf } from "../../scripts/bench/measure.ts";

const pairs = (...all: readonly (readonly [ours: number, base: number])[]) =>
  all.map(([ours, base]) => ({ ours, base }));

describe("a ratio", () => {
  test("is the median of the rounds' ratios, between their quartiles", () => {
    const rounds = pairs([10, 10], [20, 10], [30, 10], [40, 10], [50, 10], [60, 10], [70, 10]);
    expect(summaryOf(rounds)).toEqual({ ratio: 4, low: 2, high: 6, ours: 40, base: 10 });
  });

  test("does not follow a neighbour that slows down both sides of a round, nor one round that went wrong", () => {
    expect(summaryOf(pairs([20, 10], [60, 30], [22, 11])).ratio).toBe(2);
    expect(summaryOf(pairs([20, 10], [900, 10], [20, 10])).ratio).toBe(2);
  });

  test.each([
    { name: "no rounds", rounds: pairs() },
    { name: "a base of nothing", rounds: pairs([1, 1], [1, 0]) },
    { name: "a base that is no number", rounds: pairs([1, Number.NaN]) },
    { name: "less than nothing", rounds: pairs([-1, 1]) },
    { name: "no number", rounds: pairs([Number.NaN, 1]) },
  ])("of $name is a mistake", ({ rounds }) => {
    expect(() => summaryOf(rounds)).toThrow(RangeError);
  });
});

describe("a measurement", () => {
  test("takes both sides in turns, and each goes first every second time", async () => {
    const order: string[] = [];
    const side = (name: string, value: number) => async () => {
      await Bun.sleep(1);
      order.push(name);
      return value;
    };
    const taken = await measured({ ours: side("ours", 6), base: side("base", 2) }, 3);
    expect(taken).toEqual({ ratio: 3, low: 3, high: 3, ours: 6, base: 2 });
    expect(order).toEqual(["ours", "base", "base", "ours", "ours", "base"]);
  });
});
