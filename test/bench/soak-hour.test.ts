/** What an hour's soak says of what it saw. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { askOf, KINDS } from "../../scripts/bench/soak/hour/asks.ts";
import { Calendar } from "../../scripts/bench/soak/hour/calendar.ts";
import type { HourLook, LoadWhole, Soaked } from "../../scripts/bench/soak/hour/figures.ts";
import { hourPictureOf } from "../../scripts/bench/soak/hour/picture.ts";
import { medianOf, theilSenSlope } from "../../scripts/bench/soak/hour/slopes.ts";
import { hourComplaintsOf, hourReportOf } from "../../scripts/bench/soak/hour/verdict.ts";
import { freshPlace } from "../binary/kit.ts";

const LEVEL: Omit<HourLook, "atSeconds" | "life"> = {
  residentMib: 400,
  anonymousMib: 200,
  descriptors: 30,
  threads: 10,
  files: 13,
  logMib: 8,
  databaseMib: 10,
  queryLogMib: 5,
  folderMib: 60,
};
const TIMES = { count: 1, p50Ms: 1, p99Ms: 2, worstMs: 3 };
const WHOLE: LoadWhole = {
  planned: 0,
  failed: 0,
  repeated: 0,
  paid: 10,
  unanswered: 0,
  failures: [],
  times: Object.fromEntries(KINDS.map((kind) => [kind, TIMES])) as LoadWhole["times"],
};

/** Looks of ten minutes. @param at what they see, by seconds */
function soaked(at: (seconds: number) => Partial<HourLook> = () => ({}), change: Partial<Soaked> = {}): Soaked {
  const looks = Array.from({ length: 120 }, (_, look) => ({ ...LEVEL, atSeconds: 5 * look, life: 0, ...at(5 * look) }));
  const seen = {
    minutes: 10,
    topRate: 40,
    rate: 20,
    loadAverages: [0, 0],
    looks,
    parts: [],
    endings: [],
    turns: [],
  } as const;
  return {
    ...seen,
    whole: WHOLE,
    money: { least: 9, most: 11, charged: 10 },
    monthsProven: 0,
    done: {},
    troubles: [],
    ...change,
  };
}

describe("an hour's soak", () => {
  test("holds where all goes along a level, whatever a few looks see", () => {
    const noisy = soaked((seconds) => (seconds % 70 === 0 ? { residentMib: 900, descriptors: 200 } : {}));
    expect(hourComplaintsOf(noisy)).toEqual([]);
    expect(hourReportOf(noisy)).toContain("holds");
  });

  test("finds memory that leaks, and a descriptor every five minutes", () => {
    const leaking = soaked((seconds) => ({
      anonymousMib: 200 + (100 * seconds) / 3_600,
      descriptors: 30 + seconds / 300,
    }));
    expect(hourComplaintsOf(leaking)).toEqual([
      "life 1: of it heaps and stacks, MiB rises by 100.0 an hour, over 64.0",
      "life 1: open descriptors rises by 12.0 an hour, over 8.0",
    ]);
  });

  test("finds asks that failed, and a charge too many or too few", () => {
    const failed = { ...WHOLE, failed: 1, failures: ["known: 500"] };
    expect(hourComplaintsOf(soaked(undefined, { whole: failed }))[0]).toContain("1 asks failed");
    for (const charged of [8, 12])
      expect(hourComplaintsOf(soaked(undefined, { money: { least: 9, most: 11, charged } }))).toHaveLength(1);
    expect(hourComplaintsOf(soaked(undefined, { looks: [] }))).toEqual(["no life was long enough to be judged"]);
  });

  test("finds months that no file proves, and tells those that went by", () => {
    const turns = [{ atSeconds: 60, entries: 1_000 }];
    expect(hourComplaintsOf(soaked(undefined, { turns }))).toEqual(["entries became months, and no file proves one"]);
    const proven = soaked(undefined, { turns, monthsProven: 3 });
    expect(hourComplaintsOf(proven)).toEqual([]);
    expect(hourReportOf(proven)).toContain("months: 1 went by, 1000 entries were put into them, and files prove 3");
  });

  test("its clock is in the next month with each turn, and leaves none out, whenever it begins", () => {
    using place = freshPlace();
    const seconds = () => Number(/^\+(\d+)s\n$/.exec(readFileSync(place.at("clock"), "utf8"))?.[1]);
    const monthOf = (ms: number) => 12 * new Date(ms).getUTCFullYear() + new Date(ms).getUTCMonth();
    const begins = fc.date({ min: new Date("2026-01-01"), max: new Date("2029-01-01"), noInvalidDate: true });
    const turnsAsTold = fc.property(begins, (begun) => {
      const calendar = new Calendar(place.at("clock"), begun);
      expect(seconds()).toBe(0);
      for (let turn = 1; turn <= 7; turn += 1) {
        calendar.turn();
        expect(monthOf(begun.getTime() + 1_000 * seconds())).toBe(monthOf(begun.getTime()) + turn);
      }
    });
    fc.assert(turnsAsTold, {
      numRuns: 20,
      examples: [[new Date("2026-11-28T17:00:00Z")], [new Date("2027-01-31T23:59:59.900Z")]],
    });
    expect(new Calendar(place.at("clock")).environment.FAKETIME_TIMESTAMP_FILE).toBe(place.at("clock"));
  });

  test("is drawn with a line for each end", () => {
    const endings = [{ atSeconds: 300, how: "SIGKILL", awaySeconds: 2 } as const];
    const picture = hourPictureOf(soaked(undefined, { endings }));
    expect(picture).toContain('width="800"');
    expect(picture.match(/stroke-dasharray/g)).toHaveLength(1);
  });

  test("asks of every kind, and the same by the same number", () => {
    const asks = Array.from({ length: 100 }, (_, index) => askOf(index));
    expect(new Set(asks.map(({ kind }) => kind)).size).toBe(KINDS.length);
    expect(asks.filter(({ kind }) => kind === "known")).toHaveLength(80);
    expect(asks).toEqual(Array.from({ length: 100 }, (_, index) => askOf(index)));
  });
});

test("the slope of a straight line is found through a quarter of anything", () => {
  const property = fc.property(
    fc.integer({ min: -50, max: 50 }),
    fc.array(fc.nat(1_000_000), { maxLength: 10 }),
    (slope, wild) => {
      const points = Array.from({ length: 40 }, (_, at) => ({ atSeconds: at, value: slope * at }));
      for (const [at, value] of wild.entries()) points[4 * at] = { atSeconds: 4 * at, value };
      // Of all pairs more than half are of the line.
      expect(theilSenSlope(points)).toBeCloseTo(slope, 6);
    },
  );
  fc.assert(property, { numRuns: 50 });
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([1, 2, 3, 4])).toBe(2.5);
  expect(medianOf([])).toBeNaN();
});
