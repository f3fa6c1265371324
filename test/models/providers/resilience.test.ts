import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { AppId } from "#core/tenant.ts";
import { BackendFailure, type FailureKind } from "#models/backend/backend-failure.ts";
import { Bulkhead } from "#models/language/bulkhead.ts";
import { CircuitBreaker, type Outcome } from "#models/language/circuit-breaker.ts";
import { Retries } from "#models/language/retries.ts";

const never = new AbortController().signal;

describe("the bulkhead", () => {
  const [anna, ben] = ["app_anna", "app_ben"] as unknown as readonly [AppId, AppId];

  /** Work that ends when told, and what was begun so far. */
  function workshop(bulkhead: Bulkhead) {
    const begun: string[] = [];
    const gates: (() => void)[] = [];
    const add = (app: AppId, name: string, signal = never) => {
      const done = bulkhead.run(app, signal, async () => {
        begun.push(name);
        await new Promise<void>((end) => gates.push(end));
        return name;
      });
      done.catch(() => {});
      return done;
    };
    const endOne = async () => {
      gates.shift()?.();
      await Bun.sleep(0);
    };
    return { begun, add, endOne };
  }

  test("apps take turns, however many wait of one", async () => {
    const { begun, add, endOne } = workshop(new Bulkhead(1, 10));
    for (const name of ["a1", "a2", "a3", "a4"]) void add(anna, name);
    void add(ben, "b1");
    void add(ben, "b2");
    for (let ended = 0; ended < 5; ended += 1) await endOne();
    expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2", "a4"]);
  });

  test("when full, the last of the largest crowd makes room", async () => {
    const { begun, add, endOne } = workshop(new Bulkhead(1, 3));
    const crowd = ["a1", "a2", "a3", "a4"].map((name) => add(anna, name));
    const own = add(anna, "a5");
    const other = add(ben, "b1");
    await expect(own).rejects.toMatchObject({ code: "service_unavailable", retryAfterSeconds: 30 });
    await expect(crowd[3]).rejects.toMatchObject({ code: "service_unavailable" });
    for (let ended = 0; ended < 4; ended += 1) await endOne();
    expect(await other).toBe("b1");
    expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  });

  test("who leaves the queue takes nobody's place", async () => {
    const { begun, add, endOne } = workshop(new Bulkhead(1, 2));
    const leaving = new AbortController();
    void add(anna, "a1");
    const left = add(anna, "a2", leaving.signal);
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    void add(anna, "a3");
    void add(anna, "a4");
    await endOne();
    await endOne();
    expect(begun).toEqual(["a1", "a3", "a4"]);
  });

  test("never more at once than may be, and every place is given back", async () => {
    const action = fc.record({ app: fc.constantFrom(anna, ben), fails: fc.boolean(), leaves: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(action, { maxLength: 30 }), async (max, actions) => {
        const bulkhead = new Bulkhead(max, 5);
        let running = 0;
        let highest = 0;
        const all = actions.map(({ app, fails, leaves }) => {
          const leaving = new AbortController();
          const done = bulkhead.run(app, leaving.signal, async () => {
            running += 1;
            highest = Math.max(highest, running);
            await Bun.sleep(0);
            running -= 1;
            if (fails) throw new Error("told to fail");
          });
          if (leaves) leaving.abort();
          return done;
        });
        await Promise.allSettled(all);
        expect(highest).toBeLessThanOrEqual(max);
        const after = Array.from({ length: max }, () => bulkhead.run(anna, never, async () => "free"));
        expect(await Promise.all(after)).toEqual(Array(max).fill("free"));
      }),
      { numRuns: 40 },
    );
  });
});

