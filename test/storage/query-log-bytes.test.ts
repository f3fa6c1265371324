import { expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { aQuestion } from "./contract-query-log.ts";
import { anApp, appId, freshFolder, NOW } from "./kit.ts";

const app = appId("one");
/** How SQLite's log is laid out. */
const PAGE_BYTES = 4_096;
const FRAME_HEAD_BYTES = 24;
const CHECKSUM_AT = 16;
const settings = { days: 30, rows: 10_000, redact: true } as const;

/** Which of the texts stand in any file of the folder. */
function foundIn(folder: string, texts: readonly string[]): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const contents = files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path));
  return texts.filter((text) => contents.some((bytes) => bytes.includes(text)));
}

/** Long and short ones, so that pages are split and overflow. */
function rowsOf(names: readonly string[]) {
  return names.map((name, index) => {
    const row = aQuestion(name, { at: NOW + index });
    const sentence = `secret-${name}-words ${"lorem ipsum ".repeat(index % 97)}`;
    return { ...row, question: { ...row.question, sentence } };
  });
}

test("what was removed is in no file once that is acknowledged, however the pages were split", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  try {
    await storage.apps.create(anApp("one"));
    const { queryLog } = storage;
    await queryLog.configure(app, settings);
    const names = Array.from({ length: 1_500 }, (_, index) => `n${index}`);
    const marks = (some: readonly string[]) => some.map((name) => `secret-${name}-words`);
    // In an order that has rows go between others.
    const mixed = names.toSorted((one, other) => Bun.hash(one).toString().localeCompare(Bun.hash(other).toString()));
    for (let from = 0; from < mixed.length; from += 50) await queryLog.add(app, rowsOf(mixed.slice(from, from + 50)));
    expect(foundIn(folder.path, marks(names))).toHaveLength(names.length);

    const { items } = await queryLog.list(app, { limit: 100, after: null });
    for (const { id } of items.slice(0, 3)) expect(await queryLog.remove(app, { ids: [id] })).toBe(1);
    const gone = items.slice(0, 3).map(({ question }) => question.sentence.split(" ")[0] ?? "");
    expect(foundIn(folder.path, gone)).toEqual([]);
    expect(foundIn(folder.path, marks(names))).toHaveLength(names.length - 3);

    expect(await queryLog.trim(app, { before: 0, rows: 700 })).toBe(797);
    await queryLog.sweep();
    expect(foundIn(folder.path, marks(names))).toHaveLength(700);

    await queryLog.remove(app, "all");
    expect(foundIn(folder.path, ["secret-", "lorem"])).toEqual([]);
  } finally {
    await storage.close();
  }
  expect(foundIn(folder.path, ["secret-", "lorem"])).toEqual([]);
}, 60_000);

test("what a crash left of questions that are no rows goes with the next removal", async () => {
  using folder = freshFolder();
  using crashed = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  await storage.apps.create(anApp("one"));
  await storage.queryLog.configure(app, settings);
  await storage.queryLog.add(app, rowsOf(["lost"]));
  cpSync(folder.path, crashed.path, { recursive: true });
  await storage.close();
  const log = join(crashed.path, "query-log.sqlite-wal");
  const bytes = readFileSync(log);
  // The checksum of the last frame: the commit that it ends is none.
  const at = bytes.length - (FRAME_HEAD_BYTES + PAGE_BYTES) + CHECKSUM_AT;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(log, bytes);
  expect(foundIn(crashed.path, ["secret-lost"])).toHaveLength(1);
  const again = await openEmbeddedStorage({ dataDir: crashed.path });
  try {
    expect(await again.queryLog.count(app)).toBe(0);
    expect(await again.queryLog.remove(app, "all")).toBe(0);
    expect(foundIn(crashed.path, ["secret-lost"])).toEqual([]);
  } finally {
    await again.close();
  }
});

test("where nobody wants a log there is no file, and one that cannot be used stops nothing", async () => {
  using folder = freshFolder();
  const first = await openEmbeddedStorage({ dataDir: folder.path });
  await first.apps.create(anApp("one"));
  await first.queryLog.add(app, [aQuestion("a")]);
  await first.close();
  expect(readdirSync(folder.path).filter((name) => name.startsWith("query-log"))).toEqual([]);
  await Bun.write(join(folder.path, "query-log.sqlite"), "no database at all, but a text of some length".repeat(100));
  const said: string[] = [];
  const second = await openEmbeddedStorage({ dataDir: folder.path, log: (message) => said.push(message) });
  try {
    expect(said.join("\n")).toContain("query-log.sqlite cannot be used");
    expect(second.queryLog.settings(app)).toBeNull();
    await expect(second.queryLog.configure(app, settings)).rejects.toMatchObject({ code: "service_unavailable" });
    expect(await second.apps.remove(app)).toBe(true);
  } finally {
    await second.close();
  }
});

test("the file is its owner's alone", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  await storage.queryLog.configure(app, settings);
  await storage.queryLog.add(app, [aQuestion("a")]);
  const files = readdirSync(folder.path).filter((name) => name.startsWith("query-log"));
  expect(files.map((name) => (statSync(join(folder.path, name)).mode & 0o777).toString(8))).toEqual(
    files.map(() => "600"),
  );
  await storage.close();
});
