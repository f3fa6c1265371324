/** What apps were answered, with two nodes on one database. */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import fc from "fast-check";
import pg from "pg";
import type { Course } from "#core/ports/graduation-store.ts";
import type { Storage } from "#core/ports/storage.ts";
import { Gathered } from "#storage/cluster/gathered.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { aQuestion } from "../storage/contract-query-log.ts";
import {
  aKeptAnswer,
  aMistake,
  anAnswer,
  anAnsweredRequest,
  anApp,
  appId,
  atMost,
  hashOf,
  NOW,
} from "../storage/kit.ts";
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres();
const database = await server.createDatabase("answers");
const owner = new pg.Client(database.ownerUrl);
await owner.connect();
afterAll(async () => {
  await owner.end();
  await server.dispose();
});

const app = appId("one");
let one: Storage;
let two: Storage;
beforeEach(async () => {
  await database.empty();
  [one, two] = await Promise.all([open(), open()]);
  for (const name of ["one", "two"]) await one.apps.create(anApp(name));
});
afterEach(() => Promise.all([one.close(), two.close()]));

const open = () => openClusterStorage({ url: database.nodeUrl, keptBytesPerAppMax: 5_000 });
const lesson = { kind: "label", class: 1 };
/** Records, and waits until it is written: for the client that is so when its answer comes, with its charge. */
async function record(node: Storage, ...recorded: Parameters<Storage["requests"]["record"]>): Promise<void> {
  await node.requests.record(...recorded);
  await node.requests.find(app, "whatever was recorded before is looked at");
}
/** As the owner of the tables sees it: all apps. */
const seen = async (statement: string) => (await owner.query(statement)).rows;

test("what one node keeps the other finds; that it replaced an answer is known when the other asks, that there is one more is none", async () => {
  await two.changes.renew(app);
  const before = two.changes.of(app);
  await one.answers.remember(app, anAnswer("k"), atMost(9));
  await two.changes.renew(app);
  expect((await two.answers.find(app, "p", "k")).entry?.answer).toEqual({ tool: "light", n: 1 });
  expect(two.changes.of(app)).toBe(before);
  await one.answers.remember(app, anAnswer("k", { answer: { tool: "door" } }), atMost(9));
  await two.changes.renew(app);
  expect(two.changes.of(app)).toBeGreaterThan(before);
  expect((await two.answers.find(app, "p", "k")).entry?.answer).toEqual({ tool: "door" });
});

test("two nodes that are answered the same words at once keep one answer", async () => {
  const kept = await Promise.all(
    [one, two].flatMap((node) =>
      [1, 2].map((n) => node.answers.remember(app, anAnswer("k", { answer: { n } }), atMost(9))),
    ),
  );
  const gone = kept.flatMap((remembered) => remembered.gone.map(({ id }) => id));
  const left = kept.map(({ id }) => id).filter((id) => id !== null && !gone.includes(id));
  expect(left).toEqual([(await one.answers.find(app, "p", "k")).entry?.id ?? 0]);
  expect(gone).toHaveLength(3);
});

test("whoever reads above the newest lesson it knows misses none, however many nodes add to them at once", async () => {
  const known = new Set<number>();
  let newest = 0;
  const look = async () => {
    const page = { before: null, after: newest, limit: 1_000, embedder: "e" };
    for (const { id } of await two.answers.lessons(app, "p", page)) {
      known.add(id);
      newest = Math.max(newest, id);
    }
  };
  const adding = [one, two].map(async (node, at) => {
    for (let round = 0; round < 20; round += 1) {
      const keys = Array.from({ length: 5 }, (_, index) => `${at} ${round} ${index}`);
      await Promise.all(keys.map((key) => node.answers.remember(app, anAnswer(key, { lesson }), atMost(1_000))));
    }
  });
  let isOver = false;
  const over = Promise.all(adding).finally(() => {
    isOver = true;
  });
  while (!isOver) await look();
  await over;
  await look();
  expect(known.size).toBe(200);
});

