/** When a tool may be let go without its language model, and when it is sent back. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Graduation } from "#core/graduation/graduation.ts";
import {
  BROKEN_SHARE_MAX,
  EDGES,
  slipAfter,
  slipStepOf,
  standingOf,
  stretchOf,
} from "#core/graduation/member-agreement.ts";
import type { Course, CourseCount, GraduationStore, SlipStep } from "#core/ports/graduation-store.ts";
import type { LanguageModel } from "#core/ports/models.ts";
import { randomFrom } from "../../scripts/eval/statistics.ts";
import { FakeClock } from "../fakes.ts";
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

/** Whether fewer of these calls agree than the bar, from a confidence on. */
function breaking(calls: readonly Call[], bar: number): (opensAt: number | null) => boolean {
  const isBelow = EDGES.map((edge) => {
    const from = calls.filter(({ confidence }) => confidence >= edge);
    return from.filter(({ agrees }) => agrees).length / from.length < bar;
  });
  return (opensAt) => opensAt !== null && (isBelow[stretchOf(opensAt)] as boolean);
}

/** Whether the tool was ever let go with calls of which fewer agree than the bar, looked at after every call. */
function isBroken(calls: readonly Call[], bar: number): boolean {
  const tallies = nothing();
  const breaks = breaking(calls, bar);
  for (const { confidence, agrees } of calls) {
    const tally = tallies[stretchOf(confidence)];
    if (!tally) continue;
    tally.observed += 1;
    tally.agreed += Number(agrees);
    if (breaks(standingOf(tallies, bar).opensAt)) return true;
  }
  return false;
}

const STREAMS: readonly (readonly [string, number, readonly number[]])[] = [
  ["just under the bar everywhere", 0.95, [0.945, 0.945, 0.945, 0.945, 0.945, 0.945]],
  ["just under it where it is sure, and worse elsewhere", 0.95, [0.5, 0.7, 0.8, 0.9, 0.93, 0.945]],
  ["sure where it is wrong", 0.9, [0.99, 0.99, 0.95, 0.9, 0.88, 0.85]],
  ["well under it", 0.98, [0.9, 0.9, 0.9, 0.9, 0.9, 0.9]],
];

