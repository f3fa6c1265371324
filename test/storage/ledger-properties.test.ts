import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Reservation } from "#core/ports/ledger-store.ts";
import { type EmbeddedStorage, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { appId, freshFolder, NEXT_MONTH } from "./kit.ts";

const app = appId("one");
const PLANS = [0, 5, 20] as const;

type Step =
  | { readonly do: "reserve"; readonly cost: number }
  | { readonly do: "settle" | "give back"; readonly which: number }
  | { readonly do: "credit"; readonly requests: number }
  | { readonly do: "change plan"; readonly to: number }
  | { readonly do: "turn the month" | "wait" | "reopen" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("reserve" as const), cost: fc.integer({ min: 0, max: 6 }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("settle" as const), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("give back" as const), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("credit" as const), requests: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("change plan" as const), to: fc.constantFrom(...PLANS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("turn the month" as const, "reopen" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const) }) },
);

/** A reservation as the rules see it: how much of which purse. */
interface Hold {
  readonly month: number;
  readonly fromMonth: number;
  readonly fromCredits: number;
  readonly made: Promise<Reservation | null>;
}

/** The rules of the ledger in the plainest form: purses, and what is charged to them or held of them. */
class Model {
  plan: number = PLANS[1];
  month = 0;
  credits = 0;
  readonly charged = [0, 0, 0, 0, 0, 0, 0, 0];
  holds: Hold[] = [];

  get at(): number {
    return NEXT_MONTH - 1 + this.month * 31 * 86_400_000;
  }

  balance(): number {
    return Math.max(0, this.plan - (this.charged[this.month] ?? 0)) + this.credits;
  }

  /** How a cost would be split; null when there is not enough. */
  split(cost: number): { readonly fromMonth: number; readonly fromCredits: number } | null {
    const held = this.holds.filter((hold) => hold.month === this.month).reduce((sum, hold) => sum + hold.fromMonth, 0);
    const heldCredits = this.holds.reduce((sum, hold) => sum + hold.fromCredits, 0);
    const fromMonth = Math.min(cost, Math.max(0, this.plan - (this.charged[this.month] ?? 0) - held));
    return cost - fromMonth <= this.credits - heldCredits ? { fromMonth, fromCredits: cost - fromMonth } : null;
  }

  settle(hold: Hold): void {
    this.holds = this.holds.filter((other) => other !== hold);
    this.charged[hold.month] = (this.charged[hold.month] ?? 0) + hold.fromMonth;
    this.credits -= hold.fromCredits;
  }
}

class Trial {
  readonly #dataDir: string;
  readonly #model = new Model();
  #storage: EmbeddedStorage;
  #pending: Promise<unknown>[] = [];

  constructor(dataDir: string, storage: EmbeddedStorage) {
    this.#dataDir = dataDir;
    this.#storage = storage;
  }

  async take(step: Step): Promise<void> {
    const model = this.#model;
    if (step.do === "reserve") return this.#reserve(step.cost);
    if (step.do === "settle" || step.do === "give back") return this.#end(step.do, step.which);
    if (step.do === "change plan") model.plan = step.to;
    if (step.do === "turn the month") model.month = Math.min(model.month + 1, model.charged.length - 1);
    if (step.do === "credit") {
      await this.#storage.ledger.credit(app, step.requests, model.at);
      model.credits += step.requests;
    }
    if (step.do === "wait" || step.do === "reopen") await this.check();
    if (step.do === "reopen") {
      await this.#storage.close();
      this.#storage = await openEmbeddedStorage({ dataDir: this.#dataDir });
      model.holds = [];
      await this.check();
    }
  }

  async check(): Promise<void> {
    await Promise.all(this.#pending.splice(0));
    const { plan, at } = this.#model;
    expect(await this.#storage.ledger.balance(app, plan, at)).toBe(this.#model.balance());
    expect(await this.#storage.auditLedger()).toEqual([]);
  }

  close(): Promise<void> {
    return this.#storage.close();
  }

  /** Not awaited: the next step comes while this one is under way. */
  #reserve(cost: number): void {
    const { plan, at, month } = this.#model;
    const split = this.#model.split(cost);
    const made = this.#storage.ledger.reserve(app, cost, plan, at);
    this.#pending.push(made.then((reservation) => expect(reservation !== null).toBe(split !== null)));
    if (split) this.#model.holds.push({ ...split, month, made });
  }

  async #end(how: "settle" | "give back", which: number): Promise<void> {
    const hold = this.#model.holds[which % Math.max(1, this.#model.holds.length)];
    const reservation = await hold?.made;
    if (!hold || !reservation) return;
    if (how === "give back") {
      this.#model.holds = this.#model.holds.filter((other) => other !== hold);
      this.#pending.push(this.#storage.ledger.giveBack(reservation));
      return;
    }
    this.#model.settle(hold);
    const settling = this.#storage.ledger.settle(reservation, this.#model.at);
    this.#pending.push(settling.then((balance) => expect(balance).toBeGreaterThanOrEqual(0)));
  }
}

test("whatever happens in whatever order, nothing is lost, nothing is spent twice, and the entries add up", async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 60, size: "max" });
  const property = fc.asyncProperty(steps, async (steps) => {
    using folder = freshFolder();
    const trial = new Trial(folder.path, await openEmbeddedStorage({ dataDir: folder.path }));
    try {
      for (const step of steps) await trial.take(step);
      await trial.check();
    } finally {
      await trial.close();
    }
  });
  await fc.assert(property, { numRuns: 40 });
}, 60_000);
