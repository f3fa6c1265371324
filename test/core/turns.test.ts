/** Turns by work: a worker with a clock of its own, and apps that do their worst. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Turns } from "#core/turns.ts";
import { type Job, type Priority, WorkQueue } from "#models/embedded/worker/work-queue.ts";

interface Step {
  readonly app: string;
  readonly ms: number;
}

interface FakeJob {
  readonly app: string;
  readonly bytes: number;
  readonly steps: number[];
}

/** Every arrival is a job of one or more steps; the worker does one step at a time, and time passes only by its work. */
function served(
  arrivals: readonly { readonly atMs: number; readonly app: string; readonly steps: readonly number[] }[],
) {
  const turns = new Turns<FakeJob>();
  const coming = arrivals.toSorted((one, other) => one.atMs - other.atMs);
  const steps: (Step & { readonly fromMs: number })[] = [];
  /** For each app, the times between which it had something to do all along. */
  const backlogs = new Map<string, { fromMs: number; toMs: number }[]>();
  const open = new Map<string, number>();
  let nowMs = 0;
  let next = 0;
  const arrive = () => {
    for (; next < coming.length && (coming[next]?.atMs ?? 0) <= nowMs; next += 1) {
      const { app, steps: own } = coming[next] as (typeof coming)[number];
      turns.add({ app, bytes: 1, steps: [...own] });
      if ((open.get(app) ?? 0) === 0) backlogs.set(app, [...(backlogs.get(app) ?? []), { fromMs: nowMs, toMs: nowMs }]);
      open.set(app, (open.get(app) ?? 0) + 1);
    }
  };
  for (;;) {
    arrive();
    const job = turns.take();
    if (!job) {
      const upcoming = coming[next];
      if (!upcoming) return { steps, backlogs };
      nowMs = upcoming.atMs;
      continue;
    }
    const ms = job.steps.shift() ?? 0;
    steps.push({ app: job.app, ms, fromMs: nowMs });
    nowMs += ms;
    // What came during the step stands in the queue before the rest of the job does.
    arrive();
    turns.worked(job.app, ms);
    if (job.steps.length > 0) turns.add(job);
    else {
      open.set(job.app, (open.get(job.app) ?? 0) - 1);
      const backlog = backlogs.get(job.app)?.at(-1);
      if (backlog && open.get(job.app) === 0) backlog.toMs = nowMs;
    }
  }
}

const APPS = ["a", "b", "c", "d"];
const arrivals = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: 2_000 }),
    app: fc.constantFrom(...APPS),
    steps: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 }),
  }),
  { maxLength: 60 },
);

describe("turns", () => {
  test("whatever comes when: two apps that both have work all along get the same, but for one step of each", () => {
    fc.assert(
      fc.property(arrivals, (given) => {
        const { steps, backlogs } = served(given);
        const longest = (app: string) => Math.max(0, ...steps.filter((step) => step.app === app).map(({ ms }) => ms));
        const workOf = (app: string, fromMs: number, toMs: number) =>
          steps
            .filter((step) => step.app === app && step.fromMs >= fromMs && step.fromMs + step.ms <= toMs)
            .reduce((sum, { ms }) => sum + ms, 0);
        for (const [one, ones] of backlogs)
          for (const [other, others] of backlogs) {
            if (one >= other) continue;
            for (const own of ones)
              for (const theirs of others) {
                const [fromMs, toMs] = [Math.max(own.fromMs, theirs.fromMs), Math.min(own.toMs, theirs.toMs)];
                if (fromMs >= toMs) continue;
                const apart = Math.abs(workOf(one, fromMs, toMs) - workOf(other, fromMs, toMs));
                expect(apart).toBeLessThanOrEqual(longest(one) + longest(other));
              }
          }
      }),
      { numRuns: 500 },
    );
  });

  test("everything is served, once", () => {
    fc.assert(
      fc.property(arrivals, (given) => {
        const total = (list: readonly number[]) => list.reduce((sum, ms) => sum + ms, 0);
        const wanted = total(given.flatMap(({ steps }) => steps));
        expect(total(served(given).steps.map(({ ms }) => ms))).toBe(wanted);
      }),
    );
  });

  test("an app that comes now and then waits for one step of each other app at most", () => {
    const flood = Array.from({ length: 40 }, () => ({ atMs: 0, app: "flood", steps: Array<number>(20).fill(25) }));
    const calls = Array.from({ length: 50 }, (_, at) => ({ atMs: 400 * at + 7, app: "calm", steps: [10] }));
    const { steps } = served([...flood, ...calls]);
    const waited = calls.map(({ atMs }) => {
      const own = steps.find((step) => step.app === "calm" && step.fromMs >= atMs);
      return (own?.fromMs ?? Number.POSITIVE_INFINITY) - atMs;
    });
    expect(Math.max(...waited)).toBeLessThanOrEqual(25);
  });

  test("nobody saves up by being away", () => {
    const early = { atMs: 0, app: "early", steps: Array<number>(200).fill(10) };
    const late = { atMs: 1_000, app: "late", steps: Array<number>(200).fill(10) };
    const { steps } = served([early, late]);
    const between = steps.filter(({ fromMs }) => fromMs >= 1_000 && fromMs < 2_000);
    const share = between.filter(({ app }) => app === "late").length / between.length;
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.55);
  });
});

