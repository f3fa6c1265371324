import { expect, test } from "bun:test";
import fc from "fast-check";
import { type EmbeddedStorage, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { aBank, aMemory, anApp, appId, freshFolder, NOW } from "./kit.ts";

const app = appId("one");
const BANKS = ["bank_1", "bank_2"] as const;
const MEMORIES_MAX = 4;

type Bank = (typeof BANKS)[number];
interface Step {
  readonly do: "add" | "remove" | "make bank" | "rename bank" | "remove bank" | "reopen";
  readonly bank: Bank;
  readonly which: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(
    { weight: 10, arbitrary: fc.constant("add" as const) },
    { weight: 5, arbitrary: fc.constant("remove" as const) },
    { weight: 4, arbitrary: fc.constant("make bank" as const) },
    { weight: 1, arbitrary: fc.constantFrom("rename bank" as const, "remove bank" as const, "reopen" as const) },
  ),
  bank: fc.constantFrom(...BANKS),
  which: fc.nat(9),
});

/** The rules in the plainest form: a list of ids for each bank that is there. */
class Trial {
  readonly #dataDir: string;
  readonly #banks = new Map<Bank, { readonly ids: string[]; revision: number }>();
  #storage: EmbeddedStorage;
  #made = 0;
  #revisionMax = 0;

  constructor(dataDir: string, storage: EmbeddedStorage) {
    this.#dataDir = dataDir;
    this.#storage = storage;
  }

  async take(step: Step): Promise<void> {
    const bank = this.#banks.get(step.bank);
    const changes = await this.#do(step, bank?.ids);
    if (step.do === "remove bank") this.#banks.delete(step.bank);
    if (step.do === "make bank" && !bank) this.#banks.set(step.bank, { ids: [], revision: 0 });
    await this.#check(changes ? step.bank : null);
  }

  close(): Promise<void> {
    return this.#storage.close();
  }

  /** Returns whether the bank of the step has changed. */
  async #do(step: Step, ids: string[] | undefined): Promise<boolean> {
    const { definitions, memories } = this.#storage;
    if (step.do === "make bank") {
      return (await definitions.create(app, "bank", step.bank, aBank(step.bank), NOW)) !== null;
    }
    if (step.do === "rename bank") {
      return (await definitions.replace(app, "bank", step.bank, aBank("renamed"), NOW, null)) !== "not_found";
    }
    if (step.do === "remove bank") {
      return (await definitions.remove(app, "bank", step.bank, null)) !== "not_found";
    }
    if (step.do === "reopen") {
      await this.#storage.close();
      this.#storage = await openEmbeddedStorage({ dataDir: this.#dataDir });
      return false;
    }
    if (step.do === "remove") {
      const id = ids?.[step.which] ?? "mem_unknown";
      const known = ids?.includes(id) ?? false;
      expect(await memories.remove(app, step.bank, id, NOW)).toBe(known);
      if (known) ids?.splice(step.which, 1);
      return known;
    }
    const id = `mem_${this.#made++}`;
    const outcome = await memories.add(app, step.bank, aMemory(id), MEMORIES_MAX);
    expect(outcome).toBe(ids === undefined ? "not_found" : ids.length < MEMORIES_MAX ? "added" : "full");
    if (outcome === "added") ids?.push(id);
    return outcome === "added";
  }

  async #check(changed: Bank | null): Promise<void> {
    for (const name of BANKS) {
      const bank = this.#banks.get(name);
      const found = await this.#storage.definitions.find(app, "bank", name);
      expect(found !== null).toBe(bank !== undefined);
      expect((await this.#storage.memories.all(app, name)).map(({ id }) => id)).toEqual(bank?.ids ?? []);
      if (!bank || !found) continue;
      if (name === changed) {
        // No version of any bank had it before.
        expect(found.revision).toBeGreaterThan(this.#revisionMax);
        this.#revisionMax = found.revision;
        bank.revision = found.revision;
      }
      expect(found.revision).toBe(bank.revision);
    }
  }
}

test("a bank holds exactly what came and did not go, and has a new revision after every change and no other", async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 60, size: "max" });
  const property = fc.asyncProperty(steps, async (steps) => {
    using folder = freshFolder();
    const storage = await openEmbeddedStorage({ dataDir: folder.path });
    await storage.apps.create(anApp("one"));
    const trial = new Trial(folder.path, storage);
    try {
      for (const step of steps) await trial.take(step);
    } finally {
      await trial.close();
    }
  });
  await fc.assert(property, { numRuns: 25 });
}, 60_000);
