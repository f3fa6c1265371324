/** Bytes that change at rest: what is not what was written is never given to anybody, and the doctor finds it. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { closeSync, copyFileSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Memory } from "#core/bank.ts";
import { contentHashOf } from "#core/json.ts";
import { miscountsOf, problemsOfContent } from "#storage/embedded/audits.ts";
import { DATABASE_FILE, problemsOf } from "#storage/embedded/database.ts";
import { lookAtFolder, MARKER_FILE } from "#storage/embedded/folder-marker.ts";
import { type EmbeddedStorage, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { LEDGER_AUDIT } from "#storage/embedded/ledger/statements.ts";
import { problemsOfLedger } from "#storage/embedded/summed-rows.ts";
import {
  aBank,
  aKeptAnswer,
  aMemory,
  anAnswer,
  anAnsweredRequest,
  anApp,
  aPersona,
  appId,
  aToolset,
  atMost,
  classes,
  freshFolder,
  NOW,
  rejection,
} from "./kit.ts";
import { makeOlderFolder } from "./older-database.ts";
import { aTestRun, ENOUGH } from "./test-run-kit.ts";

const app = appId("one");
const PAGE = { limit: 50, after: null };
const PAGE_BYTES = 4_096;
const VECTOR = new Float32Array(384).map((_, place) => Math.sin(place));

let folder: ReturnType<typeof freshFolder>;
let data: string;
let file: string;
let storage: EmbeddedStorage;
let said: string[];

const open = async () => {
  said = [];
  storage = await openEmbeddedStorage({ dataDir: data, log: (message) => void said.push(message) });
};
beforeEach(async () => {
  folder = freshFolder();
  data = join(folder.path, "data");
  file = join(data, DATABASE_FILE);
  await open();
  await storage.apps.create(anApp("one"));
});
afterEach(async () => {
  await storage.close().catch(() => {});
  folder[Symbol.dispose]();
});

/** With the content hash that it really has. */
function toolset(tool: string) {
  const draft = aToolset(tool);
  return { ...draft, contentHash: contentHashOf(draft.definition.tools) };
}

/** Changes what is stored behind the back of the program, and opens it again. */
async function behindItsBack(...statements: readonly string[]): Promise<void> {
  await storage.close();
  const database = new Database(file);
  for (const sql of statements) database.run(sql);
  database.close();
  await open();
}

/** All that the doctor finds. */
function found(path = file): readonly string[] {
  const state = path === file ? lookAtFolder(data, DATABASE_FILE) : { kind: "whole" as const };
  using database = new Database(path);
  const attempts = [
    () => ("found" in state ? [state.found] : []),
    () => problemsOf(database),
    () => problemsOfContent(database),
    () => problemsOfLedger(database),
    () => database.query(LEDGER_AUDIT).all().map(String),
    () => miscountsOf(database),
  ];
  return attempts.flatMap((attempt) => {
    try {
      return attempt();
    } catch (failure) {
      return [String(failure)];
    }
  });
}

