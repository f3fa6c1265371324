/**
 * Whatever the order in which things happen: after a correction or a change was acknowledged, nobody who begins then is
 * answered from what was before. Every step of store and model is put off to a moment that the test chooses.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { AnswerStore } from "#core/ports/answers.ts";
import type { Storage } from "#core/ports/storage.ts";
import { TRUSTING } from "../cache-kit.ts";
import { CONTENT, NEVER, OURS, openTrial, READ, type Trial } from "./cache-trial.ts";

type Action =
  /** Somebody asks. */
  | { readonly do: "ask"; readonly words: "dim" | "turn on"; readonly n: 1 | 2; readonly goesAway: boolean }
  /** From here on the model says something else, and the last answer to these words is corrected. */
  | { readonly do: "correct"; readonly words: "dim" | "turn on"; readonly n: 1 | 2 }
  /** A bank or a set changes: another partition. */
  | { readonly do: "change" }
  /** The set is gone, and what was made from it. */
  | { readonly do: "forget" };

const words = fc.constantFrom("dim" as const, "turn on" as const);
const n = fc.constantFrom(1 as const, 2 as const);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("ask" as const), words, n, goesAway: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("correct" as const), words, n }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("change" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forget" as const) }) },
);

/** The methods of the store that a request waits for, each put off before it runs and before its result is seen. */
const PUT_OFF = ["find", "read", "remember", "attachVector", "lessons", "drop", "forget"] as const;

function delayed(storage: Storage, scheduler: fc.Scheduler): Storage {
  const answers = Object.create(storage.answers) as Record<string, unknown>;
  for (const name of PUT_OFF) {
    const method = (storage.answers[name] as (...args: unknown[]) => Promise<unknown>).bind(storage.answers);
    // Writes begin when they are called, in that order; when it is over for whoever waits is open.
    const isWrite = ["remember", "attachVector", "drop", "forget"].includes(name);
    answers[name] = async (...args: unknown[]) => {
      if (!isWrite) await scheduler.schedule(Promise.resolve(), name);
      const result = await method(...args);
      await scheduler.schedule(Promise.resolve(), `${name} is done`);
      return result;
    };
  }
  const touch: AnswerStore["touch"] = (app, id, at) => storage.answers.touch(app, id, at);
  return { ...storage, answers: Object.assign(answers, { touch }) as unknown as AnswerStore };
}

/** What the model says to these words: the tool goes up with every correction that was acknowledged. */
class World {
  readonly #trial: Trial;
  readonly #scheduler: fc.Scheduler;
  /** By words: the lowest tool that whoever begins now may be given. */
  readonly #least = new Map<string, number>();
  /** By words: what the model says now. */
  readonly #truth = new Map<string, number>();
  #version = 0;
  readonly #last = new Map<string, Awaited<ReturnType<Trial["cache"]["answer"]>>>();
  readonly wrong: string[] = [];

  constructor(trial: Trial, scheduler: fc.Scheduler) {
    this.#trial = trial;
    this.#scheduler = scheduler;
    trial.model = async (sentence) => {
      // Said when the question comes in; a model that is slow says what was true then.
      const tool = this.#truth.get(sentence) ?? 0;
      await scheduler.schedule(Promise.resolve(), `the model answers "${sentence}"`);
      return tool;
    };
  }

  /** One client: the next thing when the last one was acknowledged. */
  async takeAll(actions: readonly Action[]): Promise<void> {
    for (const action of actions) await this.#take(action);
  }

  async #take(action: Action): Promise<void> {
    await this.#scheduler.schedule(Promise.resolve(), action.do);
    if (action.do === "ask") await this.#ask(`${action.words} lamp ${action.n}`, action.goesAway);
    else if (action.do === "correct") await this.#correct(action.words, `${action.words} lamp ${action.n}`);
    else if (action.do === "change") this.#version += 1;
    else await this.#trial.cache.forget(OURS, CONTENT);
  }

  async #ask(sentence: string, goesAway: boolean): Promise<void> {
    const least = this.#least.get(sentence) ?? 0;
    const version = this.#version;
    const client = new AbortController();
    const question = this.#trial.question(sentence, { context: `version ${version}` });
    const answering = this.#trial.cache.answer(question, READ, goesAway ? client.signal : NEVER);
    if (goesAway) void this.#scheduler.schedule(Promise.resolve(), "goes away").then(() => client.abort(GONE));
    try {
      const given = await answering;
      const tool = Number(given.answer.tool);
      if (tool < least) this.wrong.push(`${sentence}: ${tool} where ${least} was known (${given.hit?.source})`);
      if (given.entry.partition !== question.partition.digest) this.wrong.push(`${sentence}: of another version`);
      this.#last.set(sentence, given);
    } catch (failure) {
      if (failure !== GONE) throw failure;
    }
  }

  async #correct(words: string, sentence: string): Promise<void> {
    const last = this.#last.get(sentence);
    if (!last) return;
    // What was given was wrong, so the model would say something else from now on, to all of these words.
    const given = Number(last.answer.tool);
    for (const n of [1, 2]) {
      const other = `${words} lamp ${n}`;
      this.#truth.set(other, Math.max(this.#truth.get(other) ?? 0, given + 1));
    }
    const { entry, reuse } = last;
    await this.#trial.cache.correct(OURS, entry, { sentence, reuse, expected: null });
    // Acknowledged: the words themselves in this partition. It was another one that made the answer of another version.
    if (entry.partition === this.#trial.question(sentence, { context: `version ${this.#version}` }).partition.digest) {
      this.#least.set(sentence, Math.max(this.#least.get(sentence) ?? 0, given + 1));
    }
    // Whoever corrects wants to see it.
    await this.#ask(sentence, false);
  }
}

const GONE = new Error("the client is gone");

test("after an acknowledgement nobody who begins then is answered from what was before, in any order of events", async () => {
  const property = fc.asyncProperty(
    fc.array(fc.array(action, { minLength: 3, maxLength: 12, size: "max" }), {
      minLength: 1,
      maxLength: 4,
      size: "max",
    }),
    fc.scheduler(),
    fc.constantFrom(0, 1),
    async (clients, scheduler, verifyShare) => {
      const trial = await openTrial({ prior: TRUSTING, verifyShare });
      const { answers } = delayed(trial.storage, scheduler);
      await trial.reopen({ answers });
      const world = new World(trial, scheduler);
      const taken = Promise.all(clients.map((actions) => world.takeAll(actions)));
      await pumped(scheduler, taken).finally(() => pumped(scheduler, trial.close()));
      expect(world.wrong).toEqual([]);
    },
  );
  await fc.assert(property, {
    numRuns: 300,
    interruptAfterTimeLimit: 40_000,
    markInterruptAsFailure: false,
  });
}, 120_000);

/** Lets what was put off go on, one after the other, until the promise is settled. */
async function pumped(scheduler: fc.Scheduler, promise: Promise<unknown>): Promise<void> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    if (scheduler.count() > 0) await scheduler.waitOne();
    else await new Promise((resolve) => setImmediate(resolve));
  }
  await promise;
}