test("whatever several nodes do at once, none fails the other, and the totals are the sums", async () => {
  const pick = fc.record({
    node: fc.nat(1),
    app: fc.constantFrom(appId("one"), appId("two")),
    key: fc.constantFrom("a", "b", "c", "d"),
    what: fc.constantFrom(
      "remember",
      "remember",
      "drop",
      "forget",
      "attach",
      "touch",
      "expire",
      "keep",
      "record",
      "observe",
    ),
  });
  type Pick = typeof pick extends fc.Arbitrary<infer Value> ? Value : never;
  const steps: Record<Pick["what"], (node: Storage, step: Pick) => Promise<unknown>> = {
    remember: (node, { app, key }) =>
      node.answers.remember(app, anAnswer(key, { modelMs: key.charCodeAt(0) }), atMost(3)),
    drop: (node, { app, key }) => node.answers.drop(app, "p", { ids: [1], key }, { at: NOW, refusalsMax: 2 }),
    forget: (node, { app }) => node.answers.forget(app, hashOf("a")),
    attach: async (node, { app, key }) => {
      const { id = 0 } = (await node.answers.find(app, "p", key)).entry ?? {};
      await node.answers.attachVector(app, id, "e", new Float32Array(9));
    },
    touch: async (node, { app, key }) => {
      const { entry } = await node.answers.find(app, "p", key);
      if (entry) node.answers.touch(app, entry.id, NOW);
    },
    expire: (node) => Promise.all([node.answers.expire(NOW), node.kept.expire(NOW), node.requests.expire(NOW)]),
    keep: (node, { app, key }) =>
      node.kept.keep(aKeptAnswer(key, app, { body: key.repeat(2_000), createdAt: NOW - (key.charCodeAt(0) % 2) })),
    record: (node, { app, key }) => node.requests.record(app, anAnsweredRequest(key), 3),
    observe: async (node, { app, key }) => {
      node.reuse.observe(app, { contentHash: hashOf("a"), name: key, path: "template", bin: 1 }, false);
      await node.reuse.counts(app);
    },
  };
  await fc.assert(
    fc.asyncProperty(fc.array(pick, { minLength: 20, maxLength: 60 }), async (picks) => {
      await Promise.all(picks.map((step) => steps[step.what](step.node === 0 ? one : two, step)));
      expect(
        await seen(`
          SELECT app FROM dragoman.answer_totals AS totals WHERE (count, bytes) IS DISTINCT FROM
            (SELECT (count(*), coalesce(sum(bytes), 0)::bigint) FROM dragoman.answers WHERE answers.app = totals.app)
          UNION ALL SELECT app FROM dragoman.kept_totals AS totals GROUP BY app HAVING sum(bytes) IS DISTINCT FROM
            (SELECT coalesce(sum(bytes), 0) FROM dragoman.kept_answers AS kept WHERE kept.app = totals.app)
          UNION ALL SELECT app FROM dragoman.answers GROUP BY app HAVING count(*) > 3`),
      ).toEqual([]);
    }),
    { numRuns: 12 },
  );
  await Promise.all([one.apps.remove(appId("two")), two.answers.remember(appId("two"), anAnswer("late"), atMost(3))]);
  expect(await seen("SELECT 1 FROM dragoman.answers WHERE app = 'app_two'")).toEqual([]);
  expect(await seen("SELECT 1 FROM dragoman.kept_totals WHERE app = 'app_two'")).toEqual([]);
}, 60_000);

test("texts that no text of Postgres holds come back as they were", async () => {
  const odd = "a \u0000 b \ud800 c";
  await one.answers.remember(app, anAnswer("k", { sentence: odd, answer: { text: odd } }), atMost(9));
  expect((await two.answers.find(app, "p", "k")).entry).toMatchObject({ sentence: odd, answer: { text: odd } });
  const mistake = aMistake(odd, { knownSentence: odd, given: { text: odd } });
  await one.reuse.recordMistake(app, mistake, 9);
  expect(await two.reuse.mistakes(app, 9)).toEqual([mistake]);
  const kept = aKeptAnswer(odd, app, { body: odd, headers: { name: odd } });
  await one.kept.keep(kept);
  expect(await two.kept.find(app, odd)).toEqual(kept);
  const request = anAnsweredRequest(odd, { text: odd });
  await record(one, app, request, 9);
  expect(await two.requests.find(app, odd)).toEqual(request);
  await one.queryLog.configure(app, { days: 1, rows: 9, redact: true });
  await one.queryLog.add(app, [aQuestion("a", { requestId: odd })]);
  expect((await two.queryLog.list(app, { limit: 1, after: null })).items[0]?.requestId).toBe(odd);
});

