/** Answers and questions that nodes share in Valkey: one learns for all, nothing old is given, and without Valkey all goes on. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import pg from "pg";
import type { FoundAnswer, StoredAnswer } from "#core/ports/answers.ts";
import type { AppId } from "#core/tenant.ts";
import { createTrialApps, trialOn } from "../core/cache-trial.ts";
import { FakeClock } from "../fakes.ts";
import { anAnswer, anApp, appId, atMost, hashOf, NOW } from "../storage/kit.ts";
import { startPostgres } from "./postgres-server.ts";
import { aValkeyNode, type ValkeyNode } from "./valkey-nodes.ts";
import { startValkey } from "./valkey-server.ts";

const [server, valkey] = await Promise.all([startPostgres(), startValkey()]);
const database = await server.createDatabase("answers");
const owner = new pg.Client({ connectionString: database.ownerUrl, options: "-c search_path=dragoman" });
await owner.connect();
const [one, other] = [await aValkeyNode(database, valkey), await aValkeyNode(database, valkey)];
afterAll(async () => {
  await Promise.all([one, other].map((node) => node.close()));
  await owner.end();
  await Promise.all([server.dispose(), valkey.dispose()]);
});
const REFUSALS = { at: NOW, refusalsMax: 100 };

let apps = 0;
async function freshApp(): Promise<AppId> {
  apps += 1;
  const id = appId(`of_answers_${apps}`);
  await one.storage.apps.create(anApp("x", { id }));
  return id;
}

/** As a request does: what was changed before it came is known first. */
async function find({ storage }: ValkeyNode, app: AppId, key = "k"): Promise<FoundAnswer> {
  await storage.changes.renew(app);
  return storage.answers.find(app, "p", key);
}

/** As `find` has told how often there was a correction. */
async function remember(node: ValkeyNode, app: AppId, key = "k", change: Partial<StoredAnswer> = {}) {
  const { corrections } = await find(node, app, key);
  return node.storage.answers.remember(app, anAnswer(key, change), atMost(1_000), corrections);
}

const keys = async () => ((await valkey.command("KEYS", "*:answer:*")) as readonly string[]).toSorted();
/** Out of Postgres, as no node would: what is found then was found in Valkey. */
const takeAway = (app: AppId) => owner.query("DELETE FROM answers WHERE app = $1", [app]);

beforeEach(async () => {
  await Promise.all([one.until("up"), other.until("up")]);
  await valkey.command("FLUSHALL");
});

