/** Whom a lint waits for, what it holds, and what it does when there is no time. */
import { describe, expect, test } from "bun:test";
import { LintVectors } from "#core/linting/lint-vectors.ts";
import { type LintedSet, Linter } from "#core/linting/linter.ts";
import { MainThread } from "#core/main-thread.ts";
import type { EmbeddingStore } from "#core/ports/embedding-store.ts";
import { embeddingKeyOf } from "#core/sets/embedding-key.ts";
import type { AppId } from "#core/tenant.ts";
import { FakeEmbedder } from "../../fakes.ts";

const APP = "app_1" as AppId;
const OTHER = "app_2" as AppId;
const mainThread = new MainThread({ monotonicMs: () => performance.now() });
const never = new AbortController().signal;

const set = (classes: number, examples: number): LintedSet => ({
  signature: "c-v1",
  classes: Array.from({ length: classes }, (_, of) => ({
    label: `class ${of}`,
    examples: Array.from({ length: examples }, (_, at) => `sentence ${of} ${at}`),
  })),
});

/** Counts what it embeds, and takes a second of a clock for each call. */
class SlowEmbedder extends FakeEmbedder {
  readonly texts: string[] = [];
  readonly priorities = new Set<string | undefined>();
  nowMs = 0;

  override async embed(texts: readonly string[], priority?: string): Promise<readonly Float32Array[]> {
    this.texts.push(...texts);
    this.priorities.add(priority);
    this.nowMs += 1_000;
    return super.embed(texts);
  }
}

function linterWith(embedder: SlowEmbedder, msMax: number, kept: Pick<EmbeddingStore, "read"> | null = null) {
  const embedders = { tools: embedder, classes: embedder };
  const vectors = new LintVectors({ embedders, kept, msMax, monotonicMs: () => embedder.nowMs });
  return new Linter({ vectors, mainThread, isCommonWord: () => true });
}

describe("time", () => {
  test("runs out: what was embedded is compared, the first example of each class first", async () => {
    const embedder = new SlowEmbedder();
    const { compared } = await linterWith(embedder, 3_500).lint(APP, [set(4, 5)], never);
    expect(compared).toEqual({ texts: 16, of: 24 });
    expect(embedder.texts.slice(4, 8)).toEqual(["sentence 0 0", "sentence 1 0", "sentence 2 0", "sentence 3 0"]);
    expect([...embedder.priorities]).toEqual(["background"]);
  });

  test("is over before the classes themselves are embedded: nothing is compared", async () => {
    const { compared } = await linterWith(new SlowEmbedder(), 500).lint(APP, [set(9, 1)], never);
    expect(compared).toEqual({ texts: 0, of: 18 });
  });

  test("is not needed for what is learned", async () => {
    const embedder = new SlowEmbedder();
    const [vector] = await new FakeEmbedder().embed(["sentence 0 0"]);
    const read = async (_app: AppId, _embedder: string, keys: readonly string[]) =>
      new Map(keys.filter((key) => key === embeddingKeyOf("sentence 0 0")).map((key) => [key, vector as Float32Array]));
    await linterWith(embedder, 60_000, { read }).lint(APP, [set(2, 1)], never);
    expect(embedder.texts).toEqual(["class 0", "class 1", "sentence 1 0"]);
  });

  test("is not taken for whoever is gone", async () => {
    const embedder = new SlowEmbedder();
    const gone = AbortSignal.abort(new Error("gone"));
    expect(linterWith(embedder, 60_000).lint(APP, [set(2, 1)], gone)).rejects.toThrow("gone");
    expect(embedder.texts).toEqual([]);
  });
});

test("ten thousand examples are held, and no more", async () => {
  let texts = 0;
  const linter = new Linter({
    vectors: {
      of: async (_app, _kind, given) => {
        texts = given.length;
        return [];
      },
    },
    mainThread,
    isCommonWord: () => true,
  });
  const { compared } = await linter.lint(APP, [set(300, 50)], never);
  expect({ texts, compared }).toEqual({ texts: 10_300, compared: { texts: 0, of: 15_300 } });
});

describe("turns", () => {
  test("one lint is made at a time; of an app four may wait, and another app's comes in its turn", async () => {
    const held = Promise.withResolvers<void>();
    let [underWay, most] = [0, 0];
    const linter = new Linter({
      vectors: {
        of: async () => {
          most = Math.max(most, ++underWay);
          await held.promise;
          underWay -= 1;
          return [];
        },
      },
      mainThread,
      isCommonWord: () => true,
    });
    const lint = (app: AppId) => linter.lint(app, [set(1, 1)], never);
    const waiting = [lint(APP), lint(APP), lint(APP), lint(APP), lint(OTHER)];
    expect(lint(APP)).rejects.toMatchObject({ code: "service_unavailable", retryAfterSeconds: 10 });
    held.resolve();
    expect(await Promise.all(waiting)).toHaveLength(5);
    expect(most).toBe(1);
    expect(await lint(APP)).toMatchObject({ compared: { of: 2 } });
  });

  test("one that fails holds up nobody", async () => {
    let fails = true;
    const linter = new Linter({
      vectors: {
        of: async () => {
          if (fails) throw new Error("no model");
          return [];
        },
      },
      mainThread,
      isCommonWord: () => true,
    });
    expect(linter.lint(APP, [set(1, 1)], never)).rejects.toThrow("no model");
    fails = false;
    expect(await linter.lint(APP, [set(1, 1)], never)).toMatchObject({ findings: [] });
  });
});