describe("a set that is not what was written", () => {
  beforeEach(async () => {
    await storage.definitions.create(app, "toolset", "light-v1", toolset("light"), NOW);
    await storage.definitions.create(app, "toolset", "door-v1", toolset("door"), NOW);
  });
  const UNAVAILABLE = {
    code: "service_unavailable",
    message: 'the toolset "light-v1" is damaged where it is stored: replace or delete it',
  };

  test.each(["name = 'x'", "definition = replace(definition, 'room', 'rook')", "description = ''", "sum = NULL"])(
    "is never given, whichever part it is: %s",
    async (change) => {
      await behindItsBack(`UPDATE definitions SET ${change} WHERE signature = 'light-v1'`);
      for (let ask = 0; ask < 3; ask += 1) {
        expect(await rejection(storage.definitions.find(app, "toolset", "light-v1"))).toMatchObject(UNAVAILABLE);
      }
      expect(await rejection(storage.definitions.list(app, "toolset", PAGE))).toMatchObject(UNAVAILABLE);
      expect((await storage.definitions.find(app, "toolset", "door-v1"))?.name).toBe("set of door");
      // One line, however often it is asked for; it names set and app, and what to do.
      expect(said).toHaveLength(1);
      expect(said[0]).toStartWith(
        `the toolset "light-v1" of ${app} is not what was stored, and is not used: replace or`,
      );
      expect(found()).toEqual([`the toolset "light-v1" of ${app} was changed`]);
    },
  );

  test("can be replaced and removed, and is whole then", async () => {
    const damage = "UPDATE definitions SET definition = 'no JSON at all' WHERE signature = 'light-v1'";
    await behindItsBack(damage);
    await storage.definitions.replace(app, "toolset", "light-v1", toolset("lamp"), NOW, null);
    expect(await storage.definitions.find(app, "toolset", "light-v1")).toMatchObject({ name: "set of lamp" });
    expect(found()).toEqual([]);
    await behindItsBack(damage);
    expect(await storage.definitions.remove(app, "toolset", "light-v1", null)).toMatchObject({ previous: {} });
    expect((await storage.definitions.list(app, "toolset", PAGE)).items).toHaveLength(1);
    expect(found()).toEqual([]);
  });

  test("whose sum was adapted, too, is found by its content hash", async () => {
    await storage.close();
    const other = aToolset("light", contentHashOf(toolset("door").definition.tools));
    await open();
    await storage.definitions.create(app, "toolset", "odd-v1", other, NOW);
    expect(found()).toEqual([`the toolset "odd-v1" of ${app} has another content than its hash says`]);
  });

  test("of every kind is whole when nothing was changed, with any text in it", async () => {
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 20 });
    let count = 0;
    const property = fc.asyncProperty(text, text, fc.option(text), async (signature, name, description) => {
      count += 1;
      const key = `${count} ${signature}`;
      const persona = aPersona(name);
      const drafts = [
        ["toolset", { ...toolset(name), name, description }],
        ["classification_set", { ...classes(name), description }],
        ["persona", { ...persona, contentHash: contentHashOf(persona.definition) }],
        ["bank", { ...aBank(name), contentHash: contentHashOf({}) }],
      ] as const;
      for (const [kind, draft] of drafts) {
        await storage.definitions.create(app, kind, key, draft, NOW);
        expect(await storage.definitions.find(app, kind, key)).toMatchObject({ name: draft.name });
      }
    });
    await fc.assert(property, { numRuns: 50 });
    expect(said).toEqual([]);
    // The labels of the kit have a hash of their own making.
    expect(found().filter((problem) => !problem.startsWith("the classification set"))).toEqual([]);
  });
});

describe("an alias that is not what was written", () => {
  test("stands for nothing, and can be put anew and removed", async () => {
    for (const signature of ["home-v1", "home-v2"])
      await storage.definitions.create(app, "toolset", signature, toolset(signature), NOW);
    const sides = [{ signature: "home-v1", percent: 100 }] as const;
    const put = () => storage.aliases.put(app, "home-live", { kind: null, sides }, NOW, null, 9);
    await put();
    await behindItsBack("UPDATE aliases SET signature = 'home-v2'");
    const words = 'the alias "home-live" is damaged where it is stored: put it anew or delete it';
    expect(await rejection(storage.aliases.find(app, "home-live"))).toMatchObject({ message: words });
    expect(await rejection(storage.aliases.list(app, PAGE))).toMatchObject({ message: words });
    expect(found()).toEqual([`the alias "home-live" of ${app} was changed`]);
    await put();
    expect(await storage.aliases.find(app, "home-live")).toMatchObject({ sides });
    expect(found()).toEqual([]);
    await behindItsBack("UPDATE aliases SET kind = 'classification_set'");
    expect(await storage.aliases.remove(app, "home-live", null)).toBe("removed");
    expect(found()).toEqual([]);
  });
});

describe("a memory that is not what was written", () => {
  test("is never given, can be deleted, and the bank is whole then", async () => {
    await storage.definitions.create(app, "bank", "bank_1", { ...aBank("home"), contentHash: contentHashOf({}) }, NOW);
    const [one, two] = [aMemory("mem_1"), aMemory("mem_2")];
    for (const memory of [one, two] as readonly Memory[]) await storage.memories.add(app, "bank_1", memory, 9);
    await behindItsBack("UPDATE memories SET content = replace(content, 'fact of', 'lie of') WHERE memory = 'mem_1'");
    const words = "the memory mem_1 of bank bank_1 is damaged where it is stored: delete it";
    expect(await rejection(storage.memories.all(app, "bank_1"))).toMatchObject({ message: words });
    expect(await rejection(storage.memories.list(app, "bank_1", PAGE))).toMatchObject({ message: words });
    expect(found()).toEqual([`the memory mem_1 of bank bank_1 of ${app} was changed`]);
    expect(await storage.memories.remove(app, "bank_1", "mem_1", NOW)).toBe(true);
    expect(await storage.memories.all(app, "bank_1")).toEqual([two]);
    expect(found()).toEqual([]);
  });
});

