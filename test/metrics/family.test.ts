import { expect, test } from "bun:test";
import fc from "fast-check";
import { Histogram, Plain } from "#metrics/family.ts";
import { samplesOf } from "./samples.ts";

const plain = { type: "counter", unit: null, help: "Counts." } as const;

test("a metric whose label values are all known shows them from the start", () => {
  const metric = new Plain("dragoman_x_total", { ...plain, labels: { a: ["1", "2"], b: ["3", "4"] } });
  metric.add(2, { b: "3", a: "2" });
  expect(metric.lines()).toEqual([
    "# HELP dragoman_x_total Counts.",
    "# TYPE dragoman_x_total counter",
    'dragoman_x_total{a="1",b="3"} 0',
    'dragoman_x_total{a="1",b="4"} 0',
    'dragoman_x_total{a="2",b="3"} 2',
    'dragoman_x_total{a="2",b="4"} 0',
  ]);
});

test("one that has no labels begins at 0, one whose values are not known has no samples yet", () => {
  expect(new Plain("dragoman_x_total", { ...plain, labels: {} }).lines().slice(2)).toEqual(["dragoman_x_total 0"]);
  expect(new Plain("dragoman_x_total", { ...plain, labels: { a: "any" } }).lines().slice(2)).toEqual([]);
});

test("whatever a label holds, it stays in its quotes, and different values are different samples", () => {
  const values = fc.uniqueArray(
    fc.string({ unit: fc.constantFrom('"', "\\", "\n", "a", "}", " ", "{", "n", ",", "=") }),
  );
  fc.assert(
    fc.property(values, (names) => {
      const metric = new Plain("dragoman_x_total", { ...plain, labels: { a: "any" } });
      for (const a of names) metric.add(1, { a });
      const samples = samplesOf(`${metric.lines().join("\n")}\n`);
      const read = [...samples.keys()].map((sample) =>
        sample
          .slice('dragoman_x_total{a="'.length, -'"}'.length)
          .replace(/\\(.)/g, (_, letter: string) => (letter === "n" ? "\n" : letter)),
      );
      expect(read).toEqual(names);
    }),
  );
});

test("a histogram's buckets hold what is at most their bound, and each those below it", () => {
  const bounds = [0.5, 1, 10];
  fc.assert(
    fc.property(fc.array(fc.constantFrom<number>(0, 0.25, 0.5, 0.75, 1, 5, 10, 11, 1_000)), (values) => {
      const metric = new Histogram("x", {
        type: "histogram",
        unit: null,
        help: "Spreads.",
        labels: {},
        buckets: bounds,
      });
      for (const value of values) metric.observe(value);
      const expected = bounds.map((bound) => `x_bucket{le="${bound}"} ${values.filter((one) => one <= bound).length}`);
      const sum = values.reduce((total, value) => total + value, 0);
      expect(metric.lines().slice(2)).toEqual([
        ...expected,
        `x_bucket{le="+Inf"} ${values.length}`,
        `x_sum ${sum}`,
        `x_count ${values.length}`,
      ]);
    }),
  );
});
