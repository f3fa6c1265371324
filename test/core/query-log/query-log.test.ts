import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { AppError } from "#core/errors.ts";
import type { Embedder } from "#core/ports/models.ts";
import { type Misses, type MissesOptions, MissQueue } from "#core/query-log/misses.ts";
import { type LoggedAnswer, QueryLog } from "#core/query-log/query-log.ts";
import type { TaughtCase } from "#core/teaching/taught-case.ts";
import { type EmbeddedStorage, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { anApp, appId, aToolset, freshFolder, NOW } from "../../storage/kit.ts";

const app = appId("one");
const DAY_MS = 86_400_000;
let folder: ReturnType<typeof freshFolder>;
let storage: EmbeddedStorage;
let now = NOW;
let said: string[];

beforeEach(async () => {
  folder = freshFolder();
  storage = await openEmbeddedStorage({ dataDir: folder.path });
  await storage.apps.create(anApp("one"));
  for (const name of ["home-v1", "home-v2"])
    await storage.definitions.create(app, "toolset", name, aToolset("light"), NOW);
  now = NOW;
  said = [];
});
afterEach(async () => {
  await storage.close();
  folder[Symbol.dispose]();
});

function opened(store = storage.queryLog): QueryLog {
  const log = (message: string) => said.push(message);
  return new QueryLog({ store, clock: { now: () => now }, daysMax: 365, rowsMax: 10_000, log });
}

function anAnswer(text: string, change: Partial<LoggedAnswer> = {}, parameters = {}): LoggedAnswer {
  return {
    trace: { text, answer: { tool: "light", parameters }, asked: { kind: "toolset", signatures: ["home-v1"] } },
    confidence: 0.9,
    runnerUp: null,
    missing: [],
    source: "model",
    ...change,
  };
}

/** All bytes of all files of the data folder. */
function everything(): Buffer {
  const names = readdirSync(folder.path, { recursive: true, encoding: "utf8" }).map((name) => join(folder.path, name));
  return Buffer.concat(names.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path)));
}

/** With a last digit that makes it a card's. */
const cards = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 17 }),
    fc.constantFrom(" ", "-", "", "\u2009"),
  )
  .map(([digits, separator]) => {
    const all = [4, ...digits];
    const check = [0, ...all.toReversed()].reduce(
      (total, digit, index) => total + (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
      0,
    );
    return [...all, (10 - (check % 10)) % 10].join(separator);
  });
const phones = fc
  .tuple(fc.constantFrom("+49 ", "0049-", "030/"), fc.integer({ min: 1_000_000, max: 99_999_999 }))
  .map(([begin, rest]) => `${begin}${rest}`);
const mails = fc
  .tuple(fc.stringMatching(/^[a-z]{4,9}\.[a-z]{4,9}$/), fc.stringMatching(/^[a-z]{5,9}\.(com|example|de)$/))
  .map(([name, host]) => `${name}@${host}`);
const secrets = fc.oneof(cards, phones, mails);

test("no address, card or telephone number is in any file, wherever in an answer it stood", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true });
  const written: string[] = [];
  await fc.assert(
    fc.asyncProperty(secrets, secrets, fc.uuid(), async (first, second, word) => {
      const parameters = {
        to: first,
        list: [second, { [second]: 1 }],
        note: `${word} ${first}`,
        part: first.slice(-6),
      };
      log.note(
        app,
        /^[\w.@+-]+$/.test(first) ? first : word,
        anAnswer(`${word} for ${first} and ${second}`, {}, parameters),
      );
      written.push(first, second);
    }),
    { numRuns: 150 },
  );
  await log.flush();
  const bytes = everything();
  expect((await log.list({ app }, { limit: 100, after: null })).items.length).toBe(100);
  expect(written.filter((secret) => bytes.includes(secret))).toEqual([]);
  // What the log says of numbers otherwise written: as a number, or without its separators.
  const joined = written.map((secret) => secret.replace(/[^0-9]/g, "")).filter((digits) => digits.length >= 10);
  expect(joined.filter((digits) => bytes.includes(digits))).toEqual([]);
}, 60_000);

