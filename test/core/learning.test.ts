import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHashOf } from "#core/json.ts";
import type { EmbeddedExample, Embedder, LanguageModel } from "#core/ports/models.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Learning, LearningOptions } from "#core/sets/learning.ts";
import type { AppId } from "#core/tenant.ts";
import { openEmbeddedStorage, openNeighbourIndexes } from "#storage/embedded/index.ts";
import { openLearning } from "../learning-kit.ts";

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

function newLearning(change: Partial<Pick<LearningOptions, "embedders" | "model">> = {}): Learning {
  const indexes = openNeighbourIndexes({ runtimeDir: join(folder, "runtime"), log: () => {} });
  return openLearning(storage, { monotonicMs: () => nowMs }, { embedder, indexes, ...change });
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

  test("are embedded all at once, and one at a time while there are questions", async () => {
    const together: number[] = [];
    const counting: Embedder = {
      ...embedder,
      embed: (texts) => {
        together.push(texts.length);
        return embedder.embed(texts);
      },
    };
    const asked = newLearning({ embedders: { tools: counting, classes: counting } });
    asked.findSimilar(app, content, classes);
    await asked.idle();
    expect(together).toEqual([1, 1, 1]);
    nowMs += 60_000;
    const calm = newLearning({ embedders: { tools: counting, classes: counting } });
    const others = [{ examples: ["lost it", "lost it", "it is gone"] }];
    calm.learn(app, contentHashOf(others), others);
    await calm.idle();
    expect(together).toEqual([1, 1, 1, 2]);
  });

  test.each([
    ["tools", [{ name: "pin", examples: ["change my pin"] }]],
    ["classes", [{ label: "pin", examples: ["change my pin"] }]],
  ])("of %s are compared by an embedder of their own", async (kind, taught) => {
    const asked = { tools: [] as string[], classes: [] as string[] };
    const by = (whose: keyof typeof asked): Embedder => ({
      id: whose,
      dimensions: embedder.dimensions,
      embed: (texts) => {
        asked[whose].push(...texts);
        return embedder.embed(texts);
      },
    });
    const learning = newLearning({ embedders: { tools: by("tools"), classes: by("classes") } });
    learning.learn(app, content, taught);
    await learning.idle();
    await learning.findSimilar(app, content, taught)("my pin", 1);
    await learning.findSimilarInline(app, taught)("a pin", 1);
    const all = ["change my pin", "my pin", "change my pin", "a pin"];
    expect(asked).toEqual({ tools: [], classes: [], [kind]: all });
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

describe("the examples of classes", () => {
  const labelled = classes.map((taught, index) => ({ label: `label ${index}`, ...taught }));
  const learnedContent = contentHashOf(labelled);

  /** Counts the lessons it is given; waits, and fails, when told. */
  function pupil(gate: Promise<void> = Promise.resolve()) {
    const lessons: (readonly EmbeddedExample[])[] = [];
    const state = { isFailing: false };
    const model: Pick<LanguageModel, "learnClasses"> = {
      learnClasses: async (taught, examples, { rest, embed }) => {
        lessons.push(examples);
        await rest();
        await embed(taught.map(({ label }) => label));
        await gate;
        if (state.isFailing) throw new Error("too much to learn");
        return { classes: taught.length };
      },
    };
    return { lessons, model, state };
  }

  test("are handed to the model once all are embedded, and the set is learning until it is done", async () => {
    const gate = Promise.withResolvers<void>();
    const { lessons, model } = pupil(gate.promise);
    const learning = newLearning({ model });
    learning.learn(app, learnedContent, labelled);
    while (lessons.length === 0) await Bun.sleep(1);
    expect(learning.learn(app, learnedContent, labelled)).toEqual({ done: 2, total: 3 });
    expect(learning.learned(app, learnedContent)).toBeNull();
    gate.resolve();
    await learning.idle();
    expect(learning.learn(app, learnedContent, labelled)).toBeNull();
    expect(learning.learned(app, learnedContent)).toEqual({ classes: 3 });
    expect(lessons[0]?.map(({ text, of }) => [text, of])).toEqual([
      ["where is my card", 0],
      ["change my pin", 1],
      ["my card has not come", 0],
    ]);
  });

  test("answer from what is embedded while the model is learning", async () => {
    const gate = Promise.withResolvers<void>();
    const { lessons, model } = pupil(gate.promise);
    const learning = newLearning({ model });
    learning.learn(app, learnedContent, labelled);
    while (lessons.length === 0) await Bun.sleep(1);
    const [nearest] = await learning.findSimilar(app, learnedContent, labelled)("change the pin", 1);
    expect(nearest?.of).toBe(1);
    gate.resolve();
    await learning.idle();
  });

  test("are learned anew after a restart, from the embeddings that were kept", async () => {
    // Three examples and three labels.
    for (const count of [6, 6]) {
      const { lessons, model } = pupil();
      const learning = newLearning({ model });
      learning.learn(app, learnedContent, labelled);
      await learning.idle();
      expect(lessons).toHaveLength(1);
      expect(embedded).toHaveLength(count);
    }
  });

  test("are tried again when the model failed, without embedding them again", async () => {
    const { lessons, model, state } = pupil();
    state.isFailing = true;
    const learning = newLearning({ model });
    learning.learn(app, learnedContent, labelled);
    await learning.idle();
    expect(learning.learn(app, learnedContent, labelled)).toEqual({ done: 2, total: 3 });
    state.isFailing = false;
    nowMs += 60_000;
    learning.learn(app, learnedContent, labelled);
    await learning.idle();
    expect(learning.learned(app, learnedContent)).toEqual({ classes: 3 });
    expect(lessons).toHaveLength(2);
    expect(embedded).toHaveLength(6);
  });

  test("of another app with the same content are its own", async () => {
    const learning = newLearning({ model: pupil().model });
    learning.learn(app, learnedContent, labelled);
    await learning.idle();
    expect(learning.learned("app_theirs" as AppId, learnedContent)).toBeNull();
  });

  test("are no matter for a model that makes nothing of them", async () => {
    const learning = newLearning();
    learning.learn(app, learnedContent, labelled);
    await learning.idle();
    expect(learning.learn(app, learnedContent, labelled)).toBeNull();
    expect(learning.learned(app, learnedContent)).toBeNull();
  });

  test("make way while there are questions", async () => {
    const rests: number[] = [];
    const model: Pick<LanguageModel, "learnClasses"> = {
      learnClasses: async (taught, _, { rest }) => {
        nowMs += 8;
        const before = performance.now();
        await rest();
        rests.push(performance.now() - before);
        return { classes: taught.length };
      },
    };
    const quiet = newLearning({ model });
    quiet.learn(app, learnedContent, labelled);
    await quiet.idle();
    const asked = newLearning({ model });
    asked.learn(app, learnedContent, labelled);
    await asked.findSimilar(app, learnedContent, labelled)("where", 1);
    await asked.idle();
    const [unasked = 0, afterQuestion = 0] = rests;
    expect(afterQuestion).toBeGreaterThanOrEqual(23);
    expect(unasked).toBeLessThan(afterQuestion);
  });
});

test("inline examples count at once and are kept nowhere", async () => {
  const find = newLearning().findSimilarInline(app, classes);
  const [nearest] = await find("my card is late", 1);
  expect(nearest?.of).toBe(0);
  expect(embedded).toHaveLength(4);
});
