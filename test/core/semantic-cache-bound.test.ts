/** The owner's bound: what is known of the share of wrong answers, and whether that is enough to answer. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Storage } from "#core/ports/storage.ts";
import { betaAtMost, betaQuantile } from "#core/semantic-cache/beta.ts";
import { Bound, type Prior } from "#core/semantic-cache/bound.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
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
    edges: [0, 0.5, 0.9],
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
    expect(bound.verdict(light, "template", 0.95)).toMatchObject({ isOpen: true, bin: 2, observed: 0, wrong: 0 });
    expect(bound.verdict(light, "template", 0.7).isOpen).toBe(false);
    expect(bound.verdict(light, "template", 0.1).isOpen).toBe(false);
    expect(bound.verdict(light, "label", 0.99).isOpen).toBe(false);
  });

  test("a prior of thousands counts as one thousand: three errors of our own shut it", async () => {
    const bound = await open().of(ours);
    for (let count = 0; count < 2; count += 1) bound.observe(light, "template", 2, true);
    expect(bound.verdict(light, "template", 0.95).isOpen).toBe(true);
    bound.observe(light, "template", 2, true);
    expect(bound.verdict(light, "template", 0.95)).toMatchObject({ isOpen: false, observed: 3, wrong: 3 });
    // Another tool has seen nothing itself, and hears a tenth of it.
    expect(bound.verdict(door, "template", 0.95).isOpen).toBe(true);
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

  test("is never open when, of what it has seen, the upper error is over the limit", () => {
    const seen = fc.record({
      right: fc.nat(2_000),
      wrong: fc.nat(30),
      limit: fc.double({ min: 0.001, max: 0.05, noNaN: true }),
    });
    const property = fc.asyncProperty(seen, async ({ right, wrong, limit }) => {
      const counts = async () => [{ ...light, path: "rewording", bin: 0, observed: right + wrong, wrong }];
      const records = { ...storage.reuse, counts, observe: () => {} };
      const nothing = { edges: [0], counts: [{ path: "rewording" as const, bin: 0, observed: 0, wrong: 0 }] };
      const bound = await new Bound({ records, prior: nothing, errorBound: limit } as never).of(ours);
      const { isOpen, upperError } = bound.verdict(light, "rewording", 1);
      expect(upperError).toBeCloseTo(betaQuantile(0.9, wrong + 0.3, right + 0.7), 12);
      if (Math.abs(upperError - limit) > 1e-9) expect(isOpen).toBe(upperError <= limit);
    });
    return fc.assert(property, { numRuns: 100 });
  });
});
