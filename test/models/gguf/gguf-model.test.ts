import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Question } from "#models/backend/dialect.ts";
import { GgufModel } from "#models/gguf/gguf-model.ts";
import { FakeLibrary } from "./fake-library.ts";

const folder = mkdtempSync(join(tmpdir(), "gguf-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "fake.gguf");
// One that holds nothing.
writeFileSync(path, Buffer.concat([Buffer.from("GGUF\x03\x00\x00\x00", "latin1"), Buffer.alloc(16)]));

let library: FakeLibrary;
let model: GgufModel;
beforeEach(async () => {
  library = new FakeLibrary();
  model = await open(2);
});

const open = (concurrencyMax: number) =>
  GgufModel.open({ path, contextTokens: 400, concurrencyMax, threads: 1, outputTokensMax: 50 }, library, patient());
const question = (system: string, user = "hello", rest: Partial<Question> = {}): Question => {
  const prompt = { system, user, schema: { type: "string" }, functions: [] };
  return { prompt, mode: "schema", repair: null, ...rest };
};
const patient = () => AbortSignal.timeout(60_000);
/** The one that was begun as the `count`th. */
const begun = async (count: number) => {
  for (;;) {
    const generating = library.generating[count - 1];
    if (generating) return generating;
    await Bun.sleep(1);
  }
};

test("an answer has its text, its tokens, and whether it came to its end", async () => {
  const answering = model.answer(question("be short"), patient());
  const { history, options, answer } = await begun(1);
  expect(history).toEqual([
    { type: "system", text: "be short" },
    { type: "user", text: "hello" },
    { type: "model", response: [] },
  ]);
  expect(options).toMatchObject({ temperature: 0, seed: expect.any(Number), maxTokens: 50 });
  answer('"hi"');
  const tokens = { input: "be short\nhello\n".length, output: 7, cached: 0 };
  expect(await answering).toEqual({ text: '"hi"', calls: [], finish: "stop", tokens });
  const cut = model.answer(question("be short"), patient());
  (await begun(2)).answer('"h', "maxTokens");
  expect((await cut).finish).toBe("length");
});

test("what was wrong with an answer is asked after it", async () => {
  const repair = { said: "hi", request: "in quotes please" };
  const answering = model.answer(question("be short", "hello", { repair }), patient());
  const { history, answer } = await begun(1);
  expect(history.slice(2)).toEqual([
    { type: "model", response: ["hi"] },
    { type: "user", text: "in quotes please" },
    { type: "model", response: [] },
  ]);
  answer('"hi"');
  await answering;
});

test("the grammar of a schema is made once, for an equal one of somebody else again, and in plain text there is none", async () => {
  const [own, others] = [question("be short"), question("be short")];
  for (const [index, asked] of [own, own, others, { ...own, mode: "json" } as const].entries()) {
    const answering = model.answer(asked, patient());
    const { options, answer } = await begun(index + 1);
    expect("grammar" in options).toBe(asked.mode === "schema");
    answer("");
    await answering;
  }
  expect(library.grammars).toHaveLength(2);
});

test("equal tools are read once: a question goes where the same was asked before", async () => {
  const long = "x".repeat(200);
  const kept: (number | undefined)[] = [];
  for (const [index, system] of [`${long}1`, `${long}2`, `${long}1`, `${long}2`].entries()) {
    const answering = model.answer(question(system, `question ${index}`), patient());
    (await begun(index + 1)).answer("");
    kept.push((await answering).tokens.cached);
  }
  expect(library.generating.map(({ seat }) => seat)).toEqual([0, 1, 0, 1]);
  // Of the second question to each only what comes after its tools.
  for (const read of library.read) expect(read).toBeLessThan(240);
  // What was kept is said: the first two questions found nothing of theirs.
  expect(kept.map((count = 0) => count > long.length)).toEqual([false, false, true, true]);
});

describe("a question", () => {
  test("that leaves no room for an answer is refused, with how long it is", async () => {
    expect(model.answer(question("x".repeat(390)), patient())).rejects.toMatchObject({
      kind: "rejected",
      detail: "397 of 400 tokens (context_tokens); tools_max shows it fewer tools",
    });
    expect(model.answer(question("x".repeat(1_000_000)), patient())).rejects.toMatchObject({ kind: "rejected" });
    expect(library.generating).toEqual([]);
  });

  test("nearly as long as the context has what is left for its answer", async () => {
    const answering = model.answer(question("x".repeat(310)), patient());
    const { options, answer } = await begun(1);
    expect(options.maxTokens).toBe(50);
    answer("");
    await answering;
  });

  test("waits while every place is taken, and takes the first that is free", async () => {
    const answers = ["a", "b", "c"].map((system) => model.answer(question(system), patient()));
    const second = await begun(2);
    await Bun.sleep(20);
    expect(library.generating).toHaveLength(2);
    second.answer("two");
    (await begun(3)).answer("three");
    (await begun(1)).answer("one");
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(["one", "two", "three"]);
  });

  test("whose client left is over at once, and its place is free again", async () => {
    const single = await open(1);
    const leaving = new AbortController();
    const left = single.answer(question("a"), leaving.signal);
    await begun(1);
    const next = single.answer(question("b"), patient());
    leaving.abort(new Error("gone"));
    expect(left).rejects.toThrow("gone");
    (await begun(2)).answer("still here");
    expect((await next).text).toBe("still here");
  });

  test("whose client left while it was read is not answered", async () => {
    const leaving = new AbortController();
    const left = model.answer(question("x".repeat(300)), leaving.signal);
    leaving.abort(new Error("gone"));
    expect(left).rejects.toThrow("gone");
    await Bun.sleep(30);
    expect(library.generating).toEqual([]);
    expect(Math.max(...library.read)).toBeLessThan(200);
  });
});

test("the context is no longer than the model was trained for", async () => {
  const { contextTokens } = await GgufModel.open(
    { path, contextTokens: 8_000, concurrencyMax: 1, threads: 1, outputTokensMax: 50 },
    library,
    patient(),
  );
  expect(contextTokens).toBe(1_000);
});

test("what does not fit in memory is given back, and refused by the settings' names", async () => {
  const large = new FakeLibrary();
  const { loadModel } = large;
  large.loadModel = async () => ({
    ...(await loadModel.call(large)),
    fileInsights: { estimateContextResourceRequirements: async () => ({ cpuRam: 1e15 }) },
  });
  const options = { path, contextTokens: 400, concurrencyMax: 3, threads: 1, outputTokensMax: 50 };
  await expect(GgufModel.open(options, large, patient())).rejects.toThrow(
    /concurrency_max = 3 and context_tokens = 400 needs 1000000\.0 GB of memory/,
  );
  expect(large.isDisposed).toBe(true);
});