test("a number that is a value goes as one that is text does; other values stay", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true });
  const parameters = { card: 4_111_111_111_111_111, level: 21.5, on: true, none: null, order: "4711" };
  log.note(app, "r", anAnswer("charge it", {}, parameters));
  const { items } = await log.list({ app }, { limit: 1, after: null });
  expect(items[0]?.question.answer).toEqual({
    tool: "light",
    parameters: { card: "[card]", level: 21.5, on: true, none: null, order: "4711" },
  });
});

test("what is said not to be redacted is written as it was", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true, redact: false });
  log.note(app, "r", anAnswer("mail anna@example.com"));
  const { items } = await log.list({ app }, { limit: 1, after: null });
  expect(items[0]?.question.sentence).toBe("mail anna@example.com");
});

test("what waits is bounded, of an app and of all, and the rest is not logged", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true });
  for (let index = 0; index < 1_500; index += 1) log.note(app, "r", anAnswer(`sentence ${index}`));
  expect((await log.state({ app })).count).toBe(1_000);
});

test("the same object is counted, and costs a row no more", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true });
  const answer = anAnswer("again");
  for (let times = 0; times < 5_000; times += 1) log.note(app, `r${times}`, answer);
  expect((await log.list({ app }, { limit: 9, after: null })).items).toMatchObject([
    { times: 5_000, requestId: "r4999" },
  ]);
});

test("a store that fails fails no answer, and is told of once", async () => {
  const failing = new Proxy(storage.queryLog, {
    get: (store, name) => {
      if (name === "add" || name === "judge")
        return async () => Promise.reject(new AppError("service_unavailable", "full"));
      const value: unknown = Reflect.get(store, name, store);
      return typeof value === "function" ? value.bind(store) : value;
    },
  });
  const log = opened(failing);
  await log.configure({ app }, { enabled: true });
  for (let times = 0; times < 3; times += 1) {
    log.note(app, "r", anAnswer(`${times}`));
    await log.flush();
    await log.judge(app, { answered: anAnswer("x").trace, correct: false });
  }
  expect(said).toEqual(["questions are not logged at the moment: full"]);
});

test("rows go after their days, and over their number, with their bytes", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true, days: 2, rows: 3 });
  log.note(app, "r", anAnswer("the very first"));
  await log.flush();
  now += 3 * DAY_MS;
  for (const name of ["b", "c", "d", "e"]) {
    now += 1;
    log.note(app, "r", anAnswer(`later ${name}`));
    await log.flush();
  }
  await log.expire();
  const { items } = await log.list({ app }, { limit: 9, after: null });
  expect(items.map(({ question }) => question.sentence)).toEqual(["later e", "later d", "later c"]);
  for (const gone of ["the very first", "later b"]) expect(everything().includes(gone)).toBe(false);
});

/** Sentences that begin alike are alike. */
const embedder: Embedder = {
  id: "letters",
  dimensions: 26,
  embed: async (texts) =>
    texts.map((text) => Float32Array.from({ length: 26 }, (_, at) => (text.charCodeAt(0) - 97 === at ? 1 : 0))),
};

function queueOf(log: QueryLog, known: Embedder | null, taught: MissesOptions["taught"] = storage.taught): MissQueue {
  const cacheReports = { report: async () => ({ app, errorBound: 0, sets: [] }) };
  const clock = { monotonicMs: () => now };
  return new MissQueue({
    queryLog: log,
    store: storage.queryLog,
    taught,
    cacheReports,
    embedder: known,
    clock,
  });
}

test("sentences that nearly say the same are one, of the same sets alone, and counted", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true });
  const unsure = { confidence: 0.2 };
  for (const text of ["a one", "a two", "a two", "a three", "b one"]) log.note(app, "r", anAnswer(text, unsure));
  const other = anAnswer("a four", unsure);
  log.note(app, "r", {
    ...other,
    trace: { ...other.trace, asked: { kind: "toolset", signatures: ["home-v2"] } },
  });
  const { misses, compared } = await queueOf(log, embedder).find({ app }, 10);
  const told = misses.map(({ times, sentences, others, row }) => [
    row.question.sentence,
    times,
    sentences,
    others.length,
  ]);
  expect(told).toEqual([
    ["a two", 4, 3, 2],
    ["a four", 1, 1, 0],
    ["b one", 1, 1, 0],
  ]);
  expect(compared).toBe(true);
  const apart = await queueOf(log, null).find({ app }, 10);
  expect([apart.compared, apart.misses.length]).toEqual([false, 5]);
});