describe("the breaker", () => {
  function breaking() {
    const clock = { ms: 0 };
    const said: string[] = [];
    const breaker = new CircuitBreaker({ monotonicMs: () => clock.ms, log: (message) => void said.push(message) });
    const ask = (outcome: Outcome) => breaker.admit()(outcome);
    return { clock, said, breaker, ask };
  }

  test("opens after failures in a row, and fails at once from then on", () => {
    const { ask, said, breaker } = breaking();
    for (let failed = 0; failed < 5; failed += 1) ask("failed");
    expect(() => breaker.admit()).toThrow(BackendFailure);
    expect(said).toHaveLength(1);
  });

  test("stays closed while most succeed, and where nobody is to blame", () => {
    const { ask } = breaking();
    for (let round = 0; round < 30; round += 1)
      for (const outcome of ["succeeded", "failed", "succeeded"] as const) ask(outcome);
    for (let round = 0; round < 30; round += 1) ask("neither");
    ask("succeeded");
  });

  test("lets one through after a while; its success closes", () => {
    const { clock, ask, breaker } = breaking();
    for (let failed = 0; failed < 5; failed += 1) ask("failed");
    clock.ms = 1_000;
    const probe = breaker.admit();
    expect(() => breaker.admit()).toThrow();
    probe("succeeded");
    ask("succeeded");
    ask("succeeded");
  });

  test("a probe that fails keeps it open twice as long; one that says nothing leaves the next to try", () => {
    const { clock, ask, breaker } = breaking();
    for (let failed = 0; failed < 5; failed += 1) ask("failed");
    clock.ms = 1_000;
    ask("failed");
    clock.ms = 2_999;
    expect(() => breaker.admit()).toThrow();
    clock.ms = 3_000;
    ask("neither");
    ask("succeeded");
  });
});

describe("retries", () => {
  function retrying() {
    const clock = { ms: 0 };
    const waits: number[] = [];
    const sleep = async (ms: number) => {
      waits.push(ms);
      clock.ms += ms;
    };
    const retries = new Retries({ monotonicMs: () => clock.ms, sleep, random: () => 1 });
    const failing = (kind: FailureKind, times: number, retryAfterMs: number | null = null) => {
      let tries = 0;
      return async () => {
        tries += 1;
        if (tries <= times) throw new BackendFailure(kind, "no", { retryAfterMs });
        return tries;
      };
    };
    /** Saves up a budget. */
    const calm = async (questions: number) => {
      for (let asked = 0; asked < questions; asked += 1) await retries.run(1_000, never, async () => {});
    };
    return { clock, waits, retries, failing, calm };
  }

  test.each(["unreachable", "rate_limited", "overloaded"] as const)("%s is tried again", async (kind) => {
    const { retries, failing, waits, calm } = retrying();
    await calm(20);
    expect(await retries.run(10_000, never, failing(kind, 2))).toBe(3);
    expect(waits).toEqual([200, 400]);
  });

  test.each(["failed", "rejected", "unreadable", "forbidden_address"] as const)("%s is not", async (kind) => {
    const { retries, failing, waits } = retrying();
    await expect(retries.run(10_000, never, failing(kind, 1))).rejects.toMatchObject({ kind });
    expect(waits).toEqual([]);
  });

  test("at most three times in all", async () => {
    const { retries, failing, waits, calm } = retrying();
    await calm(50);
    await expect(retries.run(10_000, never, failing("unreachable", 9))).rejects.toMatchObject({ kind: "unreachable" });
    expect(waits).toHaveLength(2);
  });

  test("as late as the server asks, where that is before the deadline", async () => {
    const { retries, failing, waits } = retrying();
    await retries.run(10_000, never, failing("rate_limited", 1, 3_000));
    expect(waits[0]).toBeGreaterThanOrEqual(3_000);
  });

  test("not at all where it is not", async () => {
    const { retries, failing, waits } = retrying();
    const late = retries.run(3_000, never, failing("rate_limited", 1, 3_000));
    await expect(late).rejects.toMatchObject({ kind: "rate_limited" });
    expect(waits).toEqual([]);
  });

  test("no more than a tenth of the traffic", async () => {
    const { retries, failing, waits } = retrying();
    for (let asked = 0; asked < 1_000; asked += 1) {
      await retries.run(Number.POSITIVE_INFINITY, never, failing("unreachable", 9)).catch(() => {});
    }
    expect(waits.length).toBeGreaterThan(90);
    expect(waits.length).toBeLessThanOrEqual(101);
  });
});
