import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { hasWalResetFault } from "#storage/embedded/database.ts";
import { openEmbeddedStorage, StorageOpenError } from "#storage/embedded/index.ts";
import { SCHEMA_VERSION } from "#storage/embedded/migrations.ts";
import { anApp, freshFolder, rejection } from "./kit.ts";

let folder: ReturnType<typeof freshFolder>;
let file: string;
beforeEach(() => {
  folder = freshFolder();
  file = join(folder.path, "dragoman.sqlite");
});
afterEach(() => folder[Symbol.dispose]());

async function makeStorage(): Promise<void> {
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  for (let index = 0; index < 200; index += 1)
    void storage.apps.create(anApp(`app ${index}`, { name: "n".repeat(100) }));
  await storage.close();
}

/** The message of the refusal, which has to name the file. */
async function refusal(dataDir = folder.path, named = file): Promise<string> {
  const reason = await rejection(openEmbeddedStorage({ dataDir }));
  expect(reason).toBeInstanceOf(StorageOpenError);
  const { message } = reason as StorageOpenError;
  expect(message).toContain(named);
  expect(message).not.toContain("\n");
  return message;
}

describe("a damaged file is refused, and left as it is", () => {
  test("garbage", async () => {
    const garbage = Buffer.from("this is no database at all. ".repeat(100));
    writeFileSync(file, garbage);
    expect(await refusal()).toMatch(/damaged .*restore a backup/);
    expect(readFileSync(file)).toEqual(garbage);
  });

  test("a header that was overwritten", async () => {
    await makeStorage();
    overwrite(0, Buffer.alloc(100, 0x5a));
    expect(await refusal()).toContain("damaged");
  });

  test("a file that was cut off", async () => {
    await makeStorage();
    truncateSync(file, 4096 * 3 + 100);
    expect(await refusal()).toContain("damaged");
  });

  test("pages overwritten in the middle", async () => {
    await makeStorage();
    overwrite(4096, Buffer.alloc(statSync(file).size - 4096, 0xa5));
    expect(await refusal()).toContain("damaged");
  });

  function overwrite(position: number, bytes: Buffer): void {
    const handle = openSync(file, "r+");
    writeSync(handle, bytes, 0, bytes.length, position);
    closeSync(handle);
  }
});

test("a database of a newer program is refused, naming both versions", async () => {
  await makeStorage();
  const database = new Database(file);
  database.run("PRAGMA user_version = 99");
  database.close();
  const message = await refusal();
  expect(message).toContain("version 99");
  expect(message).toContain(`up to ${SCHEMA_VERSION}`);
  expect(message).toContain("newer Dragoman");
});

test("a database of another program is refused and not changed", async () => {
  const database = new Database(file);
  database.run("CREATE TABLE recipes (name TEXT)");
  database.close();
  const before = readFileSync(file);
  expect(await refusal()).toContain("another program");
  expect(readFileSync(file)).toEqual(before);
});

test("opening again changes nothing that was there", async () => {
  await makeStorage();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  expect((await storage.apps.list()).length).toBe(200);
  expect(await storage.integrity()).toEqual([]);
  expect(await storage.auditLedger()).toEqual([]);
  await storage.close();
});

test("folder and files are for their owner alone, files that were open to others too", async () => {
  const dataDir = join(folder.path, "new", "data");
  const storage = await openEmbeddedStorage({ dataDir });
  await storage.secrets.put("s", "x");
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect(modeOf(dataDir)).toBe(0o700);
  for (const suffix of ["", "-wal", "-shm"]) expect(modeOf(join(dataDir, `dragoman.sqlite${suffix}`))).toBe(0o600);
  await storage.close();
  chmodSync(join(dataDir, "dragoman.sqlite"), 0o644);
  await (await openEmbeddedStorage({ dataDir })).close();
  expect(modeOf(join(dataDir, "dragoman.sqlite"))).toBe(0o600);
});

test("a data folder that cannot be made is refused with what to do", async () => {
  const blocker = join(folder.path, "file");
  writeFileSync(blocker, "");
  for (const dataDir of [blocker, join(blocker, "data")]) {
    expect(await refusal(dataDir, dataDir)).toContain("--data");
  }
});

test("a database path that is a folder is refused with what to do", async () => {
  mkdirSync(file);
  expect(await refusal()).toContain("cannot be opened");
});

test("knows the SQLite versions that can damage a file", () => {
  const faulty = ["3.7.0", "3.43.2", "3.50.7", "3.51.0", "3.51.2"];
  const sound = ["3.6.23", "3.51.3", "3.52.0", "3.54.1", "4.0.0"];
  expect(faulty.filter(hasWalResetFault)).toEqual(faulty);
  expect(sound.filter(hasWalResetFault)).toEqual([]);
});