describe("what can be made again counts as not there when it is not what was written", () => {
  const lesson = { kind: "call", tool: "light" };
  const remember = async () => {
    const { id } = await storage.answers.remember(app, anAnswer("k", { lesson }), atMost(9));
    await storage.answers.attachVector(app, id ?? 0, "e", VECTOR);
    return id ?? 0;
  };
  const lessons = () => storage.answers.lessons(app, "p", { before: null, limit: 9, embedder: "e" });

  test.each(["answer = replace(answer, 'light', 'night')", "lesson = NULL", "sentence = 'x'", "created_at = 1"])(
    "a kept answer: %s",
    async (change) => {
      const id = await remember();
      expect((await storage.answers.find(app, "p", "k")).entry?.answer).toEqual({ tool: "light", n: 1 });
      await behindItsBack(`UPDATE answers SET ${change}`);
      expect(found()).toEqual([`the kept answer ${id} of ${app} was changed`]);
      expect((await storage.answers.find(app, "p", "k")).entry).toBeNull();
      expect(await storage.answers.read(app, "p", id)).toBeNull();
      expect(await lessons()).toEqual([]);
      expect(said).toHaveLength(1);
      // It goes with the next commit, and what a model says takes its place.
      await storage.secrets.put("next", "x");
      expect(found()).toEqual([]);
      await remember();
      expect((await storage.answers.find(app, "p", "k")).entry?.answer).toEqual({ tool: "light", n: 1 });
    },
  );

  test("its vector, without which it is still an answer", async () => {
    const id = await remember();
    expect((await lessons())[0]?.vector).toEqual(VECTOR);
    await behindItsBack("UPDATE answers SET vector = zeroblob(length(vector))");
    expect(found()).toEqual([`the vector of the kept answer ${id} of ${app} was changed`]);
    expect(await lessons()).toMatchObject([{ id, vector: null }]);
    await storage.answers.attachVector(app, id, "e", VECTOR);
    expect((await lessons())[0]?.vector).toEqual(VECTOR);
  });

  test("a vector of a text", async () => {
    await storage.embeddings.write(app, "e", new Map([["t", VECTOR]]));
    await behindItsBack("UPDATE embeddings SET vector = zeroblob(length(vector))");
    expect(found()).toEqual([`the vector 1 of ${app} was changed`]);
    expect(await storage.embeddings.read(app, "e", ["t"])).toEqual(new Map());
    await storage.embeddings.write(app, "e", new Map([["t", VECTOR]]));
    expect((await storage.embeddings.read(app, "e", ["t"])).get("t")).toEqual(VECTOR);
  });

  test("an answer under an idempotency key, and a request kept for feedback", async () => {
    await storage.kept.keep(aKeptAnswer("k", app));
    await storage.requests.record(app, anAnsweredRequest("r"), 9);
    await behindItsBack(
      "UPDATE kept_answers SET body = '[]'",
      "UPDATE request_batches SET answers = replace(answers, 'light', 'other')",
    );
    expect(found()).toEqual([
      `the answer 1 under an idempotency key of ${app} was changed`,
      `the row 1 of requests of ${app}, kept for feedback, was changed`,
    ]);
    expect(await storage.kept.find(app, "k")).toBeNull();
    expect(await storage.requests.find(app, "r")).toBeNull();
  });

  test("any text comes back as it went in, and is no damage", async () => {
    const text = fc.string({ unit: "binary", maxLength: 20 });
    const property = fc.asyncProperty(text, text, fc.option(text), async (key, sentence, body) => {
      await storage.answers.remember(app, anAnswer(key, { sentence, answer: { sentence } }), atMost(999));
      expect((await storage.answers.find(app, "p", key)).entry?.answer).toEqual({ sentence });
      await storage.kept.keep(aKeptAnswer(key, app, { body }));
      expect((await storage.kept.find(app, key))?.body).toBe(body);
      await storage.requests.record(app, anAnsweredRequest(key, { text: sentence }), 999);
    });
    await fc.assert(property, { numRuns: 50 });
    await storage.secrets.put("next", "x");
    expect([said, found()]).toEqual([[], []]);
  });
});

