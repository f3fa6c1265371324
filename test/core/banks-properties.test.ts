/** Banks recall what they hold: after any changes, restarts and recalls in between, the same as looking at everything. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Memory } from "#core/bank.ts";
import { Banks, type Recollection } from "#core/sets/banks.ts";
import type { AppId } from "#core/tenant.ts";
import { FakeEmbedder } from "../fakes.ts";
import { CoreHouse, principalOf, refusalOf } from "../proofs/core.ts";

const PLAN = { requestsPerMinute: 1, requestsPerMonth: 1 };
const WORDS = ["lamp", "kitchen", "bright", "weather", "Rome", "table", "four"] as const;
const BANKS_MAX = 3;
/** Embeddings are 32-bit, and the two sums are made in another order. */
const SIMILARITY_DIGITS = 4;

const sentence = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
type Step =
  | { readonly do: "add example" | "add fact" | "recall"; readonly bank: number; readonly text: string }
  | { readonly do: "remove"; readonly bank: number; readonly which: number }
  | { readonly do: "remove bank"; readonly bank: number }
  | { readonly do: "rename bank"; readonly bank: number }
  | { readonly do: "make bank" }
  | { readonly do: "restart" };

const bank = fc.nat(BANKS_MAX - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom("add fact" as const, "add example" as const),
      bank,
      text: sentence,
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("recall" as const), bank, text: sentence }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant("remove" as const), bank, which: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("make bank" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("remove bank" as const, "rename bank" as const), bank }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
);

interface Bank {
  readonly id: string;
  readonly memories: Memory[];
}

class Trial {
  readonly #house: CoreHouse;
  readonly #app: AppId;
  readonly #banks: Bank[] = [];

  constructor(house: CoreHouse, app: AppId) {
    this.#house = house;
    this.#app = app;
  }

  async take(step: Step): Promise<void> {
    if (step.do === "restart") return this.#house.reopen();
    if (step.do === "make bank") return this.#make();
    await this.#use(step);
  }