describe("the bound of the agreement", () => {
  test.each(STREAMS)(
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

/** What several nodes count in one place. Each writes what it has gathered now and then, and whenever it reads. */
class SharedCounts {
  readonly #counts = new Map<string, CourseCount>();
  readonly #slides = new Map<string, { readonly slips: number; readonly sum: number }>();
  /** The app's changes. */
  changes = 0;

  node(isGathered: () => boolean = () => false): GraduationStore {
    const gathered: CourseCount[] = [];
    const write = () => {
      for (const count of gathered.splice(0)) this.#add(count);
    };
    return {
      isShared: true,
      observe: (_, course, slips, edge, agrees) => {
        gathered.push({ ...course, slips, edge, observed: 1, agreed: Number(agrees) });
        if (!isGathered()) write();
      },
      verify: async (_, course, slips, by) => this.#verified(course, slips, by),
      answered: () => {},
      counts: async () => {
        write();
        return [...this.#counts.values()];
      },
      answers: async () => [],
      forget: async () => {},
    };
  }

  #add(count: CourseCount): void {
    const name = `${count.member} ${count.slips} ${count.edge}`;
    const { observed, agreed } = this.#counts.get(name) ?? { observed: 0, agreed: 0 };
    this.#counts.set(name, { ...count, observed: observed + count.observed, agreed: agreed + count.agreed });
  }

  #verified(course: Course, slips: number, by: SlipStep): number {
    const known = this.#slides.get(course.member) ?? { slips, sum: 0 };
    if (known.slips !== slips) return known.slips;
    const { sum, hasSlipped } = slipAfter(known.sum, by);
    if (hasSlipped) {
      this.changes += 1;
      this.#add({ ...course, slips: slips + 1, edge: 0, observed: 0, agreed: 0 });
    }
    const after = { slips: slips + Number(hasSlipped), sum };
    this.#slides.set(course.member, after);
    return after.slips;
  }
}

describe("several nodes", () => {
  const [app, contentHash] = [appId("a"), hashOf("a")];
  const models = { inside: { id: "inside" } as LanguageModel, model: { id: "served" } as LanguageModel };
  const clock = new FakeClock();
  const told: string[] = [];
  const nodeOn = (shared: SharedCounts, agreementMin: number, isGathered?: () => boolean) =>
    new Graduation({
      ...{ store: shared.node(isGathered), agreementMin, clock },
      changes: { of: () => shared.changes },
      observer: { graduateJudged: () => {}, graduateAnswered: () => {} },
      definitions: { holds: async () => false },
      log: (message) => told.push(message),
    });

  /** The calls dealt out to two nodes, each of which looks before every call whether the tool may be let go. */
  async function isBrokenByTwo(calls: readonly Call[], bar: number, random: () => number): Promise<boolean> {
    const shared = new SharedCounts();
    const nodes = [1, 2].map(() => nodeOn(shared, bar, () => random() < 0.9));
    const breaks = breaking(calls, bar);
    for (const call of calls) {
      const courses = await (nodes[Math.floor(random() * 2)] as Graduation).of(app, contentHash, models);
      if (breaks(courses.standing("lamp").opensAt)) return true;
      await courses.compared({ member: "lamp", ...call, wasGiven: false });
      clock.advance(random() * 1_000);
    }
    return false;
  }

  test.each(STREAMS.filter((_, at) => at % 2 === 0))(
    "%s: of 100 orders of the calls at most 5 break the bound on any of two nodes",
    async (_, bar, agreement) => {
      const calls = callsWith(agreement, 100);
      const random = randomFrom(20_261_128);
      let broken = 0;
      for (let order = 0; order < 100; order += 1)
        broken += Number(await isBrokenByTwo(shuffled(calls, random), bar, random));
      expect(broken).toBeLessThanOrEqual(100 * BROKEN_SHARE_MAX);
    },
    60_000,
  );

  test("let a tool go by what all of them have counted, and none by what only it knows", async () => {
    const shared = new SharedCounts();
    const nodes = [1, 2].map(() => nodeOn(shared, 0.9, () => true));
    const courses = await Promise.all(nodes.map((node) => node.of(app, contentHash, models)));
    for (let call = 0; call < 120; call += 1)
      await courses[call % 2]?.compared({ member: "lamp", confidence: 0.97, agrees: true, wasGiven: false });
    expect(courses.map(({ hasGraduates }) => hasGraduates)).toEqual([false, false]);
    clock.advance(2_000);
    // The first one writes its own when it reads; the other's wait for that one.
    for (const [at, observed] of [60, 120, 120].entries()) {
      const read = await (nodes[at % 2] as Graduation).of(app, contentHash, models);
      expect(read.standing("lamp")).toMatchObject({ observed, opensAt: 0 });
      clock.advance(1_000);
    }
  });

  test("tell each for itself of a tool that is let go no more", async () => {
    const shared = new SharedCounts();
    const nodes = [1, 2].map(() => nodeOn(shared, 0.9));
    const open = async (node: Graduation) => (await node.of(app, contentHash, models)).mayAnswer("lamp", 0.97);
    const compared = async (agrees: boolean, times: number) => {
      const courses = await (nodes[0] as Graduation).of(app, contentHash, models);
      for (let call = 0; call < times; call += 1)
        await courses.compared({ member: "lamp", confidence: 0.97, agrees, wasGiven: false });
      clock.advance(2_000);
      return Promise.all(nodes.map(open));
    };
    expect(await compared(true, 60)).toEqual([true, true]);
    told.length = 0;
    expect(await compared(false, 3)).toEqual([false, false]);
    const message = `"lamp" of an app's set needs its language model again: 60 of 63 answers were the same, which no longer shows that more than 0.9 of them are`;
    expect(told).toEqual([message, message]);
  });

  test("send a tool back by what all of them verified, each from its next question on", async () => {
    const shared = new SharedCounts();
    const nodes = [1, 2, 3].map(() => nodeOn(shared, 0.9));
    const [first] = nodes as [Graduation];
    const courses = await first.of(app, contentHash, models);
    for (let call = 0; call < 200; call += 1)
      await courses.compared({ member: "lamp", confidence: 0.97, agrees: true, wasGiven: false });
    clock.advance(2_000);
    const open = async (node: Graduation) => (await node.of(app, contentHash, models)).mayAnswer("lamp", 0.97);
    expect(await Promise.all(nodes.map(open))).toEqual([true, true, true]);
    let verified = 0;
    for (; await open(first); verified += 1) {
      const node = nodes[verified % 3] as Graduation;
      const asked = await node.of(app, contentHash, models);
      await asked.compared({ member: "lamp", confidence: 0.97, agrees: false, wasGiven: true });
    }
    const alone = [...Array(99).keys()].findIndex((count) => {
      let sum = 0;
      for (let at = 0; at <= count; at += 1) {
        const after = slipAfter(sum, slipStepOf(false, 0.9));
        if (after.hasSlipped) return true;
        sum = after.sum;
      }
      return false;
    });
    // As many in all as one node by itself would need.
    expect(verified).toBe(alone + 1);
    expect(await Promise.all(nodes.map(open))).toEqual([false, false, false]);
    for (const node of nodes) expect((await node.of(app, contentHash, models)).standing("lamp").observed).toBe(0);
  });
});

describe("a slip", () => {
  const after = (answers: readonly boolean[]) =>
    answers.reduce((slide, agrees) => slipAfter(slide.sum, slipStepOf(agrees, 0.98)), { sum: 0, hasSlipped: false });

  test("is four verified answers in a row that disagree, and no less", () => {
    expect(after([true, true, false, false, false]).hasSlipped).toBe(false);
    expect(after([true, true, false, false, false, false])).toEqual({ sum: 0, hasSlipped: true });
  });

  test("is not what a tool at the bar does within a thousand verified answers, but for few", () => {
    const random = randomFrom(7);
    const slipped = Array.from({ length: 200 }, () => {
      let sum = 0;
      for (let answer = 0; answer < 1_000; answer += 1) {
        const after = slipAfter(sum, slipStepOf(random() < 0.98, 0.98));
        if (after.hasSlipped) return true;
        sum = after.sum;
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
        const after = slipAfter(sum, slipStepOf(random() < 0.5, 0.98));
        if (after.hasSlipped) return answer;
        sum = after.sum;
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
    let sum = 0;
    const store: GraduationStore = {
      isShared: false,
      observe: (_, course, slips, edge, agrees) => add({ ...course, slips, edge, observed: 1, agreed: Number(agrees) }),
      verify: async (_, course, slips, by) => {
        const after = slipAfter(sum, by);
        ({ sum } = after);
        if (after.hasSlipped) add({ ...course, slips: slips + 1, edge: 0, observed: 0, agreed: 0 });
        return slips + Number(after.hasSlipped);
      },
      answered: () => {},
      counts: async () => counts,
      answers: async () => [],
      forget: async () => {},
    };
    const observer = { graduateJudged: () => {}, graduateAnswered: () => {} };
    const open = () =>
      new Graduation({
        ...{ store, agreementMin, observer, clock: new FakeClock() },
        changes: { of: () => 0 },
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
      await courses.compared({ member: "lamp", confidence: 0.97, agrees: true, wasGiven: false });
    expect(courses.mayAnswer("lamp", 0.97)).toBe(true);
    expect(courses.mayAnswer("door", 0.97)).toBe(false);
    const again = await open().of(app, contentHash, models);
    expect(again.mayAnswer("lamp", 0.97)).toBe(true);
    expect(
      (await open().of(app, contentHash, { ...models, model: { id: "other" } as LanguageModel })).hasGraduates,
    ).toBe(false);
    for (let call = 0; call < 20; call += 1)
      await again.compared({ member: "lamp", confidence: 0.97, agrees: false, wasGiven: true });
    expect(again.mayAnswer("lamp", 0.97)).toBe(false);
    expect(told.join()).toContain('"lamp"');
    // What was counted before says nothing any more.
    const third = (await open().of(app, contentHash, models)).standing("lamp");
    expect(third.observed).toBeLessThan(30);
  });

  test("that are let go no more are told of, though none slipped", async () => {
    const { open, told } = graduation();
    const courses = await open().of(app, contentHash, models);
    const compared = (agrees: boolean) =>
      courses.compared({ member: "lamp", confidence: 0.97, agrees, wasGiven: false });
    while (!courses.mayAnswer("lamp", 0.97)) await compared(true);
    const { observed } = courses.standing("lamp");
    expect(told).toEqual([]);
    await compared(false);
    await compared(false);
    expect(courses.mayAnswer("lamp", 0.97)).toBe(false);
    expect(told).toEqual([
      `"lamp" of an app's set needs its language model again: ${observed} of ${observed + 1} answers were the same, which no longer shows that more than 0.9 of them are`,
    ]);
  });
});