describe("the ledger", () => {
  const UNLOCKED = ["DROP TRIGGER ledger_entries_are_never_changed", "DROP TRIGGER ledger_entries_are_never_deleted"];
  beforeEach(async () => {
    for (let count = 0; count < 10; count += 1) await storage.ledger.credit(app, count + 1, NOW);
  });

  test.each([
    [
      "an amount",
      "UPDATE ledger_entries SET amount = 1000 WHERE id = 4",
      ["entry 4 (app_one), or the one before it, was changed"],
    ],
    [
      "an app",
      "UPDATE ledger_entries SET app = 'app_two' WHERE id = 10",
      ["entry 10 (app_two), or the one before it, was changed"],
    ],
    [
      "one that is gone",
      "DELETE FROM ledger_entries WHERE id = 6",
      ["the entries from 6 to 6 are missing", "entry 7 (app_one), or the one before it, was changed"],
    ],
    [
      "two that changed places",
      "UPDATE ledger_entries SET amount = 7 - amount WHERE id IN (3, 4)",
      ["entry 3 (app_one), or the one before it, was changed", "entry 4 (app_one), or the one before it, was changed"],
    ],
  ])("%s: found by the doctor, and told at the start", async (_, change, expected) => {
    expect(found()).toEqual([]);
    await behindItsBack(...UNLOCKED, change);
    expect(found()).toEqual(expect.arrayContaining(expected));
    expect(said).toEqual(
      expected.map((problem) => `the ledger is not what was written: ${problem}; "dragoman doctor" reads all of it`),
    );
    // What is charged from now on goes on from what is there.
    await storage.ledger.credit(app, 5, NOW);
    expect(found().filter((problem) => /^entry 11/.test(problem))).toEqual([]);
  });

  test("whatever happens in which order, the chain holds: charges that fail, batches that are taken back, restarts", async () => {
    const step = fc.constantFrom("charge", "two at once", "give back", "credit", "fail", "reopen");
    const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const what of steps) {
        if (what === "credit") await storage.ledger.credit(app, 1, NOW);
        else if (what === "reopen") {
          await storage.close();
          await open();
        } else {
          const count = what === "two at once" ? 2 : 1;
          const reserved = await Promise.all(
            Array.from({ length: count }, () => storage.ledger.reserve(app, 1, 5, NOW)),
          );
          const keep = () => {
            throw new Error("no answer");
          };
          await Promise.allSettled(
            reserved.map((reservation) => {
              if (!reservation) return null;
              if (what === "give back") return storage.ledger.giveBack(reservation);
              return storage.ledger.settle(reservation, NOW, what === "fail" ? keep : undefined);
            }),
          );
        }
      }
      expect(found()).toEqual([]);
    });
    await fc.assert(property, { numRuns: 20 });
  }, 60_000);
});

test("what an older version wrote is added up when it is brought up to date, its ledger too", async () => {
  const older = join(folder.path, "older");
  makeOlderFolder(older, 3);
  const path = join(older, DATABASE_FILE);
  const before = new Database(path);
  const credit = before.prepare(
    "INSERT INTO ledger_entries (app, at, bucket, kind, amount) VALUES (?, ?, 'credits', 'credit', ?)",
  );
  // More than are looked at together.
  before.run("BEGIN");
  for (let count = 1; count <= 2_500; count += 1) credit.run(app, NOW, count);
  before.run("COMMIT");
  credit.finalize();
  before.close();
  const opened = await openEmbeddedStorage({ dataDir: older });
  expect((await opened.definitions.find(app, "toolset", "light-v1"))?.name).toBe("set of light");
  expect((await opened.answers.find(app, "p", "k")).entry).not.toBeNull();
  await opened.close();
  expect(found(path)).toEqual([]);
  using after = new Database(path);
  expect(() => after.run("UPDATE ledger_entries SET amount = 1")).toThrow("never changed");
});