  async #use(step: Extract<Step, { readonly bank: number }>): Promise<void> {
    const { banks } = this.#house.core;
    const bank = this.#banks[step.bank % Math.max(1, this.#banks.length)];
    if (!bank) return;
    const principal = principalOf(this.#app, PLAN);
    if (step.do === "recall") await this.#recall([bank], step.text);
    else if (step.do === "remove") await this.#remove(bank, step.which);
    else if (step.do === "rename bank") await banks.registry.replace(principal, bank.id, { name: "renamed" }, null);
    else if (step.do === "remove bank") {
      await banks.registry.remove(principal, bank.id, null);
      this.#banks.splice(this.#banks.indexOf(bank), 1);
      expect(await refusalOf(banks.recall(this.#app, [bank.id]))).toBe("not_found");
    } else {
      const input =
        step.do === "add fact"
          ? { fact: step.text }
          : { query: step.text, tool: "set_lamp", parameters: { room: "x" } };
      bank.memories.push(await banks.addMemory(principal, bank.id, input));
    }
  }

  /** Of all banks at once, and of each. */
  async finish(): Promise<void> {
    for (const text of WORDS) await this.#recall(this.#banks, text);
    for (const bank of this.#banks) {
      const page = { limit: 100, after: null };
      const { items } = await this.#house.core.banks.listMemories(principalOf(this.#app, PLAN), bank.id, page);
      expect(items).toEqual(bank.memories);
      await this.#recall([bank], "kitchen lamp");
    }
  }

  async #make(): Promise<void> {
    if (this.#banks.length >= BANKS_MAX) return;
    const id = Banks.newId();
    await this.#house.core.banks.registry.create(principalOf(this.#app, PLAN), id, { name: "a bank" });
    this.#banks.push({ id, memories: [] });
  }

  async #remove(bank: Bank, which: number): Promise<void> {
    const memory = bank.memories[which];
    const removal = this.#house.core.banks.removeMemory(
      principalOf(this.#app, PLAN),
      bank.id,
      memory?.id ?? "mem_unknown",
    );
    expect(await refusalOf(removal)).toBe(memory ? null : "not_found");
    if (memory) bank.memories.splice(which, 1);
  }

  /** Which of two equally near ones comes first is nobody's business; how near each place is, is. */
  async #recall(banks: readonly Bank[], text: string): Promise<void> {
    const ids = banks.map(({ id }) => id);
    const count = 4;
    const recall = await this.#house.core.banks.recall(this.#app, ids);
    const found = await recall.nearest(text, count);
    const all = (
      await Promise.all(banks.flatMap((bank) => bank.memories.map((memory) => remembered(bank.id, memory, text))))
    ).sort((one, other) => other.similarity - one.similarity);
    expect(found.map(rounded)).toEqual(all.slice(0, count).map(rounded));
    for (const one of found) {
      const same = all.find(({ bank, memory }) => bank === one.bank && memory.id === one.memory.id);
      const contents = banks.find(({ id }) => id === one.bank)?.memories.map(({ content }) => content) ?? [];
      expect({ ...one, similarity: rounded(one) }).toEqual({
        bank: one.bank,
        memory: same?.memory as Memory,
        similarity: rounded(same ?? one),
        taught: new Set(contents.flatMap((content) => (content.kind === "example" ? [content.tool] : []))),
      });
    }
  }
}

const embedder = new FakeEmbedder();

async function remembered(bank: string, memory: Memory, text: string): Promise<Omit<Recollection, "taught">> {
  const own = memory.content.kind === "fact" ? memory.content.fact : memory.content.query;
  const [one, other] = await embedder.embed([own, text]);
  const similarity = one?.reduce((sum, value, place) => sum + value * (other?.[place] ?? 0), 0) ?? Number.NaN;
  return { bank, memory, similarity };
}

function rounded({ similarity }: Pick<Recollection, "similarity">): string {
  return (similarity + 0).toFixed(SIMILARITY_DIGITS);
}

test("a recall finds the nearest of what was added and not removed, of the named banks and no other", async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 60, size: "max" });
  const property = fc.asyncProperty(steps, async (steps) => {
    const house = await CoreHouse.open({ free: PLAN });
    try {
      const { app } = await house.core.tenants.createApp("one", "free");
      const trial = new Trial(house, app.id);
      await trial.take({ do: "make bank" });
      for (const step of steps) await trial.take(step);
      await trial.finish();
    } finally {
      await house.close();
    }
  });
  await fc.assert(property, { numRuns: 40 });
}, 60_000);

test("recalls and changes at the same time: each recall sees the bank as it was at some moment of it", async () => {
  const house = await CoreHouse.open({ free: PLAN });
  try {
    const { app } = await house.core.tenants.createApp("one", "free");
    const principal = principalOf(app.id, PLAN);
    const { banks } = house.core;
    const id = Banks.newId();
    await banks.registry.create(principal, id, { name: "a bank" });
    const adding = Array.from({ length: 40 }, async (_, position) => {
      const memory = await banks.addMemory(principal, id, { fact: `lamp number ${position}` });
      if (position % 3 === 0) await banks.removeMemory(principal, id, memory.id);
    });
    const recalling = Array.from({ length: 40 }, async () => {
      const found = await (await banks.recall(app.id, [id])).nearest("lamp number", 100);
      const ids = found.map(({ memory }) => memory.id);
      expect(new Set(ids).size).toBe(ids.length);
    });
    await Promise.all([...adding, ...recalling]);
    const found = await (await banks.recall(app.id, [id])).nearest("lamp number", 100);
    const { items } = await banks.listMemories(principal, id, { limit: 100, after: null });
    expect(items.length).toBe(26);
    expect(found.map(({ memory }) => memory.id).sort()).toEqual(items.map((memory) => memory.id).sort());
  } finally {
    await house.close();
  }
});
