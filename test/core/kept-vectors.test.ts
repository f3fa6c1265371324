/** Vectors of what is gone go, and no others: on the real storage, whatever is changed while a sweep is under way. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Class } from "#core/classification-set.ts";
import { vectorsCheck } from "#core/doctor/vectors-check.ts";
import { MainThread } from "#core/main-thread.ts";
import type { EmbeddingStore } from "#core/ports/embedding-store.ts";
import type { Embedder, LanguageModel } from "#core/ports/models.ts";
import type { Storage } from "#core/ports/storage.ts";
import { Banks } from "#core/sets/banks.ts";
import { embeddingKeyOf } from "#core/sets/embedding-key.ts";
import type { KeptVectors } from "#core/sets/kept-vectors.ts";
import { Registry } from "#core/sets/registry.ts";
import type { AppId, KeyId, Principal } from "#core/tenant.ts";
import { textsOfSet } from "#models/embedded/labels/class-texts.ts";
import { LabelClassifier } from "#models/embedded/labels/classifier.ts";
import { openEmbeddedStorage, openNeighbourIndexes } from "#storage/embedded/index.ts";
import { FakeClock } from "../fakes.ts";
import { openLearning, openVectors } from "../learning-kit.ts";

const app = "app_ours" as AppId;
const owner: Principal = { app, plan: { requestsPerMinute: 1, requestsPerMonth: 1 }, key: "key" as KeyId };
const stranger: Principal = { ...owner, app: "app_theirs" as AppId };

let folder: string;
let storage: Storage;
let embedded: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-vectors-"));
  storage = await openEmbeddedStorage({ dataDir: folder });
  for (const id of [app, stranger.app])
    await storage.apps.create({ id, name: id, plan: "free", status: "active", epoch: 1, createdAt: 0 });
  embedded = [];
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const embedder: Embedder = {
  id: "numbers-1",
  dimensions: 2,
  embed: async (texts) => {
    embedded.push(...texts);
    return texts.map((text) => new Float32Array([text.length, 1]));
  },
};

/** What an app works with; the classes are learned by the real classifier, whose training is no matter here. */
function opened() {
  const clock = new FakeClock();
  const vectors = openVectors(storage, embedder, { textsOfClasses: (classes) => textsOfSet(classes).flat() });
  const indexes = openNeighbourIndexes({ runtimeDir: join(folder, "runtime") });
  const model: Pick<LanguageModel, "learnClasses"> = {
    learnClasses: async (classes, _, { embed }) => {
      await embed(textsOfSet(classes).flat());
      return { classes: classes.length };
    },
  };
  const learning = openLearning(storage, clock, { embedder, indexes, vectors, model });
  const { definitions: store, memories } = storage;
  const registered = {
    store,
    aliases: storage.aliases,
    cache: { forget: async () => {} },
    learning,
    backends: [],
    clock,
    mainThread: new MainThread(clock),
  };
  const toolsets = Registry.toolsets(registered);
  const sets = Registry.classificationSets(registered);
  const banks = new Banks({ registry: Registry.banks(registered), memories, embedder, vectors, indexes, clock });
  const settled = async () => {
    await learning.idle();
    await vectors.idle();
    await learning.idle();
  };
  return { vectors, learning, toolsets, sets, banks, settled };
}

async function rowsOf(whose: AppId): Promise<number> {
  return (await storage.embeddings.list(whose, { limit: 1_000_000, after: null })).length;
}

const toolset = (words: readonly string[]) => ({
  name: "Tools",
  tools: words.map((word) => ({ name: word, description: word, examples: [`${word} it`, `${word} them`] })),
});
const classesOf = (words: readonly string[], description = "as said"): readonly Class[] =>
  words.map((word) => ({
    label: word,
    description: `${word} ${description}`,
    examples: [`about ${word}`, `${word} now`],
  }));