test.each([1, 10])(
  "64 bytes in each of %d pages: what the doctor does not see has changed nothing, and nothing damaged is given",
  async (count) => {
    const names = Array.from({ length: 40 }, (_, count) => `n${count}`);
    await storage.definitions.create(app, "bank", "bank_1", { ...aBank("home"), contentHash: contentHashOf({}) }, NOW);
    for (const name of names) {
      await storage.definitions.create(app, "toolset", name, toolset(`${name} ${"long ".repeat(100)}`), NOW);
      await storage.memories.add(app, "bank_1", aMemory(name), 99);
      const answer = anAnswer(name, { lesson: { kind: "call", name }, answer: { name, text: "t".repeat(500) } });
      const { id } = await storage.answers.remember(app, answer, atMost(99));
      await storage.answers.attachVector(app, id ?? 0, "e", VECTOR);
      await storage.embeddings.write(app, "e", new Map([[name, VECTOR]]));
      await storage.kept.keep(aKeptAnswer(name, app, { body: name.repeat(200) }));
      await storage.requests.record(app, anAnsweredRequest(name), 99);
      await storage.ledger.credit(app, 1, NOW);
    }
    const given = await all();
    await storage.close();
    const sound = `${file}.sound`;
    copyFileSync(file, sound);
    const marker = join(data, MARKER_FILE);
    copyFileSync(marker, `${marker}.sound`);
    const pages = statSync(file).size / PAGE_BYTES;
    const hit = fc.record({
      page: fc.nat(pages - 1),
      at: fc.nat(PAGE_BYTES - 64),
      bytes: fc.uint8Array({ minLength: 64, maxLength: 64 }),
    });
    let noticed = 0;
    const property = fc.asyncProperty(
      fc.uniqueArray(hit, { minLength: count, maxLength: count, selector: ({ page }) => page }),
      async (hits) => {
        for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
        copyFileSync(sound, file);
        copyFileSync(`${marker}.sound`, marker);
        const descriptor = openSync(file, "r+");
        for (const { page, at, bytes } of hits) writeSync(descriptor, bytes, 0, 64, page * PAGE_BYTES + at);
        closeSync(descriptor);
        const isSame = readFileSync(file).equals(readFileSync(sound));
        const problems = found();
        if (problems.length > 0) noticed += 1;
        try {
          await open();
        } catch {
          // Refused as damaged, as lost, or as another's.
          expect(problems).not.toEqual([]);
          return;
        }
        const now = await all();
        // Never anything else than what was written.
        for (const [name, value] of Object.entries(now))
          if (value !== null) expect<unknown>([name, value]).toEqual([name, given[name]]);
        const isComplete = Object.entries(given).every(
          ([name, value]) => JSON.stringify(now[name] ?? null) === JSON.stringify(value),
        );
        await storage.close().catch(() => {});
        if (problems.length === 0) expect(isSame || isComplete).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: 150 });
    // What hits free room in a page has changed nothing.
    expect(noticed).toBeGreaterThan(count === 1 ? 15 : 35);

    /** What is given of everything, by name; null for what is refused or not there. */
    async function all(): Promise<Record<string, object | string | null>> {
      const read: Record<string, object | string | null> = {};
      const take = async (name: string, value: () => Promise<object | string | null>) => {
        read[name] = await value().catch(() => null);
      };
      await take("memories", async () => storage.memories.all(app, "bank_1"));
      for (const name of names) {
        await take(
          `set ${name}`,
          async () => (await storage.definitions.find(app, "toolset", name))?.definition ?? null,
        );
        await take(`answer ${name}`, async () => (await storage.answers.find(app, "p", name)).entry?.answer ?? null);
        await take(`kept ${name}`, async () => (await storage.kept.find(app, name))?.body ?? null);
        await take(`request ${name}`, async () => (await storage.requests.find(app, name))?.text ?? null);
        await take(`vector ${name}`, async () => (await storage.embeddings.read(app, "e", [name])).get(name) ?? null);
      }
      return read;
    }
  },
  120_000,
);

describe("a test run that is not what was written", () => {
  beforeEach(async () => {
    await storage.definitions.create(app, "toolset", "home-v1", toolset("light"), NOW);
    for (const id of ["run_1", "run_2"]) await storage.testRuns.keep(app, aTestRun(id), ENOUGH);
  });

  test.each(["scores = replace(scores, '0.5', '0.9')", "ran_by = 'somebody'", "verdicts = ''", "report = '{}'"])(
    "is never given, and the others are: %s",
    async (change) => {
      await behindItsBack(`UPDATE test_runs SET ${change} WHERE name = 'run_1'`);
      expect(await rejection(storage.testRuns.find(app, "run_1"))).toMatchObject({ code: "service_unavailable" });
      expect((await storage.testRuns.find(app, "run_2"))?.id).toBe("run_2");
      expect(found()).toHaveLength(1);
      expect(found()[0]).toContain("run_1");
    },
  );
});
