/** Balances as apps see them: plans, credits and months in any order, with calls under way across all of it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Reservation } from "#core/ports/ledger-store.ts";
import { type AppId, monthOf } from "#core/tenant.ts";
import { CoreHouse, principalOf, refusalOf } from "../proofs/core.ts";

const PLANS = {
  free: { requestsPerMinute: 1_000_000, requestsPerMonth: 5 },
  pro: { requestsPerMinute: 1_000_000, requestsPerMonth: 20 },
};
type PlanName = keyof typeof PLANS;

type Step =
  | { readonly do: "begin"; readonly cost: number }
  | { readonly do: "succeed" | "fail"; readonly which: number }
  | { readonly do: "credit"; readonly requests: number }
  | { readonly do: "change plan"; readonly to: PlanName }
  | { readonly do: "wait"; readonly days: number }
  | { readonly do: "restart" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("begin" as const), cost: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constantFrom("succeed" as const, "fail" as const), which: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("credit" as const), requests: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("change plan" as const),
      to: fc.constantFrom<PlanName>("free", "pro"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 35 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
);

interface Call {
  readonly month: string;
  readonly fromMonth: number;
  readonly fromCredits: number;
  readonly reservation: Reservation;
}

/** The rules in the plainest form: what each month has used, what credits are left, which calls hold how much of both. */
class Trial {
  readonly #house: CoreHouse;
  readonly #app: AppId;
  readonly #used = new Map<string, number>();
  #plan: PlanName = "free";
  #credits = 0;
  #calls: Call[] = [];

  constructor(house: CoreHouse, app: AppId) {
    this.#house = house;
    this.#app = app;
  }

