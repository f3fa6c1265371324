/** Two nodes on one database: what one has changed the other sees from when it asked, and what both do at once is done as if by one. */
import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import pg from "pg";
import { AdminSessions } from "#core/access/admin-sessions.ts";
import { AdminToken } from "#core/access/admin-token.ts";
import type { Storage } from "#core/ports/storage.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { aMemory, aToolset, classes, NOW, rejection } from "../storage/kit.ts";
import { aTestRun, ENOUGH } from "../storage/test-run-kit.ts";
import { prepareThings, THING_CHANGES_MAX, THING_KINDS, Thing, type ThingKind } from "./changing-things.ts";
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres();
const database = await server.createDatabase("nodes");
const one = await openClusterStorage({ url: database.nodeUrl });
const other = await openClusterStorage({ url: database.nodeUrl });
afterAll(async () => {
  for (const node of [one, other]) await node.close();
  await server.dispose();
});

let apps = 0;
const freshApp = () => {
  apps += 1;
  return prepareThings(one, `fresh ${apps}`);
};

describe("what one node changed", () => {
  test.each(THING_KINDS)("is what the other gives from when it asked for changes: %s", async (kind) => {
    const thing = new Thing(await freshApp(), kind);
    for (let round = 0; round < 9; round += 1) {
      const [changing, asking] = round % 2 === 0 ? [one, other] : [other, one];
      await thing.change(changing);
      for (const { seen, allowed } of [await thing.readRenewed(asking), await thing.readAsItIs(changing)]) {
        expect(allowed).toHaveLength(1);
        expect(allowed).toContain(seen);
      }
    }
  });

  interface Step {
    readonly node: 0 | 1;
    readonly kind: ThingKind;
    readonly does: "change" | "read" | "read as it is";
    readonly isAwaited: boolean;
  }
  const aStep: fc.Arbitrary<Step> = fc.record({
    node: fc.constantFrom(0, 1),
    kind: fc.constantFrom(...THING_KINDS),
    does: fc.oneof(
      { weight: 3, arbitrary: fc.constant("change" as const) },
      { weight: 4, arbitrary: fc.constant("read" as const) },
      { weight: 1, arbitrary: fc.constant("read as it is" as const) },
    ),
    isAwaited: fc.boolean(),
  });

  test("is never older than what was acknowledged before the other asked, however changes and questions fall together", async () => {
    const schedule = fc.array(aStep, { minLength: 20, maxLength: THING_CHANGES_MAX, size: "max" });
    const property = fc.asyncProperty(schedule, async (steps) => {
      const app = await freshApp();
      const things = new Map(THING_KINDS.map((kind) => [kind, new Thing(app, kind)]));
      const nodes = [one, other] as const;
      const take = async ({ node, kind, does }: Step) => {
        const [thing, at] = [things.get(kind), nodes[node]];
        if (!thing) throw new Error(`no ${kind}`);
        if (does === "change") return thing.change(at);
        const { seen, allowed } = await (does === "read" ? thing.readRenewed(at) : thing.readAsItIs(at));
        expect(allowed).toContain(seen);
      };
      const taken: Promise<void>[] = [];
      for (const step of steps) {
        const taking = take(step);
        taken.push(taking);
        if (step.isAwaited) await taking;
      }
      await Promise.all(taken);
      for (const kind of THING_KINDS)
        for (const node of [0, 1] as const) await take({ node, kind, does: "read", isAwaited: true });
    });
    await fc.assert(property, { numRuns: 15 });
  }, 60_000);
});

describe("what a node knows", () => {
  test("is given without a look into its table until the app changes", async () => {
    const app = await freshApp();
    const things = THING_KINDS.map((kind) => new Thing(app, kind));
    for (const thing of things) await thing.change(one);
    const read = async (node: Storage) => {
      const readings = await Promise.all(things.map((thing) => thing.readRenewed(node)));
      return readings.map(({ seen }) => seen);
    };
    const known = await read(other);
    const locking = new pg.Client(database.ownerUrl);
    await locking.connect();
    try {
      await locking.query("BEGIN");
      // Whoever reads a row of these now waits.
      const tables = ["definitions", "aliases", "memories", "taught_cases"].map((table) => `dragoman.${table}`);
      await locking.query(`LOCK TABLE ${tables.join(", ")} IN ACCESS EXCLUSIVE MODE`);
      expect(await read(other)).toEqual(known);
    } finally {
      await locking.end();
    }
  });

  test("of a set is not read and parsed again when something else of its app has changed", async () => {
    const app = await freshApp();
    const find = async () => {
      await other.changes.renew(app);
      return other.definitions.find(app, "toolset", "base-v1");
    };
    const known = await find();
    const counted = other.changes.of(app);
    await one.definitions.create(app, "toolset", "another-v1", aToolset("door"), NOW);
    expect(await find()).toBe(known);
    expect(other.changes.of(app)).toBeGreaterThan(counted);
    await one.definitions.replace(app, "toolset", "base-v1", aToolset("door"), NOW, null);
    expect(await find()).toMatchObject({ name: "set of door" });
  });
});