describe("an answer", () => {
  test("that one node learned is found by another, and one that a node found as well, without the table of answers", async () => {
    const app = await freshApp();
    await remember(one, app);
    const kept = await one.storage.answers.find(app, "p", "k");
    await valkey.command("FLUSHALL");
    expect(await find(other, app)).toEqual(kept);
    await takeAway(app);
    for (const node of [one, other]) expect(await find(node, app)).toEqual(kept);
    await valkey.command("FLUSHALL");
    expect((await find(other, app)).entry).toBeNull();
  });

  test("lies under its app and the app's version, and no reader of Valkey can read it", async () => {
    const app = await freshApp();
    await remember(one, app, "k", { sentence: "my password is otter" });
    const [name = ""] = await keys();
    expect(name).toContain(`:${app}:1:p:k`);
    const value = String(await valkey.command("GET", name));
    expect(Buffer.from(value, "base64").toString("latin1")).not.toContain("otter");
    expect(Number(await valkey.command("PTTL", name))).toBeGreaterThan(0);
  });

  test("that somebody else has written, or moved to another name, is none", async () => {
    const [app, stranger] = [await freshApp(), await freshApp()];
    await remember(one, app);
    await remember(one, stranger, "k", { answer: { tool: "theirs" } });
    const [mine = "", theirs = ""] = await keys();
    const right = await find(other, app);
    const forged = [
      String(await valkey.command("GET", theirs)),
      JSON.stringify({ row: { id: 1 } }),
      Buffer.alloc(64).toString("base64"),
      "",
    ];
    for (const value of forged) {
      await valkey.command("SET", mine, value);
      expect(await find(other, app)).toEqual(right);
    }
  });

  test("of which there is more than is kept in Valkey is read from Postgres", async () => {
    const app = await freshApp();
    await remember(one, app, "k", { sentence: "x".repeat(70_000) });
    expect((await find(other, app)).entry?.sentence).toHaveLength(70_000);
    expect(await keys()).toEqual([]);
  });

  interface Step {
    readonly does: "drop" | "forget" | "forget in Valkey" | "read" | "remember" | "replace a set";
    readonly node: 0 | 1;
    readonly key: "k1" | "k2";
    readonly isAwaited: boolean;
  }
  const aStep: fc.Arbitrary<Step> = fc.record({
    does: fc.oneof(
      { weight: 5, arbitrary: fc.constant("read" as const) },
      { weight: 4, arbitrary: fc.constant("remember" as const) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          "drop" as const,
          "forget" as const,
          "replace a set" as const,
          "forget in Valkey" as const,
        ),
      },
    ),
    node: fc.constantFrom(0, 1),
    key: fc.constantFrom("k1", "k2"),
    isAwaited: fc.boolean(),
  });

  test("is never one that was taken back before it was asked for, on whichever node, however it falls together", async () => {
    let foundCount = 0;
    const property = fc.asyncProperty(fc.array(aStep, { minLength: 10, maxLength: 40, size: "max" }), async (steps) => {
      const app = await freshApp();
      // Each answer has a number of its own; those up to this one were taken back and acknowledged.
      let answers = 0;
      const goneUpTo = { k1: 0, k2: 0 };
      const read = async (node: ValkeyNode, key: Step["key"]) => {
        const gone = goneUpTo[key];
        const { entry } = await find(node, app, key);
        if (entry) foundCount += 1;
        if (entry) expect(Number(entry.answer.n)).toBeGreaterThan(gone);
      };
      const take = async ({ does, node: at, key }: Step) => {
        const node = at === 0 ? one : other;
        const { storage } = node;
        if (does === "read") return read(node, key);
        if (does === "forget in Valkey") return void (await valkey.command("FLUSHALL"));
        if (does === "replace a set") return void (await storage.apps.update(app, { plan: `plan ${answers}` }));
        if (does === "remember") {
          answers += 1;
          await remember(node, app, key, { answer: { n: answers } });
          return;
        }
        // What is remembered meanwhile may come before it or behind it.
        const before = answers;
        const wasGone = does === "drop" ? [key] : (["k1", "k2"] as const);
        await remembered();
        if (does === "drop") await storage.answers.drop(app, "p", { ids: [], key }, REFUSALS);
        else await storage.answers.forget(app, hashOf("a"));
        for (const one of wasGone) goneUpTo[one] = Math.max(goneUpTo[one], before);
      };
      const taken: Promise<void>[] = [];
      const remembering: Promise<void>[] = [];
      const remembered = () => Promise.all(remembering);
      for (const step of steps) {
        // Which of two answers that are remembered at once is the last nobody can tell.
        if (step.does === "drop" || step.does === "forget") await remembered();
        const taking = take(step);
        taken.push(taking);
        if (step.does === "remember") remembering.push(taking);
        if (step.isAwaited) await taking;
      }
      await Promise.all(taken);
      for (const node of [one, other]) for (const key of ["k1", "k2"] as const) await read(node, key);
    });
    await fc.assert(property, { numRuns: 12 });
    expect(foundCount).toBeGreaterThan(0);
  }, 60_000);
});