test("the rows of a miss are those of all its wordings: without them it is gone, and the others stay", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true });
  for (const text of ["a one", "a two", "b one"]) log.note(app, "r", anAnswer(text, { confidence: 0.2 }));
  const queue = queueOf(log, embedder);
  const [group] = (await queue.find({ app }, 10)).misses;
  expect([group?.sentences, group?.ids.length, group?.ids.includes(group.row.id)]).toEqual([2, 2, true]);
  expect(await log.remove({ app }, { ids: group?.ids ?? [] })).toBe(2);
  const left = (await queue.find({ app }, 10)).misses;
  expect(left.map(({ row }) => row.question.sentence)).toEqual(["b one"]);
  // Whoever dismisses it a second time is told.
  await expect(log.remove({ app }, { ids: group?.ids ?? [] })).rejects.toThrow("it went, or never was");
});

test("no more rows are looked at than are bounded, and that is said", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true });
  let embedded = 0;
  const counting: Embedder = {
    ...embedder,
    embed: (texts, ...rest) => {
      embedded += texts.length;
      return embedder.embed(texts, ...rest);
    },
  };
  for (let index = 0; index < 900; index += 1) log.note(app, "r", anAnswer(`${index}`, { confidence: 0.1 }));
  const queue = queueOf(log, counting);
  expect((await queue.find({ app }, 10)).isCut).toBe(true);
  await queue.find({ app }, 10);
  expect(embedded).toBe(200);
});

/** Of a set, so that the last of them is the most doubtful. */
async function noted(log: QueryLog, sentences: readonly string[], signatures = ["home-v1"]): Promise<void> {
  for (const [at, text] of sentences.entries()) {
    const { trace, ...answer } = anAnswer(text, { confidence: 0.4 - at / 10_000 });
    log.note(app, "r", { ...answer, trace: { ...trace, asked: { kind: "toolset", signatures } } });
  }
  await log.flush();
}

const sentencesIn = ({ misses }: Misses) => misses.map(({ row }) => row.question.sentence);

test("what is taught or of a set that is gone leaves its place to what is less doubtful", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true });
  await noted(log, ["the first", "the second"]);
  await noted(
    log,
    Array.from({ length: 300 }, (_, at) => `gone ${at}`),
    ["old-v1"],
  );
  const taught = Array.from({ length: 300 }, (_, at) => `taught ${at}`);
  await noted(log, taught);
  const cases = {
    all: async () => taught.map((text) => ({ text })) as unknown as readonly TaughtCase[],
    list: storage.taught.list.bind(storage.taught),
  };
  const found = await queueOf(log, null, cases).find({ app }, 10);
  expect(sentencesIn(found)).toEqual(["the second", "the first"]);
  expect([found.total, found.isCut]).toEqual([2, false]);
});

test("it says how many there are, and where a set comes back, its misses do", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true });
  await noted(log, ["one", "two", "three"]);
  await noted(log, ["both sets"], ["home-v1", "home-v2"]);
  const queue = queueOf(log, null);
  const found = await queue.find({ app }, 2);
  expect([found.misses.length, found.total, found.isCut]).toEqual([2, 4, false]);
  await storage.definitions.remove(app, "toolset", "home-v1", null);
  expect(sentencesIn(await queue.find({ app }, 10))).toEqual(["both sets"]);
  await storage.definitions.create(app, "toolset", "home-v1", aToolset("lamp"), NOW);
  expect((await queue.find({ app }, 10)).total).toBe(4);
});

test("what an owner taught, what is sure and what is right is no miss", async () => {
  const log = opened();
  await log.configure({ app }, { enabled: true });
  log.note(app, "r", anAnswer("sure"));
  log.note(app, "r", anAnswer("taught", { source: "taught", confidence: 0.1 }));
  const right = anAnswer("right", { confidence: 0.1 });
  log.note(app, "r", right);
  await log.judge(app, { answered: right.trace, correct: true });
  expect((await queueOf(log, embedder).find({ app }, 10)).misses).toEqual([]);
});