describe("whoever is signed in on the admin page", () => {
  const signingIn = (storage: Storage) => {
    const token = new AdminToken(storage.secrets);
    const [store, clock] = [storage.adminSessions, { now: () => NOW }];
    return { token, sessions: new AdminSessions({ store, adminToken: token, clock, idleMinutes: 1, minutesMax: 2 }) };
  };
  const nodes = [one, other].map(signingIn) as [ReturnType<typeof signingIn>, ReturnType<typeof signingIn>];
  const [here, there] = nodes;

  test("by a link of one node is so on both, until one signs them out", async () => {
    const { code } = await here.sessions.newLink();
    const { secret, session } = await there.sessions.open({ code });
    expect(await rejection(here.sessions.open({ code }))).toMatchObject({ code: "unauthorized" });
    for (const { sessions } of nodes) expect(await sessions.find(secret)).toEqual(session);
    await here.sessions.close(secret);
    for (const { sessions } of nodes) expect(await sessions.find(secret)).toBeNull();
  });

  test("while the token is reset on another node is out in the end, whichever came first", async () => {
    for (let round = 0; round < 10; round += 1) {
      const token = await here.token.reset();
      const { code } = await here.sessions.newLink();
      const reset = async () => {
        await here.token.reset();
        await here.sessions.closeAll();
      };
      const proofs = [{ token }, { code }, { token }];
      const opened = await Promise.allSettled([...proofs.map((proof) => there.sessions.open(proof)), reset()]);
      for (const opening of opened) {
        if (opening.status === "fulfilled" && opening.value)
          expect(await there.sessions.find(opening.value.secret)).toBeNull();
      }
    }
  });
});

describe("of two nodes that do it at once", () => {
  test("one takes a name, for a set or for an alias", async () => {
    const app = await freshApp();
    for (let round = 0; round < 10; round += 1) {
      const name = `raced-${round}`;
      const sets = [one, other].map((node) => node.definitions.create(app, "toolset", name, aToolset(name), NOW));
      const sides = [{ signature: "base-v1", percent: 100 }] as const;
      const put = other.aliases.put(app, name, { kind: null, sides }, NOW, null, 100);
      const made = (await Promise.all(sets)).filter((set) => set !== null).length;
      expect(made + ("refused" in (await put) ? 0 : 1)).toBe(1);
    }
  });

  test("one takes away what an alias stands for, or the other puts the alias", async () => {
    const app = await freshApp();
    for (let round = 0; round < 10; round += 1) {
      const signature = `target-${round}`;
      await one.definitions.create(app, "classification_set", signature, classes("mail"), NOW);
      const [gone, put] = await Promise.all([
        one.definitions.remove(app, "classification_set", signature, null),
        other.aliases.put(app, `to-${round}`, { kind: null, sides: [{ signature, percent: 100 }] }, NOW, null, 100),
      ]);
      expect(typeof gone === "object" && "aliases" in gone).toBe(!("refused" in put));
    }
  });

  test("no more comes into a bank than it may hold", async () => {
    const app = await freshApp();
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).memories.add(app, "bank_1", aMemory(`mem_${index}`), 7),
      ),
    );
    expect(added.filter((outcome) => outcome === "added")).toHaveLength(7);
    await other.changes.renew(app);
    expect(await other.memories.all(app, "bank_1")).toHaveLength(7);
  });

  test("of two replacements of one revision the second is stale", async () => {
    const app = await freshApp();
    const set = await one.definitions.find(app, "toolset", "base-v1");
    const outcomes = await Promise.all(
      [one, other].map((node) =>
        node.definitions.replace(app, "toolset", "base-v1", aToolset("x"), NOW, set?.revision ?? null),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "stale")).toHaveLength(1);
  });

  test("the newest test runs are kept and no more, also while sets go", async () => {
    const app = await freshApp();
    for (let round = 0; round < 5; round += 1) {
      await one.definitions.create(app, "toolset", "tested-v1", aToolset("x"), NOW);
      const keep = (node: Storage, index: number, signature: string) => {
        const run = aTestRun(`run_${round}_${signature}_${index}`, {
          sets: { kind: "toolset", signatures: [signature] },
        });
        return node.testRuns.keep(app, run, { ...ENOUGH, runsMax: 3 });
      };
      const kept = Array.from({ length: 8 }, (_, index) =>
        keep(index % 2 === 0 ? one : other, index, index % 4 < 2 ? "base-v1" : "tested-v1"),
      );
      const gone = other.definitions.remove(app, "toolset", "tested-v1", null);
      await Promise.all([...kept, gone]);
      const runs = await one.testRuns.list(
        app,
        { kind: "toolset", signatures: ["base-v1"] },
        { limit: 100, after: null },
      );
      expect(runs?.items).toHaveLength(3);
    }
  });
});