describe("a question", () => {
  const signal = new AbortController().signal;

  test("that a node asks a model is asked by no other until it is answered, and by that one then", async () => {
    const app = await freshApp();
    const first = await one.storage.questions.begin(app, "q", signal);
    expect(first.wasAsked).toBe(false);
    let isBegun = false;
    const second = other.storage.questions.begin(app, "q", signal).then((asked) => {
      isBegun = true;
      return asked;
    });
    const another = await other.storage.questions.begin(app, "another", signal);
    const ofOthers = await other.storage.questions.begin(await freshApp(), "q", signal);
    expect([another.wasAsked, ofOthers.wasAsked, isBegun]).toEqual([false, false, false]);
    first.end();
    expect((await second).wasAsked).toBe(true);
    for (const asked of [await second, another, ofOthers]) asked.end();
    // Who has looked for its answer just before it was there looks again.
    const late = await one.storage.questions.begin(app, "q", signal);
    expect(late.wasAsked).toBe(true);
    late.end();
  });

  test("of a node that is cut off waits for nobody but a moment, and one that nobody waits for any more is left", async () => {
    const app = await freshApp();
    const lost = await aValkeyNode(database, valkey);
    await lost.storage.questions.begin(app, "q", signal);
    const gone = new AbortController();
    const leaving = one.storage.questions.begin(app, "q", gone.signal);
    gone.abort(new Error("nobody waits"));
    await expect(leaving).rejects.toThrow("nobody waits");
    lost.proxy.isDown = true;
    const asked = await other.storage.questions.begin(app, "q", signal);
    asked.end();
    await lost.close();
  });

  test("is asked of a model once by two nodes, and what is answered is found by both", async () => {
    const clock = new FakeClock();
    await createTrialApps(one.storage, clock);
    const trials = [one, other].map(({ storage }) => trialOn(storage, clock));
    const said = Promise.withResolvers<number>();
    const begun = Promise.withResolvers<void>();
    for (const trial of trials)
      trial.model = () => {
        begun.resolve();
        return said.promise;
      };
    const answers = trials.map((trial) => trial.ask("lamp 7"));
    await begun.promise;
    said.resolve(1);
    const given = await Promise.all(answers);
    expect(trials.flatMap(({ asked }) => asked)).toHaveLength(1);
    expect(given.map((answer) => answer.split(": ")[1])).toEqual(["1 7", "1 7"]);
    for (const trial of trials) await trial.cache.close();
  });
});

describe("without Valkey", () => {
  const everything = async (node: ValkeyNode) => {
    const app = await freshApp();
    await remember(node, app);
    expect((await find(node, app)).entry?.answer).toEqual(anAnswer("k").answer);
    expect([await node.storage.windows.count(app, NOW), await node.storage.windows.count(app, NOW)]).toEqual([1, 2]);
    const asked = await node.storage.questions.begin(app, "q", new AbortController().signal);
    expect(asked.wasAsked).toBe(false);
    asked.end();
  };

  test("everything goes on, and by itself with it when it is back", async () => {
    await valkey.kill();
    await Promise.all([one.until("down"), other.until("down")]);
    const before = one.misses();
    await everything(one);
    expect(one.misses()).toBeGreaterThan(before);
    await valkey.start();
    await one.until("up");
    const after = one.misses();
    await everything(one);
    expect(one.misses()).toBe(after);
  });

  test("that was never there a node starts", async () => {
    await valkey.kill();
    const node = await aValkeyNode(database, valkey);
    await everything(node);
    await valkey.start();
    await node.until("up");
    await everything(node);
    await node.close();
  });

  test("that answers nobody any more, nobody waits for it but the first that asks", async () => {
    const node = await aValkeyNode(database, valkey, { waitMsMax: 500 });
    await node.until("up");
    // The server has the question and keeps the connection: an answer that is awaited comes never.
    valkey.pause();
    const app = await freshApp();
    const before = node.misses();
    expect(await node.storage.windows.count(app, NOW)).toBe(1);
    await node.until("down");
    await everything(node);
    expect(node.misses()).toBeGreaterThan(before);
    valkey.resume();
    await node.until("up");
    await everything(node);
    await node.close();
  });

  test("that is full and lets nothing go, everything goes on", async () => {
    await valkey.command("CONFIG", "SET", "maxmemory", "1");
    await valkey.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
    await everything(one);
    await valkey.command("CONFIG", "SET", "maxmemory", "0");
    await one.until("up");
    await everything(one);
  });
});
