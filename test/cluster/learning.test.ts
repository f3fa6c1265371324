/** What nodes learn once, and count together: two of them on one database. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import pg from "pg";
import { contentHashOf } from "#core/json.ts";
import { MainThread } from "#core/main-thread.ts";
import type { Course } from "#core/ports/graduation-store.ts";
import type { Embedder, LanguageModel, LearnedClasses } from "#core/ports/models.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Learning } from "#core/sets/learning.ts";
import { SetFinder, storedSets } from "#core/sets/set-finder.ts";
import { ToolSearch } from "#core/tool-search/tool-search.ts";
import { SearchedInEnglish } from "#models/embedded/glossing/searched-in-english.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { openNeighbourIndexes } from "#storage/embedded/index.ts";
import { FakeClock, FakeEmbedder } from "../fakes.ts";
import { openLearning, openVectors } from "../learning-kit.ts";
import { anApp, appId, aToolset, hashOf, NOW } from "../storage/kit.ts";
import { type Cut, type CuttingProxy, cuttingProxy } from "./cutting-proxy.ts";
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres();
const database = await server.createDatabase("learning");
const owner = new pg.Client(database.ownerUrl);
await owner.connect();
const folder = mkdtempSync(join(tmpdir(), "dragoman-cluster-learning-"));
const indexes = openNeighbourIndexes({ runtimeDir: join(folder, "runtime"), log: () => {} });
afterAll(async () => {
  await owner.end();
  await server.dispose();
  rmSync(folder, { recursive: true });
});

const app = appId("one");
let one: Storage;
let two: Storage;
let proxy: CuttingProxy;
beforeEach(async () => {
  await database.empty();
  proxy = await cuttingProxy(server.port);
  const open = (url: string) => openClusterStorage({ url, waitMsMax: 1_000 });
  [one, two] = await Promise.all([open(proxy.urlThrough(database.nodeUrl)), open(database.nodeUrl)]);
  for (const name of ["one", "two"]) await two.apps.create(anApp(name));
});
afterEach(async () => {
  await Promise.all([one.close(), two.close()]);
  proxy.close();
});

describe("a set that several nodes meet at once", () => {
  const classes = ["card", "pin", "loan"].map((label, of) => ({
    label,
    examples: Array.from({ length: 40 }, (_, at) => `${label} question ${of} ${"x".repeat(at)}`),
  }));
  const texts = classes.flatMap(({ label, examples }) => [label, ...examples]);
  const content = contentHashOf(classes);

  interface Node {
    readonly learning: Learning;
    readonly embedded: string[];
    readonly fitted: string[];
  }

  /** With models that count what they are asked. `fitting`: what the fitting waits for. */
  function nodeOn(storage: Storage, { maker = "counting", fitting = async () => {} } = {}): Node {
    const embedded: string[] = [];
    const fitted: string[] = [];
    const embedder: Embedder = {
      id: "lengths",
      dimensions: 2,
      embed: async (asked) => {
        embedded.push(...asked);
        // As long as others need to find that it is being made.
        await Bun.sleep(asked.length);
        return asked.map(({ length }) => Float32Array.of(Math.cos(length), Math.sin(length)));
      },
    };
    const model: Pick<LanguageModel, "classesAsBytes" | "learnClasses"> = {
      learnClasses: async (taught, _, { embed }) => {
        fitted.push(maker);
        await embed(taught.map(({ label }) => label));
        await fitting();
        return { classes: taught.length };
      },
      classesAsBytes: {
        id: maker,
        write: ({ classes: count }) => Uint8Array.of(count),
        read: ([count]) => (count === undefined ? null : { classes: count }),
      },
    };
    return {
      learning: openLearning(storage, { monotonicMs: () => 0 }, { embedder, indexes, model }),
      embedded,
      fitted,
    };
  }

  const learned = async ({ learning }: Node): Promise<LearnedClasses | null> => {
    learning.learn(app, content, classes);
    await learning.idle();
    return learning.learned(app, content);
  };

  test("is embedded and fitted once, and all of them know what came of it", async () => {
    const nodes = [nodeOn(one), nodeOn(two), nodeOn(one)];
    expect(await Promise.all(nodes.map(learned))).toEqual(nodes.map(() => ({ classes: 3 })));
    expect(nodes.flatMap(({ embedded }) => embedded).sort()).toEqual([...texts].sort());
    expect(nodes.flatMap(({ fitted }) => fitted)).toEqual(["counting"]);
    const [nearest] = await (nodes[1] as Node).learning.findSimilar(app, content, classes)("pin question 1 xxx", 1);
    expect(nearest?.similarity).toBeCloseTo(1);
    // A node that starts later makes nothing of it.
    const later = nodeOn(two);
    expect(await learned(later)).toEqual({ classes: 3 });
    expect([later.embedded, later.fitted]).toEqual([[], []]);
    expect((await owner.query("SELECT FROM dragoman.learning_leases")).rowCount).toBe(0);
  });

  test("is fitted by another when the first one has failed, and its embeddings are not made again", async () => {
    const failing = nodeOn(one, { fitting: () => Promise.reject(new Error("out of memory")) });
    expect(await learned(failing)).toBeNull();
    const next = nodeOn(two);
    expect(await learned(next)).toEqual({ classes: 3 });
    expect(next.embedded).toEqual([]);
  });

  test("is fitted by another when the first one is dead, once its right has run out", async () => {
    const dead = nodeOn(one, { fitting: () => new Promise(() => {}) });
    dead.learning.learn(app, content, classes);
    while (dead.fitted.length === 0) await Bun.sleep(5);
    const next = nodeOn(two);
    const learning = learned(next);
    const answering = next.learning.findSimilar(app, content, classes);
    while ((await answering("card question 0 x", 1)).length === 0) await Bun.sleep(5);
    // It answers from the examples meanwhile, as while it learns by itself.
    expect([next.fitted, next.learning.learned(app, content)]).toEqual([[], null]);
    await owner.query("UPDATE dragoman.learning_leases SET ends_at = clock_timestamp() - interval '1 second'");
    expect(await learning).toEqual({ classes: 3 });
    expect(next.fitted).toEqual(["counting"]);
  });

  test("is fitted anew by another version of the model, and forgotten with its content and its app", async () => {
    await learned(nodeOn(one));
    const newer = nodeOn(two, { maker: "newer" });
    expect(await learned(newer)).toEqual({ classes: 3 });
    expect(newer.fitted).toEqual(["newer"]);
    const kept = async () => {
      const { rows } = await owner.query("SELECT app, maker FROM dragoman.fits ORDER BY maker");
      return rows;
    };
    expect(await kept()).toEqual([
      { app, maker: "counting" },
      { app, maker: "newer" },
    ]);
    expect(await one.learning.find(appId("two"), { contentHash: content, maker: "newer" })).toBeNull();
    expect(await one.learning.find(app, { contentHash: hashOf("other"), maker: "newer" })).toBeNull();
    await newer.learning.forget(app, content);
    expect(await kept()).toEqual([]);
    await two.learning.keep(app, { contentHash: content, maker: "m" }, Uint8Array.of(1));
    await two.apps.remove(app);
    await two.learning.keep(app, { contentHash: content, maker: "m" }, Uint8Array.of(1));
    expect(await kept()).toEqual([]);
  });

  test("takes the room of the app's oldest, and none where it is larger than all of it", async () => {
    const keep = (name: string, bytes: number) =>
      owner.query("SELECT dragoman.keep_fit($1, $2, 'm', $3, 100)", [app, hashOf(name), new Uint8Array(bytes)]);
    await owner.query("SET search_path = dragoman");
    for (const [name, bytes] of [
      ["a", 60],
      ["b", 30],
      ["c", 30],
      ["d", 101],
    ] as const)
      await keep(name, bytes);
    const { rows } = await owner.query("SELECT content_hash FROM dragoman.fits ORDER BY position");
    expect(rows.map(({ content_hash: hash }) => hash)).toEqual([hashOf("b"), hashOf("c")]);
  });
});

