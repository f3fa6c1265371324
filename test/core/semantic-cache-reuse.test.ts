/** Answers for other words: given, verified, corrected, and never taught by themselves. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sameWordsOf } from "#core/semantic-cache/words/same-words.ts";
import { EXACT_INDEXES, onEveryPath } from "../cache-kit.ts";
import { FakeEmbedder } from "../fakes.ts";
import { CONTENT, lampPartition, NEVER, OURS, openTrial, READ, THEIRS, type Trial } from "./cache-trial.ts";

let trial: Trial;
beforeEach(async () => {
  trial = await openTrial();
});
afterEach(() => trial.close());

const explained = async (sentence: string, mode = READ) => {
  const given = await trial.cache.answer(trial.question(sentence), mode, NEVER);
  return given.explain();
};
const counts = () => trial.storage.reuse.counts(OURS);
const kept = async () => (await trial.storage.answers.sizes(OURS))[0]?.entries ?? 0;
/** After a restart nothing is known until the store was read. */
const loaded = async () => {
  while ((await explained("anything at all")).why === "still loading") await Bun.sleep(1);
};

describe("an answer for other words", () => {
  test("is made from an answered sentence, and says so", async () => {
    expect(await trial.ask("turn on lamp 3")).toBe("model: 0 3");
    trial.clock.advance(5_000);
    const { hit, answer } = await trial.cache.answer(trial.question("turn on lamp 7"), READ, NEVER);
    expect(answer).toEqual({ tool: 0, n: 7 });
    expect(hit).toMatchObject({ source: "semantic_cache", similarity: 0.8, ageSeconds: 5, reused: "template" });
    expect(trial.asked).toEqual(["turn on lamp 3"]);
  });

  test("teaches nothing: it is made again from what a model said", async () => {
    await trial.ask("turn on lamp 3");
    for (const n of [7, 8, 7]) expect(await trial.ask(`turn on lamp ${n}`)).toBe(`semantic_cache: 0 ${n}`);
    expect(await kept()).toBe(1);
    expect(await counts()).toEqual([]);
  });

  test("is another partition's and another app's never", async () => {
    await trial.ask("turn on lamp 3");
    expect(await trial.ask("turn on lamp 7", { app: THEIRS })).toBe("model: 0 7");
    expect(await trial.ask("turn on lamp 7", { context: "at work" })).toBe("model: 0 7");
  });

  test("is not given where a memory is near, nor where it does not fit", async () => {
    await trial.ask("turn on lamp 3");
    expect(await trial.ask("turn on lamp 7", { mayReuse: async () => false })).toBe("model: 0 7");
    expect(await trial.ask("turn on lamp 8", { derive: () => null })).toBe("model: 0 8");
  });

  test("is not made from one whose time is over", async () => {
    await trial.ask("turn on lamp 3");
    trial.clock.advance(86_400_000);
    expect(await trial.ask("turn on lamp 7")).toBe("model: 0 7");
  });

  test("is found again after a restart, when the store was read in the background", async () => {
    for (let n = 0; n < 100; n += 1) await trial.ask(`turn on lamp number${n} 1`);
    const gate = Promise.withResolvers<null>();
    await trial.reopen({ indexes: { ...EXACT_INDEXES, load: () => gate.promise } });
    expect(await explained("turn on lamp number5 9")).toMatchObject({ answered: false, why: "still loading" });
    gate.resolve(null);
    await loaded();
    expect(await trial.ask("turn on lamp number99 7")).toBe("semantic_cache: 0 7");
    expect(await trial.ask("turn on lamp number0 7")).toBe("semantic_cache: 0 7");
  });

  test("is not made from one that had to make room", async () => {
    await trial.reopen({ limits: { entriesMax: 2, bytesMax: 1_000_000 } });
    for (const word of ["red", "tan", "sky"]) await trial.ask(`the ${word} lamp 1`);
    expect(await trial.ask("the red lamp 2")).toBe("model: 0 2");
    expect(await kept()).toBe(2);
  });

  test("a failing embedder costs nothing but the hit", async () => {
    await trial.ask("turn on lamp 3");
    const embed = async () => Promise.reject(new Error("told to fail"));
    await trial.reopen({ embedder: { id: "fake-embedder-1", dimensions: 384, embed } });
    await explained("anything at all");
    while ((await explained("turn on lamp 7", { read: true, write: false })).why === "still loading")
      await Bun.sleep(1);
    expect(await trial.ask("turn on lamp 7")).toBe("model: 0 7");
    expect(trial.logs.join("\n")).toContain("the cache was not searched: told to fail");
  });
});

