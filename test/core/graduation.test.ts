/** When a tool may be let go without its language model, and when it is sent back. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Graduation } from "#core/graduation/graduation.ts";
import {
  BROKEN_SHARE_MAX,
  EDGES,
  hasSlipped,
  slipAfter,
  standingOf,
  stretchOf,
} from "#core/graduation/tool-agreement.ts";
import type { CourseCount } from "#core/ports/graduation-store.ts";
import type { LanguageModel } from "#core/ports/models.ts";
import { randomFrom } from "../../scripts/eval/statistics.ts";
import { appId, hashOf } from "../storage/kit.ts";

interface Call {
  readonly confidence: number;
  readonly agrees: boolean;
}

/** In another order each time, as calls may come. */
function shuffled(calls: readonly Call[], random: () => number): readonly Call[] {
  const order = [...calls];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as Call, order[at] as Call];
  }
  return order;
}

/** Calls whose agreement is that of their stretch, to a call. */
function callsWith(agreement: readonly number[], perStretch: number): readonly Call[] {
  return EDGES.flatMap((edge, stretch) =>
    Array.from({ length: perStretch }, (_, at) => ({
      confidence: edge + 0.01,
      agrees: at < Math.round((agreement[stretch] as number) * perStretch),
    })),
  );
}

const nothing = () => EDGES.map(() => ({ observed: 0, agreed: 0 }));

/** Whether the tool was ever let go with calls of which fewer agree than the bar, looked at after every call. */
function isBroken(calls: readonly Call[], bar: number): boolean {
  const tallies = nothing();
  const trueShare = EDGES.map((edge) => {
    const from = calls.filter(({ confidence }) => confidence >= edge);
    return from.filter(({ agrees }) => agrees).length / from.length;
  });
  for (const { confidence, agrees } of calls) {
    const tally = tallies[stretchOf(confidence)];
    if (!tally) continue;
    tally.observed += 1;
    tally.agreed += Number(agrees);
    const { opensAt } = standingOf(tallies, bar);
    if (opensAt !== null && (trueShare[stretchOf(opensAt)] as number) < bar) return true;
  }
  return false;
}

