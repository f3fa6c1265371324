import { describe, expect, test } from "bun:test";
import { pairTexts } from "../../scripts/eval/cache/measuring.ts";
import { wrongAgainstHits } from "../../scripts/eval/cache/picture.ts";
import { barLines, type CacheReport, cacheMarkdown, reaches } from "../../scripts/eval/cache/report.ts";
import type { ProbeTallies, Tally } from "../../scripts/eval/cache/score.ts";
import { optionsFrom } from "../../scripts/eval/options.ts";

const tally = (n: number, right: number, wrong = 0): Tally => ({ n, right, wrong });

const GOOD: ProbeTallies = {
  all: tally(5_000, 4_000, 3),
  reword: tally(1_600, 1_500),
  seenWordings: tally(1_300, 1_280),
  unseenWordings: tally(300, 240),
  swap: tally(1_800, 1_100, 3),
  kinds: {
    "swap negation": tally(100, 0),
    "other antonym": tally(100, 9),
    "swap role": tally(80, 20, 1),
    "swap retype": tally(100, 1),
  },
  noise: { filler: tally(300, 290) },
  sources: { "semantic_cache call": tally(4_003, 4_000, 3) },
};

const REPORT: CacheReport = {
  measuredAt: "2027-01-02T03:04:05.000Z",
  binary: "dragoman 1.2.3",
  cores: 2,
  tookSeconds: 480,
  seed: 9,
  errorBound: 0.005,
  sizes: { seeds: 2_000, seedsMissed: 1, probes: 5_000, stream: 5_000 },
  probes: GOOD,
  stream: { ...tally(5_000, 3_600, 6), repeated: 3_800 },
  streamSources: { exact_cache: tally(3_000, 3_000) },
  pairs: [
    { errorBound: 0.005, tally: tally(999, 560) },
    { errorBound: 0.1, tally: tally(999, 904, 9) },
    { errorBound: 0.2, tally: tally(999, 930, 30) },
  ],
  curve: [{ errorBound: 0.005, all: GOOD.all, reword: GOOD.reword }],
  cosine: [
    {
      threshold: 0.9,
      probes: { ...GOOD, all: tally(5_000, 2_000, 1_000) },
      stream: { ...tally(5_000, 1, 9), repeated: 3_800 },
      pairs: tally(999, 700, 44),
    },
  ],
  latency: [{ source: "exact_cache", n: 400, p50Ms: 1.25, p95Ms: 2.5 }],
};

describe("the bars", () => {
  const lines = new Map(barLines(REPORT).map((line) => [line.what, line]));
  const reached = (what: string) => reaches(lines.get(what) as NonNullable<ReturnType<typeof lines.get>>);

  test.each([
    { what: "wrong calls of all hits", value: 3 / 4_003, reached: true },
    { what: "re-wordings hit", value: 0.9375, reached: true },
    { what: "unseen wordings hit", value: 0.8, reached: true },
    { what: "swaps answered right", value: 1_100 / 1_800, reached: true },
    { what: "wrong of the swaps' hits", value: 3 / 1_103, reached: true },
    { what: "swap role: wrong", value: 1 / 80, reached: false },
    { what: "other antonym: wrong", value: 0, reached: true },
    { what: "stream: right, of the ideal", value: 3_600 / 3_800, reached: true },
    { what: "stream: wrong", value: 6 / 5_000, reached: false },
    { what: "GPTCache's pairs: right where at most 1 % are wrong, error bound 10.00 %", value: 904, reached: true },
  ])("$what", ({ what, value, reached: expected }) => {
    expect(lines.get(what)?.value).toBeCloseTo(value, 10);
    expect(reached(what)).toBe(expected);
  });

  test("hold the upper bound as well as the share", () => {
    expect(lines.get("their 95 % upper bound")?.value).toBeGreaterThan(3 / 4_003);
    const few = { ...REPORT, probes: { ...GOOD, all: tally(500, 400) } };
    const bound = barLines(few).find(({ what }) => what === "their 95 % upper bound");
    expect(bound && reaches(bound)).toBe(false);
  });

  test("are not reached by what was not measured", () => {
    const nothing = { ...REPORT, probes: { ...GOOD, kinds: {} }, stream: { ...tally(0, 0), repeated: 0 } };
    const missed = barLines(nothing).filter(({ value }) => value === null);
    expect(missed).toHaveLength(6);
    const without = barLines({ ...nothing, pairs: [] }).filter(({ value }) => value === null);
    expect(without).toHaveLength(7);
    expect(missed.some(reaches)).toBe(false);
  });
});

describe("the report", () => {
  test("has every figure beside its bar, plain cosine and GPTCache", () => {
    const text = cacheMarkdown(REPORT);
    for (const row of [
      "| re-wordings hit | 1600 | 93.75 | ≥ 92.00 | reached |",
      "| swap role: wrong | 80 | 1.25 | ≤ 0.50 | not reached |",
      "| GPTCache 0.95 | 710 | 44 | 245 |",
      "| ours, error bound 0.50 % | 560 | 0 | 439 |",
      "| ours, error bound 10.00 % | 904 | 9 | 86 |",
      "| exact_cache | 400 | 1.3 | 2.5 |",
    ])
      expect(text).toContain(row);
    expect(text).toContain("| cosine ≥ 0.90 | 93.75 | 33.33 (");
    expect(text).toContain("seed 9, error bound 0.50 %");
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("draws both curves, with no place off the sheet", () => {
    const picture = wrongAgainstHits(REPORT);
    expect(picture.match(/<polyline/g)).toHaveLength(2);
    expect(picture).not.toMatch(/NaN|Infinity|"-\d/);
    const none = { all: tally(10, 0), reword: tally(10, 0) };
    expect(wrongAgainstHits({ curve: [{ errorBound: 0.1, ...none }], cosine: [] })).not.toMatch(/NaN|Infinity/);
  });
});

describe("pairs", () => {
  test("share a label with one other pair at most, and keep their own", () => {
    const pairs = Array.from({ length: 999 }, (_, index) => ({ origin: `o${index}`, similar: `s${index}` }));
    const { origins, similar } = pairTexts(pairs);
    expect(origins.map(({ call }) => call)).toEqual(similar.map(({ call }) => call));
    const counts = [...Map.groupBy(origins, ({ call }) => call.tool).values()].map(({ length }) => length);
    expect([counts.length, Math.max(...counts)]).toEqual([500, 2]);
    expect(similar[3]).toMatchObject({ text: "s3" });
  });
});

describe("--cache", () => {
  test("has a seed and error bounds", () => {
    expect(optionsFrom(["--data", "sets"]).cache).toBeNull();
    expect(optionsFrom(["--data", "sets", "--cache"]).cache).toEqual({ seed: 1, errorBounds: [0.005, 0.001, 0.02] });
    const options = optionsFrom(["--data", "sets", "--cache", "--seed", "12", "--error-bounds", "0.01,0.01"]);
    expect(options.cache).toEqual({ seed: 12, errorBounds: [0.01] });
  });

  test.each([
    { args: ["--seed", "x"], says: "--seed x" },
    { args: ["--error-bounds", "0.1,2"], says: "--error-bounds" },
    { args: ["--error-bounds", "low"], says: "--error-bounds" },
  ])("refuses $args", ({ args, says }) => {
    expect(() => optionsFrom(["--data", "sets", "--cache", ...args])).toThrow(says);
  });
});
