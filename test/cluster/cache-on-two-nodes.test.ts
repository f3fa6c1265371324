/** The semantic cache of two nodes on one database: what one learns or takes back, the other gives or gives no more. */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import pg from "pg";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { createTrialApps, NEVER, OURS, READ, type Trial, trialOn } from "../core/cache-trial.ts";
import { FakeClock } from "../fakes.ts";
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres();
const database = await server.createDatabase("caches");
afterAll(() => server.dispose());

/** So long a node may not know what others learned. */
const LATER_MS = 5_000;

let clock: FakeClock;
let one: Trial;
let two: Trial;
beforeEach(async () => {
  await database.empty();
  clock = new FakeClock();
  const storages = await Promise.all([1, 2].map(() => openClusterStorage({ url: database.nodeUrl })));
  const [first, second] = storages as [(typeof storages)[0], (typeof storages)[0]];
  await createTrialApps(first, clock);
  [one, two] = [trialOn(first, clock), trialOn(second, clock)];
});
afterEach(async () => {
  await one.close();
  await two.close();
});

/** As a request does it: first it hears what has changed. */
async function ask(node: Trial, sentence: string): Promise<string> {
  await node.storage.changes.renew(OURS);
  return node.ask(sentence);
}

test("the same words are known on every node at once, other words after the seconds of the setting at the latest", async () => {
  // Both have the partition in memory.
  expect(await ask(one, "dim lamp 1")).toBe("model: 0 1");
  expect(await ask(two, "dim lamp 1")).toBe("exact_cache: 0 1");
  await ask(two, "what is it");
  expect(await ask(one, "turn on lamp 1")).toBe("model: 0 1");
  expect(await ask(two, "turn on lamp 1")).toBe("exact_cache: 0 1");
  expect(await ask(two, "turn on lamp 2")).toBe("model: 0 2");
  await ask(one, "raise blind 1");
  clock.advance(LATER_MS);
  // It was not asked meanwhile: the first question is the one that looks.
  expect(await ask(two, "raise blind 2")).toBe("semantic_cache: 0 2");
  clock.advance(1);
  await ask(one, "lower blind 1");
  expect(await ask(two, "lower blind 2")).toBe("model: 0 2");
  clock.advance(LATER_MS - 1);
  expect(await ask(two, "lower blind 3")).toBe("semantic_cache: 0 3");
});

test("the seconds are a setting, and whoever finds the database slow asks a model", async () => {
  await two.reopen({ learnedElsewhereSecondsMax: 60 });
  await ask(two, "what is it");
  await ask(one, "raise blind 1");
  clock.advance(59_999);
  expect(await ask(two, "raise blind 2")).toBe("model: 0 2");
  await ask(one, "lower blind 1");
  clock.advance(1);
  const { lessons } = two.storage.answers;
  const gate = Promise.withResolvers<void>();
  two.storage.answers.lessons = async (...asked) => {
    await gate.promise;
    return lessons.apply(two.storage.answers, asked);
  };
  expect((await two.cache.answer(two.question("lower blind 2"), READ, NEVER)).hit).toBeNull();
  gate.resolve();
  await two.cache.idle();
  expect(await ask(two, "lower blind 3")).toBe("semantic_cache: 0 3");
});

test("learning goes on where ids of answers grow over what an index has numbers for", async () => {
  const owner = new pg.Client(server.urlOf(database.name));
  await owner.connect();
  await owner.query("ALTER TABLE dragoman.answers ALTER COLUMN id RESTART WITH 4294967293");
  for (let n = 1; n <= 5; n += 1) await ask(one, `dim lamp${n} 1`);
  const { rows } = await owner.query("SELECT min(id) AS first, max(id) AS last FROM dragoman.answers");
  expect(rows).toEqual([{ first: "4294967293", last: "4294967297" }]);
  await owner.end();
  for (const [node, room] of [
    [one, 7],
    [two, 8],
  ] as const) {
    await node.reopen();
    // Nobody knows it, so what is known is read.
    await ask(node, `what is it in room${room}`);
    for (let n = 1; n <= 5; n += 1) expect(await ask(node, `dim lamp${n} ${room}`)).toBe(`semantic_cache: 0 ${room}`);
  }
});

test("what is taken back on one node is given by none, though it lies in their memory", async () => {
  await ask(one, "dim lamp 1");
  await ask(two, "dim lamp 2");
  expect(await ask(two, "dim lamp 3")).toBe("semantic_cache: 0 3");
  const { entry, reuse } = await one.cache.answer(one.question("dim lamp 4"), READ, NEVER);
  one.model = two.model = async () => 1;
  await one.cache.correct(OURS, entry, { sentence: "dim lamp 4", reuse, expected: null });
  for (const n of [1, 4]) expect(await ask(two, `dim lamp ${n}`)).toBe(`model: 1 ${n}`);
  expect(await ask(two, "dim lamp 5")).toBe("semantic_cache: 1 5");
});

test("what one node has learned goes with what another takes back of the same kind", async () => {
  await ask(one, "dim lamp 1");
  await ask(one, "what is it");
  // The other node has none of this in memory yet, and so asks a model.
  expect(await ask(two, "dim lamp 2")).toBe("model: 0 2");
  const { entry, reuse } = await one.cache.answer(one.question("dim lamp 3"), READ, NEVER);
  one.model = two.model = async () => 1;
  await one.cache.correct(OURS, entry, { sentence: "dim lamp 3", reuse, expected: null });
  expect(await ask(two, "dim lamp 2")).toBe("model: 1 2");
});

test("what a model contradicts on one node shuts the path on the other", async () => {
  for (const node of [one, two]) await node.reopen({ errorBound: 0.01 });
  await ask(one, "dim lamp 1");
  await ask(two, "dim lamp 2");
  expect(await ask(two, "dim lamp 3")).toBe("semantic_cache: 0 3");
  // One after the other turns out to be wrong, and each is learned anew.
  for (let n = 10; n < 40; n += 1) {
    const { entry, reuse } = await one.cache.answer(one.question(`dim lamp ${n}`), READ, NEVER);
    if (reuse) await one.cache.correct(OURS, entry, { sentence: `dim lamp ${n}`, reuse, expected: null });
    await one.cache.idle();
  }
  clock.advance(2 * LATER_MS);
  await ask(one, "dim lamp 50");
  await one.storage.reuse.counts(OURS);
  await ask(two, "dim lamp 51");
  const { hit, explain } = await two.cache.answer(two.question("dim lamp 52"), READ, NEVER);
  expect([hit, (await explain()).why]).toEqual([null, "bound"]);
});

test("what a model was asked on one node before a correction on another is neither kept nor shared after it", async () => {
  await ask(two, "what is it");
  const gate = Promise.withResolvers<number>();
  two.model = () => gate.promise;
  await two.storage.changes.renew(OURS);
  const slow = two.cache.answer(two.question("dim lamp 1"), READ, NEVER);
  while (two.asked.at(-1) !== "dim lamp 1") await Bun.sleep(1);
  const { entry } = await one.cache.answer(one.question("dim lamp 1"), READ, NEVER);
  await one.cache.correct(OURS, entry, { sentence: "dim lamp 1", reuse: null, expected: null });
  two.model = async () => 1;
  // Whoever comes now waits for no answer from before.
  expect(await ask(two, "dim lamp 1")).toBe("model: 1 1");
  gate.resolve(0);
  expect((await slow).answer).toEqual({ tool: 0, n: 1 });
  for (const node of [one, two]) expect(await ask(node, "dim lamp 1")).toBe("exact_cache: 1 1");
});
