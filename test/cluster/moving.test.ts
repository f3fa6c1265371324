/** A folder that becomes a cluster, and a cluster that becomes a folder again: both tell the same afterwards. */
import { Database } from "bun:sqlite";
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import pg from "pg";
import { move } from "#core/moving/move.ts";
import { MOVED_STORES } from "#core/moving/moved-rows.ts";
import type { Storage } from "#core/ports/storage.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { SCHEMA_VERSION } from "#storage/cluster/migrations.ts";
import { openClusterSource } from "#storage/cluster/moving/cluster-source.ts";
import { lockFolder, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { openFolderTarget } from "#storage/embedded/moving/folder-target.ts";
import { openPatient } from "#storage/embedded/patient.ts";
import { type MoveRequest, moveToCluster, moveToFolder } from "../../src/app/moving.ts";
import { anApp, appId, freshFolder, NOW, rejection } from "../storage/kit.ts";
import { startPostgres } from "./postgres-server.ts";
import { type Contents, fill, ledgerOf, told } from "./stored-everything.ts";

const server = await startPostgres();
const database = await server.createDatabase("moving");
const folders: ReturnType<typeof freshFolder>[] = [];
afterAll(() => server.dispose());
afterEach(async () => {
  for (const folder of folders.splice(0)) folder[Symbol.dispose]();
  await database.empty();
}, 60_000);

const newFolder = () => {
  const folder = freshFolder();
  folders.push(folder);
  return folder.path;
};

const request = (dataDir: string, change: Partial<MoveRequest> = {}): MoveRequest => ({
  dataDir,
  ownerUrl: database.ownerUrl,
  isTrial: false,
  signal: new AbortController().signal,
  onProgress: () => {},
  log: () => {},
  ...change,
});

const CONTENTS: Contents = {
  apps: ["one", "two"],
  text: 'it\'s "all" – 灯\u0000💡 \\ {"n":1}',
  answers: 7,
  charges: [1, 2, 3, 1, 1, 5, 8, 1, 1, 1, 900, 400],
  credits: 300,
};

async function within<Result>(opening: Promise<Storage>, work: (storage: Storage) => Promise<Result>): Promise<Result> {
  const storage = await opening;
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
const inFolder = <Result>(dataDir: string, work: (storage: Storage) => Promise<Result>) =>
  within(openEmbeddedStorage({ dataDir }), work);
const inCluster = <Result>(work: (storage: Storage) => Promise<Result>) =>
  within(openClusterStorage({ url: database.nodeUrl }), work);

async function filledFolder(contents = CONTENTS): Promise<string> {
  const folder = newFolder();
  await inFolder(folder, (storage) => fill(storage, contents));
  return folder;
}

/** A folder with one app. */
async function smallFolder(): Promise<string> {
  const folder = newFolder();
  await inFolder(folder, (storage) => storage.apps.create(anApp("one")));
  return folder;
}

async function asOwner(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl, options: "-c search_path=dragoman" });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const said = async (moving: Promise<unknown>) => ((await rejection(moving)) as Error).message;

describe("what a folder tells", () => {
  const written = fc.string({ unit: "grapheme", maxLength: 40 }).filter((text) => text.isWellFormed());
  const contents = fc.record({
    apps: fc.constantFrom(["one"], ["one", "two"], ["b", "a", "c"]),
    text: written.map((text) => `a ${text}`),
    answers: fc.integer({ min: 2, max: 12 }),
    charges: fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 30 }),
    credits: fc.integer({ min: 0, max: 2_000 }),
  });

  test("is what the cluster tells that it was moved into, and the folder that this was moved into", async () => {
    const roundTrip = async (filled: Contents) => {
      await database.empty();
      const folder = await filledFolder(filled);
      const before = await inFolder(folder, (storage) => told(storage, filled));
      const there = await moveToCluster(request(folder));
      expect(await inCluster((storage) => told(storage, filled))).toEqual(before);
      const back = newFolder();
      const returned = await moveToFolder(request(back));
      expect(returned.stores).toEqual(there.stores);
      expect(await inFolder(back, (storage) => told(storage, filled))).toEqual(before);
      expect(await problemsOf(back)).toEqual(await problemsOf(folder));
    };
    await fc.assert(fc.asyncProperty(contents, roundTrip), { numRuns: 2, examples: [[CONTENTS]] });
  }, 60_000);

  const problemsOf = async (dataDir: string) => {
    const patient = openPatient(dataDir);
    return [...(await patient.integrity()), ...(await patient.auditContent()), ...(await patient.auditLedgerChain())];
  };

  test("goes on growing in the cluster, and in the folder after that", async () => {
    const folder = await filledFolder();
    const grow = (storage: Storage) => fill(storage, { ...CONTENTS, apps: ["three"] });
    await moveToCluster(request(folder));
    const grown = await inCluster(async (storage) => {
      await grow(storage);
      return told(storage, { ...CONTENTS, apps: ["one", "two", "three"] });
    });
    const back = newFolder();
    await moveToFolder(request(back));
    await inFolder(back, async (storage) => {
      expect(await told(storage, { ...CONTENTS, apps: ["one", "two", "three"] })).toEqual(grown);
      await fill(storage, { ...CONTENTS, apps: ["four"] });
      expect((await told(storage, { ...CONTENTS, apps: ["four"] })).apps).toHaveLength(1);
    });
  }, 60_000);
});

