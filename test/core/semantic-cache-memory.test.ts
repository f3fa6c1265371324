/** What is known of a partition in memory: read in the background, kept up with the store, within its bytes. */
import { describe, expect, test } from "bun:test";
import type { StoredLesson } from "#core/ports/answers.ts";
import type { NeighbourIndex } from "#core/ports/neighbours.ts";
import { type LessonSource, PartitionMemory } from "#core/semantic-cache/partitions/partition-memory.ts";
import { SpannedIndex } from "#core/semantic-cache/partitions/spanned-index.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { LampKnowledge } from "./cache-trial.ts";

const lesson = { kind: "call", tool: 0, parameters: { n: 1 }, defaultsApplied: [], dependsOnClock: false };
const vectorOf = (id: number) => new Float32Array([Math.cos(id), Math.sin(id)]);
const stored = (id: number, change: Partial<StoredLesson> = {}): StoredLesson => {
  return { id, sentence: `lamp of room${id} 1`, lesson, vector: vectorOf(id), createdAt: 0, ...change };
};

function open(rows: readonly StoredLesson[], change: Partial<LessonSource> = {}) {
  const indexes: NeighbourIndex[] = [];
  const source: LessonSource = {
    lessons: async ({ before, after }, limit) =>
      rows
        .filter(({ id }) => id > after && (before === null || id < before))
        .sort((one, other) => other.id - one.id)
        .slice(0, limit),
    vectorOf: async (id) => vectorOf(id),
    savedIndex: async () => null,
    newIndex: () => {
      const index = new ExactIndex(2);
      indexes.push(index);
      return index;
    },
    monotonicMs: () => 0,
    bytesMax: 1_000_000,
    ...change,
  };
  const memory = new PartitionMemory(source, () => new LampKnowledge());
  return { memory, indexes };
}

const taught = (id: number) => {
  const { sentence, vector, createdAt: answeredAt } = stored(id);
  return { id, sentence, vector: vector as Float32Array, answeredAt, lesson } as Parameters<PartitionMemory["add"]>[0];
};

describe("what others add", () => {
  const ids = ({ indexes }: ReturnType<typeof open>) =>
    [...(indexes[0]?.ids() ?? [])].sort((one, other) => one - other);

  test("is learned when it is looked for, whatever came in here meanwhile", async () => {
    const rows = [stored(1), stored(2)];
    const asked: number[] = [];
    const opened = open(rows, {
      lessons: async ({ before, after }) => {
        asked.push(after);
        return rows.filter(({ id }) => id > after && (before === null || id < before)).toReversed();
      },
    });
    await opened.memory.loaded;
    opened.memory.add(taught(5));
    rows.push(stored(3), stored(4), stored(5));
    expect(ids(opened)).toEqual([1, 2, 5]);
    await opened.memory.renew();
    expect(ids(opened)).toEqual([1, 2, 3, 4, 5]);
    await opened.memory.renew();
    // Nothing is read twice: both times until there is no page any more.
    expect(asked).toEqual([0, 0, 2, 2, 5]);
  });

  test("is looked for again where the store failed, and what is dropped meanwhile does not come back", async () => {
    const rows = [stored(1)];
    let look = async () => {};
    const opened = open([], {
      lessons: async ({ before, after }) => {
        const found = rows.filter(({ id }) => id > after && (before === null || id < before)).toReversed();
        await look();
        return found;
      },
    });
    await opened.memory.loaded;
    rows.push(stored(2), stored(3));
    look = () => Promise.reject(new Error("told to fail"));
    await expect(opened.memory.renew()).rejects.toThrow("told to fail");
    expect(ids(opened)).toEqual([1]);
    look = async () => opened.memory.remove(3);
    await opened.memory.renew();
    expect(ids(opened)).toEqual([1, 2]);
  });
});

