/** Room that apps share: against the rule in its plainest form, whatever comes when. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FairCache } from "#core/fair-cache.ts";

const APPS = ["a", "b", "c"];
const WEIGHT_MAX = 24;
const IDLE_MS = 600_000;

interface Kept {
  readonly weight: number;
  readonly name: string;
}

/** Of time on its own: no app is away for long, unless the test says so. */
function cache(weightMax = WEIGHT_MAX) {
  const clock = { nowMs: 0 };
  const driven: Kept[] = [];
  const made = new FairCache<Kept>({
    weightMax,
    weigh: ({ weight }) => weight,
    monotonicMs: () => clock.nowMs,
    drivenOut: (value) => driven.push(value),
  });
  return { clock, driven, made };
}

const step = fc.record({
  app: fc.constantFrom(...APPS),
  key: fc.integer({ min: 0, max: 11 }).map(String),
  weight: fc.integer({ min: 1, max: 30 }),
  does: fc.constantFrom("set", "set", "set", "get", "delete"),
});

describe("a cache that apps share", () => {
  test("whatever comes when: never over its limit, and who has no more than an equal share loses nothing to others", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const { made, driven } = cache();
        /** Every app's entries, least recently used first, as they have to be. */
        const expected = new Map(APPS.map((app) => [app, new Map<string, Kept>()]));
        const weightOf = (app: string) =>
          [...(expected.get(app)?.values() ?? [])].reduce((sum, { weight }) => sum + weight, 0);
        for (const [at, { app, key, weight, does }] of steps.entries()) {
          const own = expected.get(app) as Map<string, Kept>;
          driven.length = 0;
          if (does === "delete") {
            expect(made.delete(app, key)).toBe(own.delete(key));
          } else if (does === "get") {
            const known = own.get(key);
            expect(made.get(app, key)).toEqual(known as Kept);
            if (known && own.delete(key)) own.set(key, known);
          } else {
            const value = { weight, name: `${app} ${at}` };
            made.set(app, key, value);
            own.delete(key);
            if (weight <= WEIGHT_MAX) own.set(key, value);
          }
          const present = APPS.filter((each) => weightOf(each) > 0).length;
          for (const each of APPS) {
            const entries = expected.get(each) as Map<string, Kept>;
            let before = weightOf(each);
            for (const [name, kept] of [...entries]) {
              if (made.has(each, name)) break;
              // Its oldest, and only while it had more than its share.
              expect(before).toBeGreaterThan(WEIGHT_MAX / present);
              expect(driven).toContain(kept);
              before -= kept.weight;
              entries.delete(name);
            }
            expect(made.values(each)).toEqual([...entries.values()]);
          }
          expect(made.weight).toBe(APPS.reduce((sum, each) => sum + weightOf(each), 0));
          expect(made.weight).toBeLessThanOrEqual(WEIGHT_MAX);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("gives an app alone all of the room, and takes from it what another needs", () => {
    const { made } = cache(10);
    for (let at = 0; at < 20; at += 1) made.set("flood", `${at}`, { weight: 1, name: `${at}` });
    expect(made.values("flood")).toHaveLength(10);
    for (let at = 0; at < 4; at += 1) made.set("calm", `${at}`, { weight: 1, name: `${at}` });
    for (let at = 20; at < 2_000; at += 1) made.set("flood", `${at}`, { weight: 1, name: `${at}` });
    expect(made.values("calm")).toHaveLength(4);
    expect(made.values("flood").map(({ name }) => name)).toEqual(["1994", "1995", "1996", "1997", "1998", "1999"]);
  });

  test("lets whoever was away for ten minutes go first", () => {
    const { made, clock } = cache(10);
    for (let at = 0; at < 3; at += 1) made.set("away", `${at}`, { weight: 1, name: `${at}` });
    clock.nowMs = IDLE_MS;
    for (let at = 0; at < 8; at += 1) made.set("here", `${at}`, { weight: 1, name: `${at}` });
    expect(made.values("away")).toHaveLength(3);
    clock.nowMs = IDLE_MS + 1;
    for (let at = 8; at < 12; at += 1) made.set("here", `${at}`, { weight: 1, name: `${at}` });
    expect(made.values("away")).toHaveLength(0);
    expect(made.values("here")).toHaveLength(10);
  });

  test("keeps nothing that takes more than all of it", () => {
    const { made, driven } = cache(10);
    made.set("a", "small", { weight: 1, name: "small" });
    made.set("a", "large", { weight: 11, name: "large" });
    expect(made.values()).toEqual([{ weight: 1, name: "small" }]);
    expect(driven).toEqual([{ weight: 11, name: "large" }]);
  });
});
