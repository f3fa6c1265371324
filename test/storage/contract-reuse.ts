import { beforeEach, expect, test } from "bun:test";
import type { Current } from "./contract.ts";
import { aMistake, anApp, appId, hashOf } from "./kit.ts";

export function reuseContract(current: Current): void {
  const [one, two] = [appId("one"), appId("two")];
  const kind = { contentHash: hashOf("a"), name: "light", path: "template", bin: 3 };
  const saved = { contentHash: hashOf("a"), source: "exact_cache", savedMs: 20, savedCost: 0.5 };
  beforeEach(async () => {
    for (const name of ["one", "two"]) await current().storage.apps.create(anApp(name));
  });

  test("counts proposals by what they were for, of each app for itself", async () => {
    const { reuse } = current().storage;
    reuse.observe(one, kind, false);
    reuse.observe(one, kind, true);
    reuse.observe(one, { ...kind, bin: 4 }, false);
    reuse.observe(two, kind, true);
    const { reuse: later } = await current().reopen();
    later.observe(one, kind, false);
    expect(await later.counts(one)).toEqual([
      { ...kind, observed: 3, wrong: 1 },
      { ...kind, bin: 4, observed: 1, wrong: 0 },
    ]);
    expect(await later.counts(two)).toEqual([{ ...kind, observed: 1, wrong: 1 }]);
  });

  test("adds up what each source saved", async () => {
    const { reuse } = current().storage;
    reuse.countSource(one, saved);
    expect(await reuse.sources(one)).toEqual([{ ...saved, answers: 1 }]);
    reuse.countSource(one, saved);
    reuse.countSource(one, { ...saved, source: "model", savedMs: 0, savedCost: 0 });
    const { reuse: later } = await current().reopen();
    expect(await later.sources(one)).toEqual([
      { ...saved, answers: 2, savedMs: 40, savedCost: 1 },
      { ...saved, source: "model", answers: 1, savedMs: 0, savedCost: 0 },
    ]);
    expect(await later.sources(two)).toEqual([]);
  });

  test("keeps the newest mistakes, side by side with what was right", async () => {
    const { reuse } = current().storage;
    const mistakes = ["a", "b", "c"].map((sentence) => aMistake(sentence, { expected: { tool: sentence } }));
    for (const mistake of mistakes) await reuse.recordMistake(one, mistake, 2);
    await reuse.recordMistake(two, aMistake("theirs"), 2);
    const [, second, third] = mistakes;
    expect(await reuse.mistakes(one, 9)).toEqual([third, second] as object[] as typeof mistakes);
    expect(await reuse.mistakes(one, 1)).toHaveLength(1);
    expect(await reuse.mistakes(two, 9)).toEqual([aMistake("theirs")]);
  });

  test("forgets the counts of a content, and keeps what its answers saved", async () => {
    const { reuse } = current().storage;
    for (const app of [one, two]) {
      reuse.observe(app, kind, false);
      reuse.countSource(app, saved);
    }
    reuse.countSource(one, { ...saved, contentHash: hashOf("b") });
    await reuse.forget(one, hashOf("a"));
    await reuse.forget(one, hashOf("b"));
    expect(await reuse.counts(one)).toEqual([]);
    expect(await reuse.sources(one)).toMatchObject([{ source: "exact_cache", answers: 2, savedMs: 40, savedCost: 1 }]);
    expect(await reuse.counts(two)).toHaveLength(1);
    expect(await reuse.sources(two)).toEqual([{ ...saved, answers: 1 }]);
  });

  test("counts nothing for an app that is gone, and harms nobody's commit", async () => {
    const { reuse, apps } = current().storage;
    reuse.observe(one, kind, false);
    reuse.countSource(one, saved);
    await apps.remove(one);
    reuse.observe(one, kind, false);
    await reuse.recordMistake(one, aMistake("gone"), 2);
    reuse.observe(two, kind, false);
    expect(await reuse.counts(two)).toHaveLength(1);
    expect(await reuse.counts(one)).toEqual([]);
    expect(await reuse.mistakes(one, 9)).toEqual([]);
  });
}
