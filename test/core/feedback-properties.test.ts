/** Feedback finds the newest request of its id, and does to cache and bank what it says and nothing else. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Trace } from "#core/answering/feedback.ts";
import { Banks } from "#core/sets/banks.ts";
import type { AppId, Principal } from "#core/tenant.ts";
import { CoreHouse, principalOf, refusalOf } from "../proofs/core.ts";
import { anAnswer, atMost } from "../storage/kit.ts";

const PLAN = { requestsPerMinute: 1, requestsPerMonth: 1 };
const IDS = ["r1", "r2", "r3", "r4", "r5", "r6"] as const;
const ENTRIES = ["e1", "e2", "e3"] as const;

type Id = (typeof IDS)[number];
type Correction = "right" | "wrong" | "other tool" | "other label" | "contradiction";
type Step =
  | {
      readonly do: "answer";
      readonly id: Id;
      readonly entry: (typeof ENTRIES)[number] | null;
      readonly is: "call" | "label";
    }
  | { readonly do: "give"; readonly id: Id; readonly says: Correction; readonly bank: "mine" | "unknown" | null }
  | { readonly do: "restart" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      id: fc.constantFrom(...IDS),
      entry: fc.option(fc.constantFrom(...ENTRIES)),
      is: fc.constantFrom("call" as const, "label" as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("give" as const),
      id: fc.constantFrom(...IDS),
      says: fc.constantFrom<Correction>("right", "wrong", "other tool", "other label", "contradiction"),
      bank: fc.constantFrom("mine" as const, "unknown" as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
);

const SAID: Readonly<Record<Correction, object>> = {
  right: { correct: true },
  wrong: { correct: false },
  "other tool": { correct: false, tool: "right_tool", parameters: { n: 1 } },
  "other label": { correct: false, label: "right" },
  contradiction: { correct: true, tool: "right_tool" },
};

interface Answered extends Trace {
  readonly id: Id;
}

class Trial {
  readonly #house: CoreHouse;
  readonly #owner: Principal;
  readonly #bank: string;
  readonly #cached = new Set<string>();
  readonly #learned: object[] = [];
  #answered: Answered[] = [];
  #count = 0;

  constructor(house: CoreHouse, app: AppId, bank: string) {
    this.#house = house;
    this.#owner = principalOf(app, PLAN);
    this.#bank = bank;
  }

  async take(step: Step): Promise<void> {
    if (step.do === "restart") await this.#house.reopen();
    else if (step.do === "answer") await this.#answer(step);
    else await this.#give(step);
    await this.#check();
  }

  async #answer({ id, entry, is }: Extract<Step, { readonly do: "answer" }>): Promise<void> {
    this.#count += 1;
    const { storage, feedback } = this.#house.core;
    const answer = is === "call" ? { tool: `tool ${this.#count}`, parameters: {} } : { label: "a" };
    const at = entry === null ? null : { partition: "p", key: entry };
    const text = `text ${this.#count}`;
    if (entry !== null) {
      const createdAt = this.#house.clock.now();
      await storage.answers.remember(this.#owner.app, { ...anAnswer(entry), answer, createdAt }, atMost(100));
      this.#cached.add(entry);
    }
    await feedback.record(this.#owner, id, { entry: at, text, answer, reuse: null, asked: null });
    this.#house.clock.advance(1);
    this.#answered = [
      ...this.#answered.filter((other) => other.id !== id),
      { id, entry: at, text, answer, reuse: null, asked: null },
    ];
  }

  async #give({ id, says, bank }: Extract<Step, { readonly do: "give" }>): Promise<void> {
    const named = bank === null ? {} : { bank: bank === "mine" ? this.#bank : "bank_unknown" };
    const request = { requestId: id, correct: false, ...SAID[says], ...named };
    const giving = this.#house.core.feedback.give(this.#owner, request);
    const answered = this.#answered.find((other) => other.id === id);
    const isOdd = says === "contradiction" || (bank !== null && (says === "wrong" || says === "other label"));
    const lesson = says === "other tool" ? SAID[says] : says === "right" ? answered?.answer : null;
    const teaches = bank !== null && lesson && "tool" in lesson;
    const refusal = isOdd ? "validation_error" : !answered || (teaches && bank === "unknown") ? "not_found" : null;
    expect(await refusalOf(giving)).toBe(refusal);
    if (refusal || !answered) return;
    const { dropped, memory } = await giving;
    expect({ dropped, learned: memory !== null }).toEqual({
      dropped: says !== "right" && answered.entry !== null,
      learned: teaches === true,
    });
    if (dropped) this.#cached.delete(answered.entry?.key ?? "");
    if (teaches) {
      const { tool, parameters } = lesson as { readonly tool: string; readonly parameters: object };
      this.#learned.push({ id: memory, content: { kind: "example", query: answered.text, tool, parameters } });
    }
  }

  async #check(): Promise<void> {
    const { storage, banks } = this.#house.core;
    for (const key of ENTRIES) {
      expect((await storage.answers.find(this.#owner.app, "p", key)).entry !== null).toBe(this.#cached.has(key));
    }
    const { items } = await banks.listMemories(this.#owner, this.#bank, { limit: 100, after: null });
    expect<readonly object[]>(items.map(({ id, content }) => ({ id, content }))).toEqual(this.#learned);
  }
}

test("whatever is answered and said of it, exactly the corrected answers go and exactly the lessons stay [M-5] [M-6]", async () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 40, size: "max" });
  const property = fc.asyncProperty(steps, async (steps) => {
    const house = await CoreHouse.open({ free: PLAN });
    try {
      const { app } = await house.core.tenants.createApp("one", "free");
      const bank = Banks.newId();
      await house.core.banks.registry.create(principalOf(app.id, PLAN), bank, { name: "a bank" });
      const trial = new Trial(house, app.id, bank);
      for (const step of steps) await trial.take(step);
    } finally {
      await house.close();
    }
  });
  await fc.assert(property, { numRuns: 40 });
}, 60_000);
