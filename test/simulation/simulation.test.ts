/**
 * The real server on a simulated clock, network and disk. `bun scripts/bench/simulate.ts` runs longer, and has every planted bug found.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { buildDisk } from "./disk/build-disk.ts";
import { Money } from "./kit/money.ts";
import { Oracle } from "./kit/oracle.ts";
import { SeededRandom } from "./kit/random.ts";
import { Register } from "./kit/register.ts";
import { ownerNamed, Scheduler } from "./kit/scheduler.ts";
import { PLANTED_EMBEDDED, patched, patchesOf, plantedNamed, SMALL_PIECES } from "./planted.ts";
import { seek } from "./seeking.ts";
import { startSimulation } from "./start.ts";

/** Null where nothing compiles the disk: what needs it is left out there. */
const disk = await buildDisk();
const TEST_MS_MAX = 120_000;
const STEPS = 6_000;

describe("the simulation", () => {
  test.if(disk !== null)(
    "finds nothing wrong, and the same seed is the same again to the last event",
    async () => {
      // Of their own choice for whoever looks further. The gate has longer runs of other seeds: see `scripts/check.ts`.
      const seed = Number(process.env.SIMULATION_SEED ?? 1);
      const run = { storage: "embedded", seed, steps: STEPS } as const;
      const [one, again] = [await startSimulation(run), await startSimulation(run)];
      expect(one.violation).toBeNull();
      expect([again.hash, again.steps]).toEqual([one.hash, one.steps]);
      // A run in which nothing went wrong would prove nothing.
      const faults = Object.keys(one.counts).filter((name) => name.startsWith("fault: "));
      expect(faults.length).toBeGreaterThan(5);
      expect(one.counts["whole check"]).toBeGreaterThan(1);
    },
    TEST_MS_MAX,
  );

  test.if(disk !== null)(
    "finds nothing wrong where the rows of a crowd are written in rounds",
    async () => {
      const { violation } = await startSimulation({ storage: "embedded", seed: 3, steps: STEPS, crowd: true });
      expect(violation).toBeNull();
    },
    TEST_MS_MAX,
  );

  test.if(disk !== null)(
    "finds a bug that is planted, by the check that is there for it",
    async () => {
      const bug = plantedNamed("answered before the disk has it");
      const run = () => startSimulation({ storage: "embedded", seed: 1, steps: STEPS, planted: bug.name });
      expect((await seek(bug, run, 1)).verdict).toBe("found");
    },
    TEST_MS_MAX,
  );

  test("each planted bug fits the source that it is a patch of, and has a name of its own", async () => {
    for (const planted of PLANTED_EMBEDDED) {
      for (const patch of [SMALL_PIECES, ...patchesOf(planted)]) {
        const source = await Bun.file(`${import.meta.dir}/../../src/${patch.file}`).text();
        expect(patched(source, patch)).not.toBe(source);
      }
    }
    expect(new Set(PLANTED_EMBEDDED.map(({ name }) => name)).size).toBe(PLANTED_EMBEDDED.length);
  });
});

describe("what the oracle knows of a value", () => {
  test("what was acknowledged takes the place of what was there, and is never missing", () => {
    const register = new Register(0);
    const write = register.begin(1, 1);
    expect(register.allowed(2)).toEqual([0, 1]);
    register.done(write, 3);
    expect(register.read(0, 2, 4)).toBe(true);
    expect(register.allowed(5)).toEqual([1]);
    expect(register.read(0, 5, 6)).toBe(false);
  });

  test("what was cut off is there or not, and does not change its mind once it was seen", () => {
    const [there, gone] = [new Register(0), new Register(0)];
    for (const register of [there, gone]) register.lost(register.begin(1, 1), 2);
    expect([there.read(1, 3, 4), there.read(0, 5, 6), there.read(1, 7, 8)]).toEqual([true, false, true]);
    expect([gone.read(0, 3, 4), gone.read(1, 5, 6), gone.read(0, 7, 8)]).toEqual([true, false, true]);
  });

  test("what was told before the disk had it may be gone again, and proves nothing", () => {
    const register = new Register(0);
    const write = register.begin(1, 1);
    expect([register.glimpsed(1, 2), register.glimpsed(2, 2)]).toEqual([true, false]);
    register.lost(write, 3);
    expect([register.allowed(4), register.read(0, 4, 5), register.glimpsed(1, 6)]).toEqual([[0, 1], true, false]);
  });

  test("a change that failed on a bad disk may come back", () => {
    const register = new Register(0);
    register.lost(register.begin(1, 1), 2, true);
    expect([register.read(0, 3, 4), register.read(1, 5, 6), register.read(0, 7, 8)]).toEqual([true, true, false]);
  });

  test("changes one after the other, each acknowledged, leave the last one, whatever was asked in between", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (acknowledged) => {
        const register = new Register(0);
        let [moment, expected] = [0, 0];
        for (const [index, isDone] of acknowledged.entries()) {
          const write = register.begin(index + 1, ++moment);
          if (isDone) register.done(write, ++moment);
          else register.refused(write);
          if (isDone) expected = index + 1;
          register.forget(++moment);
          expect(register.allowed(++moment)).toEqual([expected]);
        }
      }),
    );
  });
});