test("a node that is closed has done what it was asked for before, in that order, and gives nothing from memory any more", async () => {
  const app = await freshApp();
  const leaving = await openClusterStorage({ url: database.nodeUrl });
  await leaving.definitions.find(app, "toolset", "base-v1");
  const names = Array.from({ length: 12 }, (_, index) => `queued-${index}`);
  const made = names.map((name) => leaving.definitions.create(app, "toolset", name, aToolset(name), NOW));
  await leaving.close();
  await Promise.all(made);
  const { items } = await one.definitions.list(app, "toolset", { limit: 50, after: null });
  expect(items.map(({ signature }) => signature).filter((name) => name.startsWith("queued"))).toEqual(names);
  expect(await rejection(leaving.definitions.find(app, "toolset", "base-v1"))).toMatchObject({
    code: "service_unavailable",
  });
});

test("a name that no text of the database can hold is nobody's, and what people write may have anything in it", async () => {
  const app = await freshApp();
  const draft = { ...aToolset("nul \0"), description: "half \ud800 and nul \0" };
  const set = await one.definitions.create(app, "toolset", "home-v1", draft, NOW);
  expect(set).toMatchObject(draft);
  await one.definitions.create(app, "toolset", "\ufffd", aToolset("x"), NOW);
  const content = { kind: "fact", fact: "nul \0" } as const;
  await one.memories.add(app, "bank_1", aMemory("mem_1", { content }), 9);
  expect(await one.memories.all(app, "bank_1")).toMatchObject([{ content }]);
  await one.testRuns.keep(
    app,
    aTestRun("run_1", { by: "nul \0", sets: { kind: "toolset", signatures: ["home-v1"] } }),
    ENOUGH,
  );
  expect(await one.testRuns.find(app, "run_1")).toMatchObject({ by: "nul \0" });
  for (const name of ["nul \0", "\ud800"]) {
    const named = { kind: "toolset", signature: name } as const;
    const page = { limit: 9, after: null };
    const asked = { kind: "toolset", signatures: [name] } as const;
    expect(await one.definitions.find(app, "toolset", name)).toBeNull();
    expect(await one.definitions.replace(app, "toolset", name, aToolset("x"), NOW, null)).toBe("not_found");
    expect(await one.definitions.remove(app, "toolset", name, null)).toBe("not_found");
    expect(await one.aliases.find(app, name)).toBeNull();
    expect(await one.aliases.remove(app, name, null)).toBe("not_found");
    expect(await one.memories.add(app, name, aMemory("mem_2"), 9)).toBe("not_found");
    expect([await one.memories.list(app, name, page), await one.memories.all(app, name)]).toEqual([null, []]);
    expect(await one.memories.remove(app, "bank_1", name, NOW)).toBe(false);
    expect([await one.taught.list(app, named, page), await one.taught.all(app, named)]).toEqual([null, []]);
    expect(await one.taught.remove(app, { kind: "toolset", signature: "home-v1" }, name)).toBe(false);
    expect([await one.testRuns.find(app, name), await one.testRuns.list(app, asked, page)]).toEqual([null, null]);
  }
});
