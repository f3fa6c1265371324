import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHashOf } from "#core/json.ts";
import { Learning } from "#core/learning.ts";
import type { Embedder, Storage } from "#core/ports.ts";
import type { AppId } from "#core/tenant.ts";
import { openEmbeddedStorage, openNeighbourIndexes } from "#storage/embedded/index.ts";

const app = "app_ours" as AppId;
const classes = [{ examples: ["where is my card", "my card has not come"] }, { examples: ["change my pin"] }, {}];
const content = contentHashOf(classes);

let folder: string;
let storage: Storage;
let embedded: string[];
let failing: boolean;
let nowMs: number;

/** One dimension for each letter: texts are alike when their letters are. */
const embedder: Embedder = {
  id: "letters-1",
  dimensions: 26,
  embed: async (texts) => {
    if (failing) throw new Error("the model is out to lunch");
    embedded.push(...texts);
    return texts.map((text) => {
      const vector = new Float32Array(26);
      for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
        const dimension = letter.charCodeAt(0) - 97;
        vector[dimension] = (vector[dimension] ?? 0) + 1;
      }
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    });
  },
};

function newLearning(): Learning {
  const indexes = openNeighbourIndexes({ runtimeDir: join(folder, "runtime"), log: () => {} });
  return new Learning({ embedder, embeddings: storage.embeddings, indexes, monotonicMs: () => nowMs, log: () => {} });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-learning-"));
  storage = await openEmbeddedStorage({ dataDir: folder });
  await storage.apps.create({ id: app, name: "ours", plan: "free", status: "active", epoch: 1, createdAt: 0 });
  embedded = [];
  failing = false;
  nowMs = 0;
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

describe("examples of a registered set", () => {
  test("are learned in the background, and found", async () => {
    const learning = newLearning();
    expect(learning.learn(app, content, classes)).toEqual({ done: 0, total: 3 });
    await learning.idle();
    expect(learning.learn(app, content, classes)).toBeNull();
    const [nearest] = await learning.findSimilar(app, content, classes)("change the pin", 1);
    expect(nearest).toMatchObject({ text: "change my pin", of: 1 });
  });

  test("are embedded once, a restart included", async () => {
    const before = newLearning();
    before.learn(app, content, classes);
    await before.idle();
    expect(embedded).toHaveLength(3);
    const after = newLearning();
    after.learn(app, content, classes);
    await after.idle();
    expect(after.learn(app, content, classes)).toBeNull();
    expect(embedded).toHaveLength(3);
  });

  test("are tried again after a failure, but not at once", async () => {
    failing = true;
    const learning = newLearning();
    learning.learn(app, content, classes);
    await learning.idle();
    failing = false;
    expect(learning.learn(app, content, classes)).toEqual({ done: 0, total: 3 });
    await learning.idle();
    expect(embedded).toHaveLength(0);
    nowMs += 60_000;
    learning.learn(app, content, classes);
    await learning.idle();
    expect(learning.learn(app, content, classes)).toBeNull();
  });

  test("a set without any has nothing to learn and nothing similar", async () => {
    const learning = newLearning();
    expect(learning.learn(app, content, [{}, { examples: [] }])).toBeNull();
    expect(await learning.findSimilar(app, content, [{}])("hello", 5)).toEqual([]);
    expect(embedded).toHaveLength(0);
  });
});

test("inline examples count at once and are kept nowhere", async () => {
  const find = newLearning().findSimilarInline(classes);
  const [nearest] = await find("my card is late", 1);
  expect(nearest?.of).toBe(0);
  expect(embedded).toHaveLength(4);
});