describe("vectors of what is gone", () => {
  test("five rounds of sets that are made, learned, replaced and deleted leave no row", async () => {
    const { toolsets, sets, banks, settled } = opened();
    await toolsets.create(stranger, "theirs-v1", toolset(["round_1"]));
    await settled();
    const theirs = await rowsOf(stranger.app);
    for (let round = 1; round <= 5; round += 1) {
      await toolsets.create(owner, "tools-v1", toolset([`round_${round}`, "same"]));
      await sets.create(owner, "classes-v1", { name: "Classes", classes: classesOf([`round ${round}`, "same"]) });
      await banks.registry.create(owner, "bank_1", { name: "Bank" });
      const memory = await banks.addMemory(owner, "bank_1", { fact: `round ${round}` });
      await settled();
      expect(await rowsOf(app)).toBeGreaterThan(12);
      await toolsets.replace(owner, "tools-v1", toolset([`again_${round}`]), null);
      await settled();
      await toolsets.remove(owner, "tools-v1", null);
      await sets.remove(owner, "classes-v1", null);
      await banks.removeMemory(owner, "bank_1", memory.id);
      await banks.registry.remove(owner, "bank_1", null);
      await settled();
      expect(await rowsOf(app)).toBe(0);
    }
    expect(await rowsOf(stranger.app)).toBe(theirs);
  });

  test("what is there stays: nothing is embedded again after a sweep and a restart, classes with shortened texts included", async () => {
    const { toolsets, sets, banks, vectors, settled } = opened();
    const words = Array.from({ length: 200 }, (_, at) => `class ${at}`);
    const long = classesOf(words, "money back for a parcel that never came ".repeat(40));
    expect(textsOfSet(long)[0]).toHaveLength(1);
    await toolsets.create(owner, "tools-v1", toolset(["one", "two"]));
    await sets.create(owner, "classes-v1", { name: "Classes", classes: long });
    await banks.registry.create(owner, "bank_1", { name: "Bank" });
    await banks.addMemory(owner, "bank_1", { fact: "a fact" });
    await settled();
    const before = embedded.length;
    expect(await vectors.sweep(app)).toBe(0);
    const after = opened();
    await after.toolsets.get(owner, "tools-v1");
    await after.sets.get(owner, "classes-v1");
    await after.settled();
    expect((await after.sets.get(owner, "classes-v1")).learning).toBeNull();
    expect(embedded).toHaveLength(before);
  });

  test("what the real classifier has embedded of classes is what is counted as used", async () => {
    const asked: string[] = [];
    const classes = classesOf(["card", "cash"]);
    const embed = async (texts: readonly string[]) => {
      asked.push(...texts);
      return texts.map(() => new Float32Array(768).fill(1 / Math.sqrt(768)));
    };
    const examples = classes.flatMap(({ examples: own = [] }, of) =>
      own.map((text) => ({ text, of, vector: new Float32Array(768).fill(1 / Math.sqrt(768)) })),
    );
    await new LabelClassifier({ ...embedder, embed }).learnClasses(classes, examples, { embed, rest: async () => {} });
    expect(asked.toSorted()).toEqual(textsOfSet(classes).flat().toSorted());
  });

  test("the doctor counts what a server left behind, and mends it", async () => {
    const { toolsets, learning, vectors } = opened();
    await toolsets.create(owner, "tools-v1", toolset(["one"]));
    await learning.idle();
    await storage.embeddings.write(
      app,
      "an older embedder",
      new Map([[embeddingKeyOf("one it"), new Float32Array(2)]]),
    );
    await storage.definitions.remove(app, "toolset", "tools-v1", null);
    const tenants = { listApps: async () => [{ id: app }] as never };
    const check = vectorsCheck({ tenants, vectors });
    expect((await check.examine()).problems).toEqual(["3 vectors of app_ours are of nothing that it has"]);
    expect(await rowsOf(app)).toBe(3);
    expect(await check.repair?.()).toBe("3 vectors that nothing used are gone");
    expect((await check.examine()).problems).toEqual([]);
    expect(await rowsOf(app)).toBe(0);
  });

  test("whatever is changed while a sweep is under way, what a set has is not swept", async () => {
    const change = fc.record({
      signature: fc.constantFrom("a-v1", "b-v1", "c-v1"),
      words: fc.uniqueArray(fc.constantFrom("one", "two", "three", "four", "five"), { minLength: 1, maxLength: 3 }),
      does: fc.constantFrom("put", "put", "remove", "sweep"),
      turns: fc.integer({ min: 0, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
        const { toolsets, vectors, settled } = opened();
        const sweeps: Promise<number>[] = [];
        const there = new Map<string, readonly string[]>();
        for (const { signature, words, does, turns } of changes) {
          const isThere = there.has(signature);
          if (does === "sweep") sweeps.push(vectors.sweep(app));
          else if (does === "put") {
            if (isThere) await toolsets.replace(owner, signature, toolset(words), null);
            else await toolsets.create(owner, signature, toolset(words));
            there.set(signature, words);
          } else if (isThere) {
            await toolsets.remove(owner, signature, null);
            there.delete(signature);
          }
          for (let each = 0; each < turns; each += 1) await new Promise((resolve) => setImmediate(resolve));
        }
        await Promise.all(sweeps);
        await settled();
        await vectors.sweep(app);
        const names = await storage.embeddings.list(app, { limit: 1_000, after: null });
        const expected = [...there.values()].flat().flatMap((word) => [`${word} it`, `${word} them`]);
        expect(new Set(names.map(({ key }) => key))).toEqual(new Set(expected.map(embeddingKeyOf)));
        for (const signature of there.keys()) await toolsets.remove(owner, signature, null);
        await settled();
      }),
      { numRuns: 20 },
    );
  }, 60_000);
});

test("a large bank is read with everything else in between", async () => {
  const { banks } = opened();
  await banks.registry.create(owner, "bank_1", { name: "Bank" });
  await Promise.all(Array.from({ length: 1_100 }, (_, at) => banks.addMemory(owner, "bank_1", { fact: `fact ${at}` })));
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const recall = await banks.recall(app, ["bank_1"]);
  expect(await recall.nearest("fact 7", 3)).toHaveLength(3);
  isReading = false;
  expect(turns).toBeGreaterThanOrEqual(8);
});

test("a vector that an announced set has is not removed, however late the set is written", async () => {
  const { embeddings } = storage;
  // The sweep has read all sets by the time it asks for what there is.
  const list: typeof embeddings.list = (...given) => {
    if (isNew) kept.announce(app, [{ examples: ["one it"] }]);
    return embeddings.list(...given);
  };
  const { read, write, remove } = bound(embeddings);
  const kept: KeptVectors = openVectors(storage, embedder, { embeddings: { read, write, remove, list } });
  let isNew = true;
  await kept.write(app, embedder.id, new Map([[embeddingKeyOf("one it"), new Float32Array(2)]]));
  expect(await kept.sweep(app)).toBe(0);
  isNew = false;
  expect(await kept.sweep(app)).toBe(1);
});

function bound(store: EmbeddingStore): EmbeddingStore {
  const { read, write, list, remove } = store;
  return { read: read.bind(store), write: write.bind(store), list: list.bind(store), remove: remove.bind(store) };
}