test("of thousands of tools that several nodes search at once each is embedded on one of them, but for the few that are waited for", async () => {
  const count = 120;
  const tools = Array.from({ length: count }, (_, at) => ({
    name: `tool_${at}`,
    description: `does deed ${at}`,
    parameters: {},
  }));
  const draft = {
    ...aToolset("many"),
    definition: { tools, requireEvidence: false },
    contentHash: contentHashOf(tools),
  };
  await one.definitions.create(app, "toolset", "many-v1", draft, NOW);
  const background: string[] = [];
  const clock = new FakeClock();
  const searches = [one, two, two].map((storage) => {
    const { definitions, aliases, changes, learning } = storage;
    const embedder = new FakeEmbedder();
    const embed = embedder.embed.bind(embedder);
    const counting: Embedder = {
      id: embedder.id,
      dimensions: embedder.dimensions,
      embed: async (...asked) => {
        const [texts, priority] = asked;
        if (priority === "background") background.push(...texts);
        await Bun.sleep(1);
        return embed(texts);
      },
    };
    return new ToolSearch({
      ...{ definitions, changes, learning, indexes, clock, mainThread: new MainThread(clock), log: () => {} },
      isWord: () => true,
      glosses: new SearchedInEnglish(),
      setFinder: new SetFinder({ sets: storedSets(definitions), aliases, definitions }),
      embedders: { tools: counting, requests: counting },
      vectors: openVectors(storage, counting),
    });
  });
  const signal = new AbortController().signal;
  const search = (on: ToolSearch) => on.search(app, { query: "does deed 7", toolsets: "*" }, signal);
  await Promise.all(searches.map(search));
  await Promise.all(searches.map((each) => each.idle()));
  for (const each of searches) expect(await search(each)).toMatchObject({ searched: count, learning: null });
  expect(background.length).toBeGreaterThan(count / 2);
  expect(new Set(background).size).toBe(background.length);
  for (const each of searches) await each.close();
});