test("what another app keeps changes nothing in what a miss does", async () => {
  const sentence = "turn on lamp 8";
  /** Every call of store and embedder that a miss makes. */
  const missed = async (house: Trial) => {
    const done: string[] = [];
    const answers = watched("answers", house.storage.answers, done);
    await house.reopen({ answers, embedder: watched("embedder", new FakeEmbedder(), done) });
    await house.ask("dim lamp 1");
    done.length = 0;
    expect(await house.ask(sentence)).toBe("model: 0 8");
    return [...done];
  };
  const crowded = await openTrial();
  try {
    for (const theirs of [sentence, "turn on lamp 9", "dim lamp 2"]) await crowded.ask(theirs, { app: THEIRS });
    const alone = await missed(trial);
    expect(await missed(crowded)).toEqual(alone);
    expect(alone).toContain("answers.find");
    expect(alone).toContain("embedder.embed");
  } finally {
    await crowded.close();
  }
});

/** The same thing; what is called on it is written down. */
function watched<Target extends object>(name: string, target: Target, done: string[]): Target {
  return new Proxy(target, {
    get(object, key) {
      const value = Reflect.get(object, key) as unknown;
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        done.push(`${name}.${String(key)}`);
        return Reflect.apply(value, object, args) as unknown;
      };
    },
  });
}

describe("what is worked out from the time of day", () => {
  const dependent = (sentence: string) => {
    const question = trial.question(sentence);
    const ask = async (signal: AbortSignal) => {
      const asked = await question.ask(signal);
      const lesson = { ...asked.lesson, dependsOnClock: true } as typeof asked.lesson;
      return { ...asked, dependsOnClock: true, lesson };
    };
    return { ...question, ask };
  };

  test("is not given to the same words as it was, nor where a constant may come from the clock", async () => {
    await trial.cache.answer(dependent("wake me tomorrow 3"), READ, NEVER);
    await trial.cache.idle();
    const { hit, explain } = await trial.cache.answer(dependent("wake me tomorrow 3"), READ, NEVER);
    expect(hit).toBeNull();
    expect((await explain()).why).toBe("does not fit");
  });

  test("is shared in flight with those alone who asked at the same instant", async () => {
    const gate = Promise.withResolvers<void>();
    trial.model = async () => gate.promise.then(() => 0);
    const first = trial.cache.answer(dependent("wake me 3"), READ, NEVER);
    const second = trial.cache.answer(dependent("wake me 3"), READ, NEVER);
    trial.clock.advance(1);
    const later = trial.cache.answer(dependent("wake me 3"), READ, NEVER);
    gate.resolve();
    await Promise.all([first, second, later]);
    expect(trial.asked.length).toBe(2);
  });
});

describe("equal requests in flight", () => {
  test("ask once and get the same answer", async () => {
    const gate = Promise.withResolvers<void>();
    trial.model = async () => gate.promise.then(() => 4);
    const waiting = Array.from({ length: 5 }, () => trial.ask("turn on lamp 3"));
    const other = trial.ask("turn on Lamp 3");
    gate.resolve();
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 5 }, () => "model: 4 3"));
    expect(await other).toBe("model: 4 3");
    expect(trial.asked).toEqual(["turn on lamp 3", "turn on Lamp 3"]);
  });

  test("that came before a correction are not joined after it", async () => {
    const gate = Promise.withResolvers<void>();
    trial.model = async () => gate.promise.then(() => 0);
    const before = trial.cache.answer(trial.question("turn on lamp 3"), READ, NEVER);
    while (trial.asked.length === 0) await Bun.sleep(1);
    const entry = { partition: lampPartition(OURS).digest, key: sameWordsOf("turn on lamp 3").key };
    await trial.cache.correct(OURS, entry, { sentence: "turn on lamp 3", reuse: null, expected: null });
    trial.model = async () => 1;
    expect(await trial.ask("turn on lamp 3")).toBe("model: 1 3");
    gate.resolve();
    expect((await before).answer.tool).toBe(0);
    expect(await trial.ask("turn on lamp 3")).toBe("exact_cache: 1 3");
  });

  test("that want it anew, or kept nowhere, ask for themselves", async () => {
    const gate = Promise.withResolvers<void>();
    trial.model = async () => gate.promise.then(() => 4);
    const modes = [READ, { read: false, write: true }, { read: false, write: false }];
    const waiting = modes.map((mode) => trial.cache.answer(trial.question("turn on lamp 3"), mode, NEVER));
    gate.resolve();
    await Promise.all(waiting);
    expect(trial.asked.length).toBe(3);
  });
});