describe("the bound of the agreement", () => {
  test.each([
    ["just under the bar everywhere", 0.95, [0.945, 0.945, 0.945, 0.945, 0.945, 0.945]],
    ["just under it where it is sure, and worse elsewhere", 0.95, [0.5, 0.7, 0.8, 0.9, 0.93, 0.945]],
    ["sure where it is wrong", 0.9, [0.99, 0.99, 0.95, 0.9, 0.88, 0.85]],
    ["well under it", 0.98, [0.9, 0.9, 0.9, 0.9, 0.9, 0.9]],
  ])(
    "%s: of 100 orders of the calls at most 5 break it",
    (_, bar, agreement) => {
      const calls = callsWith(agreement, 100);
      const random = randomFrom(20_261_127);
      const broken = Array.from({ length: 100 }, () => isBroken(shuffled(calls, random), bar)).filter(Boolean).length;
      expect(broken).toBeLessThanOrEqual(100 * BROKEN_SHARE_MAX);
    },
    60_000,
  );

  test("a tool that always says the same is let go after some hundred calls, and not after some dozen", () => {
    const after = (count: number) => {
      const tallies = nothing();
      Object.assign(tallies[5] as object, { observed: count, agreed: count });
      return standingOf(tallies, 0.98);
    };
    expect(after(100).opensAt).toBeNull();
    expect(after(450)).toMatchObject({ opensAt: 0, observed: 450, agreed: 450 });
    expect(after(450).lower).toBeGreaterThan(0.98);
  });

  test("it opens from where the calls are good enough, and no lower", () => {
    const tallies = [0.5, 0.5, 0.5, 1, 1, 1].map((share) => ({ observed: 400, agreed: 400 * share }));
    expect(standingOf(tallies, 0.98)).toMatchObject({ opensAt: 0.8, counted: { observed: 1_200, agreed: 1_200 } });
  });

  const tally = fc.nat(2_000).chain((observed) => fc.nat(observed).map((agreed) => ({ observed, agreed })));
  const tallies = fc.array(tally, { minLength: EDGES.length, maxLength: EDGES.length });

  test("more that agree never close it, one that does not never opens it, and the lower end is under what was seen", () => {
    fc.assert(
      fc.property(
        tallies,
        fc.nat(EDGES.length - 1),
        fc.double({ min: 0.5, max: 0.999, noNaN: true }),
        (some, at, bar) => {
          const standing = standingOf(some, bar);
          const { observed, agreed } = standing.counted;
          expect(standing.lower).toBeLessThanOrEqual(observed === 0 ? 1 : agreed / observed);
          const with_ = (agrees: boolean) =>
            some.map((one, index) =>
              index === at ? { observed: one.observed + 1, agreed: one.agreed + Number(agrees) } : one,
            );
          const opens = (of: typeof some) => standingOf(of, bar).opensAt ?? 1;
          expect(opens(with_(true))).toBeLessThanOrEqual(opens(some));
          expect(opens(with_(false))).toBeGreaterThanOrEqual(opens(some));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("a slip", () => {
  const after = (answers: readonly boolean[]) => answers.reduce((sum, agrees) => slipAfter(sum, agrees, 0.98), 0);

  test("is four verified answers in a row that disagree, and no less", () => {
    expect(hasSlipped(after([true, true, false, false, false]))).toBe(false);
    expect(hasSlipped(after([true, true, false, false, false, false]))).toBe(true);
  });

  test("is not what a tool at the bar does within a thousand verified answers, but for few", () => {
    const random = randomFrom(7);
    const slipped = Array.from({ length: 200 }, () => {
      let sum = 0;
      for (let answer = 0; answer < 1_000; answer += 1) {
        sum = slipAfter(sum, random() < 0.98, 0.98);
        if (hasSlipped(sum)) return true;
      }
      return false;
    }).filter(Boolean).length;
    expect(slipped).toBeLessThan(40);
  });

  test("is soon what a tool does that agrees in half of its answers", () => {
    const random = randomFrom(8);
    const lengths = Array.from({ length: 200 }, () => {
      let sum = 0;
      for (let answer = 1; ; answer += 1) {
        sum = slipAfter(sum, random() < 0.5, 0.98);
        if (hasSlipped(sum)) return answer;
      }
    });
    expect(Math.max(...lengths)).toBeLessThan(60);
  });
});

describe("the tools of a set", () => {
  const [app, contentHash] = [appId("a"), hashOf("a")];
  const models = { inside: { id: "inside" } as LanguageModel, model: { id: "served" } as LanguageModel };

  /** A store of counts; that they are durable is the storage's to show. */
  function graduation(agreementMin: number | null = 0.9) {
    const counts: CourseCount[] = [];
    const told: string[] = [];
    const add = (count: CourseCount) => void counts.push(count);
    const store = {
      observe: (_: unknown, course: object, slips: number, edge: number, agrees: boolean) =>
        add({ ...course, slips, edge, observed: 1, agreed: Number(agrees) } as CourseCount),
      slip: (_: unknown, course: object, slips: number) =>
        add({ ...course, slips, edge: 0, observed: 0, agreed: 0 } as CourseCount),
      answered: () => {},
      counts: async () => counts,
      answers: async () => [],
      forget: async () => {},
    };
    const observer = { graduateJudged: () => {}, graduateAnswered: () => {} };
    const open = () =>
      new Graduation({
        ...{ store, agreementMin, observer },
        definitions: { holds: async () => false },
        log: (message) => told.push(message),
      });
    return { open, told };
  }

  test("are let go one by one, also after a restart, and sent back after a slip", async () => {
    const { open, told } = graduation();
    const courses = await open().of(app, contentHash, models);
    expect(courses.hasGraduates).toBe(false);
    for (let call = 0; call < 200; call += 1)
      courses.compared({ tool: "lamp", confidence: 0.97, agrees: true, wasGiven: false });
    expect(courses.mayAnswer("lamp", 0.97)).toBe(true);
    expect(courses.mayAnswer("door", 0.97)).toBe(false);
    const again = await open().of(app, contentHash, models);
    expect(again.mayAnswer("lamp", 0.97)).toBe(true);
    expect(
      (await open().of(app, contentHash, { ...models, model: { id: "other" } as LanguageModel })).hasGraduates,
    ).toBe(false);
    for (let call = 0; call < 20; call += 1)
      again.compared({ tool: "lamp", confidence: 0.97, agrees: false, wasGiven: true });
    expect(again.mayAnswer("lamp", 0.97)).toBe(false);
    expect(told.join()).toContain('"lamp"');
    // What was counted before says nothing any more.
    const third = (await open().of(app, contentHash, models)).standing("lamp");
    expect(third.observed).toBeLessThan(30);
  });
});
