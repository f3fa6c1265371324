/** What the soak's judge says of figures, and that rows of the table of attacks are measured. */
import { describe, expect, test } from "bun:test";
import type { HostileRequest } from "../../scripts/bench/attack/hostile-request.ts";
import { type Cost, complaintsOf as costComplaintsOf } from "../../scripts/bench/attack/measured.ts";
import { HOSTILE_REQUESTS } from "../../scripts/bench/attack/requests.ts";
import { pictureOf } from "../../scripts/bench/soak/picture.ts";
import { sparkline } from "../../scripts/bench/soak/report.ts";
import {
  type Answered,
  complaintsOf,
  type Look,
  lineThrough,
  timesOf,
  trendOf,
} from "../../scripts/bench/soak/verdict.ts";

const answers = (tookMs: readonly number[], failure: string | null = null): readonly Answered[] =>
  tookMs.map((took, at) => ({ dueSeconds: at / 100, tookMs: took, kind: "known", failure }));
const evenly = (count: number, ms: number) => Array.from({ length: count }, () => ms);
/** A look each second; `change` says how much more memory than at first. */
const looks = (count: number, change: (at: number) => number): readonly Look[] =>
  Array.from({ length: count }, (_, at) => ({
    atSeconds: at,
    residentMib: 400 + change(at),
    descriptors: 30,
    files: 10,
    folderMib: 60,
  }));
const flat = looks(90, () => 0);

describe("times", () => {
  test("are of all that was due, those that failed as well", () => {
    const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
    expect(timesOf(answers(hundred))).toEqual({ count: 100, failed: 0, p50Ms: 50, p99Ms: 99, worstMs: 100 });
    expect(timesOf(answers([1, 9], "503"))).toMatchObject({ count: 2, failed: 2, worstMs: 9 });
    expect(timesOf([]).p99Ms).toBeNaN();
  });
});

describe("a line", () => {
  test("goes through what lies on one, and tells what does not", () => {
    expect(
      lineThrough([
        [0, 1],
        [1, 3],
        [2, 5],
      ]),
    ).toEqual({ slope: 2, deviation: 0 });
    expect(
      lineThrough([
        [0, 0],
        [1, 2],
        [2, 0],
        [3, 2],
      ]).deviation,
    ).toBeGreaterThan(0.5);
  });

  test("that rises in the last third is no trend that was over before", () => {
    expect(
      trendOf(
        looks(90, (at) => Math.min(at, 50) * 4),
        "residentMib",
      ),
    ).toMatchObject({ rise: 0, isFlat: true });
    expect(
      trendOf(
        looks(90, (at) => at * 4),
        "residentMib",
      ),
    ).toMatchObject({ isFlat: false });
    expect(
      trendOf(
        looks(90, (at) => (at % 2) * 200),
        "residentMib",
      ).isFlat,
    ).toBe(true);
    expect(
      trendOf(
        looks(5, () => 0),
        "residentMib",
      ).isFlat,
    ).toBe(false);
  });
});

describe("the verdict", () => {
  test("holds where all were answered, within twice, and nothing rises", () => {
    expect(complaintsOf(answers(evenly(100, 10)), answers(evenly(100, 20)), flat)).toEqual([]);
  });

  test.each<[string, readonly Answered[], readonly Answered[], readonly Look[], string]>([
    ["one that failed", answers(evenly(9, 1)), [...answers([1]), ...answers([1], "503 no")], flat, "503 no"],
    ["a failure in calm", answers([1], "gone"), answers([1]), flat, "gone"],
    ["more than twice", answers(evenly(9, 10)), answers(evenly(9, 21)), flat, "p99 is 21.0 ms, over 20.0 ms"],
    ["no answers at all", answers([1]), [], flat, "p99 is NaN"],
    ["memory that rises", answers([1]), answers([1]), looks(90, (at) => 4 * at), "residentMib rises"],
  ])("names %s", (_, calm, attacked, seen, words) => {
    expect(complaintsOf(calm, attacked, seen).join("\n")).toContain(words);
  });
});

describe("what is shown", () => {
  test("has a bar for each part, from the least to the most", () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe("▁▂▃▄▅▆▇█");
    expect(sparkline(evenly(100, 3))).toBe("▁".repeat(40));
  });

  test("is a picture with a line for each figure", () => {
    const picture = pictureOf(answers(evenly(500, 2)), flat, 3);
    expect(picture).toStartWith("<svg ");
    expect(picture.match(/<polyline/g)).toHaveLength(6);
    expect(picture).not.toContain("NaN");
  });
});

describe("the cost of a hostile request", () => {
  const small: HostileRequest = {
    kind: "texts",
    name: "any",
    method: "POST",
    path: "/",
    body: null,
    headers: {},
    isBulk: false,
    goneAfterMs: null,
  };
  const cheap: Cost = { status: 400, cpuMs: 999, silentMs: 249, grownMib: 63 };

  test.each<[string, Partial<HostileRequest>, Partial<Cost>, readonly string[]]>([
    ["within its bounds", {}, {}, []],
    ["CPU", {}, { cpuMs: 1_001 }, ["CPU 1001 ms, over 1000"]],
    ["CPU of many things", { isBulk: true }, { cpuMs: 2_999 }, []],
    ["the main thread", { isBulk: true }, { silentMs: 260 }, ["main thread 260 ms, over 250"]],
    ["memory", {}, { grownMib: 65 }, ["memory 65 MiB, over 64"]],
    ["a failure of ours", {}, { status: 500 }, ["status 500"]],
    ["no answer", {}, { status: null }, ["no answer"]],
    ["no answer that nobody waited for", { goneAfterMs: 1 }, { status: null }, []],
  ])("says of %s what it breaks", (_, request, cost, complaints) => {
    expect(costComplaintsOf({ ...small, ...request }, { ...cheap, ...cost })).toEqual([...complaints]);
  });

  test("is known of at least sixty, of every kind", () => {
    expect(HOSTILE_REQUESTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(HOSTILE_REQUESTS.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(10);
  });
});