describe("the bound", () => {
  test("shut, a proposal is not given, but compared with what the model says", async () => {
    await trial.reopen({ prior: { edges: onEveryPath([0, 0.5, 0.9]), counts: [] } });
    await trial.ask("turn on lamp 3");
    expect(await explained("turn on lamp 7")).toMatchObject({ answered: false, why: "bound" });
    trial.model = async () => 1;
    expect(await trial.ask("turn on lamp 8")).toBe("model: 1 8");
    const kind = { contentHash: CONTENT, path: "template", bin: 9_000 };
    expect(await counts()).toMatchObject([{ ...kind, name: "tool 0", observed: 2, wrong: 1 }]);
  });

  test("shuts when verified answers turn out to be wrong", async () => {
    await trial.reopen({ verifyShare: 1 });
    trial.model = async (sentence) => (sentence.endsWith("3") ? 0 : 1);
    const sources: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      await trial.ask(`the lamp of room${n} 3`);
      sources.push((await trial.ask(`the lamp of room${n} 4`)).split(":")[0] ?? "");
    }
    const given = sources.filter((source) => source === "semantic_cache").length;
    expect(given).toBeGreaterThan(0);
    expect(given).toBeLessThan(4);
    expect(sources.slice(-10)).toEqual(Array.from({ length: 10 }, () => "model"));
  });
});

describe("verifying", () => {
  test("happens behind the answer, and what the model says is kept", async () => {
    await trial.reopen({ verifyShare: 1 });
    await trial.ask("turn on lamp 3");
    const gate = Promise.withResolvers<void>();
    trial.model = async () => gate.promise.then(() => 0);
    const { hit } = await trial.cache.answer(trial.question("turn on lamp 7"), READ, NEVER);
    expect(hit?.source).toBe("semantic_cache");
    gate.resolve();
    await trial.cache.idle();
    expect(trial.asked).toEqual(["turn on lamp 3", "turn on lamp 7"]);
    expect(await counts()).toMatchObject([{ observed: 1, wrong: 0 }]);
    expect(await trial.ask("turn on lamp 7")).toBe("exact_cache: 0 7");
  });

  test("removes what was wrong, and keeps both side by side", async () => {
    await trial.ask("turn on lamp 3");
    await trial.ask("turn on the lamps 3");
    await trial.reopen({ verifyShare: 1 });
    await explained("anything at all");
    await loaded();
    trial.model = async () => 1;
    expect(await trial.ask("turn on lamp 7")).toBe("semantic_cache: 0 7");
    expect(await trial.ask("turn on lamp 7")).toBe("exact_cache: 1 7");
    // What was taken back is asked about anew, too; what nobody asked before is answered from what is right.
    expect(await trial.ask("turn on lamp 3")).toBe("model: 1 3");
    expect(await trial.ask("turn on lamp 5")).toBe("semantic_cache: 1 5");
    expect(await trial.storage.reuse.mistakes(OURS, 9)).toMatchObject([
      {
        sentence: "turn on lamp 7",
        knownSentence: "turn on lamp 3",
        given: { tool: "tool 0" },
        expected: { tool: "tool 1" },
      },
    ]);
  });

  test("asks about a share, and about nothing while there is too much to do", async () => {
    const numbers = [0.001, 0.5, 0.019, 0.02];
    await trial.reopen({ verifyShare: 0.02, random: () => numbers.shift() ?? 1 });
    await trial.ask("turn on lamp 3");
    for (const n of [4, 5, 6, 7]) await trial.ask(`turn on lamp ${n}`);
    expect(trial.asked).toEqual(["turn on lamp 3", "turn on lamp 4", "turn on lamp 6"]);
  });

  test("a model that fails then harms nobody", async () => {
    await trial.reopen({ verifyShare: 1 });
    await trial.ask("turn on lamp 3");
    trial.model = async () => Promise.reject(new Error("told to fail"));
    expect(await trial.ask("turn on lamp 7")).toBe("semantic_cache: 0 7");
    expect(await counts()).toEqual([]);
    expect(trial.logs.join("\n")).toContain("was not verified");
  });
});