test("what a node that crashes was going to do never happens, and all else does in its order", async () => {
  const delays = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean()), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(delays, async (planned) => {
      const scheduler = new Scheduler();
      const [crashing, other] = [ownerNamed("crashing"), ownerNamed("other")];
      const happened: number[] = [];
      for (const [index, [ms, isOther]] of planned.entries())
        scheduler.at(ms, "something", () => happened.push(index), isOther ? other : crashing);
      scheduler.kill(crashing);
      await scheduler.run(() => false);
      const left = [...planned.entries()].filter(([, [, isOther]]) => isOther);
      const expected = left.toSorted(([, [one]], [, [another]]) => one - another).map(([index]) => index);
      expect([happened, scheduler.steps]).toEqual([expected, expected.length]);
    }),
  );
});

test("the month of the oracle is that of the clock, wherever that is put", () => {
  const oracle = new Oracle();
  const shown = [
    Date.UTC(2026, 2, 31, 23, 59, 59, 999),
    Date.UTC(2026, 3, 1),
    Date.UTC(2026, 2, 10),
    Date.UTC(2027, 0),
  ];
  const months = shown.map((ms) => {
    oracle.wallMs = () => ms;
    return oracle.month;
  });
  expect(months).toEqual(["2026-03", "2026-04", "2026-03", "2027-01"]);
});

describe("what the oracle knows of money", () => {
  test("what was charged is known to the request, and what was cut off up to its cost", () => {
    const money = new Money(100);
    money.begin(2).answered(2);
    money.begin(3).lost();
    const call = money.begin(1);
    expect([call.fault(97, 1), call.fault(94, 1)]).toEqual([null, null]);
    expect([call.fault(98, 1), call.fault(93, 1)]).not.toContain(null);
    call.answered(1);
    const entered = (charged: number) => ({ charged, credited: 0, spendable: 100 - charged });
    expect(money.settle(98, entered(2), 400)).toContain("2 are charged");
    expect(money.settle(96, entered(5), 400)).toContain("96 are left");
    expect(money.settle(95, entered(5), 400)).toBeNull();
    expect(money.settle(96, entered(4), 400)).toContain("4 are charged");
  });

  test("what a call held that failed in the end may have been lacking to one that was refused before, and is heard of later", () => {
    const money = new Money(3);
    const failed = money.begin(3);
    const refused = money.begin(1);
    failed.answered(0);
    expect(refused.mayBeRefused(1)).toBeTrue();
    refused.answered(0);
    expect(money.begin(1).mayBeRefused(1)).toBeFalse();
  });

  test("of a batch, an item that was told of no storage may have been charged", () => {
    const money = new Money(100);
    money.begin(3).answered(2, 1);
    const call = money.begin(1);
    expect([call.fault(97, 1), call.fault(96, 1)]).toEqual([null, null]);
    expect([call.fault(98, 1), call.fault(95, 1)]).not.toContain(null);
  });

  test("a grant whose answer was lost may be there", () => {
    const money = new Money(10);
    money.grant(400);
    money.granted(400, "lost");
    expect(money.settle(410, { charged: 0, credited: 400, spendable: 410 }, 400)).toBeNull();
    expect(money.settle(10, { charged: 0, credited: 0, spendable: 10 }, 400)).not.toBeNull();
  });

  test("behind the end of a month what is left is what the entries say, and what was charged is there for ever", () => {
    const money = new Money(100);
    money.begin(30).answered(30);
    money.monthEnded();
    const call = money.begin(1);
    expect([call.fault(99, 1), call.fault(101, 1)]).toEqual([null, expect.stringContaining("101")]);
    call.answered(1);
    expect(money.settle(99, { charged: 30, credited: 0, spendable: 99 }, 400)).toContain("30 are charged");
    expect(money.settle(69, { charged: 31, credited: 0, spendable: 99 }, 400)).toContain("69 are left");
    expect(money.settle(99, { charged: 31, credited: 0, spendable: 99 }, 400)).toBeNull();
    expect(money.begin(1).fault(69, 1)).toContain("69 are left");
  });
});

test("one seed gives the same numbers, and another one others", () => {
  const numbers = (seed: number) => {
    const random = new SeededRandom(seed);
    return Array.from({ length: 50 }, () => random.next());
  };
  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(1)).not.toEqual(numbers(2));
  expect(numbers(3).every((number) => number >= 0 && number < 1)).toBe(true);
});
