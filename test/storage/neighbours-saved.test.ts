import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { HnswIndex } from "#storage/embedded/hnsw-index.ts";
import { loadHnswLibrary } from "#storage/embedded/hnsw-library.ts";
import { openNeighbourIndexes } from "#storage/embedded/index.ts";
import { SavedGraphs } from "#storage/embedded/saved-graphs.ts";
import { freshFolder, rejection } from "./kit.ts";
import { numberedVector } from "./neighbour-vectors.ts";

const DIMENSIONS = 16;
const runtime = freshFolder();
afterAll(() => runtime[Symbol.dispose]());
const library = loadHnswLibrary(runtime.path);

describe.if(library !== null)("a saved graph", () => {
  let home: ReturnType<typeof freshFolder>;
  let folder: string;
  let told: string[];
  beforeEach(() => {
    home = freshFolder();
    folder = join(home.path, "indexes");
    told = [];
  });
  afterEach(() => home[Symbol.dispose]());

  function opened(keptSeconds = Number.POSITIVE_INFINITY): SavedGraphs {
    if (!library) throw new Error("the native library is not there");
    return new SavedGraphs({ library, folder, keptSeconds, log: (message) => told.push(message) });
  }

  function indexOf(size: number): HnswIndex {
    if (!library) throw new Error("the native library is not there");
    const index = new HnswIndex(library, DIMENSIONS, null, 20);
    for (let id = 0; id < size; id += 1) index.add(id, numberedVector(DIMENSIONS, id));
    return index;
  }

  async function idsOf(saved: SavedGraphs, name: string): Promise<number[] | null> {
    const graph = await saved.load(name, DIMENSIONS);
    return graph && [...graph.ids()].sort((one, other) => one - other);
  }

  const upTo = (size: number) => Array.from({ length: size }, (_, id) => id);

  test("that was saved longer ago than anything counts is removed at the start, and no other", async () => {
    const saved = opened();
    await saved.save("of a set that is gone", indexOf(100));
    const old = readdirSync(folder);
    await saved.save("in use", indexOf(100));
    const hourAgo = Date.now() / 1_000 - 3_600;
    for (const name of old) utimesSync(join(folder, name), hourAgo, hourAgo);
    expect(await idsOf(opened(3_700), "of a set that is gone")).toEqual(upTo(100));
    const restarted = opened(3_500);
    expect(await idsOf(restarted, "of a set that is gone")).toBeNull();
    expect(await idsOf(restarted, "in use")).toEqual(upTo(100));
    expect(readdirSync(folder).length).toBe(2);
    expect(told).toEqual([]);
  });

  test("is there after a restart, with its ids and vectors, and can be changed", async () => {
    const index = indexOf(200);
    index.remove(7);
    await opened().save("ours / any ∗ name", index);
    const graph = await opened().load("ours / any ∗ name", DIMENSIONS);
    if (!graph || !library) throw new Error("nothing was loaded");
    expect(graph.size).toBe(199);
    const again = new HnswIndex(library, DIMENSIONS, graph, 20);
    expect(again.has(7)).toBe(false);
    for (const id of [0, 6, 8, 199]) {
      expect(again.nearest(numberedVector(DIMENSIONS, id), 1)).toEqual([{ id, similarity: expect.closeTo(1, 5) }]);
    }
    expect(again.nearest(numberedVector(DIMENSIONS, 7), 199).map(({ id }) => id)).not.toContain(7);
    again.add(7, numberedVector(DIMENSIONS, 7));
    again.remove(8);
    expect(again.nearest(numberedVector(DIMENSIONS, 7), 1)[0]?.id).toBe(7);
    expect(again.size).toBe(199);
    expect(told).toEqual([]);
  });

  test("is null under another name, for other dimensions, after it was forgotten, and where nothing ever was", async () => {
    expect(await opened().load("ours", DIMENSIONS)).toBeNull();
    const saved = opened();
    await saved.save("ours", indexOf(200));
    expect(await saved.load("theirs", DIMENSIONS)).toBeNull();
    expect(await saved.load("ours", DIMENSIONS + 1)).toBeNull();
    await saved.forget("theirs");
    expect(await idsOf(saved, "ours")).toEqual(upTo(200));
    await saved.forget("ours");
    expect(await saved.load("ours", DIMENSIONS)).toBeNull();
    expect([readdirSync(folder), told]).toEqual([[], []]);
  });

  test("is replaced by the next one, and by nothing when there is no graph any more", async () => {
    const saved = opened();
    await saved.save("ours", indexOf(200));
    await saved.save("ours", indexOf(300));
    expect(await idsOf(saved, "ours")).toEqual(upTo(300));
    expect(readdirSync(folder).length).toBe(2);
    await saved.save("ours", indexOf(5));
    expect(await saved.load("ours", DIMENSIONS)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is as it was when the save began, whatever is added, replaced, removed and sought meanwhile", async () => {
    const saved = opened();
    const index = indexOf(1_000);
    const write = index.write.bind(index);
    index.write = async (path) => {
      const writing = write(path);
      for (let id = 0; id < 400; id += 1) {
        index.remove(id);
        index.add(2_000 + id, numberedVector(DIMENSIONS, 2_000 + id));
        expect(index.nearest(numberedVector(DIMENSIONS, id), 5).map((one) => one.id)).not.toContain(id);
        expect(index.nearest(numberedVector(DIMENSIONS, 2_000 + id), 1)[0]?.id).toBe(2_000 + id);
      }
      return writing;
    };
    await saved.save("ours", index);
    const graph = await saved.load("ours", DIMENSIONS);
    expect([...(graph?.ids() ?? [])].sort((one, other) => one - other)).toEqual(upTo(1_000));
    for (let id = 0; id < 1_000; id += 1) {
      expect(graph?.nearest(numberedVector(DIMENSIONS, id), 1)[0]?.id).toBe(id);
    }
    expect(index.size).toBe(1_000);
  });

  test("that was changed in any byte, cut or lengthened is null, and the process goes on", async () => {
    await opened().save("ours", indexOf(60));
    const files = readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name)) }));
    const damage = fc.record({
      file: fc.nat(files.length - 1),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      how: fc.constantFrom("flip", "cut", "lengthen", "empty", "remove"),
      bit: fc.nat(7),
    });
    const property = fc.asyncProperty(damage, async ({ file, at, how, bit }) => {
      for (const { name, content } of files) writeFileSync(join(folder, name), content);
      const { name, content } = files[file] as (typeof files)[number];
      const place = Math.floor(at * content.length);
      const path = join(folder, name);
      if (how === "remove") rmSync(path);
      else if (how === "empty") writeFileSync(path, "");
      else if (how === "cut") writeFileSync(path, content.subarray(0, place));
      else if (how === "lengthen") writeFileSync(path, Buffer.concat([content, content.subarray(0, place + 1)]));
      else {
        const changed = Buffer.from(content);
        changed[place] = (changed[place] as number) ^ (1 << bit);
        writeFileSync(path, changed);
      }
      expect(await opened().load("ours", DIMENSIONS)).toBeNull();
    });
    await fc.assert(property, { numRuns: 150 });
    for (const { name, content } of files) writeFileSync(join(folder, name), content);
    expect(await idsOf(opened(), "ours")).toEqual(upTo(60));
  }, 60_000);

  test("stays when the disk takes only a part of the next one", async () => {
    const saved = opened();
    await saved.save("ours", indexOf(200));
    const next = indexOf(300);
    const write = next.write.bind(next);
    next.write = async (path) => {
      const ids = await write(path);
      truncateSync(path, 10_000);
      return ids;
    };
    expect(await rejection(saved.save("ours", next))).toBeInstanceOf(Error);
    expect(await idsOf(saved, "ours")).toEqual(upTo(200));
    expect(readdirSync(folder).length).toBe(2);
  });

  test("survives a process that is killed while it saves, and nothing else is left", async () => {
    let size = 300;
    for (let round = 0; round < 5; round += 1) {
      const writer = Bun.spawn(
        [process.execPath, join(import.meta.dir, "neighbours-writer.ts"), folder, runtime.path, String(size)],
        { stdout: "pipe", stderr: "inherit" },
      );
      let killing: Promise<void> | undefined;
      let output = "";
      for await (const bytes of writer.stdout) {
        output += new TextDecoder().decode(bytes);
        killing ??= Bun.sleep(Math.random() * 80).then(() => writer.kill("SIGKILL"));
      }
      await killing;
      await writer.exited;
      const sizes = output.split("\n").slice(0, -1).map(Number);
      const said = sizes.at(-1) ?? Number.NaN;
      const graph = await opened().load("ours", DIMENSIONS);
      expect(graph?.size).toBeOneOf([said, said + 300]);
      for (const id of [0, said - 1]) expect(graph?.nearest(numberedVector(DIMENSIONS, id), 1)[0]?.id).toBe(id);
      expect(readdirSync(folder).length).toBe(2);
      size += 150;
    }
    expect(told).toEqual([]);
  }, 60_000);
});

test.if(library !== null)(
  "indexes are kept in the folder they were opened with, and nowhere without one",
  async () => {
    using home = freshFolder();
    const indexDir = join(home.path, "indexes");
    const indexes = openNeighbourIndexes({ runtimeDir: runtime.path, indexDir });
    const index = indexes.create(4);
    for (let id = 0; id < 16_000; id += 1) index.add(id, numberedVector(4, id));
    await indexes.save("ours", index);
    const reopened = openNeighbourIndexes({ runtimeDir: runtime.path, indexDir });
    expect((await reopened.load("ours", 4))?.size).toBe(16_000);
    await reopened.forget("ours");
    expect(await reopened.load("ours", 4)).toBeNull();

    const forgetful = openNeighbourIndexes({ runtimeDir: runtime.path });
    await forgetful.save("ours", index);
    expect(await forgetful.load("ours", 4)).toBeNull();
  },
  60_000,
);