describe("a correction", () => {
  const correct = async (sentence: string) => {
    const { entry, reuse } = await trial.cache.answer(trial.question(sentence), READ, NEVER);
    await trial.cache.correct(OURS, entry, { sentence, reuse, expected: { tool: "tool 1" } });
  };

  test("takes the answer that it was made from, and all that goes the same way", async () => {
    await trial.ask("turn on lamp 3");
    await trial.storage.answers.remember(
      OURS,
      { ...(await stored("turn on lamp 3")), key: "twin" },
      { entriesMax: 9, bytesMax: 1e9 },
    );
    await trial.reopen();
    await explained("anything at all");
    await loaded();
    await correct("turn on lamp 7");
    expect(await kept()).toBe(1);
    trial.model = async () => 1;
    expect(await trial.ask("turn on lamp 7")).toBe("model: 1 7");
    // What was taken back is asked about anew, too; what nobody asked before is answered from what is right.
    expect(await trial.ask("turn on lamp 3")).toBe("model: 1 3");
    expect(await trial.ask("turn on lamp 5")).toBe("semantic_cache: 1 5");
    expect(await counts()).toMatchObject([{ observed: 1, wrong: 1 }]);
    expect(await trial.storage.reuse.mistakes(OURS, 9)).toMatchObject([{ expected: { tool: "tool 1" } }]);
  });

  test("takes all of that after a restart, too, when nothing of it is in memory yet", async () => {
    for (const n of [3, 4]) await trial.ask(`turn on lamp ${n}`, { mayReuse: async () => false });
    await trial.cache.idle();
    const { entry, reuse } = await trial.cache.answer(trial.question("turn on lamp 7"), READ, NEVER);
    expect(reuse).not.toBeNull();
    await trial.reopen();
    await trial.cache.correct(OURS, entry, { sentence: "turn on lamp 7", reuse, expected: null });
    expect(await kept()).toBe(0);
  });

  test("keeps its words from other answers until a model has answered them", async () => {
    await trial.ask("turn on lamp 3");
    await correct("turn on lamp 7");
    await trial.ask("turn on lamp 5");
    expect(await explained("turn on lamp 7")).toMatchObject({ answered: false, why: "corrected" });
    await trial.cache.idle();
    expect(await trial.ask("turn on lamp 7")).toBe("exact_cache: 0 7");
    const words = sameWordsOf("turn on lamp 7").key;
    const { isRefused } = await trial.storage.answers.find(OURS, lampPartition(OURS).digest, words);
    expect(isRefused).toBe(false);
  });

  const stored = async (sentence: string) => {
    const { entry: found } = await trial.storage.answers.find(
      OURS,
      lampPartition(OURS).digest,
      sameWordsOf(sentence).key,
    );
    if (!found) throw new Error(`nothing is kept for "${sentence}"`);
    return found;
  };
});

describe("an explanation", () => {
  test("tells the nearest sentence, the proposal, and what decided", async () => {
    expect(await explained("turn on lamp 3")).toMatchObject({ answered: false, why: "nothing known", nearest: null });
    await trial.cache.idle();
    expect(await explained("turn on lamp 3")).toMatchObject({ answered: true, why: "same words", proposal: null });
    expect(await explained("turn on lamp 7")).toEqual({
      answered: true,
      why: "other words",
      nearest: { sentence: "turn on lamp 3", similarity: 0.75 },
      proposal: {
        path: "template",
        sentence: "turn on lamp 3",
        similarity: 0.8,
        score: 0.95,
        leftoverWords: ["some"],
        bound: {
          error: expect.any(Number),
          interval: [expect.any(Number), expect.any(Number)],
          limit: 0.005,
          observed: 0,
          wrong: 0,
        },
      },
      refused: [],
    });
    expect(await explained("dim lamp 7")).toMatchObject({
      why: "no proposal",
      refused: [{ path: "rewording", rule: "a value is not in the sentence", sentence: "turn on lamp 3" }],
    });
    expect((await explained("turn on lamp 3", { read: false, write: false })).why).toBe("not asked");
  });
});

test("what is known in memory keeps within its bytes, and finds the same words all the same", async () => {
  await trial.reopen({ memoryBytesMax: 60_000 });
  for (let n = 0; n < 30; n += 1) await trial.ask(`lamp of room${n} 1`);
  for (let n = 0; n < 5; n += 1) await trial.ask("turn on lamp 3", { context: `context ${n}` });
  expect(await trial.ask("lamp of room29 1")).toBe("exact_cache: 0 1");
  expect(await trial.ask("turn on lamp 3", { context: "context 0" })).toBe("exact_cache: 0 3");
});