describe("loading", () => {
  test("reads all lessons, and embeds what has no vector yet", async () => {
    const embedded: number[] = [];
    const rows = Array.from({ length: 150 }, (_, index) => stored(index + 1, index % 50 === 0 ? { vector: null } : {}));
    const { memory, indexes } = open(rows, {
      vectorOf: async (id) => {
        embedded.push(id);
        return vectorOf(id);
      },
    });
    expect(memory.isReady).toBe(false);
    await memory.loaded;
    expect({ ready: memory.isReady, size: memory.size, indexed: indexes[0]?.size }).toEqual({
      ready: true,
      size: 150,
      indexed: 150,
    });
    expect(embedded.sort((one, other) => one - other)).toEqual([1, 51, 101]);
  });

  test("takes a saved index, adds what it lacks and removes what is gone by now", async () => {
    const saved = new ExactIndex(2);
    for (const id of [1, 2, 99]) saved.add(id, vectorOf(id));
    const { memory, indexes } = open([stored(1), stored(2), stored(3)], { savedIndex: async () => saved });
    await memory.loaded;
    expect(indexes).toEqual([]);
    expect([...saved.ids()].sort()).toEqual([1, 2, 3]);
    expect(memory.changedIndexes()).toEqual([{ span: 0, index: saved }]);
    expect(memory.changedIndexes()).toEqual([]);
  });

  test("a saved index that is as the store is needs no saving", async () => {
    const saved = new ExactIndex(2);
    saved.add(1, vectorOf(1));
    const { memory } = open([stored(1)], { savedIndex: async () => saved });
    await memory.loaded;
    expect(memory.changedIndexes()).toEqual([]);
  });

  test("what comes in meanwhile is known, what is dropped meanwhile does not come back", async () => {
    const gate = Promise.withResolvers<void>();
    const rows = [stored(1), stored(2)];
    const lessons: LessonSource["lessons"] = async ({ before }) => {
      if (before !== null) return [];
      await gate.promise;
      return rows;
    };
    const { memory, indexes } = open([], { lessons });
    memory.add(taught(7));
    memory.remove(2);
    memory.add(taught(8));
    memory.remove(8);
    gate.resolve();
    await memory.loaded;
    expect([...(indexes[0]?.ids() ?? [])].sort()).toEqual([1, 7]);
    memory.add(taught(2));
    expect(memory.size).toBe(3);
  });

  test("stops when it is not needed any more, and a store that fails is told", async () => {
    const { memory } = open([stored(1)]);
    memory.close();
    await memory.loaded;
    expect([memory.isReady, memory.size]).toEqual([false, 0]);
    const failing = open([], { lessons: async () => Promise.reject(new Error("told to fail")) });
    expect(failing.memory.loaded).rejects.toThrow("told to fail");
  });
});

test("no more is taken into memory than there is room for; the newest first", async () => {
  const rows = Array.from({ length: 500 }, (_, index) => stored(index + 1));
  const { memory, indexes } = open(rows, { bytesMax: 300_000 });
  await memory.loaded;
  expect(memory.size).toBeGreaterThan(50);
  expect(memory.bytes).toBeLessThan(600_000);
  expect(indexes[0]?.has(500)).toBe(true);
  expect(indexes[0]?.has(1)).toBe(false);
  const { size } = memory;
  memory.add(taught(501));
  expect(memory.size).toBe(size);
});

test("a lesson of another version teaches nothing", async () => {
  const { memory } = open([stored(1, { lesson: { kind: "future" } }), stored(2)]);
  await memory.loaded;
  expect(memory.size).toBe(1);
});

describe("more answers than an index has numbers for", () => {
  const edge = 2 ** 32 - 1;
  const ids = [edge - 2, edge - 1, edge, edge + 1, 3 * edge + 2];
  const nearestTo = async (memory: PartitionMemory, id: number) => {
    await memory.loaded;
    return memory.consider(`lamp of room${id} 2`, vectorOf(id), 0).best?.id;
  };

  test("are known on both sides of the edge, whether they were read or come in", async () => {
    const { memory } = open(ids.slice(0, 3).map((id) => stored(id)));
    await memory.loaded;
    for (const id of ids.slice(3)) memory.add(taught(id));
    for (const id of ids) expect(await nearestTo(memory, id)).toBe(id);
    memory.remove(edge);
    expect(await nearestTo(memory, edge)).toBeUndefined();
    expect(await nearestTo(memory, 0)).toBeUndefined();
  });

  test("are found among their neighbours, nearest first, and none twice", () => {
    const index = new SpannedIndex({ load: async () => null, create: () => new ExactIndex(2) });
    for (const id of ids) index.add(id, vectorOf(ids.indexOf(id) / 10));
    const found = index.nearest(vectorOf(0.21), 3);
    expect(found.map(({ id }) => id)).toEqual([edge, edge + 1, edge - 1]);
    index.remove(edge);
    expect([...index.ids()].sort((one, other) => one - other)).toEqual(ids.filter((id) => id !== edge));
    expect(ids.map((id) => index.has(id))).toEqual([true, true, false, true, true]);
  });

  test("are saved and loaded each with its own stretch, so that no answer gets the vector of another", async () => {
    const saved = new Map<number, NeighbourIndex>();
    const savedIndex = async (span: number) => saved.get(span) ?? null;
    const first = open(
      ids.map((id) => stored(id)),
      { savedIndex },
    );
    await first.memory.loaded;
    for (const { span, index } of first.memory.changedIndexes()) saved.set(span, index);
    expect([...saved.keys()].sort()).toEqual([0, 1, 3]);
    // All of them gone but the first: what comes now has the number, within its stretch, of one that was saved.
    const next = open([stored(ids[0] as number), stored(2 * edge), stored(edge + 7)], { savedIndex });
    await next.memory.loaded;
    expect(next.indexes).toHaveLength(1);
    expect([...(saved.get(0)?.ids() ?? [])]).toEqual([edge - 2]);
    expect([...(saved.get(1)?.ids() ?? [])]).toEqual([7]);
    expect([...(next.indexes[0]?.ids() ?? [])]).toEqual([0]);
  });
});