  async take(step: Step): Promise<void> {
    const { clock, core } = this.#house;
    if (step.do === "begin") await this.#begin(step.cost);
    else if (step.do === "succeed" || step.do === "fail") await this.#end(step.do, step.which);
    else if (step.do === "wait") clock.advance(step.days * 86_400_000);
    else if (step.do === "credit") {
      await core.tenants.credit(this.#app, step.requests);
      this.#credits += step.requests;
    } else if (step.do === "change plan") {
      await core.tenants.changePlan(this.#app, step.to);
      this.#plan = step.to;
    } else {
      // Nobody was answered: what was held is free again.
      await this.#house.reopen();
      this.#calls = [];
    }
    expect((await this.#house.core.tenants.showApp(this.#app)).requestsRemaining).toBe(this.#balance());
    expect(await this.#house.core.storage.auditLedger()).toEqual([]);
  }

  #month(): string {
    return monthOf(this.#house.clock.now());
  }

  #balance(): number {
    const left = PLANS[this.#plan].requestsPerMonth - (this.#used.get(this.#month()) ?? 0);
    return Math.max(0, left) + this.#credits;
  }

  async #begin(cost: number): Promise<void> {
    const month = this.#month();
    const ofMonth = this.#calls.filter((call) => call.month === month);
    const heldOfMonth = ofMonth.reduce((sum, call) => sum + call.fromMonth, 0);
    const heldOfCredits = this.#calls.reduce((sum, call) => sum + call.fromCredits, 0);
    const left = PLANS[this.#plan].requestsPerMonth - (this.#used.get(month) ?? 0) - heldOfMonth;
    const fromMonth = Math.min(cost, Math.max(0, left));
    const fromCredits = cost - fromMonth;
    const reserving = this.#house.core.ledger.reserve(principalOf(this.#app, PLANS[this.#plan]), cost);
    const refusal = await refusalOf(reserving);
    expect(refusal).toBe(fromCredits > this.#credits - heldOfCredits ? "payment_required" : null);
    if (refusal) return;
    this.#calls.push({ month, fromMonth, fromCredits, reservation: await reserving });
  }

  async #end(how: "fail" | "succeed", which: number): Promise<void> {
    const call = this.#calls[which % Math.max(1, this.#calls.length)];
    if (!call) return;
    this.#calls = this.#calls.filter((other) => other !== call);
    const { ledger } = this.#house.core;
    if (how === "fail") return ledger.giveBack(call.reservation);
    // Paid from the month in which it was asked for, however late it is answered.
    this.#used.set(call.month, (this.#used.get(call.month) ?? 0) + call.fromMonth);
    this.#credits -= call.fromCredits;
    const balance = await ledger.settle(call.reservation);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
}

test("the balance is what plan, credits and charges say, whatever month turns and whatever plan comes in between", async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 50, size: "max" });
  const property = fc.asyncProperty(steps, async (steps) => {
    const house = await CoreHouse.open(PLANS);
    try {
      const { app } = await house.core.tenants.createApp("one", "free");
      const trial = new Trial(house, app.id);
      for (const step of steps) await trial.take(step);
    } finally {
      await house.close();
    }
  });
  await fc.assert(property, { numRuns: 40 });
}, 60_000);

describe("at the turn of the month in UTC", () => {
  async function inApp(act: (house: CoreHouse, app: AppId) => Promise<void>): Promise<void> {
    const house = await CoreHouse.open(PLANS);
    try {
      house.clock.set("2026-03-31T23:59:59.999Z");
      const { app } = await house.core.tenants.createApp("one", "free");
      await act(house, app.id);
    } finally {
      await house.close();
    }
  }
  const free = (app: AppId) => principalOf(app, PLANS.free);
  const balance = async (house: CoreHouse, app: AppId) => (await house.core.tenants.showApp(app)).requestsRemaining;

  test("an allowance that is used up is whole again with the first millisecond, and not one before [L-5]", () =>
    inApp(async (house, app) => {
      const { ledger } = house.core;
      await ledger.settle(await ledger.reserve(free(app), 5));
      expect(await refusalOf(ledger.reserve(free(app), 1))).toBe("payment_required");
      house.clock.advance(1);
      expect(await balance(house, app)).toBe(5);
      expect(await refusalOf(ledger.reserve(free(app), 5))).toBeNull();
    }));

  test("a call that began before is paid by the old month, and answered with the new balance", () =>
    inApp(async (house, app) => {
      const { ledger } = house.core;
      const reservation = await ledger.reserve(free(app), 5);
      house.clock.advance(1);
      expect(await ledger.settle(reservation)).toBe(5);
      expect(await balance(house, app)).toBe(5);
      const { items } = await house.core.storage.ledger.entries(app, { limit: 10, after: null });
      expect(items.map(({ kind, month, amount }) => [kind, month, amount])).toEqual([
        ["charge", "2026-03", -5],
        ["allowance", "2026-03", 5],
      ]);
    }));

  test("what is left of the old month is gone, credits are not [L-6]", () =>
    inApp(async (house, app) => {
      await house.core.tenants.credit(app, 3);
      const { ledger } = house.core;
      await ledger.settle(await ledger.reserve(free(app), 1));
      expect(await balance(house, app)).toBe(7);
      house.clock.advance(1);
      expect(await balance(house, app)).toBe(8);
    }));

  test("a call held by the old month that fails gives nothing to the new one", () =>
    inApp(async (house, app) => {
      const { ledger } = house.core;
      const reservation = await ledger.reserve(free(app), 5);
      house.clock.advance(1);
      await ledger.giveBack(reservation);
      expect(await balance(house, app)).toBe(5);
    }));

  test("a smaller plan in mid-month counts what was used, and never makes the balance negative [L-7]", () =>
    inApp(async (house, app) => {
      await house.core.tenants.changePlan(app, "pro");
      const { ledger, tenants } = house.core;
      await ledger.settle(await ledger.reserve(principalOf(app, PLANS.pro), 12));
      await tenants.changePlan(app, "free");
      expect(await balance(house, app)).toBe(0);
      expect(await refusalOf(ledger.reserve(free(app), 1))).toBe("payment_required");
      await tenants.changePlan(app, "pro");
      expect(await balance(house, app)).toBe(8);
    }));
});