describe("what nodes count of a tool that may do without its language model", () => {
  const course: Course = { contentHash: hashOf("a"), member: "lamp", models: '["in","out"]' };

  test.each<Cut>(["before", "during", "after"])(
    "is counted once when the connection breaks %s it is written",
    async (cut) => {
      for (let call = 0; call < 3; call += 1) one.graduation.observe(app, course, 0, 0, true);
      proxy.cutNext("count_graduation_once", cut);
      await expect(one.graduation.counts(app)).rejects.toMatchObject({ code: "service_unavailable" });
      expect(proxy.cuts).toBe(1);
      one.graduation.observe(app, course, 0, 0, false);
      for (const node of [one, two])
        expect(await node.graduation.counts(app)).toEqual([{ ...course, slips: 0, edge: 0, observed: 4, agreed: 3 }]);
    },
  );

  test("is one sequence: whatever two nodes read, one of two readings is what the other was earlier", async () => {
    const step = fc.record({ node: fc.nat(1), agrees: fc.boolean(), reads: fc.boolean() });
    const property = fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      const contentHash = hashOf(crypto.randomUUID());
      const readings: Promise<readonly number[]>[] = [];
      for (const { node, agrees, reads } of steps) {
        const { graduation } = [one, two][node] as Storage;
        graduation.observe(app, { ...course, contentHash }, 0, 0, agrees);
        if (!reads) continue;
        const reading = graduation.counts(app).then((counts) => {
          const own = counts.find((count) => count.contentHash === contentHash);
          return [own?.observed ?? 0, own?.agreed ?? 0];
        });
        readings.push(reading);
      }
      const read = await Promise.all(readings);
      const inOrder = read.toSorted(([a = 0], [b = 0]) => a - b);
      for (const [at, [observed = 0, agreed = 0]] of inOrder.entries()) {
        const [before = 0, agreedBefore = 0] = inOrder[at - 1] ?? [];
        expect(agreed - agreedBefore).toBeGreaterThanOrEqual(0);
        expect(agreed - agreedBefore).toBeLessThanOrEqual(observed - before);
      }
      for (const node of [one, two]) await node.graduation.counts(app);
      const last = (await two.graduation.counts(app)).find((count) => count.contentHash === contentHash);
      expect([last?.observed, last?.agreed]).toEqual([steps.length, steps.filter(({ agrees }) => agrees).length]);
    });
    await fc.assert(property, { numRuns: 10 });
  }, 60_000);

  test("slips once, however many nodes verify its answers at once", async () => {
    const by = { step: 1, slippedAt: 10 };
    const verified = Array.from({ length: 19 }, (_, at) =>
      ([one, two][at % 2] as Storage).graduation.verify(app, course, 0, by),
    );
    // Those that come after it are of answers from before it.
    expect((await Promise.all(verified)).toSorted()).toEqual([...Array(9).fill(0), ...Array(10).fill(1)]);
    expect(await two.graduation.counts(app)).toMatchObject([{ slips: 1, observed: 0 }]);
    await one.graduation.forget(app, course.contentHash);
    expect(await two.graduation.verify(app, course, 0, { ...by, step: 9 })).toBe(0);
  });
});