describe("a move into a cluster", () => {
  const stopAfter = (steps: number) => {
    const controller = new AbortController();
    let left = steps;
    const onProgress = () => {
      left -= 1;
      if (left === 0) controller.abort();
    };
    return { signal: controller.signal, onProgress };
  };

  test("that was stopped is gone on with, and until its end no node starts", async () => {
    const folder = await filledFolder();
    const before = await inFolder(folder, (storage) => told(storage, CONTENTS));
    for (const steps of [3, 9, 15]) {
      expect(await said(moveToCluster(request(folder, stopAfter(steps))))).toContain("the same command again goes on");
      expect(await said(openClusterStorage({ url: database.nodeUrl }))).toContain("only partly moved");
      expect(await said(moveToFolder(request(newFolder())))).toContain("only partly moved");
    }
    const { stores, wasDone } = await moveToCluster(request(folder));
    expect({ wasDone, stores: stores.map(({ store }) => store) }).toEqual({
      wasDone: false,
      stores: [...MOVED_STORES],
    });
    expect(await moveToCluster(request(folder))).toEqual({ stores, wasDone: true, at: null });
    expect(await inCluster((storage) => told(storage, CONTENTS))).toEqual(before);
  }, 60_000);

  test("that is killed at any moment ends right when it is run again", async () => {
    const folder = await filledFolder();
    const before = await inFolder(folder, (storage) => told(storage, CONTENTS));
    const words = [process.execPath, join(import.meta.dir, "mover.ts"), folder, database.ownerUrl];
    for (let run = 0; run < 3; run += 1) {
      const mover = Bun.spawn(words, { stdout: "pipe", stderr: "inherit" });
      let steps = 1 + Math.floor(Math.random() * 20);
      // A line for each page: whatever it does by the time that it dies is some of the next one.
      for await (const piece of mover.stdout) {
        steps -= piece.length;
        if (steps <= 0) mover.kill("SIGKILL");
      }
      await mover.exited;
    }
    await moveToCluster(request(folder));
    expect(await inCluster((storage) => told(storage, CONTENTS))).toEqual(before);
  }, 60_000);

  test("is refused while a server has the folder open, and says how to stop it", async () => {
    const folder = await smallFolder();
    const lock = lockFolder(folder);
    expect(await said(moveToCluster(request(folder)))).toContain(`kill ${process.pid}`);
    lock.release();
  });

  test("is refused where there is no folder, or one of an older version or that is not what was written", async () => {
    expect(await said(moveToCluster(request(newFolder())))).toContain("there is no database");
    const older = await smallFolder();
    edit(older, "PRAGMA user_version = 12");
    expect(await said(moveToCluster(request(older)))).toContain("schema version 12");
    const damaged = await filledFolder();
    edit(damaged, "UPDATE memories SET content = '{}' WHERE memory = 'mem_1'");
    expect(await said(moveToCluster(request(damaged)))).toContain("the memory mem_1");
  });

  test("is refused where the cluster is not empty, or is of an older version", async () => {
    const folder = await smallFolder();
    await inCluster((storage) => storage.secrets.put("token-signing", "of a node"));
    expect(await said(moveToCluster(request(folder)))).toContain("not empty (secrets has rows)");
    await asOwner("DELETE FROM secrets", `UPDATE schema_version SET version = 99 WHERE version = ${SCHEMA_VERSION}`);
    expect(await said(moveToCluster(request(folder)))).toContain("schema version 99");
    await asOwner(`UPDATE schema_version SET version = ${SCHEMA_VERSION} WHERE version = 99`);
    expect(await said(moveToCluster(request(folder, { ownerUrl: database.nodeUrl })))).toMatch(/has to name the owner/);
    expect((await moveToCluster(request(folder))).wasDone).toBe(false);
  });

  test("is refused where another folder was moved in, or this one was served meanwhile", async () => {
    const folder = await smallFolder();
    await rejection(moveToCluster(request(folder, stopAfter(1))));
    expect(await said(moveToCluster(request(await smallFolder())))).toContain("another folder");
    await inFolder(folder, (storage) => storage.apps.create(anApp("two")));
    expect(await said(moveToCluster(request(folder)))).toContain("has changed since");
  });

  test("that is only tried writes nothing", async () => {
    const folder = await filledFolder();
    const { stores } = await moveToCluster(request(folder, { isTrial: true }));
    expect((await moveToCluster(request(folder))).stores).toEqual(stores);
    const trial = await moveToFolder(request(join(newFolder(), "new"), { isTrial: true }));
    expect(trial.stores).toEqual(stores);
  });
});

