/** The owner's bound: what is known of the share of wrong answers, and whether that is enough to answer. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Storage } from "#core/ports/storage.ts";
import { betaAtMost, betaQuantile } from "#core/semantic-cache/trust/beta.ts";
import { AppBound, Bound, type Prior } from "#core/semantic-cache/trust/bound.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { onEveryPath } from "../cache-kit.ts";
import { anApp, appId, freshFolder, hashOf } from "../storage/kit.ts";

describe("the Beta distribution", () => {
  test.each([
    ["is uniform for 1 and 1", 0.3, 1, 1, 0.3],
    ["is a power for b = 1", 0.5, 3, 1, 0.125],
    ["is the mirrored power for a = 1", 0.005, 1, 401, 1 - 0.995 ** 401],
    ["is the arcsine law for halves", 0.2, 0.5, 0.5, (2 / Math.PI) * Math.asin(Math.sqrt(0.2))],
    ["is a polynomial for 2 and 3", 0.4, 2, 3, 6 * 0.4 ** 2 - 8 * 0.4 ** 3 + 3 * 0.4 ** 4],
    ["is 0 at 0", 0, 0.3, 0.7, 0],
    ["is 1 at 1", 1, 0.3, 0.7, 1],
  ])("%s", (_, share, alpha, beta, probability) => {
    expect(betaAtMost(share, alpha, beta)).toBeCloseTo(probability, 12);
  });

  test("is what the binomial distribution says for whole numbers", () => {
    const cases = fc.record({
      wrong: fc.integer({ min: 1, max: 12 }),
      more: fc.nat(900),
      share: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
    });
    const property = fc.property(cases, ({ wrong, more, share }) => {
      const count = wrong + more;
      // P(at least `wrong` of `count`), term by term.
      let term = (1 - share) ** count;
      let fewer = 0;
      for (let hit = 0; hit < wrong; hit += 1) {
        fewer += term;
        term *= ((count - hit) / (hit + 1)) * (share / (1 - share));
      }
      expect(betaAtMost(share, wrong, count - wrong + 1)).toBeCloseTo(1 - fewer, 9);
    });
    fc.assert(property, { numRuns: 300 });
  });

  test("steps from one shape to the next as it has to, for fractions too", () => {
    const shapes = fc.record({
      alpha: fc.double({ min: 0.1, max: 20, noNaN: true }),
      beta: fc.double({ min: 0.5, max: 500, noNaN: true }),
      share: fc.double({ min: 1e-4, max: 0.999, noNaN: true }),
    });
    // Stirling's series, unlike the one under test.
    const logGamma = (value: number): number =>
      value < 20
        ? logGamma(value + 1) - Math.log(value)
        : (value - 0.5) * Math.log(value) -
          value +
          0.5 * Math.log(2 * Math.PI) +
          1 / (12 * value) -
          1 / (360 * value ** 3);
    const property = fc.property(shapes, ({ alpha, beta, share }) => {
      const step = Math.exp(
        logGamma(alpha + beta) -
          logGamma(alpha + 1) -
          logGamma(beta) +
          alpha * Math.log(share) +
          beta * Math.log1p(-share),
      );
      expect(betaAtMost(share, alpha, beta) - betaAtMost(share, alpha + 1, beta)).toBeCloseTo(step, 7);
    });
    fc.assert(property, { numRuns: 300 });
  });

  test("its quantile is where it has that probability", () => {
    const cases = fc.record({
      alpha: fc.double({ min: 0.3, max: 50, noNaN: true }),
      beta: fc.double({ min: 0.7, max: 2_000, noNaN: true }),
      probability: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    });
    const property = fc.property(cases, ({ alpha, beta, probability }) => {
      expect(betaAtMost(betaQuantile(probability, alpha, beta), alpha, beta)).toBeCloseTo(probability, 8);
    });
    fc.assert(property, { numRuns: 200 });
    expect(betaQuantile(0.9, 1, 401)).toBeCloseTo(1 - 0.1 ** (1 / 401), 12);
  });
});

describe("the bound", () => {
  const prior: Prior = {
    edges: onEveryPath([0, 0.5, 0.9]),
    counts: [
      { path: "template", bin: 2, observed: 4_000, wrong: 0 },
      { path: "template", bin: 1, observed: 4_000, wrong: 80 },
    ],
  };
  const light = { contentHash: hashOf("a"), name: "light" };
  const door = { contentHash: hashOf("a"), name: "door" };
  const ours = appId("ours");
  let folder: ReturnType<typeof freshFolder>;
  let storage: Storage;
  const open = (errorBound = 0.005) => new Bound({ records: storage.reuse, prior, errorBound });

  beforeEach(async () => {
    folder = freshFolder();
    storage = await openEmbeddedStorage({ dataDir: folder.path });
    for (const name of ["ours", "theirs"]) await storage.apps.create(anApp(name));
  });
  afterEach(async () => {
    await storage.close();
    folder[Symbol.dispose]();
  });

  test("is open where the prior shows it, and shut where it shows the contrary or nothing", async () => {
    const bound = await open().of(ours);
    expect(bound.verdict(light, "template", 0.95)).toMatchObject({
      isOpen: true,
      bin: 2,
      tail: { own: { observed: 0 } },
    });
    expect(bound.verdict(light, "template", 0.7).isOpen).toBe(false);
    expect(bound.verdict(light, "template", 0.1).isOpen).toBe(false);
    expect(bound.verdict(light, "label", 0.99).isOpen).toBe(false);
  });

  test("three errors among its own first hundred shut it, however good thousands were before", async () => {
    const bound = await open().of(ours);
    for (let count = 0; count < 97; count += 1) bound.observe(light, "template", 2, false);
    for (let count = 0; count < 2; count += 1) bound.observe(light, "template", 2, true);
    expect(bound.verdict(light, "template", 0.95).isOpen).toBe(true);
    bound.observe(light, "template", 2, true);
    const { isOpen, tail } = bound.verdict(light, "template", 0.95);
    expect({ isOpen, own: tail.own }).toEqual({ isOpen: false, own: { observed: 100, wrong: 3 } });
    expect(bound.estimate(light, "template").opensAt).toBeNull();
    // Another tool has seen nothing itself, and hears a tenth of it.
    expect(bound.verdict(door, "template", 0.95).isOpen).toBe(true);
  });

  test("does not open where many are wrong, though the good ones above would make up for them", async () => {
    const opensAt = async (wrong: number) => {
      const counts = [
        { path: "template" as const, bin: 0, observed: 100, wrong: 60 },
        { path: "template" as const, bin: 1, observed: 200, wrong },
        { path: "template" as const, bin: 2, observed: 1_800, wrong: 0 },
      ];
      const judged = {
        records: storage.reuse,
        prior: { edges: onEveryPath([0, 0.5, 0.9]), counts },
        errorBound: 0.005,
      };
      return (await new Bound(judged).of(ours)).estimate(light, "template").opensAt;
    };
    expect([await opensAt(4), await opensAt(5)]).toEqual([0.5, 0.9]);
  });

  test("judges all scores from one on together: a stretch that was worse does not shut what is above it", async () => {
    const counts = [
      { path: "template" as const, bin: 0, observed: 300, wrong: 60 },
      { path: "template" as const, bin: 1, observed: 400, wrong: 0 },
      { path: "template" as const, bin: 2, observed: 200, wrong: 3 },
      { path: "template" as const, bin: 3, observed: 1_800, wrong: 1 },
    ];
    const judged = {
      records: storage.reuse,
      prior: { edges: onEveryPath([0, 0.5, 0.7, 0.9]), counts },
      errorBound: 0.005,
    };
    const bound = await new Bound(judged).of(ours);
    const isOpen = [0.4, 0.6, 0.8, 0.95].map((score) => bound.verdict(light, "template", score).isOpen);
    expect(isOpen).toEqual([false, true, true, true]);
    expect(bound.estimate(light, "template").opensAt).toBe(0.5);
    // All that is answered has one error, whichever score was asked about.
    expect(bound.verdict(light, "template", 0.95).tail).toBe(bound.verdict(light, "template", 0.6).tail);
  });

  test("each path has stretches of its own, and counts of one that is no more say nothing", async () => {
    const edges = { ...onEveryPath([0, 0.9]), label: [0, 0.5, 0.6, 0.7] };
    const counts = [{ path: "label" as const, bin: 2, observed: 4_000, wrong: 0 }];
    const kept = { ...light, bin: 6_000, observed: 900, wrong: 900 };
    const judged = { records: storage.reuse, prior: { edges, counts }, errorBound: 0.005 };
    const bound = new AppBound(
      ours,
      [
        { ...kept, path: "template" },
        { ...kept, path: "guess" },
      ],
      judged,
    );
    expect(bound.verdict(light, "label", 0.65)).toMatchObject({ isOpen: true, bin: 2 });
    expect(bound.verdict(light, "label", 0.55)).toMatchObject({ isOpen: false, bin: 1 });
    expect(bound.verdict(light, "template", 0.65)).toMatchObject({ isOpen: false, bin: 0 });
    expect(bound.estimate(light, "template").observed).toBe(0);
  });

  test("counts stay with their scores when a later version has more stretches", async () => {
    const bound = await open().of(ours);
    for (let count = 0; count < 900; count += 1) bound.observe(light, "rewording", 2, false);
    const finer = { edges: onEveryPath([0, 0.3, 0.5, 0.7, 0.9]), counts: [] };
    const later = await new Bound({ records: storage.reuse, prior: finer, errorBound: 0.005 }).of(ours);
    expect(later.verdict(light, "rewording", 0.95)).toMatchObject({
      isOpen: true,
      bin: 4,
      tail: { own: { observed: 900 } },
    });
    expect(later.verdict(light, "rewording", 0.6).isOpen).toBe(false);
    // Given by an even later one, and corrected here.
    later.observe(light, "rewording", 7, true);
    expect(later.verdict(light, "rewording", 0.95).isOpen).toBe(true);
  });

  test("what nobody knew opens with observations, and every one counts after a restart", async () => {
    const bound = await open().of(ours);
    for (let count = 0; count < 900; count += 1) bound.observe(light, "rewording", 1, false);
    expect(bound.verdict(light, "rewording", 0.6).isOpen).toBe(true);
    const again = await open().of(ours);
    expect(again.verdict(light, "rewording", 0.6)).toEqual(bound.verdict(light, "rewording", 0.6));
  });

  test("an owner who tolerates nothing gets nothing, and one who tolerates all gets all", async () => {
    expect((await open(0).of(ours)).verdict(light, "template", 0.99).isOpen).toBe(false);
    expect((await open(1).of(ours)).verdict(light, "label", 0.1).isOpen).toBe(true);
  });

  test("another app's errors change nothing", async () => {
    const bound = open();
    const before = (await bound.of(ours)).verdict(light, "template", 0.95);
    for (let count = 0; count < 50; count += 1) (await bound.of(appId("theirs"))).observe(light, "template", 2, true);
    expect((await bound.of(ours)).verdict(light, "template", 0.95)).toEqual(before);
    expect((await open().of(ours)).verdict(light, "template", 0.95)).toEqual(before);
  });

  test("it estimates the error of what it answers, with an interval around it", async () => {
    const bound = await open().of(ours);
    bound.observe(light, "template", 2, false);
    const { error, interval, opensAt, observed } = bound.estimate(light, "template");
    const [low = 0, high = 0] = interval ?? [];
    expect({ opensAt, observed }).toEqual({ opensAt: 0.9, observed: 1 });
    expect(low).toBeLessThan(error ?? 0);
    expect(high).toBeGreaterThan(error ?? 1);
    expect(high).toBeLessThanOrEqual(0.005);
    expect(bound.estimate(light, "label")).toMatchObject({ opensAt: null, error: null, interval: null });
  });

  describe("for whatever was seen before, elsewhere and here", () => {
    const EDGES = [0, 0.5, 0.8, 0.95];
    const tally = (most: number) =>
      fc.record({ right: fc.nat(most), wrong: fc.oneof(fc.constant(0), fc.nat(8)) }).map(({ right, wrong }) => {
        return { observed: right + wrong, wrong };
      });
    const stretch = fc.record({ before: fc.option(tally(6_000)), own: tally(1_500), others: tally(1_500) });
    const seen = fc.record({
      stretches: fc.array(stretch, { minLength: EDGES.length, maxLength: EDGES.length }),
      limit: fc.double({ min: 0.001, max: 0.05, noNaN: true }),
      at: fc.nat(EDGES.length - 1),
    });
    type Seen = typeof seen extends fc.Arbitrary<infer One> ? One : never;
    const boundOf = ({ stretches, limit }: Seen) => {
      const path = "rewording" as const;
      const counts = stretches.flatMap(({ own, others }, bin) => [
        { ...light, path, bin: (EDGES[bin] ?? 0) * 10_000, ...own },
        { ...door, path, bin: (EDGES[bin] ?? 0) * 10_000, ...others },
      ]);
      const before = stretches.flatMap(({ before: one }, bin) => (one ? [{ path, bin, ...one }] : []));
      const records = { ...storage.reuse, observe: () => {} };
      return new AppBound(ours, counts, {
        records,
        prior: { edges: onEveryPath(EDGES), counts: before },
        errorBound: limit,
      });
    };
    const opensAt = (bound: AppBound) => bound.estimate(light, "rewording").opensAt ?? 1;

    test("what is answered keeps the limit, and nothing under it is answered", () => {
      const property = fc.property(seen, (one) => {
        const bound = boundOf(one);
        const { interval } = bound.estimate(light, "rewording");
        if (interval) expect(interval[1]).toBeLessThanOrEqual(one.limit + 1e-9);
        for (const score of EDGES)
          expect(bound.verdict(light, "rewording", score).isOpen).toBe(score >= opensAt(bound));
      });
      fc.assert(property, { numRuns: 300 });
    });

    test("one more error opens nothing, one more right answer shuts nothing", () => {
      const property = fc.property(seen, fc.constantFrom(light, door), (one, subject) => {
        const before = opensAt(boundOf(one));
        const worse = boundOf(one);
        worse.observe(subject, "rewording", one.at, true);
        expect(opensAt(worse)).toBeGreaterThanOrEqual(before);
        const better = boundOf(one);
        better.observe(subject, "rewording", one.at, false);
        expect(opensAt(better)).toBeLessThanOrEqual(before);
      });
      fc.assert(property, { numRuns: 500 });
    });
  });
});