interface Clock {
  nowMs: number;
}

function queue({ jobsMax = 100, jobsPerAppMax = 50 } = {}) {
  const clock: Clock = { nowMs: 0 };
  return { clock, queue: new WorkQueue({ jobsMax, jobsPerAppMax, monotonicMs: () => clock.nowMs }) };
}

function job(app: string, priority: Priority = "interactive", bytes = 1): Job & { failure: unknown } {
  const made = {
    app,
    priority,
    effort: null,
    bytes,
    isOver: false,
    failure: null as unknown,
    nextStep: () => ({ kind: "goOn", id: 1 }) as const,
    take: () => true,
    finish: () => {},
    fail: (reason: unknown) => {
      made.failure = reason;
    },
  };
  return made;
}

const refused = { code: "service_unavailable", retryAfterSeconds: 30 };

describe("the queue", () => {
  test("refuses more of one app than it may have waiting, and nobody else for that", () => {
    const { queue: waiting } = queue({ jobsPerAppMax: 2 });
    waiting.add(job("a"));
    waiting.add(job("a"));
    expect(() => waiting.add(job("a"))).toThrow(expect.objectContaining(refused));
    waiting.add(job("a", "background"));
    waiting.add(job("b"));
  });

  test("that is full takes the newest of whoever has most, for whoever has less", () => {
    const { queue: waiting } = queue({ jobsMax: 4 });
    const floods = Array.from({ length: 4 }, () => job("flood"));
    for (const each of floods) waiting.add(each);
    expect(() => waiting.add(job("flood"))).toThrow(expect.objectContaining(refused));
    const calm = job("calm");
    waiting.add(calm);
    expect(floods.map(({ failure }) => failure)).toEqual([null, null, null, expect.objectContaining(refused)]);
    const first = waiting.take() as Job;
    waiting.worked(first, 10);
    expect([first, waiting.take()]).toContain(calm);
  });

  test("wants a step to end soon where its app had much lately and wants more, and else in turn", () => {
    const { queue: waiting, clock } = queue();
    const flood = job("flood");
    waiting.add(job("flood"));
    for (; clock.nowMs < 500; clock.nowMs += 50) waiting.worked(flood, 40);
    expect(waiting.wanted(flood)).toBe("no");
    waiting.add(job("calm"));
    expect(waiting.isFlooded("flood")).toBe(true);
    expect(waiting.wanted(flood)).toBe("soon");
    expect(waiting.isFlooded("calm")).toBe(false);
    expect(waiting.wanted(job("other"))).toBe("in turn");
    expect(waiting.wanted(job("learner", "background"))).toBe("in turn");
    clock.nowMs += 2_000;
    expect(waiting.wanted(flood)).toBe("in turn");
  });

  test("takes ten calls a second for no flood, and what follows each other without a pause for one", () => {
    const { queue: waiting, clock } = queue();
    for (const app of ["ten", "all"]) waiting.add(job(app));
    for (; clock.nowMs < 5_000; clock.nowMs += 20) {
      if (clock.nowMs % 100 === 0) waiting.worked(job("ten"), 15);
      waiting.worked(job("all"), 12);
      expect(waiting.isFlooded("ten")).toBe(false);
    }
    expect(waiting.isFlooded("all")).toBe(true);
  });

  test("tells whose turn it is without taking it", () => {
    const { queue: waiting } = queue();
    expect(waiting.nextApp()).toBeUndefined();
    waiting.add(job("learner", "background"));
    expect(waiting.nextApp()).toBeUndefined();
    for (const app of ["flood", "flood", "calm"]) waiting.add(job(app));
    waiting.worked(waiting.take() as Job, 10);
    expect(waiting.nextApp()).toBe("calm");
    expect(waiting.take()?.app).toBe("calm");
    expect(waiting.nextApp()).toBe("flood");
  });

  test("has no more bytes of one app, and of all, than it may", () => {
    const { queue: waiting } = queue();
    const mebibytes = 1_048_576;
    waiting.add(job("a", "interactive", 16 * mebibytes));
    expect(() => waiting.add(job("a"))).toThrow(expect.objectContaining(refused));
    for (const app of ["b", "c", "d"]) waiting.add(job(app, "interactive", 16 * mebibytes));
    expect(() => waiting.add(job("e"))).toThrow(expect.objectContaining(refused));
    expect(waiting.clear()).toHaveLength(4);
    waiting.add(job("e", "interactive", 16 * mebibytes));
  });

  test("lets background work in once a second while there is other work, and no more than one step of it", () => {
    const { queue: waiting, clock } = queue();
    const learning = job("a", "background");
    waiting.add(learning);
    for (let each = 0; each < 40; each += 1) waiting.add(job(`app ${each}`));
    const taken: Priority[] = [];
    for (let step = 0; step < 500; step += 1) {
      const next = waiting.take() as Job;
      taken.push(next.priority);
      clock.nowMs += 10;
      waiting.worked(next, 10);
      waiting.goOn(next);
    }
    const places = taken.flatMap((priority, place) => (priority === "background" ? [place] : []));
    expect(places).toEqual([100, 201, 302, 403]);
  });

  test("takes whoever asks before a comparison, of the same app as well, and that before what is learned", () => {
    const { queue: waiting } = queue();
    const [learning, compared, asked] = [job("a", "background"), job("a", "compared"), job("a")];
    for (const one of [learning, compared, asked]) waiting.add(one);
    expect([waiting.take(), waiting.take(), waiting.take(), waiting.take()]).toEqual([
      asked,
      compared,
      learning,
      undefined,
    ]);
  });

  test("lets a comparison make way at its next pass for whoever asks, of the same app as well, and for nobody else", () => {
    const { queue: waiting } = queue();
    const compared = job("a", "compared");
    for (const other of [job("b", "compared"), job("a", "background")]) waiting.add(other);
    expect(waiting.wanted(compared)).toBe("no");
    waiting.add(job("a"));
    expect(waiting.wanted(compared)).toBe("soon");
    expect(waiting.wanted(job("a"))).toBe("no");
  });

  test("lets a comparison go on by a step each tenth of a second, however much is asked", () => {
    const { queue: waiting, clock } = queue();
    waiting.add(job("a", "compared"));
    for (let each = 0; each < 40; each += 1) waiting.add(job(`app ${each}`));
    const taken: Priority[] = [];
    for (let step = 0; step < 50; step += 1) {
      const next = waiting.take() as Job;
      taken.push(next.priority);
      clock.nowMs += 10;
      waiting.worked(next, 10);
      waiting.goOn(next);
    }
    const places = taken.flatMap((priority, place) => (priority === "compared" ? [place] : []));
    expect(places).toEqual([10, 21, 32, 43]);
  });
});
