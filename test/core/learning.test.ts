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
  for (const id of [app, "app_theirs" as AppId])
    await storage.apps.create({ id, name: id, plan: "free", status: "active", epoch: 1, createdAt: 0 });
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

describe("what one app has to be learned", () => {
  const other = "app_theirs" as AppId;
  const setOf = (words: string, examples = 3) => [
    { examples: Array.from({ length: examples }, (_, at) => `${words} ${at}`) },
  ];

  /** Embeds when it is let, one call after the other, and hears of those that are given up. */
  function gated() {
    const calls: { readonly app: AppId | undefined; readonly texts: readonly string[]; go(): void }[] = [];
    const slow: Embedder = {
      ...embedder,
      embed: (texts, _priority, asking, signal) => {
        const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>();
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        calls.push({ app: asking, texts, go: () => resolve(embedder.embed(texts)) });
        return promise;
      },
    };
    const begun = async (count: number) => {
      while (calls.length < count) await Bun.sleep(1);
      await Bun.sleep(5);
      expect(calls).toHaveLength(count);
    };
    return { calls, begun, learning: newLearning({ embedders: { tools: slow, classes: slow } }) };
  }

  test("is learned one set after the other, while others have theirs learned", async () => {
    const { calls, begun, learning } = gated();
    for (const words of ["one", "two", "three"]) learning.learn(app, contentHashOf(words), setOf(words));
    learning.learn(other, contentHashOf("mine"), setOf("mine"));
    await begun(2);
    expect(calls.map(({ texts: [first], app: whose }) => [whose, first])).toEqual([
      [app, "one 0"],
      [other, "mine 0"],
    ]);
    calls[0]?.go();
    await begun(3);
    expect(calls[2]?.texts[0]).toBe("two 0");
    calls[2]?.go();
    await begun(4);
    for (const { go } of calls) go();
    await learning.idle();
    for (const words of ["one", "two", "three"])
      expect(learning.learn(app, contentHashOf(words), setOf(words))).toBeNull();
  });

  test("stops at once when its set is replaced or deleted, and what waited for its turn never begins", async () => {
    const { calls, begun, learning } = gated();
    for (const words of ["one", "two", "three"]) learning.learn(app, contentHashOf(words), setOf(words));
    await begun(1);
    await learning.forget(app, contentHashOf("two"));
    await learning.forget(app, contentHashOf("one"));
    await begun(2);
    expect(calls[1]?.texts[0]).toBe("three 0");
    calls[1]?.go();
    await learning.idle();
    expect(embedded.filter((text) => text.startsWith("three"))).toHaveLength(3);
    expect(embedded.some((text) => text.startsWith("two") || text.startsWith("one"))).toBe(false);
  });

  test("goes on when another set of the app has the same content", async () => {
    const { calls, begun, learning } = gated();
    const definition = { tools: [], requireEvidence: false };
    const draft = { name: "kept", description: null, definition, contentHash: contentHashOf("one") };
    await storage.definitions.create(app, "toolset", "kept-v1", draft, 0);
    learning.learn(app, contentHashOf("one"), setOf("one"));
    await begun(1);
    await learning.forget(app, contentHashOf("one"));
    calls[0]?.go();
    await learning.idle();
    expect(learning.learn(app, contentHashOf("one"), setOf("one"))).toBeNull();
  });

  test("is bounded: a set for which there is no room is learned when it is looked up later", async () => {
    const { calls, begun, learning } = gated();
    const long = (words: string) => setOf(words.padEnd(480, "x"), 4_000);
    const names = ["one", "two", "three"];
    const looks = () => names.map((words) => learning.learn(app, contentHashOf(words), long(words)));
    expect(looks()).toEqual(names.map(() => ({ done: 0, total: 4_000 })));
    expect(learning.learn(other, contentHashOf("mine"), long("mine"))).not.toBeNull();
    await begun(2);
    await learning.forget(app, contentHashOf("one"));
    await begun(3);
    await learning.forget(app, contentHashOf("two"));
    await begun(3);
    expect(calls[2]?.texts[0]).toStartWith("two");
    looks();
    // The first of the three that are looked up comes first now, and is not waited for here.
    await begun(4);
    expect(calls[3]?.texts[0]).toStartWith("one");
    for (const words of [...names, "mine"]) await learning.forget(app, contentHashOf(words));
    await learning.forget(other, contentHashOf("mine"));
    await learning.idle();
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

test("inline examples take no more than half a second: all of the usual length, few of the longest", async () => {
  const counted = async (length: number) => {
    embedded = [];
    const examples = Array.from({ length: 80 }, (_, at) => `${at} `.padEnd(length, "x"));
    await newLearning().findSimilarInline(app, [{ examples }])("what is it", 1);
    return embedded.length - 1;
  };
  expect(await counted(50)).toBe(64);
  expect(await counted(500)).toBe(9);
});

test("inline examples count at once and are kept nowhere", async () => {
  const find = newLearning().findSimilarInline(app, classes);
  const [nearest] = await find("my card is late", 1);
  expect(nearest?.of).toBe(0);
  expect(embedded).toHaveLength(4);
});