describe("a move out of a cluster", () => {
  test("is of one moment, whatever nodes do meanwhile", async () => {
    await inCluster(async (storage) => {
      await storage.apps.create(anApp("one"));
      await storage.ledger.credit(appId("one"), 10, NOW);
      const before = await ledgerOf(storage, appId("one"));
      const source = await openClusterSource(database.ownerUrl);
      await storage.ledger.credit(appId("one"), 5, NOW);
      await storage.apps.create(anApp("two"));
      const folder = newFolder();
      const target = await openFolderTarget({ dataDir: folder, log: () => {} });
      await move(source, target, { signal: new AbortController().signal, onProgress: () => {} });
      target.close();
      await source.close();
      await inFolder(folder, async (moved) => {
        expect(await moved.apps.list()).toHaveLength(1);
        expect(await ledgerOf(moved, appId("one"))).toEqual(before);
      });
    });
  });

  test("goes into an empty folder alone, and leaves nothing in it when it is stopped", async () => {
    const full = newFolder();
    writeFileSync(join(full, "notes.txt"), "mine");
    expect(await said(moveToFolder(request(full)))).toContain("is not empty (notes.txt)");
    const served = await smallFolder();
    expect(await said(moveToFolder(request(served)))).toContain("is not empty (dragoman.marker)");
    const stopped = newFolder();
    await inCluster((storage) => storage.apps.create(anApp("one")));
    expect(await said(moveToFolder(request(stopped, { signal: AbortSignal.abort() })))).toContain("stopped");
    expect(readdirSync(stopped)).toEqual(["dragoman.lock"]);
    expect(existsSync(join(full, "dragoman.sqlite"))).toBe(false);
  });
});

/** By somebody else, past the storage. */
function edit(dataDir: string, statement: string): void {
  using file = new Database(join(dataDir, "dragoman.sqlite"));
  file.run(statement);
}