test("hits and observations of all nodes add up", async () => {
  const { id } = await one.answers.remember(app, anAnswer("k"), atMost(9));
  const kind = { contentHash: hashOf("a"), name: "light", path: "template", bin: 3 };
  for (const node of [one, two]) {
    for (let hit = 0; hit < 3; hit += 1) node.answers.touch(app, id ?? 0, NOW + hit);
    node.reuse.observe(app, kind, true);
    await node.close();
  }
  [one, two] = await Promise.all([open(), open()]);
  expect((await one.answers.find(app, "p", "k")).entry?.hits).toBe(6);
  expect(await one.reuse.counts(app)).toEqual([{ ...kind, observed: 2, wrong: 2 }]);
});

test("what graduation has found out adds up over nodes, and goes with its content and its app", async () => {
  const course = (member: string, contentHash = hashOf("a")): Course => ({
    contentHash,
    member,
    models: '["in","out"]',
  });
  for (const node of [one, two]) {
    node.graduation.observe(app, course("lamp"), 0, 9_500, true);
    node.graduation.observe(app, course("lamp", hashOf("b")), 0, 0, false);
    node.graduation.answered(app, course("lamp"), { ms: 10.4, cost: 0.5 });
    node.graduation.observe(appId("gone"), course("lamp"), 0, 0, true);
  }
  await two.changes.renew(app);
  const before = two.changes.of(app);
  const by = { step: 2, slippedAt: 3 };
  const verify = (node: Storage, more = by) => node.graduation.verify(app, course("lamp"), 0, more);
  expect([await verify(one), await verify(two, { ...by, step: -9 }), await verify(one)]).toEqual([0, 0, 0]);
  await two.changes.renew(app);
  expect(two.changes.of(app)).toBe(before);
  expect([await verify(two), await verify(one)]).toEqual([1, 1]);
  await one.changes.renew(app);
  expect(one.changes.of(app)).toBeGreaterThan(before);
  await one.graduation.counts(app);
  expect(await two.graduation.counts(app)).toMatchObject([
    { contentHash: hashOf("a"), slips: 0, edge: 9_500, observed: 2, agreed: 2 },
    { contentHash: hashOf("a"), slips: 1, edge: 0, observed: 0, agreed: 0 },
    { contentHash: hashOf("b"), slips: 0, edge: 0, observed: 2, agreed: 0 },
  ]);
  await one.graduation.answers(app);
  expect(await two.graduation.answers(app)).toEqual([{ ...course("lamp"), answers: 2, savedMs: 20, savedCost: 1 }]);
  await one.graduation.forget(app, hashOf("a"));
  expect(await two.graduation.counts(app)).toMatchObject([{ contentHash: hashOf("b") }]);
  await one.apps.remove(app);
  expect([await two.graduation.counts(app), await two.graduation.answers(app)]).toEqual([[], []]);
});

test("a request is found as long as it is among the newest of the app, whichever node answered those", async () => {
  for (const [at, node] of [one, two, one, two].entries()) {
    await record(node, app, anAnsweredRequest(`r${at}`), 3);
  }
  const there = await Promise.all([0, 1, 2, 3].map((at) => one.requests.find(app, `r${at}`)));
  expect(there.map((found) => found !== null)).toEqual([false, true, true, true]);
});

