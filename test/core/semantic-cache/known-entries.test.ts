/** Entries that many sentences are answered from are read once, and never given when they are no longer right. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Storage } from "#core/ports/storage.ts";
import { KnownEntries } from "#core/semantic-cache/known-entries.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { anAnswer, anApp, appId, freshFolder, hashOf, NOW } from "../../storage/kit.ts";

const LIMITS = { entriesMax: 10, bytesMax: 1_000_000 };
const OURS = appId("ours");

let folder: ReturnType<typeof freshFolder>;
let storage: Storage;
let reads: number;
let entries: KnownEntries;

beforeEach(async () => {
  folder = freshFolder();
  storage = await openEmbeddedStorage({ dataDir: folder.path });
  for (const name of ["ours", "theirs"]) await storage.apps.create(anApp(name));
  reads = 0;
  const counting: Pick<Storage["answers"], "read"> = {
    read: (...name) => {
      reads += 1;
      return storage.answers.read(...name);
    },
  };
  entries = new KnownEntries(counting, storage.changes, { monotonicMs: () => performance.now() });
});

afterEach(async () => {
  await storage.close();
  folder[Symbol.dispose]();
});

async function kept(key: string): Promise<number> {
  const { id } = await storage.answers.remember(OURS, anAnswer(key), LIMITS);
  if (id === null) throw new Error("the answer was not kept");
  return id;
}

test("an entry is read once, whatever else is kept meanwhile", async () => {
  const id = await kept("light on");
  const [first] = [await entries.read(OURS, "p", id), await kept("light off")];
  expect(await entries.read(OURS, "p", id)).toEqual(first);
  expect(first).toMatchObject({ id, sentence: "light on" });
  expect(reads).toBe(1);
});

test("it is another app's and another partition's no more than in the store", async () => {
  const id = await kept("light on");
  await entries.read(OURS, "p", id);
  expect(await entries.read(appId("theirs"), "p", id)).toBeNull();
  expect(await entries.read(OURS, "another", id)).toBeNull();
});

const endings = {
  "taken back": (id: number) => storage.answers.drop(OURS, "p", { ids: [id], key: null }, { at: NOW, refusalsMax: 10 }),
  "replaced by a newer one": () => kept("light on"),
  "dropped with its set": () => storage.answers.forget(OURS, hashOf("a")),
} as const;

for (const [how, end] of Object.entries(endings)) {
  test(`what was ${how} is given no more once that is acknowledged`, async () => {
    const id = await kept("light on");
    await entries.read(OURS, "p", id);
    await end(id);
    expect(await entries.read(OURS, "p", id)).toBeNull();
  });
}