test("tallies of an alias are the sums over nodes, begin anew when it is put anew, and go with it", async () => {
  for (const signature of ["a-v1", "b-v1"])
    await one.definitions.create(app, "toolset", signature, aToolset(signature), NOW);
  const put = async (signature: string) => {
    const sides = [{ signature, percent: 100 }] as const;
    const alias = await one.aliases.put(app, "live", { kind: null, sides }, NOW, null, 9);
    if ("refused" in alias) throw new Error(alias.refused);
    return alias;
  };
  const tallies = async (node: Storage, alias: { readonly name: string; readonly revision: number }) => {
    const [tally] = (await node.aliasTallies?.of(app, [alias])) ?? [];
    return { since: tally?.since, sides: Object.fromEntries(tally?.bySignature ?? []) };
  };
  const alias = await put("a-v1");
  const use = { name: "live", revision: alias.revision };
  expect(await tallies(two, use)).toEqual({ since: null, sides: {} });
  for (const [at, node] of [one, two, one].entries()) {
    const aliases = [{ ...use, signature: at === 2 ? "b-v1" : "a-v1" }];
    node.aliasTallies?.add(app, { aliases, isNone: at === 0 }, NOW + 3 - at);
  }
  await tallies(one, use);
  const counted = { "a-v1": { answers: 2, none: 1 }, "b-v1": { answers: 1, none: 0 } };
  expect(await tallies(two, use)).toEqual({ since: NOW + 1, sides: counted });
  const anew = { name: "live", revision: (await put("b-v1")).revision };
  expect(await tallies(two, anew)).toEqual({ since: null, sides: {} });
  // Asked before the alias was put anew, answered after.
  two.aliasTallies?.add(app, { aliases: [{ ...use, signature: "a-v1" }], isNone: false }, NOW);
  two.aliasTallies?.add(app, { aliases: [{ ...anew, signature: "b-v1" }], isNone: false }, NOW + 9);
  two.aliasTallies?.add(app, { aliases: [{ ...anew, name: "gone", signature: "b-v1" }], isNone: false }, NOW);
  expect(await tallies(two, anew)).toEqual({ since: NOW + 9, sides: { "b-v1": { answers: 1, none: 0 } } });
  expect((await owner.query("SELECT FROM dragoman.alias_tallies")).rowCount).toBe(1);
  await one.aliases.remove(app, "live", null);
  expect((await owner.query("SELECT FROM dragoman.alias_tallies")).rowCount).toBe(0);
});
