import { describe, expect, test } from "bun:test";
import recorded from "../../scripts/bench/baseline.json" with { type: "json" };
import { accept, type Baseline, complaintOf, verdictOf } from "../../scripts/bench/baseline.ts";
import { processorOf } from "../../scripts/bench/machine.ts";
import { MEASURES } from "../../scripts/bench/measures.ts";

const ORIGIN = { measuredAt: "2000-01-02T03:04:05Z", commit: "abc", bun: "9.9.9" };
const about = (ratio: number) => ({ ratio, low: ratio - 0.25, high: ratio + 0.25 });
const BASELINE = accept({}, "here", ORIGIN, { hit: about(20) });

describe("against the accepted ratio", () => {
  test.each([
    { now: 20, verdict: "kept" },
    { now: 22, verdict: "kept" },
    { now: 22.001, verdict: "worse" },
    { now: 18, verdict: "kept" },
    { now: 17.9, verdict: "better" },
  ])("of 20, $now is $verdict", ({ now, verdict }) => {
    expect<string>(verdictOf(BASELINE, "here", "hit", now)).toBe(verdict);
    expect(complaintOf(BASELINE, "here", "hit", now) !== null).toBe(verdict === "worse");
  });

  test("what is worse is named, with what was recorded, measured and allowed", () => {
    expect(complaintOf(BASELINE, "here", "hit", 24.4567)).toBe(
      "hit: 20 recorded, 24.46 measured, 22 allowed (10 % more than recorded)",
    );
  });

  test("a measure that was never accepted fails where others were, and is not compared where none was", () => {
    expect(verdictOf(BASELINE, "here", "start", 1)).toBe("unrecorded");
    expect(complaintOf(BASELINE, "here", "start", 1)).toContain('start: nothing is recorded for it at "here"');
    expect(verdictOf(BASELINE, "elsewhere", "hit", 1_000)).toBe("unknown");
    expect(complaintOf(BASELINE, "elsewhere", "hit", 1_000)).toBeNull();
  });
});

describe("accepting", () => {
  test("takes the ratios of this run, and leaves other measures and other places as they are", () => {
    const later = { ...ORIGIN, commit: "def" };
    const here = accept(BASELINE, "here", later, { start: about(3.000004) });
    const both = accept(here, "elsewhere", ORIGIN, { hit: about(1) });
    expect(both).toEqual({
      here: { ...later, ratios: { hit: about(20), start: about(3) } },
      elsewhere: { ...ORIGIN, ratios: { hit: about(1) } },
    });
  });
});

describe("what is recorded", () => {
  const places: Baseline = recorded;
  const machines = Object.keys(places).filter((place) => place.includes(","));

  test("is of every measure, and of none that is gone", () => {
    const wanted = (comparedOn: string) =>
      MEASURES.filter((measure) => measure.comparedOn === comparedOn).map(({ name }) => name);
    expect(machines.length).toBeGreaterThan(0);
    for (const [place, { ratios }] of Object.entries(places)) {
      const names = wanted(machines.includes(place) ? "machine" : "platform");
      expect({ place, names: Object.keys(ratios).sort() }).toEqual({ place, names: names.sort() });
    }
  });

  test("has no two measures of one name, and a middle for each where it is measured more than once", () => {
    expect(new Set(MEASURES.map(({ name }) => name)).size).toBe(MEASURES.length);
    expect(MEASURES.filter(({ rounds }) => rounds % 2 === 0)).toEqual([]);
  });
});

describe("a machine", () => {
  const AMD =
    "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nflags\t\t: fpu avx2 avx512_vnni rdpid\n";

  test.each<{ readonly cpuinfo: string; readonly processor: string }>([
    { cpuinfo: AMD, processor: "AuthenticAMD 25 17, with 8-bit dot products" },
    { cpuinfo: `${AMD}\n${AMD.replace("17", "99")}`, processor: "AuthenticAMD 25 17, with 8-bit dot products" },
    { cpuinfo: AMD.replace("avx512_vnni", "avx512f"), processor: "AuthenticAMD 25 17, without 8-bit dot products" },
    {
      cpuinfo:
        "processor\t: 0\nFeatures\t: fp asimd asimddp\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd40\n",
      processor: "0x41 8 0xd40, with 8-bit dot products",
    },
    { cpuinfo: "", processor: "? ? ?, without 8-bit dot products" },
  ])("is known as $processor", ({ cpuinfo, processor }) => {
    expect(processorOf(cpuinfo)).toBe(processor);
  });
});