test("of requests that were written together the older ones expire, found by the time in their id or not", async () => {
  const timed = (at: number, last: string) =>
    `${at
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7000-8000-00000000000${last}`;
  const requests = [
    anAnsweredRequest("old", { createdAt: NOW - 1 }),
    anAnsweredRequest(timed(NOW - 1, "1"), { createdAt: NOW - 1 }),
    anAnsweredRequest(timed(NOW, "2"), { createdAt: NOW }),
    anAnsweredRequest("new", { createdAt: NOW }),
  ];
  await Promise.all(requests.map((request) => record(one, app, request, 99)));
  const there = () => Promise.all(requests.map(({ requestId }) => two.requests.find(app, requestId)));
  expect(await there()).toEqual(requests);
  expect(await seen("SELECT request_id FROM dragoman.request_ids ORDER BY 1")).toHaveLength(2);
  expect([await two.requests.expire(NOW), await one.requests.expire(NOW)]).toEqual([2, 0]);
  expect(await there()).toEqual([null, null, requests[2] ?? null, requests[3] ?? null]);
  expect(await two.requests.expire(NOW + 1)).toBe(2);
  expect(await seen("SELECT 1 FROM dragoman.request_batches")).toEqual([]);
});

test("requests of several apps in one turn are one statement", async () => {
  const recording = ["one", "two", "gone"].flatMap((name) =>
    Array.from({ length: 20 }, (_, index) => record(one, appId(name), anAnsweredRequest(`r${index}`), 99)),
  );
  await Promise.all(recording);
  expect(
    await seen(
      "SELECT app, count, xmin::text = (SELECT min(xmin::text) FROM dragoman.request_batches) AS together FROM dragoman.request_batches ORDER BY app",
    ),
  ).toEqual([
    { app: "app_one", count: 20, together: true },
    { app: "app_two", count: 20, together: true },
  ]);
});

test("a node knows from the next question on that an app turned its log on or off by another node", async () => {
  const settings = { days: 3, rows: 9, redact: false } as const;
  await one.queryLog.configure(app, settings);
  // Its own change comes behind the one it has not heard of.
  await two.apps.update(app, { plan: "pro" });
  expect(two.queryLog.settings(app)).toBeNull();
  await two.changes.renew(app);
  expect([two.queryLog.settings(app), two.queryLog.apps()]).toEqual([settings, [app]]);
  await one.queryLog.configure(app, null);
  await two.changes.renew(app);
  expect([two.queryLog.settings(app), two.queryLog.apps()]).toEqual([null, []]);
  await two.queryLog.configure(app, settings);
  // Without a question, too, when it looks after the logs.
  await one.queryLog.sweep();
  expect(one.queryLog.apps()).toEqual([app]);
});

test("an embedding that another node writes while it is asked whether it is used stays", async () => {
  await one.embeddings.write(
    app,
    "e",
    new Map([
      ["k", new Float32Array([1])],
      ["l", new Float32Array([1])],
    ]),
  );
  const names = ["k", "l"].map((key) => ({ embedder: "e", key }));
  let writing: Promise<void> | null = null;
  const removed = await one.embeddings.remove(app, names, () => {
    writing ??= two.embeddings.write(app, "e", new Map([["k", new Float32Array([2])]]));
    // The other one is through before anything is removed.
    Bun.sleepSync(50);
    return false;
  });
  await writing;
  expect(removed).toBeGreaterThanOrEqual(1);
  expect([...(await two.embeddings.read(app, "e", ["k", "l"])).keys()]).toEqual(["k"]);
});

test("what could not be written is written the next time as it was, before what has come since", async () => {
  const written: (readonly [number, readonly number[]])[] = [];
  let isDown = true;
  const said: string[] = [];
  const sums = new Gathered<number>({
    what: "sums",
    log: (message) => said.push(message),
    together: (earlier, later) => earlier + later,
    write: async (items, batch) => {
      if (isDown) throw new Error("it is away");
      written.push([batch, items]);
    },
  });
  for (const count of [1, 2]) sums.note("a", count);
  const failing = sums.written();
  await expect(failing).rejects.toThrow("it is away");
  sums.note("a", 3);
  await expect(sums.written()).rejects.toThrow("it is away");
  isDown = false;
  sums.note("b", 5);
  await sums.written();
  expect(written).toEqual([
    [1, [3]],
    [2, [3, 5]],
  ]);
  expect(said).toHaveLength(1);
  sums.note("a", 7);
  await sums.close();
  expect(written.at(-1)).toEqual([3, [7]]);
});
